"""Webhooks as they are kept: the addresses of a room, and what they are to be told until it is delivered."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.room.database import Database
from starfray.room.limits import MOST_NOTICES


@dataclass(slots=True)
class Hook:
    """One address. `known` is what it has been told to wait for already, `holder` the hash of the token that set it."""

    id: str
    seat: str  # whose turn it tells
    by: str  # the seat that set it
    holder: str
    url: str
    events: list[str]
    secret: str
    known: list[str] = field(default_factory=list)

    def plain(self) -> dict[str, Plain]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Notice:
    """One message to one hook, as it is written down until it is delivered."""

    id: str
    hook: str
    body: str
    made: float


def read_hooks(db: Database, room: str) -> dict[str, Hook]:
    rows = db.execute("select data from webhooks where room = ? order by id", (room,)).fetchall()
    return {hook.id: hook for hook in (Hook(**json.loads(text)) for (text,) in rows)}


def write_hooks(db: Database, room: str, hooks: dict[str, dict[str, Plain]] | None, notices: list[Notice]) -> None:
    """`hooks`: all that the room has; None where nothing has changed. Of too many notices the oldest are dropped."""
    if hooks is not None:
        there = {row[0] for row in db.execute("select id from webhooks where room = ?", (room,)).fetchall()}
        for gone in there - set(hooks):
            db.execute("delete from webhooks where room = ? and id = ?", (room, gone))
            db.execute("delete from deliveries where room = ? and hook = ?", (room, gone))
        words = (
            "insert into webhooks (room, id, data) values (?, ?, ?) on conflict (room, id) do update set data = excluded.data"
        )
        db.executemany(words, [(room, id_, json.dumps(data, ensure_ascii=False)) for id_, data in hooks.items()])
    if notices:
        words = "insert into deliveries (id, room, hook, body, made, due, tries) values (?, ?, ?, ?, ?, ?, 0)"
        db.executemany(words, [(each.id, room, each.hook, each.body, each.made, each.made) for each in notices])
        count = db.execute("select count(*) from deliveries where room = ?", (room,)).fetchone()[0]
        if count > MOST_NOTICES:
            oldest = "select id from deliveries where room = ? order by made, id limit ?"
            db.execute(f"delete from deliveries where id in ({oldest})", (room, count - MOST_NOTICES))
