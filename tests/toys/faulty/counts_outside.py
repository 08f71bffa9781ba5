"""A count that lives outside the position and goes on from run to run."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel

NUMBERS = count(1)


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "strike":
        rules.enemy(state, state.roster[action.actor], action.target)
        rules.needs_breath(state.roster[action.actor])
        table.emit("duel.strike", action.actor, action.target, next(NUMBERS))
    rules.play(state, table, action)


BOOK = replace(HONEST, play=play)
