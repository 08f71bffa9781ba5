"""The core mechanic: pools of dice, desperation, praying and the darkness it feeds."""

from __future__ import annotations

from starfray.engine.dice import Pool
from starfray.engine.rules import Option, Refused, Table, Tally, pool
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

ATTRIBUTES = ("strength", "agility", "wits", "empathy")
SKILL_ATTRIBUTE = {  # coriolis.core.skill-attribute
    "ranged-combat": "agility", "infiltration": "agility", "dexterity": "agility", "pilot": "agility",
    "melee-combat": "strength", "force": "strength",
    "medicurgy": "wits", "observation": "wits", "survival": "wits", "technology": "wits", "science": "wits",
    "data-djinn": "wits",
    "command": "empathy", "culture": "empathy", "mystic-powers": "empathy", "manipulation": "empathy",
}  # fmt: skip
ADVANCED = ("command", "culture", "data-djinn", "medicurgy", "mystic-powers", "pilot", "science", "technology")

DESPERATE = Pool(2, 6, 6)
DESPERATE.goal = "both must be 6"

SLOW, NORMAL, FAST, FREE = 3, 2, 1, 0  # coriolis.ap.slow, .normal, .fast, .free
SPEED_RULE = {SLOW: "coriolis.ap.slow", NORMAL: "coriolis.ap.normal", FAST: "coriolis.ap.fast", FREE: "coriolis.ap.free"}


def attribute(actor: Fighter, name: str) -> int:
    """With what a drug adds and poison takes. coriolis.medtech.narcotics, coriolis.medtech.poison.win"""
    return (
        actor.attributes.called(name)
        + (1 if actor.drugged == name else 0)
        - sum(each.attribute == name for each in actor.weakened)
    )


def add_skill(tally: Tally, actor: Fighter, skill: str) -> None:
    """Attribute + skill level, with what armour and injuries take off. coriolis.core.pool"""
    name = SKILL_ATTRIBUTE[skill]
    tally.add(attribute(actor, name), "coriolis.core.attributes", name)
    tally.add(actor.skills.get(skill, 0), "coriolis.core.skill-attribute", skill)
    for injury in actor.injuries:
        lost = injury.skills.get(skill, 0) + (injury.skills.get("advanced", 0) if skill in ADVANCED else 0)
        if lost:
            tally.add(lost, "coriolis.state.crit-recovering", injury.name)
    add_radiation(tally, actor)
    if actor.armour.skills.get(skill):
        tally.add(actor.armour.skills[skill], "coriolis.core.pool", actor.armour.name)
    for talent in actor.talents:
        if talent.skills.get(skill):
            tally.add(talent.skills[skill], "coriolis.core.pool", talent.name)


def add_radiation(tally: Tally, actor: Fighter) -> None:
    """Each full 5 points take a die off every test."""
    if actor.radiation >= 5:
        tally.add(-(actor.radiation // 5), "coriolis.core.pool", "radiation")


def skill_test(state: Coriolis, table: Table, actor: Fighter, tally: Tally, rule: str = "coriolis.core.pool") -> int:
    """Roll the pool, offer a prayer, and give the number of sixes. coriolis.core.success"""
    if tally.total <= 0:
        return desperation(state, table, actor, tally)
    sixes = table.roll(rule, actor.id, pool(tally.total), tally)
    return sixes + pray(state, table, actor, sixes, tally.total - sixes)


def desperation(state: Coriolis, table: Table, actor: Fighter, tally: Tally) -> int:
    """No dice left: two dice, and only two sixes succeed, as one. coriolis.core.zero-dice"""
    sixes = table.roll("coriolis.core.zero-dice", actor.id, DESPERATE, tally)
    sixes += pray(state, table, actor, sixes, 2 - sixes)
    if sixes < 2:
        return 0
    worth = 2 if state.ruling("desperation") == "two" else 1
    table.emit("coriolis.ruling.desperation-six-count", actor.id, number=worth)
    return worth


def pray(state: Coriolis, table: Table, actor: Fighter, sixes: int, others: int) -> int:
    """Once per test the roller may re-roll every die that is not a six. Gives the sixes gained. coriolis.core.pray"""
    if not others or not may_pray(state, actor):
        return 0
    options = [Option("yes", "pray", rule="coriolis.ruling.pray-scope"), Option("no")]
    facts = {"sixes": sixes, "dice": others}
    if table.choose("coriolis.core.pray", actor.id, options, f"Pray? Sixes so far: {sixes}", "no", facts) == "no":
        return 0
    if actor.pc:
        state.darkness += 1
        table.emit("coriolis.core.darkness.gain", actor.id, number=state.darkness)
    else:
        state.darkness -= 1
        table.emit("coriolis.core.darkness.spend", actor.id, number=state.darkness)
    gained = table.roll("coriolis.core.pray", actor.id, pool(others))
    if actor.prayer_bonus > 0:
        gained += table.roll("coriolis.core.pray.bonus", actor.id, pool(actor.prayer_bonus))
    return gained


def may_pray(state: Coriolis, actor: Fighter) -> bool:
    return actor.pc or state.darkness > 0  # coriolis.core.darkness.spend: with none in the pool it is refused


def opposed(state: Coriolis, table: Table, active: Fighter, first: Tally, passive: Fighter, second: Tally, rule: str) -> bool:
    """Both roll, the active side first; it wins only with strictly more sixes. coriolis.core.opposed"""
    ours = skill_test(state, table, active, first, rule)
    table.merge("coriolis.core.opposed", ours)
    theirs = skill_test(state, table, passive, second, rule)
    table.emit("coriolis.core.opposed", active.id, passive.id, ours - theirs)
    table.against(passive.id, ours, theirs, "sixes")
    if ours == theirs:
        table.cite("coriolis.ruling.opposed-tie")
    return ours > theirs


def refuse_untrained(actor: Fighter, skill: str, rule: str = "coriolis.core.advanced-skills") -> None:
    """An advanced skill at level 0 cannot be rolled. coriolis.core.advanced-skills, coriolis.ruling.advanced-zero"""
    if skill in ADVANCED and actor.skills.get(skill, 0) < 1:
        raise Refused(rule, f"{actor.id} has no training in {skill}", [])
