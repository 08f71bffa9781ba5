"""Questions a page asks without changing anything: previews, odds, forms, older rows of the log, the audit."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused
from starfray.engine.position import combatant_of
from starfray.engine.tape import taped
from starfray.engine.values import GM
from starfray.room import gm_queries, rows
from starfray.room.arguments import flag, one_of, point, text, whole
from starfray.room.ask_view import asks_for, offered
from starfray.room.form_view import form_part, forms
from starfray.room.gm_view import audit, timeline
from starfray.room.live import Room
from starfray.room.odds_workers import BUDGET, OddsWorkers, Question
from starfray.room.own_sheet import own_sheet
from starfray.room.project import actor_seen
from starfray.room.review import review_query
from starfray.room.room_fight import RoomFight
from starfray.room.seat_commands import gm_only
from starfray.room.seats import Seat, viewer_of
from starfray.room.stage_view import blast_query, ground_query, targets_query
from starfray.room.state import RoomState, numbers_of
from starfray.room.webhooks import listed

QUERIES = (
    "preview",
    "odds",
    "forms",
    "log",
    "timeline",
    "audit",
    "prospects",
    "sheet",
    "own",
    "places",
    "takings",
    "targets",
    "ground",
    "options",
    "blast",
    "outlook",
    "board",
    "review",
    "webhooks",
)


MOST_RANKED = 12  # actions whose chance is looked at when somebody is tapped
#: what a page asks about a form: parts of the body, options that might be better, or both
TRIED = {"all": ("body", "option"), "places": ("body",), "better": ("option",)}


async def ask(room: Room, seat: Seat, args: dict[str, Plain], odds_workers: OddsWorkers) -> dict[str, Plain]:
    what = one_of(args, "what", QUERIES)
    if what == "odds" and "ask" in args:
        return await answer_odds_query(room, seat, text(args, "ask", most=40), odds_workers)
    if what in ("preview", "odds"):
        return await odds_query(room, seat, what, text(args, "action"), odds_workers)
    if what == "options":
        only = one_of(args, "only", tuple(TRIED), "all")
        start = whole(args, "start", 0, 0, 1000)
        return await odds_query(room, seat, what, text(args, "action"), odds_workers, TRIED[only], start)
    if what in ("prospects", "outlook"):
        action = text(args, "action", "") if what == "outlook" else ""
        return await prospects(room, seat, what, text(args, "at", "now", 40), odds_workers, action)
    if what == "review":
        return await review_query(room, seat, whole(args, "have", 0, 0, 1_000_000), odds_workers)
    if what == "targets":
        found = await targets(room, seat, text(args, "who", most=200), text(args, "target", most=200))
        return await ranked(room, seat, found, odds_workers) if flag(args, "chances") else found
    if what == "webhooks":
        return await asyncio.to_thread(room.store.look, partial(listed, room=room.state, seat=seat))
    async with room.lock:
        room.check_alive()
        if what == "forms":
            return await room.work(forms_query, room, seat, text(args, "who", most=200))
        if what == "own":
            return await room.work(own_sheet, room.state, seat, text(args, "who", most=200))
        if what == "ground":
            return await room.work(ground_query, room.state, seat, text(args, "who", most=200), point(args, "at"))
        if what == "board":
            return board_query(room.state, seat)
        if what == "blast":
            return await room.work(blast_query, room.state, seat, text(args, "action"))
        if what == "log":
            about = text(args, "who", "", 200)
            before, count = whole(args, "before", 0), whole(args, "count", rows.PAGE, 1, 500)
            return await room.work(log_query, room, seat, before, count, about)
        gm_only(seat)
        if what == "sheet":
            return await room.work(gm_queries.sheet, room.state, text(args, "who", most=200))
        return await room.work(GM_QUERIES[what], room.state)


GM_QUERIES = {"audit": audit, "timeline": timeline, "places": gm_queries.places, "takings": gm_queries.takings}


async def prospects(room: Room, seat: Seat, what: str, at: str, odds_workers: OddsWorkers, action: str) -> dict[str, Plain]:
    """How the fight goes on from a position (now, or another of the GM's places), played out many times by policies; an
    outlook is the same in short, also after an action that has not been played.
    """
    async with room.lock:
        room.check_alive()
        gm_only(seat)
        fight = room.state.fight
        state = await room.work(gm_queries.position_at, room.state, at, far=True)
    named = at if what == "prospects" else action
    found = await odds_workers.ask(
        Question(what, fight.book.name, state, named, pack_set=fight.pack_set, room=room.id, seat=seat.id)
    )
    return found if what == "prospects" else {"at": at, **found}


async def targets(room: Room, seat: Seat, who: str, target: str) -> dict[str, Plain]:
    async with room.lock:
        room.check_alive()
        return await room.work(targets_query, room.state, seat, who, target)


async def ranked(room: Room, seat: Seat, found: dict[str, Plain], odds_workers: OddsWorkers) -> dict[str, Plain]:
    """The same actions, each with a quick look at its chance, the likeliest to get through first."""
    texts = [offer["text"] for offer in found["actions"] if offer["refused"] is None and offer["text"]][:MOST_RANKED]
    looks: dict[str, Plain] = {}
    if texts and found["who"] != found["target"]:
        async with room.lock:
            room.check_alive()
            question = await room.work(ranks_question, room.state.fight, seat, texts)
        answer = await odds_workers.ask(replace(question, room=room.id, seat=seat.id))
        looks = answer.get("looks", {})
    return with_looks(found, looks)


def ranks_question(fight: RoomFight, seat: Seat, texts: list[str]) -> Question:
    """All of them are acts of one actor, whom the seat plays."""
    return replace(act_question(fight, seat, "ranks", texts[0]), action="\n".join(texts))


def with_looks(found: dict[str, Plain], looks: dict[str, Plain]) -> dict[str, Plain]:
    """Actions that may get through go first, the likeliest of them at the top; the others keep their order."""
    actions = [{**offer, "chance": looks.get(offer["text"])} for offer in found["actions"]]
    actions.sort(key=lambda offer: (offer["refused"] is not None, -offer["chance"]["p"] if offer["chance"] else 0.0))
    for rank, offer in enumerate(actions, 1):
        offer["rank"] = rank
    return {**found, "actions": actions}


async def odds_query(
    room: Room, seat: Seat, what: str, action: str, odds_workers: OddsWorkers, wanted: tuple[str, ...] = (), start: int = 0
) -> dict[str, Plain]:
    """Off the loop, from what the seat may know."""
    async with room.lock:
        room.check_alive()
        fight = room.state.fight
        if seat.kind not in ("gm", "player"):
            raise Refused("fight.turn", "from this seat one can only watch")
        question = await room.work(act_question, fight, seat, what, action)
    return await odds_workers.ask(replace(question, room=room.id, seat=seat.id, wanted=wanted, start=start))


def act_question(fight: RoomFight, seat: Seat, what: str, action: str) -> Question:
    parsed = fight.parse(action)
    fight.check_owner(parsed, seat.by)
    seen = fight.view(seat.by)
    up = tuple(actor for actor in [*fight.actors, *fight.asides] if combatant_of(seen, actor) is not None)
    return Question(what, fight.book.name, seen, action, pack_set=fight.pack_set, up=up)


async def answer_odds_query(room: Room, seat: Seat, wanted: str, odds_workers: OddsWorkers) -> dict[str, Plain]:
    """What each answer to an open question leads to."""
    async with room.lock:
        room.check_alive()
        question = await room.work(answers_question, room.state, seat, wanted)
    return await odds_workers.ask(replace(question, room=room.id, seat=seat.id))


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
    tape = [entry.clone() for entry in draft.tape]
    if seat.kind != "gm":
        tape = [entry for entry in tape if not entry.secret and (entry.who == GM or combatant_of(seen, entry.who) is not None)]
        if any(combatant.assumed for combatant in seen.roster.values()) or not actor_seen(fight, seen):
            raise Refused("fight.pending", "figures are hidden: there are no odds for this question")
    if found.kind != "choose" or found.sealed or draft.then is not None:
        raise Refused("fight.pending", "there are no odds for this question")
    answers = [taped(found, "person", answer=option.key) for option in offered(room, found, seen, seat.kind == "gm")]
    return Question(
        "answers",
        fight.book.name,
        seen,
        to_text(draft.action),
        BUDGET // max(1, len(answers)),
        tuple(tape),
        tuple(answers),
        fight.pack_set,
    )


def board_query(room: RoomState, seat: Seat) -> dict[str, Plain]:
    """The code that shared screens show, if the GM lets them; its link and picture are added where the address is known."""
    if seat.kind == "player" or not room.board:
        raise Refused("fight.turn", "there is no code to show here")
    return {"code": room.board}


def forms_query(room: Room, seat: Seat, who: str) -> dict[str, Plain]:
    fight = room.state.fight
    viewer = viewer_of(fight.state, seat)
    seen = fight.view(viewer)
    if combatant_of(seen, who) is None:
        raise BadInput(f"nobody is called {who!r}", field="who", expected="somebody you can see")
    if seat.kind != "gm" and fight.seat_of(who) != seat.by:
        raise Refused("fight.turn", f"{who} is not yours to play")
    ledger = fight.book.ledger()
    return {"who": who, "forms": [form_part(form, ledger, seen, fight.book, who) for form in forms(fight, who, viewer)]}


def log_query(room: Room, seat: Seat, before: int, count: int = rows.PAGE, about: str = "") -> dict[str, Plain]:
    fight = room.state.fight
    viewer = viewer_of(fight.state, seat)
    found = rows.tail(fight, fight.view(viewer), viewer, numbers_of(room.state, viewer), count, before, about)
    return {"rows": found, "more": bool(found) and found[0]["n"] > 1 and (not about or len(found) >= count)}
