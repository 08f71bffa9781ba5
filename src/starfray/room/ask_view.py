"""The open questions of a seat, as its page shows them."""

from __future__ import annotations

from typing import Any

from starfray.engine.ledger import Ledger
from starfray.engine.values import GM, Ask, Option
from starfray.language import said
from starfray.room import rows
from starfray.room.form_view import choice_part, option_part
from starfray.room.seats import Seat, holder_of
from starfray.room.state import RoomState, View, called, dial_of
from starfray.words import spelled


def asks_for(room: RoomState, seat: Seat) -> dict[str, Ask]:
    """The open questions a seat may answer, by the names it knows them under: its own; the GM everybody's.

    A player's questions are numbered by the player's own answers in this act, so that the numbers give nothing away.
    """
    fight = room.fight
    draft = fight.draft
    if draft is None or seat.kind == "gm":
        return {ask.id: ask for ask in fight.asks}
    own = {ask.id: ask for ask in draft.asks if fight.seat_of(ask.who) == seat.by}
    before = sum(fight.seat_of(taped.who) == seat.by for taped in draft.tape)
    sealed = [ask_id for ask_id, taped in draft.given.items() if fight.seat_of(taped.who) == seat.by]
    places = sorted({*own, *sealed}, key=lambda ask_id: tuple(map(int, ask_id.split("."))))
    return {f"{before}.{places.index(ask_id)}": ask for ask_id, ask in own.items()}


def ask_part(room: RoomState, name: str, ask: Ask, seen: Any, ledger: Ledger, sees_all: bool) -> View:
    """A question as its seat may see it. An option that names somebody the seat may not know of is not offered there."""
    suggested, why = ask.suggested, ""
    if ask.kind != "dice" and dial_of(room, ask.who, ask.rule) == "suggest":
        answer, why = room.fight.suggestion(seen, ask)
        suggested = answer or suggested
    cards = room.fight.book.choices(seen, ask) if ask.kind == "choose" else {}
    return {
        "id": name,
        "kind": ask.kind,
        "rule": ask.rule,
        "summary": ledger.summary(ask.rule),
        "who": ask.who,
        "name": called(seen, ask.who),
        "prompt": spelled(seen, said(ask.prompt)),
        "options": [
            {**option_part(option, ledger, seen), "card": choice_part(cards[option.key], seen) if option.key in cards else None}
            for option in offered(room, ask, seen, sees_all)
        ],
        "barred": [choice_part(each, seen) for each in cards.values() if each.refused],
        "amount": ask.amount,
        "low": ask.low,
        "high": ask.high,
        "dice": ask.shape.label if ask.shape is not None else "",
        "sides": sides_of_dice(ask),
        "centre": list(ask.centre) if ask.centre is not None else None,
        "suggested": suggested,
        "tally": rows.tally_plain(ask.tally, ledger, seen) if ask.tally is not None else None,
        "secret": ask.secret,
        "sealed": ask.sealed,
        "why": said(why),
        "facts": dict(ask.facts),
        "yours": answers_it(room, ask),
    }


def answers_it(room: RoomState, ask: Ask) -> str:
    """The seat whose question it is; the GM's where nobody sits there: who plays alone answers for everybody."""
    seat = holder_of(room.seats, ask.who)
    return seat.by if seat is not None and seat.hash else GM


def offered(room: RoomState, ask: Ask, seen: Any, sees_all: bool) -> list[Option]:
    return [
        option for option in ask.options if sees_all or option.key not in room.fight.state.roster or option.key in seen.roster
    ]


def sides_of_dice(ask: Ask) -> list[int] | None:
    """The dice of a throw in their order, as far as they do not depend on each other."""
    if ask.shape is None:
        return None
    sides: list[int] = []
    die = ask.shape.next_die([])
    while die and len(sides) < 100:
        sides.append(die)
        die = ask.shape.next_die([1] * len(sides))
    other = ask.shape.next_die(sides[:1]) if sides else 0
    return sides if len(sides) < 2 or other == sides[1] else sides[:1]
