"""Opponents in playouts who do not always do what the default policy would: so that a planner does not lean on it."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.generator import Generator
from starfray.engine.policy import Policy, RandomPolicy
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import Ask

STRAYS = 3  # one answer in so many is drawn at random
DRAWN = 8  # actions drawn at random for one decision of the planner: drawing them from the forms is slow


class Straying(Policy):
    """Decides as another policy, but the first thing it does in a playout, and now and then an answer, is drawn at random."""

    mixed = True

    def __init__(self, other: Policy) -> None:
        super().__init__()
        self.name = f"straying {other.name}"
        self.other, self.random = other, RandomPolicy()
        self.drawn: dict[str, list[Action]] = {}  # by actor: actions of earlier playouts, done again where they are legal
        self.count = 0
        self.strays = True

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        if self.strays:
            self.strays = False
            action = self.stray(book, view, who, generator)
            if action is not None:
                return action
        return self.other.act(book, view, who, generator)

    def stray(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        known = self.drawn.setdefault(who, [])
        if self.count < DRAWN:
            self.count += 1
            action = self.random.act(book, view, who, generator)
            if action is not None:
                known.append(action)
            return action
        action = known[generator.below(len(known))] if known else None
        return action if action is not None and refusal(book, view, action) is None else None

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        chosen = self.other if generator.below(STRAYS) else self.random
        return chosen.answer(book, view, ask, generator)
