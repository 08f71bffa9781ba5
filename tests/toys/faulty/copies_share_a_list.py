"""A field of no known type: copies of a position share the list in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from starfray.engine.position import Position
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel.state import Duellist


@dataclass(slots=True, kw_only=True)
class Sloppy(Duellist):
    marks: Any = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class SloppyDuel(Position[Sloppy]):
    turn: int = 0
    order: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    active: str = ""
    bleeding: list[str] = field(default_factory=list)


BOOK = replace(HONEST, state=SloppyDuel, combatant=Sloppy)
