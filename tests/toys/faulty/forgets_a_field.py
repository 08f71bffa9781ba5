"""Setting up clears what the file says: who has taken whose measure."""

from __future__ import annotations

from dataclasses import replace

from starfray.engine.content import Content
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel import start as honest_start
from tests.toys.duel.state import Duel


def start(state: Duel, content: Content) -> None:
    honest_start(state, content)
    for one in state.roster.values():
        one.marks = []


BOOK = replace(HONEST, start=start)
