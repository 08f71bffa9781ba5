"""One fight played to its end on the random table, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.content import Content
from starfray.engine.errors import Refused, Unset
from starfray.engine.policy import Policies, PolicyFault
from starfray.engine.ranking import Ranking
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.values import Outcome, Tally

LIMIT = 5_000


class PlayoutTable(RandomTable):
    """Records who did something to whom in the act under way; events themselves are not kept."""

    def __init__(self, book: Rulebook, state: Any, generators: Generators, policies: Policies, content: Content) -> None:
        super().__init__(book, state, generators, policies, content=content)
        self.struck: dict[str, str] = {}  # to whom → by whom, last

    def ranked(self, rule: str, who: str, shape: Ranking) -> list[int]:
        return shape.drawn(self.generators.secret if self.all_secret else self.generators.open)

    def emit(
        self, rule: str, who: str, whom: str = "", number: int = 0, note: str = "", only: str = "", tally: Tally | None = None
    ) -> None:
        if whom:
            self.struck[whom] = who


def playout(
    book: Rulebook,
    content: Content,
    state: Any,
    generators: Generators,
    policies: Policies,
    limit: int = LIMIT,
    watch: Callable[[Action, dict[str, str]], None] | None = None,
) -> tuple[Outcome | None, int]:
    """Play `state` to its end. Gives the outcome and the number of acts; no outcome if `limit` acts did not end it.

    `watch` is told of every act after it was played, and who did something to whom in it.
    """
    table = PlayoutTable(book, state, generators, policies, content)
    for acts in range(limit):
        outcome = book.over(state)
        if outcome is not None:
            return outcome, acts
        step, chosen = next_step(book, state, policies, generators)
        if step is None:
            return None, acts
        play_step(book, state, table, step, policies if chosen else None)
        if watch is not None:
            watch(step, table.struck)
            table.struck.clear()
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
