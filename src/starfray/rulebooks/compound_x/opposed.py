"""Opposed checks: the actor rolls, then the defender; the higher total wins, ties are the defender's. cx.order.opposed"""

from __future__ import annotations

from starfray.engine.rules import Option, Table, Tally
from starfray.rulebooks.compound_x.dice import PLAIN, Resist, resist, score
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.stats import add_skill, critical_range_of, frail, is_blind, shock_bonus

MANEUVER = {"athletics": "strength", "acrobatics": "dexterity"}  # cx.maneuver.check


def skill_tally(table: Table, actor: Fighter, skill: str) -> Tally:
    tally = table.tally(actor)
    add_skill(tally, actor, skill, MANEUVER[skill])
    return tally


def choose_skill(state: CompoundX, table: Table, actor: Fighter, rule: str) -> str:
    """Athletics with STR or Acrobatics with DEX, as one likes; the larger bonus is suggested."""
    if not actor.awake or frail(state, actor, "dexterity"):
        return "athletics"
    tallies = {skill: skill_tally(table, actor, skill) for skill in MANEUVER}
    options = [Option(skill, rule="cx.maneuver.check", tally=tallies[skill]) for skill in MANEUVER]
    best = max(MANEUVER, key=lambda skill: tallies[skill].total)
    return table.choose(
        rule,
        actor.id,
        options,
        "Resist with which skill?",
        best,
        facts={skill: tally.total for skill, tally in tallies.items()},
    )


def resisted(table: Table, rule: str, actor: Fighter, mine: int, foe: Fighter, shape: Resist, theirs: Tally) -> bool:
    """The second of two throws: does the foe reach what the actor has?"""
    held = table.roll(rule, foe.id, shape, theirs) == 1
    if table.explains:
        table.against(actor.id, shape.total_of(table.last_faces()), mine)
    return held


def opposed(
    state: CompoundX,
    table: Table,
    actor: Fighter,
    foe: Fighter,
    rule: str,
    *,
    skill: str = "athletics",
    clumsy: bool = False,
    kill: bool = False,
) -> bool:
    """Does the actor win? `clumsy`: the defender has Disadvantage; `kill`: its Shock bonus counts. cx.maneuver.opposed"""
    crits = state.ruling("opposed-crits") == "yes"  # cx.ruling.opposed-crits
    tally = skill_tally(table, actor, skill)
    shape = score(tally.total, critical_range_of(actor) if crits else PLAIN, -1 if is_blind(actor) else 0)
    mine = table.roll(rule, actor.id, shape, tally)
    table.merge("cx.order.opposed", (rule, actor.id, foe.id, mine, clumsy, kill))
    answer = choose_skill(state, table, foe, "cx.maneuver.check")
    theirs = skill_tally(table, foe, answer)
    if kill:
        theirs.add(shock_bonus(foe), "cx.grapple.kill-shock")
    edge = -1 if clumsy or is_blind(foe) else 0  # cx.presumed.advantage
    reply = resist(theirs.total, critical_range_of(foe) if crits else PLAIN, mine, edge)
    held = resisted(table, rule, actor, mine, foe, reply, theirs)
    if held:  # by as much, or more: cx.presumed.opposed-tie
        table.emit("cx.maneuver.tie", foe.id, actor.id)
    return not held
