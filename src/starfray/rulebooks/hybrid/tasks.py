"""Tasks in the middle of a fight: first aid, getting used to a tool, and whatever is on the list."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.attack import add_beside, regain_balance, say_degree
from starfray.rulebooks.hybrid.check import chance_of, passed, roll_degree
from starfray.rulebooks.hybrid.figures import action_tally, basis, mental_stat, stat_base
from starfray.rulebooks.hybrid.skills import SET_UP, Use, skill_chance
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, weapon_of

FAMILIARISE_DF = -3  # hybrid.skill.unfamiliar-tool.remove


def task_chance(state: Hybrid, table: Table, one: Fighter, mine: UnderWay, key: str) -> Tally:
    """Stat base, rank, difficulty. hybrid.task.elements"""
    task = table.content.entry("tasks", key)
    skill = mine.skill or next((each for each in task["skills"] if each in one.skills), "")
    bases = str(task["basis"])
    if bases == "own":
        bases = str(table.content.entry("skills", skill)["basis"]) if skill else "paw"
    df = action_tally(state, table, one, mental_stat(bases))
    stat, rule = stat_base(one, bases)
    df.add(stat, rule, bases.upper())
    add_beside(df, mine)
    difficulty = int(task["difficulty"]) + mine.difficulty
    if difficulty:
        df.add(difficulty, "hybrid.task.difficulty-range", str(task["name"]))
    if not skill and task["skills"] and not task.get("stat-roll", False):
        skill = task["skills"][0]  # it needs a skill, and this one has none: hybrid.ruling.unranked
    if skill:
        return skill_chance(state, table, one, df, Use(skill, mine=mine, mental=mental_stat(bases)))
    chance = chance_of(table, df)
    if mine.set_up:
        chance.add(SET_UP, "hybrid.setup.bonus")
    return chance


def work_at(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    chance = task_chance(state, table, one, mine, mine.thing)
    regain_balance(state, table, one)
    say_degree(table, one, "", roll_degree(table, "hybrid.check.roll", one.id, chance))


def give_aid(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """A success stops one wound. hybrid.ruling.bleeding"""
    patient = state.roster[mine.target]
    if not patient.bleeding:
        regain_balance(state, table, one)
        table.emit("hybrid.ruling.bleeding", patient.id, note="does not bleed any more")
        return
    chance = task_chance(state, table, one, mine, "first-aid")
    regain_balance(state, table, one)
    made = passed(table, "hybrid.ruling.bleeding", one.id, chance)
    if made:
        patient.bleeding.remove(max(patient.bleeding))
    table.emit("hybrid.ruling.bleeding", patient.id, note="a wound is stopped" if made else "bleeds on")


def become_familiar(state: Hybrid, table: Table, one: Fighter, mine: UnderWay) -> None:
    """Against the stat base alone; each success wears one DF off. hybrid.skill.unfamiliar-tool.remove"""
    weapon = weapon_of(one, mine.weapon)
    df = action_tally(state, table, one)
    stat, rule, name = basis(one, weapon)
    df.add(stat, rule, name)
    df.add(FAMILIARISE_DF, "hybrid.skill.unfamiliar-tool.remove")
    add_beside(df, mine)
    regain_balance(state, table, one)
    if passed(table, "hybrid.skill.unfamiliar-tool.remove", one.id, chance_of(table, df)):
        weapon.unfamiliar = max(0, weapon.unfamiliar - 1)
    table.emit("hybrid.ruling.unfamiliar-removal", one.id, number=weapon.unfamiliar, note=weapon.name or weapon.key)
