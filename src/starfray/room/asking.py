"""Questions a page asks without changing anything: previews, odds, forms, older rows of the log, the audit."""

from __future__ import annotations

import asyncio

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused
from starfray.engine.position import combatant_of
from starfray.engine.tape import taped
from starfray.engine.values import GM
from starfray.room import gmask, rows
from starfray.room.arguments import one_of, text, whole
from starfray.room.gmview import audit, timeline
from starfray.room.live import Room
from starfray.room.project import RoomState, actor_seen, asks_for, form_part, forms, numbers_of, offered
from starfray.room.seatops import gm_only
from starfray.room.seats import Seat, viewer_of
from starfray.room.think import BUDGET, Question, Thinker

WHATS = ("preview", "odds", "forms", "log", "timeline", "audit", "prospects", "sheet", "places", "takings")


async def ask(room: Room, seat: Seat, args: dict[str, Plain], thinker: Thinker) -> dict[str, Plain]:
    what = one_of(args, "what", WHATS)
    if what == "odds" and "ask" in args:
        return await reckon_answers(room, seat, text(args, "ask", most=40), thinker)
    if what in ("preview", "odds"):
        return await reckon(room, seat, what, text(args, "action"), thinker)
    if what == "prospects":
        return await prospects(room, seat, text(args, "at", "now", 40), thinker)
    async with room.lock:
        room.alive()
        if what == "forms":
            return forms_of(room, seat, text(args, "who", most=200))
        if what == "log":
            about = text(args, "who", "", 200)
            return earlier(room, seat, whole(args, "before", 0), whole(args, "count", rows.PAGE, 1, 500), about)
        gm_only(seat)
        if what == "sheet":
            return gmask.sheet(room.state, text(args, "who", most=200))
        return GM_ASKS[what](room.state)


GM_ASKS = {"audit": audit, "timeline": timeline, "places": gmask.places, "takings": gmask.takings}


async def prospects(room: Room, seat: Seat, at: str, thinker: Thinker) -> dict[str, Plain]:
    """How the fight goes on from a position (now, or another of the GM's places), played out many times by policies."""
    async with room.lock:
        room.alive()
        gm_only(seat)
        fight = room.state.fight
        state = await asyncio.to_thread(gmask.position_at, room.state, at)
    return await thinker.ask(Question("prospects", fight.book.name, state, at, laid=fight.laid))


async def reckon(room: Room, seat: Seat, what: str, action: str, thinker: Thinker) -> dict[str, Plain]:
    """Off the loop, from what the seat may know."""
    async with room.lock:
        room.alive()
        fight = room.state.fight
        if seat.kind not in ("gm", "player"):
            raise Refused("fight.turn", "from this seat one can only watch")
        parsed = fight._parse(action)
        fight._owned(parsed, seat.by)
        seen = fight.view(seat.by)
        up = tuple(each for each in [*fight.actors, *fight.asides] if combatant_of(seen, each) is not None)
        question = Question(what, fight.book.name, seen, action, laid=fight.laid, up=up)
    return await thinker.ask(question)


async def reckon_answers(room: Room, seat: Seat, wanted: str, thinker: Thinker) -> dict[str, Plain]:
    """What each answer to an open question leads to."""
    async with room.lock:
        room.alive()
        question = answers_question(room.state, seat, wanted)
    return await thinker.ask(question)


def answers_question(room: RoomState, seat: Seat, wanted: str) -> Question:
    """Not for sealed questions. A player's odds take in what has fallen in the open, and nothing of those unseen; where
    figures are only assumed, what has fallen need not fit them, and that would tell: there are no odds then.
    """
    fight = room.fight
    found = asks_for(room, seat).get(wanted)
    draft = fight.draft
    if found is None or draft is None:
        raise Refused("fight.pending", "that question is not open for you")
    seen = fight.view(seat.by)
    tape = [each.clone() for each in draft.tape]
    if seat.kind != "gm":
        tape = [each for each in tape if not each.secret and (each.who == GM or combatant_of(seen, each.who) is not None)]
        if any(one.assumed for one in seen.roster.values()) or not actor_seen(fight, seen):
            raise Refused("fight.pending", "figures are hidden: there are no odds for this question")
    if found.kind != "choose" or found.sealed or draft.then is not None:
        raise Refused("fight.pending", "there are no odds for this question")
    answers = [taped(found, "person", answer=each.key) for each in offered(room, found, seen, seat.kind == "gm")]
    return Question(
        "answers",
        fight.book.name,
        seen,
        to_text(draft.action),
        BUDGET // max(1, len(answers)),
        tuple(tape),
        tuple(answers),
        fight.laid,
    )


def forms_of(room: Room, seat: Seat, who: str) -> dict[str, Plain]:
    fight = room.state.fight
    viewer = viewer_of(fight.state, seat)
    seen = fight.view(viewer)
    if combatant_of(seen, who) is None:
        raise BadInput(f"nobody is called {who!r}", field="who", expected="somebody you can see")
    if seat.kind != "gm" and fight.seat_of(who) != seat.by:
        raise Refused("fight.turn", f"{who} is not yours to play")
    ledger = fight.book.ledger()
    return {"who": who, "forms": [form_part(form, ledger, seen) for form in forms(fight, who, viewer)]}


def earlier(room: Room, seat: Seat, before: int, count: int = rows.PAGE, about: str = "") -> dict[str, Plain]:
    fight = room.state.fight
    viewer = viewer_of(fight.state, seat)
    found = rows.tail(fight, fight.view(viewer), viewer, numbers_of(room.state, viewer), count, before, about)
    return {"rows": found, "more": bool(found) and found[0]["n"] > 1 and (not about or len(found) >= count)}
