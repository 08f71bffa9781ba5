"""What is expected of whom, and what a tap on the map means."""

from __future__ import annotations

from typing import Any

from starfray.engine.areas import Area
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused
from starfray.engine.goals import progress_of, words_of
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import apart
from starfray.engine.values import GM, Ask
from starfray.engine.view import own_of, side_of
from starfray.language import all_said, said, word
from starfray.offers import distance_between, metres, offers_on, way_to
from starfray.room.seats import Seat, viewer_of
from starfray.room.state import RoomState, View, called, may_act
from starfray.words import key_words, name_of, spelled, topic


def expects_part(room: RoomState, seat: Seat, seen: Any, actors: list[str], asks: list[Ask], waiting: list[View]) -> list[View]:
    """Whose act or answer is awaited, in one sentence each. `asks` are the seat's own questions, `waiting` everybody's."""
    own = {ask.who for ask in asks}
    found = [expected(seen, ask.who, yours=True, text=asked_words(seen, ask)) for ask in asks]
    for other in waiting:
        if other["who"] not in own:
            found.append(expected(seen, other["who"], yours=False, text=word("expect.answer")))
    if found:
        return found
    book = room.fight.book
    for actor in actors:
        text = book.expects(seen, combatant_of(seen, actor))
        found.append(
            {**expected(seen, actor, yours=plays(room, seat, actor), text=said(text) or word("expect.act")), "said": bool(text)}
        )
    due = room.fight.due if not found and room.fight.draft is None else None
    if due is not None:
        begun = bool(room.fight.journal.entries)
        what = word("expect.due", what=key_words(due.KIND)) if begun else word("expect.begin")
        found.append(expected(seen, GM, yours=seat.kind == "gm", text=what))
    return found


def diagram_part(room: RoomState, seen: Any) -> View | None:
    """The book's picture of what the seat may know, with names in place of ids in its words."""
    found = room.fight.book.diagram(seen)
    if found is None:
        return None
    return {part: told(each, seen, part in DIAGRAM_WORDS) for part, each in found.plain().items()}


DIAGRAM_WORDS = frozenset({"label", "note", "words", "gap", "title", "ahead"})


def told(part: Plain, seen: Any, read: bool) -> Plain:
    """A part of a picture, with what is read of it in the reader's language."""
    if isinstance(part, dict):
        return {key: told(each, seen, key in DIAGRAM_WORDS) for key, each in part.items()}
    if isinstance(part, list):
        return [told(each, seen, False) for each in part]
    return spelled(seen, said(part)) if read and isinstance(part, str) else part


def areas_part(room: RoomState, viewer: str, seen: Any) -> list[View]:
    """What is watched, under fire or full of smoke, as the viewer may know; what people mean to do only to their own side."""
    ledger = room.fight.book.ledger()
    side, own = side_of(seen, viewer), own_of(seen, viewer)
    found = []
    for area in room.fight.book.areas(seen):
        owner = combatant_of(seen, area.who) if area.who else None
        if area.plan and viewer != GM and (owner is None or (owner.side != side and owner.id not in own)):
            continue
        found.append({**area_part(seen, area), "summary": ledger.summary(area.rule)})
    return found


def goals_part(book: Rulebook, seen: Any) -> list[View]:
    """The endings the fight declares, and how far each is. One that names somebody unseen is not told."""
    return [
        {
            "side": goal.side,
            "text": said(words_of(goal, lambda who: called(seen, who))),
            "progress": said(progress_of(book, seen, goal, lambda who: called(seen, who))),
            "at": list(goal.at) if goal.at is not None else None,
            "radius": goal.radius,
        }
        for goal in seen.goals
        if all(combatant_of(seen, who) is not None for who in goal.who)
    ]


def area_part(seen: Any, area: Area) -> View:
    return {
        "kind": area.kind,
        "label": said(area.label),
        "who": area.who,
        "name": called(seen, area.who),
        "at": list(area.at),
        "radius": area.radius,
        "toward": list(area.toward) if area.toward is not None else None,
        "width": area.width,
        "rule": area.rule,
    }


def plays(room: RoomState, seat: Seat, actor: str) -> bool:
    """Is it this seat's turn? The GM may act for anybody, but is only waited for where nobody else plays."""
    return may_act(room, seat, actor) and (seat.kind != "gm" or room.fight.seat_of(actor) == GM)


def asked_words(seen: Any, ask: Ask) -> str:
    if ask.kind == "dice" and ask.shape is not None:
        return word("expect.roll", dice=ask.shape.label, what=said(topic(ask.rule)))
    return spelled(seen, said(ask.prompt)) or word("expect.topic", what=said(topic(ask.rule)))


def expected(seen: Any, who: str, *, yours: bool, text: str) -> View:
    return {"who": who, "name": called(seen, who), "yours": yours, "text": text}


# --- taps --------------------------------------------------------------------------------------------------------


def targets_query(room: RoomState, seat: Seat, who: str, target: str) -> dict[str, Plain]:
    """What `who` can do to `target`, best first; to themselves: what needs no target."""
    fight, seen = room.fight, seen_for(room, seat, who)
    if combatant_of(seen, target) is None:
        raise BadInput(f"nobody is called {target!r}", field="target", expected="somebody you can see")
    suggested, _ = fight.suggested_act(seen, who)
    return {
        "who": who,
        "target": target,
        "name": name_of(seen, target),
        "distance": distance_between(fight.book, seen, who, target),
        "actions": [
            {
                "kind": offer.kind,
                "label": key_words(offer.kind),
                "text": offer.text,
                "cost": said(offer.cost),
                "rank": offer.rank,
                "suggested": offer.suggested,
                "refused": refusal_part(seen, offer.refused),
            }
            for offer in offers_on(fight.book, seen, who, target, suggested)
        ],
    }


def ground_query(room: RoomState, seat: Seat, who: str, at: tuple[float, float]) -> dict[str, Plain]:
    """The way to a point: its cost, the cover there, who may react."""
    seen = seen_for(room, seat, who)
    way = way_to(room.fight.book, seen, who, at)
    return {
        "who": who,
        "at": list(at),
        "text": way.text,
        "refused": refusal_part(seen, way.refused),
        "cost": said(way.cost),
        "distance": way.distance,
        "cover": way.cover,
        "reacts": [{"who": other, "name": name_of(seen, other), "text": said(text)} for other, text in way.reacts],
    }


def blast_query(room: RoomState, seat: Seat, text: str) -> dict[str, Plain]:
    """How far the blast of a throw that is not yet made would reach, and who stands there."""
    book, action = room.fight.book, room.fight.parse(text)
    seen = seen_for(room, seat, action.actor)
    area = book.blast(seen, action, book.content_in_use())
    if area is None:
        return {"action": text, "area": None, "inside": []}
    actor = combatant_of(seen, action.actor)
    inside = [each for each in seen.roster.values() if each.at is not None and not each.out and area.holds(each.at)]
    return {
        "action": text,
        "area": area_part(seen, area),
        "inside": [
            {
                "who": each.id,
                "name": name_of(seen, each.id),
                "friend": each.side == actor.side,
                "distance": metres(book, apart(area.at, each.at)),
            }
            for each in sorted(inside, key=lambda each: apart(area.at, each.at))
        ],
    }


def seen_for(room: RoomState, seat: Seat, who: str) -> Any:
    """The position as the seat sees it, if it plays `who`."""
    fight = room.fight
    seen = fight.view(viewer_of(fight.state, seat))
    if combatant_of(seen, who) is None:
        raise BadInput(f"nobody is called {who!r}", field="who", expected="somebody you can see")
    if seat.kind != "gm" and fight.seat_of(who) != seat.by:
        raise Refused("fight.turn", f"{who} is not yours to play")
    return seen


def refusal_part(seen: Any, refused: Refused | None) -> View | None:
    if refused is None:
        return None
    return {"rule": refused.rule, "reason": spelled(seen, said(refused.reason)), "legal": all_said(refused.legal)}
