"""The view takes hidden duellists off the roster and leaves them in the order of the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import view as honest_view
from tests.toys.duel.state import Duel


def view(state: Duel, who: str) -> Any:
    seen = honest_view(state, who)
    seen.order = list(state.order)
    return seen


BOOK = replace(HONEST, view=view)
