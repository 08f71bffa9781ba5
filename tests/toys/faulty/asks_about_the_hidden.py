"""The target is asked about an attacker who has not shown herself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "strike" and state.roster[action.actor].hidden:
        target = rules.enemy(state, state.roster[action.actor], action.target)
        rules.needs_breath(state.roster[action.actor])
        table.confirm("duel.hide", target.id, f"Is that {action.actor} in the dark?")
    rules.play(state, table, action)


BOOK = replace(HONEST, play=play)
