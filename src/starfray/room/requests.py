"""What players ask the GM for: to take something back, help, a test, their seat after the browser lost it."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused
from starfray.room.arguments import Args, one_of, text, whole
from starfray.room.seat_commands import Result, gm_only
from starfray.room.seats import Seat, hashed, new_token, viewer_of
from starfray.room.state import RoomState, View, numbers_of
from starfray.words import quoted

MOST_BACK = 50  # undos until an act that was known is among them
UNDO, HELP, TEST, SEAT = "undo", "help", "test", "seat"


def kind_of(request: dict[str, Plain]) -> str:
    return str(request.get("kind", UNDO))


def request(room: RoomState, seat: Seat, args: Args) -> Result:
    """A player asks (undo, help, test) or thinks better of it; the GM accepts or refuses request `n`."""
    what = one_of(args, "do", (UNDO, HELP, TEST, "withdraw", "accept", "refuse"))
    if what in ("accept", "refuse"):
        gm_only(seat)
        return answer_request(room, named_request(room, whole(args, "n")), what == "accept", text(args, "text", "", 1000))
    if seat.kind != "player":
        raise Refused("fight.turn", "the GM has nobody to ask")
    if what == "withdraw":
        room.requests = [each for each in room.requests if each["seat"] != seat.id or kind_of(each) == SEAT]
        return None
    who = text(args, "who", seat.plays[0] if seat.plays else "", 200)
    if who and who not in seat.plays:
        raise Refused("fight.turn", f"{who} is not yours to play")
    wanted = text(args, "text", "", 1000) if what == TEST else ""
    return {"n": add_request(room, what, seat, text(args, "why", "", 400), who, **({"text": wanted} if wanted else {}))}


def add_request(room: RoomState, kind: str, seat: Seat, why: str, who: str = "", **more: Plain) -> int:
    """Of one kind a seat has one request at a time: the last."""
    known = [int(each.get("n", 0)) for each in (*room.requests, *room.answered.values())]
    number = 1 + max(known, default=0)
    room.requests = [each for each in room.requests if each["seat"] != seat.id or kind_of(each) != kind]
    room.requests.append({"n": number, "kind": kind, "seat": seat.id, "name": seat.name, "why": why, "who": who, **more})
    return number


def named_request(room: RoomState, number: int) -> dict[str, Plain]:
    for each in room.requests:
        if each.get("n", 0) == number:
            return each
    raise BadInput(f"there is no request {number}", field="n", expected="one that is open")


def answer_request(room: RoomState, asked: dict[str, Plain], accepted: bool, words: str) -> Result:
    """What was asked for is done. A test is thrown if `words` name one of the book's; else the GM sees to it by hand."""
    kind = kind_of(asked)
    if accepted and kind == UNDO:
        undo_known(room, room.seats[asked["seat"]])
    elif accepted and kind == TEST and words:
        who = f" who={asked['who']}" if asked.get("who") else ""
        room.fight.gm(f"call {quoted(words)}{who}")
    elif accepted and kind == SEAT:
        room.seats[asked["seat"]].hash = asked["mark"]
        room.seats[asked["seat"]].code = ""
    room.requests = [each for each in room.requests if each is not asked]
    room.answered[asked["seat"]] = {"n": asked.get("n", 0), "kind": kind, "accepted": accepted}
    return None


def known_acts(room: RoomState, seat: Seat) -> int:
    """How many acts a seat has been told of."""
    numbers = numbers_of(room, viewer_of(room.fight.state, seat))
    numbers.follow(room.fight.journal.entries)
    return numbers.last


def undo_known(room: RoomState, seat: Seat) -> None:
    """Undo the last act this seat knows of, and with it whatever the GM has done in secret since."""
    if room.fight.draft is not None:
        room.fight.undo()
        return
    known = known_acts(room, seat)
    for _ in range(MOST_BACK):
        room.fight.undo()
        if known_acts(room, seat) < known:
            return


def undo_as_gm(room: RoomState) -> None:
    """The GM's undo settles the wishes of those who see something taken back. What they do not know of tells them nothing."""
    draft = room.fight.draft
    before = {each["seat"]: known_acts(room, room.seats[each["seat"]]) for each in room.requests}
    room.fight.undo()
    seen = {seat for seat, known in before.items() if known_acts(room, room.seats[seat]) < known}
    if draft is not None and draft.kind != "gm":
        seen.update(before)
    room.requests = [each for each in room.requests if kind_of(each) != UNDO or each["seat"] not in seen]


def ask_for_seat(room: RoomState, wanted: str, name: str) -> tuple[Seat, str]:
    """Somebody who has lost the token of a player's seat asks for it. The token that comes back works once the GM agrees."""
    seat = room.seats.get(wanted)
    if room.archived or seat is None or seat.kind != "player" or not seat.hash:
        raise Refused("fight.turn", "that seat is not taken by a player")
    token = new_token()
    room.requests = [each for each in room.requests if each["seat"] != seat.id or kind_of(each) != SEAT]
    add_request(room, SEAT, seat, name.strip()[:60], mark=hashed(token))
    return seat, token


def told(requests: list[dict[str, Plain]]) -> list[View]:
    """Without what only the server needs."""
    return [{"n": 0, "kind": UNDO, "who": "", **{key: each[key] for key in each if key != "mark"}} for each in requests]
