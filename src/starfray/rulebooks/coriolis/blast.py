"""Grenades, rockets and charges: a throw, where it lands, and everybody near."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin
from typing import ClassVar

from starfray.engine.forms import flag, somebody, something
from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, counted, pool, total
from starfray.engine.scene import Point, Zone, apart, known_distance
from starfray.engine.walls import short_of_walls, wall_between
from starfray.rulebooks.coriolis.aim import foes_first, why_no_shot
from starfray.rulebooks.coriolis.core import FAST, NORMAL, skill_test
from starfray.rulebooks.coriolis.declare import Deed, add_help, declare
from starfray.rulebooks.coriolis.effects import RANGED, buy_effects, injury_stands, resolve_hit
from starfray.rulebooks.coriolis.hooks import extra_severity
from starfray.rulebooks.coriolis.injury import critical_injury, take_damage
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.modifiers import ranged_pool
from starfray.rulebooks.coriolis.ranges import CLOSE, LIMITS, band, notice, spoken
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


@dataclass(frozen=True, slots=True)
class Throw(Action):
    """Throw a grenade, as a Shot or as a Quick shot."""

    KIND: ClassVar[str] = "throw"
    target: str
    weapon: str
    quick: bool = False


def throw(state: Coriolis, table: Table, action: Throw) -> None:
    """Thrown as a Shot or Quick shot, with all its rules; used up either way.

    coriolis.action.shot
    """
    actor, target = fighter(state, action.actor), fighter(state, action.target)
    grenade = next((each for each in actor.weapons if each.key == action.weapon and each.thrown and not each.empty), None)
    if grenade is None or not grenade.in_hand:
        fit = [each.key for each in actor.weapons if each.thrown and not each.empty]
        raise Refused("coriolis.ruling.hands", f"{actor.id} has no {action.weapon!r} in hand to throw", ["draw", *fit])
    reason = why_no_shot(state, actor, target, grenade)
    if reason is not None:
        raise reason
    if action.quick and band(state, actor, target) > 1:
        raise Refused("coriolis.action.quick-shot.range", f"{target.id} is further than Short Range", ["throw"])
    deed = Deed("throw", target.id, grenade.key, FAST if action.quick else NORMAL)
    declare(state, table, actor, deed)
    table.emit(ORDER, actor.id, target.id, note=f"throws a {grenade.name}")
    if not carried_out(state, table, Declaration("throw", actor, target, grenade)):
        return
    tally = ranged_pool(state, table, actor, target, grenade, quick=action.quick)
    if action.quick:
        tally.add(-2, "coriolis.action.quick-shot")
    add_help(table, tally, actor, deed)
    grenade.empty, grenade.in_hand = True, False
    sixes = skill_test(state, table, actor, tally, "coriolis.ranged.pool")
    lands(state, table, actor, target, grenade, sixes)
    notice(state, table, target)


def throw_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    grenades = [each for each in actor.weapons if each.thrown and each.in_hand and not each.empty]
    return [somebody("target", foes_first(state, actor)), something("weapon", grenades), flag("quick")]


THROW = ActionKind(Throw, throw, ORDER, NORMAL, group="ranged", fields=throw_fields)


def lands(state: Coriolis, table: Table, actor: Fighter, target: Fighter, weapon: Weapon, sixes: int) -> None:
    """On the target with a direct hit, or some metres off where the GM says; then the blast."""
    if not sixes:
        table.emit("coriolis.core.success", actor.id, target.id, note="misses")
        goes_off(state, table, actor, weapon, scattered(state, table, actor, target))
        return
    if weapon.damage:
        bought = buy_effects(table, actor, target, weapon, sixes - 1, RANGED)
        table.emit("coriolis.ranged.hit", actor.id, target.id, weapon.damage)
        resolve_hit(state, table, actor, target, weapon, bought, RANGED, ranged=True)
    goes_off(state, table, actor, weapon, Spot(target.at, target))


def scattered(state: Coriolis, table: Table, actor: Fighter, target: Fighter) -> Spot:
    """A miss lands 1D6 m off, in a direction of the GM's choice."""
    metres = table.roll(ORDER, actor.id, total(1, 6))
    if target.at is None:
        return Spot(None, target, metres)
    degrees = table.number(ORDER, GM, 0, 359, f"It lands {metres} m off. In which direction (degrees)?", suggested=0)
    x, y = target.at[0] + metres * cos(radians(degrees)), target.at[1] + metres * sin(radians(degrees))
    return Spot(short_of_walls(state, target.at, (round(x, 2), round(y, 2)), on_foot=False))


def goes_off(state: Coriolis, table: Table, actor: Fighter, weapon: Weapon, spot: Spot) -> None:
    """Everybody within Close Range in roster order; a great blast reaches Short Range, weaker."""
    if "smoke" in weapon.features:
        smoke(state, table, actor, spot.at)
        return
    for place, victim in enumerate(list(state.roster.values())):
        power = power_at(weapon, metres_from(state, spot, victim))
        if power <= 0 or not victim.person or victim.dead or victim.out or shut_in(state, victim):
            continue
        table.enter((place, spot.at, spot.metres))
        table.merge(ORDER)
        caught(state, table, actor, victim, weapon, power)
        notice(state, table, victim)
        if victim is not actor:
            table.finished(ORDER, victim.id)
        table.leave()


def metres_from(state: Coriolis, spot: Spot, victim: Fighter) -> float:
    if spot.at is not None and victim.at is not None:
        if state.scene.walls and wall_between(state, spot.at, victim.at) is not None:  # coriolis.ruling.wall
            return LIMITS[-1]
        return apart(spot.at, victim.at)
    if spot.beside is None:
        return LIMITS[-1]
    gap = 0.0 if victim is spot.beside else known_distance(state, spot.beside, victim)
    return LIMITS[-1] if gap is None else gap + spot.metres


def power_at(weapon: Weapon, metres: float) -> int:
    if metres <= CLOSE:
        return weapon.blast
    return weapon.blast - WIDE_LOSS if weapon.blast >= WIDE and metres <= SHORT else 0


def caught(state: Coriolis, table: Table, actor: Fighter, victim: Fighter, weapon: Weapon, power: int) -> None:
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
        spent = table.allocate(
            ORDER, actor.id, sixes - 1, slots, f"{counted(sixes, 'six', 'sixes')} on {spoken(actor, victim)}", suggested=""
        )[0]
    table.merge(ORDER, (sixes, spent))
    through = take_damage(state, table, victim, sixes - spent, weapon, ranged=True, by=actor.id)
    if spent and injury_stands(state, table, victim, through):
        critical_injury(state, table, victim, 1 + spent - crit + extra_severity(actor))


def smoke(state: Coriolis, table: Table, actor: Fighter, where: Point | None) -> None:
    """The area blocks sight for 2D6 turns."""
    turns = table.roll(ORDER, actor.id, total(2, 6))
    if where is not None:
        name = f"smoke {len(state.scene.zone) + 1}"
        state.scene.zone.append(Zone(name=name, kind="smoke", at=where, radius=CLOSE))
        state.fuses.append(Fuse(zone=name, turns=turns))
    table.emit(ORDER, actor.id, number=turns, note=f"fills the place with smoke for {counted(turns, 'turn')}")


# --- charges ---------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Plant(Action):
    """Put a charge down."""

    KIND: ClassVar[str] = "plant"
    weapon: str


def plant(state: Coriolis, table: Table, action: Plant) -> None:
    """Put a charge down where one stands."""
    actor = fighter(state, action.actor)
    charge = next((each for each in actor.weapons if each.key == action.weapon and "placed" in each.features), None)
    if charge is None or charge.empty or charge.dropped or not charge.in_hand:
        fit = [each.key for each in actor.weapons if "placed" in each.features and not each.empty]
        raise Refused("coriolis.ruling.hands", f"{actor.id} has no charge {action.weapon!r} in hand", ["draw", *fit])
    if actor.at is None:
        raise Refused("coriolis.ruling.illegal", "a charge needs a place on the map", ["place"])
    declare(state, table, actor, Deed("plant"))
    if carried_out(state, table, Declaration("plant", actor, weapon=charge)):
        drop(actor, charge)
        state.scene.zone.append(Zone(name=charge_name(actor, charge), kind="charge", at=actor.at, radius=CLOSE))
        table.emit(ORDER, actor.id, note=f"plants the {charge.name}")


def charge_fields(state: Coriolis, actor: Fighter, content: Content) -> list[Field]:
    return [something("weapon", [each for each in actor.weapons if "placed" in each.features])]


PLANT = ActionKind(Plant, plant, ORDER, FAST, group="ranged", fields=charge_fields)


@dataclass(frozen=True, slots=True)
class Detonate(Action):
    KIND: ClassVar[str] = "detonate"
    weapon: str


def detonate(state: Coriolis, table: Table, action: Detonate) -> None:
    actor = fighter(state, action.actor)
    charge = next((each for each in actor.weapons if each.key == action.weapon), None)
    zone = planted(state, actor, charge) if charge is not None else None
    if charge is None or zone is None:
        raise Refused("coriolis.ruling.illegal", f"{actor.id} has planted no {action.weapon!r}", ["plant"])
    declare(state, table, actor, Deed("detonate"))
    if carried_out(state, table, Declaration("detonate", actor)):
        charge.empty = True
        state.scene.zone.remove(zone)
        table.emit(ORDER, actor.id, note=f"sets off the {charge.name}")
        goes_off(state, table, actor, charge, Spot(zone.at))


DETONATE = ActionKind(Detonate, detonate, ORDER, FAST, group="ranged", fields=charge_fields)
