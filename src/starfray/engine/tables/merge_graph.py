"""The graph of meeting points that exact runs form: how weights flow through it to its ends."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.codec import freeze, hints, shallow
from starfray.engine.pictures import Pictures
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point

START = 0  # the number of the meeting point all runs come from
MOST_LEAVES = 5_000
Combination = tuple[int, ...]  # records set aside on the way to a point, by number


class BrokenWord(Exception):
    """A rule said it was done with somebody and changed them all the same."""


@dataclass(slots=True)
class Leaf:
    """One way the action can end: the position after it, and how likely."""

    state: Any
    weight: float


@dataclass(slots=True)
class End(Leaf):
    """Where a run came to the end of the act: weight counts from its origin; those in `through` were set aside before."""

    origin: int
    through: tuple[str, ...]


@dataclass(slots=True)
class Asked:
    """An answer given on the way, with its weight from a meeting point."""

    origin: int
    weight: float
    who: str
    rule: str
    kind: str
    answer: str


@dataclass(slots=True)
class Question:
    """A question that may come up: how often on average, and the share of each answer. `worths` in best play: the
    expected worth of each answer where it was searched.
    """

    who: str
    rule: str
    kind: str
    times: float = 0.0
    answers: dict[str, float] = field(default_factory=dict)
    worths: dict[str, float] = field(default_factory=dict)


def outline(book: Rulebook, state: Any, actor: Any) -> Hashable:
    """What others may still look at: whether and where somebody stands, to whom they belong, whom they hold."""
    words = [getattr(actor, name) for name, hint in hints(type(actor)).items() if hint in (str, bool, Point, Point | None)]
    return (book.standing(state, actor), *words)


def marginals_of(leaves: list[Leaf], pictures: Pictures) -> dict[str, list[Leaf]]:
    """Combatant → the records they end with, where all positions are at hand."""
    found: dict[str, dict[int, Leaf]] = {}
    for leaf in leaves:
        for who, actor in leaf.state.roster.items():
            _ending(found.setdefault(who, {}), pictures.number(actor), leaf.state).weight += leaf.weight
    return {who: list(ends.values()) for who, ends in found.items()}


def _ending(ends: dict[int, Leaf], number: int, state: Any) -> Leaf:
    """The leaf of a record, by its number; the first position that shows it stands for it."""
    leaf = ends.get(number)
    if leaf is None:
        leaf = ends[number] = Leaf(state, 0.0)
    return leaf


class Web:
    """Meeting points have numbers in the order they were found. `ways`: number → the ways in, each as (origin, weight).
    `aside`: number → the record each of its ways has set aside.
    """

    def __init__(self) -> None:
        self.places: dict[Hashable, int] = {}
        self.calls = [0]  # number → calls of `merge` behind the point
        self.ways: list[list[tuple[int, float]]] = [[]]
        self.aside: dict[int, list[int]] = {}
        self.records: list[tuple[str, Any]] = []  # (combatant, record)
        self.numbers: dict[tuple[str, int], int] = {}  # (combatant, number of its picture) → number of the record
        self.pictures = Pictures()
        self.ends: list[End] = []

    def meet(self, point: Hashable, calls: int, origin: int, weight: float) -> int:
        """One more way into a point; its number."""
        number = self.places.setdefault(point, len(self.ways))
        if number == len(self.ways):
            self.ways.append([])
            self.calls.append(calls)
        self.ways[number].append((origin, weight))
        return number

    def in_order(self) -> list[int]:
        """The points by the calls of `merge` behind them: weight flows from earlier ones to later ones."""
        return sorted(range(1, len(self.ways)), key=self.calls.__getitem__)

    def set_aside(self, point: int, who: str, record: Any) -> None:
        name = (who, self.pictures.number_of_picture(freeze(record)))
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self.records)
            self.records.append((who, record))
        self.aside.setdefault(point, []).append(number)

    def shares(self) -> list[float]:
        """The weight that comes through each point."""
        if len(self.ways) == 1:
            return [1.0]
        share = [0.0] * len(self.ways)
        share[START] = 1.0
        for point in self.in_order():
            weight = 0.0
            for origin, way in self.ways[point]:
                weight += share[origin] * way
            share[point] = weight
        return share

    def leaves(self, share: list[float]) -> tuple[list[Leaf], float]:
        """The positions at the ends, records set aside put back in every combination; and the weight of those too many.

        Given the point, what comes later does not depend on what was set aside there: so chances may be multiplied.
        """
        if len(self.ways) == 1:  # all of them come straight from the start
            return list(self.ends), 0.0
        if not self.aside:
            return [Leaf(end.state, share[end.origin] * end.weight) for end in self.ends], 0.0
        mixed: dict[int, dict[Combination, float]] = {START: {(): 1.0}}
        lost = 0.0
        for point in self.in_order():
            mixed[point] = self._mix(point, mixed)
            if len(mixed[point]) > MOST_LEAVES:
                kept = sorted(mixed[point].items(), key=lambda each: -each[1])[:MOST_LEAVES]
                mixed[point] = dict(kept)
        found = []
        for end in self.ends:
            for combination, weight in mixed[end.origin].items():
                found.append((weight * end.weight, end.state, combination))
        whole = sum((share[end.origin] * end.weight for end in self.ends), 0.0)
        if len(found) > MOST_LEAVES:
            found.sort(key=lambda each: -each[0])
            del found[MOST_LEAVES:]
        leaves = [Leaf(self._joined(state, combination), weight) for weight, state, combination in found]
        lost = max(0.0, whole - sum((leaf.weight for leaf in leaves), 0.0))
        return leaves, lost if lost > 1e-12 else 0.0

    def _mix(self, point: int, mixed: dict[int, dict[Combination, float]]) -> dict[Combination, float]:
        aside = self.aside.get(point)
        if aside is None and len(self.ways[point]) == 1:
            origin, weight = self.ways[point][0]
            return {combination: before * weight for combination, before in mixed[origin].items()}
        here: dict[Combination, float] = {}
        for place, (origin, weight) in enumerate(self.ways[point]):
            more = () if aside is None else (aside[place],)
            for combination, before in mixed[origin].items():
                name = combination + more
                here[name] = here.get(name, 0.0) + before * weight
        return here

    def _joined(self, state: Any, combination: Combination) -> Any:
        if not combination:
            return state
        whole = shallow(state)
        whole.roster = {**state.roster, **{self.records[number][0]: self.records[number][1] for number in combination}}
        return whole

    def marginals(self, start: Any, share: list[float]) -> dict[str, list[Leaf]]:
        """For each combatant the records they can end with, however many combinations there are."""
        found: dict[str, dict[int, Leaf]] = {who: {} for who in start.roster}
        for point, numbers in self.aside.items():
            for (origin, weight), number in zip(self.ways[point], numbers, strict=True):
                who, record = self.records[number]
                ends, picture = found[who], self.pictures.number(record)
                if picture not in ends:
                    shown = shallow(start)
                    shown.roster = {**start.roster, who: record}
                    ends[picture] = Leaf(shown, 0.0)
                ends[picture].weight += share[origin] * weight
        for end in self.ends:
            for who, actor in end.state.roster.items():
                if who not in end.through:
                    number = self.pictures.number(actor, start.roster.get(who))
                    leaf = _ending(found.setdefault(who, {}), number, end.state)
                    leaf.weight += share[end.origin] * end.weight
        return {who: list(ends.values()) for who, ends in found.items()}

    def questions(self, share: list[float], asked: list[Asked]) -> list[Question]:
        """The questions in the order they come up, with how often each answer is given."""
        found: dict[tuple[str, str], Question] = {}
        for each in asked:
            question = found.get((each.who, each.rule))
            if question is None:
                question = found[each.who, each.rule] = Question(each.who, each.rule, each.kind)
            weight = share[each.origin] * each.weight
            question.times += weight
            question.answers[each.answer] = question.answers.get(each.answer, 0.0) + weight
        for question in found.values():
            if question.times:
                question.answers = {answer: weight / question.times for answer, weight in question.answers.items()}
        return list(found.values())
