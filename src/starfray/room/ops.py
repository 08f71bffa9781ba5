"""What is written of a room beside its fight: settings, seats, versions, and the ops themselves."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.room.database import Database
from starfray.room.gm_keys import keep_key
from starfray.room.persistence import Change
from starfray.room.state import RoomState
from starfray.room.webhook_rows import Notice, write_hooks


def stored_result(result: dict[str, Plain]) -> str:
    """What is remembered of an acknowledgement: never a token, a code or a secret."""
    return json.dumps(
        {key: value for key, value in result.items() if key not in ("token", "code", "secret")}, ensure_ascii=False
    )


def extra_of(state: RoomState) -> dict[str, Plain]:
    return {
        "title": state.title,
        "archived": state.archived,
        "dials": {k: dict(v) for k, v in state.dials.items()},
        "requests": [dict(request) for request in state.requests],
        "hand": sorted(state.fight.seats.hand),
        "taken_back": {k: list(v) for k, v in state.taken_back.items()},
        "shared": state.shared,
        "house": state.house,
        "timeout": state.timeout,
        "pace": state.pace,
        **({"explored": explored_of(state)} if state.explored_size is not None else {}),
    }


def explored_of(state: RoomState) -> dict[str, Plain]:
    """What the sides have seen of the map, as text."""
    sides = {side: f"{seen:x}" for side, seen in sorted(state.explored.items())}
    return {"size": list(state.explored_size or ()), "sides": sides}


def restore_extra(state: RoomState, extra: dict[str, Plain]) -> None:
    state.title, state.archived, state.dials, state.requests = (
        extra["title"],
        extra["archived"],
        extra["dials"],
        extra["requests"],
    )
    state.taken_back, state.shared = extra.get("taken_back", {}), extra.get("shared", "")
    state.house, state.timeout = extra.get("house", True), extra.get("timeout", 0)
    state.pace = extra.get("pace", "normal")
    explored = extra.get("explored")
    if explored is not None:
        state.explored_size = (explored["size"][0], explored["size"][1])
        state.explored = {side: int(seen, 16) for side, seen in explored["sides"].items()}


def about(state: RoomState) -> tuple[str, int, str, int]:
    """What is said of a room where rooms are looked for."""
    return state.title, int(state.archived), state.shared, int(state.house)


@dataclass(frozen=True, slots=True)
class NewRoom:
    """What a room begins with: its row, and the mark of the GM's key."""

    row: tuple[str, str, str, float, int, str]
    key: str


NEW_SNAPSHOT = (
    "insert into snapshots values (?, ?, ?, ?) "
    "on conflict (room, entry) do update set position = excluded.position, hash = excluded.hash"
)
NEW_ROOM = "insert into rooms (id, title, book, created, archived, head) values (?, ?, ?, ?, ?, ?)"


@dataclass(slots=True)
class OpRecord:
    """One op, as the writer puts it on disk."""

    room: str
    n: int
    seat: str
    intent: str
    data: str
    result: str
    change: Change | None
    seats: dict[str, dict[str, Plain]]
    versions: dict[str, int]
    about: tuple[str, int, str, int] | None
    new: NewRoom | None = None  # the first op makes the room, or nothing of it is there
    hooks: dict[str, dict[str, Plain]] | None = None  # webhooks, where they have changed,
    notices: list[Notice] = field(default_factory=list)  # and what they are to be told

    @property
    def size(self) -> int:
        """Characters it adds to a room."""
        entries = self.change.entries if self.change is not None else []
        head = len(self.new.row[-1]) if self.new is not None else 0
        return head + len(self.data) + len(self.result) + sum(len(text) for _, text in entries)

    def __call__(self, db: Database) -> None:
        if self.new is not None:
            db.execute(NEW_ROOM, self.new.row)
            keep_key(db, self.room, self.new.key)
        if self.change is not None:
            db.executemany("insert into entries values (?, ?, ?)", [(self.room, *entry) for entry in self.change.entries])
        write_versions(db, self.room, self.versions)
        db.execute(
            "insert into ops values (?, ?, ?, ?, ?, ?, ?)",
            (self.room, self.n, self.seat, self.intent, time.time(), self.data, self.result),
        )
        if self.seats:
            db.execute("delete from seats where room = ?", (self.room,))
            db.executemany(
                "insert into seats values (?, ?, ?, ?, ?)",
                [
                    (self.room, seat["id"], json.dumps(seat, ensure_ascii=False), seat["hash"], seat["code"])
                    for seat in self.seats.values()
                ],
            )
        if self.hooks is not None or self.notices:
            write_hooks(db, self.room, self.hooks, self.notices)
        if self.about is not None:
            db.execute("update rooms set title = ?, archived = ?, code = ?, house = ? where id = ?", (*self.about, self.room))


def write_versions(db: Database, room: str, versions: dict[str, int]) -> None:
    """So that versions go on after a restart."""
    db.executemany(
        "insert into versions values (?, ?, ?) on conflict (room, seat) do update set version = excluded.version",
        [(room, seat, version) for seat, version in versions.items()],
    )


@dataclass(slots=True)
class SnapshotRecord:
    """A snapshot, which makes the next reading quick."""

    room: str
    row: tuple[int, str, str]

    def __call__(self, db: Database) -> None:
        db.execute(NEW_SNAPSHOT, (self.room, *self.row))
