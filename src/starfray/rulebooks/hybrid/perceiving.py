"""Perception in a fight: the look about, the glance in passing, hiding, and what each degree tells."""

from __future__ import annotations

from starfray.engine.dice import total
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Tally
from starfray.rulebooks.hybrid.actions import Glance
from starfray.rulebooks.hybrid.check import (
    DEGREES,
    begins,
    chance_of,
    degree_of,
    is_open,
    passed,
    roll_both,
    roll_margin,
    take_share,
)  # fmt: skip
from starfray.rulebooks.hybrid.figures import action_tally, agility, perception_tally
from starfray.rulebooks.hybrid.skills import add_trained
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, fighter

LOOK = 8  # hybrid.perception.active.time

#: hybrid.perception.results: understanding, detail, timing by degree
TELLS = (
    ("total understanding", "300%", "+-0%"),
    ("total identification", "200%", "+-5%"),
    ("total identification", "150%", "+-10%"),
    ("exact identification", "125%", "+-25%"),
    ("basic identification", "100%", "+-50%"),
    ("vague identification", "25%", "+-75%"),
    ("no clue", "0", "0"),
    ("wrong identification", "+-125%", "+-175%"),
    ("wrong identification", "+-150%", "+-200%"),
    ("wildly wrong identification", "+-250%", "+-300%"),
)


def told(degree: int) -> str:
    understanding, detail, timing = TELLS[degree]
    return f"{DEGREES[degree]}: {understanding}, {detail} detail, {timing} timing"


def find_hidden(state: Hybrid, table: Table, one: Fighter, sn: int) -> None:
    """Who looks rolls minus the hider's SN: made by that much or more, the hider is found. hybrid.oppose.conceal"""
    if sn < 0:
        return
    for other in state.roster.values():
        if other.hidden and other.side != one.side and sn >= other.concealed:
            reveal(table, other)
            table.emit("hybrid.oppose.conceal", one.id, other.id, note="found")


def reveal(table: Table, other: Fighter) -> None:
    other.hidden = False
    other.concealed = 0
    table.emit("hybrid.perception.when", other.id, note="is seen")


def see(state: Hybrid, table: Table, one: Fighter, passive: bool = False, beside: bool = False) -> None:
    """One die; the side of the one who looks hears what it tells. `beside`: a ward was taken meanwhile."""
    df = perception_tally(state, table, one, passive)
    if beside and not (one.evading or one.mind_evading):
        df.add(-2, "hybrid.mod.florentine.awareness")
    chance = chance_of(table, df)
    if passive:
        take_share(chance, 1, 4, "hybrid.perception.passive", "passive")
    sn, degree = roll_die(table, one, chance)
    table.emit("hybrid.check.task-results", one.id, only=one.side or GM)
    table.emit("hybrid.perception.results", one.id, note=told(degree), only=one.side or GM)
    if sn >= 0:
        one.aware = True  # hybrid.ruling.aware
    find_hidden(state, table, one, sn)
    table.same("hybrid.perception.use")


def roll_die(table: Table, one: Fighter, chance: Tally) -> tuple[int, int]:
    """By how much the look is made (below 0: failed), and its degree."""
    if is_open(table):
        return roll_both(table, "hybrid.perception.use", one.id, chance)
    die = table.roll("hybrid.perception.use", one.id, total(1, 100), chance)
    return chance.total - die, degree_of(chance.total, die, begins(table))


def glance(state: Hybrid, table: Table, act: Glance) -> None:
    """During any action, no time, no modifiers for doing several things. hybrid.perception.passive.free"""
    one = fighter(state, act.actor)
    if one.glanced == state.count:
        raise Refused("hybrid.perception.passive", f"{one.id} has glanced about on this count", ["look", "wait"])
    one.glanced = state.count
    table.emit("hybrid.perception.passive.free", one.id)
    see(state, table, one, passive=True)


def conceal(state: Hybrid, table: Table, one: Fighter, beside: bool = False) -> None:
    """PAG against everybody's perception: who makes it minus the SN keeps the hider in sight. hybrid.oppose.conceal"""
    if any(one.id in (each.one, each.other) for each in state.closed):  # somebody has closed meanwhile
        table.emit("hybrid.oppose.conceal", one.id, note="stays in sight")
        return
    df = action_tally(state, table, one)
    df.add(agility(one), "hybrid.oppose.conceal", "PAG")
    add_trained(state, df, one, "hiding")
    if beside:  # a ward was taken meanwhile
        df.add(-4, "hybrid.mod.florentine.physical-physical")
    sn = max(0, roll_margin(table, "hybrid.oppose.conceal", one.id, chance_of(table, df)))
    seen = False
    table.same("hybrid.oppose.conceal", sn)
    for place, other in enumerate(state.roster.values()):
        if other.side == one.side or not other.able:
            continue
        chance = chance_of(table, perception_tally(state, table, other))
        chance.add(-sn, "hybrid.oppose.sn")
        seen = passed(table, "hybrid.oppose.definition", other.id, chance) or seen
        table.same("hybrid.oppose.conceal", (sn, seen, place))
    table.emit("hybrid.oppose.conceal", one.id, note="stays in sight" if seen else "is gone from sight")
    if not seen:
        one.hidden = True
        one.concealed = sn
