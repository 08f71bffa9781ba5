"""What a seat receives. One pure function builds all of it from the room and the seat; nothing else is ever sent.

Everything a player sees starts from the position as that player's side may know it (`Fight.view`), so what is hidden
never gets this far.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import to_text
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.ledger import Ledger
from starfray.engine.position import combatant_of
from starfray.engine.values import GM, Ask, Field, Form, Option
from starfray.engine.view import SPECTATOR
from starfray.room import rows
from starfray.room.gmview import gm_part
from starfray.room.seated import SeatedFight
from starfray.room.seats import ACT, ANY, Seat, holder_of, viewer_of
from starfray.words import counted, note_words, spelled

View = dict[str, Plain]
CHOSEN = ("combatant", "item", "choice")  # blanks one can only fill by choosing


@dataclass(slots=True)
class RoomState:
    """What is true of a room at one moment, as far as anybody may be shown it."""

    id: str
    title: str
    fight: SeatedFight
    seats: dict[str, Seat] = field(default_factory=dict)
    archived: bool = False
    dials: dict[str, dict[str, str]] = field(default_factory=dict)  # combatant → kind of question → dial
    requests: list[dict[str, Plain]] = field(default_factory=list)  # undos that players asked the GM for
    taken_back: dict[str, list[Plain]] = field(default_factory=dict)  # seat → [acts it took back, its count of acts then]
    shared: str = ""  # hash of the code by which anybody may take a free seat or watch; '' while there is none
    house: bool = True  # may people with the server's own code find this room?
    timeout: int = 0  # seconds after which a policy acts for a player; 0: never
    online: set[str] = field(default_factory=set)
    numbers: dict[str, rows.Numbers] = field(default_factory=dict)  # per viewer; a cache


def project(room: RoomState, seat: Seat, common: dict[Any, Any] | None = None) -> View:
    """The view of a seat: the object its page draws.

    `common` holds what seats with the same eyes see alike, while several views of one moment are made. Views may share parts;
    nobody changes them.
    """
    fight = room.fight
    who = viewer_of(fight.state, seat)
    seen = fight.view(who)
    ledger = fight.book.ledger()
    here = [each for each in fight.actors if combatant_of(seen, each) is not None] if not busy(fight, who) else []
    yours = [each for each in here if may_act(room, seat, each)]
    known = fight.book.actors(seen) if here else []  # that somebody may act can be a secret: a trap about to spring
    actors = [each for each in here if each in known or each in yours]
    besides = besides_of(room, seat, seen) if not busy(fight, who) else []
    over = fight.over
    common = {} if common is None else common
    if who not in common:
        common[who] = common_part(room, who, seen, ledger)
    alike = common[who]
    return {
        "room": {
            "id": room.id,
            "title": room.title,
            "timeout": room.timeout,
            "book": fight.book.title,
            "rulebook": fight.book.name,
            "unit": fight.book.unit_sign,
            "status": "archived" if room.archived else "over" if over else "open",
            "outcome": {"winners": over.winners, "reason": over.reason, "rule": over.rule} if over else None,
        },
        "you": {"seat": seat.id, "kind": seat.kind, "name": seat.name, "plays": played(room, seat, seen), "hand": seat.hand},
        "seats": [seat_part(room, each, seen) for each in room.seats.values()],
        "agenda": alike["agenda"],
        "turn": {
            "actors": actors,
            "yours": yours,
            "due": due_part(fight),
            "besides": {each: besides_part(fight, each, seen, common) for each in besides},
            "waiting": waiting_part(fight, seen, who),
            "suggest": {each: act_hint(room, seen, each) for each in yours if dial_of(room, each, ACT) == "suggest"},
        },
        "cards": {
            one: {**each, "dial": dict(room.dials.get(one, {})) if may_act(room, seat, one) else {}}
            for one, each in alike["cards"].items()
        },
        "order": alike["order"],
        "scene": alike["scene"],
        "forms": {each: forms_part(fight, each, who, seen, common) for each in yours},
        "asks": [ask_part(room, name, ask, seen, ledger, who == GM) for name, ask in asks_for(room, seat).items()],
        "draft": draft_part(fight, seen, who),
        "queued": queued_part(fight, seat),
        "log": alike["log"],
        "history": history_part(room, seat, who),
        "gm": gm_part(room) if seat.kind == "gm" else None,
    }


def common_part(room: RoomState, who: str, seen: Any, ledger: Ledger) -> View:
    """What everybody with these eyes sees."""
    return {
        "agenda": [
            {
                "when": each.when,
                "who": each.who,
                "name": called(seen, each.who),
                "what": counted(each.what),
                "status": each.status,
            }
            for each in room.fight.book.agenda(seen)
        ],
        "cards": {one.id: card(room, seen, one, ledger) for one in seen.roster.values()},
        "order": list(seen.roster),
        "scene": scene_part(seen),
        "log": rows.tail(room.fight, seen, who, numbers_of(room, who)),
    }


def busy(fight: SeatedFight, who: str) -> bool:
    """Is an act under way, as far as this viewer may know? What the GM does by themselves is the GM's alone."""
    return fight.draft is not None and (who == GM or not fight.gm_alone)


def numbers_of(room: RoomState, who: str) -> rows.Numbers:
    if who not in room.numbers:
        room.numbers[who] = rows.numbers_for(room.fight, who)
    return room.numbers[who]


def called(seen: Any, who: str) -> str:
    """What people call a combatant, a station of one, or the GM; '' for nobody."""
    one = combatant_of(seen, who)
    if one is None:
        return "GM" if who == GM else ""
    station = who.partition("/")[2]
    name = str(one.name or one.id)
    return f"{name}, {station}" if station else name


def may_act(room: RoomState, seat: Seat, who: str) -> bool:
    if seat.kind == "gm":
        return True
    holder = holder_of(room.seats, who)
    return holder is not None and holder.id == seat.id


def besides_of(room: RoomState, seat: Seat, seen: Any) -> list[str]:
    """Those of the seat's own who could do something small now, although nobody waits for them."""
    if seat.kind not in ("gm", "player"):
        return []
    mine = played(room, seat, seen)
    return [each for each in room.fight.asides if each in mine]


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


def due_part(fight: SeatedFight) -> str:
    """The step that is under way or comes next by itself, in words."""
    if fight.draft is not None:
        return fight.draft.action.KIND.replace("-", " ") if fight.draft.kind == "due" else ""
    due = fight.due
    return due.KIND.replace("-", " ") if due is not None else ""


def actor_seen(fight: SeatedFight, seen: Any) -> bool:
    """May this viewer know who acts in the act under way? Steps and the GM's own acts are nobody's."""
    draft = fight.draft
    if draft is None or draft.kind != "action":
        return True
    return combatant_of(seen, draft.action.actor) is not None


def waiting_part(fight: SeatedFight, seen: Any, who: str) -> list[View]:
    """Whom the table waits for: the GM is told everybody, others only of those they can see."""
    found = []
    for ask in fight.asks:
        visible = ask.who == GM or combatant_of(seen, ask.who) is not None
        if who != GM and (not visible or ask.secret or not actor_seen(fight, seen)):
            continue
        if who != GM and fight.draft is not None and fight.draft.kind == "gm":
            continue  # the GM is busy with something of the GM's own
        rule = ask.rule if who == GM or ask.who != GM else ""
        found.append({"who": ask.who, "name": called(seen, ask.who), "rule": rule, "sealed": ask.sealed})
    return found


def draft_part(fight: SeatedFight, seen: Any, who: str) -> View | None:
    draft = fight.draft
    if draft is None or (who != GM and (draft.kind != "action" or not actor_seen(fight, seen))):
        return None
    told = [event for event in draft.shown if who == GM or not event.only]
    text = to_text(draft.action) if who == GM or names_only_seen(draft.action, seen, fight.state) else draft.action.KIND
    return {"text": text, "by": draft.by, "who": draft.action.actor, "events": len(told)}


def queued_part(fight: SeatedFight, seat: Seat) -> list[View]:
    """Acts that wait for the open question: one's own, counted among themselves; the GM is told everybody's."""
    return [{"text": text, "by": by} for text, by in queued_for(fight, seat)]


def queued_for(fight: SeatedFight, seat: Seat) -> list[tuple[str, str]]:
    return [each for each in fight.queued if seat.kind == "gm" or each[1] == seat.by]


def names_only_seen(action: Any, seen: Any, state: Any) -> bool:
    """Does the text of an action name nobody whom the viewer may not know of?"""
    hidden = [one for one in state.roster if one not in seen.roster]
    words = to_text(action).replace("+", " ").replace("=", " ").replace('"', " ").split()
    return not any(word in hidden for word in words)


def act_hint(room: RoomState, seen: Any, who: str) -> View | None:
    action, why = room.fight.suggested_act(seen, who)
    return {"text": to_text(action), "why": why} if action is not None else None


def history_part(room: RoomState, seat: Seat, who: str) -> View:
    fight = room.fight
    mine = [each for each in room.requests if seat.kind == "gm" or each["seat"] == seat.id]
    if seat.kind == "gm":
        undo, redo = bool(fight.journal.entries or fight.draft), bool(fight.journal.undone) and fight.draft is None
    else:
        undo, redo = seat.kind == "player", may_redo(room, seat, who)
    return {"undo": undo, "redo": redo, "undo_request": mine[0] if mine else None, "entries": numbers_of(room, who).last}


def may_redo(room: RoomState, seat: Seat, who: str) -> bool:
    """Has the player taken something back, and nothing happened since that the player could know of?"""
    acts, count = room.taken_back.get(seat.id, [[], 0])
    numbers = numbers_of(room, who)
    numbers.follow(room.fight.journal.entries)
    return bool(acts) and not busy(room.fight, who) and numbers.last == count


# --- cards and the scene ---------------------------------------------------------------------------------------


def card(room: RoomState, seen: Any, one: Any, ledger: Ledger) -> View:
    holder = holder_of(room.seats, one.id)
    return {
        "id": one.id,
        "name": str(one.name or one.id),
        "side": one.side,
        "seat": holder.id if holder else "",
        "hidden": one.hidden,
        "out": one.out,
        "at": list(one.at) if one.at is not None else None,
        "lines": [
            {
                "label": spelled(seen, each.label, only_numbered=True),
                "value": spelled(seen, each.value),
                "path": each.path,
                "rule": each.rule,
                "summary": ledger.summary(each.rule),
                "assumed": each.assumed or assumed(one, each.path),
                "gm": edited(one, each.path),
            }
            for each in room.fight.book.describe(seen, one)
        ],
        "rings": [{"label": each.label, "metres": each.reach, "rule": each.rule} for each in room.fight.book.rings(seen, one)]
        if one.at is not None
        else [],
    }


def assumed(one: Any, path: str) -> bool:
    field_path = path.partition(".")[2] if path.startswith(f"{one.id}.") else path
    return any(field_path == each or field_path.startswith(f"{each}.") for each in one.assumed) if field_path else False


def edited(one: Any, path: str) -> bool:
    field_path = path.partition(".")[2] if path.startswith(f"{one.id}.") else path
    return field_path in one.overridden


def scene_part(seen: Any) -> View:
    scene = seen.scene
    return {
        "map": list(scene.size) if scene.size is not None else None,
        "cover": [
            {
                "name": each.name,
                "rating": each.rating,
                "kind": each.kind,
                "reach": each.reach,
                "at": list(each.at) if each.at is not None else None,
            }
            for each in scene.cover
        ],
        "zones": [{"name": each.name, "kind": each.kind, "at": list(each.at), "radius": each.radius} for each in scene.zone],
        "relations": [{"kind": each.kind, "between": list(each.between), "value": each.value} for each in scene.relation],
    }


# --- forms and questions ---------------------------------------------------------------------------------------


def forms(fight: SeatedFight, who: str, viewer: str) -> list[Form]:
    """A station of a ship ('corvette/pilot') acts by the book; everybody else is on the roster."""
    return fight.legal(who, viewer) if who in fight.state.roster else fight.book.forms(fight.view(viewer), who)


def forms_part(fight: SeatedFight, who: str, viewer: str, seen: Any, common: dict[Any, Any]) -> list[View]:
    name = ("forms", who, id(seen))  # with nothing hidden, everybody sees the same position
    if name not in common:
        ledger = fight.book.ledger()
        common[name] = [form_part(form, ledger, seen) for form in forms(fight, who, viewer)]
    found: list[View] = common[name]
    return found


def besides_part(fight: SeatedFight, who: str, seen: Any, common: dict[Any, Any]) -> list[View]:
    """What somebody may do out of turn; what is not possible then goes without saying."""
    name = ("besides", who, id(seen))
    if name not in common:
        ledger = fight.book.ledger()
        possible = [form for form in fight.book.forms(seen, who) if form.refused is None and nothing_to_choose(form) is None]
        common[name] = [{**form_part(form, ledger, seen), "hints": []} for form in possible]  # a GM may have a hundred of them
    found: list[View] = common[name]
    return found


def option_part(option: Option, ledger: Ledger, seen: Any) -> View:
    tally = rows.tally_plain(option.tally, ledger, seen) if option.tally is not None else None
    return {
        "key": option.key,
        "label": label_of(option, seen),
        "rule": option.rule,
        "note": spelled(seen, option.note),
        "tally": tally,
        "least": option.least,
        "most": option.most,
        "p": None,
    }


def label_of(option: Option, seen: Any) -> str:
    """What the book calls it; where it has nothing but the key, the key in words."""
    return note_words(seen, option.key) if option.label == option.key.replace("-", " ") else counted(option.label)


def field_part(blank: Field, seen: Any) -> View:
    return {
        "name": blank.name,
        "kind": blank.kind,
        "options": [
            {"key": each.key, "label": label_of(each, seen), "note": spelled(seen, each.note)} for each in blank.options
        ],
        "low": blank.low,
        "high": blank.high,
        "required": blank.required,
        "default": blank.default,
        "centre": list(blank.centre) if blank.centre is not None else None,
        "hint": blank.hint,
    }


def form_part(form: Form, ledger: Ledger, seen: Any) -> View:
    refused = form.refused or nothing_to_choose(form)
    return {
        "kind": form.kind,
        "label": form.kind.replace("-", " "),
        "cost": counted(form.cost),
        "group": form.group,
        "hint": counted(form.hint),
        "refused": {"rule": refused.rule, "reason": spelled(seen, refused.reason), "legal": list(refused.legal)}
        if refused
        else None,
        "rule": form.rule,
        "summary": ledger.summary(form.rule),
        "hints": [{"rule": each, "summary": ledger.summary(each)} for each in form.hints],
        "fields": [field_part(each, seen) for each in form.fields] if not refused else [],  # nobody fills it in
    }


def nothing_to_choose(form: Form) -> Refused | None:
    """A blank that must be filled and cannot be, as far as the seat may know."""
    empty = next((each for each in form.fields if each.required and each.kind in CHOSEN and not each.options), None)
    return Refused(form.rule or "fight.turn", f"no {empty.name.replace('-', ' ')} to choose") if empty is not None else None


def asks_for(room: RoomState, seat: Seat) -> dict[str, Ask]:
    """The open questions a seat may answer, by the names it knows them under: its own; the GM everybody's.

    A player's questions are counted by the player's own answers in this act: what others were asked tells nothing.
    """
    fight = room.fight
    draft = fight.draft
    if draft is None or seat.kind == "gm":
        return {ask.id: ask for ask in fight.asks}
    mine = {ask.id: ask for ask in draft.asks if fight.seat_of(ask.who) == seat.by}
    before = sum(fight.seat_of(each.who) == seat.by for each in draft.tape)
    sealed = [each for each, taped in draft.given.items() if fight.seat_of(taped.who) == seat.by]
    places = sorted({*mine, *sealed}, key=lambda each: tuple(map(int, each.split("."))))
    return {f"{before}.{places.index(each)}": ask for each, ask in mine.items()}


def dial_of(room: RoomState, who: str, kind: str) -> str:
    """ask | suggest | auto for a kind of question (a rule id), or for acting."""
    dials = room.dials.get(who) or room.dials.get(who.partition("/")[0]) or {}
    if kind == ACT:
        return dials.get(ACT, "ask")
    return dials.get(kind, dials.get(ANY, "ask"))


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


def offered(room: RoomState, ask: Ask, seen: Any, sees_all: bool) -> list[Option]:
    return [each for each in ask.options if sees_all or each.key not in room.fight.state.roster or each.key in seen.roster]


def ask_part(room: RoomState, name: str, ask: Ask, seen: Any, ledger: Ledger, sees_all: bool) -> View:
    """A question as its seat may see it. An option that names somebody the seat may not know of is not offered there."""
    suggested, why = ask.suggested, ""
    if ask.kind != "dice" and dial_of(room, ask.who, ask.rule) == "suggest":
        answer, why = room.fight.suggestion(seen, ask)
        suggested = answer or suggested
    return {
        "id": name,
        "kind": ask.kind,
        "rule": ask.rule,
        "summary": ledger.summary(ask.rule),
        "who": ask.who,
        "name": called(seen, ask.who),
        "prompt": spelled(seen, ask.prompt),
        "options": [option_part(each, ledger, seen) for each in offered(room, ask, seen, sees_all)],
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
        "why": why,
        "facts": dict(ask.facts),
        "yours": room.fight.seat_of(ask.who),
    }


__all__ = ["SPECTATOR", "RoomState", "View", "project"]
