"""An event with a rule id that is not in the ledger."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def play(state: Duel, table: Table, action: Any) -> None:
    rules.play(state, table, action)
    if action.KIND == "measure":
        table.emit("duel.mesure", action.actor, action.target)


BOOK = replace(HONEST, play=play)
