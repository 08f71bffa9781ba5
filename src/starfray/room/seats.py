"""Seats: who sits where, whom they play, and the tokens and codes by which a seat is held."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, field

from starfray.engine.codec import Plain
from starfray.engine.position import AnyPosition, combatant_of
from starfray.engine.values import GM
from starfray.engine.view import OWN, SPECTATOR
from starfray.language import ENGLISH

KINDS = ("gm", "player", "spectator", "tv")
DIALS = ("ask", "suggest", "auto", "planner")
PLANNER = "planner"  # the dial by which the planner decides
AUTOMATIC = ("auto", PLANNER)  # the dials that ask nobody
USUAL = "usual"  # no dial of its own
ACT = "act"  # the dial for acting on one's turn
ANY = "*"  # the dial for every question without a dial of its own
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no letters that are easily confused
CODE_LENGTH = 10
SHARED_LENGTH = 6  # short, to be read aloud; guessing is slowed down


@dataclass(slots=True)
class Seat:
    """One place at the table. `plays` holds combatants, or stations of a ship ('corvette/pilot')."""

    id: str
    kind: str
    name: str
    plays: list[str] = field(default_factory=list)
    hand: bool = False  # this seat's dice are typed in
    hash: str = ""  # of the token that holds it; '' while nobody does
    code: str = ""  # hash of the join code that is open for it; '' while none is
    language: str = ENGLISH  # of the sentences it is told

    @property
    def by(self) -> str:
        """The name under which the fight knows this seat."""
        return GM if self.kind == "gm" else f"player:{self.id}"

    def plain(self) -> dict[str, Plain]:
        return {
            "id": self.id,
            "kind": self.kind,
            "name": self.name,
            "plays": list(self.plays),
            "hand": self.hand,
            "hash": self.hash,
            "code": self.code,
            **({"language": self.language} if self.language != ENGLISH else {}),
        }


def read_seat(data: dict[str, Plain]) -> Seat:
    plays, language = list(data["plays"]), data.get("language", ENGLISH)
    return Seat(data["id"], data["kind"], data["name"], plays, data["hand"], data["hash"], data["code"], language)


def viewer_of(state: AnyPosition, seat: Seat) -> str:
    """The viewer of a seat: the GM, the side it plays for, or a spectator."""
    if seat.kind == "gm":
        return GM
    if seat.kind == "player":
        played = [actor for who in seat.plays if (actor := combatant_of(state, who)) is not None]
        if played and played[0].side:
            return f"side:{played[0].side}"
        if played:
            return OWN + ",".join(sorted({actor.id for actor in played}))
    return SPECTATOR


def holder_of(seats: dict[str, Seat], who: str) -> Seat | None:
    """The seat that plays a combatant or station; None: the GM does."""
    ship = who.partition("/")[0]
    for wanted in (who, ship):
        for seat in seats.values():
            if seat.kind == "player" and wanted in seat.plays:
                return seat
    return None


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_code(length: int = CODE_LENGTH) -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(length))


def clean_code(code: str) -> str:
    """A code as people type it: small letters, blanks and dashes do not matter."""
    return code.upper().replace("-", "").replace(" ", "")


def hashed(secret: str) -> str:
    """What is kept of a token or code. They are long and random, so a plain hash is enough."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
