"""Grenades, rockets and charges: a throw, where it lands, and everybody near."""

from __future__ import annotations

from math import cos, radians, sin

from starfray.engine.dice import pool, total
from starfray.engine.errors import Refused
from starfray.engine.scene import Point, Zone, apart
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.coriolis.actions import Detonate, Plant, Throw
from starfray.rulebooks.coriolis.core import FAST, NORMAL, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RANGED, buy_effects, resolve_hit
from starfray.rulebooks.coriolis.injury import critical_injury, stress, suffer
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS, band
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Fuse, Weapon, fighter

ORDER = "coriolis.ruling.dice-order"  # the blast has no rule of its own, only its place in the order of dice
BLAST_CRIT = 2
WIDE = 7  # from this Blast Power on the blast reaches Short Range
WIDE_LOSS = 6


def throw(state: Coriolis, table: Table, act: Throw) -> None:
    """Thrown as a Shot or Quick shot; used up either way."""
    from starfray.rulebooks.coriolis.attack import ranged_pool

    one, target = fighter(state, act.actor), fighter(state, act.target)
    grenade = next((each for each in one.weapons if each.key == act.weapon), None)
    if grenade is None or not grenade.thrown or grenade.empty:
        fit = [each.key for each in one.weapons if each.thrown and not each.empty]
        raise Refused("coriolis.ruling.hands", f"{one.id} has no {act.weapon!r} to throw", fit)
    if target.dead or target.out or target is one:
        raise Refused("coriolis.ruling.illegal", f"nothing can be thrown at {target.id}", [])
    if band(state, one, target) > 1:  # explosives are thrown to Short Range
        raise Refused("coriolis.ruling.ranged.beyond", f"{target.id} is further than Short Range", ["move"])
    deed = Deed("throw", FAST if act.quick else NORMAL, target.id, grenade.key)
    declare(state, table, one, deed)
    table.emit("coriolis.action.quick-shot" if act.quick else "coriolis.action.shot", one.id, target.id, note=grenade.name)
    if not carried_out(state, table, Happening("throw", one, target)):
        return
    tally = ranged_pool(state, table, one, target, grenade, quick=act.quick)
    if act.quick:
        tally.add(-2, "coriolis.action.quick-shot")
    add_help(table, tally, one, deed)
    grenade.empty, grenade.in_hand = True, False
    sixes = skill_test(state, table, one, tally, "coriolis.ranged.pool")
    lands(state, table, one, target, grenade, sixes)


def lands(state: Coriolis, table: Table, one: Fighter, target: Fighter, weapon: Weapon, sixes: int) -> None:
    """On the target with a direct hit, or some metres off where the GM says; then the blast."""
    if not sixes:
        table.emit("coriolis.core.success", one.id, target.id, note="misses")
        goes_off(state, table, one, weapon, scattered(table, one, target), target)
        return
    if weapon.damage:
        bought = buy_effects(table, one, target, weapon, sixes - 1, RANGED)
        table.emit("coriolis.ranged.hit", one.id, target.id, weapon.damage)
        resolve_hit(state, table, one, target, weapon, bought, RANGED, ranged=True)
    goes_off(state, table, one, weapon, target.at, target)


def scattered(table: Table, one: Fighter, target: Fighter) -> Point | None:
    metres = table.roll(ORDER, one.id, total(1, 6))
    degrees = table.number(ORDER, GM, 0, 359, f"It lands {metres} m off. In which direction (degrees)?", suggested=0)
    if target.at is None:
        return None
    x, y = target.at[0] + metres * cos(radians(degrees)), target.at[1] + metres * sin(radians(degrees))
    return (round(x, 2), round(y, 2))


def goes_off(
    state: Coriolis, table: Table, one: Fighter, weapon: Weapon, where: Point | None, near: Fighter | None
) -> None:
    """Everybody within Close Range in roster order; a great blast reaches Short Range, weaker."""
    if "smoke" in weapon.features:
        smoke(state, table, one, where)
        return
    for victim in list(state.roster.values()):
        power = power_at(weapon, victim, where, near)
        if power <= 0 or victim.dead or victim.out or victim.aboard:
            continue
        table.remember(victim.id)
        caught(state, table, one, victim, weapon, power)
        table.forget()


def power_at(weapon: Weapon, victim: Fighter, where: Point | None, near: Fighter | None) -> int:
    if where is None or victim.at is None:
        metres = 0.0 if victim is near else LIMITS[2]
    else:
        metres = apart(where, victim.at)
    if metres <= CLOSE:
        return weapon.blast
    return weapon.blast - WIDE_LOSS if weapon.blast >= WIDE and metres <= LIMITS[1] else 0


def caught(state: Coriolis, table: Table, one: Fighter, victim: Fighter, weapon: Weapon, power: int) -> None:
    """1 damage per six; extra sixes may become a critical injury instead. A stun grenade gives stress, armour or no."""
    sixes = table.roll(ORDER, victim.id, pool(power))
    if not sixes:
        return
    if "stress-blast" in weapon.features:
        stress(state, table, victim, sixes, "coriolis.ruling.stress.track")
        return
    spent = 0
    if victim.person and sixes > BLAST_CRIT:
        slots = [Option("critical-injury", rule="coriolis.ranged.bonus.critical-injury", least=BLAST_CRIT)]
        spent = table.allocate(ORDER, one.id, sixes - 1, slots, f"{sixes} sixes on {victim.id}", suggested="")[0]
    through = suffer(state, table, victim, sixes - spent, weapon, ranged=True, by=one.id)
    if spent and through:
        critical_injury(state, table, victim, 1 + spent - BLAST_CRIT)


def smoke(state: Coriolis, table: Table, one: Fighter, where: Point | None) -> None:
    """The area blocks sight for 2D6 turns."""
    turns = table.roll(ORDER, one.id, total(2, 6))
    if where is not None:
        name = f"smoke {len(state.scene.zone) + 1}"
        state.scene.zone.append(Zone(name=name, kind="smoke", at=where, radius=CLOSE))
        state.fuses.append(Fuse(zone=name, turns=turns))
    table.emit(ORDER, one.id, number=turns, note="smoke")


# --- charges ---------------------------------------------------------------------------------------------------


def plant(state: Coriolis, table: Table, act: Plant) -> None:
    """Put a charge down where one stands."""
    one = fighter(state, act.actor)
    charge = next((each for each in one.weapons if each.key == act.weapon and "placed" in each.features), None)
    if charge is None or charge.empty or charge.dropped:
        fit = [each.key for each in one.weapons if "placed" in each.features and not each.empty]
        raise Refused("coriolis.ruling.hands", f"{one.id} has no charge {act.weapon!r}", fit)
    if one.at is None:
        raise Refused("coriolis.action.pick-up", "a charge needs a place on the map", ["place"])
    declare(state, table, one, Deed("plant", FAST))
    if carried_out(state, table, Happening("plant", one)):
        charge.in_hand, charge.dropped = False, True
        state.scene.zone.append(Zone(name=charge.key, kind="charge", at=one.at, radius=CLOSE))
        table.emit("coriolis.action.pick-up", one.id, note=f"plants the {charge.name}")


def detonate(state: Coriolis, table: Table, act: Detonate) -> None:
    one = fighter(state, act.actor)
    charge = next((each for each in one.weapons if each.key == act.weapon and each.dropped and not each.empty), None)
    zone = next((each for each in state.scene.zone if each.kind == "charge" and each.name == act.weapon), None)
    if charge is None or zone is None:
        raise Refused("coriolis.ruling.illegal", f"{one.id} has planted no {act.weapon!r}", ["plant"])
    declare(state, table, one, Deed("detonate", FAST))
    if carried_out(state, table, Happening("detonate", one)):
        charge.empty = True
        state.scene.zone.remove(zone)
        table.emit(ORDER, one.id, note=charge.name)
        goes_off(state, table, one, charge, zone.at, None)
