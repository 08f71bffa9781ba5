"""The default policy: gets to where its weapon works, strikes where the armour is thin, defends with its best score."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starfray.engine.dice import ways_to_total
from starfray.engine.rules import Action, Ask, Content, Generator, Policy, Rulebook, Tally, counted, first_answer
from starfray.engine.scene import Point, apart, distance_or, known_distance
from starfray.rulebooks.gurps.attack_maneuvers import AllOutAttack, Attack, Feint
from starfray.rulebooks.gurps.attack_skill import Strike, Swing, attack_tally
from starfray.rulebooks.gurps.core import (
    STEP,
    Roll,
    best_combat_skill,
    damage_roll,
    hexes,
    move_of,
    range_yards,
    side_struck,
    step_of,
    weapon_level,
)
from starfray.rulebooks.gurps.damage import wounding
from starfray.rulebooks.gurps.dice import success_cut
from starfray.rulebooks.gurps.group import GroupAttack, reached
from starfray.rulebooks.gurps.group_drill import FallOut, GroupMove
from starfray.rulebooks.gurps.locations import PIERCING, part, price_of
from starfray.rulebooks.gurps.magic import Cast
from starfray.rulebooks.gurps.maneuvers import AllOutDefense, Concentrate, DoNothing, Move, TakeAim
from starfray.rulebooks.gurps.ready import ChangePosture, Ready, grip
from starfray.rulebooks.gurps.spells import CORE
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon, body_of
from starfray.rulebooks.gurps.weapons import (
    KICK,
    PUNCH,
    bar_to_attack,
    bodily,
    first_held,
    held,
    leg_works,
    own_body,
    reaches_of,
    things,
)

LYING_COSTS = 2  # what lying on the floor afterwards is reckoned at
AIM_FROM = 21  # yards: further away a second of aiming pays
PLACES = ("torso", "vitals", "neck", "face", "skull", "right-arm", "right-leg", "right-eye")
POINTED = ("imp", *PIERCING)
BOLT, BOLT_COST = "force-bolt", 4
SURE = 14  # skill that is enough; what is above goes into deception


#: questions whose first option is always taken
DEFENDED = (
    "gurps.group-combat.defense", "gurps.group-combat.all-out-defense", "gurps.ruling.magic-delivery",
    "gurps.critical.defense.ranged",
)  # fmt: skip


class Sensible(Policy):
    name = "sensible"
    steady = True
    blind = DEFENDED

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Gurps = view
        actor = state.roster[who]
        foes = [each for each in state.roster.values() if each.side != actor.side and each.conscious]
        if not foes:
            return self._say(DoNothing(who), "nothing else can be done")
        if actor.group:
            return self._together(state, actor, foes)
        self._nearest_first(state, actor, foes)
        if not actor.able:
            return self._say(DoNothing(who), "nothing else can be done")
        if actor.posture not in ("standing", "crouching") and leg_works(actor, "right") and leg_works(actor, "left"):
            return self._say(ChangePosture(who, "standing"), "on the ground nobody fights well")
        spell = self._spell(state, actor, foes[0])
        if spell is not None:
            return spell
        content = book.content_in_use()
        weapon = self._weapon(content, state, actor, foes[0])
        armed_by_nature = weapon.natural and any(each is weapon for each in actor.weapons)
        if (weapon.natural and not held(actor) and not armed_by_nature) or not in_order(weapon):
            better = self._to_ready(actor)
            if better is not None:
                return self._say(Ready(who, better.key), f"the {better.name} first")
        return self._fight(content, state, actor, weapon, foes)

    def _nearest_first(self, state: Gurps, actor: Fighter, foes: list[Fighter]) -> None:
        if len(foes) > 1:
            foes.sort(key=lambda each: (self._gap(state, actor, each), each.hp))

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    @staticmethod
    def _gap(state: Gurps, actor: Fighter, other: Fighter) -> float:
        return distance_or(state, actor, other, 10.0)

    def _weapon(self, content: Content, state: Gurps, actor: Fighter, foe: Fighter) -> Weapon:
        """Of what is in hand or grown on: the use that does most from here, else the one that reaches furthest."""
        first = first_held(actor) or bare(actor)
        own = [each for each in actor.weapons if (each.hand or bodily(each)) and in_order(each)]
        if len(own) < 2:
            return own[0] if own and first.natural else first
        gap = self._gap(state, actor, foe)
        near = [each for each in own if not bar_to_attack(actor, foe, each, gap)]
        if not near and actor.at is not None:
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
        return chance(skill) * max(0.1, get_through(roll, weapon, foe, "torso")) * wounding(weapon, "torso")[0]

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

    def _together(self, state: Gurps, actor: Fighter, foes: list[Fighter]) -> Action:
        body = body_of(state, actor)
        if len(body) > 10:
            return self._say(DoNothing(actor.id), "too many to act as one")
        down = actor.posture not in ("standing", "crouching") and leg_works(actor, "right") and leg_works(actor, "left")
        if actor.able and (down or (not held(actor) and self._to_ready(actor) is not None)):
            return self._say(FallOut(actor.id), "first on my feet, with something in hand")
        nearest = self._nearest(state, actor, foes)
        near = nearest if len(foes) <= 10 and reached(state, body, nearest) else None
        if near is None:
            self._nearest_first(state, actor, foes)
            near = next((each for each in foes if reached(state, body, each)), None)
        if near is not None:
            mates = [each for each in foes if reached(state, body, each)]
            names = tuple(each.id for each in mates[:10])
            return self._say(GroupAttack(actor.id, names), "all of us at all of them")
        return self._approach_together(state, actor, body, foes)

    def _approach_together(self, state: Gurps, actor: Fighter, body: list[Fighter], foes: list[Fighter]) -> Action:
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
            return self._say(DoNothing(actor.id), "nobody can be reached")
        why = f"closer to {foe.id}"
        if actor.at is not None and first.at is not None and foe.at is not None:
            ((x, y),) = self._way(first, foe, min(far, gap - STEP))
            end = (round(actor.at[0] + x - first.at[0], 2), round(actor.at[1] + y - first.at[1], 2))
            return self._say(GroupMove(actor.id, (end,)), why)
        return self._say(GroupMove(actor.id, (), foe.id, max(STEP, gap - far)), why)

    def _nearest(self, state: Gurps, actor: Fighter, foes: list[Fighter]) -> Fighter:
        best, least = foes[0], self._gap(state, actor, foes[0])
        for foe in foes:
            gap = self._gap(state, actor, foe)
            if gap < least or (gap == least and foe.hp < best.hp):
                best, least = foe, gap
        return best

    def _spell(self, state: Gurps, actor: Fighter, foe: Fighter) -> Action | None:
        """A bolt while there is fatigue for it and the foe is not upon us."""
        known = 0
        for name in CORE:
            known = max(known, actor.skills.get(name, 0))
        if known < SURE or actor.fp - BOLT_COST < actor.max_fp // 3:
            return None
        gap = self._gap(state, actor, foe)
        if range_yards(gap) > 100 or known_distance(state, actor, foe) is None:
            return None
        if actor.thought is not None:
            return self._say(Cast(actor.id, BOLT, (foe.id,)), "the spell is ready")
        if hexes(gap) <= 2:
            return None
        return self._say(Concentrate(actor.id, BOLT), "a second of thought for the spell")

    # --- one against one ---------------------------------------------------------------------------------------

    def _fight(self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foes: list[Fighter]) -> Action:
        for foe in foes:
            gap = self._gap(state, actor, foe)
            if not bar_to_attack(actor, foe, weapon, gap):
                aim = actor.aim
                aimed = aim is not None and aim.target == foe.id and aim.weapon == weapon.key
                if not weapon.melee and range_yards(gap) >= AIM_FROM and not aimed:
                    return self._say(TakeAim(actor.id, foe.id, weapon.key), "too far for a snap shot")
                return self._strike(content, state, actor, weapon, foe, gap, ())
            if weapon.melee and hexes(gap) - 1 in reaches_of(weapon):
                step = self._way(actor, foe, step_of(actor))
                if actor.at is not None and step:
                    after = apart(step[0], foe.at) if foe.at is not None else gap
                    if not bar_to_attack(actor, foe, weapon, after):
                        return self._strike(content, state, actor, weapon, foe, after, step)
        return self._approach(state, actor, weapon, foes[0])

    def _strike(
        self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter, gap: float, path: tuple[Point, ...]
    ) -> Action:
        """The blow itself: how many shots, where, and with which trick."""
        shots = min(weapon.rof, weapon.shots) if weapon.magazine and not weapon.melee else 1
        swing = Swing(weapon, shots=shots)
        plain = attack_tally(
            state, content, Tally(False), actor, foe, swing, Strike(foe.id, weapon, shots=swing.shots), gap
        ).total
        behind = side_struck(state, actor, foe) == "behind"
        place = self._place(content, actor, weapon, foe, plain, behind)
        where = "" if place == "torso" else place
        if not weapon.melee:
            act = Attack(actor.id, foe.id, weapon.key, where, path=path, shots=shots)
            return self._say(act, f"{foe.id}: {place}, {counted(shots, 'shot')}")
        special = self._special_maneuver(content, state, actor, weapon, foe, path, where)
        if special is not None:
            return special
        left = plain + price_of(part(place), behind)
        deceptive = max(0, min(3, (left - SURE) // 2)) if foe.able else 0
        telegraphic = not deceptive and left <= 8
        why = "a feigned line" if deceptive else "a wide swing" if telegraphic else f"{foe.id} can be hit"
        blow = Attack(actor.id, foe.id, weapon.key, where, path=path, deceptive=deceptive, telegraphic=telegraphic)
        return self._say(blow, f"{why}: {place}")

    def _special_maneuver(
        self, content: Content, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter, path: tuple[Point, ...], where: str
    ) -> Action | None:
        """All out at a helpless foe, on the defence when badly hurt, a feint at one who can be fooled."""
        alone = not any(each.conscious and each is not foe for each in state.roster.values() if each.side != actor.side)
        if foe.stunned and alone:
            return self._say(
                AllOutAttack(actor.id, foe.id, "determined", weapon.key, where, path=path), f"{foe.id} is helpless"
            )
        if (
            not path
            and 3 * actor.hp < actor.max_hp
            and any(each.conscious and each is not actor for each in state.roster.values() if each.side == actor.side)
        ):
            return self._say(AllOutDefense(actor.id, "double"), "others must carry this fight")
        if alone and foe.able and not any(each.by == actor.id for each in foe.feints):
            most = weapon_level(content, actor, weapon)[0] - 4
            if most >= foe.attributes.dx and most >= best_combat_skill(content, foe):
                return self._say(Feint(actor.id, foe.id, weapon.key, path=path), f"{foe.id} can be fooled")
        return None

    @staticmethod
    def _place(content: Content, actor: Fighter, weapon: Weapon, foe: Fighter, plain: int, behind: bool) -> str:
        """Where the chance to hit times what gets through is greatest; the torso if it makes no difference.

        `plain` is the skill to hit the torso.
        """
        roll = damage_roll(content, actor, weapon.damage) if weapon.damage else None
        if roll is None or foe.inanimate:
            return "torso"
        best, found = 0.0, "torso"
        through = max(0.1, get_through(roll, weapon, foe, ""))  # where there is no armour
        for each in spots_of(weapon.type, weapon.beam, behind):
            if foe.armour:
                through = max(0.1, get_through(roll, weapon, foe, each.where))
            value = chance(plain + each.price) * through * each.halves
            if value > 1.2 * best:
                best, found = value, each.place
        return found

    def _approach(self, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter) -> Action:
        gap = self._gap(state, actor, foe)
        wanted = float(max(reaches_of(weapon))) if weapon.melee else float(weapon.max_range)
        far = min(float(move_of(actor)), max(0.0, gap - wanted))
        if weapon.melee and hexes(gap) < min(reaches_of(weapon)):
            return self._back_off(state, actor, weapon, foe)
        if far <= 0:
            return self._bare_blow(state, actor, foe)
        if actor.at is not None and foe.at is not None:
            return self._say(Move(actor.id, self._way(actor, foe, far)), f"closer to {foe.id}")
        return self._say(Move(actor.id, (), foe.id, gap - far), f"closer to {foe.id}")

    def _back_off(self, state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter) -> Action:
        """Too near for the weapon: a step back and a blow."""
        if actor.at is not None and foe.at is not None and actor.posture == "standing":
            back = (actor.at[0] + STEP, actor.at[1]) if actor.at[0] >= foe.at[0] else (actor.at[0] - STEP, actor.at[1])
            if not bar_to_attack(actor, foe, weapon, apart(back, foe.at)):
                return self._say(Attack(actor.id, foe.id, weapon.key, path=(back,)), "a step back, and a blow")
        return self._bare_blow(state, actor, foe)

    def _bare_blow(self, state: Gurps, actor: Fighter, foe: Fighter) -> Action:
        gap = self._gap(state, actor, foe)
        for weapon in own_body(actor):
            if not bar_to_attack(actor, foe, weapon, gap):
                return self._say(Attack(actor.id, foe.id, weapon.key), "the weapon is of no use here")
        return self._say(DoNothing(actor.id), "nothing can be reached")

    @staticmethod
    def _way(actor: Fighter, foe: Fighter, far: float) -> tuple[Point, ...]:
        if actor.at is None or foe.at is None:
            return ()
        whole = apart(actor.at, foe.at)
        share = min(1.0, max(0.0, (far - 0.02) / whole)) if whole else 0.0
        end = (actor.at[0] + share * (foe.at[0] - actor.at[0]), actor.at[1] + share * (foe.at[1] - actor.at[1]))
        return ((round(end[0], 2), round(end[1], 2)),)

    # --- answers -----------------------------------------------------------------------------------------------

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule in DEFENDED:
            self.why = "any defence is better than none"
            return ask.options[0].key
        state: Gurps = view
        actor = state.roster.get(ask.who)
        if ask.rule in ("gurps.core.active-defense", "gurps.effort.feverish-defense") and ask.facts:
            scores = {key: score - (LYING_COSTS if key == "dodge-drop" else 0) for key, score in ask.facts.items()}
            best = max(scores.values())
            spare = actor is not None and 2 * actor.fp > actor.max_fp and 2 * actor.hp <= actor.max_hp
            if spare and best <= 11 and any(option.key == "effort" for option in ask.options):
                self.why = "one more wound would be too many"
                return "effort"
            self.why = "the best score, without giving ground if it makes no difference"
            return next(key for key, score in scores.items() if score == best)
        if ask.rule == "gurps.maneuver.wait" and ask.kind == "choose":
            self.why = "this is what was waited for"
            return ask.options[0].key
        if ask.rule == "gurps.ruling.magic-maintain":
            self.why = "as long as it is cheap"
            return "yes" if actor is not None and 2 * ask.facts["cost"] <= actor.fp else "no"
        self.why = "as the book suggests"
        return first_answer(ask)


#: of a success roll, by the highest roll that succeeds
CHANCES = [sum(ways for rolled, ways in ways_to_total(3, 6).items() if rolled <= cut) / 216 for cut in range(17)]


def chance(skill: int) -> float:
    return CHANCES[success_cut(skill)]


def in_order(weapon: Weapon) -> bool:
    """Ready, whole, and loaded if it needs to be."""
    return not weapon.unready and not weapon.broken and not (weapon.magazine and weapon.shots < 1)


def get_through(roll: Roll | None, weapon: Weapon, foe: Fighter, where: str) -> float:
    """Damage on average less the DR of that part; a weapon that only stuns counts as a light blow."""
    if roll is None:
        return 2.0
    stopped = foe.dr
    for each in foe.armour:
        if where in each.dr:
            stopped += each.versus.get(weapon.type, each.dr[where])
    return (3.5 * roll.dice + roll.adds) * roll.times - stopped // weapon.divisor


class Spot:
    """A place worth aiming at: its price, and what a wound there counts in halves."""

    __slots__ = ("halves", "place", "price", "where")

    def __init__(self, place: str, where: str, price: int, halves: int) -> None:
        self.place = place
        self.where = where  # as the book's tables call it
        self.price = price
        self.halves = halves


@lru_cache(maxsize=256)
def spots_of(kind: str, beam: bool, behind: bool) -> list[Spot]:
    """Eyes and vitals are for what is pointed, or a beam."""
    weapon = Weapon(key="", hand="", type=kind, beam=beam)
    found = []
    for place in PLACES:
        where = part(place)
        if where not in ("eye", "vitals") or beam or kind in POINTED:
            found.append(Spot(place, where, price_of(where, behind), wounding(weapon, place)[0]))
    return found


def bare(actor: Fighter) -> Weapon:
    """A foot while one stands on the other, else a fist."""
    return KICK if actor.posture in ("standing", "crouching") and leg_works(actor, "right") else PUNCH


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
