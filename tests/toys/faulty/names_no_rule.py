"""An event with a rule id that is not in the ledger."""

from __future__ import annotations

from typing import Any

from starfray.engine.table import Table
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    honest(state, table, action)
    if action.KIND == "measure":
        table.emit("duel.mesure", action.actor, action.target)


BOOK = played_by(play)
