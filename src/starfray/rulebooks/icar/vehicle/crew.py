"""Who is aboard what, in which role; which vehicle is still in the chase; whose place in the turn it is."""

from __future__ import annotations

from starfray.engine.errors import Refused, suggest
from starfray.rulebooks.icar.common.action_economy import hacking_on
from starfray.rulebooks.icar.common.intrusions import is_off
from starfray.rulebooks.icar.common.person import able, person
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, PILOT
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car, vehicles

#: icar.vehicle.roles, in the order of icar.vehicle.turn.order
ROLES: tuple[str, ...] = (HACKER, ENGINEER, PILOT, GUNNER)
BEFORE_BOARDING: tuple[str, ...] = (HACKER, ENGINEER, PILOT)
BOARD = "board"  # between the pilot and the gunners: jumping across, climbing in, fighting aboard
DECLARE = "declare"
PHASES = (DECLARE, HACKER, ENGINEER, PILOT, BOARD, GUNNER)


def in_chase(actor: Actor) -> bool:
    return actor.vehicle is not None and not actor.out and not actor.vehicle.gone


def flying(actor: Actor) -> bool:
    """icar.vehicle.fly: under control of somebody, not falling like a rock."""
    return in_chase(actor) and car(actor).hp > 0 and not car(actor).falling


def crew(state: Icar, vehicle: Actor) -> list[Actor]:
    """Those of the vehicle's own side who can do something."""
    return [actor for actor in state.roster.values() if is_crew(vehicle, actor)]


def is_crew(vehicle: Actor, actor: Actor) -> bool:
    return actor.aboard == vehicle.id and actor.side == vehicle.side and not actor.dangling and able(actor) and person(actor)


def at_role(state: Icar, vehicle: Actor, role: str) -> list[Actor]:
    return [actor for actor in state.roster.values() if actor.role == role and is_crew(vehicle, actor)]


def contested(state: Icar, vehicle: Actor) -> bool:
    """Do two sides still fight aboard? Those hanging off it count; a vehicle that has given up is no place to fight for."""
    if vehicle.out:
        return False
    side: str | None = None
    for actor in state.roster.values():
        if actor.aboard == vehicle.id and actor.side != side and able(actor) and person(actor):
            if side is not None:
                return True
            side = actor.side
    return False


def has_turn(state: Icar, actor: Actor) -> bool:
    return in_chase(actor) or (actor.vehicle is not None and contested(state, actor))


def foes_on(state: Icar, actor: Actor) -> list[Actor]:
    """Whom the actor could shoot on the own vehicle: aboard, or hanging off it."""
    if not actor.aboard or actor.dangling:
        return []
    return [other for other in aboard(state, actor.aboard) if other.side != actor.side and not other.hidden]


def foes_aboard(state: Icar, actor: Actor) -> list[Actor]:
    """Whom the actor could fight hand to hand."""
    return [foe for foe in foes_on(state, actor) if not foe.dangling]


def enemies(state: Icar, actor: Actor) -> list[Actor]:
    """Enemy vehicles in the chase that are not hidden from the side of `actor`."""
    return [vehicle for vehicle in vehicles(state) if in_chase(vehicle) and vehicle.side != actor.side and not vehicle.hidden]


def vehicle_named(state: Icar, actor: Actor, who: str, rule: str) -> Actor:
    """The vehicle of that name, if the actor knows it is there."""
    known = [vehicle.id for vehicle in vehicles(state) if vehicle.side == actor.side or not vehicle.hidden]
    if who not in known:
        raise Refused(rule, f"no vehicle here is called {who!r}", [suggest(who, known)])
    return state.roster[who]


def without_power(state: Icar, vehicle: Actor) -> bool:
    return car(vehicle).lost_power or is_off(state, vehicle.id, "power")


def speed_of(state: Icar, vehicle: Actor) -> int:
    return 0 if without_power(state, vehicle) or not flying(vehicle) else car(vehicle).speed


# --- the place in the turn -------------------------------------------------------------------------------------
def waiting_at(state: Icar, vehicle: Actor, role: str) -> list[Actor]:
    """Those at a role who have something left to do; a full hack goes on for as many rolls as Shift."""
    return [
        actor
        for actor in state.roster.values()
        if actor.role == role and is_crew(vehicle, actor) and has_something_left(state, actor)
    ]


def has_something_left(state: Icar, actor: Actor) -> bool:
    return actor.id not in state.chase.waiting and (not actor.acted or (actor.role == HACKER and hacking_on(actor)))


def boarders(state: Icar, vehicle: Actor) -> list[Actor]:
    """Who has a place between the pilot and the gunners."""
    return [actor for actor in state.roster.values() if is_boarder(state, vehicle, actor)]


def is_boarder(state: Icar, vehicle: Actor, actor: Actor) -> bool:
    """Intruders, danglers, passengers and who has waited for it; if the vehicle does not fly, everybody aboard."""
    if actor.aboard != vehicle.id or actor.acted or not able(actor) or not person(actor):
        return False
    if not flying(vehicle) or actor.dangling or actor.side != vehicle.side or actor.role not in ROLES:
        return True
    return (actor.role == PILOT and car(vehicle).autopilot) or actor.id in state.chase.waiting


def phase_of(state: Icar) -> str:
    """Declare, hacker, engineer, pilot, boarding, gunners. icar.vehicle.turn.order"""
    if not state.chase.up:
        return ""
    vehicle = state.roster[state.chase.up]
    waiting: list[Actor] = []
    if flying(vehicle):
        waiting = [actor for actor in state.roster.values() if is_crew(vehicle, actor) and has_something_left(state, actor)]
        flown = not car(vehicle).autopilot
        if flown and not car(vehicle).goal and any(actor.role == PILOT for actor in waiting):
            return DECLARE
        for role in BEFORE_BOARDING:
            if (role != PILOT or flown) and any(actor.role == role for actor in waiting):
                return role
    if has_turn(state, vehicle) and any(is_boarder(state, vehicle, actor) for actor in state.roster.values()):
        return BOARD
    return GUNNER if any(actor.role == GUNNER for actor in waiting) else ""


def in_phase(state: Icar, phase: str) -> list[Actor]:
    """Whose place it is now."""
    vehicle = state.roster[state.chase.up]
    if phase == DECLARE:
        return waiting_at(state, vehicle, PILOT)
    if phase == BOARD:
        return boarders(state, vehicle)
    idle = waiting_at(state, vehicle, PILOT) if car(vehicle).autopilot else []  # free for another role
    return waiting_at(state, vehicle, phase) + idle


def open_roles(state: Icar, actor: Actor) -> list[str]:
    """Roles the actor could take now: any number of hackers, engineers and gunners, one pilot. icar.vehicle.roles"""
    vehicle = state.roster.get(actor.aboard)
    if vehicle is None or vehicle.vehicle is None or actor.dangling or not able(actor) or actor.id in state.chase.swapped:
        return []
    if actor.side != vehicle.side and any(other.side != actor.side and able(other) for other in aboard(state, vehicle.id)):
        return []  # somebody of theirs still holds it
    seats = [role for role in ROLES if role != actor.role]
    if PILOT in seats and any(member is not actor for member in at_role(state, vehicle, PILOT)):
        seats.remove(PILOT)
    return seats
