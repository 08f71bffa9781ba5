"""Opposed checks: the actor rolls, then the defender; the higher total wins, ties are the defender's. cx.order.opposed"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.engine.values import Option, Tally
from starfray.rulebooks.compound_x.dice import PLAIN, resist, score
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import add_skill, critical_range_of, frail, is_blind, shock_bonus

MANEUVER = {"athletics": "strength", "acrobatics": "dexterity"}  # cx.maneuver.check


def skill_tally(table: Table, one: Fighter, skill: str) -> Tally:
    tally = table.tally(one)
    add_skill(tally, one, skill, MANEUVER[skill])
    return tally


def choose_skill(state: CompoundX, table: Table, one: Fighter, rule: str) -> str:
    """Athletics with STR or Acrobatics with DEX, as one likes; the larger bonus is suggested."""
    if not one.awake or frail(state, one, "dexterity"):
        return "athletics"
    tallies = {skill: skill_tally(table, one, skill) for skill in MANEUVER}
    options = [Option(skill, rule="cx.maneuver.check", tally=tallies[skill]) for skill in MANEUVER]
    best = max(MANEUVER, key=lambda skill: tallies[skill].total)
    return table.choose(
        rule, one.id, options, "Resist with which skill?", best, facts={skill: tally.total for skill, tally in tallies.items()}
    )


def opposed(
    state: CompoundX,
    table: Table,
    one: Fighter,
    foe: Fighter,
    rule: str,
    *,
    skill: str = "athletics",
    clumsy: bool = False,
    kill: bool = False,
) -> bool:
    """Does the actor win? `clumsy`: the defender has Disadvantage; `kill`: its Shock bonus counts."""
    table.emit("cx.maneuver.opposed", one.id, foe.id)
    crits = state.rulings.get("opposed-crits", "yes") == "yes"
    tally = skill_tally(table, one, skill)
    tally.add(0, "cx.ruling.opposed-crits")
    shape = score(tally.total, critical_range_of(one) if crits else PLAIN, -1 if is_blind(one) else 0)
    mine = table.roll(rule, one.id, shape, tally)
    table.same("cx.order.opposed", (rule, one.id, foe.id, mine, clumsy, kill))
    answer = choose_skill(state, table, foe, "cx.maneuver.check")
    theirs = skill_tally(table, foe, answer)
    if kill:
        theirs.add(shock_bonus(foe), "cx.grapple.kill-shock")
    theirs.add(0, "cx.presumed.opposed-tie")
    edge = -1 if clumsy or is_blind(foe) else 0
    if clumsy:
        theirs.add(0, "cx.presumed.advantage", "disadvantage")
    held = table.roll(rule, foe.id, resist(theirs.total, critical_range_of(foe) if crits else PLAIN, mine, edge), theirs) == 1
    if held:
        table.emit("cx.maneuver.tie", foe.id, one.id)
    return not held
