"""What follows from any act, whoever did it: the fallen lie, a clinch needs two, and who is engaged has no cover."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.coriolis.injury import break_down, let_go
from starfray.rulebooks.coriolis.interrupts import note_engagements
from starfray.rulebooks.coriolis.ranges import clinches
from starfray.rulebooks.coriolis.state import Coriolis, Fighter


def settle(state: Coriolis, table: Table) -> None:
    for one in state.roster.values():
        if one.hp <= 0 or one.mp <= 0 or one.unconscious or one.dead:
            go_down(state, table, one)
        if one.grapples or one.grappled_by:
            end_clinch(state, table, one)
        if one.aboard:
            ride(state, one)
    note_engagements(state, table)


def go_down(state: Coriolis, table: Table, actor: Fighter) -> None:
    """Brought to nothing by the GM's hand is Broken all the same. coriolis.ruling.broken.reactions"""
    if actor.craft is not None:
        actor.craft.running = actor.craft.running and actor.hp > 0
        return
    up = actor.lies and not actor.prone
    if up or actor.cover or actor.overwatch is not None or actor.helps:
        rule = "coriolis.broken" if actor.broken else "coriolis.ruling.broken.reactions"
        break_down(state, table, actor, rule, falls=actor.lies)


def end_clinch(state: Coriolis, table: Table, actor: Fighter) -> None:
    """It is over for both when either is gone, down or out of reach. coriolis.ruling.grapple.release"""
    other = state.roster.get(actor.grapples or actor.grappled_by)
    if other is None or (other.grappled_by if actor.grapples else other.grapples) != actor.id:
        actor.grapples = actor.grappled_by = ""  # one end alone is no clinch
        return
    if clinches(state, actor, other):
        return
    holder, held = (actor, other) if actor.grapples else (other, actor)
    let_go(state, actor)
    table.emit("coriolis.ruling.grapple.release", holder.id, held.id)


def ride(state: Coriolis, actor: Fighter) -> None:
    """Where the vehicle is, there is who sits in it; nobody sits in one that is gone."""
    car = state.roster.get(actor.aboard)
    if car is None or car.out:
        actor.aboard, actor.drives = "", False
    else:
        actor.at = car.at
