"""A fight on disk: each op writes the entries it made and what it did to the journal's lists, never the whole fight.

A room comes back by reading its entries, doing the list changes again, and running the few acts after the last snapshot.
"""

from __future__ import annotations

import json
import logging
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from starfray.engine.codec import Plain, clone, fingerprint
from starfray.engine.content import Content
from starfray.engine.errors import StarfrayError
from starfray.engine.journal import OTHER, SAME, Draft, Entry
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, position_data
from starfray.past import check_past
from starfray.releases import Writer
from starfray.room.database import Database
from starfray.room.dice import read_book
from starfray.room.packs import content_for, read_pack_set
from starfray.room.room_fight import RoomFight
from starfray.room.rows import common
from starfray.room.seats import Seat
from starfray.rulebooks import find
from starfray.save_format import read_draft, read_entry, write_draft, write_entry
from starfray.version import VERSION

log = logging.getLogger("starfray.room")
SNAPSHOT_EVERY = 50
STRETCH = 8 * SNAPSHOT_EVERY  # entries, of which one snapshot is read: enough to run any of them again quickly
RECENT = 60  # entries whose positions are known when a room was read
PACKED = "z:"  # before a snapshot that is compressed
SNAPSHOTS_READ = 4
Numbered = list[list[int]]  # [entry id, number]


def versions_of(fight: RoomFight) -> list[str]:
    """What writes here now: the engine and the book."""
    return [VERSION, fight.book.version]


def head_of(fight: RoomFight) -> dict[str, Plain]:
    """What a room starts from."""
    return {
        "rulebook": fight.book.name,
        "rulebook-version": fight.book.version,
        "engine": VERSION,
        "title": fight.title,
        "seed": fight.seed,
        "reproducible": fight.reproducible,
        "start": position_data(fight.book, fight.start, fight.content),
        **fight.pack_set.plain(),
    }


@dataclass(slots=True)
class OnDisk:
    """What of a fight is on disk already, and the ids its entries have there."""

    entries: list[Entry] = field(default_factory=list)
    undone: list[list[Entry]] = field(default_factory=list)
    abandoned: list[list[Entry]] = field(default_factory=list)
    ids: dict[int, tuple[int, Entry]] = field(default_factory=dict)  # id() of an entry → its id on disk; keeps it alive
    draft: Plain = None
    generators: list[int] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)  # of the engine and the book that wrote last
    past: Plain = None  # what became of entries that other versions wrote, by which versions that was checked
    queued: list[tuple[str, str]] = field(default_factory=list)
    dice: Plain = None  # the room's dice but for the throws,
    throws: int = 0  # of which there are so many
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
    """A position after an entry, to be written out. Positions are never changed, so it can be written later."""

    entry: int
    book: Rulebook
    content: Content
    state: Any

    def row(self) -> tuple[int, str, str]:
        position = json.dumps(position_data(self.book, self.state, self.content), ensure_ascii=False)
        return self.entry, PACKED + b64encode(zlib.compress(position.encode())).decode(), fingerprint(self.state)


def change_of(fight: RoomFight, on_disk: OnDisk) -> Change | None:
    """What happened since the last change; None if nothing did. Its cost depends on the op, not on the length of the fight."""
    journal = fight.journal
    data: dict[str, Plain] = {}
    fresh: list[tuple[int, str]] = []
    keep = common(on_disk.entries, journal.entries)
    if keep < len(on_disk.entries) or keep < len(journal.entries):
        data["entries"] = [keep, [number(entry, on_disk, fresh) for entry in journal.entries[keep:]]]
        on_disk.entries[keep:] = journal.entries[keep:]
    for name, old, new in (("undone", on_disk.undone, journal.undone), ("abandoned", on_disk.abandoned, journal.abandoned)):
        keep = common_groups(old, new)
        if keep < len(old) or keep < len(new):
            data[name] = [keep, [[number(entry, on_disk, fresh) for entry in group] for group in new[keep:]]]
            old[keep:] = new[keep:]
    data |= changed_rest(fight, on_disk)
    return Change(data, fresh, snapshot(fight, on_disk)) if data else None


def changed_rest(fight: RoomFight, on_disk: OnDisk) -> dict[str, Plain]:
    """What has changed beside the journal's lists: the open question, the generators, the queue, what was dropped."""
    data: dict[str, Plain] = {}
    if versions_of(fight) != on_disk.versions:
        data["versions"] = on_disk.versions = versions_of(fight)
    if fight.past != on_disk.past:
        data["past"] = on_disk.past = fight.past
    draft = write_draft(fight.draft) if fight.draft is not None else None
    if draft != on_disk.draft:
        data["draft"] = on_disk.draft = draft
    generators = fight.generators.states() if fight.reproducible else []
    if generators != on_disk.generators:
        data["generators"] = on_disk.generators = generators
    data |= changed_dice(fight, on_disk)
    if fight.queued != on_disk.queued:
        on_disk.queued = list(fight.queued)
        data["queued"] = [list(act) for act in fight.queued]
    if len(fight.dropped) != on_disk.dropped:
        data["dropped"] = fight.dropped[on_disk.dropped :]
        on_disk.dropped = len(fight.dropped)
    if fight.journal.version != on_disk.version:
        data["version"] = on_disk.version = fight.journal.version
    return data


def changed_dice(fight: RoomFight, on_disk: OnDisk) -> dict[str, Plain]:
    data: dict[str, Plain] = {}
    if fight.dice is not None:
        book = fight.dice.book
        if len(book.throws) != on_disk.throws:
            data["throws"] = [throw.plain() for throw in book.throws[on_disk.throws :]]
            on_disk.throws = len(book.throws)
        rest = book.plain()
        if rest != on_disk.dice:
            data["dice"] = on_disk.dice = rest
    return data


def number(entry: Entry, on_disk: OnDisk, fresh: list[tuple[int, str]]) -> list[int]:
    found = on_disk.ids.get(id(entry))
    if found is None:
        on_disk.last_id += 1
        found = on_disk.ids[id(entry)] = (on_disk.last_id, entry)
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


def snapshot(fight: RoomFight, on_disk: OnDisk, always: bool = False) -> Snapshot | None:
    """The position after the last entry, every now and then."""
    count = len(fight.journal.entries)
    if not count or (abs(count - on_disk.snapshot_at) < SNAPSHOT_EVERY and not (always and count != on_disk.snapshot_at)):
        return None
    on_disk.snapshot_at = count
    return Snapshot(on_disk.ids[id(fight.journal.entries[-1])][0], fight.book, fight.content, fight.state)


# --- reading ---------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Lists:
    """The journal's lists as ids, while the ops are gone through."""

    entries: Numbered = field(default_factory=list)
    undone: list[Numbered] = field(default_factory=list)
    abandoned: list[Numbered] = field(default_factory=list)
    rest: dict[str, Plain] = field(default_factory=dict)
    dropped: list[str] = field(default_factory=list)
    throws: list[Plain] = field(default_factory=list)

    def take(self, data: dict[str, Plain]) -> None:
        for name in ("entries", "undone", "abandoned"):
            if name in data:
                keep, added = data[name]
                getattr(self, name)[keep:] = added
        self.dropped += data.get("dropped", [])
        self.throws += data.pop("throws", [])
        self.rest.update(data)


def read_fight(db: Database, room: str, head: dict[str, Plain], seats: dict[str, Seat]) -> tuple[RoomFight, OnDisk, Lists]:
    book = find(head["rulebook"])
    pack_set = read_pack_set(head)
    content = content_for(book.name, pack_set)
    start = build(book, head["start"], content, {}, trusted=True)
    fight = RoomFight(book, content, start, title=head["title"], seed=head["seed"], packs=pack_set.packs)
    fight.pack_set = pack_set
    fight.set_seats(seats)
    lists = Lists()
    for (text,) in db.execute("select data from ops where room = ? order by n", (room,)):
        lists.take(json.loads(text))
    on_disk = OnDisk()
    made: dict[int, Entry] = {}
    for number_, text in db.execute("select id, data from entries where room = ? order by id", (room,)):
        made[number_] = read_entry(book, json.loads(text))
        on_disk.ids[id(made[number_])] = (number_, made[number_])
        on_disk.last_id = number_
    journal = fight.journal
    journal.entries = listed(lists.entries, made)
    journal.undone = [listed(group, made) for group in lists.undone]
    journal.abandoned = [listed(group, made) for group in lists.abandoned]
    journal.version = lists.rest.get("version", 0)
    on_disk.dice, on_disk.throws = lists.rest.get("dice"), len(lists.throws)
    dice_book = read_book(deepcopy(on_disk.dice), lists.throws) if on_disk.dice is not None else None
    fight.throw_live(not head.get("reproducible", False), dice_book)
    fight.dropped = lists.dropped
    fight.queued = [(text, by) for text, by in lists.rest.get("queued", [])]
    if "generators" in lists.rest:
        fight.generators.restore(lists.rest["generators"])
    on_disk.entries, on_disk.undone, on_disk.abandoned = list(journal.entries), list(journal.undone), list(journal.abandoned)
    on_disk.draft = lists.rest.get("draft")
    on_disk.generators = fight.generators.states() if fight.reproducible else []
    on_disk.queued, on_disk.dropped, on_disk.version = list(fight.queued), len(fight.dropped), journal.version
    written = lists.rest.get("versions") or [head["engine"], head["rulebook-version"]]
    on_disk.versions = written
    fight.past = on_disk.past = lists.rest.get("past")
    other_rules = (written if fight.past is None else fight.past["versions"]) != versions_of(fight)
    fight.own_acts = not other_rules
    if other_rules:
        was = Writer(written[0], book.name, written[1])
        fight.dropped.append(f"this room was written by {was}; what stands and what was done is as it was then")
    if fight.past is not None:
        mark_past(fight.past, made, checked=not other_rules)
    on_disk.snapshot_at = restore_position(db, room, fight, lists, other_rules)
    if other_rules:
        changed = [entry_id for entry_id, entry in made.items() if entry.past == OTHER]
        fight.past = {"versions": versions_of(fight), "upto": on_disk.last_id, "other": changed}
    fight.seats.hand = set((lists.rest.get("extra") or {}).get("hand", []))  # before a question of theirs is asked again
    reopen(fight, lists.rest.get("draft"))
    return fight, on_disk, lists


def listed(group: Numbered, made: dict[int, Entry]) -> list[Entry]:
    found = []
    for entry_id, number_ in group:
        made[entry_id].number = number_
        found.append(made[entry_id])
    return found


def mark_past(past: dict[str, Plain], made: dict[int, Entry], checked: bool) -> None:
    """What is known of entries that other versions wrote: those that went another way before are not run again; the others
    were found to go the same way, if these versions have checked them.
    """
    other = set(past["other"])
    for entry_id, entry in made.items():
        if entry_id in other:
            entry.past = OTHER
        elif checked and entry_id <= past["upto"]:
            entry.past = SAME


def restore_position(db: Database, room: str, fight: RoomFight, lists: Lists, other_rules: bool = False) -> int:
    """The position as it stands: from the last snapshot that fits, with the acts after it run again. Of what other rules wrote
    all snapshots are read, and it is checked which acts between them still go the same way.
    """
    ids = lists.entries
    entries = fight.journal.entries
    if not entries:
        return 0
    entries[0].before = fight.state
    place_of = {numbered[0]: place for place, numbered in enumerate(ids)}
    found: list[tuple[int, Any]] = []
    stretches: set[int] = set()
    for (entry_id,) in db.execute("select entry from snapshots where room = ? order by entry desc", (room,)).fetchall():
        place = place_of.get(entry_id, -1)
        if place < 0 or not (other_rules or fight.past or len(found) < SNAPSHOTS_READ or place // STRETCH not in stretches):
            continue
        stretches.add(place // STRETCH)
        row = db.execute("select position, hash from snapshots where room = ? and entry = ?", (room, entry_id)).fetchone()
        lenient = other_rules or (fight.past is not None and entry_id <= fight.past["upto"])
        state = read_snapshot(fight, row[0], row[1], lenient)
        if state is not None:
            found.append((place + 1, state))
        else:
            log.warning("room %s: the snapshot after entry %d is damaged; the journal is read instead", room, entry_id)
    for place, state in found:
        if place < len(entries):
            entries[place].before = state
    at, state = max(found, key=lambda snapshot_found: snapshot_found[0]) if found else (0, fight.state)
    restore_undone(db, room, fight, lists)
    if other_rules and at:
        changed = check_past(fight, {0: fight.state, **dict(found)})
        if changed:
            fight.dropped.append(
                f"{changed} acts would go another way by the rules of today; they can only be taken back together"
            )
    try:
        for entry in entries[at:]:
            entry.before = state
            state = fight.rerun(clone(state), entry)
        fight.state = state
    except StarfrayError as error:  # written by other rules: what was reached holds, the rest is set aside
        done = entries.index(entry)
        fight.state = entries[done].before
        fight.journal.abandoned.append(entries[done:])
        del entries[done:]
        fight.dropped.append(f"the rules have changed since; {len(fight.journal.abandoned[-1])} acts are set aside: {error}")
    know_recent(fight)
    return at


def know_recent(fight: RoomFight) -> None:
    """The positions before the last acts, which pages tell of: those no snapshot holds are worked out."""
    entries = fight.journal.entries
    place = max(0, len(entries) - RECENT)
    least = max(0, place - SNAPSHOT_EVERY)
    while place > least and entries[place].before is None:
        place -= 1
    for entry, following in pairwise(entries[place:]):
        if entry.before is not None and following.before is None:
            with suppress(StarfrayError):  # other rules wrote it: on from the next position that is known
                following.before = fight.rerun(clone(entry.before), entry)


def restore_undone(db: Database, room: str, fight: RoomFight, lists: Lists) -> None:
    """Acts that were taken back together come back with the position they led to, where it was kept."""
    for group, ids in zip(fight.journal.undone, lists.undone, strict=True):
        if any(entry.past == OTHER for entry in group):
            row = db.execute("select position, hash from snapshots where room = ? and entry = ?", (room, ids[-1][0])).fetchone()
            group[-1].after = read_snapshot(fight, row[0], row[1], True) if row is not None else None


def read_snapshot(fight: RoomFight, text: str, mark: str, other_rules: bool = False) -> Any:
    """The position of a snapshot; None if it is not what was written (other rules may give it other fields). The journal alone
    is enough.
    """
    try:
        if text.startswith(PACKED):
            text = zlib.decompress(b64decode(text.removeprefix(PACKED))).decode()
        state = build(fight.book, json.loads(text), fight.content, {}, trusted=True)
        return state if other_rules or fingerprint(state) == mark else None
    except (StarfrayError, LookupError, TypeError, ValueError, AttributeError, RecursionError, zlib.error):
        return None


def reopen(fight: RoomFight, data: Plain) -> None:
    """The question that was open is open again."""
    if data is None:
        return
    draft: Draft = read_draft(fight.book, data)
    try:
        fight.run_draft(draft)
    except StarfrayError as error:
        fight.dropped.append(f"{draft.action.KIND}: {error}")
