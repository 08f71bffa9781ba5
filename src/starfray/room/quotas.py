"""What a host allows: how many rooms, parties and campaigns, how big. A limit that is reached is told; the rest goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from starfray.engine.errors import BadInput, suggest
from starfray.engine.setup import MAX_COMBATANTS
from starfray.room.database import Database
from starfray.room.errors import Full
from starfray.room.limits import MAX_TEXT, MOST_CHARACTERS
from starfray.room.store import Store

UNITS = {"": 1, "K": 1_000, "M": 1_000_000, "G": 1_000_000_000}
#: characters a room takes in the database, beside its seats
ROOM_SIZE = """(select coalesce(sum(length(data) + length(result)), 0) from ops where room = r.id)
    + (select coalesce(sum(length(data)), 0) from entries where room = r.id)
    + (select coalesce(sum(length(position)), 0) from snapshots where room = r.id) + length(r.head)"""


@dataclass(frozen=True, slots=True)
class Quotas:
    """0: as much as there is room for."""

    rooms: int = 20_000
    parties: int = 50_000
    campaigns: int = 20_000
    combatants: int = MAX_COMBATANTS  # of a room
    upload: int = MAX_TEXT + MOST_CHARACTERS  # characters of a fight handed over, with its files
    room_size: int = 100_000_000  # characters: acts, positions, files
    size: int = 0  # bytes of the whole database

    def plain(self) -> dict[str, int]:
        return {each.name.replace("_", "-"): getattr(self, each.name) for each in fields(self)}

    def check_upload(self, text: str, files: dict[str, str]) -> None:
        length = len(text) + sum(len(each) for each in files.values())
        if self.upload and length > self.upload:
            raise Full(f"the fight and its files have {length:,} characters; this server takes up to {self.upload:,}")

    def check_combatants(self, count: int) -> None:
        if self.combatants and count > self.combatants:
            raise Full(f"{count} combatants; this server takes up to {self.combatants} in a room")

    def check_new(self, store: Store, what: str) -> None:
        """Is there place for another room, party or campaign? Many who come at the same moment may pass by a few."""
        most = {"rooms": self.rooms, "parties": self.parties, "campaigns": self.campaigns}[what]
        there, size = store.look(lambda db: (count_of(db, what) if most else 0, store.kept.size(db) if self.size else 0))
        if most and there >= most:
            raise Full(f"this server keeps up to {most:,} {what}, and so many are there; ask its operator")
        if self.size and size >= self.size:
            raise Full(f"this server keeps up to {self.size:,} bytes, and they are used up; ask its operator")


def count_of(db: Database, table: str) -> int:
    return int(db.execute(f"select count(*) from {table}").fetchone()[0])


def size_of_room(db: Database, room: str) -> int:
    row = db.execute(f"select {ROOM_SIZE} from rooms r where r.id = ?", (room,)).fetchone()
    return int(row[0]) if row is not None else 0


def read_quotas(given: Sequence[str]) -> Quotas:
    """From words as `rooms=500` and `size=20G`."""
    found = Quotas()
    known = list(found.plain())
    for words in given:
        name, _, figure = words.partition("=")
        if name not in known:
            raise BadInput(f"there is no quota {name!r}", field="--quota", expected=suggest(name, known))
        read = re.fullmatch(r"(\d{1,12})([KMG]?)", figure)
        if read is None:
            raise BadInput(f"{words!r}", field="--quota", expected=f"a number, as {name}=500 or {name}=20M; 0: no limit")
        value = int(read[1]) * UNITS[read[2]]
        if name == "combatants" and not 0 < value <= MAX_COMBATANTS:
            raise BadInput(f"{words!r}", field="--quota", expected=f"combatants=1 to combatants={MAX_COMBATANTS}")
        found = replace(found, **{name.replace("-", "_"): value})
    return found
