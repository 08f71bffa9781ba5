"""Between a campaign and a room: who comes into a fight, what they bring home, and fights kept as encounters."""

from __future__ import annotations

from collections.abc import Iterable

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, Refused
from starfray.engine.position import AnyPosition
from starfray.engine.setup import build, position_data
from starfray.files import party_sheet, start_alone
from starfray.room import campaigns
from starfray.room.campaigns import Draft
from starfray.room.database import Database
from starfray.room.gm_queries import flat_sheet
from starfray.room.room_fight import RoomFight
from starfray.room.state import RoomState
from starfray.rulebooks import find

PEOPLE = ("character", "foe")
NOT_CARRIED = ("id", "name", "seat", "complete", "portrait")  # of a sheet: they say who it is, not how they are


def named_members(fight: Plain) -> set[str]:
    """The entries whose people a fight takes in."""
    rows = fight.get("combatant") if isinstance(fight, dict) else None
    found = rows if isinstance(rows, list) else []
    return {row["party"] for row in found if isinstance(row, dict) and isinstance(row.get("party"), str)}


def members_for(db: Database, campaign: str, book: str, wanted: Iterable[str]) -> dict[str, Plain]:
    """The characters and foes of a campaign that a fight names, by their ids, as a party has them."""
    there = {str(head["id"]) for head in campaigns.listed(db, campaign) if head["kind"] in PEOPLE and head["book"] == book}
    entries = [campaigns.entry_of(db, campaign, entry) for entry in sorted(there & set(wanted))]
    return {entry["id"]: member_of(entry) for entry in entries}


def member_of(entry: dict[str, Plain]) -> dict[str, Plain]:
    return {**entry["data"], "id": entry["id"], "name": entry["name"]}


# --- coming home -----------------------------------------------------------------------------------------------


def linked(room: RoomState, entries: Iterable[str]) -> dict[str, str]:
    """The combatants who came from these entries, and from which. Several who share one, as a gang of foes, have no sheet of
    their own to bring home.
    """
    known = set(entries)
    found: dict[str, list[str]] = {}
    for actor in room.fight.state.roster.values():
        entry = actor.party or actor.id
        if entry in known:
            found.setdefault(entry, []).append(actor.id)
    return {people[0]: entry for entry, people in found.items() if len(people) == 1}


def sheets_of(room: RoomState, who: str) -> tuple[dict[str, Plain], dict[str, Plain]]:
    """The sheet of a combatant as the fight began, and as it is. Empty at the beginning for whoever came later."""
    fight = room.fight
    if fight.draft is not None:
        raise Refused("fight.pending", "an act is still under way", ["answer", "cancel"])
    printed = book_content(fight.book.name, fight.book.folder)  # what comes from a pack is written out whole
    first = fight.start.roster.get(who)
    then = party_sheet(fight.book, printed, first) if first is not None else {}
    return then, party_sheet(fight.book, printed, fight.state.roster[who])


def sheet_in(book: str, data: dict[str, Plain]) -> dict[str, Plain]:
    """The sheet of an entry as a party would have it, with what the book fills in."""
    found = find(book)
    content = book_content(found.name, found.folder)
    row = {**data, "id": "somebody"}
    return party_sheet(found, content, start_alone(found, content, {"party": row["id"]}, {row["id"]: row}))


def compared(book: str, data: dict[str, Plain], then: dict[str, Plain], now: dict[str, Plain]) -> list[dict[str, Plain]]:
    """What a fight changed of somebody, field by field. `meanwhile`: the campaign no longer has what the fight began with."""
    try:
        kept = sheet_in(book, data)
    except (BadInput, Refused):  # a draft that is not sound at the moment
        kept = {}
    then = then or kept
    found: list[dict[str, Plain]] = []
    for field in dict.fromkeys([*then, *now]):
        if field in NOT_CARRIED or then.get(field) == now.get(field):
            continue
        before, after, entry = (flat_sheet({field: sheet.get(field)}) for sheet in (then, now, kept))
        changed = [
            {"path": path, "before": before.get(path), "now": after.get(path), "kept": entry.get(path)}
            for path in dict.fromkeys([*before, *after])
            if before.get(path) != after.get(path)
        ]
        meanwhile = kept.get(field) != then.get(field) and kept.get(field) != now.get(field)
        if kept.get(field) != now.get(field):
            found.append({"field": field, "changed": changed, "meanwhile": meanwhile})
    return found


def brought_home(book: str, data: dict[str, Plain], now: dict[str, Plain], fields: list[str]) -> dict[str, Plain]:
    """The data of an entry with these fields as the fight left them, and nothing else changed. Where the archetype would fill
    in again what the fight took away, the whole sheet is written out.
    """
    left = {key: now[key] for key in fields if key in now}
    made = {**{key: value for key, value in data.items() if key not in fields}, **left}
    sheet = sheet_in(book, made)
    if all(sheet.get(field) == now.get(field) for field in fields):
        return made
    whole = {key: value for key, value in {**data, **sheet_in(book, data)}.items() if key not in ("id", "name")}
    return {**whole, **left, "complete": True}


def write_home(db: Database, campaign: str, written: list[tuple[str, int, dict[str, Plain]]]) -> list[dict[str, Plain]]:
    """All of these entries, each if it is still the version that was compared, or none."""
    heads = []
    for entry, version, data in written:
        before = campaigns.entry_of(db, campaign, entry)
        draft = Draft(before["kind"], before["name"], before["book"], tuple(before["tags"]), data)
        heads.append(campaigns.change(db, campaign, entry, draft, version, keep=True))
    return heads


# --- a fight as an encounter -----------------------------------------------------------------------------------

OF_THE_SCENE = ("id", "name", "side", "seat", "stations", "at", "hidden", "secret", "orders")  # the rest is on the sheet


def encounter_as_begun(fight: RoomFight, known: dict[str, str]) -> dict[str, Plain]:
    """How a fight began, as the data of a fight file. People of the campaign (`known`: combatant → entry) are only named, so
    that they come with their sheet of the day; the others are written out.
    """
    data = encounter_as_it_is(fight, fight.start)
    rows = [without_party(row) for row in data["combatant"]]
    short = {key: value for key, value in data.items() if key != "complete"} | {"combatant": rows}
    named = [named_row(row, known[row["id"]]) if row["id"] in known else row for row in rows]
    if known.keys() >= {row["id"] for row in rows} or reads_the_same(fight, short):
        return {**short, "combatant": named}
    return data


def encounter_as_it_is(fight: RoomFight, state: AnyPosition) -> dict[str, Plain]:
    """A position as the data of a complete fight file: nothing is filled in or worked out when it is read."""
    printed = book_content(fight.book.name, fight.book.folder)  # what comes from a pack is written out whole
    return {**({"title": fight.title} if fight.title else {}), **position_data(fight.book, state, printed)}


def reads_the_same(fight: RoomFight, short: dict[str, Plain]) -> bool:
    """Does this give the position in which the fight began, though archetypes fill in what it leaves out?"""
    printed = book_content(fight.book.name, fight.book.folder)
    try:
        state = build(fight.book, {key: value for key, value in short.items() if key != "title"}, printed, {})
    except (BadInput, Refused):
        return False
    again = position_data(fight.book, state, printed)
    return {**again, "combatant": [without_party(row) for row in again["combatant"]]} == {
        **position_data(fight.book, fight.start, printed),
        "combatant": short["combatant"],
    }


def named_row(row: dict[str, Plain], entry: str) -> dict[str, Plain]:
    return {key: row[key] for key in OF_THE_SCENE if key in row} | {"party": entry}


def without_party(row: dict[str, Plain]) -> dict[str, Plain]:
    return {key: value for key, value in row.items() if key != "party"}
