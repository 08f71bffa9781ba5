"""What a seat receives. One pure function builds all of it from the room and the seat; nothing else is ever sent.

Everything a player sees starts from the position as that player's side may know it (`Fight.view`), so what is hidden
never gets this far.
"""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.ledger import Ledger
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Scene
from starfray.engine.values import GM
from starfray.language import said, speaking, spoken
from starfray.room import rows
from starfray.room.acts import acts
from starfray.room.ask_view import ask_part, asks_for
from starfray.room.fog_view import without_unseen
from starfray.room.form_view import besides_part, forms_part
from starfray.room.gm_view import gm_part
from starfray.room.requests import SEAT, UNDO, kind_of, told
from starfray.room.room_fight import RoomFight
from starfray.room.seats import ACT, Seat, holder_of, viewer_of
from starfray.room.stage_view import areas_part, diagram_part, expects_part, goals_part
from starfray.room.state import RoomState, View, busy, called, dial_of, dials_of, may_act, numbers_of
from starfray.room.vitals_view import vitals_part
from starfray.words import key_words, spelled


def project(room: RoomState, seat: Seat, common: dict[Any, Any] | None = None) -> View:
    """The view of a seat: the object its page draws.

    `common` holds what seats that see the same share, while several views of one moment are made. Views may share parts;
    nobody changes them. Its sentences are in the seat's language.
    """
    with speaking(seat.language, room.fight.book.folder):
        return whole_view(room, seat, {} if common is None else common)


def whole_view(room: RoomState, seat: Seat, common: dict[Any, Any]) -> View:
    fight = room.fight
    viewer = viewer_of(fight.state, seat)
    seen = fight.view(viewer)
    ledger = fight.book.ledger()
    name = (viewer, spoken())
    if name not in common:
        common[name] = common_part(room, viewer, seen, common)
    shared = common[name]
    here = [actor for actor in fight.actors if combatant_of(seen, actor) is not None] if not busy(fight, viewer) else []
    yours = [actor for actor in here if may_act(room, seat, actor)]
    return {
        "room": {**room_part(room), "board": room.board if seat.kind != "player" else ""},
        "you": {"seat": seat.id, "kind": seat.kind, "name": seat.name, "plays": played(room, seat, seen), "hand": seat.hand},
        "seats": [seat_part(room, other, seen) for other in room.seats.values()],
        "agenda": shared["agenda"],
        "turn": turn_part(room, seat, seen, here, yours, common),
        "cards": {who: {**card, **own_part(room, seat, who)} for who, card in shared["cards"].items()},
        "order": shared["order"],
        "scene": shared["scene"],
        "goals": shared["goals"],
        "areas": shared["areas"],
        "diagram": shared["diagram"],
        "forms": {actor: forms_part(fight, actor, viewer, seen, common) for actor in yours},
        "asks": [ask_part(room, name, ask, seen, ledger, viewer == GM) for name, ask in asks_for(room, seat).items()],
        "draft": draft_part(fight, seen, viewer),
        "queued": queued_part(fight, seat),
        "log": shared["log"],
        "acts": shared["acts"],
        "history": history_part(room, seat, viewer),
        "gm": gm_part(room) if seat.kind == "gm" else None,
    }


def own_part(room: RoomState, seat: Seat, who: str) -> View:
    """What of a card only those receive who may act for that one: its dial, and with whom it is handled as one."""
    if not may_act(room, seat, who):
        return {"dial": {}, "squad": ""}
    actor = combatant_of(room.fight.state, who)
    return {"dial": dict(dials_of(room, who)), "squad": actor.squad if actor is not None else ""}


def room_part(room: RoomState) -> View:
    book, over = room.fight.book, room.fight.over
    return {
        "id": room.id,
        "title": room.title,
        "timeout": room.timeout,
        "pace": room.pace,
        "reproducible": room.fight.reproducible,
        "dice": room.fight.dice.book.told() if room.fight.dice is not None else None,
        "book": book.title,
        "rulebook": book.name,
        "unit": said(book.unit_sign),
        "status": "archived" if room.archived else "over" if over else "open",
        "outcome": {"winners": over.winners, "reason": said(over.reason), "rule": over.rule} if over else None,
    }


def turn_part(room: RoomState, seat: Seat, seen: Any, here: list[str], yours: list[str], common: dict[Any, Any]) -> View:
    """Who may act: `here` are those the seat can see, `yours` those of them it plays."""
    fight = room.fight
    viewer = viewer_of(fight.state, seat)
    known = fight.book.actors(seen) if here else []  # that somebody may act can be a secret: a trap about to spring
    besides = besides_of(room, seat, seen) if not busy(fight, viewer) else []
    actors = [actor for actor in here if actor in known or actor in yours]
    waiting = waiting_part(fight, seen, viewer)
    own = [ask for ask in asks_for(room, seat).values() if seat.kind != "gm" or fight.seat_of(ask.who) == GM]
    return {
        "actors": actors,
        "yours": yours,
        "expects": expects_part(room, seat, seen, actors, own, waiting) if fight.over is None else [],
        "due": due_part(fight),
        "besides": {aside: besides_part(fight, aside, seen, common) for aside in besides},
        "waiting": waiting,
        "sealed": sealed_part(fight, seen, viewer),
        "suggest": {actor: act_hint(room, seen, actor) for actor in yours if dial_of(room, actor, ACT) == "suggest"},
    }


def common_part(room: RoomState, who: str, seen: Any, common: dict[Any, Any]) -> View:
    """What everybody sees who has the same knowledge."""
    name = ("seen", id(seen), spoken())  # with nothing hidden, several viewers see the very same position
    if name not in common:
        common[name] = seen, seen_part(room, seen)  # the position, too: as long as it is here, its id() is its own
    numbers = numbers_of(room, who)
    return {
        **without_unseen(room, who, {**common[name][1], "areas": areas_part(room, who, seen)}),
        "log": rows.tail(room.fight, seen, who, numbers),
        "acts": acts(room.fight, seen, who, numbers),
    }


def seen_part(room: RoomState, seen: Any) -> View:
    """What depends on nothing but the position as it is seen: not on who looks at it."""
    ledger = room.fight.book.ledger()
    return {
        "agenda": [
            {
                "when": said(moment.when),
                "who": moment.who,
                "name": called(seen, moment.who),
                "what": said(moment.what),
                "status": moment.status,
            }
            for moment in room.fight.book.agenda(seen)
        ],
        "cards": {combatant.id: card(room, seen, combatant, ledger) for combatant in seen.roster.values()},
        "order": list(seen.roster),
        "scene": scene_part(seen, room.fight.book),
        "goals": goals_part(room.fight.book, seen),
        "diagram": diagram_part(room, seen),
    }


def besides_of(room: RoomState, seat: Seat, seen: Any) -> list[str]:
    """Those of the seat's own who could do something small now, although nobody waits for them."""
    if seat.kind not in ("gm", "player"):
        return []
    own = played(room, seat, seen)
    return [aside for aside in room.fight.asides if aside in own]


def played(room: RoomState, seat: Seat, seen: Any) -> list[str]:
    if seat.kind == "gm":
        return [who for who in seen.roster if holder_of(room.seats, who) is None]
    return [who for who in seat.plays if combatant_of(seen, who) is not None]


def seat_part(room: RoomState, seat: Seat, seen: Any) -> View:
    plays = [who for who in seat.plays if combatant_of(seen, who) is not None]
    return {
        "seat": seat.id,
        "kind": seat.kind,
        "name": seat.name,
        "plays": plays,
        "online": seat.id in room.online,
        "taken": bool(seat.hash),
    }


# --- the turn --------------------------------------------------------------------------------------------------


def due_part(fight: RoomFight) -> str:
    """The step that is under way or comes next by itself, in words."""
    if fight.draft is not None:
        return key_words(fight.draft.action.KIND) if fight.draft.kind == "due" else ""
    due = fight.due
    return key_words(due.KIND) if due is not None else ""


def actor_seen(fight: RoomFight, seen: Any) -> bool:
    """May this viewer know who acts in the act under way? Steps and the GM's own acts are nobody's."""
    draft = fight.draft
    if draft is None or draft.kind != "action":
        return True
    return combatant_of(seen, draft.action.actor) is not None


def waiting_part(fight: RoomFight, seen: Any, who: str) -> list[View]:
    """Whom the table waits for: the GM is told everybody, others only of those they can see."""
    found = []
    for ask in fight.asks:
        visible = ask.who == GM or combatant_of(seen, ask.who) is not None
        if who != GM and (not visible or ask.secret or not actor_seen(fight, seen)):
            continue
        if who != GM and fight.draft is not None and fight.draft.kind == "gm":
            continue  # the GM is doing something of their own
        rule = ask.rule if who == GM or ask.who != GM else ""
        found.append({"who": ask.who, "name": called(seen, ask.who), "rule": rule, "sealed": ask.sealed})
    return found


def sealed_part(fight: RoomFight, seen: Any, who: str) -> list[View]:
    """Those who choose under seal now, and who of them has: never what. Told to whoever is told whom the table waits for."""
    draft = fight.draft
    open_asks = [ask for ask in fight.asks if ask.sealed and not ask.secret]
    if draft is None or not open_asks or (who != GM and (draft.kind == "gm" or not actor_seen(fight, seen))):
        return []
    done = {taped.who for taped in draft.given.values()}
    asked = {ask.who for ask in open_asks}
    places = {each: place for place, each in enumerate(fight.state.roster)}
    everyone = sorted({*done, *asked}, key=lambda each: (places.get(each.partition("/")[0], -1), each))
    return [
        {"who": each, "name": called(seen, each), "done": each not in asked}
        for each in everyone
        if each == GM or combatant_of(seen, each) is not None
    ]


def draft_part(fight: RoomFight, seen: Any, who: str) -> View | None:
    draft = fight.draft
    if draft is None or (who != GM and (draft.kind != "action" or not actor_seen(fight, seen))):
        return None
    told = [event for event in draft.shown if who == GM or not event.only]
    text = to_text(draft.action) if who == GM or names_only_seen(draft.action, seen, fight.state) else draft.action.KIND
    return {"text": text, "by": draft.by, "who": draft.action.actor, "events": len(told)}


def queued_part(fight: RoomFight, seat: Seat) -> list[View]:
    """Acts that wait for the open question: one's own, counted among themselves; the GM is told everybody's."""
    return [{"text": text, "by": by} for text, by in queued_for(fight, seat)]


def queued_for(fight: RoomFight, seat: Seat) -> list[tuple[str, str]]:
    return [act for act in fight.queued if seat.kind == "gm" or act[1] == seat.by]


def names_only_seen(action: Any, seen: Any, state: Any) -> bool:
    """Does the text of an action name nobody whom the viewer may not know of?"""
    hidden = [who for who in state.roster if who not in seen.roster]
    words = to_text(action).replace("+", " ").replace("=", " ").replace('"', " ").split()
    return not any(word in hidden for word in words)


def act_hint(room: RoomState, seen: Any, who: str) -> View | None:
    action, why = room.fight.suggested_act(seen, who)
    return {"text": to_text(action), "why": said(why)} if action is not None else None


def history_part(room: RoomState, seat: Seat, who: str) -> View:
    fight = room.fight
    asked = [each for each in room.requests if seat.kind == "gm" or (each["seat"] == seat.id and kind_of(each) != SEAT)]
    undos = [each for each in told(asked) if each["kind"] == UNDO]
    if seat.kind == "gm":
        undo, redo = bool(fight.journal.entries or fight.draft), bool(fight.journal.undone) and fight.draft is None
    else:
        undo, redo = seat.kind == "player", may_redo(room, seat, who)
    return {
        "undo": undo,
        "redo": redo,
        "undo_request": undos[0] if undos else None,
        "requests": told(asked),
        "answered": room.answered.get(seat.id),
        "entries": numbers_of(room, who).last,
    }


def may_redo(room: RoomState, seat: Seat, who: str) -> bool:
    """Has the player taken something back, and nothing happened since that the player could know of?"""
    acts, count = room.taken_back.get(seat.id, [[], 0])
    numbers = numbers_of(room, who)
    numbers.follow(room.fight.journal.entries)
    return bool(acts) and not busy(room.fight, who) and numbers.last == count


# --- cards and the scene ---------------------------------------------------------------------------------------


def card(room: RoomState, seen: Any, actor: Any, ledger: Ledger) -> View:
    holder = holder_of(room.seats, actor.id)
    return {
        "id": actor.id,
        "name": str(actor.name or actor.id),
        "side": actor.side,
        "seat": holder.id if holder else "",
        "portrait": actor.portrait,
        "hidden": actor.hidden,
        "out": actor.out,
        "at": list(actor.at) if actor.at is not None else None,
        "facing": room.fight.book.facing(seen, actor) if actor.at is not None else None,
        **vitals_part(room.fight, seen, actor, ledger),
        "lines": [
            {
                "label": spelled(seen, said(line.label), only_numbered=True),
                "value": spelled(seen, said(line.value)),
                "path": line.path,
                "rule": line.rule,
                "summary": ledger.summary(line.rule),
                "assumed": line.assumed or assumed(actor, line.path),
                "gm": edited(actor, line.path),
                **({"brief": True} if line.brief else {}),
            }
            for line in room.fight.book.describe(seen, actor)
        ],
        "rings": [
            {"label": said(ring.label), "metres": ring.reach, "rule": ring.rule} for ring in room.fight.book.rings(seen, actor)
        ]
        if actor.at is not None
        else [],
    }


def assumed(actor: Any, path: str) -> bool:
    field_path = path.partition(".")[2] if path.startswith(f"{actor.id}.") else path
    return any(field_path == name or field_path.startswith(f"{name}.") for name in actor.assumed) if field_path else False


def edited(actor: Any, path: str) -> bool:
    field_path = path.partition(".")[2] if path.startswith(f"{actor.id}.") else path
    return field_path in actor.overridden


def backdrop_part(scene: Scene) -> View | None:
    under = scene.backdrop
    if under is None:
        return None
    size = under.size or scene.size
    return {
        "picture": under.picture if size is not None else "",
        "at": list(under.at),
        "size": list(size) if size is not None else None,
        "grid": under.grid,
        "cell": under.cell,
        "offset": list(under.offset),
        "covered": "",
    }


def scene_part(seen: Any, book: Rulebook) -> View:
    scene = seen.scene
    return {
        "map": list(scene.size) if scene.size is not None else None,
        "cells": book.cells,
        "fog": None,
        "backdrop": backdrop_part(scene),
        "cover": [
            {
                "name": cover.name,
                "rating": cover.rating,
                "kind": cover.kind,
                "reach": cover.reach,
                "at": list(cover.at) if cover.at is not None else None,
            }
            for cover in scene.cover
        ],
        "zones": [{"name": zone.name, "kind": zone.kind, "at": list(zone.at), "radius": zone.radius} for zone in scene.zone],
        "walls": [
            {"name": wall.name, "kind": wall.kind, "open": wall.open, "points": [list(point) for point in wall.points]}
            for wall in scene.walls
        ],
        "relations": [
            {"kind": relation.kind, "between": list(relation.between), "value": relation.value} for relation in scene.relation
        ],
    }
