"""Who can do what: awake, on their feet, near enough, behind which door."""

from __future__ import annotations

from starfray.engine.scene import covers_at, distance, known_distance
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.records import FIREARMS, Weapon
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DOOR
from starfray.rulebooks.icar.state import Actor, Icar

REACH = 2.0  # metres; icar.ruling.close-reach
ABOARD = 1.0  # metres between two people in the same vehicle
HUMAN_HP = 10
DYING_TURNS = 40  # icar.hp.zero: two minutes
STABILISE_TRIES = 10  # icar.hp.stabilise-limit
STREET_FIGHTING = "street-fighting"


def person(one: Actor) -> bool:
    return one.craft is None and one.vehicle is None


def people(state: Icar) -> list[Actor]:
    return [one for one in state.roster.values() if person(one)]


def conscious(one: Actor) -> bool:
    """icar.stun.zero, icar.ruling.hp-unconscious"""
    return not one.out and one.hp > 0 and not one.asleep


def able(one: Actor) -> bool:
    """Can act at all: conscious, not pushed clear, master of the own body."""
    return conscious(one) and not one.away and "body" not in one.disabled


def is_aug(one: Actor) -> bool:
    return one.aug or bool(one.suits)


def human(one: Actor) -> bool:
    return not one.automaton


def armoured(one: Actor) -> bool:
    return any(worn.left > 0 for worn in one.armour)


def meat(one: Actor) -> int:
    return attribute_of(one, "meat")


def skill_of(one: Actor, skill: str) -> int:
    return one.skills.get(skill, 0)


def held_weapon(one: Actor) -> Weapon | None:
    """Of two alike both are at hand: the one with shots left."""
    empty: Weapon | None = None
    for each in one.weapons:
        if each.key == one.hand and not each.apart:
            if each.rounds:
                return each
            if empty is None:
                empty = each
    return empty


def gun_in_hand(one: Actor) -> Weapon | None:
    weapon = held_weapon(one)
    return weapon if weapon is not None and weapon.gun else None


def close_gun(one: Actor) -> Weapon | None:
    """A pistol, rifle or sub-machine gun in the hand. icar.close.weapon.firearm"""
    weapon = gun_in_hand(one)
    return weapon if weapon is not None and weapon.type in FIREARMS else None


def has_object(one: Actor) -> bool:
    """Just about anything in the hand. icar.close.once.held-object"""
    return one.hand != ""


def pinned(one: Actor) -> bool:
    return one.prone and one.held_by != ""


def down(one: Actor) -> bool:
    return one.prone or one.held_by != ""


def metres(state: Icar, one: Actor, other: Actor) -> float:
    """icar.combat.metres; the GM is asked once where nobody has said."""
    if one.aboard and one.aboard == other.aboard:
        return ABOARD
    return distance(state, one, other)


def known_metres(state: Icar, one: Actor, other: Actor) -> float | None:
    if one.aboard and one.aboard == other.aboard:
        return ABOARD
    return known_distance(state, one, other)


def parted(state: Icar, one: Actor, other: Actor) -> bool:
    """Are they in different rooms with no open door between?"""
    if not one.area or not other.area or one.area == other.area:
        return False
    for thing in state.things:
        if thing.open and thing.kind in (DOOR, AIRLOCK) and one.area in thing.joins and other.area in thing.joins:
            return False
    return True


def within_reach(state: Icar, one: Actor, other: Actor) -> bool:
    """Near enough for close combat, as far as anybody has said. icar.ruling.close-reach"""
    if other.away or parted(state, one, other):
        return False
    far = known_metres(state, one, other)
    return far is None or far <= REACH + 1e-9


def foes(state: Icar, one: Actor) -> list[Actor]:
    """Everybody of another side who is still in the fight, standing or not."""
    return [each for each in state.roster.values() if each.side != one.side and not each.out and person(each)]


def covered(state: Icar, one: Actor) -> bool:
    return one.in_cover or (one.at is not None and bool(covers_at(state, one.at)))
