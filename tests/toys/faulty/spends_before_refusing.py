"""Taking a measure costs its breath before anybody asks whether there is such an enemy."""

from __future__ import annotations

from typing import Any

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from tests.toys.duel import rules
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "measure":
        one = state.roster[action.actor]
        if one.breath < 1:
            raise Refused("duel.breath", "no breath left", ["wait"])
        one.breath -= 1
        target = rules.enemy(state, one, action.target)
        one.marks.append(target.id)
        table.emit("duel.measure", one.id, target.id)
    else:
        honest(state, table, action)


BOOK = played_by(play)
