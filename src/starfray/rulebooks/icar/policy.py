"""Who decides when no person does: each kind of fight has its own mind."""

from __future__ import annotations

from typing import Any

from starfray.engine.rules import Action, Ask, Generator, Policy, Rulebook
from starfray.rulebooks.icar.common.state import Icar
from starfray.rulebooks.icar.fight_kinds import FIGHT_KINDS
from starfray.rulebooks.icar.space.policy import BLIND


class Sensible(Policy):
    name = "sensible"
    steady = True
    blind: tuple[str, ...] = BLIND

    def __init__(self) -> None:
        super().__init__()
        self.minds = {name: fight.policy() for name, fight in FIGHT_KINDS.items()}

    def act(self, book: Rulebook, view: Any, who: str, generator: Generator) -> Action | None:
        state: Icar = view
        mind = self.minds[state.kind]
        action = mind.act(book, view, who, generator)
        self.why = mind.why
        return action

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Generator) -> str:
        state: Icar | None = view
        mind = self.minds["space" if state is None else state.kind]  # what is answered blindly is asked in space
        answer = mind.answer(book, view, ask, generator)
        self.why = mind.why
        return answer
