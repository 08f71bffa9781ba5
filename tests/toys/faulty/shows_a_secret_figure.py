"""The view marks a secret figure as assumed and shows the real one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starfray.engine.view import project
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel.state import Duel


def view(state: Duel, who: str) -> Any:
    return project(state, who, lambda one: one)


BOOK = replace(HONEST, view=view)
