"""What stats and skills are worth: combat modifiers, general modifiers, saves, checks."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.dice import FAIL, check
from starfray.rulebooks.compound_x.state import Fighter, Stats, Weapon

#: cx.combatmod.table: stat 1 to 15
COMBAT = (-1.5, -1.0, -0.5, -0.5, 0.0, 0.5, 0.5, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0, 2.5, 3.0)

STAT_NAMES = ("strength", "perception", "fortitude", "charisma", "intelligence", "dexterity", "luck")

SKILL_OF = {  # the Weapons skill of each group of guns
    "pistol": "weapons-pistol", "smg": "weapons-submachine-gun", "shotgun": "weapons-shotgun",
    "carbine": "weapons-carbine", "assault-rifle": "weapons-assault-battle-rifle",
    "battle-rifle": "weapons-assault-battle-rifle", "long-rifle": "weapons-long-rifle", "machine-gun": "weapons-heavy",
}  # fmt: skip
GENERAL = "weapons-general"


def combat_modifier(stat: int) -> float:
    return COMBAT[min(15, max(1, stat)) - 1]  # cx.ruling.combatmod-range: clamped


def general_modifier(stat: int) -> int:
    return 4 * (stat - 5)  # cx.presumed.stat-mod


def stat_of(stats: Stats, name: str) -> int:
    if name == "strength":
        return stats.strength
    if name == "dexterity":
        return stats.dexterity
    raise ValueError(f"no fire mode goes by {name}")


def shock_bonus(one: Fighter) -> int:
    return 2 * (one.stats.fortitude + one.stats.intelligence - 6)  # cx.presumed.saves


def critical_range(luck: int) -> int:
    """10 + mod(LUC); 0 stands for 'only a natural 100'. cx.presumed.skill-crit"""
    modifier = general_modifier(luck)
    return 0 if modifier < -8 else 10 + modifier


def weapon_check(table: Table, one: Fighter, gun: Weapon, dc: int, rule: str) -> int:
    """d100 + Weapons - [type] + INT against a DC: how well it went. cx.presumed.skill-check"""
    tally = table.tally(one)
    add_weapon_skill(tally, one, gun)
    tally.add(general_modifier(one.stats.intelligence), "cx.presumed.stat-mod", "INT")
    degree = table.roll(rule, one.id, check(tally.total, dc, critical_range(one.stats.luck)), tally)
    table.emit("cx.presumed.skill-check", one.id, number=dc, note="failed" if degree == FAIL else "passed")
    return degree


def add_weapon_skill(tally: Tally, one: Fighter, gun: Weapon) -> None:
    skill = SKILL_OF[gun.group]
    if skill not in one.skills and one.skills.get(GENERAL):
        tally.add(one.skills[GENERAL] // 2, "cx.presumed.general-skill", GENERAL)
    else:
        tally.add(one.skills.get(skill, 0), "cx.presumed.skill-check", skill)
