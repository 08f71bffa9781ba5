"""A die that is thrown only where somebody keeps the events."""

from __future__ import annotations

from typing import Any

from starfray.engine.dice import total
from starfray.engine.table import Table
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    honest(state, table, action)
    if action.KIND == "measure" and table.explains and table.roll("duel.measure", action.actor, total(1, 6)) > 4:
        state.roster[action.actor].marks.append(action.target)


BOOK = played_by(play)
