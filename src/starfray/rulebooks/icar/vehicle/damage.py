"""Shields first, then the vehicle; at nought it falls; what happens between two turns."""

from __future__ import annotations

from starfray.engine.rules import GM, Table
from starfray.rulebooks.icar.common.injury import start_dying
from starfray.rulebooks.icar.common.records import CRASHED
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import aboard, car, vehicles

FALL_TURNS = 3  # icar.ruling.vehicle-crash


def soak(table: Table, target: Actor, damage: int, by: str) -> None:
    """The shield takes all of it, the excess too; too much in one turn shuts it down at the end. icar.shield.soaks-all"""
    car(target).soaked += damage
    table.emit("icar.vehicle.damage.shields-first", by, target.id, damage)
    table.emit("icar.shield.capacity", target.id, number=car(target).shield_hp, note=str(car(target).soaked))
    if car(target).soaked > car(target).shield_hp:
        table.emit("icar.shield.soaks-all", target.id, by, damage)


def take_vehicle_damage(table: Table, target: Actor, damage: int, *, airborne: bool = True) -> None:
    """Stun does nothing to it. At nought it is inoperable and falls like a rock. icar.vehicle.damage.zero"""
    vehicle = car(target)
    was = vehicle.hp
    vehicle.hp = max(0, vehicle.hp - damage)
    if was > 0 and vehicle.hp == 0:
        vehicle.falling = FALL_TURNS + 1 if airborne else 0  # the end of this turn is counted too
        vehicle.dodging = vehicle.firing_position = False
        table.emit("icar.vehicle.damage.zero", target.id)


def end_shields(table: Table, actor: Actor) -> None:
    """More than its hit points in one turn: down; the next is up at once, the mended one with the new turn."""
    vehicle = car(actor)
    if vehicle.soaked > vehicle.shield_hp and vehicle.shields:
        vehicle.shields -= 1
        table.emit("icar.shield.overload", actor.id, number=vehicle.soaked)
        if vehicle.shields:
            table.emit("icar.shield.multiple", actor.id, number=vehicle.shield_hp)
    elif vehicle.soaked:
        table.emit("icar.shield.refresh", actor.id, number=vehicle.shield_hp)
    vehicle.soaked = 0
    if vehicle.mending:
        vehicle.shields = min(vehicle.max_shields, vehicle.shields + vehicle.mending)
        vehicle.mending = 0
        table.emit("icar.ruling.vehicle-shields", actor.id, number=vehicle.shields)


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
