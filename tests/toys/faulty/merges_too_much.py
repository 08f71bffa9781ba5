"""The loop over hits says that only the hits left matter, and forgets the points already lost."""

from __future__ import annotations

from typing import Any

from starfray.engine.dice import bands
from starfray.engine.table import Table
from tests.toys.duel import rules
from tests.toys.duel.state import Duel
from tests.toys.faulty import honest, played_by


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND != "strike":
        honest(state, table, action)
        return
    one = state.roster[action.actor]
    target = rules.enemy(state, one, action.target)
    table.allowed()
    one.breath -= 1
    if one.hidden:
        one.hidden = False
        table.emit("duel.strike.reveal", one.id)
    hits = rules.land(table, one, target)
    if hits and target.breath:
        hits -= rules.parry(table, target, hits)
    lost = 0
    for left in range(hits, 0, -1):
        table.merge("duel.wound", left)
        lost += 1 + table.roll("duel.wound", one.id, bands(1, 6, 4))
    target.hp -= lost
    table.emit("duel.wound", one.id, target.id, lost)
    if lost >= 3 and target.up:
        state.bleeding.append(target.id)


BOOK = played_by(play)
