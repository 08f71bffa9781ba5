"""Vehicles: getting in and out, driving, manoeuvres, ramming, and who is hurt inside."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import Point, apart, distance, relate
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import Drive, Enter, Leave, Ram, StartVehicle
from starfray.rulebooks.coriolis.core import FAST, NORMAL, add_skill, refuse_untrained, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RAMMING, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.injury import crew_of
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.movement import refuse_rooted
from starfray.rulebooks.coriolis.ranges import CLOSE
from starfray.rulebooks.coriolis.state import Coriolis, Craft, Fighter, Weapon, fighter


def vehicle(state: Coriolis, who: str) -> tuple[Fighter, Craft]:
    one = state.roster.get(who)
    if one is None or one.craft is None:
        crafts = [each.id for each in state.roster.values() if each.craft is not None]
        raise Refused("coriolis.action.vehicle-enter", f"{who!r} is no vehicle", crafts)
    return one, one.craft


def driven(state: Coriolis, one: Fighter) -> tuple[Fighter, Craft]:
    """The vehicle she drives: entered, at the wheel, not wrecked. coriolis.ruling.vehicle.persons"""
    if not one.aboard or not one.drives:
        raise Refused("coriolis.ruling.vehicle.persons", f"{one.id} is not at the wheel of a vehicle", ["enter"])
    car, craft = vehicle(state, one.aboard)
    if car.hp <= 0:
        raise Refused("coriolis.ruling.vehicle.passengers", f"the {car.id} is a wreck", ["leave"])
    return car, craft


def enter(state: Coriolis, table: Table, act: Enter) -> None:
    """Getting in: Fast. coriolis.action.vehicle-enter"""
    one = fighter(state, act.actor)
    car, craft = vehicle(state, act.vehicle)
    aboard = crew_of(state, car)
    refuse_rooted(one)
    if distance(state, one, car) > CLOSE:
        raise Refused("coriolis.range.close", f"the {car.id} is not within Close Range", ["move"])
    if len(aboard) >= craft.seats:
        raise Refused("coriolis.action.vehicle-enter", f"all {craft.seats} seats are taken", [])
    if act.driver and any(each.drives and each.conscious for each in aboard):
        raise Refused("coriolis.ruling.vehicle.persons", "somebody else is at the wheel", [])
    declare(state, table, one, Deed("enter", FAST, car.id))
    if not carried_out(state, table, Happening("enter", one)):
        return
    for other in aboard:
        other.drives = other.drives and not act.driver  # whoever lies over the wheel is pushed aside
    one.aboard, one.drives, one.at, one.cover = car.id, act.driver, car.at, 0
    table.emit("coriolis.action.vehicle-enter", one.id, car.id, note="gets into")


def leave(state: Coriolis, table: Table, act: Leave) -> None:
    one = fighter(state, act.actor)
    if not one.aboard:
        raise Refused("coriolis.action.vehicle-enter", f"{one.id} is in no vehicle", ["enter"])
    declare(state, table, one, Deed("leave", FAST))
    if carried_out(state, table, Happening("leave", one)):
        table.emit("coriolis.action.vehicle-enter", one.id, one.aboard, note="gets out of")
        one.aboard, one.drives = "", False


def start_vehicle(state: Coriolis, table: Table, act: StartVehicle) -> None:
    """Starting and driving off are two actions. coriolis.ruling.vehicle.duplicate-rows"""
    one = fighter(state, act.actor)
    car, craft = driven(state, one)
    if craft.running:
        raise Refused("coriolis.action.vehicle-drive", f"the {car.id} is running", ["drive"])
    declare(state, table, one, Deed("start", FAST))
    if carried_out(state, table, Happening("start", one)) and not wrecked(table, one, car):
        craft.running = True
        table.emit("coriolis.ruling.vehicle.duplicate-rows", one.id, car.id)


def drive(state: Coriolis, table: Table, act: Drive) -> None:
    """Ordinary driving needs no roll, a manoeuvre needs a Pilot test. coriolis.action.vehicle-drive"""
    one = fighter(state, act.actor)
    car, craft = running(state, one)
    if car.at is None:
        raise Refused("coriolis.action.vehicle-drive", f"the {car.id} has no place on the map", ["place"])
    if apart(car.at, act.to) > craft.metres + 1e-9:
        raise Refused("coriolis.action.vehicle-drive", f"that is further than {craft.metres} m", [f"{craft.metres} m"])
    deed = Deed("drive", FAST)
    declare(state, table, one, deed)
    if not carried_out(state, table, Happening("drive", one)) or wrecked(table, one, car):
        return
    if act.manoeuvre and not manoeuvre(state, table, one, craft, deed):
        table.emit("coriolis.vehicle.manoeuvre", one.id, car.id, note="fails")
        return
    if not act.manoeuvre:
        table.emit("coriolis.vehicle.normal-driving", one.id, car.id)
    move_with_crew(state, car, act.to)
    table.emit("coriolis.action.vehicle-drive", one.id, car.id, note=f"to {act.to[0]:g},{act.to[1]:g}")


def manoeuvre(state: Coriolis, table: Table, one: Fighter, craft: Craft, deed: Deed) -> bool:
    """Pilot + gear bonus; without training it fails by itself. coriolis.vehicle.pilot-advanced"""
    if one.skills.get("pilot", 0) < 1:
        table.emit("coriolis.vehicle.pilot-advanced", one.id)
        return False
    tally = table.tally(one)
    add_skill(tally, one, "pilot")
    tally.add(craft.bonus, "coriolis.vehicle.manoeuvre", craft.name)
    add_help(table, tally, one, deed)
    return skill_test(state, table, one, tally, "coriolis.vehicle.manoeuvre") > 0


def wrecked(table: Table, one: Fighter, car: Fighter) -> bool:
    """Did a reaction bring the vehicle to a stop? Then the AP are gone. coriolis.ruling.ap.declared"""
    if car.hp <= 0:
        table.emit("coriolis.ruling.ap.declared", one.id)
    return car.hp <= 0


def running(state: Coriolis, one: Fighter) -> tuple[Fighter, Craft]:
    car, craft = driven(state, one)
    if not craft.running:
        raise Refused("coriolis.ruling.vehicle.persons", f"the {car.id} is not running", ["start"])
    return car, craft


def move_with_crew(state: Coriolis, car: Fighter, to: Point) -> None:
    car.at = to
    for one in crew_of(state, car):
        one.at = to


def drive_beside(state: Coriolis, car: Fighter, target: Fighter) -> None:
    """Hit or miss the vehicle ends beside the target. coriolis.ruling.vehicle.ram-reach"""
    if target.at is not None:
        move_with_crew(state, car, target.at)
    else:
        relate(state.scene, "distance", car.id, target.id, 0)


def ram(state: Coriolis, table: Table, act: Ram) -> None:
    """Normal. Pilot + gear bonus; damage is a fifth of the vehicle's HP, rounded up. coriolis.action.ram"""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    car, craft = running(state, one)
    refuse_untrained(one, "pilot")
    if target is car or target.dead or target.out or target.aboard:
        raise Refused("coriolis.ruling.vehicle.ram-reach", f"{target.id} cannot be rammed", [])
    if distance(state, car, target) > craft.metres:
        raise Refused("coriolis.ruling.vehicle.ram-reach", f"{target.id} is further than {craft.metres} m", ["drive"])
    deed = Deed("ram", NORMAL, target.id)
    declare(state, table, one, deed)
    table.emit("coriolis.action.ram", one.id, target.id, note=craft.name)
    if not carried_out(state, table, Happening("ram", one, target)) or wrecked(table, one, car):
        return
    drive_beside(state, car, target)
    if target.craft is not None and car.max_hp < target.max_hp:
        table.emit("coriolis.action.ram.vs-vehicle", one.id, target.id, target.max_hp)
        table.emit("coriolis.ruling.vehicle.too-small", one.id, target.id)  # no roll, no damage, the AP are spent
        return
    tally = table.tally(one)
    add_skill(tally, one, "pilot")
    tally.add(craft.bonus, "coriolis.action.ram", craft.name)
    add_help(table, tally, one, deed)
    table.emit("coriolis.ruling.vehicle.ram-defence", target.id, one.id)  # no defence, no cover; armour applies
    sixes = skill_test(state, table, one, tally, "coriolis.action.ram")
    if not sixes:
        table.emit("coriolis.core.success", one.id, target.id, note="misses")
        return
    hp = car.max_hp if state.rulings.get("ram-damage") == "maximum" else car.hp
    table.emit("coriolis.ruling.vehicle.which-hp", car.id, number=hp)
    damage = -(-hp // 5)  # coriolis.action.ram.damage
    bumper = Weapon(key="ram", name=craft.name, melee=True, damage=damage, crit=2, features=["anti-vehicle"])
    bought = buy_effects(table, one, target, bumper, sixes - 1, RAMMING)  # coriolis.ruling.vehicle.ram-effects
    table.emit("coriolis.action.ram.damage", one.id, target.id, damage)
    resolve_hit(state, table, one, target, bumper, bought, RAMMING, ranged=False)
