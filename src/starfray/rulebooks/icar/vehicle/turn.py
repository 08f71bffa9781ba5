"""The turn of a chase: pilots' initiative, then one vehicle after another; and the two ways it ends."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.table import Table
from starfray.engine.values import GM, Moment, Outcome
from starfray.rulebooks.icar.actions import Begin, TurnEnd
from starfray.rulebooks.icar.ground.endturn import settle
from starfray.rulebooks.icar.ground.initiative import roll_initiative
from starfray.rulebooks.icar.ground.people import able, people, person
from starfray.rulebooks.icar.rulings import winners_after_escape
from starfray.rulebooks.icar.seen import hide_crews, show_crew
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.actions import VehicleEnd, VehicleUp
from starfray.rulebooks.icar.vehicle.crew import (
    at_role,
    car,
    contested,
    enemies,
    flying,
    has_turn,
    in_chase,
    in_phase,
    phase_of,
    vehicles,
)
from starfray.rulebooks.icar.vehicle.damage import end_shields, fall
from starfray.rulebooks.icar.vehicle.records import ESCAPED, PARKED, PILOT, VehicleTurn


def due(state: Icar) -> Action | None:
    if state.turn == 0:
        return Begin(GM)
    if state.chase.up:
        return None if phase_of(state) else VehicleEnd(GM)
    left = [each for each in state.chase.order if each not in state.chase.done and has_turn(state, state.roster[each])]
    return VehicleUp(GM, left[0]) if left else TurnEnd(GM)


def actors(state: Icar) -> list[str]:
    phase = phase_of(state)
    return [one.id for one in in_phase(state, phase)] if phase else []


# --- initiative ------------------------------------------------------------------------------------------------


def begin(state: Icar, table: Table, act: Begin) -> None:
    """Pilots roll; the highest vehicle takes its whole sequence first. icar.ruling.vehicle-sides"""
    state.turn = 1
    hide_crews(state)
    table.emit("icar.combat.enter.announce", GM)
    table.emit("icar.vehicle.fly", GM)
    pilots: list[str] = []
    for vehicle in vehicles(state):
        seated = at_role(state, vehicle, PILOT)
        if seated and not car(vehicle).autopilot:
            pilots.append(seated[0].id)
    roll_initiative(state, table, [one for one in people(state) if one.id in pilots])  # icar.ruling.dice-order
    state.chase.order = [state.roster[each].aboard for each in state.ground.order]
    state.chase.order += [each.id for each in vehicles(state) if each.id not in state.chase.order]
    table.emit("icar.ruling.vehicle-sides", GM, note=", ".join(state.chase.order))


# --- a vehicle's turn ------------------------------------------------------------------------------------------


def vehicle_turn(state: Icar, table: Table, act: VehicleUp) -> None:
    """What lasted until this vehicle's next turn is over."""
    one = state.roster[act.vehicle]
    vehicle = car(one)
    show_crew(state, one)
    state.chase.up = one.id
    state.chase.boosts = []
    vehicle.goal = vehicle.whom = ""
    vehicle.firing_position = False
    vehicle.contact = []
    if vehicle.falling:
        table.emit("icar.vehicle.damage.zero", one.id, number=vehicle.falling - 1, note="falls")
    else:
        table.emit("icar.combat.initiative-purpose", one.id, note="and its crew act")


def vehicle_end(state: Icar, table: Table, act: VehicleEnd) -> None:
    """An autopilot nobody has hacked stops somewhere safe at the first sign of danger. icar.vehicle.autopilot"""
    one = state.roster[state.chase.up]
    state.chase.up = ""
    state.chase.boosts = []
    state.chase.done.append(one.id)
    if car(one).autopilot and not car(one).tamed_autopilot and flying(one) and enemies(state, one):
        car(one).gone = PARKED
        table.emit("icar.vehicle.autopilot", one.id)
    elif car(one).autopilot:
        table.emit("icar.ruling.autopilot", one.id, note="flies straight on")


def turn_end(state: Icar, table: Table, act: TurnEnd) -> None:
    """Shields, then people, then what falls and what was hacked. icar.ruling.turn-end-order"""
    for one in vehicles(state):
        table.same("icar.ruling.turn-end-order", one.id)
        end_shields(table, one)
    settle(state, table)
    fall(state, table)
    for one in vehicles(state):
        car(one).lost_power, car(one).losing_power = car(one).losing_power, False
    state.turn += 1
    state.chase = VehicleTurn(order=state.chase.order)
    table.emit("icar.combat.turn-end", GM, number=state.turn - 1)


# --- the end ---------------------------------------------------------------------------------------------------


def standing(state: Icar, one: Actor) -> bool:
    return able(one) if person(one) else has_turn(state, one)


def clock(state: Icar) -> int:
    return state.turn


def over(state: Icar) -> Outcome | None:
    """A side is wiped out, or a vehicle that tried to escape made its check. icar.vehicle.end"""
    left: list[str] = []
    for one in state.roster.values():
        if not one.aboard or one.side in left or not able(one) or not person(one):
            continue
        inside = state.roster.get(one.aboard)
        if inside is not None and in_chase(inside):
            left.append(one.side)
            if len(left) > 1:
                return None
    cars = [one for one in state.roster.values() if one.vehicle is not None]
    if any(contested(state, one) for one in cars):
        return None
    fled = [side for side in dict.fromkeys(one.side for one in cars if car(one).gone == ESCAPED) if got_away(state, side)]
    if fled:
        reason = "; ".join(f"{side} gets away" for side in fled)
        return Outcome(winners_after_escape(state, fled, left), "icar.vehicle.end.escaped", reason)
    return Outcome(left, "icar.vehicle.end", f"{left[0]} is left in the air" if left else "nobody is left in the air")


def got_away(state: Icar, side: str) -> bool:
    """Everybody of the side is gone with the vehicles that escaped: nobody was left behind."""
    cars = [one.id for one in state.roster.values() if one.vehicle is not None and one.vehicle.gone == ESCAPED]
    return all(one.aboard in cars for one in people(state) if one.side == side)


def agenda(state: Icar) -> list[Moment]:
    """Vehicles in order, and the people of the one that acts, at their places."""
    moments = []
    phase = phase_of(state)
    for each in state.chase.order:
        one = state.roster[each]
        if not has_turn(state, one):
            continue
        status = "done" if each in state.chase.done else "now" if each == state.chase.up else "next"
        goal = car(one).goal or "turn"
        moments.append(Moment(f"turn {max(1, state.turn)}", each, f"{goal} {car(one).whom}".strip(), status))
        if status == "now":
            now = [each.id for each in in_phase(state, phase)] if phase else []
            for who in [one for one in people(state) if one.aboard == each and able(one)]:
                place = "done" if who.acted else "now" if who.id in now else "next"
                moments.append(Moment(who.role or "aboard", who.id, who.acted or who.role or "aboard", place))
    return moments
