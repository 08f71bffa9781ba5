"""Who is aboard what, in which role; which vehicle is still in the chase; whose place in the turn it is."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.rulebooks.icar.ground.people import able, person
from starfray.rulebooks.icar.ground.spend import hacking_on
from starfray.rulebooks.icar.hacking.systems import is_off
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.records import BEFORE_BOARDING, BOARD, DECLARE, GUNNER, HACKER, PILOT, ROLES, Vehicle


def car(one: Actor) -> Vehicle:
    """The record of a combatant known to be a vehicle."""
    assert one.vehicle is not None
    return one.vehicle


def vehicles(state: Icar) -> list[Actor]:
    return [one for one in state.roster.values() if one.vehicle is not None and not one.out]


def in_chase(one: Actor) -> bool:
    return one.vehicle is not None and not one.out and not one.vehicle.gone


def flying(one: Actor) -> bool:
    """icar.vehicle.fly: under control of somebody, not falling like a rock."""
    return in_chase(one) and car(one).hp > 0 and not car(one).falling


def aboard(state: Icar, vehicle: str) -> list[Actor]:
    """Everybody in it or hanging off it, friend or foe, in roster order."""
    return [one for one in state.roster.values() if one.aboard == vehicle and not one.out and person(one)]


def crew(state: Icar, vehicle: Actor) -> list[Actor]:
    """Those of the vehicle's own side who can do something."""
    return [one for one in state.roster.values() if is_crew(vehicle, one)]


def is_crew(vehicle: Actor, one: Actor) -> bool:
    return one.aboard == vehicle.id and one.side == vehicle.side and not one.dangling and able(one) and person(one)


def at_role(state: Icar, vehicle: Actor, role: str) -> list[Actor]:
    return [one for one in state.roster.values() if one.role == role and is_crew(vehicle, one)]


def intruders(state: Icar, vehicle: Actor) -> list[Actor]:
    """People of another side aboard who can do something."""
    return [one for one in aboard(state, vehicle.id) if one.side != vehicle.side and able(one)]


def contested(state: Icar, vehicle: Actor) -> bool:
    """Do two sides still fight aboard? Those hanging off it count; a vehicle that has given up is no place to fight for."""
    if vehicle.out:
        return False
    side: str | None = None
    for one in state.roster.values():
        if one.aboard == vehicle.id and one.side != side and able(one) and person(one):
            if side is not None:
                return True
            side = one.side
    return False


def has_turn(state: Icar, one: Actor) -> bool:
    return in_chase(one) or (one.vehicle is not None and contested(state, one))


def foes_on(state: Icar, one: Actor) -> list[Actor]:
    """Whom this one could shoot on the own vehicle: aboard, or hanging off it."""
    if not one.aboard or one.dangling:
        return []
    return [each for each in aboard(state, one.aboard) if each.side != one.side and not each.hidden]


def foes_aboard(state: Icar, one: Actor) -> list[Actor]:
    """Whom this one could fight hand to hand."""
    return [each for each in foes_on(state, one) if not each.dangling]


def enemies(state: Icar, one: Actor) -> list[Actor]:
    """Enemy vehicles in the chase that are not hidden from the side of `one`."""
    return [each for each in vehicles(state) if in_chase(each) and each.side != one.side and not each.hidden]


def vehicle_named(state: Icar, one: Actor, who: str, rule: str) -> Actor:
    """The vehicle of that name, if this one knows it is there."""
    known = [each.id for each in vehicles(state) if each.side == one.side or not each.hidden]
    if who not in known:
        raise Refused(rule, f"no vehicle here is called {who!r}", [suggest(who, known)])
    return state.roster[who]


def without_power(state: Icar, vehicle: Actor) -> bool:
    return car(vehicle).lost_power or is_off(state, vehicle.id, "power")


def speed_of(state: Icar, vehicle: Actor) -> int:
    return 0 if without_power(state, vehicle) or not flying(vehicle) else car(vehicle).speed


def shield_up(state: Icar, vehicle: Actor) -> bool:
    return car(vehicle).shields > 0 and not is_off(state, vehicle.id, "shields")


# --- the place in the turn -------------------------------------------------------------------------------------


def waiting_at(state: Icar, vehicle: Actor, role: str) -> list[Actor]:
    """Those at a role who have something left to do; a full hack goes on for as many rolls as Shift."""
    return [
        one for one in state.roster.values() if one.role == role and is_crew(vehicle, one) and has_something_left(state, one)
    ]


def has_something_left(state: Icar, one: Actor) -> bool:
    return one.id not in state.chase.waiting and (not one.acted or (one.role == HACKER and hacking_on(one)))


def boarders(state: Icar, vehicle: Actor) -> list[Actor]:
    """Who has a place between the pilot and the gunners."""
    return [one for one in state.roster.values() if is_boarder(state, vehicle, one)]


def is_boarder(state: Icar, vehicle: Actor, one: Actor) -> bool:
    """Intruders, danglers, passengers and who has waited for it; if the vehicle does not fly, everybody aboard."""
    if one.aboard != vehicle.id or one.acted or not able(one) or not person(one):
        return False
    if not flying(vehicle) or one.dangling or one.side != vehicle.side or one.role not in ROLES:
        return True
    return (one.role == PILOT and car(vehicle).autopilot) or one.id in state.chase.waiting


def phase_of(state: Icar) -> str:
    """Declare, hacker, engineer, pilot, boarding, gunners. icar.vehicle.turn.order"""
    if not state.chase.up:
        return ""
    vehicle = state.roster[state.chase.up]
    waiting: list[Actor] = []
    if flying(vehicle):
        waiting = [one for one in state.roster.values() if is_crew(vehicle, one) and has_something_left(state, one)]
        flown = not car(vehicle).autopilot
        if flown and not car(vehicle).goal and any(one.role == PILOT for one in waiting):
            return DECLARE
        for role in BEFORE_BOARDING:
            if (role != PILOT or flown) and any(one.role == role for one in waiting):
                return role
    if has_turn(state, vehicle) and any(is_boarder(state, vehicle, one) for one in state.roster.values()):
        return BOARD
    return GUNNER if any(one.role == GUNNER for one in waiting) else ""


def in_phase(state: Icar, phase: str) -> list[Actor]:
    """Whose place it is now."""
    vehicle = state.roster[state.chase.up]
    if phase == DECLARE:
        return waiting_at(state, vehicle, PILOT)
    if phase == BOARD:
        return boarders(state, vehicle)
    idle = waiting_at(state, vehicle, PILOT) if car(vehicle).autopilot else []  # free for another role
    return waiting_at(state, vehicle, phase) + idle


def open_roles(state: Icar, one: Actor) -> list[str]:
    """Roles this one could take now: any number of hackers, engineers and gunners, one pilot. icar.vehicle.roles"""
    vehicle = state.roster.get(one.aboard)
    if vehicle is None or vehicle.vehicle is None or one.dangling or not able(one) or one.id in state.chase.swapped:
        return []
    if one.side != vehicle.side and any(each.side != one.side and able(each) for each in aboard(state, vehicle.id)):
        return []  # somebody of theirs still holds it
    seats = [role for role in ROLES if role != one.role]
    if PILOT in seats and any(each is not one for each in at_role(state, vehicle, PILOT)):
        seats.remove(PILOT)
    return seats
