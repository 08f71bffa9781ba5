"""Chance that does not come from the table."""

from __future__ import annotations

import random
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    honest(state, table, action)
    if action.KIND == "measure" and random.random() < 0.5:
        state.roster[action.actor].marks.append(action.target)


BOOK = played_by(play)
