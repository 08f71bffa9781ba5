"""The party library: characters that go from fight to fight. A party is held by its key, like a seat by its token."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, Refused
from starfray.files import party_sheet
from starfray.room.faults import Gone
from starfray.room.library import check_party
from starfray.room.project import RoomState
from starfray.room.seats import hashed, new_token
from starfray.room.store import Store
from starfray.rulebooks import find


async def make_party(store: Store, name: str, book: str, members: list[Plain]) -> dict[str, Plain]:
    """A new party; its key comes back, once."""
    found = check_party(find(book), {"member": members})
    key = new_token()
    await save_party(store, key, name, book, found)
    return {"party": key, "name": name, "book": book, "member": found}


async def save_party(store: Store, key: str, name: str, book: str, members: list[Plain]) -> None:
    row = (hashed(key), name, book, json.dumps(members, ensure_ascii=False), time.time())

    def write(db: sqlite3.Connection) -> None:
        db.execute("insert or replace into parties values (?, ?, ?, ?, ?)", row)

    await asyncio.wrap_future(store.submit(write))


async def read_party(store: Store, key: str) -> dict[str, Plain]:
    def read(db: sqlite3.Connection) -> Any:
        return db.execute("select name, book, data from parties where key = ?", (hashed(key),)).fetchone()

    row = await asyncio.to_thread(store.look, read)
    if row is None:
        raise Gone("there is no such party")
    return {"party": key, "name": row[0], "book": row[1], "member": json.loads(row[2])}


async def change_party(store: Store, key: str, name: str, book: str, members: list[Plain]) -> dict[str, Plain]:
    await read_party(store, key)
    found = check_party(find(book), {"member": members})
    await save_party(store, key, name, book, found)
    return {"party": key, "name": name, "book": book, "member": found}


async def members_of(store: Store, keys: list[str]) -> dict[str, Plain]:
    """The members of several parties by their ids, for a fight that names them."""
    found: dict[str, Plain] = {}
    for key in keys:
        for member in (await read_party(store, key))["member"]:
            if member["id"] in found:
                raise BadInput(f"{member['id']!r} is in two of the parties", field="parties", expected="ids of their own")
            found[member["id"]] = member
    return found


def sheets(room: RoomState, who: list[str] | None) -> list[dict[str, Plain]]:
    """What combatants take home: wounds, ammunition, points."""
    fight = room.fight
    if fight.draft is not None:
        raise Refused("fight.pending", "an act is still under way", ["answer", "cancel"])
    wanted = who if who is not None else [one.id for one in fight.state.roster.values() if one.party]
    if not wanted:
        raise BadInput("nobody in this fight came from a party", field="who", expected="the ids to write, as mira")
    for each in wanted:
        fight._known(each)
    printed = book_content(fight.book.name, fight.book.folder)  # what comes from a pack is written out whole
    return [party_sheet(fight.book, printed, fight.state.roster[each]) for each in wanted]


async def write_back(store: Store, room: RoomState, key: str, who: list[str] | None) -> dict[str, Plain]:
    party = await read_party(store, key)
    if party["book"] != room.fight.book.name:
        raise BadInput("the party is of another book", field="party", expected=room.fight.book.name)
    members = {member["id"]: member for member in party["member"]}
    written = []
    for sheet in sheets(room, who):
        members[sheet["id"]] = sheet
        written.append(sheet["id"])
    return {"written": written, **await change_party(store, key, party["name"], party["book"], list(members.values()))}
