"""What an action would be: legal or not, at what cost, on which tally. Nothing is changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starfray.engine.actions import Action, to_text
from starfray.engine.codec import Plain, clone
from starfray.engine.content import Content
from starfray.engine.delayed_odds import MOST_STEPS, next_step, settles
from starfray.engine.errors import Halt, Refused
from starfray.engine.forms import cost_of
from starfray.engine.gm import perform
from starfray.engine.policy import Policies
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.runner import Running
from starfray.engine.tables.dry_run import PreviewTable
from starfray.engine.values import Tally, plain_tally


@dataclass(slots=True)
class Preview:
    action: str
    legal: bool
    cost: str = ""
    refused: Refused | None = None
    rule: str = ""  # of the first roll
    dice: str = ""
    tally: Tally | None = None

    def plain(self) -> dict[str, Plain]:
        return {
            "action": self.action,
            "legal": self.legal,
            "cost": self.cost,
            "refused": {"rule": self.refused.rule, "reason": self.refused.reason} if self.refused else None,
            "rule": self.rule,
            "dice": self.dice,
            "tally": plain_tally(self.tally) if self.tally else None,
        }


def preview(book: Rulebook, content: Content, state: Any, action: Action, fight: Running) -> Preview:
    text = to_text(action)
    try:
        fight.check_turn(action, fight.state, state)
        copy = clone(state)
        table = PreviewTable(book, copy, action.actor, content)
        perform(book, content, copy, table, action)
        look_ahead(book, content, copy, table, action)
    except Refused as refused:
        return Preview(text, False, refused=refused)
    except Halt:
        pass
    kind = next((kind for kind in book.kinds_in(state) if kind.name == action.KIND), None)
    return Preview(
        text,
        True,
        cost=cost_of(book, state, combatant_of(state, action.actor), kind) if kind else "",
        rule=table.rule,
        dice=table.shape.label if table.shape else "",
        tally=table.first_tally,
    )


def look_ahead(book: Rulebook, content: Content, state: Any, table: PreviewTable, action: Action) -> None:
    """An act that takes effect later is rolled for later: run on to that step, the others acting by their policies."""
    policies = Policies(book.policy())
    for _ in range(MOST_STEPS if action.KIND in book.settles else 0):
        step = next_step(book, state, policies, action.actor)
        if step is None:
            return
        perform(book, content, state, table, step)
        if settles(book, action, step):
            return
