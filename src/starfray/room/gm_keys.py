"""The GM's key: words made with a room, by which the GM's seat can be taken again from any browser. Only a hash is kept."""

from __future__ import annotations

import secrets

from starfray.engine.errors import BadInput
from starfray.room.database import Database
from starfray.room.seats import Seat, hashed, new_token
from starfray.room.state import RoomState

CONSONANTS, VOWELS = "bdfgjklmnprstvz", "aeiou"
WORDS = 7  # of two syllables each: more than 80 bits


def new_words() -> str:
    """'bado-kime-…': words that can be read out and typed in."""
    return "-".join("".join(_syllable() + _syllable()) for _ in range(WORDS))


def _syllable() -> str:
    return secrets.choice(CONSONANTS) + secrets.choice(VOWELS)


def mark_of(words: str) -> str:
    """What is kept of a key. Blanks, dashes and capitals do not matter; a join code never has the same mark."""
    return hashed("gm " + "".join(each for each in words.lower() if each.isalpha()))


def keep_key(db: Database, room: str, mark: str) -> None:
    """The room's key from now on; the one before no longer works."""
    db.execute("delete from gm_keys where room = ?", (room,))
    db.execute("insert into gm_keys values (?, ?)", (mark, room))


def room_of(db: Database, mark: str) -> str:
    """The room this key belongs to; '' if there is none."""
    row = db.execute("select room from gm_keys where mark = ?", (mark,)).fetchone()
    return str(row[0]) if row is not None else ""


def take_gm_seat(room: RoomState, name: str) -> tuple[Seat, str]:
    """The GM's seat and its new token; whoever held it before loses it."""
    seat = next((each for each in room.seats.values() if each.kind == "gm"), None)
    if seat is None:
        raise BadInput("nobody is the GM of this room", field="key", expected="a room with a GM")
    token = new_token()
    seat.hash = hashed(token)
    seat.name = name.strip() or seat.name
    return seat, token
