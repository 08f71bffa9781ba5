"""Jumping from one vehicle to another, dangling by the fingers, climbing in, taking a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, Tally, one_of
from starfray.rulebooks.icar.common.action_economy import FREE, FREE_WORDS, MAIN, hacking_on, spend
from starfray.rulebooks.icar.common.actions import StandBy, TakeRole
from starfray.rulebooks.icar.common.check import (
    HARD,
    IMPOSSIBLE,
    NORMAL,
    attribute_field,
    attribute_of,
    chance,
    percent,
    refuse_attribute,
    skill_check,
    take_off_ability,
)
from starfray.rulebooks.icar.common.person import come_out
from starfray.rulebooks.icar.common.records import GUNNER, PILOT
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car, vehicles
from starfray.rulebooks.icar.vehicle.crew import BEFORE_BOARDING, BOARD, PHASES, open_roles, phase_of, vehicle_named
from starfray.rulebooks.icar.vehicle.danglers import ABOARD, ACTION
from starfray.rulebooks.icar.vehicle.role_options import LEAPING

ALONGSIDE, FARTHER = "alongside", "farther"
JUMP_TN = {ALONGSIDE: HARD, FARTHER: IMPOSSIBLE}  # icar.ruling.boarding


@dataclass(frozen=True, slots=True)
class Jump(Action):
    KIND: ClassVar[str] = "jump"
    target: str
    attribute: str = ""


def no_jump(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if actor.dangling:
        return Refused("icar.ruling.dangling", f"{actor.id} hangs on by the fingers", ["climb"])
    crew = [other for other in state.roster.values() if other.role == GUNNER and other.aboard == actor.aboard]
    fired = any(gunner.acted == "gun" for gunner in crew)
    phase = phase_of(state)
    if phase not in (BOARD, GUNNER) or (phase == GUNNER and fired):
        return Refused("icar.ruling.dice-order", "boarding comes between pilot and gunners", ["wait", "stand-by"])
    if not [other for other in vehicles(state) if other.id != actor.aboard and not car(other).gone]:
        return Refused("icar.vehicle.board", "there is no vehicle to jump to", ["stand-by"])
    return None


def jump_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    own = state.roster[actor.aboard]
    targets = [landing(own, target, actor) for target in landings(state, actor)]
    return [Field("target", "combatant", targets), attribute_field(LEAPING)]


def landing(own: Actor, target: Actor, actor: Actor) -> Option:
    if touching(own, target):
        return Option(target.id, target.name, note=percent(leap_need(actor, NORMAL)))
    near, far = (round(100 * chance(leap_need(actor, JUMP_TN[gap]))) for gap in (ALONGSIDE, FARTHER))
    return Option(target.id, target.name, note=f"{near} % alongside, {far} % farther")


def leap_need(actor: Actor, target_number: int) -> int:
    tally = Tally(False)
    tally.add(target_number, "icar.ruling.boarding")
    take_off_ability(tally, actor, LEAPING)
    return tally.total


def jump(state: Icar, table: Table, action: Jump) -> None:
    """After a ram anybody may jump across at 12; the further, the harder. icar.vehicle.board, icar.vehicle.board.distance"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    target = vehicle_named(state, actor, action.target, "icar.vehicle.board")
    here = [vehicle.id for vehicle in landings(state, actor)]
    if target.id not in here:
        raise Refused("icar.vehicle.board", f"nobody can jump to {target.id} from here", here)
    table.allowed()
    spend(state, table, actor, action.KIND)
    if target.side != actor.side:
        come_out(state, table, actor)
    tn, source = NORMAL, "icar.vehicle.pilot.ram.jump"
    if not touching(state.roster[actor.aboard], target):
        options = [Option(gap, note=str(JUMP_TN[gap]), rule="icar.ruling.boarding") for gap in (ALONGSIDE, FARTHER)]
        prompt = f"How far is it from {state.roster[actor.aboard].name} to {target.name}?"
        far = table.choose("icar.vehicle.board.distance", GM, options, prompt, suggested=FARTHER)
        tn, source = JUMP_TN[far], "icar.vehicle.board.distance"
    actor.dangling = not skill_check(state, table, actor, LEAPING, action.attribute, "icar.vehicle.board", tn, source)
    actor.aboard, actor.role = target.id, ""
    table.emit("icar.vehicle.board.fail" if actor.dangling else "icar.vehicle.board", actor.id, target.id)


JUMP = ActionKind(Jump, jump, "icar.vehicle.board", MAIN, ACTION, ABOARD, no_jump, jump_fields)


def touching(actor: Actor, other: Actor) -> bool:
    """Has either rammed the other since its last turn?"""
    return other.id in car(actor).contact or actor.id in car(other).contact


def landings(state: Icar, actor: Actor) -> list[Actor]:
    """Vehicles one could jump to."""
    if car(state.roster[actor.aboard]).gone:
        return []
    return [
        vehicle
        for vehicle in vehicles(state)
        if vehicle.id != actor.aboard and not car(vehicle).gone and (vehicle.side == actor.side or not vehicle.hidden)
    ]


def no_seat(state: Icar, actor: Actor, content: Content) -> Refused | None:
    return None if open_roles(state, actor) else Refused("icar.vehicle.roles", "no role could be taken now", ["stand-by"])


def role_field(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [one_of("role", open_roles(state, actor))]


def take_role(state: Icar, table: Table, action: TakeRole) -> None:
    """Free, once a turn, while the role's place in the turn is to come; else it takes the turn. icar.vehicle.roles

    Boarders who have nobody of the old crew against them take the vehicle over.
    """
    actor = state.roster[action.actor]
    seats = open_roles(state, actor)
    if action.role not in seats:
        raise Refused("icar.vehicle.roles", f"{action.role!r} is not to be had", seats)
    table.allowed()
    vehicle = state.roster[actor.aboard]
    if vehicle.side != actor.side:
        vehicle.side, vehicle.seat = actor.side, ""
        table.emit("icar.vehicle.end", actor.id, vehicle.id, note="takes it over")
    if not actor.acted and PHASES.index(action.role) < PHASES.index(phase_of(state)):
        spend(state, table, actor, action.KIND)
    for other in aboard(state, vehicle.id):
        if other.role == action.role == PILOT:  # out of action, or the seat would not be free
            other.role = ""
    actor.role = action.role
    state.chase.swapped.append(actor.id)
    table.emit("icar.vehicle.roles", actor.id, vehicle.id, note=action.role)


TAKE_ROLE = ActionKind(TakeRole, take_role, "icar.vehicle.roles", FREE, FREE_WORDS, ABOARD, no_seat, role_field)


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Leave the role alone this turn and keep the action for boarding and fighting aboard."""

    KIND: ClassVar[str] = "wait"


def too_late(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if phase_of(state) in BEFORE_BOARDING:
        return None
    return Refused("icar.vehicle.turn.order", "boarding comes between pilot and gunners", ["stand-by"])


def wait(state: Icar, table: Table, action: Wait) -> None:
    actor = state.roster[action.actor]
    table.allowed()
    state.chase.waiting.append(actor.id)
    table.emit("icar.combat.free-choice", actor.id, note="waits for a chance to jump or fight")


#: it takes nothing, but there must be an action to keep
WAIT = ActionKind(Wait, wait, "icar.vehicle.board", MAIN, FREE_WORDS, ABOARD, too_late)


def stand_by(state: Icar, table: Table, action: StandBy) -> None:
    actor = state.roster[action.actor]
    table.allowed()
    if hacking_on(actor):
        actor.tasks = attribute_of(actor, "shift")  # no more rolls this turn
    else:
        spend(state, table, actor, action.KIND)
    table.emit("icar.combat.free-choice", actor.id, note="stands by")


STAND_BY = ActionKind(StandBy, stand_by, "icar.combat.free-choice", MAIN, ACTION, ABOARD)
