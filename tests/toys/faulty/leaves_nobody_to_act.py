"""When everybody has acted nothing falls due, and nobody may act again."""

from __future__ import annotations

from dataclasses import replace

from starfray.engine.actions import Action
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def due(state: Duel) -> Action | None:
    step = rules.due(state)
    return None if step is not None and step.KIND == "turn-start" and state.turn == 2 else step


BOOK = replace(HONEST, due=due)
