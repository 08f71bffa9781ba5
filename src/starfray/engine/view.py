"""Who may see what. A view is a position of the same type from which everything hidden is gone.

`who` is 'gm', 'all', a side ('side:crew') or a seat ('player:ana'). One projection builds every view, so that what a
player receives never depends on what that player may not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any

from starfray.engine.codec import changes, copied, hints, is_record, refers_to, shallow, snake
from starfray.engine.errors import BadInput, suggest
from starfray.engine.goals import known_goals
from starfray.engine.paths import get, overwrite
from starfray.engine.position import AnyPosition, Combatant, sides
from starfray.engine.values import EVERYONE, GM, Event

ALL_SEEING = (GM, "all")
NOBODY: set[str] = set()
SPECTATOR = "spectator"  # on nobody's side
NO_SIDE = "\x00"  # the side of those who are on none: no side of a fight is called that, not even by a file
OWN = "own:"  # before the ids of combatants: who sees with their eyes alone, because they are on no side


def side_of(state: AnyPosition, who: str) -> str:
    """The side a seat or side name stands for; '' for the all-seeing, no side for spectators and for those without one."""
    if who in ALL_SEEING:
        return ""
    if who == SPECTATOR or who.startswith(OWN):
        return NO_SIDE
    if who.startswith("side:"):
        side = who[5:]
        everyone: list[Combatant] = state.everyone()
        for each in everyone:
            if each.side == side:
                return side or NO_SIDE
        raise BadInput(f"no side {side!r}", expected=suggest(side, sides(state)))
    kind, _, name = who.partition(":")
    if kind == "player":
        for one in state.roster.values():
            if name and (one.seat == name or name in one.stations.values()):
                return str(one.side) or NO_SIDE
        raise BadInput(f"no seat {name!r}", expected=suggest(name, seats(state)))
    raise BadInput(f"{who!r} is nobody", expected="gm, spectator, side:NAME or player:SEAT")


def own_of(state: AnyPosition, who: str) -> set[str]:
    """Those whom a viewer knows all about though they are on no side: the viewer's own combatants."""
    if who.startswith(OWN):
        return set(who[len(OWN) :].split(","))
    kind, _, name = who.partition(":")
    if kind == "player" and name:
        return {one.id for one in state.roster.values() if one.seat == name or name in one.stations.values()}
    return set()


def seats(state: AnyPosition) -> list[str]:
    """Every seat of the fight, in roster order."""
    found: list[str] = []
    for actor in state.roster.values():
        found.extend(seat for seat in (actor.seat, *actor.stations.values()) if seat and seat not in found)
    return found


def project(state: AnyPosition, who: str, printed: Callable[[Any], Any]) -> Any:
    """The position as `who` may know it. `printed` gives what a stranger would take a combatant for; it is only looked at.

    If nothing is hidden this is the position itself; parts that are seen unchanged are not copied.
    """
    if who in ALL_SEEING:
        return state
    keeping = _with_secrets(state)
    if not keeping and not state.notes and not state.waves and not any(goal.secret for goal in state.goals):
        return state
    side = side_of(state, who)
    own = own_of(state, who) if side == NO_SIDE else NOBODY
    gone = {one.id for one in keeping if one.hidden and one.side != side and one.id not in own}
    if gone:
        seen: AnyPosition = _without(state, gone)
    else:
        seen = shallow(state)
        seen.roster = dict(state.roster)
    seen.notes = ""
    seen.waves = ()
    if state.goals:
        seen.goals = known_goals(state.goals, side, seen.roster)
    for each in keeping:
        one: Combatant | None = seen.roster.get(each.id)
        if one is not None:
            known = one.side == side or one.id in own
            seen.roster[one.id] = _without_notes(one) if known else _concealed(one, printed)
    return seen


def has_secrets(state: AnyPosition) -> bool:
    """Is there anything a view leaves out?"""
    told = not state.notes and not state.waves and not any(goal.secret for goal in state.goals)
    return not told or len(_with_secrets(state)) > 0


def _with_secrets(state: AnyPosition) -> list[Combatant]:
    """Those of whom a view may leave something out. Standing orders and the GM's edits count too, so that leaving them out does
    not reveal whether there is more.
    """
    everyone: list[Combatant] = state.everyone()
    return [
        one
        for one in everyone
        if one.hidden
        or one.secret
        or one.notes
        or one.own_notes
        or one.squad
        or one.counters
        or one.orders
        or one.overridden
        or one.gm_modifiers
        or one.assumed
    ]


def _without_notes(actor: Combatant) -> Combatant:
    """The combatant without what the GM or its player has written about it: players read their own sheet, nobody else's.
    With whom it is handled as one is the GM's, too.
    """
    if not actor.notes and not actor.own_notes and not actor.counters and not actor.squad:
        return actor
    seen = shallow(actor)
    seen.notes = seen.own_notes = seen.squad = ""
    seen.counters = {}
    return seen


def _concealed(actor: Combatant, printed: Callable[[Any], Any]) -> Combatant:
    """The combatant with each secret figure replaced by the printed one and marked as assumed."""
    seen = shallow(_without_notes(actor))
    seen.assumed = list(actor.secret)
    seen.orders = {}
    seen.overridden = {}
    seen.gm_modifiers = []
    if not actor.secret:
        return seen
    model = printed(actor)
    for path in actor.secret:
        _conceal(seen, model, steps_of(path))
    return seen


@lru_cache(maxsize=1024)
def steps_of(path: str) -> list[str]:
    """The steps of a path, the first as the name of a field. Only looked at."""
    first, *others = path.split(".")
    return [snake(first), *others]


def _conceal(seen: Combatant, model: Any, steps: list[str]) -> None:
    """One figure as printed. What is changed inside of a field must not be everybody's: it becomes the view's own."""
    name = steps[0]
    if len(steps) == 1:
        setattr(seen, name, copied(getattr(model, name)))
        return
    inside, printed = getattr(seen, name), getattr(model, name)
    if len(steps) == 2 and changes(inside) and type(printed) is type(inside):
        figure = snake(steps[1])
        if figure in hints(type(inside)):
            inside = shallow(inside)
            setattr(inside, figure, copied(getattr(printed, figure)))
            setattr(seen, name, inside)
            return
    setattr(seen, name, copied(inside))
    parts = list(steps)
    while parts and not overwrite(seen, model, parts):
        parts.pop()  # the printed combatant has no such item: then all of its items are the printed ones


#: what everybody knows of a combatant that is not hidden, or what is never shown anyway
KNOWN = (
    "id",
    "side",
    "squad",
    "seat",
    "stations",
    "party",
    "hidden",
    "secret",
    "assumed",
    "out",
    "orders",
    "gm-modifiers",
    "overridden",
    "notes",
    "own-notes",
    "counters",
    "portrait",
)


def check_secret(state: AnyPosition, actor: Combatant, path: str, where: str) -> None:
    """Only a figure that exists can be kept secret."""
    if path.split(".")[0].replace("_", "-") in KNOWN:
        raise BadInput(f"{path!r} cannot be secret", field=where, expected="a figure of the combatant, as hp")
    try:
        get(state, f"{actor.id}.{path}")
    except BadInput as error:
        raise BadInput(f"{path!r} is no figure to keep secret", field=where, expected=error.expected or error.message) from None


def _without(state: AnyPosition, gone: set[str]) -> Any:
    """The position without the hidden, and without a word about them, wherever it may stand."""
    seen = shallow(state)
    for name in hints(type(state)):
        content = getattr(state, name)
        if name != "roster" and refers_to(content, gone):
            setattr(seen, name, _forgetful(content, gone))
    seen.roster = {}
    for who, actor in state.roster.items():
        if who not in gone:  # a combatant who knows of a hidden one is not hidden too
            seen.roster[who] = _forgetful(actor, gone) if refers_to(actor, gone) else actor
    return seen


def _forgetful(content: Any, gone: set[str]) -> Any:
    """A copy from which every mention of hidden combatants is struck out, however deep."""
    if isinstance(content, str):
        return ""
    content = copied(content)
    _forget_inside(content, gone)
    return content


def _forget(record: Any, gone: set[str]) -> None:
    for name in hints(type(record)):
        content = getattr(record, name)
        if isinstance(content, str):
            if content in gone and name != "id":
                setattr(record, name, "")
        else:
            _forget_inside(content, gone)


def _forget_inside(content: Any, gone: set[str]) -> None:
    if isinstance(content, list):
        content[:] = [item for item in content if not _names(item, gone)]
        for item in content:
            _forget_inside(item, gone)
    elif isinstance(content, dict):
        for key in [key for key, item in content.items() if key in gone or _names(item, gone)]:
            del content[key]
        for item in content.values():
            _forget_inside(item, gone)
    elif changes(content):
        _forget(content, gone)


def _names(item: Any, gone: set[str]) -> bool:
    """Is the item the name of a hidden combatant, or a record about one?"""
    if isinstance(item, str):
        return item in gone
    if isinstance(item, tuple):
        return any(_names(part, gone) for part in item)
    return is_record(item) and any(_names(getattr(item, name), gone) for name in hints(type(item)))


def may_see(event: Event, side: str, who: str) -> bool:
    """May this viewer know of the event at all?"""
    if who in ALL_SEEING or event.only == EVERYONE:
        return True
    return event.only != GM and event.only == side


def shown(state: AnyPosition, event: Event, who: str) -> Event | None:
    """The event as this viewer may know it: dropped, or without the tally of a foe whose figures are secret,
    or without words that name somebody hidden from this viewer.
    """
    if who in ALL_SEEING:
        return event
    side = side_of(state, who)
    if not may_see(event, side, who):
        return None
    own = own_of(state, who) if side == NO_SIDE else NOBODY
    if (event.tally is not None or event.faces is not None) and secret_foe(state, event.who, side, own):
        return Event(event.rule, event.who, event.whom, event.number, "", event.only, None, None)
    gone = {one.id for one in state.roster.values() if one.hidden and one.side != side and one.id not in own}
    if event.against is not None:
        both = (event.who, event.against.whom)
        if event.against.whom in gone or any(secret_foe(state, one, side, own) for one in both):
            event = without_totals(event)
    if gone and not gone.isdisjoint(words_of(event)):
        return Event(event.rule, event.who, event.whom, event.number, "", event.only, None, event.faces)
    return event


def secret_foe(state: AnyPosition, who: str, side: str, own: Collection[str]) -> bool:
    """Is this one of another side, and are its figures secret?"""
    actor = state.roster.get(who)
    return actor is not None and actor.side != side and actor.id not in own and bool(actor.secret)


def without_totals(event: Event) -> Event:
    told = Event(event.rule, event.who, event.whom, event.number, event.note, event.only, event.tally, event.faces)
    told.by = event.by
    return told


def words_of(event: Event) -> list[str]:
    """The words of an event's note and of its reasons, ids among them."""
    reasons = event.tally.reasons if event.tally is not None else []
    return re.findall(r"[\w'-]+", " ".join([event.note, *(reason.note for reason in reasons)]))
