"""The exact solver: a small fight under given policies, every position it can reach, and the chance of each end.

Positions are explored forwards and merged by the book's key, so a fight becomes a graph of positions with weights on its edges.
The chances of its ends are solved for backwards, component by component (components.py): directly where resources only fall,
with elimination where a fight can come back to a position it was in. A fight that is too big raises TooBig; use `sim` then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain, clone
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, StarfrayError
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.position import sides
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.exact import spread
from starfray.engine.values import Outcome
from starfray.sim.components import Component, components_of, solve_for

STATES = 20_000
RUNS = 100_000
ACT = 10_000  # runs for a single act: one that needs more has too many outcomes to explore each
Progress = Callable[[int, int, int], None]


class TooBig(StarfrayError):
    """The fight has more positions (or an act more outcomes) than the solver may walk. It says what stood in the way."""


@dataclass(slots=True)
class Node:
    """A position: where it leads and how likely, or how the fight ended there."""

    edges: list[tuple[int, float, int]] = field(default_factory=list)  # (to, weight, time that passes)
    winners: list[str] | None = None


@dataclass(slots=True)
class Solution:
    """`chances` of each side to win from the start, and of a draw; `length` in the book's own time."""

    chances: dict[str, float]
    draw: float
    endless: float  # fights that never end under these policies
    length: float  # of the fights that end
    states: int
    runs: int
    cycles: int  # strongly connected components in which the fight can come back to a position it was in
    values: dict[Hashable, dict[str, float]] = field(default_factory=dict)  # key of a position → chances from there

    def plain(self) -> dict[str, Plain]:
        return {
            "sides": self.chances, "draw": self.draw, "endless": self.endless, "length": self.length,
            "states": self.states, "runs": self.runs, "rings": self.cycles, "exact": True,
        }  # fmt: skip


def solve(
    book: Rulebook,
    content: Content,
    state: Any,
    policies: Policies,
    *,
    most_states: int = STATES,
    most_runs: int = RUNS,
    progress: Progress | None = None,
) -> Solution:
    """Solve a fight exactly, or raise TooBig with what stood in the way."""
    with gc_paused():
        graph = PositionGraph(book, content, policies, most_states, most_runs, progress)
        graph.explore(state)
        return solution(graph, state)


def solution(graph: PositionGraph, state: Any) -> Solution:
    """The chances of each end, from the positions found."""
    names = sides(state)
    edges = [node.edges for node in graph.nodes]
    components = [Component(places, edges) for places in components_of(edges)]
    won = {side: [1.0 if node.winners == [side] else 0.0 for node in graph.nodes] for side in names}
    chances = {side: solve_for(edges, components, values) for side, values in won.items()}
    draws = solve_for(edges, components, [float(node.winners is not None and len(node.winners) != 1) for node in graph.nodes])
    ends = solve_for(edges, components, [float(node.winners is not None) for node in graph.nodes])
    passes = solve_for(edges, components, [0.0] * len(edges), ends)[0]
    length = graph.book.clock(state) + (passes / ends[0] if ends[0] else 0.0)
    values = {key: {side: chances[side][place] for side in names} for key, place in graph.places.items()}
    return Solution(
        {side: chances[side][0] for side in names},
        draws[0],
        max(0.0, 1 - ends[0]),
        length,
        len(graph.nodes),
        graph.runs,
        sum(1 for component in components if len(component.places) > 1),
        values,
    )


def key_of(book: Rulebook, state: Any, outcome: Outcome | None) -> Hashable:
    """What tells one position from another; how a fight was won does not matter."""
    return book.key(state) if outcome is None else ("over", tuple(outcome.winners))


class PositionGraph:
    """The positions found so far and the edges between them."""

    def __init__(
        self, book: Rulebook, content: Content, policies: Policies, most_states: int, most_runs: int, progress: Progress | None
    ) -> None:
        self.book, self.content, self.policies = book, content, policies
        self.most_states, self.most_runs, self.progress = most_states, most_runs, progress
        self.nodes: list[Node] = []
        self.places: dict[Hashable, int] = {}
        self.runs = 0
        self.acts = 0
        self.left = 0  # positions still to be looked at

    def explore(self, *starts: Any) -> None:
        """Find everything these positions lead to, as far as it is not known yet."""
        states: dict[int, Any] = {}
        for start in starts:
            place, new = self._place(start)
            if new:
                states[place] = clone(start)
        waiting = list(states)
        while waiting:
            place = waiting.pop()
            self.left = len(waiting)
            found = self._edges(states.pop(place))
            if found is None:
                continue
            node = self.nodes[place]
            edges: dict[tuple[int, int], float] = {}
            for leaf, weight, time in found:
                to, new = self._place(leaf)
                edges[to, time] = edges.get((to, time), 0.0) + weight
                if new:
                    waiting.append(to)
                    states[to] = leaf
            node.edges = [(to, weight, time) for (to, time), weight in edges.items()]
            self._tell(0, 0)

    def _tell(self, runs: int, _: int) -> None:
        """Report progress, also within an act that can go many ways."""
        if self.progress is not None:
            self.progress(len(self.nodes), self.left, self.runs + runs)

    def _place(self, state: Any) -> tuple[int, bool]:
        outcome = self.book.over(state)
        key = key_of(self.book, state, outcome)
        place = self.places.setdefault(key, len(self.nodes))
        if place < len(self.nodes):
            return place, False
        if len(self.nodes) >= self.most_states:
            raise TooBig(
                f"too big to solve: {self.acts:,} acts were looked at, and they lead to more than "
                f"{self.most_states:,} positions, {len(self.nodes) / max(1, self.acts):.1f} new ones an act"
            )
        self.nodes.append(Node(winners=outcome.winners if outcome is not None else None))
        return place, True

    def _edges(self, state: Any) -> list[tuple[Any, float, int]] | None:
        """Where the next act leads; None where the fight has ended or nobody does anything."""
        if self.book.over(state) is not None:
            return None
        step = self.book.due(state)
        for who in self.book.actors(state) if step is None else ():
            policy = self.policies.of(state, who)
            if policy.mixed:
                raise BadInput(
                    f"the policy {policy.name} draws what it does",
                    field="--policy",
                    expected="one that decides, as default or greedy; sim plays drawn ones",
                )
            step = self.policies.act(self.book, state, who, Generator(0))
            if step is not None:
                break
        if step is None:
            return None
        budget = min(ACT, self.most_runs - self.runs)
        result = spread(
            self.book, state, step, self.policies, budget=budget, content=self.content, parts=False, progress=self._tell
        )
        self.runs += result.runs
        self.acts += 1
        if result.residual or result.unlisted:
            if budget < ACT:
                raise TooBig(
                    f"too big to solve: {self.most_runs:,} runs of the rules were not enough; {len(self.nodes):,} "
                    f"positions so far"
                )
            raise TooBig(f"too big to solve: {to_text(step)!r} alone can go more than {ACT:,} ways")
        before = self.book.clock(state)
        return [(leaf.state, leaf.weight, self.book.clock(leaf.state) - before) for leaf in result.leaves]
