"""Feints stand among the forms, and every one of them is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import rules
from tests.toys.duel.state import Duel


def play(state: Duel, table: Table, action: Any) -> None:
    if action.KIND == "feint":
        raise Refused("duel.feint", "feints are beneath us", ["strike"])
    rules.play(state, table, action)


BOOK = replace(HONEST, play=play)
