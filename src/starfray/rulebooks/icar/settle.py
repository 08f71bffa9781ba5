"""What follows from any act, whoever's it was: holds that no longer stand, who and what drops, a dodge nobody flies."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.icar.common.injury import collapse, fall_asleep, let_go, start_clock
from starfray.rulebooks.icar.common.person import conscious
from starfray.rulebooks.icar.common.records import PILOT, STILL_THERE, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import break_down, car, hovers
from starfray.rulebooks.icar.vehicle.crew import at_role
from starfray.rulebooks.icar.vehicle.danglers import drop


def settle(state: Icar, table: Table) -> None:
    erratic: list[Actor] = []
    for actor in state.roster.values():
        if actor.vehicle is not None:
            settle_vehicle(state, table, actor)
            if actor.vehicle.dodging:
                erratic.append(actor)
        elif actor.craft is not None:
            if actor.craft.beam:
                settle_beam(state, table, actor, actor.craft)
        else:
            if not actor.out:
                settle_condition(table, actor)
            if (actor.asleep or actor.hp <= 0) and not actor.prone:
                collapse(actor)  # somebody else may have taken the seat; icar.ruling.sleepers-lie
            if actor.held_by:
                let_go(state, table, actor)
            if actor.dangling and not actor.out and not conscious(actor):
                drop(table, actor)  # icar.ruling.danglers
    for vehicle in erratic:
        if not at_role(state, vehicle, PILOT):  # icar.ruling.dodge: it takes somebody who flies
            car(vehicle).dodging = False
            table.emit("icar.ruling.dodge", vehicle.id, note="flies straight again")


def settle_vehicle(state: Icar, table: Table, actor: Actor) -> None:
    """In a chase a vehicle at nought falls, and one that has been given hit points flies again. icar.vehicle.damage.zero"""
    vehicle = car(actor)
    if vehicle.falling and vehicle.hp > 0:
        vehicle.falling = 0
    elif state.kind == "vehicle" and hovers(vehicle):
        break_down(vehicle, airborne=True)
        table.emit("icar.vehicle.damage.zero", actor.id)


def settle_beam(state: Icar, table: Table, actor: Actor, craft: Craft) -> None:
    """It holds nothing once it is down, or either craft is gone. icar.ruling.tractor-beam"""
    target = state.roster.get(craft.beam)
    if craft.down("tractor-beam") or actor.out or target is None or target.out not in STILL_THERE:
        table.emit("icar.ruling.tractor-beam", actor.id, craft.beam if target is not None else "", note="lets go")
        craft.beam = ""


def settle_condition(table: Table, actor: Actor) -> None:
    """Stun or hit points at nought mean what they mean, whether a blow or the GM's hand brought them there."""
    if actor.hp > 0 and (actor.dying or actor.stable):
        actor.dying = actor.tries = 0
        actor.stable = False
    elif actor.hp <= 0 and not (actor.dying or actor.stable):
        start_clock(table, actor)
    if actor.stun <= 0 and not actor.asleep and actor.hp > 0:
        fall_asleep(table, actor)
