"""All entries of a campaign at once: for archives."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.room import campaigns
from starfray.room.campaign_pictures import keep_picture
from starfray.room.campaigns import Draft
from starfray.room.database import Database
from starfray.room.errors import Gone


def all_entries(db: Database, campaign: str) -> list[dict[str, Plain]]:
    """In the order of their ids, so that the same campaign gives the same archive."""
    ids = sorted(str(head["id"]) for head in campaigns.listed(db, campaign))
    return [campaigns.entry_of(db, campaign, entry) for entry in ids]


def take_all(
    db: Database, campaign: str, found: list[tuple[str, Draft]], pictures: list[tuple[bytes, int, int]]
) -> tuple[int, int]:
    """Entries of an archive into a campaign: how many are new, and how many were there and got a new version."""
    added = replaced = 0
    for picture in pictures:
        keep_picture(db, campaign, *picture)
    for entry, draft in found:
        try:
            before = campaigns.entry_of(db, campaign, entry)
        except Gone:
            campaigns.add(db, campaign, draft, entry)
            added += 1
        else:
            campaigns.change(db, campaign, entry, draft, int(before["version"]))
            replaced += 1
    return added, replaced
