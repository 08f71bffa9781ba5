"""Damage, armour, being Broken, critical injuries, stress."""

from __future__ import annotations

from starfray.engine.dice import digits, pool, total
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Injury, Weapon


def suffer(state: Coriolis, table: Table, target: Fighter, damage: int, weapon: Weapon, *, ranged: bool) -> int:
    """Armour (and cover against shots) in one roll, each six takes 1 off; the rest comes off HP.

    Gives what got through. coriolis.core.armour, coriolis.action.take-cover.combined
    """
    tally = table.tally()
    tally.add(target.armour.rating, "coriolis.core.armour", target.armour.name)
    if ranged and target.cover:  # coriolis.action.take-cover.ranged-only
        tally.add(target.cover, "coriolis.action.take-cover.rating", "cover")
    dice = tally.total
    if "armour-piercing" in weapon.features:
        dice = (dice + 1) // 2
    stopped = table.roll("coriolis.core.armour", target.id, pool(dice), tally) if dice > 0 else 0
    through = max(0, damage - stopped)
    lose_hp(state, table, target, through)
    return through


def lose_hp(state: Coriolis, table: Table, target: Fighter, damage: int) -> None:
    """coriolis.broken: at 0 HP. Below it ordinary damage has no effect."""
    if damage <= 0:
        table.emit("coriolis.core.armour", target.id, note="stops it all")
        return
    if target.broken:
        table.emit("coriolis.broken.no-further-damage", target.id)
        return
    target.hp = max(0, target.hp - damage)
    table.emit("coriolis.core.hp", target.id, number=damage)
    lose_overwatch(table, target, "coriolis.action.overwatch.lost-damage")
    if target.hp == 0:
        break_down(table, target, "coriolis.broken")


def break_down(table: Table, target: Fighter, rule: str) -> None:
    """She falls prone, drops out of cover and loses overwatch. coriolis.ruling.broken.reactions"""
    target.prone = True
    target.cover = 0
    target.overwatch = None
    table.emit(rule, target.id)


def lose_overwatch(table: Table, one: Fighter, rule: str) -> None:
    if one.overwatch is not None:
        one.overwatch = None
        table.emit(rule, one.id)


def stress(table: Table, target: Fighter, points: int, rule: str) -> None:
    """coriolis.ruling.stress.track: 1 Mind Point each, armour does not help."""
    if target.mp <= 0:
        return
    target.mp = max(0, target.mp - points)
    table.emit(rule, target.id, number=points)
    if target.mp <= 0:
        break_down(table, target, "coriolis.ruling.stress.zero")


def critical_injury(state: Coriolis, table: Table, target: Fighter, rolls: int) -> None:
    """d66, the highest of `rolls` pairs, then the injury's own dice. coriolis.ruling.crit.severity"""
    number = max(table.roll("coriolis.ruling.crit.severity", target.id, digits(2, 6)) for _ in range(rolls))
    row = table.content.entry("injuries", str(number))
    injury = Injury(number=number, name=row["name"], fatal=row["fatal"], skills=dict(row.get("skills", {})),
                    half_move=row.get("half-move", False))
    table.emit("coriolis.state.four", target.id, number=number, note=injury.name)
    if row.get("dead"):
        target.dead = True
        target.injuries.append(injury)
        break_down(table, target, "coriolis.state.crit-dying")
        return
    if injury.fatal:
        injury.unit = row["limit"]
        roll = table.roll if injury.unit == "minutes" else table.roll_later  # hours and days outlast the fight
        injury.limit = roll("coriolis.ruling.crit.treatment", target.id, total(1, 6))
    if row.get("unconscious"):
        hours = table.roll_later("coriolis.ruling.crit.unconscious", target.id, total(1, 6))
        target.unconscious = max(target.unconscious, hours)
        break_down(table, target, "coriolis.ruling.crit.unconscious")
    if row["healing"]:
        injury.healing_days = table.roll_later("coriolis.state.crit-recovering", target.id, total(row["healing"], 6))
    target.injuries.append(injury)
    at_once(state, table, target, row)


def at_once(state: Coriolis, table: Table, target: Fighter, row: dict[str, object]) -> None:
    """Falling, dropping what is held, being stunned."""
    if row.get("falls"):
        target.prone = True
    if row.get("drops"):
        for weapon in target.weapons:
            if weapon.in_hand:
                weapon.in_hand, weapon.dropped = False, True
                break
    turns = row.get("stunned", 0)
    assert isinstance(turns, int)
    if turns:
        still_to_come = target.id not in state.acted and target.id != state.up
        target.stunned = max(target.stunned, turns if still_to_come else turns + 1)
        target.ap = 0  # coriolis.ruling.crit.stunned
        table.emit("coriolis.ruling.crit.stunned", target.id, number=turns)


