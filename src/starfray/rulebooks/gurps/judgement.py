"""What the default policy reckons with: chances, what gets through armour, places worth aiming at, weapons worth using."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import ways_to_total
from starfray.engine.scene import Point, apart, distance_or
from starfray.rulebooks.gurps.core import Roll
from starfray.rulebooks.gurps.damage import wounding
from starfray.rulebooks.gurps.dice import success_cut
from starfray.rulebooks.gurps.locations import PIERCING, part, price_of
from starfray.rulebooks.gurps.state import Fighter, Gurps, Weapon
from starfray.rulebooks.gurps.weapons import KICK, PUNCH, leg_works

BLAST = 6.0  # yards within which nobody sets off an explosive of her own
NEAR_BLAST = 2.0  # yards from the target within which a friend keeps her from it
PLACES = ("torso", "vitals", "neck", "face", "skull", "right-arm", "right-leg", "right-eye")
POINTED = ("imp", *PIERCING)


class Way:
    """A way towards somebody as a maneuver takes it: on a map a path, off it the yards left; `gap` is how far off it ends."""

    __slots__ = ("gap", "path", "yards")

    def __init__(self, path: tuple[Point, ...], yards: float, gap: float) -> None:
        self.path = path
        self.yards = yards
        self.gap = gap


HERE = Way((), -1.0, 0.0)  # no step at all


def toward(actor: Fighter, foe: Fighter, gap: float, far: float) -> Way:
    """So far towards the foe, who is `gap` yards away."""
    if actor.at is None or foe.at is None:
        left = max(0.0, gap - far)
        return Way((), left, left)
    share = min(1.0, max(0.0, (far - 0.02) / gap)) if gap else 0.0
    x, y = actor.at
    end = (round(x + share * (foe.at[0] - x), 2), round(y + share * (foe.at[1] - y), 2))
    return Way((end,), -1.0, apart(end, foe.at))


def shoots(actor: Fighter) -> bool:
    return any(each.hand and not each.melee and in_order(each) for each in actor.weapons)


def wasted(state: Gurps, actor: Fighter, weapon: Weapon, foe: Fighter, gap: float) -> bool:
    """An explosive too near to oneself or a friend; a weapon that only stuns, at somebody who is stunned."""
    if weapon.explosive:
        friends = [each for each in state.roster.values() if each.side == actor.side and each is not actor and not each.dead]
        return gap <= BLAST or any(distance_or(state, each, foe, BLAST) <= NEAR_BLAST for each in friends)
    return not weapon.damage and bool(foe.stunned)


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


def enough(foe: Fighter) -> float:
    """Halves of a wound that fell almost anybody: more is no better."""
    return 2.0 * max(foe.max_hp, foe.hp + foe.max_hp)


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
