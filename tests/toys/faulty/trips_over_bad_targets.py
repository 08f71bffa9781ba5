"""A target that does not exist is no refusal but a crash."""

from __future__ import annotations

from typing import Any

from starfray.engine.table import Table
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "feint":
        assert state.roster[action.target].breath >= 0
    honest(state, table, action)


BOOK = played_by(play)
