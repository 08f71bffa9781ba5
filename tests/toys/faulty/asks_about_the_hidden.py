"""The target is asked about an attacker who has not shown herself."""

from __future__ import annotations

from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import rules
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "strike" and state.roster[action.actor].hidden:
        target = rules.enemy(state, state.roster[action.actor], action.target)
        table.allowed()
        table.confirm("duel.hide", target.id, f"Is that {action.actor} in the dark?")
    honest(state, table, action)


BOOK = played_by(play)
