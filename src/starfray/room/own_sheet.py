"""The sheet of a combatant in a fight: what its player, its foes' GM and nobody else reads, rolls from and writes on."""

from __future__ import annotations

from typing import Any

from starfray.engine.codec import Plain, snake, to_plain
from starfray.engine.errors import BadInput, Refused
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.room.arguments import Args, one_of, text
from starfray.room.room_fight import RoomFight
from starfray.room.seats import Seat, viewer_of
from starfray.room.state import RoomState
from starfray.words import quoted

MOST_QUEUED = 20


def own_sheet(room: RoomState, seat: Seat, who: str) -> dict[str, Plain]:
    """What stands on the sheet besides the figures of the card: tests to roll, gear, counters, notes."""
    fight = room.fight
    actor = own_combatant(room, seat, who)
    ledger = fight.book.ledger()
    return {
        "who": actor.id,
        "name": str(actor.name or actor.id),
        "tests": [
            {
                "label": each.label,
                "why": each.why,
                "text": each.text,
                "figure": each.figure,
                "p": each.p,
                "open_end": each.open_end,
                "key": each.key,
                "rule": each.rule,
                "summary": ledger.summary(each.rule),
            }
            for each in fight.book.tests(actor, fight.content)
        ],
        "gear": gear_of(fight.book, actor),
        "counters": [{"name": name, "value": value} for name, value in actor.counters.items()],
        "notes": actor.own_notes,
    }


def own_combatant(room: RoomState, seat: Seat, who: str) -> Any:
    """The combatant with what no view holds, notes and counters, if the seat plays it. The GM reads every sheet."""
    fight = room.fight
    found = combatant_of(fight.view(viewer_of(fight.state, seat)), who)
    if found is None:  # whoever is hidden from the seat, too
        raise BadInput(f"nobody is called {who!r}", field="who", expected="somebody you play")
    if seat.kind != "gm" and not plays(seat, found.id):
        raise Refused("fight.turn", f"{who} is not yours to play")
    return combatant_of(fight.state, found.id)


def plays(seat: Seat, who: str) -> bool:
    """A crew member plays a station of a ship, and reads its sheet."""
    return any(each.partition("/")[0] == who for each in seat.plays)


def gear_of(book: Rulebook, actor: Any) -> list[dict[str, Plain]]:
    """Everything that is carried, with what it does."""
    found: list[dict[str, Plain]] = []
    for field in book.items:
        held = getattr(actor, snake(field), None) if "." not in field else None
        for item in held if isinstance(held, list) else [held]:
            row = to_plain(item)
            if isinstance(row, dict) and row:
                name = str(row.get("name") or row.get("key", "")).replace("-", " ")
                fields = {key: value for key, value in row.items() if key not in ("key", "name", "rule", "item")}
                found.append({"field": field, "name": name, "fields": fields})
    return found


def write_sheet(room: RoomState, seat: Seat, args: Args) -> None:
    """Notes and counters of the own sheet. Like every act it is kept and can be undone; while a question is open it waits."""
    what = one_of(args, "do", ("note", "counter"))
    who = own_combatant(room, seat, text(args, "who", most=200)).id
    if what == "note":
        words = f"own-note {who} {quoted(text(args, 'text', '', 4000))}"
    else:
        words = f"counter {who} {quoted(text(args, 'name', most=40))} {quoted(text(args, 'value', '', 8))}"
    fight: RoomFight = room.fight
    if fight.draft is None:
        fight.gm(words)
    elif len(fight.queued) >= MOST_QUEUED:
        raise Refused("fight.pending", "twenty acts wait already")
    else:
        fight.queue(f"gm:{words}", "gm")
