"""Vehicles: getting in and out, driving, manoeuvres, ramming, and who is hurt inside."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Content, Field, Refused, Table, flag, somebody
from starfray.engine.scene import Point, apart, distance, relate
from starfray.rulebooks.coriolis.aim import foes_first
from starfray.rulebooks.coriolis.core import FAST, NORMAL, refuse_untrained
from starfray.rulebooks.coriolis.declare import Deed, declare, helped_test
from starfray.rulebooks.coriolis.effects import RAMMING, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.injury import crew_of
from starfray.rulebooks.coriolis.interrupts import Declaration, arcs_entered, carried_out
from starfray.rulebooks.coriolis.movement import refuse_rooted
from starfray.rulebooks.coriolis.overwatch import offer_overwatch_fire
from starfray.rulebooks.coriolis.ranges import CLOSE, notice, refuse_walled, refuse_way, within
from starfray.rulebooks.coriolis.state import Coriolis, Craft, Fighter, Weapon, fighter


def vehicle(state: Coriolis, who: str) -> tuple[Fighter, Craft]:
    actor = state.roster.get(who)
    if actor is None or actor.craft is None or actor.out:
        raise Refused("coriolis.action.vehicle-enter", f"{who!r} is no vehicle here", [each.id for each in vehicles(state)])
    return actor, actor.craft


def vehicles(state: Coriolis) -> list[Fighter]:
    return [each for each in state.roster.values() if each.craft is not None and not each.out]


def rides(state: Coriolis, actor: Fighter) -> list[str]:
    """What is left to somebody without a wheel in her hands: to get in, where there is something to get into."""
    near = [each for each in vehicles(state) if within(state, actor, each, CLOSE)]
    return ["leave"] if actor.aboard else ["enter"] if near else []


def driven(state: Coriolis, actor: Fighter) -> tuple[Fighter, Craft]:
    """The vehicle she drives: entered, at the wheel, not wrecked. coriolis.ruling.vehicle.persons"""
    if not actor.aboard or not actor.drives:
        legal = rides(state, actor)
        raise Refused("coriolis.ruling.vehicle.persons", f"{actor.id} is not at the wheel of a vehicle", legal)
    car, craft = vehicle(state, actor.aboard)
    if car.hp <= 0:
        raise Refused("coriolis.ruling.vehicle.passengers", f"the {car.id} is a wreck", ["leave"])
    return car, craft


@dataclass(frozen=True, slots=True)
class Enter(Action):
    """Get into a vehicle."""

    KIND: ClassVar[str] = "enter"
    vehicle: str
    driver: bool = False


def enter(state: Coriolis, table: Table, action: Enter) -> None:
    """Getting in: Fast. coriolis.action.vehicle-enter"""
    actor = fighter(state, action.actor)
    car, craft = vehicle(state, action.vehicle)
    aboard = crew_of(state, car)
    refuse_rooted(actor)
    refuse_walled(state, actor, car)
    if distance(state, actor, car) > CLOSE:
        raise Refused("coriolis.range.close", f"the {car.id} is not within Close Range", ["move"])
    if len(aboard) >= craft.seats:
        raise Refused("coriolis.action.vehicle-enter", f"all {craft.seats} seats are taken", [])
    if action.driver and any(each.drives and each.conscious for each in aboard):
        raise Refused("coriolis.ruling.vehicle.persons", "somebody else is at the wheel", [])
    declare(state, table, actor, Deed("enter", car.id))
    if not carried_out(state, table, Declaration("enter", actor)):
        return
    for other in aboard:
        other.drives = other.drives and not action.driver  # whoever lies over the wheel is pushed aside
    actor.aboard, actor.drives, actor.at, actor.cover, actor.frame = car.id, action.driver, car.at, 0, ""
    table.emit("coriolis.action.vehicle-enter", actor.id, car.id, note="gets into")


def enter_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("vehicle", vehicles(state)), flag("driver")]


ENTER = ActionKind(Enter, enter, "coriolis.action.vehicle-enter", FAST, group="vehicle", fields=enter_fields)


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Get out of a vehicle."""

    KIND: ClassVar[str] = "leave"


def leave(state: Coriolis, table: Table, action: Leave) -> None:
    """Getting out: Fast. coriolis.action.vehicle-enter"""
    actor = fighter(state, action.actor)
    if not actor.aboard:
        raise Refused("coriolis.action.vehicle-enter", f"{actor.id} is in no vehicle", rides(state, actor))
    declare(state, table, actor, Deed("leave"))
    if carried_out(state, table, Declaration("leave", actor)):
        table.emit("coriolis.action.vehicle-enter", actor.id, actor.aboard, note="gets out of")
        actor.aboard, actor.drives = "", False


LEAVE = ActionKind(Leave, leave, "coriolis.action.vehicle-enter", FAST, group="vehicle")


@dataclass(frozen=True, slots=True)
class StartVehicle(Action):
    KIND: ClassVar[str] = "start"


def start_vehicle(state: Coriolis, table: Table, action: StartVehicle) -> None:
    """Starting and driving off are two actions. coriolis.ruling.vehicle.duplicate-rows"""
    actor = fighter(state, action.actor)
    car, craft = driven(state, actor)
    if craft.running:
        raise Refused("coriolis.action.vehicle-drive", f"the {car.id} is running", ["drive"])
    declare(state, table, actor, Deed("start"))
    if carried_out(state, table, Declaration("start", actor)) and not wrecked(table, actor, car):
        craft.running = True
        table.emit("coriolis.ruling.vehicle.duplicate-rows", actor.id, car.id)


START = ActionKind(StartVehicle, start_vehicle, "coriolis.action.vehicle-drive", FAST, group="vehicle")


@dataclass(frozen=True, slots=True)
class Drive(Action):
    """Drive to a point; a manoeuvre takes a Pilot test."""

    KIND: ClassVar[str] = "drive"
    to: Point
    manoeuvre: bool = False


def drive(state: Coriolis, table: Table, action: Drive) -> None:
    """Ordinary driving needs no roll, a manoeuvre needs a Pilot test. coriolis.action.vehicle-drive"""
    actor = fighter(state, action.actor)
    car, craft = running(state, actor)
    if car.at is None:
        raise Refused("coriolis.action.vehicle-drive", f"the {car.id} has no place on the map", ["place"])
    if apart(car.at, action.to) > craft.metres + 1e-9:
        raise Refused("coriolis.action.vehicle-drive", f"that is further than {craft.metres} m", [f"{craft.metres} m"])
    refuse_way(state, car, (action.to,))
    deed = Deed("drive")
    declare(state, table, actor, deed)
    if not carried_out(state, table, Declaration("drive", actor)) or wrecked(table, actor, car):
        return
    if action.manoeuvre and not manoeuvre(state, table, actor, craft, deed):
        table.emit("coriolis.vehicle.manoeuvre", actor.id, car.id, note="fails")
        return
    if not action.manoeuvre:
        table.cite("coriolis.vehicle.normal-driving")
    if gets_there(state, table, actor, car, action.to):
        table.emit("coriolis.action.vehicle-drive", actor.id, car.id, note=f"to {action.to[0]:g},{action.to[1]:g}")


def drive_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    car = state.roster.get(actor.aboard)
    metres = float(car.craft.metres) if car is not None and car.craft is not None else 0.0
    return [Field("to", "point", high=metres, centre=car.at if car is not None else None), flag("manoeuvre")]


def not_driving(state: Coriolis, actor: Fighter, content: Content) -> Refused | None:
    """Asked first: no place and no target would make a difference."""
    try:
        running(state, actor)
    except Refused as refused:
        return refused
    return None


DRIVE = ActionKind(
    Drive, drive, "coriolis.action.vehicle-drive", FAST, group="vehicle", refusal=not_driving, fields=drive_fields
)


def manoeuvre(state: Coriolis, table: Table, actor: Fighter, craft: Craft, deed: Deed) -> bool:
    """Pilot + gear bonus; without training it fails by itself. coriolis.vehicle.pilot-advanced"""
    if actor.skills.get("pilot", 0) < 1:
        table.emit("coriolis.vehicle.pilot-advanced", actor.id)
        return False
    rule = "coriolis.vehicle.manoeuvre"
    return helped_test(state, table, actor, deed, "pilot", modifier=(craft.bonus, rule, craft.name), rule=rule) > 0


def wrecked(table: Table, actor: Fighter, car: Fighter) -> bool:
    """Did a reaction bring the vehicle to a stop? Then the AP are gone. coriolis.ruling.ap.declared"""
    if car.hp <= 0:
        table.emit("coriolis.ruling.ap.declared", actor.id)
    return car.hp <= 0


def running(state: Coriolis, actor: Fighter) -> tuple[Fighter, Craft]:
    car, craft = driven(state, actor)
    if not craft.running:
        raise Refused("coriolis.ruling.vehicle.persons", f"the {car.id} is not running", ["start"])
    return car, craft


def move_with_crew(state: Coriolis, car: Fighter, to: Point) -> None:
    car.at = to
    for one in crew_of(state, car):
        one.at = to


def placed(state: Coriolis, actor: Fighter) -> None:
    """By the GM: a vehicle takes those inside along, and who is put elsewhere has got out."""
    actor.aboard, actor.drives = "", False
    for one in crew_of(state, actor):
        one.at = actor.at


def gets_there(state: Coriolis, table: Table, driver: Fighter, car: Fighter, to: Point) -> bool:
    """Along the way, as far as watchers let it: they are asked where it enters their arcs. coriolis.ruling.vehicle.arc"""
    for place, stop in enumerate(sorted(arcs_entered(state, car, (to,)), key=lambda stop: round(stop.metres, 6))):
        move_with_crew(state, car, stop.point)
        table.enter(place)
        offer_overwatch_fire(state, table, stop.by, driver, None)
        table.leave()
        if car.hp <= 0 or not driver.able:
            table.emit("coriolis.ruling.vehicle.arc", driver.id, car.id)
            return False
    move_with_crew(state, car, to)
    return True


def drive_beside(state: Coriolis, table: Table, driver: Fighter, car: Fighter, target: Fighter) -> bool:
    """Hit or miss the vehicle ends beside the target, unless it is stopped. coriolis.ruling.vehicle.ram-reach"""
    if target.at is not None and car.at is not None:
        return gets_there(state, table, driver, car, target.at)
    for one in (car, *crew_of(state, car)):
        relate(state.scene, "distance", one.id, target.id, 0)
    return True


@dataclass(frozen=True, slots=True)
class Ram(Action):
    KIND: ClassVar[str] = "ram"
    target: str


def ram(state: Coriolis, table: Table, action: Ram) -> None:
    """Normal. Pilot + gear bonus; damage is a fifth of the vehicle's HP, rounded up. coriolis.action.ram"""
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    car, craft = running(state, actor)
    refuse_untrained(actor, "pilot")
    if target is car or target.dead or target.out or target.aboard:
        raise Refused("coriolis.ruling.vehicle.ram-reach", f"{target.id} cannot be rammed", [])
    refuse_walled(state, car, target)
    if distance(state, car, target) > craft.metres:
        raise Refused("coriolis.ruling.vehicle.ram-reach", f"{target.id} is further than {craft.metres} m", ["drive"])
    deed = Deed("ram", target.id)
    declare(state, table, actor, deed)
    table.emit("coriolis.action.ram", actor.id, target.id, note=craft.name)
    if not carried_out(state, table, Declaration("ram", actor, target)) or wrecked(table, actor, car):
        return
    if not drive_beside(state, table, actor, car, target):
        return
    if target.craft is not None and car.max_hp < target.max_hp:
        table.emit("coriolis.action.ram.vs-vehicle", actor.id, target.id, target.max_hp)
        table.cite("coriolis.ruling.vehicle.too-small")  # no roll, no damage, the AP are spent
        return
    table.cite("coriolis.ruling.vehicle.ram-defence")  # no defence, no cover; armour applies
    rule = "coriolis.action.ram"
    sixes = helped_test(state, table, actor, deed, "pilot", modifier=(craft.bonus, rule, craft.name), rule=rule)
    if not sixes:
        table.emit("coriolis.core.success", actor.id, target.id, note="misses")
        notice(state, table, target)
        return
    hp = car.max_hp if state.ruling("ram-damage") == "maximum" else car.hp
    table.emit("coriolis.ruling.vehicle.which-hp", car.id, number=hp)
    damage = -(-hp // 5)  # coriolis.action.ram.damage
    bumper = Weapon(key="ram", name=craft.name, melee=True, damage=damage, crit=2, features=["anti-vehicle"])
    bought = buy_effects(table, actor, target, bumper, sixes - 1, RAMMING)  # coriolis.ruling.vehicle.ram-effects
    table.emit("coriolis.action.ram.damage", actor.id, target.id, damage)
    resolve_hit(state, table, actor, target, bumper, bought, RAMMING, ranged=False)


def ram_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", foes_first(state, actor))]


RAM = ActionKind(Ram, ram, "coriolis.action.ram", NORMAL, group="vehicle", refusal=not_driving, fields=ram_fields)
