"""The duel again and again, each time with exactly one fault planted in it. The kit must find every one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.kinds import Rule
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel.state import Duel


def honest(state: Duel, table: Table, action: Any) -> None:
    HONEST.kind_of(state, action.KIND).play(state, table, action)


def played_by(play: Rule, **changed: Any) -> Rulebook:
    """The duel with every action and step played by this rule."""
    kinds = {name: replace(kind, play=play) for name, kind in HONEST.kinds.items()}
    steps = {name: replace(kind, play=play) for name, kind in HONEST.steps.items()}
    return replace(HONEST, kinds=kinds, steps=steps, **changed)
