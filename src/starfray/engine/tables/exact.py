"""The exact table: every class of outcome with its weight, found by running the same rule code again and again.

A run follows a prefix of taken branches, takes the first branch at everything new, and leaves the others on a list.
`same` is where runs meet that no longer differ in anything that matters: the first to come goes on for all, the others
stop there and only add their weight. So the runs form a web of meeting points; weights flow through it at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone, freeze
from starfray.engine.content import Content
from starfray.engine.dice import Generator, Shape
from starfray.engine.errors import Halt
from starfray.engine.house import perform
from starfray.engine.policy import Policies, fitting, write_shares
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.looking import likeliest
from starfray.engine.values import Ask, Tally

DEFAULT_BUDGET = 20_000
START: Hashable = ()  # the meeting point all runs come from


@dataclass(slots=True)
class Leaf:
    """One way the action can end: the position after it, and how likely."""

    state: Any
    weight: float


@dataclass(slots=True)
class Spread:
    """All ways an action can end. `residual` is the weight of what the budget did not reach."""

    leaves: list[Leaf] = field(default_factory=list)
    residual: float = 0.0
    runs: int = 0
    untold: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Prefix:
    """Branches to take, the meeting point they start to count from, and their weight from there."""

    branches: tuple[int, ...]
    weight: float
    origin: Hashable
    sames: int  # calls of `same` that lie behind the branches
    mass: float = 1.0  # its weight as a whole, as far as known: what weighs most is walked first


class ExactTable(Table):
    """One run along a prefix of branches. `met` holds the meeting points found so far: point → (origin, weight) in."""

    def __init__(
        self, book: Rulebook, state: AnyPosition, policies: Policies, prefix: Prefix,
        met: dict[Hashable, list[tuple[Hashable, float]]], content: Content | None = None,
    ) -> None:
        super().__init__(book, state, False, content)
        self.policies = policies
        self.taken = list(prefix.branches)
        self.given = len(prefix.branches)  # branches that were decided before this run
        self.at = 0
        self.weight = prefix.weight
        self.mass = prefix.mass
        self.origin = prefix.origin
        self.behind = prefix.sames
        self.met = met
        self.sames = 0
        self.mind: list[Hashable] = []
        self.untold: list[str] = []  # rules whose dice were not told apart
        self.siblings: list[Prefix] = []

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        classes = shape.classes()
        return classes[self._branch([each.weight / shape.total for each in classes])].faces

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.settled(ask)
        if source:
            return answer
        if self.policies.of(self.state, ask.who).mixed and ask.kind != "point":
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
                share = shares[other]
                self.siblings.append(
                    Prefix((*here, other), self.weight * share, self.origin, self.sames, self.mass * share)
                )
            self.weight *= shares[0]
            self.mass *= shares[0]
            self.taken.append(0)
        self.at += 1
        return place

    def roll_later(self, rule: str, who: str, shape: Shape) -> int:
        if rule not in self.untold:
            self.untold.append(rule)
        return shape.read(likeliest(shape))

    def same(self, rule: str, matters: Hashable = ()) -> None:
        self.sames += 1
        if self.sames > self.behind:
            self.meet((self.sames, rule, freeze(self.state), matters, tuple(self.mind)))

    def meet(self, point: Hashable) -> None:
        """The first to come goes on for all who will meet here; the others have said their weight and stop."""
        ways = self.met.setdefault(point, [])
        ways.append((self.origin, self.weight))
        if len(ways) > 1:
            raise Halt
        self.origin, self.weight = point, 1.0

    def remember(self, figures: Hashable) -> None:
        self.mind.append(figures)

    def forget(self) -> None:
        self.mind.pop()


class Walk(ExactTable):
    """The brute-force twin: every branch walked by itself, nothing merged."""

    def same(self, rule: str, matters: Hashable = ()) -> None:
        return


def spread(
    book: Rulebook, state: Any, action: Action, policies: Policies, *, budget: int = DEFAULT_BUDGET,
    merge: bool = True, content: Content | None = None, progress: Callable[[int, int], None] | None = None,
) -> Spread:
    """Every way `action` can end from `state`. With `merge=False` nothing is merged inside (the brute-force twin).

    `progress` is told now and then how many runs are done and how many are known to be left.
    """
    result = Spread()
    met: dict[Hashable, list[tuple[Hashable, float]]] = {}
    ends: list[tuple[Any, Hashable, float]] = []
    kind = ExactTable if merge else Walk
    todo: list[tuple[float, int, Prefix]] = [(-1.0, 0, Prefix((), 1.0, START, 0))]
    found = 1
    while todo and result.runs < budget:
        prefix = heappop(todo)[2]
        result.runs += 1
        if progress is not None and result.runs % 200 == 0:
            progress(result.runs, len(todo))
        copy = clone(state)
        table = kind(book, copy, policies, prefix, met, content)
        try:
            perform(book, table.content, copy, table, action)
            ends.append((copy, table.origin, table.weight))
        except Halt:
            pass
        for sibling in table.siblings:
            heappush(todo, (-sibling.mass, -found, sibling))
            found += 1
        result.untold.extend(rule for rule in table.untold if rule not in result.untold)
    share = {START: 1.0}
    for point in sorted(met, key=calls_behind):  # weights flow from earlier calls of `same` to later ones
        share[point] = sum(share[origin] * weight for origin, weight in met[point])
    result.leaves = [Leaf(end, share[origin] * weight) for end, origin, weight in ends]
    result.residual = sum(share[prefix.origin] * prefix.weight for _, _, prefix in todo)
    return result


def calls_behind(point: Any) -> int:
    return int(point[0])
