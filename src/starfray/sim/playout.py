"""One fight played to its end on the random table, in place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.policy import Policies
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators, RandomTable
from starfray.engine.values import Outcome

LIMIT = 5_000


def playout(
    book: Rulebook, content: Content, state: Any, generators: Generators, policies: Policies, limit: int = LIMIT,
    watch: Callable[[Action], None] | None = None,
) -> tuple[Outcome | None, int]:
    """Play `state` to its end. Gives the outcome and the number of acts; no outcome if `limit` acts did not end it.

    `watch` is told of every act after it was played.
    """
    table = RandomTable(book, state, generators, policies, content=content)
    for acts in range(limit):
        outcome = book.over(state)
        if outcome is not None:
            return outcome, acts
        step = book.due(state)
        if step is None:
            step = next_act(book, state, policies, generators)
            if step is None:
                return None, acts
        book.play(state, table, step)
        if watch is not None:
            watch(step)
    return book.over(state), limit


def next_act(book: Rulebook, state: Any, policies: Policies, generators: Generators) -> Any:
    """What the first actor who has something to do does."""
    for who in book.actors(state):
        action = policies.act(book, state, who, generators.policy)
        if action is not None:
            return action
    return None
