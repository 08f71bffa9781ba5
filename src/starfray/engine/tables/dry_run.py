"""Dry runs: is an action legal, and what would be rolled? No die falls, nobody is asked, the position stays as it is."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.answers import first_answer
from starfray.engine.content import Content
from starfray.engine.dice import Shape
from starfray.engine.errors import Halt, Refused
from starfray.engine.kinds import ActionKind
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.engine.values import Ask, Tally


class LegalTable(Table):
    """Stops where the refusals of a rule end, at `allowed`. A rule that does anything before has forgotten that line, and has
    perhaps changed the position already: that is a fault of the rule and told as one.
    """

    def __init__(self, book: Rulebook, state: AnyPosition) -> None:
        super().__init__(book, state, explains=False)

    def allowed(self) -> None:
        raise Halt

    def emit(
        self, rule: str, who: str, whom: str = "", number: int = 0, note: str = "", only: str = "", tally: Tally | None = None
    ) -> None:
        raise forgotten(rule)

    def merge(self, rule: str, matters: Hashable = ()) -> None:
        raise forgotten(rule)

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        raise forgotten(rule)

    def answer_for(self, ask: Ask) -> str:
        raise forgotten(ask.rule)


def forgotten(rule: str) -> AssertionError:
    return AssertionError(f"{rule} takes effect before table.allowed(): a rule says that line once, after its last refusal")


def refusal(book: Rulebook, state: Any, action: Action) -> Refused | None:
    """Why the rules forbid this action now; None if they allow it. A rule changes nothing before `table.allowed()`."""
    if action.KIND in book.steps:  # what happens by itself is not refused
        return None
    try:
        book.play(state, LegalTable(book, state), action)
    except Refused as refused:
        return refused
    except Halt:
        return None
    return None


def rule_refusal(table: LegalTable, kind: ActionKind, action: Action) -> Refused | None:
    """Why the rule itself refuses, for whoever has asked the book and the kind before."""
    try:
        kind.play(table.state, table, action)
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
        answer, _ = self.automatic_answer(ask)
        return answer or first_answer(ask)
