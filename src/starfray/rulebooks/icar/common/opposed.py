"""The opposed check: both throw, the higher total wins, a tie is thrown again."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from starfray.engine.dice import Rounds, Shape, Total, Weighted
from starfray.engine.rules import GM, Table, Tally
from starfray.rulebooks.icar.common.check import attribute_of, goal_words, narrate, one_die, pool_die, take_off_ability
from starfray.rulebooks.icar.common.person import STREET_FIGHTING, skill_of
from starfray.rulebooks.icar.common.state import Actor, Icar

LOST, WON, LOST_ON_1, WON_ON_10, FOE_10, FOE_1 = 0, 1, 2, 3, 4, 5


class Contest(Rounds):
    """One die each, the active side first; it wins if its die beats the other by more than the gap. icar.ruling.opposed-crit"""

    __slots__ = ("gap",)

    def __init__(self, gap: int) -> None:
        super().__init__(f"contest of two d10 at {gap:+d}", (10, 10))
        self.gap = gap

    def again(self, last: list[int]) -> bool:
        return decided(last[0], last[1], self.gap) < 0

    def value(self, last: list[int]) -> int:
        return decided(last[0], last[1], self.gap)

    def own_die(self, thrown: list[int]) -> Shape:
        if not thrown:
            return one_die(f"more than the other's die {self.gap:+d}" if self.gap else "more than the other's die")
        return one_die("a 10" if thrown[0] == 10 else goal_words(thrown[0] - self.gap + 1))


class Face(Total):
    """A D10 listed from the 10 down or from the 1 up. Where runs try the first face first, 10 against 1 is no tie."""

    __slots__ = ("down",)

    def __init__(self, down: bool) -> None:
        super().__init__(1, 10)
        self.down = down

    def find_classes(self) -> list[Weighted]:
        found = super().find_classes()
        return found[::-1] if self.down else found


MINE, THEIRS = Face(True), Face(False)
MIDDLE = 5  # any face that is no critical


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


class Lead(NamedTuple):
    """How far the other is ahead before the dice, and what the other has."""

    tally: Tally
    theirs: int

    @property
    def scores(self) -> tuple[int, int]:
        """What each adds to the die, the one whose action it is first."""
        return self.theirs - self.tally.total, self.theirs


def opposed_lead(table: Table, actor: Actor, other: Actor, attribute: str, rule: str, theirs: str = "") -> Lead:
    """Street Fighting and the attribute on both sides."""
    tally = table.tally()
    tally.add(attribute_of(other, theirs or attribute), rule, f"{other.id}: {theirs or attribute}")
    tally.add(skill_of(other, STREET_FIGHTING), rule, f"{other.id}: {STREET_FIGHTING}")
    for modifier in other.gm_modifiers:
        tally.add(modifier.amount, "gm.modifier", modifier.note)
    score = tally.total
    take_off_ability(tally, actor, STREET_FIGHTING, attribute)
    return Lead(tally, score)


def contest(state: Icar, table: Table, actor: Actor, other: Actor, lead: Lead, rule: str) -> bool:
    """True if `actor`, whose action it is, wins.

    Each throws the own die. Equal totals are thrown again; a lone 10 wins, a lone 1 loses.
    icar.ruling.dice-order, icar.ruling.opposed-tie, icar.ruling.opposed-crit
    """
    if state.pool > 0 and (actor.pc or other.pc):
        result = pooled_contest(state, table, actor, other, lead, rule)
    else:
        result = table.roll_contest(rule, actor.id, other.id, contest_dice(lead.tally.total), lead.tally, lead.scores)
    won = result in (WON, WON_ON_10, FOE_1)
    if result in (WON_ON_10, FOE_10):
        winner = actor if won else other
        table.emit("icar.crit.pass", winner.id)
        narrate(table, winner, True)
    elif result in (LOST_ON_1, FOE_1):
        loser = other if won else actor
        table.emit("icar.crit.fail", loser.id)
        narrate(table, loser, False)
    return won


class Reply(Shape):
    """One D10 against a throw that lies on the table. icar.ruling.opposed-crit"""

    __slots__ = ("gap", "mine")

    def __init__(self, mine: int, gap: int) -> None:
        super().__init__(f"d10 against {mine} at {gap:+d}")
        self.mine, self.gap = mine, gap

    def next_die(self, faces: list[int]) -> int:
        return 0 if faces else 10

    def read(self, faces: list[int]) -> int:
        return decided(self.mine, faces[0], self.gap)

    def find_classes(self) -> list[Weighted]:
        found: dict[int, Weighted] = {}
        for face in range(1, 11):
            found.setdefault(self.read([face]), Weighted(self.read([face]), 0, [face])).weight += 1
        return list(found.values())


def pooled_contest(state: Icar, table: Table, actor: Actor, other: Actor, lead: Lead, rule: str) -> int:
    """Each draws right after their own die; what is drawn on a throw that is repeated is spent. icar.ruling.pool-scope"""
    tally, (first, second) = lead.tally, lead.scores
    result = -1
    while result < 0:
        table.merge(rule, (actor.id, other.id, tally.total))
        if not state.pool:  # nothing left to draw: both dice until it is settled
            return table.roll_contest(rule, actor.id, other.id, contest_dice(tally.total), tally, lead.scores)
        full = state.pool
        table.enter((actor.id, other.id, tally.total, full))
        mine, drawn = die_and_draws(state, table, actor, tally, rule, MINE)
        table.leave()
        if other.pc:
            table.enter((actor.id, other.id, tally.total, full, mine, drawn))
            theirs, more = die_and_draws(state, table, other, tally, rule, THEIRS)
            table.leave()
            table.against(actor.id, theirs + more + second, mine + drawn + first)
            result = decided(mine, theirs, tally.total + more - drawn)
        else:  # icar.ruling.pool-who
            result = table.roll(rule, other.id, Reply(mine, tally.total - drawn), tally)
            table.against(actor.id, sum(table.last_faces()) + second, mine + drawn + first)
        if result < 0 and state.pool < full:
            table.emit("icar.ruling.pool-scope", GM)
    return result


def die_and_draws(state: Icar, table: Table, actor: Actor, tally: Tally, rule: str, die: Face) -> tuple[int, int]:
    """The die, and what was added to it from the pool. icar.ruling.pool-who, icar.ruling.pool-timing

    Of a die that is no critical only the sum matters from here on: it is given back as 5 and the rest as drawn.
    """
    face = table.roll(rule, actor.id, die, tally)
    if not actor.pc or face in (1, 10):
        return face, 0
    shows = face
    while state.pool > 0:
        prompt = f"{shows} on the dice. Add one from the pool of {state.pool}?"
        if not table.confirm("icar.pool.draw", actor.id, prompt, facts={"short": 0, "pool": state.pool, "shows": shows}):
            break
        state.pool -= 1
        shows += pool_die(table, actor)
        table.merge("icar.pool.repeat", shows)
    return MIDDLE, shows - MIDDLE
