"""Fatigue: what spending and losing it does, extra effort, Power Points."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.gurps.injury import Blow, Frame, check_death, fall_unconscious, suffer
from starfray.rulebooks.gurps.state import Fighter, Gurps


def lose_fp(table: Table, one: Fighter, points: int, frame: Frame) -> None:
    """Below 0 each point costs a HP too; at -1 x FP she faints, and what is lost after that comes off HP instead.

    gurps.fp.hp-loss, gurps.ruling.fp-hp, gurps.fp.unconscious, gurps.fp.overflow
    """
    before, faints = one.hp, False
    below = over = 0
    for _ in range(points):
        if one.fp <= -one.max_fp:
            one.hp -= 1
            over += 1
            continue
        one.fp -= 1
        if one.fp < 0:
            one.hp -= 1
            below += 1
        faints = faints or one.fp <= -one.max_fp
    if below:
        table.emit("gurps.fp.hp-loss", one.id, number=below)
        table.emit("gurps.ruling.fp-hp", one.id, number=below)
    if over:
        table.emit("gurps.fp.overflow", one.id, number=over)
    if one.hp < before:
        check_death(table, one, before, (*frame, "fatigue"))
    if faints and not one.dead and not one.mortal:
        fall_unconscious(table, one, "gurps.fp.unconscious")


def can_strain(one: Fighter, points: int) -> bool:
    """Machines have no fatigue to spend, and nobody spends what is not there."""
    return one.max_fp > 0 and one.fp >= points


def pay_effort(table: Table, one: Fighter, points: int, rule: str, frame: Frame) -> None:
    """FP is paid before the roll. gurps.ruling.effort-combine"""
    table.emit(rule, one.id, number=points)
    lose_fp(table, one, points, frame)


def overstrain(state: Gurps, table: Table, one: Fighter, limb: str, frame: Frame) -> None:
    """A critical failure of a roll with extra effort: 1 HP to the limb, no DR. gurps.effort.critical-failure"""
    table.emit("gurps.effort.critical-failure", one.id, number=1, note=limb)
    table.emit("gurps.ruling.effort-limb", one.id, note=limb)
    suffer(state, table, one, 1, Blow(location=limb, own=True), crushing=True, frame=(*frame, "effort"))
