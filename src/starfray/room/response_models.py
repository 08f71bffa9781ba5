"""What the operations of the API give back, as models. They describe; answers are not checked against them while serving."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field as Described

from starfray.room.part_models import Sent
from starfray.room.socket_models import DiffMessage, ViewMessage
from starfray.room.view_models import SeatKind


class Fault(Sent):
    """Whatever could not be done: why, by which rule, and what would have been possible."""

    ok: Literal[False]
    reason: str
    rule: str = Described(description="The rule that refuses it; empty where it is no rule's doing")
    legal: list[str]


#: what any operation may give instead
FAULTS: dict[int | str, dict[str, Any]] = {
    400: {"model": Fault, "description": "It cannot be understood, or it is too much at once"},
    403: {"model": Fault, "description": "A page from elsewhere may not do that"},
    404: {"model": Fault, "description": "No such room, seat or party, or a token that holds none"},
    409: {"model": Fault, "description": "A rule refuses it"},
    413: {"model": Fault, "description": "The body is too big"},
    421: {"model": Fault, "description": "The server is not known by the name it was called by"},
    422: {"model": Fault, "description": "The body or a parameter does not have the form described here"},
    429: {"model": Fault, "description": "Too many requests from one place"},
    503: {"model": Fault, "description": "It could not be written down, so it has not happened"},
    507: {"model": Fault, "description": "A quota of the host is reached"},
}


#: the same for an operation that gives text: what goes wrong is JSON there, too
FAULTS_OF_TEXT: dict[int | str, dict[str, Any]] = {
    status: {
        "description": fault["description"],
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}},
    }
    for status, fault in FAULTS.items()
}


def gives(model: Any) -> dict[str, Any]:
    """For a route: what it gives back is described by a model, and not checked against it at every answer."""
    return {"response_model": None, "responses": {200: {"model": model}}}


class Ok(Sent):
    ok: Literal[True]


class NewSeat(Sent):
    """The token holds the seat; it is shown this once."""

    room: str
    seat: str
    kind: SeatKind
    token: str
    waiting: bool = Described(False, description="The token works once the GM agrees")


class RoomMade(Sent):
    room: str
    seat: Literal["gm"]
    token: str
    title: str
    key: str = Described(description="Words that bring back the GM's seat, should the token be lost")


class FreeSeat(Sent):
    seat: str
    name: str
    plays: list[str]


class TakenSeat(Sent):
    seat: str
    name: str


class RoomChoice(Sent):
    room: str
    title: str
    book: str
    seats: list[FreeSeat]
    taken: list[TakenSeat]


class Choice(Sent):
    """A shared code: rooms and seats to choose from."""

    choose: list[RoomChoice]


class OwnCode(Sent):
    """The code of one seat."""

    own: Literal[True]


class MyRoom(Sent):
    room: str
    title: str
    book: str
    created: float
    archived: bool
    seat: str
    kind: SeatKind
    name: str


class SeatState(Sent):
    """A whole view, or what has changed since the version that was asked for."""

    version: int
    messages: list[ViewMessage | DiffMessage]


# --- the shelf -------------------------------------------------------------------------------------------------


class DemoEntry(Sent):
    demo: str
    title: str
    book: str
    book_title: str
    about: str
    players: int
    people: int
    minutes: int


class BookEntry(Sent):
    book: str
    title: str
    kinds: list[str]
    reads: list[str]


class ShelfEntry(Sent):
    key: str
    name: str
    fields: Any


class ShelfRuling(Sent):
    key: str
    choices: list[str]
    summary: str
    rule: str


class ShelfOf(Sent):
    """What a fight can be built of."""

    book: str
    title: str
    kinds: list[str]
    unit: str
    placed: list[str]
    archetypes: list[ShelfEntry]
    items: dict[str, list[ShelfEntry]]
    cover: list[ShelfEntry]
    rulings: list[ShelfRuling]
    concealable: list[str]
    carried: list[str]


class PartyKept(Sent):
    party: str = Described(description="The key")
    name: str
    book: str
    version: int
    member: list[dict[str, Any]]


class PartyWritten(PartyKept):
    written: list[str]


class SheetChange(Sent):
    path: str
    before: Any
    after: Any
    kept: bool
    words: str


class SheetCharacter(Sent):
    """A character of a file, and what it changes in the party."""

    new: bool
    combatant: dict[str, Any]
    taken: list[str]
    left_out: list[str] = Described(alias="left-out")
    assumed: list[str]
    changes: list[SheetChange]


class SheetRead(SheetCharacter):
    """The first character of a file; whoever else is in it, and why some could not be read."""

    book: str
    party: str
    name: str
    kept: bool
    also: list[SheetCharacter]
    refused: list[str]
