"""Gunners: mounted or hand-held, at the vehicle, its shields, or people who are exposed."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.core import EASY, HARD, agreed_attribute, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.effects import gun_stun
from starfray.rulebooks.icar.ground.injury import hurt
from starfray.rulebooks.icar.ground.records import Weapon
from starfray.rulebooks.icar.ground.spend import rounds_left, spend
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.actions import Gun
from starfray.rulebooks.icar.vehicle.crew import (
    aboard,
    car,
    enemies,
    foes_on,
    phase_of,
    shield_up,
    vehicle_named,
    without_power,
)
from starfray.rulebooks.icar.vehicle.damage import damage_vehicle, soak
from starfray.rulebooks.icar.vehicle.options import HELP, SHOOTING, refuse_unless_free
from starfray.rulebooks.icar.vehicle.records import BOARD, GUNNER

VEHICLE_TN, PEOPLE_TN, DODGE_TN = 14, HARD, HARD  # icar.vehicle.gunner.vehicle, .people, icar.vehicle.pilot.dodge
VEHICLE = "vehicle"


def gun(state: Icar, table: Table, act: Gun) -> None:
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    own = state.roster[one.aboard]
    target = vehicle_named(state, one, act.target, "icar.vehicle.gunner.check")
    refuse_target(state, one, own, target, act.aim)
    weapon = chosen_weapon(state, one, own, act.weapon)
    spend(state, table, one, act.KIND)
    if not mounted(own, weapon):
        weapon.rounds = rounds_left(weapon.rounds, weapon.magazine) - 1  # icar.ruling.magazine
    agreed = agreed_attribute(table, one, SHOOTING, act.attribute)
    tally = table.tally()
    add_shot(state, tally, one, target, act.aim, weapon)
    take_off_ability(tally, one, SHOOTING, agreed)
    whom = target.id if act.aim == VEHICLE else act.aim
    table.emit("icar.vehicle.gunner.weapons", one.id, whom, note=weapon.name or weapon.key)
    if not told_check(state, table, one, tally, "icar.vehicle.gunner.check"):
        table.emit("icar.vehicle.gunner.check", one.id, whom, note="miss")
        return
    land(state, table, one, target, act.aim, weapon)


# --- at whom, with what ----------------------------------------------------------------------------------------


def exposed(state: Icar, vehicle: Actor) -> list[Actor]:
    """People in an open vehicle, or hanging off any. icar.vehicle.damage.where, icar.ruling.vehicle-exposed"""
    return [one for one in aboard(state, vehicle.id) if (car(vehicle).open or one.dangling) and not one.hidden]


def refuse_target(state: Icar, one: Actor, own: Actor, target: Actor, aim: str) -> None:
    if target.id == own.id:
        near = [each.id for each in foes_on(state, one)]
        if aim not in near:
            raise Refused("icar.vehicle.gunner.people", f"{aim} is no foe aboard {own.id}", near)
        return
    foes = [each.id for each in enemies(state, own)]
    if car(own).gone or phase_of(state) == BOARD:
        raise Refused("icar.vehicle.end.escaped", "only at somebody aboard the same vehicle", [own.id])
    if car(target).gone:
        raise Refused("icar.vehicle.end.escaped", f"{target.id} cannot be shot at any more", foes)
    if target.id not in foes:
        raise Refused("icar.vehicle.gunner.check", f"{target.id} is no enemy", foes)
    if aim == VEHICLE:
        return
    people = [each.id for each in exposed(state, target) if each.side != one.side]
    inside = [each.id for each in aboard(state, target.id) if not each.hidden]
    if aim in inside and aim not in people:
        raise Refused("icar.ruling.vehicle-exposed", f"{aim} cannot be aimed at in there", [VEHICLE, *people])
    if aim not in people:
        raise Refused("icar.vehicle.gunner.people", f"{aim!r} is nobody in or on {target.id}", [VEHICLE, *people])


def mounted(own: Actor, weapon: Weapon) -> bool:
    return any(each is weapon for each in car(own).mounted)


def weapons_of(state: Icar, one: Actor, own: Actor) -> list[Weapon]:
    """Mounted guns have no magazine limit and need power; hand-held ones what is in them. icar.vehicle.gunner.weapons"""
    fixed = car(own).mounted if one.role == GUNNER and one.side == own.side and not without_power(state, own) else []
    held = [each for each in one.weapons if each.gun and not each.apart and rounds_left(each.rounds, each.magazine) > 0]
    return [*fixed, *held]


def chosen_weapon(state: Icar, one: Actor, own: Actor, key: str) -> Weapon:
    having = weapons_of(state, one, own)
    names = [each.key for each in having]
    if not having:
        raise Refused("icar.vehicle.gunner.weapons", f"{one.id} has no gun that fires", ["change-magazine", "stand-by"])
    if not key:
        return max(having, key=lambda each: each.damage)
    if key not in names:
        raise Refused("icar.vehicle.gunner.weapons", f"{key!r} is no gun at hand that fires", names)
    return next(each for each in having if each.key == key)


# --- the shot --------------------------------------------------------------------------------------------------


def add_shot(state: Icar, tally: Tally, one: Actor, target: Actor, aim: str, weapon: Weapon) -> None:
    """14 for vehicles and shields, 16 for people; 16 whatever it is while either vehicle dodges. icar.ruling.dodge"""
    own = state.roster[one.aboard]
    if target.id == own.id and not state.roster[aim].dangling:
        tally.add(EASY, "icar.ruling.fire-base-tn", "aboard the same vehicle")
    elif target.id != own.id and (car(own).dodging or car(target).dodging):
        tally.add(DODGE_TN, "icar.vehicle.pilot.dodge", "target number")
    elif target.id != own.id and shield_up(state, target):
        tally.add(VEHICLE_TN, "icar.vehicle.gunner.shields", "target number")
    elif aim == VEHICLE:
        tally.add(VEHICLE_TN, "icar.vehicle.gunner.vehicle", "target number")
    else:
        tally.add(PEOPLE_TN, "icar.vehicle.gunner.people", "target number")
    if car(own).firing_position and target.id != own.id:
        tally.add(-HELP, "icar.vehicle.pilot.firing-position")
    for boost in state.chase.boosts:
        if boost.on == GUNNER:
            tally.add(-boost.amount, boost.rule, f"by {boost.by}")
    tally.add(-weapon.to_hit, "icar.fire.stat.to-hit", weapon.name)


def land(state: Icar, table: Table, one: Actor, target: Actor, aim: str, weapon: Weapon) -> None:
    """Into the shield while one is up, whatever the aim; then the vehicle alone, or the one aimed at."""
    if target.id != one.aboard and shield_up(state, target):
        soak(table, target, weapon.damage, one.id)
    elif aim == VEHICLE:
        table.emit("icar.vehicle.gunner.vehicle", one.id, target.id, weapon.damage)
        damage_vehicle(table, target, weapon.damage)
    else:
        table.emit("icar.vehicle.damage.where", one.id, aim, weapon.damage)
        hurt(state, table, aim, weapon.damage, gun_stun(state, weapon), one.id, high_energy=True)
