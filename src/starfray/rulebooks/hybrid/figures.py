"""Figures of a fighter: what is derived from the ten stats, and what condition does to a DF."""

from __future__ import annotations

from bisect import bisect_right

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.state import Fighter, Weapon

#: Speed by awareness: the lowest awareness of each step. hybrid.ruling.character-speed
SPEED_STEPS = (3, 6, 9, 12, 16, 20, 25, 30, 35, 40)
SHOCK_DF = (0, -2, -4, -6, -6)  # hybrid.shock.table, by level; the unconscious do not act
SHOCK_NAMES = ("", "jolted", "stunned", "badly stunned", "unconscious")

#: hybrid.ruling.perception-modifiers
SITUATIONS = {
    "blinded": -5, "deafened": -3, "drunk": -5, "asleep": -4, "poor-light": -3, "not-alert": -3, "alert": 0, "watching": 3,
}  # fmt: skip

#: share of PBD lost in percent → DF of physical actions; only the worst row counts (hybrid.ruling.condition-threshold)
WOUNDS = (
    (90, -20, "hybrid.mod.condition.phys-90"),
    (75, -8, "hybrid.mod.condition.phys-75"),
    (50, -4, "hybrid.mod.condition.phys-50"),
    (25, -2, "hybrid.mod.condition.phys-25"),
)


def half_up(above: int, below: int) -> int:
    """A quotient rounded to the nearest whole number, halves up. hybrid.ruling.rounding"""
    return (2 * above + below) // (2 * below)


def agility(one: Fighter) -> int:
    """PAG as the armour worn leaves it. hybrid.ruling.armour"""
    return one.stats.pag + sum(each.pag for each in one.armour)


def max_pbd(one: Fighter) -> int:
    return int((one.stats.pst + one.stats.pen) * one.body_factor + 0.5)


def max_pft(one: Fighter) -> int:
    return 2 * one.stats.pen + one.stats.pag


def max_pex(one: Fighter) -> int:
    return 4 * one.stats.pen + one.stats.pag


def pca(one: Fighter) -> int:
    return half_up(one.stats.pst + one.stats.dex + agility(one), 3)


def pdf(one: Fighter) -> int:
    return half_up(agility(one) + one.stats.dex, 2)


def speed(one: Fighter) -> int:
    return bisect_right(SPEED_STEPS, one.stats.paw)  # hybrid.ruling.character-speed


def reaction(one: Fighter) -> int:
    return one.speed // 2  # hybrid.initiative.reaction-speed


def strength_halves(one: Fighter) -> int:
    """PSE in halves: PST / 5 to the nearest half. hybrid.ruling.pse"""
    return (4 * one.stats.pst + 5) // 10


def half_speed(weapon: Weapon) -> int:
    """The time of a parry, block or fend. hybrid.ruling.usable-initiative"""
    counts = 3 if weapon.natural else weapon.speed  # bare hands ward off at speed 3
    return (counts + 1) // 2


def rank_of(one: Fighter, skill: str) -> int | None:
    """None: unranked. hybrid.skill.rank.unranked"""
    return one.skills.get(skill)


def action_tally(table: Table, one: Fighter) -> Tally:
    """A DF tally with what the fighter's condition does to physical actions. hybrid.ruling.modifier-scope"""
    tally = table.tally(one)
    add_condition(tally, one)
    return tally


def add_condition(tally: Tally, one: Fighter) -> None:
    lost = one.max_pbd - one.pbd
    for percent, df, rule in WOUNDS:
        if lost > 0 and 100 * lost >= percent * one.max_pbd:
            tally.add(df, rule, f"PBD {one.pbd}/{one.max_pbd}")
            break
    if one.pex <= 0:
        tally.add(-6, "hybrid.mod.condition.phys-exhausted")
    if one.shock is not None:
        tally.add(SHOCK_DF[one.shock.level], "hybrid.shock.table", SHOCK_NAMES[one.shock.level])
    if one.off_balance:
        tally.add(one.off_balance, "hybrid.defence.parry.off-balance")
    if one.evading:
        tally.add(-4, "hybrid.defence.evade.florentine")  # hybrid.ruling.evade-florentine


def perception_tally(table: Table, one: Fighter) -> Tally:
    """PAW, the better perception skill, how alert the fighter is. hybrid.perception.active"""
    tally = table.tally(one)
    tally.add(one.stats.paw, "hybrid.perception.active", "PAW")
    rank = max(one.skills.get("combat-perception", 0), one.skills.get("general-perception", 0))
    if rank:
        tally.add(rank, "hybrid.check.df-equation", "rank")
    for each in one.situation:
        tally.add(SITUATIONS[each], "hybrid.initiative.perception-mods", each.replace("-", " "))
    if one.pex <= 0:
        tally.add(-4, "hybrid.mod.condition.phys-exhausted", "awareness")
    if one.shock is not None:
        tally.add(SHOCK_DF[one.shock.level], "hybrid.shock.table", SHOCK_NAMES[one.shock.level])
    if one.evading:
        tally.add(-2, "hybrid.mod.florentine.awareness")
    return tally
