"""Shields first, then the vehicle; at nought it falls; what happens between two turns."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.ground.injury import let_go, start_dying
from starfray.rulebooks.icar.ground.people import DYING_TURNS
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import aboard, car, vehicles
from starfray.rulebooks.icar.vehicle.records import CRASHED

FALL_TURNS = 3  # icar.ruling.vehicle-crash


def soak(table: Table, target: Actor, damage: int, by: str) -> None:
    """The shield takes all of it, the excess too; too much in one turn shuts it down at the end. icar.shield.soaks-all"""
    car(target).soaked += damage
    table.emit("icar.vehicle.damage.shields-first", by, target.id, damage)
    table.emit("icar.shield.capacity", target.id, number=car(target).shield_hp, note=str(car(target).soaked))
    if car(target).soaked > car(target).shield_hp:
        table.emit("icar.shield.soaks-all", target.id, by, damage)


def damage_vehicle(table: Table, target: Actor, damage: int) -> None:
    """Stun does nothing to it. At nought it is inoperable and falls like a rock. icar.vehicle.damage.zero"""
    vehicle = car(target)
    was = vehicle.hp
    vehicle.hp = max(0, vehicle.hp - damage)
    if was > 0 and vehicle.hp == 0:
        vehicle.falling = FALL_TURNS + 1  # the end of this turn is counted too
        vehicle.dodging = vehicle.firing_position = False
        table.emit("icar.vehicle.damage.zero", target.id)


def end_shields(table: Table, one: Actor) -> None:
    """More than its hit points in one turn: down; the next is up at once, the mended one with the new turn."""
    vehicle = car(one)
    if vehicle.soaked > vehicle.shield_hp and vehicle.shields:
        vehicle.shields -= 1
        table.emit("icar.shield.overload", one.id, number=vehicle.soaked)
        if vehicle.shields:
            table.emit("icar.shield.multiple", one.id, number=vehicle.shield_hp)
    elif vehicle.soaked:
        table.emit("icar.shield.refresh", one.id, number=vehicle.shield_hp)
    vehicle.soaked = 0
    if vehicle.mending:
        vehicle.shields = min(vehicle.max_shields, vehicle.shields + vehicle.mending)
        vehicle.mending = 0
        table.emit("icar.ruling.vehicle-shields", one.id, number=vehicle.shields)


def fall(state: Icar, table: Table) -> None:
    for one in vehicles(state):
        if car(one).falling:
            car(one).falling -= 1
            if car(one).falling == 0:
                crash(state, table, one)


def crash(state: Icar, table: Table, one: Actor) -> None:
    """Everybody aboard drops to 0 hit points unless the GM finds a way out for them. icar.ruling.vehicle-crash"""
    car(one).gone = CRASHED
    table.emit("icar.ruling.vehicle-crash", one.id)
    for each in aboard(state, one.id):
        table.same("icar.ruling.vehicle-crash", each.id)
        if each.hp > 0:
            prompt = f"{one.name or one.id} hits the ground. Does {each.name or each.id} drop to 0 hit points?"
            if table.confirm("icar.ruling.vehicle-crash", GM, prompt, suggested="yes"):
                each.hp = 0
                start_dying(table, each, True)
                each.dying = min(each.dying, DYING_TURNS)  # the end of this turn is behind us
    let_go(state, table)
