"""The pictures of campaigns in the database: by campaign and name, as text."""

from __future__ import annotations

import re
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any, TypeVar

from starfray.engine.codec import Plain
from starfray.room.campaign_open import Open
from starfray.room.database import Database
from starfray.room.errors import Full, Gone
from starfray.room.limits import MAX_PICTURES, MOST_PICTURES
from starfray.room.pictures import name_of

T = TypeVar("T")
QUOTED_NAME = re.compile(r'"([0-9a-f]{40})"')  # as it stands in the text of an entry


def keep_picture(db: Database, campaign: str, data: bytes, width: int, height: int) -> dict[str, Plain]:
    """A clean picture into a campaign, under the name of its content."""
    name, text = name_of(data), b64encode(data).decode()
    words = "select 1 from campaign_pictures where campaign = ? and name = ?"
    if db.execute(words, (campaign, name)).fetchone() is None:
        words = "select count(*), coalesce(sum(length(data)), 0) from campaign_pictures where campaign = ?"
        count, size = db.execute(words, (campaign,)).fetchone()
        if count >= MOST_PICTURES or size + len(text) > MAX_PICTURES:
            raise Full(f"a campaign holds up to {MOST_PICTURES} pictures and {MAX_PICTURES:,} characters of them")
        words = "insert into campaign_pictures (campaign, name, data, width, height, at) values (?, ?, ?, ?, ?, ?)"
        db.execute(words, (campaign, name, text, width, height, time.time()))
    return {"picture": name, "width": width, "height": height}


async def with_room_for_pictures(campaign: Open, work: Callable[..., T], *args: Any) -> T:
    """Write what brings pictures. Where the campaign is full, those nobody shows any more go first. They are looked for beside
    the writer: a campaign may have forty million characters, and all rooms wait for the writer.
    """
    try:
        return await campaign.write(work, *args)
    except Full:
        await campaign.write(drop_pictures, *await campaign.read(unused_pictures))
        return await campaign.write(work, *args)


def unused_pictures(db: Database, campaign: str) -> tuple[float, list[str]]:
    """Those that neither an entry nor a past version of one shows any more, and when the campaign was last changed."""
    changed = db.execute("select changed from campaigns where id = ?", (campaign,)).fetchone()[0]
    names = db.execute("select name from campaign_pictures where campaign = ? order by name", (campaign,)).fetchall()
    shown: set[str] = set()
    for table in ("campaign_entries", "campaign_versions"):
        for (data,) in db.execute(f"select data from {table} where campaign = ?", (campaign,)):
            shown.update(QUOTED_NAME.findall(data))
    return changed, [name for (name,) in names if name not in shown]


def drop_pictures(db: Database, campaign: str, changed: float, names: list[str]) -> None:
    """If nobody has changed an entry since they were found."""
    row = db.execute("select changed from campaigns where id = ?", (campaign,)).fetchone()
    if row is not None and row[0] == changed:
        words = "delete from campaign_pictures where campaign = ? and name = ?"
        db.executemany(words, [(campaign, name) for name in names])


def picture_called(db: Database, name: str) -> bytes:
    """A picture by its name alone: who sees somebody at the table may see their portrait, and has no key."""
    row = db.execute("select data from campaign_pictures where name = ? limit 1", (name,)).fetchone()
    if row is None:
        raise Gone("there is no such picture")
    return b64decode(row[0])


def pictures_of(db: Database, campaign: str, names: set[str]) -> dict[str, bytes]:
    """Those of a campaign that are named."""
    words = "select name, data from campaign_pictures where campaign = ? order by name"
    return {row[0]: b64decode(row[1]) for row in db.execute(words, (campaign,)).fetchall() if row[0] in names}
