"""Seats: opening, joining, handing over, closing. Tokens and codes are made here and kept only as hashes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.engine.position import combatant_of
from starfray.engine.values import GM
from starfray.engine.view import SPECTATOR
from starfray.room.arguments import Args, flag, one_of, text, texts
from starfray.room.limits import MOST_SEATS
from starfray.room.seats import SHARED_LENGTH, Seat, clean_code, hashed, holder_of, new_code, new_token
from starfray.room.state import RoomState, called

Result = dict[str, Plain] | None


def gm_only(seat: Seat) -> None:
    if seat.kind != "gm":
        raise Refused("fight.turn", "only the GM can do that")


def seat_named(room: RoomState, args: Args) -> Seat:
    wanted = text(args, "seat", most=80)
    if wanted not in room.seats:
        raise BadInput(f"there is no seat {wanted!r}", field="seat", expected=suggest(wanted, room.seats))
    return room.seats[wanted]


def read_plays(room: RoomState, args: Args) -> list[str]:
    """Combatants or stations; all of one side, because a seat sees what one side knows."""
    plays = list(dict.fromkeys(texts(args, "plays")))
    sides = set()
    for who in plays:
        actor = combatant_of(room.fight.state, who)
        if actor is None:
            raise BadInput(f"nobody is called {who!r}", field="plays", expected=suggest(who, room.fight.state.roster))
        sides.add(actor.side)
    if len(sides) > 1:
        raise BadInput("a seat plays for one side", field="plays", expected="combatants of the same side")
    return plays


def take(room: RoomState, seat: Seat, plays: list[str]) -> None:
    """Refuse a combatant that another seat plays already."""
    for other in room.seats.values():
        if other is not seat:
            other.plays = [who for who in other.plays if who not in plays]
    seat.plays = plays


def set_hands(room: RoomState) -> None:
    """Whose dice are typed in: those of everybody a seat with dice of its own plays."""
    hands: set[str] = set()
    gm = any(seat.kind == "gm" and seat.hand for seat in room.seats.values())
    for who in room.fight.state.roster:
        holder = holder_of(room.seats, who)
        if holder.hand if holder is not None else gm:
            hands.add(who)
    for seat in room.seats.values():
        if seat.kind == "player" and seat.hand:
            hands.update(seat.plays)
    room.fight.seats.hand = hands | ({GM} if gm else set())


def add_seat(room: RoomState, seat: Seat, args: Args) -> Result:
    """A new seat, open for whoever has the code that comes back."""
    gm_only(seat)
    if len(room.seats) >= MOST_SEATS:
        raise Refused("fight.turn", f"there are {MOST_SEATS} seats already")
    kind = one_of(args, "kind", ("player", "spectator", "tv"), "player")
    name = text(args, "name", kind, 60).strip() or kind
    seat_id = seat_name(room, name, kind)
    plays = read_plays(room, args) if kind == "player" else []
    made = room.seats[seat_id] = Seat(seat_id, kind, name)
    take(room, made, plays)
    set_hands(room)
    return {"seat": seat_id, **open_code(made)}


def seat_name(room: RoomState, name: str, kind: str) -> str:
    """A plain id of its own, after the name people use."""
    plain = name.strip().lower().replace(" ", "-")
    stem = "".join(char for char in plain if char.isascii() and (char.isalnum() or char == "-")) or kind
    seat_id, number = stem, 2
    while seat_id in room.seats or seat_id == GM:
        seat_id, number = f"{stem}-{number}", number + 1
    return seat_id


def open_code(seat: Seat) -> dict[str, Plain]:
    code = new_code()
    seat.code = hashed(code)
    return {"code": code}


def seat_code(room: RoomState, seat: Seat, args: Args) -> Result:
    """A fresh join code for a seat; the one before no longer works."""
    gm_only(seat)
    found = seat_named(room, args)
    if found.kind == "gm":
        raise Refused("fight.turn", "the GM's seat is handed over, never joined by a code", ["handover"])
    return {"seat": found.id, **open_code(found)}


def reset_seat(room: RoomState, seat: Seat, args: Args) -> Result:
    """Whoever holds the seat loses it; a new code opens it again."""
    gm_only(seat)
    found = seat_named(room, args)
    if found.kind == "gm":
        raise Refused("fight.turn", "the GM's seat is handed over, never reset", ["handover"])
    found.hash = ""
    return {"seat": found.id, **open_code(found)}


def close_seat(room: RoomState, seat: Seat, args: Args) -> Result:
    """The seat is gone; the GM plays whom it played."""
    gm_only(seat)
    found = seat_named(room, args)
    if found.kind == "gm":
        raise Refused("fight.turn", "the GM's seat cannot be closed", ["handover"])
    del room.seats[found.id]
    room.requests = [request for request in room.requests if request["seat"] != found.id]
    set_hands(room)
    return None


def set_seat(room: RoomState, seat: Seat, args: Args) -> Result:
    gm_only(seat)
    found = seat_named(room, args)
    plays = read_plays(room, args) if "plays" in args else None
    name = text(args, "name", found.name, 60).strip() or found.name
    hand = flag(args, "hand", found.hand)
    if plays is not None:
        if found.kind != "player" and plays:
            raise Refused("fight.turn", "only players' seats play somebody")
        take(room, found, plays)
    found.name, found.hand = name, hand
    set_hands(room)
    return None


def handover(room: RoomState, seat: Seat, args: Args) -> Result:
    """The GM's right goes to a seat somebody holds already; the old GM becomes a player without combatants."""
    gm_only(seat)
    found = seat_named(room, args)
    if found is seat or not found.hash:
        raise Refused("fight.turn", "the GM's right goes to somebody who sits at the table")
    found.kind, seat.kind = "gm", "player"
    found.plays, seat.plays = [], found.plays
    set_hands(room)
    return None


def me(room: RoomState, seat: Seat, args: Args) -> Result:
    """Set the seat's own name, and whether it throws real dice."""
    name = text(args, "name", seat.name, 60).strip() or seat.name
    seat.hand = flag(args, "hand", seat.hand)
    seat.name = name
    set_hands(room)
    return None


def join(room: RoomState, code: str, name: str) -> tuple[Seat, str]:
    """Exchange a join code for the token of its seat. A code works once, and never for the GM's seat."""
    mark = hashed(clean_code(code))
    for seat in room.seats.values():
        if seat.code == mark and seat.kind != "gm":
            return seat, take_seat(seat, name)
    raise BadInput("no seat is open under this code", field="code", expected="the code the GM gave you")


def share(room: RoomState) -> dict[str, Plain]:
    """A code for the whole group: whoever has it takes a free player's seat or watches. The one before no longer works."""
    code = new_code(SHARED_LENGTH)
    room.shared = hashed(code)
    return {"code": code}


def free_seats(seats: Iterable[Seat], names: Mapping[str, str] | None = None) -> list[dict[str, Plain]]:
    """The seats a shared code can open: players' seats nobody holds, with the `names` of those they play."""
    names = names or {}
    return [
        {"seat": seat.id, "name": seat.name, "plays": [names[who] for who in seat.plays if who in names]}
        for seat in seats
        if seat.kind == "player" and not seat.hash
    ]


def character_names(room: RoomState) -> dict[str, str]:
    """What the players' combatants and stations are called, as far as a spectator may know them."""
    seen = room.fight.view(SPECTATOR)
    played = [who for seat in room.seats.values() if seat.kind == "player" for who in seat.plays]
    return {who: name for who in played if (name := called(seen, who))}


def taken_seats(seats: Iterable[Seat]) -> list[dict[str, Plain]]:
    """Players' seats that somebody holds: whose browser has lost one asks the GM for it."""
    return [{"seat": seat.id, "name": seat.name} for seat in seats if seat.kind == "player" and seat.hash]


def join_shared(room: RoomState, wanted: str, name: str, *, screen: bool = False) -> tuple[Seat, str]:
    """Take a free player's seat, or a new one of a spectator or a shared screen. A shared code never leads to the GM's
    seat, nor to one that is taken.
    """
    if room.archived:
        raise Refused("fight.over", "the room is archived")
    if wanted:
        seat = room.seats.get(wanted)
        if seat is None or seat.kind != "player" or seat.hash:
            raise Refused("fight.turn", "that seat is not free", [free["seat"] for free in free_seats(room.seats.values())])
    else:
        if len(room.seats) >= MOST_SEATS:
            raise Refused("fight.turn", f"there are {MOST_SEATS} seats already")
        kind, title = ("tv", "TV") if screen else ("spectator", "Spectator")
        seat = Seat(seat_name(room, name, kind), kind, title)
        room.seats[seat.id] = seat
    return seat, take_seat(seat, name)


def take_seat(seat: Seat, name: str) -> str:
    token = new_token()
    seat.hash, seat.code = hashed(token), ""
    seat.name = name.strip() or seat.name
    return token


def hand(room: RoomState, seat: Seat, args: Args) -> Result:
    """One's dice are real ones, typed in; or not."""
    seat.hand = flag(args, "on", True)
    set_hands(room)
    return None


DOINGS: dict[str, Callable[[RoomState, Seat, Args], Result]] = {
    "new": add_seat,
    "link": seat_code,
    "reset": reset_seat,
    "close": close_seat,
    "set": set_seat,
    "handover": handover,
}


def seat_command(room: RoomState, seat: Seat, args: Args) -> Result:
    """Everything the GM does with seats."""
    return DOINGS[one_of(args, "do", tuple(DOINGS))](room, seat, args)
