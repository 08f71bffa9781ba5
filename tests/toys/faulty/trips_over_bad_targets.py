"""A target that does not exist is no refusal but a crash."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "feint":
        rules.needs_breath(state.roster[action.target], 0)
    rules.play(state, table, action)


BOOK = replace(HONEST, play=play)
