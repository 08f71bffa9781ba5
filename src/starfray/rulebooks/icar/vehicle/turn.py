"""The turn of a chase: pilots' initiative, then one vehicle after another; and the two ways it ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Moment, Outcome, Refused, Table
from starfray.rulebooks.icar.common.action_economy import hacking_on, no_action_left, unable
from starfray.rulebooks.icar.common.actions import Begin, Join, StandBy, TurnEnd
from starfray.rulebooks.icar.common.intrusions import is_off
from starfray.rulebooks.icar.common.person import able, hide_crews, people, person, show_crew, winners_after_escape
from starfray.rulebooks.icar.common.records import ESCAPED, PARKED, PILOT, VehicleTurn
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car, end_shields, vehicles
from starfray.rulebooks.icar.ground.initiative import join as join_order
from starfray.rulebooks.icar.ground.initiative import roll_initiative
from starfray.rulebooks.icar.ground.turn_end import settle
from starfray.rulebooks.icar.hacking.targets import HACKING, no_hacking
from starfray.rulebooks.icar.vehicle.boarding_fight import ABOARD, not_aboard
from starfray.rulebooks.icar.vehicle.crew import (
    BOARD,
    DECLARE,
    PHASES,
    at_role,
    contested,
    enemies,
    flying,
    has_turn,
    in_chase,
    in_phase,
    phase_of,
)
from starfray.rulebooks.icar.vehicle.damage import fall
from starfray.rulebooks.icar.vehicle.role_options import wrong_role


def due(state: Icar) -> Action | None:
    if state.turn == 0:
        return Begin(GM)
    for vehicle in state.roster.values():
        if vehicle.vehicle is not None and not vehicle.out and is_late(state, vehicle):
            return Join(GM, vehicle.id)
    if state.chase.up:
        return None if phase_of(state) else VehicleEnd(GM)
    left = [who for who in state.chase.order if who not in state.chase.done and has_turn(state, state.roster[who])]
    return VehicleUp(GM, left[0]) if left else TurnEnd(GM)


def actors(state: Icar) -> list[str]:
    phase = phase_of(state)
    return [actor.id for actor in in_phase(state, phase)] if phase else []


def refusal(state: Icar, actor: Actor, kind: ActionKind) -> Refused | None:
    """Everybody aboard acts in the vehicle's turn, each at their place and in their role. icar.vehicle.turn.order"""
    phase = phase_of(state)
    found = unable(actor) or not_here(state, actor, phase)
    if found is None and kind.name in ABOARD:
        found = not_aboard(state, actor, kind, phase)
    if found is None and kind.cost and not (kind.name == StandBy.KIND and hacking_on(actor)):
        found = no_hacking(actor) if kind.group == HACKING else no_action_left(state, actor, kind.name)
    return found or wrong_role(state, actor, kind.name, phase)


def not_here(state: Icar, actor: Actor, phase: str) -> Refused | None:
    if not phase or actor.aboard != state.chase.up:
        return Refused("icar.vehicle.turn.order", f"it is not the turn of {actor.id}'s vehicle", [])
    now = [other.id for other in in_phase(state, phase)]
    return None if actor.id in now else Refused("icar.vehicle.turn.order", f"{phase} comes first", now)


def idle(state: Icar, actor: Actor) -> Refused | None:
    if not person(actor):
        return Refused("icar.vehicle.roles", "its crew acts for it")
    found = unable(actor) or not_here(state, actor, phase_of(state)) if not actor.acted else unable(actor)
    return found or Refused("icar.ruling.actions-per-turn", f"{actor.id} has acted this turn")


# --- initiative ------------------------------------------------------------------------------------------------
def begin(state: Icar, table: Table, action: Begin) -> None:
    """Pilots roll; the highest vehicle takes its whole sequence first. icar.ruling.vehicle-sides"""
    state.turn = 1
    hide_crews(state)
    table.emit("icar.combat.enter.announce", GM)
    table.cite("icar.vehicle.fly")
    pilots: list[str] = []
    for vehicle in vehicles(state):
        seated = at_role(state, vehicle, PILOT)
        if seated and not car(vehicle).autopilot:
            pilots.append(seated[0].id)
    roll_initiative(state, table, [actor for actor in people(state) if actor.id in pilots])  # icar.ruling.dice-order
    state.chase.order = [state.roster[who].aboard for who in state.ground.order]
    state.chase.order += [other.id for other in vehicles(state) if other.id not in state.chase.order]
    table.emit("icar.ruling.vehicle-sides", GM, note=", ".join(state.chase.order))


def is_late(state: Icar, vehicle: Actor) -> bool:
    """Somebody is aboard, and it has no place yet."""
    return vehicle.id not in state.chase.order and any(able(actor) for actor in aboard(state, vehicle.id))


def join(state: Icar, table: Table, action: Join) -> None:
    """Its pilot throws as all did at the beginning; without one it comes last. icar.ruling.initiative-frequency"""
    vehicle = state.roster[action.who]
    table.emit("icar.ruling.initiative-frequency", GM, note="" if vehicle.hidden else vehicle.id)
    pilot = next(iter(at_role(state, vehicle, PILOT)), None)
    if pilot is None or car(vehicle).autopilot:
        state.chase.order.append(vehicle.id)
        return
    join_order(state, table, [pilot])
    slower = [state.roster[who].aboard for who in state.ground.order[state.ground.order.index(pilot.id) + 1 :]]
    place = next((at for at, other in enumerate(state.chase.order) if other in slower), len(state.chase.order))
    state.chase.order.insert(place, vehicle.id)


# --- a vehicle's turn ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class VehicleUp(Action):
    KIND: ClassVar[str] = "vehicle-turn"
    vehicle: str


def vehicle_turn(state: Icar, table: Table, action: VehicleUp) -> None:
    """What lasted until this vehicle's next turn is over."""
    actor = state.roster[action.vehicle]
    vehicle = car(actor)
    show_crew(state, actor)
    state.chase.up = actor.id
    state.chase.boosts = []
    vehicle.goal = vehicle.whom = ""
    vehicle.firing_position = False
    if vehicle.dodging:  # icar.ruling.dodge: what was declared for one turn is over with it
        vehicle.dodging = False
        table.emit("icar.ruling.dodge", actor.id, note="flies straight again")
    vehicle.contact = []
    if vehicle.falling:
        table.emit("icar.vehicle.damage.zero", actor.id, number=vehicle.falling - 1, note="falls")
    else:
        table.emit("icar.combat.initiative-purpose", actor.id, note="and its crew act")


@dataclass(frozen=True, slots=True)
class VehicleEnd(Action):
    KIND: ClassVar[str] = "vehicle-end"


def vehicle_end(state: Icar, table: Table, action: VehicleEnd) -> None:
    """An autopilot nobody has hacked stops somewhere safe at the first sign of danger. icar.vehicle.autopilot"""
    actor = state.roster[state.chase.up]
    state.chase.up = ""
    state.chase.boosts = []
    state.chase.done.append(actor.id)
    lost = is_off(state, actor.id, "navigation")  # icar.ruling.vehicle-systems-off: it finds no safe place
    if car(actor).autopilot and not (car(actor).tamed_autopilot or lost) and flying(actor) and enemies(state, actor):
        car(actor).gone = PARKED
        table.emit("icar.vehicle.autopilot", actor.id)
    elif car(actor).autopilot:
        table.emit("icar.ruling.autopilot", actor.id, note="flies straight on")


def turn_end(state: Icar, table: Table, action: TurnEnd) -> None:
    """Shields, then people, then what falls and what was hacked. icar.ruling.turn-end-order"""
    for vehicle in vehicles(state):
        table.merge("icar.ruling.turn-end-order", vehicle.id)
        end_shields(table, vehicle)
    settle(state, table)
    fall(state, table)
    for other in vehicles(state):
        car(other).lost_power, car(other).losing_power = car(other).losing_power, False
    state.turn += 1
    state.chase = VehicleTurn(order=state.chase.order)
    table.emit("icar.combat.turn-end", GM, number=state.turn - 1)


STEPS = (
    ActionKind(Begin, begin), ActionKind(Join, join), ActionKind(VehicleUp, vehicle_turn), ActionKind(VehicleEnd, vehicle_end),
    ActionKind(TurnEnd, turn_end),
)  # fmt: skip


# --- the end ---------------------------------------------------------------------------------------------------
def standing(state: Icar, actor: Actor) -> bool:
    return able(actor) if person(actor) else has_turn(state, actor)


def over(state: Icar) -> Outcome | None:
    """A side is wiped out, or a vehicle that tried to escape made its check. icar.vehicle.end"""
    left: list[str] = []
    for actor in state.roster.values():
        if not actor.aboard or actor.side in left or not able(actor) or not person(actor):
            continue
        inside = state.roster.get(actor.aboard)
        if inside is not None and in_chase(inside):
            left.append(actor.side)
            if len(left) > 1:
                return None
    cars = [vehicle for vehicle in state.roster.values() if vehicle.vehicle is not None]
    if any(contested(state, vehicle) for vehicle in cars):
        return None
    fled = [
        side
        for side in dict.fromkeys(vehicle.side for vehicle in cars if car(vehicle).gone == ESCAPED)
        if got_away(state, side)
    ]
    if fled:
        reason = "; ".join(f"{side} gets away" for side in fled)
        return Outcome(winners_after_escape(state, fled, left), "icar.vehicle.end.escaped", reason)
    return Outcome(left, "icar.vehicle.end", f"{left[0]} is left in the air" if left else "nobody is left in the air")


def got_away(state: Icar, side: str) -> bool:
    """Everybody of the side is gone with the vehicles that escaped: nobody was left behind."""
    cars = [actor.id for actor in state.roster.values() if actor.vehicle is not None and actor.vehicle.gone == ESCAPED]
    return all(other.aboard in cars for other in people(state) if other.side == side)


def agenda(state: Icar) -> list[Moment]:
    """Vehicles in order, and the people of the vehicle that acts, at their places."""
    moments = []
    phase = phase_of(state)
    for vehicle_id in state.chase.order:
        vehicle = state.roster[vehicle_id]
        if not has_turn(state, vehicle):
            continue
        status = "done" if vehicle_id in state.chase.done else "now" if vehicle_id == state.chase.up else "next"
        goal = car(vehicle).goal or "turn"
        moments.append(Moment(f"turn {max(1, state.turn)}", vehicle_id, f"{goal} {car(vehicle).whom}".strip(), status))
        if status == "now":
            now = [other.id for other in in_phase(state, phase)] if phase else []
            for who in in_turn(state, vehicle_id):
                place = "done" if who.acted else "now" if who.id in now else "next"
                doing = who.acted or ("declares" if place == "now" and phase == DECLARE else who.role or "aboard")
                moments.append(Moment(who.role or "aboard", who.id, doing, place))
    return moments


def in_turn(state: Icar, vehicle: str) -> list[Actor]:
    """The people of a vehicle in the order of their places; the pilot stands first while nothing is declared."""
    first = phase_of(state) == DECLARE
    places = {role: place for place, role in enumerate(PHASES)} | ({PILOT: 0} if first else {})
    there = [actor for actor in people(state) if actor.aboard == vehicle and able(actor)]
    return sorted(there, key=lambda actor: places.get(actor.role, places[BOARD]))
