"""Gunners: mounted or hand-held, at the vehicle, its shields, or people who are exposed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Field, Option, Refused, Table, Tally, something
from starfray.rulebooks.icar.common.action_economy import rounds_left, spend
from starfray.rulebooks.icar.common.check import (
    EASY,
    HARD,
    agreed_attribute,
    attribute_field,
    percent,
    refuse_attribute,
    take_off_ability,
    told_check,
)
from starfray.rulebooks.icar.common.injury import take_damage
from starfray.rulebooks.icar.common.person import closed, gun_in_hand
from starfray.rulebooks.icar.common.records import GUNNER, Weapon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import aboard, car, soak, take_vehicle_damage, vehicle_shield_up
from starfray.rulebooks.icar.ground.effects import gun_stun
from starfray.rulebooks.icar.ground.fire import VEHICLE_TN
from starfray.rulebooks.icar.vehicle.crew import BOARD, enemies, flying, foes_on, phase_of, vehicle_named, without_power
from starfray.rulebooks.icar.vehicle.role_options import HELP, SHOOTING, option_kind

PEOPLE_TN, DODGE_TN = HARD, HARD  # icar.vehicle.gunner.people, icar.vehicle.pilot.dodge
VEHICLE = "vehicle"


@dataclass(frozen=True, slots=True)
class Gun(Action):
    """At a vehicle, or (aim) at somebody in it; with a mounted or a hand-held weapon."""

    KIND: ClassVar[str] = "gun"
    target: str
    aim: str = "vehicle"
    weapon: str = ""
    attribute: str = ""


def gun_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    own = state.roster[actor.aboard]
    guns = {weapon.key: weapon for weapon in weapons_of(state, actor, own)}
    if not guns:
        return [Field("target", "combatant")]
    others, near = enemies(state, own), foes_on(state, actor)
    targets = [Option(foe.id, foe.name, note=shot_note(state, actor, foe, VEHICLE)) for foe in others]
    aims = [Option(VEHICLE)]
    for foe in others:
        for person in exposed(state, foe):
            note = shot_note(state, actor, foe, person.id)
            aims += [Option(person.id, person.name, "icar.vehicle.gunner.people", note)] if person.side != actor.side else []
    if near:
        targets.append(Option(own.id, own.name, note="at somebody aboard or hanging on"))
        aims += [Option(person.id, person.name, note=shot_note(state, actor, own, person.id)) for person in near]
    return [
        Field("target", "combatant", targets),
        Field("aim", "choice", aims, default=VEHICLE),
        something("weapon", list(guns.values()), required=False),
        attribute_field(SHOOTING),
    ]


def shot_note(state: Icar, actor: Actor, target: Actor, aim: str) -> str:
    return percent(shot_need(state, actor, target, aim))


def shot_need(state: Icar, actor: Actor, target: Actor, aim: str) -> int:
    """What the die must show with the heaviest gun at hand."""
    weapon = max(weapons_of(state, actor, state.roster[actor.aboard]), key=lambda gun: gun.damage)
    tally = Tally(False)
    add_shot(state, tally, actor, target, aim, weapon)
    take_off_ability(tally, actor, SHOOTING)
    return tally.total


def gun(state: Icar, table: Table, action: Gun) -> None:
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    own = state.roster[actor.aboard]
    target = vehicle_named(state, actor, action.target, "icar.vehicle.gunner.check")
    refuse_target(state, actor, own, target, action.aim)
    weapon = chosen_weapon(state, actor, own, action.weapon)
    table.allowed()
    spend(state, table, actor, action.KIND)
    if not mounted(own, weapon):
        weapon.rounds = rounds_left(weapon.rounds, weapon.magazine) - 1  # icar.ruling.magazine
    agreed = agreed_attribute(table, actor, SHOOTING, action.attribute)
    tally = table.tally()
    add_shot(state, tally, actor, target, action.aim, weapon)
    take_off_ability(tally, actor, SHOOTING, agreed)
    whom = target.id if action.aim == VEHICLE else action.aim
    table.emit("icar.vehicle.gunner.weapons", actor.id, whom, note=weapon.name or weapon.key)
    if not told_check(state, table, actor, tally, "icar.vehicle.gunner.check"):
        table.emit("icar.vehicle.gunner.check", actor.id, whom, note="miss")
        return
    hit(state, table, actor, target, action.aim, weapon)


GUN = option_kind(Gun, gun, fields=gun_fields)


# --- at whom, with what ----------------------------------------------------------------------------------------
def exposed(state: Icar, vehicle: Actor) -> list[Actor]:
    """People in an open vehicle or behind doors a hacker holds open, or hanging off any. icar.ruling.vehicle-exposed"""
    shelters = closed(state, vehicle)
    return [actor for actor in aboard(state, vehicle.id) if not (shelters and not actor.dangling) and not actor.hidden]


def refuse_target(state: Icar, actor: Actor, own: Actor, target: Actor, aim: str) -> None:
    if target.id == own.id:
        near = [foe.id for foe in foes_on(state, actor)]
        if aim not in near:
            raise Refused("icar.vehicle.gunner.people", f"{aim} is no foe aboard {own.id}", near)
        return
    foes = [foe.id for foe in enemies(state, own)]
    if car(own).gone or (phase_of(state) == BOARD and flying(own)):
        raise Refused("icar.vehicle.end.escaped", "only at somebody aboard the same vehicle", [own.id])
    if car(target).gone:
        raise Refused("icar.vehicle.end.escaped", f"{target.id} cannot be shot at any more", foes)
    if target.id not in foes:
        raise Refused("icar.vehicle.gunner.check", f"{target.id} is no enemy", foes)
    if aim == VEHICLE:
        return
    people = [other.id for other in exposed(state, target) if other.side != actor.side]
    inside = [person.id for person in aboard(state, target.id) if not person.hidden]
    if aim in inside and aim not in people:
        raise Refused("icar.ruling.vehicle-exposed", f"{aim} cannot be aimed at in there", [VEHICLE, *people])
    if aim not in people:
        raise Refused("icar.vehicle.gunner.people", f"{aim!r} is nobody in or on {target.id}", [VEHICLE, *people])


def mounted(own: Actor, weapon: Weapon) -> bool:
    return any(gun is weapon for gun in car(own).mounted)


def weapons_of(state: Icar, actor: Actor, own: Actor) -> list[Weapon]:
    """Mounted guns have no magazine limit but need a car with power; the gun in the hand what is in it.

    icar.vehicle.gunner.weapons, icar.vehicle.damage.zero
    """
    powered = flying(own) and not without_power(state, own)
    fixed = car(own).mounted if actor.role == GUNNER and actor.side == own.side and powered else []
    held = gun_in_hand(actor)  # icar.turn.change-weapon: what is stowed has to be drawn first
    loaded = held is not None and rounds_left(held.rounds, held.magazine) > 0
    return [*fixed, held] if held is not None and loaded else list(fixed)


def chosen_weapon(state: Icar, actor: Actor, own: Actor, key: str) -> Weapon:
    having = weapons_of(state, actor, own)
    names = [weapon.key for weapon in having]
    if not having:
        raise Refused("icar.vehicle.gunner.weapons", f"{actor.id} has no gun that fires", ["change-magazine", "stand-by"])
    if not key:
        return max(having, key=lambda weapon: weapon.damage)
    if key not in names:
        raise Refused("icar.vehicle.gunner.weapons", f"{key!r} is no gun at hand that fires", names)
    return next(gun for gun in having if gun.key == key)


# --- the shot --------------------------------------------------------------------------------------------------
def add_shot(state: Icar, tally: Tally, actor: Actor, target: Actor, aim: str, weapon: Weapon) -> None:
    """14 for vehicles and shields, 16 for people; 16 whatever it is while either vehicle dodges. icar.ruling.dodge"""
    own = state.roster[actor.aboard]
    if car(own).dodging or car(target).dodging:
        tally.add(DODGE_TN, "icar.vehicle.pilot.dodge", "target number")
    elif target.id == own.id and not state.roster[aim].dangling:
        tally.add(EASY, "icar.ruling.fire-base-tn", "aboard the same vehicle")
    elif target.id != own.id and vehicle_shield_up(state, target):
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


def hit(state: Icar, table: Table, actor: Actor, target: Actor, aim: str, weapon: Weapon) -> None:
    """Into the shield while one is up, whatever the aim; then the vehicle alone, or the one aimed at."""
    if target.id != actor.aboard and vehicle_shield_up(state, target):
        soak(table, target, weapon.damage, actor.id)
    elif aim == VEHICLE:
        table.emit("icar.vehicle.gunner.vehicle", actor.id, target.id, weapon.damage)
        take_vehicle_damage(table, target, weapon.damage)
    else:
        table.emit("icar.vehicle.damage.where", actor.id, aim, weapon.damage)
        take_damage(state, table, aim, weapon.damage, gun_stun(state, weapon), actor.id, high_energy=True)
