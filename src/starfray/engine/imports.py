"""Sheets of other programs. A book names the file endings it reads; the result is a combatant as a fight file writes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from starfray.engine.codec import Plain


@dataclass(slots=True)
class Imported:
    """What a sheet gave: the combatant, and in words what was taken, what was left out, what had to be assumed."""

    row: dict[str, Plain]
    taken: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    origin: str = ""  # what the other program calls this sheet; tells two characters of one name apart

    def kept(self) -> dict[str, Plain]:
        """What a party remembers of this reading."""
        return {**self.row, "origin": self.origin} if self.origin else self.row

    def plain(self) -> dict[str, Plain]:
        return {"combatant": self.row, "taken": self.taken, "left-out": self.left_out, "assumed": self.assumed}


#: reads the bytes of a file; the name of the file stands in where the sheet has no name of its own
Importer = Callable[[bytes, str], Imported]
