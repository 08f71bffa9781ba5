"""Sheets of other programs. A book brings readers that know their files by content; what they give is a combatant as a fight
file writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput

LONGEST_ID = 40  # characters, as fight files have them


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


@dataclass(frozen=True, slots=True)
class Opened:
    """A file, opened once for all readers: its name, its text, and what the text holds if it is JSON (None if it is not)."""

    name: str
    text: str
    data: Plain


@dataclass(frozen=True, slots=True)
class SheetReader:
    """One kind of file a book understands. `read` gives a character, or why it is none, for each the file holds; it may also
    refuse the whole file. `write` makes the data of such a file of whole combatants, as plain data; None: it cannot.
    """

    name: str
    endings: tuple[str, ...]  # what such files are usually called; they are known by content, not by this
    recognises: Callable[[Opened], bool]
    read: Callable[[Opened], list[Imported | BadInput]]
    write: Callable[[Sequence[dict[str, Plain]]], Plain] | None = None
    form: str = ""  # the name `write` goes by: foundry


#: reads the bytes of a file; the name of the file stands in where the sheet has no name of its own
Importer = Callable[[bytes, str], Imported]
