"""Wounds close as they are made and night never falls."""

from __future__ import annotations

from typing import Any

from starfray.engine.table import Table
from starfray.engine.values import Outcome
from tests.toys.duel import rules
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    honest(state, table, action)
    for one in state.roster.values():
        one.hp = max(one.hp, 1)


def over(state: Duel) -> Outcome | None:
    outcome = rules.over(state)
    return outcome if outcome is not None and outcome.rule == "duel.end" else None


BOOK = played_by(play, outcome=over)
