"""Jumping from one vehicle to another, dangling by the fingers, climbing in, taking a seat."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.icar.actions import StandBy, TakeRole
from starfray.rulebooks.icar.core import (
    DEFAULT_TN,
    HARD,
    IMPOSSIBLE,
    NORMAL,
    agreed_attribute,
    attribute_of,
    refuse_attribute,
    take_off_ability,
    told_check,
)
from starfray.rulebooks.icar.ground.spend import hacking_on, spend
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.actions import Climb, Jump, Wait
from starfray.rulebooks.icar.vehicle.crew import car, open_roles, phase_of, vehicle_named, vehicles
from starfray.rulebooks.icar.vehicle.options import LEAPING, refuse_unless_free
from starfray.rulebooks.icar.vehicle.records import PHASES

ALONGSIDE, FARTHER = "alongside", "farther"
JUMP_TN = {ALONGSIDE: HARD, FARTHER: IMPOSSIBLE}  # icar.ruling.boarding


def jump(state: Icar, table: Table, act: Jump) -> None:
    """After a ram anybody may jump across at 12; the further, the harder. icar.vehicle.board, icar.vehicle.board.distance"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    target = vehicle_named(state, one, act.target, "icar.vehicle.board")
    here = [each.id for each in landings(state, one)]
    if target.id not in here:
        raise Refused("icar.vehicle.board", f"nobody can jump to {target.id} from here", here)
    spend(state, table, one, act.KIND)
    tally = table.tally()
    if touching(state.roster[one.aboard], target):
        tally.add(NORMAL, "icar.vehicle.pilot.ram.jump", "target number")
    else:
        options = [Option(each, note=str(JUMP_TN[each]), rule="icar.ruling.boarding") for each in (ALONGSIDE, FARTHER)]
        prompt = f"How far is it from {state.roster[one.aboard].name} to {target.name}?"
        far = table.choose("icar.vehicle.board.distance", GM, options, prompt, suggested=FARTHER)
        tally.add(JUMP_TN[far], "icar.vehicle.board.distance", far)
    agreed = agreed_attribute(table, one, LEAPING, act.attribute)
    take_off_ability(tally, one, LEAPING, agreed)
    passed = told_check(state, table, one, tally, "icar.vehicle.board")
    let_go_of_others(state, one)
    one.aboard, one.role = target.id, ""
    one.dangling = not passed
    if passed:
        table.emit("icar.vehicle.board", one.id, target.id)
    else:
        table.emit("icar.vehicle.board.fail", one.id, target.id)


def touching(one: Actor, other: Actor) -> bool:
    """Has either rammed the other since its last turn?"""
    return other.id in car(one).contact or one.id in car(other).contact


def landings(state: Icar, one: Actor) -> list[Actor]:
    """Vehicles one could jump to."""
    if car(state.roster[one.aboard]).gone:
        return []
    return [
        each
        for each in vehicles(state)
        if each.id != one.aboard and not car(each).gone and (each.side == one.side or not each.hidden)
    ]


def let_go_of_others(state: Icar, one: Actor) -> None:
    """Who jumps holds nobody and is held by nobody."""
    for each in state.roster.values():
        if each.held_by == one.id:
            each.held_by = ""


def climb(state: Icar, table: Table, act: Climb) -> None:
    """The same check each turn, until one is in. icar.ruling.dangling"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    spend(state, table, one, act.KIND)
    agreed = agreed_attribute(table, one, LEAPING, act.attribute)
    tally = table.tally()
    tally.add(DEFAULT_TN, "icar.ruling.dangling", "target number")
    take_off_ability(tally, one, LEAPING, agreed)
    if told_check(state, table, one, tally, "icar.ruling.dangling"):
        one.dangling = False
        table.emit("icar.vehicle.board", one.id, one.aboard)
    else:
        table.emit("icar.vehicle.board.fail", one.id, one.aboard)


def take_role(state: Icar, table: Table, act: TakeRole) -> None:
    """Free, once a turn, while the role's place in the turn is to come; else it takes the turn. icar.vehicle.roles

    Boarders who have nobody of the old crew against them take the vehicle over.
    """
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    seats = open_roles(state, one)
    if act.role not in seats:
        raise Refused("icar.vehicle.roles", f"{act.role!r} is not to be had", seats)
    vehicle = state.roster[one.aboard]
    if vehicle.side != one.side:
        vehicle.side, vehicle.seat = one.side, ""
        table.emit("icar.vehicle.end", one.id, vehicle.id, note="takes it over")
    if not one.acted and PHASES.index(act.role) < PHASES.index(phase_of(state)):
        spend(state, table, one, act.KIND)
    one.role = act.role
    state.chase.swapped.append(one.id)
    table.emit("icar.vehicle.roles", one.id, vehicle.id, note=act.role)


def wait(state: Icar, table: Table, act: Wait) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    state.chase.waiting.append(one.id)
    table.emit("icar.combat.free-choice", one.id, note="waits for a chance to jump or fight")


def stand_by(state: Icar, table: Table, act: StandBy) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    if hacking_on(one):
        one.tasks = attribute_of(one, "shift")  # no more rolls this turn
    else:
        spend(state, table, one, act.KIND)
    table.emit("icar.combat.free-choice", one.id, note="stands by")
