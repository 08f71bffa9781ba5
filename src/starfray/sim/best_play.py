"""Best play, exactly: how well a side can do against given policies, and what a small fight is worth if both sides play best.

Every position is explored that can be reached if the sides that choose may do anything on the planner's list of actions and
give any answer; merged by the book's key, as the solver does. Chance and choice alternate in the graph, inside acts as well:
a question is a choice. Against policies that decide, best play follows by policy iteration: chances are solved for exactly,
then every choice that is not the best becomes the best, until none is left. Between two sides that choose, chances are
enclosed: from below as if a fight that never ends were lost for the first side, and from above as if it were won.

Best play knows the whole position, secrets included: where something is hidden, it is a bound for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import Plain, clone
from starfray.engine.content import Content
from starfray.engine.errors import BadInput, Halt
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.generator import Generator
from starfray.engine.gm import perform
from starfray.engine.policy import Policies, Policy
from starfray.engine.position import sides
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.best import BestTable, every_answer
from starfray.engine.values import Ask, Outcome
from starfray.sim.components import Component, Edges, components_of, solve_for
from starfray.sim.planner.candidates import of_kind, variations
from starfray.sim.solve import RUNS, STATES, TooBig

DEEPEST = 200  # branchings one after the other in an act; one that goes on for ever is too big
BETTER = 1e-12  # a choice is changed only for more than rounding: so no row of changes comes back to where it began
CLOSE = 1e-10  # how near the bounds of a fight between two sides are brought to where they tend
SWEEPS = 100_000
Progress = Callable[[int, int, int], None]


class Asked(Exception):
    """A run has come to a question that a choosing side has not answered yet."""

    def __init__(self, ask: Ask, answers: list[str], usual: str) -> None:
        super().__init__(ask.label)
        self.ask, self.answers, self.usual = ask, answers, usual


class Answers:
    """The answers of one run, whichever choosing side they come from."""

    def __init__(self) -> None:
        self.given: tuple[str, ...] = ()
        self.at = 0

    def begin(self, given: tuple[str, ...]) -> None:
        self.given, self.at = given, 0


class Asker(Policy):
    """Gives the answers of this run; stops it at the first question that has none."""

    def __init__(self, other: Policy, answers: Answers) -> None:
        super().__init__()
        self.name, self.other, self.answers = other.name, other, answers

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        return self.other.act(book, view, who, generator)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        possible, answers = every_answer(ask), self.answers
        if len(possible) < 2:
            return self.other.answer(book, view, ask, generator)
        if answers.at == len(answers.given):
            raise Asked(ask, possible, self.other.answer(book, view, ask, generator))
        answers.at += 1
        return answers.given[answers.at - 1]


@dataclass(slots=True)
class Point:
    """A point of the graph: a position, a throw or a choice. Where `chooser` is set, that side takes one of the ways; the first
    is what its policy would do. Else `ways` carry weights. Neither: the fight has ended, or never will.
    """

    ways: list[tuple[int, float]] = field(default_factory=list)
    chooser: str = ""
    words: list[str] = field(default_factory=list)  # of the ways, where there is a choice
    winners: list[str] | None = None


@dataclass(slots=True)
class Best:
    """Points (wins and half of the draws) of `side`: by its policy, and by best play."""

    side: str
    plain: float
    best: float
    positions: int
    runs: int
    first: list[tuple[str, float]] = field(default_factory=list)  # its first choice: every way, and what best play makes of it

    @property
    def gain(self) -> float:
        """What best play wins beyond the side's own policy: by so much the policies can be exploited."""
        return self.best - self.plain

    def plain_words(self) -> dict[str, Plain]:
        first = [{"act": words, "points": value} for words, value in self.first]
        return {
            "side": self.side, "policy": self.plain, "best": self.best, "gain": self.gain,
            "states": self.positions, "runs": self.runs, "first": first, "exact": True,
        }  # fmt: skip


@dataclass(slots=True)
class BestBoth:
    """Points of the first side if both play best: between `low` and `high`, which differ only if somebody can keep the fight
    from ending. `held`: what each side's policy holds against best play of the other.
    """

    sides: tuple[str, str]
    low: float
    high: float
    held: dict[str, float]
    positions: int
    runs: int

    def exploitability(self, side: str) -> float:
        """How much less a side's policy holds against best play than best play would."""
        best = self.low if side == self.sides[0] else 1 - self.high
        return max(0.0, best - self.held[side])

    def plain_words(self) -> dict[str, Plain]:
        return {
            "sides": list(self.sides), "low": self.low, "high": self.high, "held": dict(self.held),
            "exploitability": {side: self.exploitability(side) for side in self.sides},
            "states": self.positions, "runs": self.runs, "exact": True,
        }  # fmt: skip


def best_for(
    book: Rulebook,
    content: Content,
    state: Any,
    policies: Policies,
    side: str,
    *,
    kinds: tuple[str, ...] = (),
    answers: bool = True,
    most_states: int = STATES,
    most_runs: int = RUNS,
    progress: Progress | None = None,
) -> Best:
    """The best answer of a side to the policies of the others; with `kinds`, among actions of these kinds only. Without
    `answers` it chooses its actions, and its policy answers questions.
    """
    if side not in sides(state):
        raise BadInput(f"no side {side!r}", field="--best-for", expected=", ".join(sides(state)))
    with gc_paused():
        graph = ChoiceGraph(book, content, policies, (side,), kinds, most_states, most_runs, progress, answers)
        graph.explore(state)
        plain, best = iterated(graph.points, side)
    first = next((point for point in graph.points if point.chooser == side), Point())
    ways = [(words, best[to]) for words, (to, _) in zip(first.words, first.ways, strict=True)]
    return Best(side, plain[0], best[0], graph.positions, graph.runs, sorted(ways, key=lambda way: -way[1]))


def best_both(
    book: Rulebook,
    content: Content,
    state: Any,
    policies: Policies,
    *,
    kinds: tuple[str, ...] = (),
    most_states: int = STATES,
    most_runs: int = RUNS,
    progress: Progress | None = None,
) -> BestBoth:
    """What the fight is worth between two sides that play best and see everything."""
    names = sides(state)
    if len(names) != 2:
        raise BadInput(f"{len(names)} sides", field="--best-both", expected="a fight of two sides")
    first, second = names[0], names[1]
    with gc_paused():
        graph = ChoiceGraph(book, content, policies, (first, second), kinds, most_states, most_runs, progress)
        graph.explore(state)
        low, high = enclosed(graph.points, first, 0.0), enclosed(graph.points, first, 1.0)
        held = {
            side: 1 - iterated(fixed(graph.points, side), other)[1][0] for side, other in ((first, second), (second, first))
        }
    return BestBoth((first, second), low[0], high[0], held, graph.positions, graph.runs)


# --- values over the graph -------------------------------------------------------------------------------------------


def score(point: Point, side: str) -> float:
    """An end in points. A fight that never ends has none for anybody."""
    if point.winners is None:
        return 0.0
    return 1.0 if point.winners == [side] else 0.5 if not point.winners or side in point.winners else 0.0


def iterated(points: list[Point], side: str) -> tuple[list[float], list[float]]:
    """Policy iteration: the points of `side` from everywhere, by the first way of every choice and by the best one."""
    chosen = [0] * len(points)
    first: list[float] = []
    while True:
        edges: list[Edges] = [
            [(point.ways[chosen[place]][0], 1.0, 0)] if point.chooser else [(to, weight, 0) for to, weight in point.ways]
            for place, point in enumerate(points)
        ]
        components = [Component(places, edges) for places in components_of(edges)]
        values = solve_for(edges, components, [score(point, side) for point in points])
        first = first or values[:]
        changed = False
        for place, point in enumerate(points):
            if point.chooser == side:
                best = max(range(len(point.ways)), key=lambda way: values[point.ways[way][0]])
                if values[point.ways[best][0]] > values[point.ways[chosen[place]][0]] + BETTER:
                    chosen[place], changed = best, True
        if not changed:
            return first, values


def fixed(points: list[Point], side: str) -> list[Point]:
    """The graph with the choices of a side made as its policy makes them."""
    return [Point([(point.ways[0][0], 1.0)], winners=point.winners) if point.chooser == side else point for point in points]


def enclosed(points: list[Point], side: str, endless: float) -> list[float]:
    """Value iteration, one component after the other, with `side` choosing the most and the others the least. Begun at 0 the
    values only rise, to those of a fight that is lost if it never ends; begun at 1 they only fall.
    """
    values = [score(point, side) if point.winners is not None else endless for point in points]
    edges: list[Edges] = [[(to, weight, 0) for to, weight in point.ways] for point in points]
    for places in components_of(edges):
        for _ in range(SWEEPS):
            moved = 0.0
            for place in places:
                point = points[place]
                if not point.ways:
                    continue
                if point.chooser:
                    found = [values[to] for to, _ in point.ways]
                    value = max(found) if point.chooser == side else min(found)
                else:
                    value = sum(weight * values[to] for to, weight in point.ways)
                moved = max(moved, abs(value - values[place]))
                values[place] = value
            if moved < CLOSE:
                break
    return values


# --- the graph -------------------------------------------------------------------------------------------------------


class ChoiceGraph:
    """All that can happen if some sides choose freely and the others follow their policies."""

    def __init__(
        self,
        book: Rulebook,
        content: Content,
        policies: Policies,
        choosers: tuple[str, ...],
        kinds: tuple[str, ...],
        most_states: int,
        most_runs: int,
        progress: Progress | None = None,
        answers: bool = True,
    ) -> None:
        self.book, self.content, self.plain = book, content, policies
        self.choosers, self.kinds = choosers, kinds
        self.most_states, self.most_runs, self.progress = most_states, most_runs, progress
        self.answers = Answers()
        asked = choosers if answers else ()
        askers = {side: Asker(policies.by_side.get(side, policies.default), self.answers) for side in asked}
        self.policies = Policies(policies.default, {**policies.by_side, **askers})
        self.points: list[Point] = []
        self.places: dict[Hashable, int] = {}
        self.waiting: list[tuple[int, Any]] = []
        self.positions = self.runs = 0

    def explore(self, start: Any) -> None:
        self.place(clone(start))
        while self.waiting:
            at, state = self.waiting.pop()
            self.expand(self.points[at], state)
            if self.progress is not None:
                self.progress(self.positions, len(self.waiting), self.runs)

    def place(self, state: Any) -> int:
        """The point of a position; a new one is looked at later."""
        outcome: Outcome | None = self.book.over(state)
        key = self.book.key(state) if outcome is None else ("over", tuple(outcome.winners))
        known = self.places.get(key)
        if known is not None:
            return known
        if self.positions >= self.most_states:
            raise TooBig(f"too big for best play: what may be done leads to more than {self.most_states:,} positions")
        self.positions += 1
        at = self.places[key] = self.add(Point(winners=None if outcome is None else outcome.winners))
        if outcome is None:
            self.waiting.append((at, state))
        return at

    def add(self, point: Point) -> int:
        self.points.append(point)
        return len(self.points) - 1

    def expand(self, point: Point, state: Any) -> None:
        step = self.book.due(state)
        if step is not None:
            point.ways = [(Act(self, state, step).point((), (), 0), 1.0)]
            return
        for who in self.book.actors(state):
            usual = self.plain.act(self.book, state, who, Generator(0))
            if usual is None:
                continue
            side = state.roster[who].side
            if self.plain.of(state, who).mixed:
                raise BadInput(
                    "a policy draws what it does", field="--policy", expected="one that decides, as default or greedy"
                )
            acts = menu(self.book, state, who, usual, self.kinds) if side in self.choosers else [usual]
            point.ways = [(Act(self, state, act).point((), (), 0), 1.0) for act in acts]
            if len(acts) > 1:
                point.chooser, point.words = side, [to_text(act) for act in acts]
            return


class Act:
    """The tree of one act: its throws and the choices in it. Runs that meet go on as one."""

    def __init__(self, graph: ChoiceGraph, state: Any, action: Action) -> None:
        self.graph, self.state, self.action = graph, state, action
        self.met: dict[Hashable, int] = {}

    def point(self, branches: tuple[int, ...], answers: tuple[str, ...], merged: int) -> int:
        """Where these branches of the dice and these answers lead."""
        graph = self.graph
        if graph.runs >= graph.most_runs:
            raise TooBig(
                f"too big for best play: {graph.most_runs:,} runs of the rules were not enough; "
                f"{graph.positions:,} positions so far"
            )
        if len(branches) + len(answers) + merged > DEEPEST:
            raise TooBig(f"too big for best play: {to_text(self.action)!r} can go on for ever")
        graph.runs += 1
        graph.answers.begin(answers)
        state = clone(self.state)
        table = BestTable(graph.book, state, graph.policies, branches, merged, "", graph.content)
        try:
            perform(graph.book, table.content, state, table, self.action)
        except Asked as asked:
            return self.choice(asked, branches, answers, merged)
        except Halt:
            if table.meeting is None:
                ways = [(self.point((*branches, each), answers, merged), share) for each, share in enumerate(table.shares)]
                return graph.add(Point(ways))
            if table.meeting not in self.met:
                self.met[table.meeting] = self.point(branches, answers, merged + 1)
            return self.met[table.meeting]
        return graph.place(state)

    def choice(self, asked: Asked, branches: tuple[int, ...], answers: tuple[str, ...], merged: int) -> int:
        """A question: the answer the policy would give comes first."""
        graph = self.graph
        if asked.ask.sealed and len(graph.choosers) > 1:
            raise BadInput(
                f"{asked.ask.rule} is answered by several at once",
                field="--best-both",
                expected="a fight in which nobody chooses in secret",
            )
        words = list(dict.fromkeys([asked.usual, *asked.answers]))
        ways = [(self.point(branches, (*answers, answer), merged), 1.0) for answer in words]
        side = self.state.roster[asked.ask.who].side
        return graph.add(Point(ways, side, [f"{asked.ask.rule}: {answer}" for answer in words]))


def menu(book: Rulebook, state: Any, who: str, usual: Action, kinds: tuple[str, ...] = ()) -> list[Action]:
    """What the policy would do, then everything the planner could think of; with `kinds`, of these kinds."""
    found = {to_text(usual): usual}
    bases = [usual] if not kinds or usual.KIND in kinds else []
    for kind in book.kinds_in(state):
        if not kind.narrated and (not kinds or kind.action.KIND in kinds):
            bases.extend(of_kind(book, state, who, kind))
    for base in bases:
        for each in (base, *variations(book, state, base)):
            found.setdefault(to_text(each), each)
    return list(found.values())
