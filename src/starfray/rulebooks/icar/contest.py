"""The opposed check: both throw, the higher total wins, a tie is thrown again."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import Rounds, total
from starfray.engine.table import Table
from starfray.engine.values import GM, Tally
from starfray.rulebooks.icar.core import narrate, pool_die
from starfray.rulebooks.icar.state import Actor, Icar

LOST, WON, LOST_ON_1, WON_ON_10, FOE_10, FOE_1 = range(6)


class Contest(Rounds):
    """Two dice, the active side's first; it wins if its die beats the other by more than the gap. icar.ruling.opposed-crit"""

    __slots__ = ("gap",)

    def __init__(self, gap: int) -> None:
        super().__init__(f"contest of two d10 at {gap:+d}", (10, 10))
        self.gap = gap

    def again(self, last: list[int]) -> bool:
        return decided(last[0], last[1], self.gap) < 0

    def value(self, last: list[int]) -> int:
        return decided(last[0], last[1], self.gap)


def decided(mine: int, theirs: int, gap: int) -> int:
    """How it ends; -1: thrown again. A lone 10 wins, a lone 1 loses, equal totals go on."""
    if mine == theirs and mine in (1, 10):
        return -1
    if mine == 10:
        return WON_ON_10
    if mine == 1:
        return LOST_ON_1
    if theirs == 10:
        return FOE_10
    if theirs == 1:
        return FOE_1
    return -1 if mine - theirs == gap else WON if mine - theirs > gap else LOST


@lru_cache(maxsize=256)
def contest_dice(gap: int) -> Contest:
    return Contest(gap)


def contest(state: Icar, table: Table, one: Actor, other: Actor, tally: Tally, rule: str, *, duel: bool = False) -> bool:
    """`tally` is how far the other is ahead before the dice. True if `one`, whose action it is, wins."""
    tally.add(0, "icar.close.duel.tie" if duel else "icar.ruling.opposed-tie", "equal totals are thrown again")
    tally.add(0, "icar.close.duel.crit" if duel else "icar.ruling.opposed-crit", "a lone 10 wins, a lone 1 loses")
    if state.pool > 0 and (one.pc or other.pc):
        result = pooled_contest(state, table, one, other, tally, rule)
    else:
        result = table.roll(rule, one.id, contest_dice(tally.total), tally)
    won = result in (WON, WON_ON_10, FOE_1)
    if result in (WON_ON_10, FOE_10):
        winner = one if won else other
        table.emit("icar.crit.pass", winner.id)
        narrate(table, winner, True)
    elif result in (LOST_ON_1, FOE_1):
        loser = other if won else one
        table.emit("icar.crit.fail", loser.id)
        narrate(table, loser, False)
    return won


def pooled_contest(state: Icar, table: Table, one: Actor, other: Actor, tally: Tally, rule: str) -> int:
    """Each draws right after their own die; what is drawn on a throw that is repeated is spent. icar.ruling.pool-scope"""
    result = -1
    while result < 0:
        table.same(rule, (one.id, other.id, tally.total))
        table.remember((one.id, other.id, tally.total))
        mine, drawn = die_and_draws(state, table, one, tally, rule)
        table.forget()
        table.remember((one.id, other.id, tally.total, mine, drawn))
        theirs, more = die_and_draws(state, table, other, tally, rule)
        table.forget()
        result = decided(mine, theirs, tally.total + more - drawn)
        if result < 0 and (drawn or more):
            table.emit("icar.ruling.pool-scope", GM)
    return result


def die_and_draws(state: Icar, table: Table, one: Actor, tally: Tally, rule: str) -> tuple[int, int]:
    """The die, and what was added to it from the pool. icar.ruling.pool-who, icar.ruling.pool-timing"""
    face = table.roll(rule, one.id, total(1, 10), tally)
    drawn = 0
    if not one.pc:
        table.emit("icar.ruling.pool-who", one.id)
    while one.pc and state.pool > 0 and face not in (1, 10):
        table.same("icar.pool.repeat", (face, drawn))
        prompt = f"{face + drawn} on the dice. Add one from the pool of {state.pool}?"
        if not table.confirm("icar.pool.draw", one.id, prompt, facts={"short": 0, "pool": state.pool, "shows": face + drawn}):
            break
        state.pool -= 1
        drawn += pool_die(table, one)
    return face, drawn
