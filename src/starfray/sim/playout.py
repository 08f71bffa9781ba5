"""One fight played to its end on the random table, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import Refused, Unset
from starfray.engine.fork import fork_at
from starfray.engine.policy import Policies, PolicyFault
from starfray.engine.ranking import Ranking
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.tape import Taped, taped
from starfray.engine.values import GM, Ask, Outcome, Tally
from starfray.stalemate import StalemateWatch, nothing_to_do

LIMIT = 20_000  # acts: a stalemate of thirty people is called before that


class PlayoutTable(RandomTable):
    """Records who did something to whom in the act under way; events themselves are not kept."""

    def __init__(self, book: Rulebook, state: Any, generators: Generators, policies: Policies, content: Content) -> None:
        super().__init__(book, state, generators, policies, content=content)
        self.struck: dict[str, str] = {}  # to whom → by whom, last
        self.watched = True  # does anybody look at that?

    def ranked(self, rule: str, who: str, shape: Ranking) -> list[int]:
        return shape.drawn(self.generators.secret if self.all_secret else self.generators.open)

    def emit(
        self, rule: str, who: str, whom: str = "", number: int = 0, note: str = "", only: str = "", tally: Tally | None = None
    ) -> None:
        if whom and self.watched:
            self.struck[whom] = who


class ForkingTable(PlayoutTable):
    """Keeps the tape of the act under way and the position before it, so that policies can fork at a question."""

    def __init__(self, book: Rulebook, state: Any, generators: Generators, policies: Policies, content: Content) -> None:
        super().__init__(book, state, generators, policies, content)
        self.tape: list[Taped] = []
        self.before: Any = state
        self.step: Action | None = None
        self.since = 0  # where the answers to questions asked at once begin

    def begin(self, step: Action) -> None:
        """An act begins."""
        self.tape = []
        self.before, self.step = clone(self.state), step

    def roll(self, rule: str, who: str, shape: Shape, tally: Tally | None = None, secret: bool = False) -> int:
        return Table.roll(self, rule, who, shape, tally, secret)

    def ranked(self, rule: str, who: str, shape: Ranking) -> list[int]:
        return Table.ranked(self, rule, who, shape)

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        faces = super().faces_for(rule, who, shape, tally, secret)
        self.tape.append(taped(Ask("dice", rule, who, shape=shape, secret=secret), "app", faces))
        return faces

    def standing_order(self, rule: str, who: str) -> str:
        return ""  # so that the question is asked, and stands on the tape

    def all_answers_for(self, asks: list[Ask]) -> list[str]:
        self.since = len(self.tape)
        return super().all_answers_for(asks)

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.automatic_answer(ask)
        if not source:
            answer, source = self._decided(ask), "policy"
        self.tape.append(taped(ask, source, answer=answer))
        return answer

    def _decided(self, ask: Ask) -> str:
        generator = self.generators.policy
        if ask.who != GM and self.policies.of(self.state, ask.who).forks:
            assert self.step is not None
            since = self.since if ask.sealed else len(self.tape)
            fork = fork_at(self.book, self.content, self.before, self.step, self.tape, ask, since)
            if fork is not None:
                return self.policies.answer_at(self.book, self.state, ask, generator, fork)
        return self.policies.answer(self.book, self.state, ask, generator)


def playout(
    book: Rulebook,
    content: Content,
    state: Any,
    generators: Generators,
    policies: Policies,
    limit: int = LIMIT,
    watch: Callable[[Action, dict[str, str]], None] | None = None,
    still: StalemateWatch | None = None,
) -> tuple[Outcome | None, int]:
    """Play `state` to its end, or until it is a stalemate. Gives the outcome and the number of acts; no outcome if `limit` acts
    did not end it.

    `watch` is told of every act after it was played, and who did something to whom in it.
    """
    still = still or StalemateWatch(book)
    forking = ForkingTable(book, state, generators, policies, content) if policies.forks else None
    table = forking or PlayoutTable(book, state, generators, policies, content)
    table.watched = watch is not None
    for acts in range(limit):
        outcome = book.over(state)
        if outcome is not None:
            return outcome, acts
        step, chosen = next_step(book, state, policies, generators)
        if step is None:
            return nothing_to_do(), acts
        if forking is not None:
            forking.begin(step)
        play_step(book, state, table, step, policies if chosen else None)
        if watch is not None:
            watch(step, table.struck)
            table.struck.clear()
        stuck = still.after(step.actor, state)
        if stuck is not None:
            return book.over(state) or stuck, acts + 1
    return book.over(state), limit


def next_step(book: Rulebook, state: Any, policies: Policies, generators: Generators) -> tuple[Action | None, bool]:
    """What is due, or what the first actor who has something to do does; and whether a policy chose it."""
    step = book.due(state)
    if step is not None:
        return step, False
    for who in book.actors(state):
        action = policies.act(book, state, who, generators.policy)
        if action is not None:
            return action, True
    return None, False


def play_step(book: Rulebook, state: Any, table: PlayoutTable, step: Action, chosen_by: Policies | None) -> None:
    """A policy that chose what the rules refuse is named."""
    try:
        book.play(state, table, step)
    except Unset:
        raise
    except Refused as refused:
        if chosen_by is None:
            raise
        name = chosen_by.of(state, step.actor).name
        raise PolicyFault(name, f"{to_text(step)} is refused: {refused}") from refused
