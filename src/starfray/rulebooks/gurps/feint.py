"""Feint and Evaluate: a faked blow, a studied foe."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.gurps.core import add_dizziness, add_handling, add_skill, best_combat_skill
from starfray.rulebooks.gurps.rulings import ruling
from starfray.rulebooks.gurps.shapes import by_margin
from starfray.rulebooks.gurps.state import Feinted, Fighter, Gurps, Study, Weapon
from starfray.rulebooks.gurps.swing import add_study

LOWERS = ("defence", "attack")  # gurps.ruling.feint-choice


def fake(state: Gurps, table: Table, one: Fighter, target: Fighter, weapon: Weapon, lowers: str) -> None:
    """The feinter rolls, then the target; what is won lowers the target's next such roll.

    gurps.maneuver.feint, gurps.order.contest, gurps.ruling.feint-choice
    """
    mine = table.tally(one)
    add_skill(mine, table.content, one, weapon)
    add_handling(mine, one, weapon)
    add_study(mine, one, target)
    if one.shock:
        mine.add(-one.shock, "gurps.injury.shock")
    add_dizziness(mine, one)
    one.study = None
    theirs = table.tally(target)
    theirs.add(best_combat_skill(table.content, target), "gurps.maneuver.feint", "best combat skill or DX")
    won = table.roll("gurps.maneuver.feint", one.id, by_margin(mine.total), mine)
    kept = table.roll("gurps.maneuver.feint", target.id, by_margin(theirs.total), theirs)
    table.emit("gurps.order.contest", one.id, target.id, won - kept)
    penalty = feint_margin(ruling(state, "feint-margin"), won, kept)
    table.emit("gurps.ruling.feint-margin", one.id, target.id, penalty)
    if target.guard_down:
        penalty *= 2
    if penalty <= 0:
        return
    turns = 2 if state.up == one.id else 1  # to the end of the feinter's next turn
    target.feints = [each for each in target.feints if (each.by, each.lowers) != (one.id, lowers)]
    target.feints.append(Feinted(by=one.id, lowers=lowers, penalty=penalty, turns=turns))
    table.emit("gurps.ruling.feint-choice", one.id, target.id, penalty, lowers)


def feint_margin(how: str, won: int, kept: int) -> int:
    """The own margin if the foe fails, the difference if both succeed; none for a feinter who fails or ties."""
    if won < 0 or won <= kept:
        return 0
    if how == "victory":
        return won - kept
    return won if how == "own" or kept < 0 else won - kept


def study(table: Table, one: Fighter, target: Fighter) -> None:
    """One more turn of watching. gurps.maneuver.evaluate"""
    turns = one.study.turns + 1 if one.study is not None and one.study.target == target.id else 1
    one.study = Study(target=target.id, turns=min(3, turns))
    table.emit("gurps.maneuver.evaluate", one.id, target.id, one.study.turns)


def feints_fade(state: Gurps, feinters: list[Fighter]) -> None:
    """The end of the feinters' turn."""
    for one in state.roster.values():
        if one.feints:
            for each in one.feints:
                each.turns -= 1 if any(each.by == feinter.id for feinter in feinters) else 0
            one.feints = [each for each in one.feints if each.turns > 0]
