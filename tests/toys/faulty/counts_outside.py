"""A count that lives outside the position and goes on from run to run."""

from __future__ import annotations

from itertools import count
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import rules
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by

NUMBERS = count(1)


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "strike":
        rules.enemy(state, state.roster[action.actor], action.target)
        table.allowed()
        table.emit("duel.strike", action.actor, action.target, next(NUMBERS))
    honest(state, table, action)


BOOK = played_by(play)
