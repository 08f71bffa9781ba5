"""Chance that does not come from the table."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def play(state: Duel, table: Table, action: Any) -> None:
    rules.play(state, table, action)
    if action.KIND == "measure" and random.random() < 0.5:
        state.roster[action.actor].marks.append(action.target)


BOOK = replace(HONEST, play=play)
