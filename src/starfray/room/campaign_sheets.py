"""Sheets of other programs, taken into a campaign: everybody of a file who can be read; the others are named."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.room import campaigns
from starfray.room.campaigns import Draft
from starfray.room.database import Database
from starfray.sheets import import_sheets


def people_of(data: bytes, file: str) -> dict[str, Plain]:
    """What a file gives: each character with its book, what was understood of it, and who was refused. Runs where strangers'
    files are read.
    """
    found = import_sheets(data, file)
    people = [
        {
            "name": str(each.row["name"]),
            "book": book.name,
            "row": {key: value for key, value in each.row.items() if key not in ("id", "name")},
            "taken": each.taken,
            "left_out": each.left_out,
            "assumed": each.assumed,
        }
        for book, each in found.taken
    ]
    return {"people": people, "refused": [str(error) for error in found.refused]}


def add_people(db: Database, campaign: str, kind: str, people: list[dict[str, Plain]]) -> list[str]:
    """As characters or foes of the campaign, all of them or none; their ids."""
    return [
        str(campaigns.add(db, campaign, Draft(kind, each["name"][:100], each["book"], (), each["row"]))["id"])
        for each in people
    ]
