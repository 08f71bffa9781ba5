"""Campaigns: what a group keeps from evening to evening. Characters, foes, items, maps, encounters and parties, each with its
past versions. A campaign is opened by its key, seven words, of which only a hash is kept.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused
from starfray.room.database import Database
from starfray.room.errors import Full, Gone
from starfray.room.limits import MAX_CAMPAIGN, MAX_ENTRY, MERGE_SECONDS, MOST_ENTRIES, MOST_TAGS, MOST_VERSIONS
from starfray.room.seats import hashed

DAY = 86_400.0  # seconds
KINDS = ("character", "foe", "item", "map", "encounter", "party")
HEAD = ("id", "kind", "name", "book", "tags", "version", "changed", "deleted")  # columns that stand in lists


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry as somebody wants it."""

    kind: str
    name: str
    book: str
    tags: tuple[str, ...]
    data: dict[str, Plain]

    def columns(self) -> tuple[str, str, str, str, str]:
        return self.kind, self.name, self.book, json.dumps(self.tags, ensure_ascii=False), self.text()

    def text(self) -> str:
        return json.dumps(self.data, ensure_ascii=False)


def mark_of(words: str) -> str:
    """What is kept of a key. Blanks, dashes and capitals do not matter; a GM's key never has the same mark."""
    return hashed("campaign " + "".join(each for each in words.lower() if each.isalpha()))


def new_campaign(db: Database, mark: str, name: str) -> str:
    campaign = secrets.token_hex(8)
    now = time.time()
    words = "insert into campaigns (id, mark, name, created, changed) values (?, ?, ?, ?, ?)"
    db.execute(words, (campaign, mark, name, now, now))
    return campaign


def campaign_of(db: Database, mark: str) -> dict[str, Plain]:
    """The campaign this key opens."""
    row = db.execute("select id, name, created, changed from campaigns where mark = ?", (mark,)).fetchone()
    if row is None:
        raise Gone("no campaign has this key")
    return {"campaign": row[0], "name": row[1], "created": row[2], "changed": row[3]}


def set_key(db: Database, campaign: str, mark: str) -> None:
    """From now on this key opens it; the one before no longer does."""
    if db.execute("update campaigns set mark = ? where id = ?", (mark, campaign)).rowcount != 1:
        raise Gone("there is no such campaign")


def rename(db: Database, campaign: str, name: str) -> None:
    db.execute("update campaigns set name = ? where id = ?", (name, campaign))
    _touch(db, campaign)


def delete_campaign(db: Database, campaign: str) -> None:
    for words in (
        "delete from campaign_versions where campaign = ?",
        "delete from campaign_pictures where campaign = ?",
        "delete from campaign_entries where campaign = ?",
        "delete from campaigns where id = ?",
    ):
        db.execute(words, (campaign,))


def drop_unused_campaigns(db: Database, before: float) -> int:
    """Campaigns that nobody has opened or changed since then are gone; how many those were."""
    found = [row[0] for row in db.execute("select id from campaigns where changed < ?", (before,)).fetchall()]
    for campaign in found:
        delete_campaign(db, campaign)
    return len(found)


def note_use(db: Database, campaign: str) -> None:
    """A campaign that somebody opens is in use; to the day is exact enough."""
    now = time.time()
    db.execute("update campaigns set changed = ? where id = ? and changed < ?", (now, campaign, now - DAY))


def _touch(db: Database, campaign: str) -> None:
    db.execute("update campaigns set changed = ? where id = ?", (time.time(), campaign))


# --- entries ---------------------------------------------------------------------------------------------------


def listed(db: Database, campaign: str, *, deleted: bool = False) -> list[dict[str, Plain]]:
    """The heads of all entries, the newest first."""
    words = f"select {', '.join(HEAD)} from campaign_entries where campaign = ? and deleted = ? order by changed desc, id"
    return [_head(row) for row in db.execute(words, (campaign, int(deleted)))]


def matching(entries: Iterable[dict[str, Plain]], kind: str, words: str, tag: str) -> list[dict[str, Plain]]:
    """Those of a kind, with a tag, whose name, book or tags hold all the words."""
    wanted = words.casefold().split()

    def fits(entry: dict[str, Plain]) -> bool:
        text = " ".join([entry["name"], entry["book"], entry["kind"], *entry["tags"]]).casefold()
        return kind in ("", entry["kind"]) and (not tag or tag in entry["tags"]) and all(word in text for word in wanted)

    return [entry for entry in entries if fits(entry)]


def entry_of(db: Database, campaign: str, entry: str) -> dict[str, Plain]:
    words = f"select {', '.join(HEAD)}, data from campaign_entries where campaign = ? and id = ?"
    row = db.execute(words, (campaign, entry)).fetchone()
    if row is None:
        raise Gone("there is no such entry in the campaign")
    return {**_head(row), "data": json.loads(row[len(HEAD)])}


def add(db: Database, campaign: str, draft: Draft, entry: str = "") -> dict[str, Plain]:
    """A new entry; its head comes back."""
    _check_size(db, campaign, draft, new=True)
    entry = entry or secrets.token_hex(6)
    words = (
        "insert into campaign_entries (campaign, id, kind, name, book, tags, data, version, changed, deleted) "
        "values (?, ?, ?, ?, ?, ?, ?, 1, ?, 0)"
    )
    db.execute(words, (campaign, entry, *draft.columns(), time.time()))
    _touch(db, campaign)
    return _without_data(entry_of(db, campaign, entry))


def change(db: Database, campaign: str, entry: str, draft: Draft, version: int, *, keep: bool = False) -> dict[str, Plain]:
    """The entry as it is to be, if nobody has changed it since `version`; what it was before can be had again. `keep`: that is
    a version of its own, however fast it comes.
    """
    before = _unchanged(db, campaign, entry, version)
    if before["kind"] != draft.kind:
        raise BadInput(f"a {before['kind']} stays one", field="kind", expected=str(before["kind"]))
    if all(before[name] == value for name, value in _plain(draft).items()) and not before["deleted"]:
        return _without_data(before)
    _check_size(db, campaign, draft, new=False)
    _keep_version(db, campaign, before, always=keep)
    return _write(db, campaign, entry, draft, version, deleted=False)


def remove(db: Database, campaign: str, entry: str, version: int) -> dict[str, Plain]:
    """It no longer stands in lists; restoring a version brings it back."""
    before = _unchanged(db, campaign, entry, version)
    if before["deleted"]:
        return _without_data(before)
    _keep_version(db, campaign, before, always=True)
    return _write(db, campaign, entry, _draft(before), version, deleted=True)


def history(db: Database, campaign: str, entry: str) -> list[dict[str, Plain]]:
    """What the entry was, the newest first, without its data."""
    entry_of(db, campaign, entry)
    words = "select version, at, name from campaign_versions where campaign = ? and entry = ? order by version desc"
    return [{"version": row[0], "at": row[1], "name": row[2]} for row in db.execute(words, (campaign, entry))]


def version_of(db: Database, campaign: str, entry: str, version: int) -> dict[str, Plain]:
    words = "select name, book, tags, data from campaign_versions where campaign = ? and entry = ? and version = ?"
    row = db.execute(words, (campaign, entry, version)).fetchone()
    if row is None:
        raise Gone("this version is no longer kept")
    kind = entry_of(db, campaign, entry)["kind"]
    return {"kind": kind, "name": row[0], "book": row[1], "tags": json.loads(row[2]), "data": json.loads(row[3])}


def restore(db: Database, campaign: str, entry: str, wanted: int, version: int) -> dict[str, Plain]:
    """An entry as it was at a version. What it is now is kept, so that this can be taken back the same way."""
    before = _unchanged(db, campaign, entry, version)
    draft = _draft(version_of(db, campaign, entry, wanted))
    _check_size(db, campaign, draft, new=False)
    _keep_version(db, campaign, before, always=True)
    return _write(db, campaign, entry, draft, version, deleted=False)


def _head(row: Any) -> dict[str, Plain]:
    found = dict(zip(HEAD, row, strict=False))
    return {**found, "tags": json.loads(found["tags"]), "deleted": bool(found["deleted"])}


def _plain(draft: Draft) -> dict[str, Plain]:
    return {"name": draft.name, "book": draft.book, "tags": list(draft.tags), "data": draft.data}


def _draft(entry: dict[str, Plain]) -> Draft:
    return Draft(entry["kind"], entry["name"], entry["book"], tuple(entry["tags"]), entry["data"])


def _without_data(entry: dict[str, Plain]) -> dict[str, Plain]:
    return {name: entry[name] for name in HEAD}


def _unchanged(db: Database, campaign: str, entry: str, version: int) -> dict[str, Plain]:
    before = entry_of(db, campaign, entry)
    if before["version"] != version:
        raise Refused("fight.pending", "somebody has changed this entry since you read it; read it again", ["GET"])
    return before


def _write(db: Database, campaign: str, entry: str, draft: Draft, version: int, *, deleted: bool) -> dict[str, Plain]:
    words = (
        "update campaign_entries set kind = ?, name = ?, book = ?, tags = ?, data = ?, version = ?, changed = ?, deleted = ? "
        "where campaign = ? and id = ? and version = ?"
    )
    row = (*draft.columns(), version + 1, time.time(), int(deleted), campaign, entry, version)
    if db.execute(words, row).rowcount != 1:
        raise Refused("fight.pending", "somebody has changed this entry at the same moment; read it again", ["GET"])
    _touch(db, campaign)
    return _without_data(entry_of(db, campaign, entry))


def _keep_version(db: Database, campaign: str, before: dict[str, Plain], *, always: bool = False) -> None:
    """What an entry was. Somebody who types is saved every second; of that, one version in a while is kept."""
    newest = db.execute(
        "select max(at) from campaign_versions where campaign = ? and entry = ?", (campaign, before["id"])
    ).fetchone()[0]
    if not always and newest is not None and 0 <= time.time() - newest < MERGE_SECONDS:
        return
    draft = _draft(before)
    _, name, book, tags, data = draft.columns()
    words = (
        "insert into campaign_versions (campaign, entry, version, at, name, book, tags, data) values (?, ?, ?, ?, ?, ?, ?, ?)"
    )
    db.execute(words, (campaign, before["id"], before["version"], time.time(), name, book, tags, data))
    words = (
        "delete from campaign_versions where campaign = ? and entry = ? and version not in "
        "(select version from campaign_versions where campaign = ? and entry = ? order by version desc limit ?)"
    )
    db.execute(words, (campaign, before["id"], campaign, before["id"], MOST_VERSIONS))


def _check_size(db: Database, campaign: str, draft: Draft, *, new: bool) -> None:
    if draft.kind not in KINDS:
        raise BadInput(f"no kind {draft.kind[:40]!r}", field="kind", expected="one of " + ", ".join(KINDS))
    if len(draft.tags) > MOST_TAGS:
        raise BadInput(f"{len(draft.tags)} tags", field="tags", expected=f"at most {MOST_TAGS}")
    length = len(draft.text())
    if length > MAX_ENTRY:
        raise BadInput(f"{length:,} characters", field="data", expected=f"at most {MAX_ENTRY:,}")
    words = (
        "select count(*), coalesce(sum(length(data)), 0), "
        "(select coalesce(sum(length(data)), 0) from campaign_versions where campaign = ?) "
        "from campaign_entries where campaign = ?"
    )
    count, size, old = db.execute(words, (campaign, campaign)).fetchone()
    if new and count >= MOST_ENTRIES:
        raise Full(f"a campaign holds up to {MOST_ENTRIES:,} entries; delete some, or begin another")
    if size + old + length > MAX_CAMPAIGN:
        raise Full(f"a campaign holds up to {MAX_CAMPAIGN:,} characters, past versions included; begin another")
