"""Shields first, then the vehicle; at nought it falls; what happens between two turns."""

from __future__ import annotations

from starfray.engine.rules import GM, Table
from starfray.rulebooks.icar.common.injury import start_dying
from starfray.rulebooks.icar.common.records import CRASHED
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car, vehicles


def fall(state: Icar, table: Table) -> None:
    for vehicle in vehicles(state):
        if car(vehicle).falling:
            car(vehicle).falling -= 1
            if car(vehicle).falling == 0:
                crash(state, table, vehicle)


def crash(state: Icar, table: Table, actor: Actor) -> None:
    """Everybody aboard drops to 0 hit points unless the GM finds a way out for them. icar.ruling.vehicle-crash"""
    car(actor).gone = CRASHED
    table.emit("icar.ruling.vehicle-crash", actor.id)
    for other in aboard(state, actor.id):
        table.merge("icar.ruling.vehicle-crash", other.id)
        if other.hp > 0:
            prompt = f"{actor.name or actor.id} hits the ground. Does {other.name or other.id} drop to 0 hit points?"
            if table.confirm("icar.ruling.vehicle-crash", GM, prompt, suggested="yes"):
                other.hp = 0
                start_dying(table, other, True)
                other.fresh = []  # the end of this turn is behind us
