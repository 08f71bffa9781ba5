"""Plain rolls outside the turn: success rolls and Quick Contests, with their margins."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.core import tell_critical
from starfray.rulebooks.gurps.shapes import degree_of

DEGREES = ("critical success", "success", "failure", "critical failure")


def skill_tally(table: Table, skill: int, modifier: int) -> Tally:
    tally = table.tally()
    tally.add(skill, "gurps.core.effective-skill", "base")
    if modifier:
        tally.add(modifier, "gurps.core.effective-skill", "modifier")
    return tally


def roll_with_margin(table: Table, who: str, tally: Tally, rule: str = "gurps.core.success-roll") -> tuple[str, int]:
    """A success has a margin of at least 0, a failure of at most -1. gurps.ruling.auto-result-margin"""
    skill = tally.total
    rolled = table.roll(rule, who, total(3, 6), tally)
    place = degree_of(skill, rolled)
    tell_critical(table, who, skill, place == 0, place == 3)
    if place == 0:
        table.emit("gurps.ruling.crit-scope", who)
    if skill < 3:
        table.emit("gurps.ruling.minimum-skill", who, number=skill)
    margin = max(0, skill - rolled) if place <= 1 else min(-1, skill - rolled)
    if margin != skill - rolled:
        table.emit("gurps.ruling.auto-result-margin", who, number=margin)
    table.emit("gurps.core.margin", who, number=margin, note=DEGREES[place])
    return DEGREES[place], margin
