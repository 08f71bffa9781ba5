"""A fight on disk: each op writes the entries it made and what it did to the journal's lists, never the whole fight.

A room comes back by reading its entries, doing the list changes again, and running the few acts after the last snapshot.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.codec import Plain, clone, fingerprint
from starfray.engine.content import Content
from starfray.engine.errors import StarfrayError
from starfray.engine.journal import Draft, Entry
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, position_data
from starfray.room.packs import content_for, read_laid
from starfray.room.rows import common
from starfray.room.seated import SeatedFight
from starfray.room.seats import Seat
from starfray.rulebooks import find
from starfray.saves import read_draft, read_entry, write_draft, write_entry
from starfray.version import VERSION

SNAPSHOT_EVERY = 50
SNAPSHOTS_READ = 4
Numbered = list[list[int]]  # [entry id, number]


def head_of(fight: SeatedFight) -> dict[str, Plain]:
    """What a room starts from."""
    return {
        "rulebook": fight.book.name,
        "rulebook-version": fight.book.version,
        "engine": VERSION,
        "title": fight.title,
        "seed": fight.seed,
        "start": position_data(fight.book, fight.start, fight.content),
        **fight.laid.plain(),
    }


@dataclass(slots=True)
class Kept:
    """What of a fight is on disk already, and the ids its entries have there."""

    entries: list[Entry] = field(default_factory=list)
    undone: list[list[Entry]] = field(default_factory=list)
    abandoned: list[list[Entry]] = field(default_factory=list)
    ids: dict[int, tuple[int, Entry]] = field(default_factory=dict)  # id() of an entry → its id on disk; keeps it alive
    draft: Plain = None
    generators: list[int] = field(default_factory=list)
    queued: list[tuple[str, str]] = field(default_factory=list)
    dropped: int = 0
    version: int = 0
    last_id: int = 0
    snapshot_at: int = 0  # length of the journal at the last snapshot


@dataclass(slots=True)
class Change:
    """What one op did, ready to be written."""

    data: dict[str, Plain]
    entries: list[tuple[int, str]]
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A position after an entry, to be written out. Positions are never changed, so that can be done at leisure."""

    entry: int
    book: Rulebook
    content: Content
    state: Any

    def row(self) -> tuple[int, str, str]:
        position = json.dumps(position_data(self.book, self.state, self.content), ensure_ascii=False)
        return self.entry, position, fingerprint(self.state)


def change_of(fight: SeatedFight, kept: Kept) -> Change | None:
    """What happened since the last change; None if nothing did. Costs what the op did, not what the fight holds."""
    journal = fight.journal
    data: dict[str, Plain] = {}
    fresh: list[tuple[int, str]] = []
    keep = common(kept.entries, journal.entries)
    if keep < len(kept.entries) or keep < len(journal.entries):
        data["entries"] = [keep, [number(each, kept, fresh) for each in journal.entries[keep:]]]
        kept.entries[keep:] = journal.entries[keep:]
    for name, old, new in (("undone", kept.undone, journal.undone), ("abandoned", kept.abandoned, journal.abandoned)):
        keep = common_groups(old, new)
        if keep < len(old) or keep < len(new):
            data[name] = [keep, [[number(each, kept, fresh) for each in group] for group in new[keep:]]]
            old[keep:] = new[keep:]
    draft = write_draft(fight.draft) if fight.draft is not None else None
    if draft != kept.draft:
        data["draft"] = kept.draft = draft
    generators = fight.generators.states()
    if generators != kept.generators:
        data["generators"] = kept.generators = generators
    if fight.queued != kept.queued:
        kept.queued = list(fight.queued)
        data["queued"] = [list(each) for each in fight.queued]
    if len(fight.dropped) != kept.dropped:
        data["dropped"] = fight.dropped[kept.dropped :]
        kept.dropped = len(fight.dropped)
    if journal.version != kept.version:
        data["version"] = kept.version = journal.version
    if not data:
        return None
    return Change(data, fresh, snapshot(fight, kept))


def number(entry: Entry, kept: Kept, fresh: list[tuple[int, str]]) -> list[int]:
    found = kept.ids.get(id(entry))
    if found is None:
        kept.last_id += 1
        found = kept.ids[id(entry)] = (kept.last_id, entry)
        fresh.append((found[0], json.dumps(write_entry(entry), ensure_ascii=False)))
    return [found[0], entry.number]


def common_groups(old: list[list[Entry]], new: list[list[Entry]]) -> int:
    least = min(len(old), len(new))
    if least == 0 or old[least - 1] is new[least - 1]:
        return least
    low = 0
    while low < least and old[low] is new[low]:
        low += 1
    return low


def snapshot(fight: SeatedFight, kept: Kept, always: bool = False) -> Snapshot | None:
    """The position after the last entry, every now and then."""
    count = len(fight.journal.entries)
    if not count or (abs(count - kept.snapshot_at) < SNAPSHOT_EVERY and not (always and count != kept.snapshot_at)):
        return None
    kept.snapshot_at = count
    return Snapshot(kept.ids[id(fight.journal.entries[-1])][0], fight.book, fight.content, fight.state)


# --- reading ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Lists:
    """The journal's lists as ids, while the ops are gone through."""

    entries: Numbered = field(default_factory=list)
    undone: list[Numbered] = field(default_factory=list)
    abandoned: list[Numbered] = field(default_factory=list)
    rest: dict[str, Plain] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)

    def take(self, data: dict[str, Plain]) -> None:
        for name in ("entries", "undone", "abandoned"):
            if name in data:
                keep, added = data[name]
                getattr(self, name)[keep:] = added
        self.dropped += data.get("dropped", [])
        self.rest.update(data)


def read_fight(
    db: sqlite3.Connection, room: str, head: dict[str, Plain], seats: dict[str, Seat]
) -> tuple[SeatedFight, Kept, Lists]:
    book = find(head["rulebook"])
    laid = read_laid(head)
    content = content_for(book.name, laid)
    start = build(book, head["start"], content, {}, trusted=True)
    fight = SeatedFight(book, content, start, title=head["title"], seed=head["seed"], packs=laid.packs)
    fight.laid = laid
    fight.sit(seats)
    lists = Lists()
    for (text,) in db.execute("select data from ops where room = ? order by n", (room,)):
        lists.take(json.loads(text))
    kept = Kept()
    made: dict[int, Entry] = {}
    for number_, text in db.execute("select id, data from entries where room = ? order by id", (room,)):
        made[number_] = read_entry(book, json.loads(text))
        kept.ids[id(made[number_])] = (number_, made[number_])
        kept.last_id = number_
    journal = fight.journal
    journal.entries = listed(lists.entries, made)
    journal.undone = [listed(group, made) for group in lists.undone]
    journal.abandoned = [listed(group, made) for group in lists.abandoned]
    journal.version = lists.rest.get("version", 0)
    fight.dropped = lists.dropped
    fight.queued = [(text, by) for text, by in lists.rest.get("queued", [])]
    if "generators" in lists.rest:
        fight.generators.restore(lists.rest["generators"])
    kept.entries, kept.undone, kept.abandoned = list(journal.entries), list(journal.undone), list(journal.abandoned)
    kept.draft, kept.generators = lists.rest.get("draft"), fight.generators.states()
    kept.queued, kept.dropped, kept.version = list(fight.queued), len(fight.dropped), journal.version
    kept.snapshot_at = bring_forward(db, room, fight, lists.entries)
    fight.seats.hand = set((lists.rest.get("extra") or {}).get("hand", []))  # before a question of theirs is asked again
    reopen(fight, lists.rest.get("draft"))
    return fight, kept, lists


def listed(group: Numbered, made: dict[int, Entry]) -> list[Entry]:
    found = []
    for each, number_ in group:
        made[each].number = number_
        found.append(made[each])
    return found


def bring_forward(db: sqlite3.Connection, room: str, fight: SeatedFight, ids: Numbered) -> int:
    """The position as it stands: from the last snapshot that fits, with the acts after it run again."""
    entries = fight.journal.entries
    if not entries:
        return 0
    entries[0].before = fight.state
    place_of = {each[0]: place for place, each in enumerate(ids)}
    rows = db.execute("select entry, position, hash from snapshots where room = ? order by entry desc", (room,))
    found: list[tuple[int, Any]] = []
    for entry, text, mark in rows:
        if entry in place_of and (len(found) < SNAPSHOTS_READ or place_of[entry] % (SNAPSHOT_EVERY * 8) < SNAPSHOT_EVERY):
            state = build(fight.book, json.loads(text), fight.content, {}, trusted=True)
            if fingerprint(state) == mark:
                found.append((place_of[entry] + 1, state))
    for place, state in found:
        if place < len(entries):
            entries[place].before = state
    at, state = max(found, key=lambda each: each[0]) if found else (0, fight.state)
    try:
        for entry in entries[at:]:
            entry.before = state
            state = fight._rerun(clone(state), entry)
        fight.state = state
    except StarfrayError as error:  # written by other rules: what was reached holds, the rest is set aside
        done = entries.index(entry)
        fight.state = entries[done].before
        fight.journal.abandoned.append(entries[done:])
        del entries[done:]
        fight.dropped.append(f"the rules have changed since: {error}")
    return at


def reopen(fight: SeatedFight, data: Plain) -> None:
    """The question that was open is open again."""
    if data is None:
        return
    draft: Draft = read_draft(fight.book, data)
    try:
        fight._run(draft)
    except StarfrayError as error:
        fight.dropped.append(f"{draft.action.KIND}: {error}")
