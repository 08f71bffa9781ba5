"""The party library: characters that go from fight to fight. A party is held by its key, like a seat by its token."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, Refused
from starfray.files import party_sheet
from starfray.room.database import Database
from starfray.room.errors import Gone
from starfray.room.intake import Intake
from starfray.room.library import check_party, checked_members
from starfray.room.limits import MOST_MEMBERS
from starfray.room.seats import hashed, new_token
from starfray.room.state import RoomState
from starfray.room.store import Store
from starfray.sheets import Change, brought_in, import_sheets

Changing = Callable[[dict[str, Plain]], Awaitable[dict[str, Plain]]]
DAY = 86_400.0  # seconds
MOST_TRIES = 20  # at a party that others write, too


async def make_party(store: Store, intake: Intake, name: str, book: str, members: list[Plain]) -> dict[str, Plain]:
    """A new party; its key comes back, once."""
    found = await intake.read(checked_members, book, members)
    key = new_token()
    await add_party(store, key, name, book, {"member": found, "imported": {}})
    return {"party": key, "name": name, "book": book, "version": 1, "member": found}


async def add_party(store: Store, key: str, name: str, book: str, data: dict[str, Plain]) -> None:
    row = (hashed(key), name, book, json.dumps(data, ensure_ascii=False), time.time())

    def write(db: Database) -> None:
        db.execute("insert into parties (key, name, book, data, changed, version) values (?, ?, ?, ?, ?, 1)", row)

    await asyncio.wrap_future(store.submit(write))


async def read_party(store: Store, key: str) -> dict[str, Plain]:
    found = await kept_party(store, key)
    return {name: value for name, value in found.items() if name != "imported"}


async def kept_party(store: Store, key: str) -> dict[str, Plain]:
    def read(db: Database) -> Any:
        return db.execute("select name, book, data, version from parties where key = ?", (hashed(key),)).fetchone()

    row = await asyncio.to_thread(store.look, read)
    if row is None:
        raise Gone("there is no such party")
    data = json.loads(row[2])
    if isinstance(data, list):  # as parties were kept before sheets could be read
        data = {"member": data, "imported": {}}
    return {"party": key, "name": row[0], "book": row[1], "version": row[3], **data}


async def delete_party(store: Store, key: str) -> None:
    words = "delete from parties where key = ?"
    if await asyncio.wrap_future(store.submit(lambda db: db.execute(words, (hashed(key),)).rowcount)) != 1:
        raise Gone("there is no such party")


async def drop_unused_parties(store: Store, before: float) -> int:
    """Parties that nobody has changed, or taken into a fight, since then are gone; how many those were."""
    words = "delete from parties where changed < ?"
    return await asyncio.wrap_future(store.submit(lambda db: db.execute(words, (before,)).rowcount))


async def note_use(store: Store, key: str) -> None:
    """A party that goes into a fight is in use; to the day is exact enough."""
    words = "update parties set changed = ? where key = ? and changed < ?"
    now = time.time()
    await asyncio.wrap_future(store.submit(lambda db: db.execute(words, (now, hashed(key), now - DAY)).rowcount))


async def update_party(store: Store, key: str, change: Changing) -> dict[str, Plain]:
    """Read a party, change it, write it if nobody else has written it meanwhile; if somebody has, from the start."""
    for _ in range(MOST_TRIES):
        before = await kept_party(store, key)
        after = await change(before)
        data = json.dumps({"member": after["member"], "imported": after["imported"]}, ensure_ascii=False)
        row = (after["name"], after["book"], data, time.time(), before["version"] + 1, hashed(key), before["version"])
        if await asyncio.wrap_future(store.submit(partial(write_if_same, row=row))):
            kept = {name: value for name, value in after.items() if name != "imported"}
            return {**kept, "party": key, "version": before["version"] + 1}
    raise Refused("fight.pending", "the party is being changed from many places; try again in a moment")


def write_if_same(db: Database, row: tuple[Any, ...]) -> bool:
    """False if the party is no longer the version that was read."""
    words = "update parties set name = ?, book = ?, data = ?, changed = ?, version = ? where key = ? and version = ?"
    return db.execute(words, row).rowcount == 1


async def change_party(
    store: Store, intake: Intake, key: str, name: str, book: str, members: list[Plain], version: int | None = None
) -> dict[str, Plain]:
    """The party as a client wants it. With `version`, only if it is still the one the client has read."""
    found = await intake.read(checked_members, book, members)
    still = {member["id"] for member in found}

    async def change(before: dict[str, Plain]) -> dict[str, Plain]:
        if version is not None and version != before["version"]:
            raise Refused("fight.pending", "the party has been changed since you read it; read it again", ["GET"])
        imported = {who: row for who, row in before["imported"].items() if who in still}
        return {"name": name, "book": book, "member": found, "imported": imported}

    return await update_party(store, key, change)


async def members_of(store: Store, keys: list[str]) -> dict[str, Plain]:
    """The members of several parties by their ids, for a fight that names them."""
    found: dict[str, Plain] = {}
    for key in keys:
        await note_use(store, key)
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
    wanted = who if who is not None else [combatant.id for combatant in fight.state.roster.values() if combatant.party]
    if not wanted:
        raise BadInput("nobody in this fight came from a party", field="who", expected="the ids to write, as mira")
    for wanted_id in wanted:
        fight.check_known(wanted_id)
    printed = book_content(fight.book.name, fight.book.folder)  # what comes from a pack is written out whole
    return [party_sheet(fight.book, printed, fight.state.roster[wanted_id]) for wanted_id in wanted]


async def write_back(store: Store, intake: Intake, room: RoomState, key: str, who: list[str] | None) -> dict[str, Plain]:
    """Those combatants into the party; whoever else is in it, or comes into it meanwhile, stays."""
    written = sheets(room, who)
    book = room.fight.book.name

    async def change(before: dict[str, Plain]) -> dict[str, Plain]:
        if before["book"] != book:
            raise BadInput("the party is of another book", field="party", expected=book)
        members = {member["id"]: member for member in before["member"]} | {sheet["id"]: sheet for sheet in written}
        return {**before, "member": await intake.read(checked_members, book, list(members.values()))}

    return {"written": [sheet["id"] for sheet in written], **await update_party(store, key, change)}


# --- sheets of other programs ----------------------------------------------------------------------------------


def sheet_read(data: bytes, file: str, party: dict[str, Plain] | None) -> dict[str, Plain]:
    """What a file gives: each character of it, what it changes in a party, and the party with all of them."""
    found = import_sheets(data, file)
    if not found.taken:
        raise found.refused[0]
    book = found.taken[0][0]
    before = party or {"book": book.name, "member": [], "imported": {}}
    if before["book"] != book.name:
        raise BadInput("the party is of another book", field="party", expected=f"a party of {book.name}, or a new one")
    members, kept, told = before["member"], dict(before["imported"]), []
    for _, imported in found.taken:
        known = {member["id"] for member in members}
        members, changes = brought_in(book, members, kept, imported)
        kept[imported.row["id"]] = imported.kept()
        told.append(
            {"new": imported.row["id"] not in known, **imported.plain(), "changes": [plain_change(each) for each in changes]}
        )
    return {
        "book": book.name,
        "named": str(found.taken[0][1].row["name"]),
        "said": told,
        "refused": [str(error) for error in found.refused],
        "member": check_party(book, {"member": members}) if len(members) <= MOST_MEMBERS else members,
        "imported": kept,
    }


def plain_change(change: Change) -> dict[str, Plain]:
    return {"path": change.path, "before": change.before, "after": change.after, "kept": change.kept, "words": change.words()}


async def take_sheet(store: Store, intake: Intake, data: bytes, file: str, key: str, name: str, keep: bool) -> dict[str, Plain]:
    """What a file gives, and what it changes in the party; with `keep` it is stored, without a key as a new party's. The first
    character of the file stands at the top, whoever else is in it under `also`.
    """
    read: dict[str, Plain] = {}

    def check_room() -> None:
        if keep and len(read["member"]) > MOST_MEMBERS:
            raise BadInput("too many members", field="member", expected=f"at most {MOST_MEMBERS}")

    async def change(before: dict[str, Plain]) -> dict[str, Plain]:
        read.update(await intake.read(sheet_read, data, file, before))
        check_room()
        return {**before, "member": read["member"], "imported": read["imported"], "name": before["name"] or read["named"]}

    if keep and key:
        party = await update_party(store, key, change)
    elif key:
        party = await kept_party(store, key)
        await change(party)
    else:
        read.update(await intake.read(sheet_read, data, file, None))
        check_room()
        party = {"party": "", "name": name}
    if keep and not key:
        party = {"party": new_token(), "name": name or read["named"]}
        await add_party(
            store, party["party"], party["name"], read["book"], {"member": read["member"], "imported": read["imported"]}
        )
    first, *also = read["said"]
    where = {"book": read["book"], "party": party["party"], "name": party["name"], "kept": keep}
    return {**where, **first, "also": also, "refused": read["refused"]}
