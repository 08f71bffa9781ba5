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
from starfray.sheets import brought_in, import_sheet


async def make_party(store: Store, name: str, book: str, members: list[Plain]) -> dict[str, Plain]:
    """A new party; its key comes back, once."""
    found = check_party(find(book), {"member": members})
    key = new_token()
    await save_party(store, key, name, book, found)
    return {"party": key, "name": name, "book": book, "member": found}


async def save_party(
    store: Store, key: str, name: str, book: str, members: list[Plain], imported: dict[str, Plain] | None = None
) -> None:
    """`imported`: what was last read of each member's sheet."""
    data = {"member": members, "imported": imported or {}}
    row = (hashed(key), name, book, json.dumps(data, ensure_ascii=False), time.time())

    def write(db: sqlite3.Connection) -> None:
        db.execute("insert or replace into parties values (?, ?, ?, ?, ?)", row)

    await asyncio.wrap_future(store.submit(write))


async def read_party(store: Store, key: str) -> dict[str, Plain]:
    found = await kept_party(store, key)
    return {name: value for name, value in found.items() if name != "imported"}


async def kept_party(store: Store, key: str) -> dict[str, Plain]:
    def read(db: sqlite3.Connection) -> Any:
        return db.execute("select name, book, data from parties where key = ?", (hashed(key),)).fetchone()

    row = await asyncio.to_thread(store.look, read)
    if row is None:
        raise Gone("there is no such party")
    data = json.loads(row[2])
    if isinstance(data, list):  # as parties were kept before sheets could be read
        data = {"member": data, "imported": {}}
    return {"party": key, "name": row[0], "book": row[1], **data}


async def change_party(store: Store, key: str, name: str, book: str, members: list[Plain]) -> dict[str, Plain]:
    before = await kept_party(store, key)
    found = check_party(find(book), {"member": members})
    still = {member["id"] for member in found}
    await save_party(store, key, name, book, found, {who: row for who, row in before["imported"].items() if who in still})
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


# --- sheets of other programs ----------------------------------------------------------------------------------


async def take_sheet(store: Store, data: bytes, file: str, key: str, name: str, keep: bool) -> dict[str, Plain]:
    """What a sheet gives, and what it changes in the party; with `keep` it is stored, without a key as a new party's."""
    book, imported = await asyncio.to_thread(import_sheet, data, file)
    party: dict[str, Plain] = {"name": name, "book": book.name, "member": [], "imported": {}}
    if key:
        party = await kept_party(store, key)
    if party["book"] != book.name:
        raise BadInput("the party is of another book", field="party", expected=f"a party of {book.name}, or a new one")
    there = any(member["id"] == imported.row["id"] for member in party["member"])
    members, changes = await asyncio.to_thread(brought_in, book, party["member"], party["imported"], imported)
    found = {
        "book": book.name,
        "party": key,
        "name": party["name"],
        "new": not there,
        "kept": keep,
        **imported.plain(),
        "changes": [
            {"path": each.path, "before": each.before, "after": each.after, "kept": each.kept, "words": each.words()}
            for each in changes
        ],
    }
    if keep:
        checked = check_party(book, {"member": members})
        found["party"] = key or new_token()
        found["name"] = party["name"] or str(imported.row["name"])
        last = {**party["imported"], imported.row["id"]: imported.kept()}
        await save_party(store, found["party"], found["name"], book.name, checked, last)
    return found
