"""What stats and skills are worth: combat modifiers, general modifiers, saves, checks."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.compound_x.dice import FAIL, PLAIN, UNLUCKY, check
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Stats, Weapon

#: cx.combatmod.table: stat 1 to 15
COMBAT = (-1.5, -1.0, -0.5, -0.5, 0.0, 0.5, 0.5, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0, 2.5, 3.0)

STAT_NAMES = ("strength", "perception", "fortitude", "charisma", "intelligence", "dexterity", "luck")

SKILL_OF = {  # the Weapons skill of each group of guns
    "pistol": "weapons-pistol", "smg": "weapons-submachine-gun", "shotgun": "weapons-shotgun",
    "carbine": "weapons-carbine", "assault-rifle": "weapons-assault-battle-rifle",
    "battle-rifle": "weapons-assault-battle-rifle", "long-rifle": "weapons-long-rifle", "machine-gun": "weapons-heavy",
    "heavy": "weapons-heavy", "rocket": "weapons-explosives", "under-barrel": "weapons-explosives",
}  # fmt: skip
GENERAL = "weapons-general"
DAZZLED = -20  # after a flash that was dodged
LIMBS = ("dexterity", "strength")
SKILL_STAT = {
    "athletics": "strength", "acrobatics": "dexterity", "medicine": "intelligence", "repair": "intelligence",
    "stealth": "dexterity", "spotting": "perception", "investigation": "perception", "hacking": "intelligence",
    "insight": "charisma",
}  # fmt: skip
SHORT = {"strength": "STR", "perception": "PER", "fortitude": "FORT", "charisma": "CHA", "intelligence": "INT",
         "dexterity": "DEX", "luck": "LUC"}  # fmt: skip


def combat_modifier(stat: int) -> float:
    return COMBAT[min(15, max(1, stat)) - 1]  # cx.ruling.combatmod-range: clamped


def general_modifier(stat: int) -> int:
    return 4 * (stat - 5)  # cx.presumed.stat-mod


def stat_of(stats: Stats, name: str) -> int:
    if name == "strength":
        return stats.strength
    if name == "perception":
        return stats.perception
    if name == "fortitude":
        return stats.fortitude
    if name == "charisma":
        return stats.charisma
    if name == "intelligence":
        return stats.intelligence
    if name == "dexterity":
        return stats.dexterity
    if name == "luck":
        return stats.luck
    raise KeyError(name)


# --- saves ------------------------------------------------------------------------------------------------------

SAVES = {"will": ("charisma", "intelligence"), "shock": ("fortitude", "intelligence"),
         "reflex": ("perception", "dexterity"), "awareness": ("perception", "luck")}  # fmt: skip


def save_bonus(one: Fighter, kind: str) -> int:
    first, second = SAVES[kind]
    return 2 * (stat_of(one.stats, first) + stat_of(one.stats, second) - 6)  # cx.presumed.saves


def shock_bonus(one: Fighter) -> int:
    return save_bonus(one, "shock")


def saving_throw(table: Table, one: Fighter, kind: str, dc: int, rule: str) -> bool:
    """d100 + bonus over the DC, no criticals. cx.presumed.saves, cx.ruling.save-crits"""
    tally = table.tally(one)
    tally.add(save_bonus(one, kind), "cx.presumed.saves", kind)
    blind = -1 if kind in ("reflex", "awareness") and is_blind(one) else 0
    if blind:
        tally.add(0, "cx.presumed.conditions", "blind: disadvantage")
    tally.add(0, "cx.ruling.save-crits", "no criticals")
    return table.roll(rule, one.id, check(tally.total, dc, PLAIN, blind), tally) != FAIL


def is_blind(one: Fighter) -> bool:
    return one.eyes_shut or blinded(one)


def blinded(one: Fighter) -> bool:
    return any(each.kind == "blind" for each in one.conditions)


# --- checks -----------------------------------------------------------------------------------------------------


def critical_range(luck: int) -> int:
    """10 + mod(LUC); 0 stands for 'only a natural 100'. cx.presumed.skill-crit"""
    modifier = general_modifier(luck)
    return 0 if modifier < -8 else 10 + modifier


def critical_range_of(one: Fighter) -> int:
    return UNLUCKY if one.unlucky else critical_range(one.stats.luck)  # cx.ruling.frail


def add_skill(tally: Tally, one: Fighter, skill: str, stat: str) -> None:
    """Skill points and the stat's modifier; suits hinder nimble hands. cx.presumed.skill-check, cx.eva.dex"""
    if skill.startswith("weapons-") and skill not in one.skills and one.skills.get(GENERAL):
        tally.add(one.skills[GENERAL] // 2, "cx.presumed.general-skill", GENERAL)
    else:
        tally.add(one.skills.get(skill, 0), "cx.presumed.skill-check", skill)
    tally.add(general_modifier(stat_of(one.stats, stat)), "cx.presumed.stat-mod", SHORT[stat])
    if stat == "dexterity" and one.suit:
        tally.add(-10, "cx.eva.dex", one.suit)
    for ill in one.conditions:
        if ill.kind == "lonely":
            tally.add(-5, "cx.presumed.conditions", "lonely")
        elif ill.kind == "dazzled" and skill in ("spotting", "investigation"):
            tally.add(DAZZLED, "cx.presumed.conditions", "dazzled")


def skill_check(table: Table, one: Fighter, skill: str, stat: str, dc: int, rule: str, bonus: int = 0) -> int:
    """d100 + skill + stat over the DC: how well it went. cx.presumed.skill-check"""
    tally = table.tally(one)
    add_skill(tally, one, skill, stat)
    if bonus:
        tally.add(bonus, rule)
    tally.add(0, "cx.order.check")
    edge = -1 if is_blind(one) else 0
    degree = table.roll(rule, one.id, check(tally.total, dc, critical_range_of(one), edge), tally)
    table.emit("cx.presumed.skill-check", one.id, number=dc, note="failed" if degree == FAIL else "passed")
    return degree


def weapon_check(table: Table, one: Fighter, gun: Weapon, dc: int, rule: str) -> int:
    """d100 + Weapons - [type] + INT against a DC: how well it went. cx.presumed.skill-check"""
    return skill_check(table, one, SKILL_OF[gun.group], "intelligence", dc, rule)


def stat_check(table: Table, one: Fighter, stat: str, dc: int, rule: str) -> bool:
    """A bare stat check: d100 + stat modifier over the DC. cx.presumed.stat-check"""
    tally = table.tally(one)
    tally.add(general_modifier(stat_of(one.stats, stat)), "cx.presumed.stat-check", SHORT[stat])
    return table.roll(rule, one.id, check(tally.total, dc), tally) != FAIL


# --- abilities --------------------------------------------------------------------------------------------------


def frail(state: CompoundX, one: Fighter, stat: str) -> bool:
    """A stat at 1 has its penalty. cx.ruling.frail"""
    return stat_of(one.stats, stat) == 1 and state.rulings.get("frail", "on") == "on"


def why_unskilled(state: CompoundX, one: Fighter, skill: str, stat: str) -> Refused | None:
    """What a stat of 1 closes: DEX skills, Spotting and Investigation, with INT 1 every skill one has not learnt."""
    if stat == "dexterity" and frail(state, one, "dexterity"):
        return Refused("cx.ruling.frail", f"{one.id} has no DEX skills with DEX 1", [])
    if skill in ("spotting", "investigation") and frail(state, one, "perception"):
        return Refused("cx.ruling.frail", f"{one.id} has no {skill} with PER 1", [])
    if not one.skills.get(skill) and frail(state, one, "intelligence"):
        return Refused("cx.ruling.frail", f"{one.id} has only learnt skills with INT 1", sorted(one.skills))
    return None
