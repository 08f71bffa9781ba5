"""Tables that only look: is an action legal, and what would be rolled? Nothing falls, nobody is asked."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import Halt, Refused
from starfray.engine.policy import first_answer
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.values import Ask, Tally


class LegalTable(Table):
    """Stops at the first thing a rule does after its refusals."""

    def __init__(self, book: Rulebook, state: AnyPosition) -> None:
        super().__init__(book, state, keeps=False)

    def emit(
        self, rule: str, who: str, whom: str = "", number: int = 0, note: str = "", only: str = "", tally: Tally | None = None
    ) -> None:
        raise Halt

    def same(self, rule: str, matters: Hashable = ()) -> None:
        raise Halt

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        raise Halt

    def answer_for(self, ask: Ask) -> str:
        raise Halt


def refusal(book: Rulebook, state: Any, action: Action) -> Refused | None:
    """Why the rules forbid this action now; None if they allow it. The state is left as it was."""
    copy = clone(state)
    try:
        book.play(copy, LegalTable(book, copy), action)
    except Refused as refused:
        return refused
    except Halt:
        return None
    return None


class PreviewTable(Table):
    """Goes as far as the actor's own first roll. Others decline what they are offered; their dice fall in the middle."""

    def __init__(self, book: Rulebook, state: AnyPosition, actor: str, content: Content) -> None:
        super().__init__(book, state, True, content)
        self.actor = actor
        self.rule = ""
        self.shape: Shape | None = None
        self.first_tally: Tally | None = None

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        if who == self.actor:
            self.rule, self.shape, self.first_tally = rule, shape, tally
            raise Halt
        return shape.likeliest()

    def answer_for(self, ask: Ask) -> str:
        answer, _ = self.settled(ask)
        return answer or first_answer(ask)
