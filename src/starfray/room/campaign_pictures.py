"""The pictures of campaigns in the database: by campaign and name, as text."""

from __future__ import annotations

import time
from base64 import b64decode, b64encode

from starfray.engine.codec import Plain
from starfray.room.database import Database
from starfray.room.errors import Full, Gone
from starfray.room.limits import MAX_PICTURES, MOST_PICTURES
from starfray.room.pictures import name_of


def keep_picture(db: Database, campaign: str, data: bytes, width: int, height: int) -> dict[str, Plain]:
    """A clean picture into a campaign, under the name of its content."""
    name, text = name_of(data), b64encode(data).decode()
    words = "select 1 from campaign_pictures where campaign = ? and name = ?"
    if db.execute(words, (campaign, name)).fetchone() is None:
        words = "select count(*), coalesce(sum(length(data)), 0) from campaign_pictures where campaign = ?"
        count, size = db.execute(words, (campaign,)).fetchone()
        if count >= MOST_PICTURES or size + len(text) > MAX_PICTURES:
            drop_unused_pictures(db, campaign)
            count, size = db.execute(words, (campaign,)).fetchone()
        if count >= MOST_PICTURES or size + len(text) > MAX_PICTURES:
            raise Full(f"a campaign holds up to {MOST_PICTURES} pictures and {MAX_PICTURES:,} characters of them")
        words = "insert into campaign_pictures (campaign, name, data, width, height, at) values (?, ?, ?, ?, ?, ?)"
        db.execute(words, (campaign, name, text, width, height, time.time()))
    return {"picture": name, "width": width, "height": height}


def drop_unused_pictures(db: Database, campaign: str) -> None:
    """Those that neither an entry nor a past version of one shows any more."""
    for (name,) in db.execute("select name from campaign_pictures where campaign = ?", (campaign,)).fetchall():
        like = f"%{name}%"
        for table in ("campaign_entries", "campaign_versions"):
            words = f"select 1 from {table} where campaign = ? and data like ? limit 1"
            if db.execute(words, (campaign, like)).fetchone() is not None:
                break
        else:
            db.execute("delete from campaign_pictures where campaign = ? and name = ?", (campaign, name))


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
