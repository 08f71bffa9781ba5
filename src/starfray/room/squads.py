"""Squads at the GM's table: those of a side who bear the same squad's name have one dial, and act one after another by one tap.

Whoever is told to act decides by policy until the own turn is over, questions included. The order holds for those who can act
without anybody else's turn in between; then it is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, suggest
from starfray.room.arguments import Args, text
from starfray.room.seat_commands import gm_only
from starfray.room.seats import Seat, holder_of
from starfray.room.state import RoomState


def squad_of(room: RoomState, side: str, squad: str) -> list[str]:
    """Those of a squad, in roster order."""
    own = [one for one in room.fight.state.roster.values() if one.side == side and one.squad]
    found = [one.id for one in own if one.squad == squad]
    if not found:
        known = list(dict.fromkeys(one.squad for one in own))
        raise BadInput(f"there is no squad {squad!r} on the side {side!r}", field="squad", expected=suggest(squad, known))
    return found


def send_squad(room: RoomState, seat: Seat, args: Args) -> dict[str, Plain] | None:
    """Everybody of a squad whom the GM plays and who can act now does, one after another."""
    gm_only(seat)
    if room.fight.draft is not None:
        raise Refused("fight.pending", "a question is open")
    people = squad_of(room, text(args, "side", most=200), text(args, "squad", most=200))
    own = [who for who in people if holder_of(room.seats, who) is None]
    if not any(who in own for who in room.fight.actors):
        raise Refused("fight.turn", "nobody of them whom the GM plays can act now")
    room.sent = dict.fromkeys(own)
    return None


def is_sent(room: RoomState, who: str) -> bool:
    return who.partition("/")[0] in room.sent


def next_sent(room: RoomState, actors: Sequence[str]) -> str:
    """Who of those told to act comes next; '' if nobody can, and then the order is over."""
    if not room.sent:
        return ""
    clock = room.fight.book.clock(room.fight.state)
    room.sent = {who: since for who, since in room.sent.items() if since is None or (since == clock and is_among(who, actors))}
    found = next((actor for actor in actors if is_sent(room, actor)), "")
    if not found:
        room.sent = {}
    return found


def is_among(who: str, actors: Sequence[str]) -> bool:
    return any(actor.partition("/")[0] == who for actor in actors)


def begun(room: RoomState, who: str) -> None:
    """Somebody acts: whoever was told to is done as soon as this turn is over."""
    name = who.partition("/")[0]
    if name in room.sent and room.sent[name] is None:
        room.sent[name] = room.fight.book.clock(room.fight.state)
