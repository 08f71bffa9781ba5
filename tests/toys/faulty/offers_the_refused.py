"""Feints stand among the forms, and every one of them is refused."""

from __future__ import annotations

from typing import Any

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "feint":
        table.allowed()
        raise Refused("duel.feint", "feints are beneath us", ["strike"])
    honest(state, table, action)


BOOK = played_by(play)
