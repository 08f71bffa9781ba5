"""The view takes hidden duellists off the roster and leaves them in the order of the turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.toys.duel import BOOK as HONEST
from tests.toys.duel.state import Duel


def seen_by(state: Duel, who: str, printed: Any) -> Any:
    seen = HONEST.view(state, who)
    seen.order = list(state.order)
    return seen


BOOK = replace(HONEST, seen_by=seen_by)
