"""Best play on the exact table: one side's choices are tried in turn and the one with the highest expected worth is kept.

Worth is the book's own measure of a position for a side. Sealed choices are never searched: their policy answers.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import product
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.errors import Halt
from starfray.engine.house import perform
from starfray.engine.policy import Policies, write_shares
from starfray.engine.position import AnyPosition, combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.exact import START, ExactTable, Leaf, Prefix, Spread
from starfray.engine.values import Ask

MOST_OPTIONS = 60
DEEPEST = 200  # branchings and merge points one after the other; an act that goes on for ever is cut off here


class BestTable(ExactTable):
    """A run that stops at the first branching its prefix does not decide."""

    def __init__(
        self, book: Rulebook, state: AnyPosition, policies: Policies, prefix: tuple[int, ...], merged: int, side: str,
        content: Content | None,
    ) -> None:
        super().__init__(book, state, policies, Prefix(prefix, 1.0, START, merged), {}, content)
        self.side = side
        self.meeting: Hashable = None
        self.shares: list[float] = []
        self.chooses = False

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.settled(ask)
        one = combatant_of(self.state, ask.who)
        answers = [] if ask.sealed or source else every_answer(ask)
        if source or one is None or one.side != self.side or not answers:
            return answer if source else super().answer_for(ask)
        if self.at >= self.given:
            self.chooses = True
        return answers[self._branch([1.0] * len(answers))]

    def all_answers_for(self, asks: list[Ask]) -> list[str]:
        return [ExactTable.answer_for(self, ask) for ask in asks]

    def meet(self, point: Hashable) -> None:
        self.meeting = point
        raise Halt

    def _branch(self, shares: list[float]) -> int:
        if self.at < self.given:
            place = self.taken[self.at]
            self.at += 1
            return place
        self.shares = shares
        raise Halt


def every_answer(ask: Ask) -> list[str]:
    """All answers a question allows, if they are few enough to try; else none."""
    if ask.kind == "choose":
        return [option.key for option in ask.options]
    if ask.kind == "number" and ask.high - ask.low < MOST_OPTIONS:
        return [str(number) for number in range(ask.low, ask.high + 1)]
    if ask.kind == "allocate" and (ask.amount + 1) ** len(ask.options) <= 4096:
        splits = product(range(ask.amount + 1), repeat=len(ask.options))
        texts = [write_shares(list(split), ask.options) for split in splits if sum(split) == ask.amount]
        fitting = [text for text in texts if not ask.fault(text)]
        return fitting[:MOST_OPTIONS] if len(fitting) <= MOST_OPTIONS else []
    return []


class Search:
    """Walks the tree of one action depth first; merge points are solved once."""

    def __init__(
        self, book: Rulebook, state: Any, action: Action, policies: Policies, side: str, budget: int,
        content: Content | None,
    ) -> None:
        self.book, self.state, self.action, self.policies = book, state, action, policies
        self.side, self.budget, self.content = side, budget, content
        self.result = Spread()
        self.solved: dict[Hashable, tuple[float, list[Leaf], float]] = {}

    def solve(self, prefix: tuple[int, ...], merged: int) -> tuple[float, list[Leaf], float]:
        """Expected worth, leaves with their weights from here, and the weight the budget did not reach."""
        if self.result.runs >= self.budget or len(prefix) + merged > DEEPEST:
            return 0.0, [], 1.0
        self.result.runs += 1
        copy = clone(self.state)
        table = BestTable(self.book, copy, self.policies, prefix, merged, self.side, self.content)
        try:
            perform(self.book, table.content, copy, table, self.action)
        except Halt:
            if table.meeting is not None:
                if table.meeting not in self.solved:
                    self.solved[table.meeting] = self.solve(prefix, merged + 1)
                return self.solved[table.meeting]
            branches = [self.solve((*prefix, place), merged) for place in range(len(table.shares))]
            if table.chooses:
                return max(branches, key=lambda branch: branch[0])
            return _mix(branches, table.shares)
        for rule in table.untold:
            if rule not in self.result.untold:
                self.result.untold.append(rule)
        return self.book.worth(copy, self.side), [Leaf(copy, 1.0)], 0.0


def _mix(
    branches: list[tuple[float, list[Leaf], float]], shares: list[float]
) -> tuple[float, list[Leaf], float]:
    worth = sum(share * branch[0] for share, branch in zip(shares, branches, strict=True))
    leaves = [
        Leaf(leaf.state, leaf.weight * share)
        for share, branch in zip(shares, branches, strict=True)
        for leaf in branch[1]
    ]
    return worth, leaves, sum(share * branch[2] for share, branch in zip(shares, branches, strict=True))


def best_spread(
    book: Rulebook, state: Any, action: Action, policies: Policies, side: str, *, budget: int,
    content: Content | None = None,
) -> Spread:
    """Every way `action` can end when `side` always chooses what is worth most to it."""
    search = Search(book, state, action, policies, side, budget, content)
    _, search.result.leaves, search.result.residual = search.solve((), 0)
    return search.result
