"""Best play on the exact table: one side's choices are tried in turn and the one with the highest expected worth is kept.

Worth is the book's own measure of a position for a side. Sealed choices are never searched: their policy answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.answers import write_shares
from starfray.engine.chances import Distribution, even
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.errors import Halt
from starfray.engine.gm import perform
from starfray.engine.policy import Policies
from starfray.engine.position import AnyPosition, combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.exact import START, ExactTable, Leaf, Prefix, Spread
from starfray.engine.tables.merge_graph import Question, Web, marginals_of
from starfray.engine.values import Ask

MOST_OPTIONS = 60
DEEPEST = 200  # branchings and merge points one after the other; an act that goes on for ever is cut off here


class BestTable(ExactTable):
    """A run that stops at the first branching its prefix does not decide."""

    def __init__(
        self,
        book: Rulebook,
        state: AnyPosition,
        policies: Policies,
        prefix: tuple[int, ...],
        merged: int,
        side: str,
        content: Content | None,
    ) -> None:
        super().__init__(book, state, policies, Prefix(list(prefix), 1.0, START, merged), Web(), content)
        self.side = side
        self.meeting: Hashable = None
        self.shares: list[float] = []
        self.chooses: Ask | None = None

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.automatic_answer(ask)
        actor = combatant_of(self.state, ask.who)
        answers = [] if ask.sealed or source else every_answer(ask)
        if source or actor is None or actor.side != self.side or not answers:
            return answer if source else super().answer_for(ask)
        if self.at >= self.given:
            self.chooses = ask
        return answers[self._branch(even(len(answers)))]

    def all_answers_for(self, asks: list[Ask]) -> list[str]:
        return [ExactTable.answer_for(self, ask) for ask in asks]

    def meet(self, point: Hashable, done: tuple[str, Any] | None = None) -> None:
        self.meeting = point
        raise Halt

    def _branch(self, ways: Distribution) -> int:
        if self.at < self.given:
            place = self.taken[self.at]
            self.at += 1
            return place
        self.shares = ways.shares
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


@dataclass(slots=True)
class Node:
    """A point of the tree: its expected worth, and where it leads with which weight (an end leads nowhere)."""

    worth: float
    ways: list[tuple[int, float]] = field(default_factory=list)
    state: Any = None
    lost: bool = False  # the budget did not reach it
    ask: Ask | None = None  # the question decided here
    answer: str = ""
    worths: dict[str, float] = field(default_factory=dict)  # of the answers that were tried


class Search:
    """Walks the tree of one action depth first; merge points are solved once. Nodes stand after those they lead to."""

    def __init__(
        self,
        book: Rulebook,
        state: Any,
        action: Action,
        policies: Policies,
        side: str,
        budget: int,
        content: Content | None,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.book, self.state, self.action, self.policies = book, state, action, policies
        self.side, self.budget, self.content, self.progress = side, budget, content, progress
        self.result = Spread()
        self.nodes: list[Node] = []
        self.solved: dict[Hashable, int] = {}

    def solve(self, prefix: tuple[int, ...], merged: int) -> int:
        """The number of the node a prefix leads to."""
        if self.result.runs >= self.budget or len(prefix) + merged > DEEPEST:
            return self._add(Node(0.0, lost=True))
        self.result.runs += 1
        if self.progress is not None and self.result.runs % 200 == 0:
            self.progress(self.result.runs, 0)
        copy = clone(self.state)
        table = BestTable(self.book, copy, self.policies, prefix, merged, self.side, self.content)
        try:
            perform(self.book, table.content, copy, table, self.action)
        except Halt:
            if table.meeting is None:
                return self._branch(table, prefix, merged)
            if table.meeting not in self.solved:
                self.solved[table.meeting] = self.solve(prefix, merged + 1)
            return self.solved[table.meeting]
        for rule in table.untold:
            if rule not in self.result.untold:
                self.result.untold.append(rule)
        return self._add(Node(self.book.worth(copy, self.side), state=copy))

    def _branch(self, table: BestTable, prefix: tuple[int, ...], merged: int) -> int:
        places = [self.solve((*prefix, place), merged) for place in range(len(table.shares))]
        if table.chooses is None:
            worth = sum((share * self.nodes[place].worth for share, place in zip(table.shares, places, strict=True)), 0.0)
            return self._add(Node(worth, list(zip(places, table.shares, strict=True))))
        answers = every_answer(table.chooses)
        tried = [place for place in places if not self.nodes[place].lost] or places
        best = max(tried, key=lambda place: self.nodes[place].worth)
        worths = {answer: self.nodes[place].worth for answer, place in zip(answers, places, strict=True)}
        return self._add(
            Node(self.nodes[best].worth, [(best, 1.0)], ask=table.chooses, answer=answers[places.index(best)], worths=worths)
        )

    def _add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def flow(self) -> Spread:
        """Weights from the root to the ends, along the choices that were best."""
        share = [0.0] * len(self.nodes)
        share[-1] = 1.0
        questions: dict[tuple[str, str], Question] = {}
        for place in range(len(self.nodes) - 1, -1, -1):
            node, weight = self.nodes[place], share[place]
            if not weight:
                continue
            for to, way in node.ways:
                share[to] += weight * way
            if node.state is not None:
                self.result.leaves.append(Leaf(node.state, weight))
            elif node.lost:
                self.result.residual += weight
            if node.ask is not None:
                note(questions, node, weight)
        for question in questions.values():
            question.answers = {answer: count / question.times for answer, count in question.answers.items()}
            question.worths = {answer: worth / question.times for answer, worth in question.worths.items()}
        self.result.questions = list(questions.values())
        self.result.marginals = marginals_of(self.result.leaves, self.result.pictures)
        return self.result


def note(questions: dict[tuple[str, str], Question], node: Node, weight: float) -> None:
    ask = node.ask
    assert ask is not None
    question = questions.setdefault((ask.who, ask.rule), Question(ask.who, ask.rule, ask.kind))
    question.times += weight
    question.answers[node.answer] = question.answers.get(node.answer, 0.0) + weight
    for answer, worth in node.worths.items():
        question.worths[answer] = question.worths.get(answer, 0.0) + weight * worth


def best_spread(
    book: Rulebook,
    state: Any,
    action: Action,
    policies: Policies,
    side: str,
    *,
    budget: int,
    content: Content | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Spread:
    """Every way `action` can end when `side` always chooses what is worth most to it."""
    search = Search(book, state, action, policies, side, budget, content, progress)
    search.solve((), 0)
    return search.flow()
