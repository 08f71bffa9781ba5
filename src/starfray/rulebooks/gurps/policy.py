"""The default policy: gets to where its weapon works, strikes where the armour is thin, defends with its best score."""

from __future__ import annotations

from typing import Any

from starfray.engine.doors import OpenDoor
from starfray.engine.errands import errand_of
from starfray.engine.routes import advance, way_length
from starfray.engine.rules import Ask, Content, Deciding, Generator, Rulebook, Tally, counted, first_answer
from starfray.engine.scene import Point, apart, distance_or, known_distance
from starfray.engine.walls import walled_off
from starfray.rulebooks.gurps.attack_maneuvers import AllOutAttack, Attack, CommittedAttack, Feint, MoveAndAttack
from starfray.rulebooks.gurps.attack_skill import Strike, Swing, attack_tally
from starfray.rulebooks.gurps.core import (
    STEP,
    best_combat_skill,
    damage_roll,
    half_move,
    hexes,
    move_of,
    range_yards,
    side_struck,
    step_of,
    weapon_level,
)
from starfray.rulebooks.gurps.damage import wounding
from starfray.rulebooks.gurps.group import MOST, GroupAttack, reached, ready_arm
from starfray.rulebooks.gurps.group_drill import FallOut, GroupMove, GroupReady, GroupRise, rises
from starfray.rulebooks.gurps.judgement import (
    HERE,
    Way,
    bare,
    chance,
    enough,
    get_through,
    in_order,
    shoots,
    spots_of,
    toward,
    wasted,
)
from starfray.rulebooks.gurps.locations import part, price_of
from starfray.rulebooks.gurps.magic import Cast
from starfray.rulebooks.gurps.maneuvers import AllOutDefense, Concentrate, DoNothing, Move, TakeAim
from starfray.rulebooks.gurps.ready import ChangePosture, Ready, grip
from starfray.rulebooks.gurps.spells import CORE
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, body_of
from starfray.rulebooks.gurps.weapons import (
    bar_to_attack,
    bodily,
    first_held,
    held,
    leg_works,
    own_body,
    reaches,
    reaches_of,
    things,
)

LYING_COSTS = 5  # what lying on the floor afterwards is reckoned at: two turns to get up, and a poor defence meanwhile
LYING_COSTS_A_GUNMAN = 1  # who shoots on from there
GROUND_COSTS = 4  # what a step back is reckoned at by somebody who strikes in close combat only
BLOW_COSTS = 2  # and by anybody whom it would cost the next blow
FAR_OFF = 99.0  # yards: further than any weapon that is swung
UPON_US = 2  # yards: a foe as near as that leaves no time
FROM_THE_GROUND = 10  # skill with which a blow is struck lying or kneeling rather than got up for
LUNGE = 2.0  # yards of a Committed Attack. gurps.maneuver.committed-attack.two-hexes
A_PACE = 0.1  # yards: less is no way to go
AIM_FROM = 21  # yards: further away a second of aiming pays
BOLT, BOLT_COST = "force-bolt", 4
POOR = 1.0  # half points of injury a blow promises: below, another weapon is thought of
MUCH_BETTER = 4  # times
SURE = 14  # skill that is enough; what is above goes into deception


#: questions whose first option is always taken
DEFENDED = (
    "gurps.group-combat.defense", "gurps.group-combat.all-out-defense", "gurps.ruling.magic-delivery",
    "gurps.critical.defense.ranged",
)  # fmt: skip


class Sensible(Deciding):
    name = "sensible"
    steady = True
    blind = DEFENDED

    def decide(self, book: Rulebook, view: Any, who: str) -> bool:
        state: Gurps = view
        actor = state.roster[who]
        foes = [each for each in state.roster.values() if each.side != actor.side and each.conscious]
        if state.goals and actor.able and self._on_errand(book, state, actor, foes):
            return True
        if foes and actor.group:
            if self._together(state, actor, foes):
                return True
        elif foes and actor.able:
            self._worst_first(state, actor, foes)
            if state.scene.walls:
                foes.sort(key=lambda each: walled_off(state, actor, each))
            if self._alone(book.content_in_use(), state, actor, foes):
                return True
        return self.does(DoNothing(who), "nothing else can be done")

    def _on_errand(self, book: Rulebook, state: Gurps, actor: Fighter, foes: list[Fighter]) -> bool:
        """To a place the side wants to reach or to hold, unless a foe is upon us."""
        errand = errand_of(book, state, actor)
        if errand is None or actor.at is None:
            return False
        if any(each.able and hexes(self._gap(state, actor, each)) <= UPON_US for each in foes):
            return False
        if actor.group and self.does(FallOut(actor.id), "there is somewhere to go"):
            return True
        down = actor.posture not in ("standing", "crouching") and leg_works(actor, "right") and leg_works(actor, "left")
        if down and self.does(ChangePosture(actor.id, "standing"), "nobody gets there lying down"):
            return True
        way = advance(state, actor.at, errand.at, float(move_of(actor)), errand.near)
        if way is None:
            return False
        if way.path and self.does(Move(actor.id, way.path), errand.why):
            return True
        return bool(way.door) and self.does(OpenDoor(actor.id, way.door), "the way leads through it")

    def _alone(self, content: Content, state: Gurps, actor: Fighter, foes: list[Fighter]) -> bool:
        if state.scene.walls and walled_off(state, actor, foes[0]) and self._around(state, actor, foes[0], FAR_OFF):
            return True
        weapon = self._weapon(content, state, actor, foes[0])
        down = actor.posture not in ("standing", "crouching") and leg_works(actor, "right") and leg_works(actor, "left")
        if (
            down
            and not self._shoots_lying(state, actor, weapon, foes)
            and not self._strikes_lying(content, state, actor, weapon, foes)
            and self.does(ChangePosture(actor.id, "standing"), "on the ground nobody fights well")
        ):
            return True
        if self._spell(state, actor, foes[0]):
            return True
        armed_by_nature = weapon.natural and any(each is weapon for each in actor.weapons)
        if (weapon.natural and not held(actor) and not armed_by_nature) or not in_order(weapon):
            better = self._to_ready(actor)
            if better is not None and self.does(Ready(actor.id, better.key), f"the {better.name} first"):
                return True
        return self._fight(content, state, actor, weapon, foes)

    def _shoots_lying(self, state: Gurps, actor: Fighter, weapon: Weapon, foes: list[Fighter]) -> bool:
        """With a gun, and nobody near: whoever lies is the harder to hit, and shoots no worse."""
        return not weapon.melee and in_order(weapon) and hexes(self._gap(state, actor, foes[0])) > UPON_US

    def _strikes_lying(self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foes: list[Fighter]) -> bool:
        """To get up takes two turns; a blow that is likely to hit from down here comes first."""
        if not weapon.melee or (weapon.natural and not any(each is weapon for each in actor.weapons)):
            return False
        step = step_of(actor)
        for foe in foes:
            gap = self._gap(state, actor, foe)
            if bar_to_attack(actor, foe, weapon, gap) and bar_to_attack(actor, foe, weapon, max(0.0, gap - step)):
                continue
            tally = attack_tally(state, content, Tally(False), actor, foe, Swing(weapon), Strike(foe.id, weapon), gap)
            return tally.total >= FROM_THE_GROUND
        return False

    def _worst_first(self, state: Gurps, actor: Fighter, foes: list[Fighter]) -> None:
        """The stunned last: they can wait. Of the others the nearest."""
        if len(foes) > 1:
            foes.sort(key=lambda each: (bool(each.stunned), self._gap(state, actor, each), each.hp))

    def _nearest_first(self, state: Gurps, actor: Fighter, foes: list[Fighter]) -> None:
        if len(foes) > 1:
            foes.sort(key=lambda each: (self._gap(state, actor, each), each.hp))

    @staticmethod
    def _gap(state: Gurps, actor: Fighter, other: Fighter) -> float:
        if state.scene.walls and actor.at is not None and other.at is not None and walled_off(state, actor, other):
            return way_length(state, actor.at, other.at)
        return distance_or(state, actor, other, 10.0)

    def _weapon(self, content: Content, state: Gurps, actor: Fighter, foe: Fighter) -> Weapon:
        """Of what is in hand or grown on: the use that does most from here, else the one that reaches furthest."""
        first = first_held(actor) or bare(actor)
        own = [each for each in actor.weapons if (each.hand or bodily(each)) and in_order(each)]
        if len(own) < 2:
            return own[0] if own and first.natural else first
        gap = self._gap(state, actor, foe)
        near = [each for each in own if not bar_to_attack(actor, foe, each, gap) and not wasted(state, actor, each, foe, gap)]
        if not near:
            near = [each for each in own if each.melee and not bar_to_attack(actor, foe, each, max(0.0, gap - step_of(actor)))]
        if near:
            return max(near, key=lambda each: self._promise(content, state, actor, each, foe, gap))
        if any(each.hand and not in_order(each) for each in things(held(actor))) and hexes(gap) > 2:
            return first  # time to reload
        return max(own, key=lambda each: max(reaches_of(each)) if each.melee else 2 + each.max_range)

    @staticmethod
    def _promise(content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter, gap: float) -> float:
        """The chance to hit times what gets through the armour of the torso."""
        shots = min(weapon.rof, weapon.shots) if weapon.magazine and not weapon.melee else 1
        swing = Swing(weapon, shots=max(1, shots))
        skill = attack_tally(
            state, content, Tally(False), actor, foe, swing, Strike(foe.id, weapon, shots=swing.shots), gap
        ).total
        roll = damage_roll(content, actor, weapon.damage) if weapon.damage else None
        wound = max(0.1, get_through(roll, weapon, foe, "torso")) * wounding(weapon, "torso")[0]
        return chance(skill) * min(wound, enough(foe))

    @staticmethod
    def _to_ready(actor: Fighter) -> Weapon | None:
        for weapon in actor.weapons:
            if weapon.broken or (bodily(weapon) and in_order(weapon)):
                continue
            if (weapon.hand or bodily(weapon)) and not in_order(weapon):
                return weapon
            near = weapon.lies is None or actor.at is None or apart(weapon.lies, actor.at) <= STEP + 0.5
            if not weapon.hand and near and len(grip(actor, weapon, "")) >= weapon.hands:
                return weapon
        return None

    # --- groups and magic --------------------------------------------------------------------------------------

    def _together(self, state: Gurps, actor: Fighter, foes: list[Fighter]) -> bool:
        body = body_of(state, actor)
        if len(body) > MOST and self.does(FallOut(actor.id), "too many to act as one"):
            return True
        if self._order_ranks(actor, body):
            return True
        self._nearest_first(state, actor, foes)
        near = [each for each in foes if reached(state, body, each)]
        if near and self.does(GroupAttack(actor.id, tuple([each.id for each in near[:MOST]])), "all of us at all of them"):
            return True
        if self._approach_together(state, actor, body, foes) or self.does(GroupReady(actor.id), "time to reload"):
            return True
        return actor.able and self.does(FallOut(actor.id), "too close to strike as one")

    def _order_ranks(self, actor: Fighter, body: list[Fighter]) -> bool:
        """On their feet first, and with something to strike with."""
        if 2 * sum(rises(each) for each in body if each.able) > len(body) and self.does(
            GroupRise(actor.id), "most of us are on the ground"
        ):
            return True
        down = actor.posture not in ("standing", "crouching") and leg_works(actor, "right") and leg_works(actor, "left")
        if (
            actor.able
            and (down or (not held(actor) and self._to_ready(actor) is not None))
            and self.does(FallOut(actor.id), "first on my feet, with something in hand")
        ):
            return True
        return not any(ready_arm(each) is not None for each in body if each.able) and self.does(
            GroupReady(actor.id), "nobody of us has anything to strike with"
        )

    def _approach_together(self, state: Gurps, actor: Fighter, body: list[Fighter], foes: list[Fighter]) -> bool:
        """All go the way of whoever is nearest to a foe."""
        able = [each for each in body if each.able]
        far = min((move_of(each) for each in able), default=0)
        first, foe = able[0] if able else actor, foes[0]
        gap = self._gap(state, first, foe) if able else 0.0
        for each in able:
            for other in foes:
                between = self._gap(state, each, other)
                if between < gap:
                    gap, first, foe = between, each, other
        if not far or gap <= STEP:
            return False
        why = f"closer to {foe.id}"
        if actor.at is not None and first.at is not None and foe.at is not None:
            ((x, y),) = toward(first, foe, gap, min(far, gap - STEP)).path
            end = (round(actor.at[0] + x - first.at[0], 2), round(actor.at[1] + y - first.at[1], 2))
            if apart(end, actor.at) >= A_PACE and self.does(GroupMove(actor.id, (end,)), why):
                return True
        elif gap - max(STEP, gap - far) >= A_PACE and self.does(GroupMove(actor.id, (), foe.id, max(STEP, gap - far)), why):
            return True
        return False

    def _spell(self, state: Gurps, actor: Fighter, foe: Fighter) -> bool:
        """A bolt while there is fatigue for it and the foe is not upon us."""
        known = 0
        for name in CORE:
            known = max(known, actor.skills.get(name, 0))
        if known < SURE or actor.fp - BOLT_COST < actor.max_fp // 3:
            return False
        gap = self._gap(state, actor, foe)
        if range_yards(gap) > 100 or walled_off(state, actor, foe) or known_distance(state, actor, foe) is None:
            return False
        if actor.thought is not None:
            if self.does(Cast(actor.id, BOLT, (foe.id,)), "the spell is ready"):
                return True
        elif hexes(gap) > UPON_US and self.does(Concentrate(actor.id, BOLT), "a second of thought for the spell"):
            return True
        return False

    # --- one against one ---------------------------------------------------------------------------------------

    def _fight(self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foes: list[Fighter]) -> bool:
        if any(self._attack(content, state, actor, weapon, foe) for foe in foes):
            return True
        if wasted(state, actor, weapon, foes[0], self._gap(state, actor, foes[0])):
            weapon = bare(actor)
            if any(self._attack(content, state, actor, weapon, foe) for foe in foes):
                return True
        if self._rush(state, actor, weapon, foes[0]) or self._approach(state, actor, weapon, foes[0]):
            return True
        return any(self._bare_blow(state, actor, foe) for foe in foes)

    def _attack(self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter) -> bool:
        """From where one stands, or after a step."""
        gap = self._gap(state, actor, foe)
        if not bar_to_attack(actor, foe, weapon, gap) and not wasted(state, actor, weapon, foe, gap):
            aim = actor.aim
            aimed = aim is not None and aim.target == foe.id and aim.weapon == weapon.key
            far = not weapon.melee and range_yards(gap) >= AIM_FROM and not aimed
            if far and self.does(TakeAim(actor.id, foe.id, weapon.key), "too far for a snap shot"):
                return True
            if self._strike(content, state, actor, weapon, foe, gap, HERE):
                return True
        if not weapon.melee or hexes(gap) - 1 not in reaches_of(weapon):
            return False
        step = toward(actor, foe, gap, step_of(actor))
        after = step.gap
        return not bar_to_attack(actor, foe, weapon, after) and self._strike(content, state, actor, weapon, foe, after, step)

    def _rush(self, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter) -> bool:
        """Somebody whose weapon reaches no further than the own skin gets in and strikes in one turn, whatever it costs: the
        foe would step back again before the next. Whoever is two yards short of her reach lunges.
        """
        if not weapon.melee:
            return False
        gap, reach, who = self._gap(state, actor, foe), max(reaches_of(weapon)), foe.id
        if reach > 0:
            if not weapon.hand or gap <= reach:  # whoever kicks all her weight into it cannot dodge
                return False
            way = toward(actor, foe, gap, min(LUNGE, gap - reach))
            blow = CommittedAttack(actor.id, who, "hit", weapon.key, path=way.path, yards=way.yards)
            return not bar_to_attack(actor, foe, weapon, way.gap) and self.does(blow, f"a lunge at {who}")
        way = toward(actor, foe, gap, gap)
        if gap <= half_move(actor):
            leap = AllOutAttack(actor.id, who, "determined", weapon.key, path=way.path, yards=way.yards)
            if self.does(leap, f"at {who}'s throat"):
                return True
        charge = MoveAndAttack(actor.id, who, weapon.key, path=way.path, yards=way.yards)
        return gap <= move_of(actor) and self.does(charge, f"in on {who}")

    def _strike(
        self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter, gap: float, way: Way
    ) -> bool:
        """The blow itself: how many shots, where, and with which trick."""
        shots = min(weapon.rof, weapon.shots) if weapon.magazine and not weapon.melee else 1
        swing = Swing(weapon, shots=shots)
        plain = attack_tally(
            state, content, Tally(False), actor, foe, swing, Strike(foe.id, weapon, shots=swing.shots), gap
        ).total
        behind = side_struck(state, actor, foe) == "behind"
        place, promise = self._place(content, actor, weapon, foe, plain, behind)
        if promise < POOR and self._draw_better(content, state, actor, foe, gap, promise):
            return True
        where = "" if place == "torso" else place
        if not weapon.melee:
            act = Attack(actor.id, foe.id, weapon.key, where, path=way.path, yards=way.yards, shots=shots)
            return self.does(act, f"{foe.id}: {place}, {counted(shots, 'shot')}")
        if self._special_maneuver(content, state, actor, weapon, foe, way, where):
            return True
        left = plain + price_of(part(place), behind)
        deceptive = max(0, min(3, (left - SURE) // 2)) if foe.able else 0
        telegraphic = not deceptive and left <= 8
        why = "a feigned line" if deceptive else "a wide swing" if telegraphic else f"{foe.id} can be hit"
        blow = Attack(
            actor.id, foe.id, weapon.key, where, path=way.path, yards=way.yards, deceptive=deceptive, telegraphic=telegraphic
        )
        return self.does(blow, f"{why}: {place}")

    def _draw_better(self, content: Content, state: Gurps, actor: Fighter, foe: Fighter, gap: float, promise: float) -> bool:
        """What is in hand will hardly hurt this foe: something at the belt may do several times better."""
        best = MUCH_BETTER * promise
        found: Weapon | None = None
        for each in actor.weapons:
            if not (each.hand or each.dropped or bodily(each)) and in_order(each) and reaches(each, gap):
                value = self._promise(content, state, actor, each, foe, gap)
                if value > best:
                    best, found = value, each
        return found is not None and self.does(Ready(actor.id, found.key), f"the {found.name} will do better")

    def _special_maneuver(
        self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter, way: Way, where: str
    ) -> bool:
        """All out at a helpless foe, on the defence when badly hurt, a feint at one who can be fooled."""
        alone = not any(each.conscious and each is not foe for each in state.roster.values() if each.side != actor.side)
        if foe.stunned and alone:
            blow = AllOutAttack(actor.id, foe.id, "determined", weapon.key, where, path=way.path, yards=way.yards)
            if self.does(blow, f"{foe.id} is helpless"):
                return True
        if (
            way is HERE
            and 3 * actor.hp < actor.max_hp
            and any(each.able and held(each) and each is not actor for each in state.roster.values() if each.side == actor.side)
        ) and self.does(AllOutDefense(actor.id, "double"), "others must carry this fight"):
            return True
        if alone and foe.able and not any(each.by == actor.id for each in foe.feints):
            most = weapon_level(content, actor, weapon)[0] - 4
            if (
                most >= foe.attributes.dx
                and most >= best_combat_skill(content, foe)
                and self.does(Feint(actor.id, foe.id, weapon.key, path=way.path, yards=way.yards), f"{foe.id} can be fooled")
            ):
                return True
        return False

    @staticmethod
    def _place(content: Content, actor: Fighter, weapon: Weapon, foe: Fighter, plain: int, behind: bool) -> tuple[str, float]:
        """Where the chance to hit times what gets through is greatest, and that product; the torso if it makes no difference.

        `plain` is the skill to hit the torso.
        """
        roll = damage_roll(content, actor, weapon.damage) if weapon.damage else None
        if roll is None or foe.inanimate:
            return "torso", POOR
        best, found, most = 0.0, "torso", enough(foe)
        through = max(0.1, get_through(roll, weapon, foe, ""))  # where there is no armour
        for each in spots_of(weapon.type, weapon.beam, behind):
            if foe.armour:
                through = max(0.1, get_through(roll, weapon, foe, each.where))
            value = chance(plain + each.price) * min(most, through * each.halves)
            if value > 1.2 * best:
                best, found = value, each.place
        return found, best

    def _approach(self, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter) -> bool:
        gap = self._gap(state, actor, foe)
        wanted = float(max(reaches_of(weapon))) if weapon.melee else float(weapon.max_range)
        far = min(float(move_of(actor)), max(0.0, gap - wanted))
        if weapon.melee and hexes(gap) < min(reaches_of(weapon)):
            if self._back_off(actor, weapon, foe, gap):
                return True
        elif far > 0:
            if state.scene.walls and self._around(state, actor, foe, wanted):
                return True
            way = toward(actor, foe, gap, far)
            return self.does(Move(actor.id, way.path, "" if way.path else foe.id, way.yards), f"closer to {foe.id}")
        return False

    def _around(self, state: Gurps, actor: Fighter, foe: Fighter, reach: float) -> bool:
        """Past walls and through doors, until the foe is in sight and within reach."""
        if actor.at is None or foe.at is None:
            return False
        way = advance(state, actor.at, foe.at, float(move_of(actor)), reach)
        if way is None:
            return False
        if way.path and self.does(Move(actor.id, way.path), f"around the walls to {foe.id}"):
            return True
        return bool(way.door) and self.does(OpenDoor(actor.id, way.door), "the way leads through it")

    def _back_off(self, actor: Fighter, weapon: Weapon, foe: Fighter, gap: float) -> bool:
        """Too near for the weapon: a step back and a blow."""
        if actor.posture != "standing":
            return False
        path: tuple[Point, ...] = ()
        after, yards = gap + STEP, gap + STEP
        if actor.at is not None and foe.at is not None:
            x, y = actor.at
            path, yards = ((x + STEP if x >= foe.at[0] else x - STEP, y),), -1.0
            after = apart(path[0], foe.at)
        blow = Attack(actor.id, foe.id, weapon.key, path=path, yards=yards)
        return not bar_to_attack(actor, foe, weapon, after) and self.does(blow, "a step back, and a blow")

    def _bare_blow(self, state: Gurps, actor: Fighter, foe: Fighter) -> bool:
        gap = self._gap(state, actor, foe)
        for weapon in own_body(actor):
            if not bar_to_attack(actor, foe, weapon, gap) and self.does(
                Attack(actor.id, foe.id, weapon.key), "the weapon is of no use here"
            ):
                return True
        return False

    # --- answers -----------------------------------------------------------------------------------------------

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule in DEFENDED:
            self.why = "any defence is better than none"
            return ask.options[0].key
        state: Gurps = view
        actor = state.roster.get(ask.who)
        if ask.rule in ("gurps.core.active-defense", "gurps.effort.feverish-defense") and ask.facts and actor is not None:
            return self._defend(state, actor, ask)
        if ask.rule == "gurps.maneuver.wait" and ask.kind == "choose":
            self.why = "this is what was waited for"
            return ask.options[0].key
        if ask.rule == "gurps.ruling.magic-maintain":
            self.why = "as long as it is cheap"
            return "yes" if actor is not None and 2 * ask.facts["cost"] <= actor.fp else "no"
        self.why = "as the book suggests"
        return first_answer(ask)

    def _defend(self, state: Gurps, actor: Fighter, ask: Ask) -> str:
        """The best score, less what the ground costs that it gives up."""
        lying = LYING_COSTS_A_GUNMAN if shoots(actor) else LYING_COSTS
        ground = self._ground(state, actor)
        scores = {
            key: score - (lying if key == "dodge-drop" else ground if key.endswith("-retreat") else 0)
            for key, score in ask.facts.items()
        }
        best = max(scores.values())
        spare = 2 * actor.fp > actor.max_fp and 2 * actor.hp <= actor.max_hp
        if spare and best <= 11 and any(option.key == "effort" for option in ask.options):
            self.why = "one more wound would be too many"
            return "effort"
        self.why = "the best score, without giving ground if it makes no difference"
        return next(key for key, score in scores.items() if score == best)

    def _ground(self, state: Gurps, actor: Fighter) -> int:
        """What a step back costs: nothing while the next step brings the weapon back into reach."""
        reach = -1
        for each in actor.weapons:
            if (each.hand or bodily(each)) and not each.broken:
                if not each.melee:
                    return 0
                reach = max(reach, *reaches_of(each))
        if reach == 0:
            return GROUND_COSTS
        reach = max(reach, 1)  # of a kick
        near = FAR_OFF
        for foe in state.roster.values():
            if foe.side != actor.side and foe.conscious:
                near = min(near, self._gap(state, actor, foe))
        return BLOW_COSTS if hexes(near) > reach else 0  # the step back makes it a yard more, the step in one less


def worth(state: Gurps, side: str) -> float:
    """HP on our side less those on the others', a head that is up counting as much again."""
    value = 0.0
    for actor in state.roster.values():
        if actor.inanimate:
            continue
        points = actor.hp + actor.max_hp if actor.conscious else min(0.0, actor.hp / 2)
        points += actor.fp / 4
        points -= 3 if actor.conscious and actor.stunned else 0
        value += points if actor.side == side else -points
    return value
