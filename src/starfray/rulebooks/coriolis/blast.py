"""Grenades, rockets and charges: a throw, where it lands, and everybody near."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from starfray.engine.dice import pool, total
from starfray.engine.errors import Refused
from starfray.engine.scene import Point, Zone, apart, known_distance
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.coriolis.actions import Detonate, Plant, Throw
from starfray.rulebooks.coriolis.aim import why_no_shot
from starfray.rulebooks.coriolis.core import FAST, NORMAL, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RANGED, buy_effects, injury_stands, resolve_hit
from starfray.rulebooks.coriolis.hooks import extra_severity
from starfray.rulebooks.coriolis.injury import critical_injury, suffer
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS, band, spoken
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Fuse, Weapon, charge_name, drop, fighter, planted, shut_in
from starfray.rulebooks.coriolis.stress import stress

ORDER = "coriolis.ruling.dice-order"  # the blast has no rule of its own, only its place in the order of dice
SHORT: float = LIMITS[1]
WIDE = 7  # from this Blast Power on the blast reaches Short Range
WIDE_LOSS = 6


@dataclass(slots=True)
class Spot:
    """Where it goes off: a point of the map, or without one so many metres off somebody."""

    at: Point | None
    beside: Fighter | None = None
    metres: float = 0.0


def throw(state: Coriolis, table: Table, act: Throw) -> None:
    """Thrown as a Shot or Quick shot, with all its rules; used up either way."""
    one, target = fighter(state, act.actor), fighter(state, act.target)
    grenade = next((each for each in one.weapons if each.key == act.weapon and each.thrown and not each.empty), None)
    if grenade is None or not grenade.in_hand:
        fit = [each.key for each in one.weapons if each.thrown and not each.empty]
        raise Refused("coriolis.ruling.hands", f"{one.id} has no {act.weapon!r} in hand to throw", ["draw", *fit])
    reason = why_no_shot(state, one, target, grenade)
    if reason is not None:
        raise reason
    if act.quick and band(state, one, target) > 1:
        raise Refused("coriolis.action.quick-shot.range", f"{target.id} is further than Short Range", ["throw"])
    deed = Deed("throw", FAST if act.quick else NORMAL, target.id, grenade.key)
    declare(state, table, one, deed)
    table.emit(ORDER, one.id, target.id, note=f"throws a {grenade.name}")
    if not carried_out(state, table, Happening("throw", one, target, grenade)):
        return
    tally = ranged_pool(state, table, one, target, grenade, quick=act.quick)
    if act.quick:
        tally.add(-2, "coriolis.action.quick-shot")
    else:
        tally.add(0, "coriolis.action.shot")
    add_help(table, tally, one, deed)
    grenade.empty, grenade.in_hand = True, False
    sixes = skill_test(state, table, one, tally, "coriolis.ranged.pool")
    lands(state, table, one, target, grenade, sixes)


def lands(state: Coriolis, table: Table, one: Fighter, target: Fighter, weapon: Weapon, sixes: int) -> None:
    """On the target with a direct hit, or some metres off where the GM says; then the blast."""
    if not sixes:
        table.emit("coriolis.core.success", one.id, target.id, note="misses")
        goes_off(state, table, one, weapon, scattered(table, one, target))
        return
    if weapon.damage:
        bought = buy_effects(table, one, target, weapon, sixes - 1, RANGED)
        table.emit("coriolis.ranged.hit", one.id, target.id, weapon.damage)
        resolve_hit(state, table, one, target, weapon, bought, RANGED, ranged=True)
    goes_off(state, table, one, weapon, Spot(target.at, target))


def scattered(table: Table, one: Fighter, target: Fighter) -> Spot:
    """A miss lands 1D6 m off, in a direction of the GM's choice."""
    metres = table.roll(ORDER, one.id, total(1, 6))
    if target.at is None:
        return Spot(None, target, metres)
    degrees = table.number(ORDER, GM, 0, 359, f"It lands {metres} m off. In which direction (degrees)?", suggested=0)
    x, y = target.at[0] + metres * cos(radians(degrees)), target.at[1] + metres * sin(radians(degrees))
    return Spot((round(x, 2), round(y, 2)))


def goes_off(state: Coriolis, table: Table, one: Fighter, weapon: Weapon, spot: Spot) -> None:
    """Everybody within Close Range in roster order; a great blast reaches Short Range, weaker."""
    if "smoke" in weapon.features:
        smoke(state, table, one, spot.at)
        return
    for place, victim in enumerate(list(state.roster.values())):
        power = power_at(weapon, metres_from(state, spot, victim))
        if power <= 0 or not victim.person or victim.dead or victim.out or shut_in(state, victim):
            continue
        table.remember((place, spot.at, spot.metres))
        table.same(ORDER)
        caught(state, table, one, victim, weapon, power)
        if victim is not one:
            table.done(ORDER, victim.id)
        table.forget()


def metres_from(state: Coriolis, spot: Spot, victim: Fighter) -> float:
    if spot.at is not None and victim.at is not None:
        return apart(spot.at, victim.at)
    if spot.beside is None:
        return LIMITS[-1]
    gap = 0.0 if victim is spot.beside else known_distance(state, spot.beside, victim)
    return LIMITS[-1] if gap is None else gap + spot.metres


def power_at(weapon: Weapon, metres: float) -> int:
    if metres <= CLOSE:
        return weapon.blast
    return weapon.blast - WIDE_LOSS if weapon.blast >= WIDE and metres <= SHORT else 0


def caught(state: Coriolis, table: Table, one: Fighter, victim: Fighter, weapon: Weapon, power: int) -> None:
    """1 damage per six; extra sixes may become a critical injury instead. A stun grenade gives stress, armour or no."""
    sixes = table.roll(ORDER, victim.id, pool(power))
    if not sixes:
        return
    if "stress-blast" in weapon.features:
        stress(state, table, victim, sixes)
        return
    spent = 0
    crit = 1 if "shrapnel" in weapon.features else 2
    if sixes > crit:
        slots = [Option("critical-injury", rule="coriolis.ranged.bonus.critical-injury", least=crit)]
        spent = table.allocate(ORDER, one.id, sixes - 1, slots, f"{sixes} sixes on {spoken(one, victim)}", suggested="")[0]
    table.same(ORDER, (sixes, spent))
    through = suffer(state, table, victim, sixes - spent, weapon, ranged=True, by=one.id)
    if spent and injury_stands(state, table, victim, through):
        critical_injury(state, table, victim, 1 + spent - crit + extra_severity(one))


def smoke(state: Coriolis, table: Table, one: Fighter, where: Point | None) -> None:
    """The area blocks sight for 2D6 turns."""
    turns = table.roll(ORDER, one.id, total(2, 6))
    if where is not None:
        name = f"smoke {len(state.scene.zone) + 1}"
        state.scene.zone.append(Zone(name=name, kind="smoke", at=where, radius=CLOSE))
        state.fuses.append(Fuse(zone=name, turns=turns))
    table.emit(ORDER, one.id, number=turns, note=f"fills the place with smoke for {turns} turns")


# --- charges ---------------------------------------------------------------------------------------------------


def plant(state: Coriolis, table: Table, act: Plant) -> None:
    """Put a charge down where one stands."""
    one = fighter(state, act.actor)
    charge = next((each for each in one.weapons if each.key == act.weapon and "placed" in each.features), None)
    if charge is None or charge.empty or charge.dropped or not charge.in_hand:
        fit = [each.key for each in one.weapons if "placed" in each.features and not each.empty]
        raise Refused("coriolis.ruling.hands", f"{one.id} has no charge {act.weapon!r} in hand", ["draw", *fit])
    if one.at is None:
        raise Refused("coriolis.ruling.illegal", "a charge needs a place on the map", ["place"])
    declare(state, table, one, Deed("plant", FAST))
    if carried_out(state, table, Happening("plant", one, weapon=charge)):
        drop(one, charge)
        state.scene.zone.append(Zone(name=charge_name(one, charge), kind="charge", at=one.at, radius=CLOSE))
        table.emit(ORDER, one.id, note=f"plants the {charge.name}")


def detonate(state: Coriolis, table: Table, act: Detonate) -> None:
    one = fighter(state, act.actor)
    charge = next((each for each in one.weapons if each.key == act.weapon), None)
    zone = planted(state, one, charge) if charge is not None else None
    if charge is None or zone is None:
        raise Refused("coriolis.ruling.illegal", f"{one.id} has planted no {act.weapon!r}", ["plant"])
    declare(state, table, one, Deed("detonate", FAST))
    if carried_out(state, table, Happening("detonate", one)):
        charge.empty = True
        state.scene.zone.remove(zone)
        table.emit(ORDER, one.id, note=f"sets off the {charge.name}")
        goes_off(state, table, one, charge, Spot(zone.at))
