"""A vehicle in any kind of fight: who is in it, what its shields take, and what becomes of it."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.icar.common.intrusions import is_off
from starfray.rulebooks.icar.common.person import person
from starfray.rulebooks.icar.common.records import Vehicle
from starfray.rulebooks.icar.common.state import Actor, Icar

FALL_TURNS = 3  # icar.ruling.vehicle-crash


def car(actor: Actor) -> Vehicle:
    """The record of a combatant known to be a vehicle."""
    assert actor.vehicle is not None
    return actor.vehicle


def vehicles(state: Icar) -> list[Actor]:
    return [actor for actor in state.roster.values() if actor.vehicle is not None and not actor.out]


def aboard(state: Icar, vehicle: str) -> list[Actor]:
    """Everybody in it or hanging off it, friend or foe, in roster order."""
    return [actor for actor in state.roster.values() if actor.aboard == vehicle and not actor.out and person(actor)]


def vehicle_shield_up(state: Icar, vehicle: Actor) -> bool:
    return car(vehicle).shields > 0 and not is_off(state, vehicle.id, "shields")


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
        break_down(vehicle, airborne)
        table.emit("icar.vehicle.damage.zero", target.id)


def break_down(vehicle: Vehicle, airborne: bool) -> None:
    """icar.vehicle.damage.zero"""
    vehicle.falling = FALL_TURNS + 1 if airborne else 0  # the end of this turn is counted too
    vehicle.dodging = vehicle.firing_position = False


def hovers(vehicle: Vehicle) -> bool:
    """Without a hit point left, and neither falling nor on the ground: only a file or the GM's hand brings that about."""
    return vehicle.hp <= 0 and not vehicle.falling and not vehicle.gone


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
