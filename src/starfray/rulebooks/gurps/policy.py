"""The default policy: gets to where its weapon works, strikes where the armour is thin, defends with its best score."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.dice import ways_to_total
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart, distance_or, known_distance
from starfray.engine.values import Ask, Tally
from starfray.rulebooks.gurps.actions import (
    AllOutAttack,
    AllOutDefense,
    Attack,
    Cast,
    ChangePosture,
    Concentrate,
    DoNothing,
    FallOut,
    Feint,
    GroupAttack,
    GroupMove,
    Move,
    Ready,
    TakeAim,
)
from starfray.rulebooks.gurps.attack import bar_to_attack
from starfray.rulebooks.gurps.core import Roll, best_combat_skill, damage_roll, hexes, move_of, range_yards, weapon_level
from starfray.rulebooks.gurps.damage import wounding
from starfray.rulebooks.gurps.facing import side_struck
from starfray.rulebooks.gurps.group import reached
from starfray.rulebooks.gurps.locations import PIERCING, part, price_of
from starfray.rulebooks.gurps.magic import CORE
from starfray.rulebooks.gurps.ready import grip
from starfray.rulebooks.gurps.shapes import success_cut
from starfray.rulebooks.gurps.state import (
    KICK,
    PUNCH,
    Fighter,
    Gurps,
    Weapon,
    bodily,
    body_of,
    first_held,
    held,
    leg_works,
    own_body,
    things,
)
from starfray.rulebooks.gurps.swing import Strike, Swing, attack_tally
from starfray.rulebooks.gurps.turns import STEP

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
        one = state.roster[who]
        foes = [each for each in state.roster.values() if each.side != one.side and each.conscious]
        if not foes:
            return self._say(DoNothing(who), "nothing else can be done")
        if one.group:
            return self._together(state, one, foes)
        self._nearest_first(state, one, foes)
        if not one.able:
            return self._say(DoNothing(who), "nothing else can be done")
        if one.posture not in ("standing", "crouching") and leg_works(one, "right") and leg_works(one, "left"):
            return self._say(ChangePosture(who, "standing"), "on the ground nobody fights well")
        spell = self._spell(state, one, foes[0])
        if spell is not None:
            return spell
        content = book.shelf()
        weapon = self._weapon(content, state, one, foes[0])
        armed_by_nature = weapon.natural and any(each is weapon for each in one.weapons)
        if (weapon.natural and not held(one) and not armed_by_nature) or not in_order(weapon):
            better = self._to_ready(one)
            if better is not None:
                return self._say(Ready(who, better.key), f"the {better.name} first")
        return self._fight(content, state, one, weapon, foes)

    def _nearest_first(self, state: Gurps, one: Fighter, foes: list[Fighter]) -> None:
        if len(foes) > 1:
            foes.sort(key=lambda each: (self._gap(state, one, each), each.hp))

    def _say(self, action: Action, why: str) -> Action:
        self.why = why
        return action

    @staticmethod
    def _gap(state: Gurps, one: Fighter, other: Fighter) -> float:
        return distance_or(state, one, other, 10.0)

    def _weapon(self, content: Content, state: Gurps, one: Fighter, foe: Fighter) -> Weapon:
        """Of what is in hand or grown on: the use that does most from here, else the one that reaches furthest."""
        first = first_held(one) or bare(one)
        own = [each for each in one.weapons if (each.hand or bodily(each)) and in_order(each)]
        if len(own) < 2:
            return own[0] if own and first.natural else first
        gap = self._gap(state, one, foe)
        near = [each for each in own if not bar_to_attack(one, foe, each, gap)]
        if not near and one.at is not None:
            near = [each for each in own if each.melee and not bar_to_attack(one, foe, each, max(0.0, gap - STEP))]
        if near:
            return max(near, key=lambda each: self._promise(content, state, one, each, foe, gap))
        if any(each.hand and not in_order(each) for each in things(held(one))) and hexes(gap) > 2:
            return first  # time to reload
        return max(own, key=lambda each: max(each.reach) if each.melee else 2 + each.max_range)

    @staticmethod
    def _promise(content: Content, state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter, gap: float) -> float:
        """The chance to hit times what gets through the armour of the torso."""
        shots = min(weapon.rof, weapon.shots) if weapon.magazine and not weapon.melee else 1
        swing = Swing(weapon, shots=max(1, shots))
        skill = attack_tally(state, content, Tally(False), one, foe, swing, Strike(foe.id, weapon), gap).total
        roll = damage_roll(content, one, weapon.damage) if weapon.damage else None
        return chance(skill) * max(0.1, get_through(roll, weapon, foe, "torso")) * wounding(weapon, "torso")[0]

    @staticmethod
    def _to_ready(one: Fighter) -> Weapon | None:
        for weapon in one.weapons:
            if weapon.broken or (bodily(weapon) and in_order(weapon)):
                continue
            if (weapon.hand or bodily(weapon)) and not in_order(weapon):
                return weapon
            near = weapon.lies is None or one.at is None or apart(weapon.lies, one.at) <= STEP + 0.5
            if not weapon.hand and near and len(grip(one, weapon, "")) >= weapon.hands:
                return weapon
        return None

    # --- groups and magic --------------------------------------------------------------------------------------

    def _together(self, state: Gurps, one: Fighter, foes: list[Fighter]) -> Action:
        body = body_of(state, one)
        if len(body) > 10:
            return self._say(DoNothing(one.id), "too many to act as one")
        down = one.posture not in ("standing", "crouching") and leg_works(one, "right") and leg_works(one, "left")
        if one.able and (down or (not held(one) and self._to_ready(one) is not None)):
            return self._say(FallOut(one.id), "first on my feet, with something in hand")
        nearest = self._nearest(state, one, foes)
        near = nearest if len(foes) <= 10 and reached(state, body, nearest) else None
        if near is None:
            self._nearest_first(state, one, foes)
            near = next((each for each in foes if reached(state, body, each)), None)
        if near is not None:
            mates = [each for each in foes if (each.group and each.group == near.group) or reached(state, body, each)]
            names = tuple(each.id for each in mates[:10])
            return self._say(GroupAttack(one.id, names), "all of us at all of them")
        able = [each for each in body if each.able]
        far = min((move_of(each) for each in able), default=0)
        first, foe = able[0] if able else one, foes[0]
        gap = self._gap(state, first, foe) if able else 0.0
        for each in able:
            for other in foes:
                between = self._gap(state, each, other)
                if between < gap:
                    gap, first, foe = between, each, other
        if not far or gap <= STEP:
            return self._say(DoNothing(one.id), "nobody can be reached")
        why = f"closer to {foe.id}"
        if one.at is not None and first.at is not None and foe.at is not None:  # all go the way of the one who is nearest
            ((x, y),) = self._way(first, foe, min(far, gap - STEP))
            end = (round(one.at[0] + x - first.at[0], 2), round(one.at[1] + y - first.at[1], 2))
            return self._say(GroupMove(one.id, (end,)), why)
        return self._say(GroupMove(one.id, (), foe.id, max(STEP, gap - far)), why)

    def _nearest(self, state: Gurps, one: Fighter, foes: list[Fighter]) -> Fighter:
        best, least = foes[0], self._gap(state, one, foes[0])
        for foe in foes:
            gap = self._gap(state, one, foe)
            if gap < least or (gap == least and foe.hp < best.hp):
                best, least = foe, gap
        return best

    def _spell(self, state: Gurps, one: Fighter, foe: Fighter) -> Action | None:
        """A bolt while there is fatigue for it and the foe is not upon us."""
        known = 0
        for name in CORE:
            known = max(known, one.skills.get(name, 0))
        if known < SURE or one.fp - BOLT_COST < one.max_fp // 3:
            return None
        gap = self._gap(state, one, foe)
        if range_yards(gap) > 100 or known_distance(state, one, foe) is None:
            return None
        if one.thought is not None:
            return self._say(Cast(one.id, BOLT, (foe.id,)), "the spell is ready")
        if hexes(gap) <= 2:
            return None
        return self._say(Concentrate(one.id, BOLT), "a second of thought for the spell")

    # --- one against one ---------------------------------------------------------------------------------------

    def _fight(self, content: Content, state: Gurps, one: Fighter, weapon: Weapon, foes: list[Fighter]) -> Action:
        for foe in foes:
            gap = self._gap(state, one, foe)
            if not bar_to_attack(one, foe, weapon, gap):
                aim = one.aim
                aimed = aim is not None and aim.target == foe.id and aim.weapon == weapon.key
                if not weapon.melee and range_yards(gap) >= AIM_FROM and not aimed:
                    return self._say(TakeAim(one.id, foe.id, weapon.key), "too far for a snap shot")
                return self._strike(content, state, one, weapon, foe, gap, ())
            if weapon.melee and hexes(gap) - 1 in weapon.reach:
                step = self._way(one, foe, STEP)
                if one.at is not None and step:
                    after = apart(step[0], foe.at) if foe.at is not None else gap
                    if not bar_to_attack(one, foe, weapon, after):
                        return self._strike(content, state, one, weapon, foe, after, step)
        return self._approach(state, one, weapon, foes[0])

    def _strike(
        self, content: Content, state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter, gap: float, path: tuple[Point, ...]
    ) -> Action:
        """The blow itself: how many shots, where, and with which trick."""
        shots = min(weapon.rof, weapon.shots) if weapon.magazine and not weapon.melee else 1
        swing = Swing(weapon, shots=shots)
        plain = attack_tally(state, content, Tally(False), one, foe, swing, Strike(foe.id, weapon), gap).total
        behind = side_struck(state, one, foe) == "behind"
        place = self._place(content, one, weapon, foe, plain, behind)
        where = "" if place == "torso" else place
        if not weapon.melee:
            act = Attack(one.id, foe.id, weapon.key, where, path=path, shots=shots)
            return self._say(act, f"{foe.id}: {place}, {shots} shots")
        alone = not any(each.conscious and each is not foe for each in state.roster.values() if each.side != one.side)
        if foe.stunned and alone:
            return self._say(AllOutAttack(one.id, foe.id, "determined", weapon.key, where, path=path), f"{foe.id} is helpless")
        if (
            not path
            and 3 * one.hp < one.max_hp
            and any(each.conscious and each is not one for each in state.roster.values() if each.side == one.side)
        ):
            return self._say(AllOutDefense(one.id, "double"), "others must carry this fight")
        if alone and foe.able and not any(each.by == one.id for each in foe.feints):
            most = weapon_level(content, one, weapon)[0] - 4
            if most >= foe.attributes.dx and most >= best_combat_skill(content, foe):
                return self._say(Feint(one.id, foe.id, weapon.key, path=path), f"{foe.id} can be fooled")
        left = plain + price_of(part(place), behind)
        deceptive = max(0, min(3, (left - SURE) // 2)) if foe.able else 0
        telegraphic = not deceptive and left <= 8
        why = "a feigned line" if deceptive else "a wide swing" if telegraphic else f"{foe.id} can be hit"
        blow = Attack(one.id, foe.id, weapon.key, where, path=path, deceptive=deceptive, telegraphic=telegraphic)
        return self._say(blow, f"{why}: {place}")

    @staticmethod
    def _place(content: Content, one: Fighter, weapon: Weapon, foe: Fighter, plain: int, behind: bool) -> str:
        """Where the chance to hit times what gets through is greatest; the torso if it makes no difference.

        `plain` is the skill to hit the torso.
        """
        roll = damage_roll(content, one, weapon.damage) if weapon.damage else None
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

    def _approach(self, state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter) -> Action:
        gap = self._gap(state, one, foe)
        wanted = float(max(weapon.reach)) if weapon.melee else float(weapon.max_range)
        far = min(float(move_of(one)), max(0.0, gap - wanted))
        if weapon.melee and hexes(gap) < min(weapon.reach):
            return self._back_off(state, one, weapon, foe)
        if far <= 0:
            return self._bare_blow(state, one, foe)
        if one.at is not None and foe.at is not None:
            return self._say(Move(one.id, self._way(one, foe, far)), f"closer to {foe.id}")
        return self._say(Move(one.id, (), foe.id, gap - far), f"closer to {foe.id}")

    def _back_off(self, state: Gurps, one: Fighter, weapon: Weapon, foe: Fighter) -> Action:
        """Too near for the weapon: a step back and a blow."""
        if one.at is not None and foe.at is not None and one.posture == "standing":
            back = (one.at[0] + STEP, one.at[1]) if one.at[0] >= foe.at[0] else (one.at[0] - STEP, one.at[1])
            if not bar_to_attack(one, foe, weapon, apart(back, foe.at)):
                return self._say(Attack(one.id, foe.id, weapon.key, path=(back,)), "a step back, and a blow")
        return self._bare_blow(state, one, foe)

    def _bare_blow(self, state: Gurps, one: Fighter, foe: Fighter) -> Action:
        gap = self._gap(state, one, foe)
        for weapon in own_body(one):
            if not bar_to_attack(one, foe, weapon, gap):
                return self._say(Attack(one.id, foe.id, weapon.key), "the weapon is of no use here")
        return self._say(DoNothing(one.id), "nothing can be reached")

    @staticmethod
    def _way(one: Fighter, foe: Fighter, far: float) -> tuple[Point, ...]:
        if one.at is None or foe.at is None:
            return ()
        whole = apart(one.at, foe.at)
        share = min(1.0, max(0.0, (far - 0.02) / whole)) if whole else 0.0
        end = (one.at[0] + share * (foe.at[0] - one.at[0]), one.at[1] + share * (foe.at[1] - one.at[1]))
        return ((round(end[0], 2), round(end[1], 2)),)

    # --- answers -----------------------------------------------------------------------------------------------

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        if ask.rule in DEFENDED:
            self.why = "any defence is better than none"
            return ask.options[0].key
        state: Gurps = view
        one = state.roster.get(ask.who)
        if ask.rule in ("gurps.core.active-defense", "gurps.effort.feverish-defense") and ask.facts:
            scores = {key: score - (LYING_COSTS if key == "dodge-drop" else 0) for key, score in ask.facts.items()}
            best = max(scores.values())
            spare = one is not None and 2 * one.fp > one.max_fp and 2 * one.hp <= one.max_hp
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
            return "yes" if one is not None and 2 * ask.facts["cost"] <= one.fp else "no"
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
    weapon = Weapon(key="", type=kind, beam=beam)
    found = []
    for place in PLACES:
        where = part(place)
        if where not in ("eye", "vitals") or beam or kind in POINTED:
            found.append(Spot(place, where, price_of(where, behind), wounding(weapon, place)[0]))
    return found


def bare(one: Fighter) -> Weapon:
    """A foot while one stands on the other, else a fist."""
    return KICK if one.posture in ("standing", "crouching") and leg_works(one, "right") else PUNCH


def worth(state: Gurps, side: str) -> float:
    """HP on our side less those on the others', a head that is up counting as much again."""
    value = 0.0
    for one in state.roster.values():
        if one.inanimate:
            continue
        points = one.hp + one.max_hp if one.conscious else min(0.0, one.hp / 2)
        points += one.fp / 4
        points -= 3 if one.conscious and one.stunned else 0
        value += points if one.side == side else -points
    return value
