"""The exact table: every class of outcome with its weight, found by running the same rule code again and again.

A run follows a prefix of taken branches, takes the first branch at everything new, and leaves the others on a list.
`same` is where prefixes that no longer differ in anything that matters are merged: all runs stop there, their
weights add up, and one representative goes on.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone, freeze
from starfray.engine.content import Content
from starfray.engine.dice import Generator, Shape
from starfray.engine.errors import Halt, Refused
from starfray.engine.policy import Policies, fitting, write_shares
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.looking import likeliest
from starfray.engine.values import Ask, Tally

DEFAULT_BUDGET = 20_000


@dataclass(slots=True)
class Leaf:
    """One way the action can end: the position after it, how likely, and branches that lead there."""

    state: Any
    weight: float
    branches: tuple[int, ...]
    table: ExactTable


@dataclass(slots=True)
class Spread:
    """All ways an action can end. `residual` is the weight of what the budget did not reach."""

    leaves: list[Leaf] = field(default_factory=list)
    residual: float = 0.0
    runs: int = 0
    untold: list[str] = field(default_factory=list)


class ExactTable(Table):
    """One run along a prefix of branches."""

    def __init__(
        self, book: Rulebook, state: AnyPosition, policies: Policies, prefix: tuple[int, ...], weight: float,
        merged: int, keeps: bool, content: Content | None = None,
    ) -> None:
        super().__init__(book, state, keeps, content)
        self.policies = policies
        self.taken = list(prefix)
        self.given = len(prefix)  # branches that were decided before this run
        self.at = 0
        self.weight = weight
        self.merged = merged  # how many calls of `same` lie behind the prefix
        self.sames = 0
        self.meeting: Hashable = None
        self.mind: list[Hashable] = []
        self.untold: list[str] = []  # rules whose dice were not told apart
        self.siblings: list[tuple[tuple[int, ...], float]] = []
        self.faces: list[list[int]] = []

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        classes = shape.classes()
        place = self._branch([each.weight / shape.total for each in classes])
        self.faces.append(classes[place].faces)
        return classes[place].faces

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.settled(ask)
        if source:
            return answer
        if self.policies.of(self.state, ask.who).mixed:
            return self._drawn(ask)
        return self.policies.answer(self.book, self.state, ask, Generator(0))

    def _drawn(self, ask: Ask) -> str:
        """A mixed policy draws: every answer it may give is a branch."""
        if ask.kind == "number":
            return str(ask.low + self._even(ask.high - ask.low + 1))
        if ask.kind == "allocate":
            shares = [0] * len(ask.options)
            for _ in range(ask.amount):
                shares[self._even(len(shares))] += 1
            return write_shares(fitting(shares, ask.options), ask.options)
        return ask.options[self._even(len(ask.options))].key if ask.options else ""

    def _even(self, count: int) -> int:
        return self._branch([1 / count] * count)

    def _branch(self, shares: list[float]) -> int:
        """Take the branch the prefix names, or the first one and leave the others for later runs."""
        if self.at < self.given:
            place = self.taken[self.at]
        else:
            place = 0
            here = tuple(self.taken)
            for other in range(1, len(shares)):
                self.siblings.append(((*here, other), self.weight * shares[other]))
            self.weight *= shares[0]
            self.taken.append(0)
        self.at += 1
        return place

    def roll_later(self, rule: str, who: str, shape: Shape) -> int:
        if rule not in self.untold:
            self.untold.append(rule)
        return shape.read(likeliest(shape))

    def same(self, rule: str, matters: Hashable = ()) -> None:
        self.sames += 1
        if self.sames > self.merged:
            self.meeting = (self.sames, rule, freeze(self.state), matters, tuple(self.mind))
            raise Halt

    def remember(self, figures: Hashable) -> None:
        self.mind.append(figures)

    def forget(self) -> None:
        self.mind.pop()


def spread(
    book: Rulebook, state: Any, action: Action, policies: Policies, *, budget: int = DEFAULT_BUDGET,
    merge: bool = True, keeps: bool = False, content: Content | None = None,
) -> Spread:
    """Every way `action` can end from `state`. With `merge=False` nothing is merged inside (the brute-force twin)."""
    result = Spread()
    endless = 1 << 30
    level = 0 if merge else endless
    waiting: dict[Hashable, tuple[tuple[int, ...], float]] = {(): ((), 1.0)}
    while waiting:
        meeting: dict[Hashable, tuple[tuple[int, ...], float]] = {}
        todo = sorted(waiting.values(), key=lambda item: item[1])
        while todo:
            prefix, weight = todo.pop()
            if result.runs >= budget:
                result.residual += weight
                continue
            result.runs += 1
            copy = clone(state)
            table = ExactTable(book, copy, policies, prefix, weight, level, keeps, content)
            try:
                book.play(copy, table, action)
            except Refused:
                raise
            except Halt:
                todo.extend(table.siblings)
                _, already = meeting.get(table.meeting, ((), 0.0))
                meeting[table.meeting] = (tuple(table.taken[: table.at]), already + table.weight)
                continue
            todo.extend(table.siblings)
            result.untold.extend(rule for rule in table.untold if rule not in result.untold)
            result.leaves.append(Leaf(copy, table.weight, tuple(table.taken), table))
        waiting = meeting
        level += 1
    return result
