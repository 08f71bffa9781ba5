"""Who can do what: awake, on their feet, near enough, behind which door."""

from __future__ import annotations

from starfray.engine.barriers import behind_wall
from starfray.engine.errors import Refused
from starfray.engine.scene import covers_at, distance, known_distance
from starfray.engine.table import Table
from starfray.engine.walls import frame_before, walled_off
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.intrusions import is_off, stands_open
from starfray.rulebooks.icar.common.records import FIREARMS, Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar

REACH = 2.0  # metres; icar.ruling.close-reach
ABOARD = 1.0  # metres between two people in the same vehicle
HUMAN_HP = 10
DYING_TURNS = 40  # icar.hp.zero: two minutes
STABILISE_TRIES = 10  # icar.hp.stabilise-limit
STREET_FIGHTING = "street-fighting"
STILL_THERE = ("", "dead", "surrendered")  # who is out in another way has gone with all they have


def person(actor: Actor) -> bool:
    return actor.craft is None and actor.vehicle is None


def people(state: Icar) -> list[Actor]:
    return [actor for actor in state.roster.values() if person(actor)]


def conscious(actor: Actor) -> bool:
    """icar.stun.zero, icar.ruling.hp-unconscious"""
    return not actor.out and actor.hp > 0 and not actor.asleep


def able(actor: Actor) -> bool:
    """Can act at all: conscious, not pushed clear, master of the own body."""
    return conscious(actor) and not actor.away and "body" not in actor.disabled


def fighting(state: Icar, actor: Actor) -> bool:
    """A craft that is still in the fight: not a wreck, not gone, somebody at its stations. icar.space.end.ways"""
    if actor.craft is None or actor.out:
        return False
    manned = False
    for other in state.roster.values():
        if other.aboard == actor.id and other.role:
            if able(other):
                return True
            manned = True
    return not manned


def is_aug(actor: Actor) -> bool:
    return actor.aug or bool(actor.suits)


def human(actor: Actor) -> bool:
    return not actor.automaton


def armoured(actor: Actor) -> bool:
    return any(worn.left > 0 for worn in actor.armour)


def meat(actor: Actor) -> int:
    return attribute_of(actor, "meat")


def skill_of(actor: Actor, skill: str) -> int:
    return actor.skills.get(skill, 0)


def held_weapon(actor: Actor) -> Weapon | None:
    """Of two alike both are at hand: the one with shots left."""
    empty: Weapon | None = None
    for weapon in actor.weapons:
        if weapon.key == actor.hand and not weapon.apart:
            if weapon.rounds:
                return weapon
            if empty is None:
                empty = weapon
    return empty


def gun_in_hand(actor: Actor) -> Weapon | None:
    weapon = held_weapon(actor)
    return weapon if weapon is not None and weapon.gun else None


def close_gun(actor: Actor) -> Weapon | None:
    """A pistol, rifle or sub-machine gun in the hand. icar.close.weapon.firearm"""
    weapon = gun_in_hand(actor)
    return weapon if weapon is not None and weapon.type in FIREARMS else None


def has_object(actor: Actor) -> bool:
    """Just about anything in the hand. icar.close.once.held-object"""
    return actor.hand != ""


def pinned(actor: Actor) -> bool:
    return actor.prone and actor.held_by != ""


def down(actor: Actor) -> bool:
    return actor.prone or actor.held_by != ""


def metres(state: Icar, actor: Actor, other: Actor) -> float:
    """icar.combat.metres; the GM is asked once where nobody has said."""
    if actor.aboard and actor.aboard == other.aboard:
        return ABOARD
    return distance(state, spot(state, actor), spot(state, other))


def spot(state: Icar, actor: Actor) -> Actor:
    """Who is aboard something that stands on the map is where it is."""
    inside = carrier(state, actor)
    return actor if inside is None or inside.at is None else inside


def known_metres(state: Icar, actor: Actor, other: Actor) -> float | None:
    if actor.aboard and actor.aboard == other.aboard:
        return ABOARD
    return known_distance(state, spot(state, actor), spot(state, other))


def parted(state: Icar, actor: Actor, other: Actor) -> bool:
    """Are they in different rooms with no open door between, or is a wall of the map? icar.ruling.wall"""
    if state.scene.walls and walled_off(state, spot(state, actor), spot(state, other)):
        return True
    if not actor.area or not other.area or actor.area == other.area:
        return False
    for thing in state.things:
        if thing.joins and stands_open(state, thing) and actor.area in thing.joins and other.area in thing.joins:
            return False
    return True


def parting(state: Icar, actor: Actor, other: Actor) -> Refused:
    """What parts them, in words."""
    wall = behind_wall("icar.ruling.wall", state, spot(state, actor), spot(state, other))
    return wall or Refused("icar.hack.door", f"a shut door lies between {actor.id} and {other.id}")


def framed(state: Icar, actor: Actor, other: Actor) -> bool:
    """Does the shot come through a window or a door behind whose frame the target stands? icar.ruling.frame"""
    return bool(state.scene.walls) and frame_before(state, spot(state, actor).at, spot(state, other).at) is not None


def carrier(state: Icar, actor: Actor) -> Actor | None:
    """The vehicle or spacecraft somebody is aboard."""
    return state.roster.get(actor.aboard) if actor.aboard else None


def closed(state: Icar, vehicle: Actor) -> bool:
    """Do its doors keep shots from the people in it? Not of a wreck, nor while a hacker holds them open.

    icar.vehicle.damage.where, icar.ruling.vehicle-exposed, icar.ruling.vehicle-systems-off
    """
    sheet = vehicle.vehicle
    return sheet is not None and not sheet.open and sheet.hp > 0 and not is_off(state, vehicle.id, "doors")


def dodges(state: Icar, actor: Actor) -> bool:
    """Is somebody aboard a vehicle that flies erratically, or is that vehicle? icar.vehicle.pilot.dodge"""
    inside = carrier(state, actor) or actor
    return inside.vehicle is not None and inside.vehicle.dodging


def sheltered(state: Icar, actor: Actor, other: Actor) -> bool:
    """Is `other` behind the doors of a vehicle that `actor` is not in?"""
    inside = carrier(state, other)
    return inside is not None and actor.aboard != other.aboard and not other.dangling and closed(state, inside)


def within_reach(state: Icar, actor: Actor, other: Actor) -> bool:
    """Near enough for close combat, as far as anybody has said. icar.ruling.close-reach"""
    if state.kind == "vehicle" and actor.aboard != other.aboard:
        return False
    if other.away or parted(state, actor, other) or sheltered(state, actor, other) or sheltered(state, other, actor):
        return False
    far = known_metres(state, actor, other)
    return far is None or far <= REACH + 1e-9


def foes(state: Icar, actor: Actor) -> list[Actor]:
    """Everybody of another side who is still in the fight, standing or not."""
    return [foe for foe in state.roster.values() if foe.side != actor.side and not foe.out and person(foe)]


def covered(state: Icar, actor: Actor) -> bool:
    return actor.in_cover or (actor.at is not None and bool(covers_at(state, actor.at)))


# --- hiding -------------------------------------------------------------------------------------------
def hide_crews(state: Icar) -> None:
    """Whoever sits in a craft or vehicle that nobody has seen is not seen either."""
    for actor in state.roster.values():
        if actor.aboard in state.roster and state.roster[actor.aboard].hidden:
            actor.hidden = True


def show_crew(state: Icar, carrier: Actor) -> None:
    """A craft that has been revealed shows its crew when its turn comes."""
    for actor in state.roster.values():
        if actor.hidden and actor.aboard == carrier.id and not carrier.hidden:
            actor.hidden = False


def come_out(state: Icar, table: Table, actor: Actor) -> None:
    """Whoever attacks from hiding is seen, and what carries them with all its crew. icar.ruling.hidden-ends"""
    inside = carrier(state, actor) or actor
    for each in (actor, inside):
        if each.hidden:
            each.hidden = False
            table.emit("icar.ruling.hidden-ends", each.id)
    show_crew(state, inside)


def winners_after_escape(state: Icar, fled: list[str], left: list[str]) -> list[str]:
    """Who has won when somebody got away, by the table's word. icar.space.end.ways, icar.vehicle.end

    `fled` are the sides that got away whole, `left` those who stayed.
    """
    choice = state.ruling("getting-away")
    if choice == "who-stayed":
        return left
    return fled if choice == "who-got-away" else []
