"""What stats and skills are worth: combat modifiers, general modifiers, saves, checks, proficiency."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.rules import Content, Refused, Table, Tally
from starfray.rulebooks.compound_x.attachments import mounted
from starfray.rulebooks.compound_x.dice import FAIL, PLAIN, UNLUCKY, check
from starfray.rulebooks.compound_x.state import Blade, CompoundX, Dart, Fighter, Stats, Weapon

#: cx.combatmod.table: stat 1 to 15
COMBAT = (-1.5, -1.0, -0.5, -0.5, 0.0, 0.5, 0.5, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0, 2.5, 3.0)

#: a stat by its name
STAT: dict[str, Callable[[Stats], int]] = {
    "strength": lambda stats: stats.strength, "perception": lambda stats: stats.perception,
    "fortitude": lambda stats: stats.fortitude, "charisma": lambda stats: stats.charisma,
    "intelligence": lambda stats: stats.intelligence, "dexterity": lambda stats: stats.dexterity,
    "luck": lambda stats: stats.luck,
}  # fmt: skip
STAT_NAMES = tuple(STAT)

SKILL_OF = {  # the Weapons skill of each group of guns
    "pistol": "weapons-pistol", "smg": "weapons-submachine-gun", "shotgun": "weapons-shotgun",
    "carbine": "weapons-carbine", "assault-rifle": "weapons-assault-battle-rifle",
    "battle-rifle": "weapons-assault-battle-rifle", "long-rifle": "weapons-long-rifle", "machine-gun": "weapons-heavy",
    "heavy": "weapons-heavy", "rocket": "weapons-explosives", "under-barrel": "weapons-explosives",
}  # fmt: skip
GENERAL = "weapons-general"
PRACTISED = 20  # cx.thrown.skill20
EXPLOSIVES = 6  # what a grenade takes of Weapons - Explosives: cx.grenade.skill
DAZZLED = -20  # after a flash that was dodged
LIMBS = ("dexterity", "strength")
SHORT = {"strength": "STR", "perception": "PER", "fortitude": "FORT", "charisma": "CHA", "intelligence": "INT",
         "dexterity": "DEX", "luck": "LUC"}  # fmt: skip


def combat_modifier(stat: int) -> float:
    """cx.combatmod.table"""
    return COMBAT[min(15, max(1, stat)) - 1]  # cx.ruling.combatmod-range: clamped


def general_modifier(stat: int) -> int:
    return 4 * (stat - 5)  # cx.presumed.stat-mod


def stat_of(stats: Stats, name: str) -> int:
    return STAT[name](stats)


# --- saves ------------------------------------------------------------------------------------------------------

SAVES = {"will": ("charisma", "intelligence"), "shock": ("fortitude", "intelligence"),
         "reflex": ("perception", "dexterity"), "awareness": ("perception", "luck")}  # fmt: skip


def save_bonus(actor: Fighter, kind: str) -> int:
    first, second = SAVES[kind]
    return 2 * (stat_of(actor.stats, first) + stat_of(actor.stats, second) - 6)  # cx.presumed.saves


def shock_bonus(actor: Fighter) -> int:
    return save_bonus(actor, "shock")


def saving_throw(
    table: Table, actor: Fighter, kind: str, dc: int, rule: str, more: int = 0, why: str = "", note: str = ""
) -> bool:
    """d100 + bonus over the DC, no criticals. cx.presumed.saves, cx.ruling.save-crits"""
    tally = table.tally(actor)
    tally.add(save_bonus(actor, kind), "cx.presumed.saves", kind)
    tally.add(more, why, note)
    blind = -1 if kind in ("reflex", "awareness") and is_blind(actor) else 0  # disadvantage: cx.presumed.conditions
    return table.roll(rule, actor.id, check(tally.total, dc, PLAIN, blind), tally) != FAIL


def is_blind(actor: Fighter) -> bool:
    return actor.eyes_shut or blinded(actor)


def blinded(actor: Fighter) -> bool:
    return any(each.kind == "blind" for each in actor.conditions)


# --- checks -----------------------------------------------------------------------------------------------------
def critical_range(luck: int) -> int:
    """10 + mod(LUC); 0 stands for 'only a natural 100'. cx.presumed.skill-crit"""
    modifier = general_modifier(luck)
    return 0 if modifier < -8 else 10 + modifier


def critical_range_of(actor: Fighter) -> int:
    return UNLUCKY if actor.unlucky else critical_range(actor.stats.luck)  # cx.ruling.frail


def add_skill(tally: Tally, actor: Fighter, skill: str, stat: str) -> None:
    """Skill points and the stat's modifier; suits hinder nimble hands. cx.presumed.skill-check, cx.eva.dex"""
    if skill.startswith("weapons-") and skill not in actor.skills and actor.skills.get(GENERAL):
        tally.add(actor.skills[GENERAL] // 2, "cx.presumed.general-skill", GENERAL)
    else:
        tally.add(actor.skills.get(skill, 0), "cx.presumed.skill-check", skill)
    tally.add(general_modifier(stat_of(actor.stats, stat)), "cx.presumed.stat-mod", SHORT[stat])
    if stat == "dexterity" and actor.suit:
        tally.add(-10, "cx.eva.dex", actor.suit)
    for ill in actor.conditions:
        if ill.kind == "lonely":
            tally.add(-5, "cx.presumed.conditions", "lonely")
        elif ill.kind == "dazzled" and skill in ("spotting", "investigation"):
            tally.add(DAZZLED, "cx.presumed.conditions", "dazzled")


def skill_check(table: Table, actor: Fighter, skill: str, stat: str, dc: int, rule: str, bonus: int = 0) -> int:
    """d100 + skill + stat over the DC: how well it went. cx.presumed.skill-check, cx.order.check"""
    tally = table.tally(actor)
    add_skill(tally, actor, skill, stat)
    if bonus:
        tally.add(bonus, rule)
    edge = -1 if is_blind(actor) else 0
    degree = table.roll(rule, actor.id, check(tally.total, dc, critical_range_of(actor), edge), tally)
    table.emit("cx.presumed.skill-check", actor.id, number=dc, note="failed" if degree == FAIL else "passed")
    return degree


def weapon_check(table: Table, actor: Fighter, gun: Weapon, dc: int, rule: str) -> int:
    """d100 + Weapons - [type] + INT against a DC: how well it went. cx.presumed.skill-check"""
    return skill_check(table, actor, SKILL_OF[gun.group], "intelligence", dc, rule)


def stat_check(table: Table, actor: Fighter, stat: str, dc: int, rule: str) -> bool:
    """A bare stat check: d100 + stat modifier over the DC. cx.presumed.stat-check"""
    tally = table.tally(actor)
    tally.add(general_modifier(stat_of(actor.stats, stat)), "cx.presumed.stat-check", SHORT[stat])
    return table.roll(rule, actor.id, check(tally.total, dc), tally) != FAIL


# --- abilities --------------------------------------------------------------------------------------------------
def frail(state: CompoundX, actor: Fighter, stat: str) -> bool:
    """A stat at 1 has its penalty. cx.ruling.frail"""
    return stat_of(actor.stats, stat) == 1 and state.ruling("frail") == "on"


def why_unskilled(state: CompoundX, actor: Fighter, skill: str, stat: str) -> Refused | None:
    """What a stat of 1 closes: DEX skills, Spotting and Investigation, with INT 1 every skill one has not learnt."""
    if stat == "dexterity" and frail(state, actor, "dexterity"):
        return Refused("cx.ruling.frail", f"{actor.id} has no DEX skills with DEX 1", [])
    if skill in ("spotting", "investigation") and frail(state, actor, "perception"):
        return Refused("cx.ruling.frail", f"{actor.id} has no {skill} with PER 1", [])
    if not actor.skills.get(skill) and frail(state, actor, "intelligence"):
        return Refused("cx.ruling.frail", f"{actor.id} has only learnt skills with INT 1", sorted(actor.skills))
    return None


# --- proficiency: by class, and beyond it. cx.presumed.proficiency -------------------------------------------------
def knows(content: Content, actor: Fighter, what: str) -> bool:
    """A group of guns, a size, or an exotic weapon by its key. With neither class nor list everything is known."""
    if not actor.profession and not actor.proficiencies:
        return True
    if what in actor.proficiencies:
        return True
    return bool(actor.profession) and what in content.entry("classes", actor.profession)["weapons"]


def proficient(content: Content, actor: Fighter, blade: Blade) -> bool:
    """Bare hands are no weapon; exotic ones are known one by one. cx.unarmed.not-weapon, cx.meleeweapon.exotic"""
    if blade.size == "none" or blade.key.startswith("improvised-"):
        return True
    return knows(content, actor, blade.key if blade.exotic else blade.size)


def why_unfit(actor: Fighter, item: Blade | Dart) -> str:
    """The stat its entry asks for and the fighter lacks; '' if none."""
    if actor.stats.strength < item.min_strength:
        return f"STR {item.min_strength}"
    if actor.stats.dexterity < item.min_dexterity:
        return f"DEX {item.min_dexterity}"
    return ""


def strength_for(content: Content, gun: Weapon) -> int:
    """The least STR of its class, eased or raised by slings, barrels and receivers."""
    return gun.min_strength + sum(each.strength for each in mounted(content, gun))


def why_not_use(content: Content, actor: Fighter, gun: Weapon) -> Refused | None:
    """Guns one is not proficient with, or not strong or clever enough for, may not be used. cx.ruling.unproficient"""
    if gun.group != "under-barrel" and not knows(content, actor, gun.group):
        return Refused("cx.ruling.unproficient", f"{actor.id} is not proficient with a {gun.group}", ["draw"])
    if gun.explosives and actor.skills.get("weapons-explosives", 0) < gun.explosives:
        return Refused("cx.adv.skillreq", f"the {gun.name} takes Weapons - Explosives {gun.explosives}", [])
    if actor.stats.strength < strength_for(content, gun):
        return Refused("cx.presumed.proficiency", f"the {gun.name} takes STR {strength_for(content, gun)}", ["draw"])
    if actor.stats.intelligence < gun.min_intelligence:
        return Refused("cx.presumed.proficiency", f"the {gun.name} takes INT {gun.min_intelligence}", ["draw"])
    return None


def why_not_dart(content: Content, actor: Fighter, dart: Dart) -> Refused | None:
    """What proficiency or stats have against it; a practised hand needs a point less. cx.thrown.size, cx.thrown.skill20"""
    if not knows(content, actor, dart.size):
        return Refused("cx.thrown.size", f"{actor.id} is not proficient with {dart.size} weapons", [])
    eased = 1 if actor.skills.get("weapons-thrown", 0) >= PRACTISED else 0
    if actor.stats.strength < dart.min_strength - eased or actor.stats.dexterity < dart.min_dexterity - eased:
        return Refused("cx.thrown.skill20", f"the {dart.name} takes STR {dart.min_strength}, DEX {dart.min_dexterity}", [])
    return None
