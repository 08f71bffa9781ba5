"""A die that is thrown only where somebody keeps the events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.dice import total
from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def play(state: Duel, table: Table, action: Any) -> None:
    rules.play(state, table, action)
    if action.KIND == "measure" and table.keeps and table.roll("duel.measure", action.actor, total(1, 6)) > 4:
        state.roster[action.actor].marks.append(action.target)


BOOK = replace(HONEST, play=play)
