"""Who may see what. A view is a position of the same type from which everything hidden is gone.

`who` is 'gm', 'all', a side ('side:crew') or a seat ('player:ana'). One projection builds every view, so that what a
player receives never depends on what that player may not know.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from starfray.engine.codec import clone, copied, hints, is_frozen, shallow, snake
from starfray.engine.errors import BadInput, suggest
from starfray.engine.paths import get, overwrite
from starfray.engine.position import AnyPosition, Combatant, sides
from starfray.engine.values import EVERYONE, GM, Event

ALL_SEEING = (GM, "all")
SPECTATOR = "spectator"  # on nobody's side


def side_of(state: AnyPosition, who: str) -> str:
    """The side a seat or side name stands for; '' for the all-seeing, a side of their own for spectators."""
    if who in ALL_SEEING:
        return ""
    if who == SPECTATOR:
        return SPECTATOR
    kind, _, name = who.partition(":")
    if kind == "side":
        if name in sides(state):
            return name
        raise BadInput(f"no side {name!r}", expected=suggest(name, sides(state)))
    if kind == "player":
        for one in state.roster.values():
            if name and (one.seat == name or name in one.stations.values()):
                return str(one.side)
        raise BadInput(f"no seat {name!r}", expected=suggest(name, seats(state)))
    raise BadInput(f"{who!r} is nobody", expected="gm, spectator, side:NAME or player:SEAT")


def seats(state: AnyPosition) -> list[str]:
    """Every seat of the fight, in roster order."""
    found: list[str] = []
    for one in state.roster.values():
        found.extend(seat for seat in (one.seat, *one.stations.values()) if seat and seat not in found)
    return found


def project(state: AnyPosition, who: str, printed: Callable[[Any], Any]) -> Any:
    """The position as `who` may know it. `printed` gives what a stranger would take a combatant for; it is only looked at.

    With nothing hidden it is the position itself.
    """
    if who in ALL_SEEING or not has_secrets(state):
        return state
    side = side_of(state, who)
    roster: dict[str, Combatant] = state.roster
    gone = [one.id for one in roster.values() if one.hidden and one.side != side]
    if gone:  # words about them may stand anywhere
        seen: AnyPosition = clone(state)
        for one_id in gone:
            del seen.roster[one_id]
        _forget(seen, set(gone))
    else:  # what is seen as it is need not be copied
        seen = shallow(state)
        seen.roster = dict(roster)
    seen.notes = ""
    known: list[Combatant] = list(seen.roster.values())
    for one in known:
        if _keeps_something(one):
            seen.roster[one.id] = _concealed(one, printed) if one.side != side else _without_notes(one)
    return seen


def has_secrets(state: AnyPosition) -> bool:
    """Is there anything a view leaves out? Standing orders and the GM's hand count: leaving them out must not tell of more."""
    if state.notes:
        return True
    roster: dict[str, Combatant] = state.roster
    for one in roster.values():  # asked at every decision: spelled out
        if one.hidden or one.secret or one.notes or one.orders or one.overridden or one.gm_modifiers or one.assumed:
            return True
    return False


def _keeps_something(one: Combatant) -> bool:
    """Has a combatant anything that others may not see?"""
    return bool(one.secret or one.notes or one.orders or one.overridden or one.gm_modifiers or one.assumed)


def _without_notes(one: Combatant) -> Combatant:
    if not one.notes:
        return one
    seen = shallow(one)
    seen.notes = ""
    return seen


def _concealed(one: Combatant, printed: Callable[[Any], Any]) -> Combatant:
    """The combatant with each secret figure replaced by the printed one and marked as assumed."""
    seen = shallow(one)
    seen.notes = ""
    seen.assumed = list(one.secret)
    seen.orders = {}
    seen.overridden = {}
    seen.gm_modifiers = []
    if not one.secret:
        return seen
    model = printed(one)
    for path in one.secret:
        parts = path.split(".")
        if len(parts) > 1:  # what is changed inside of it must not be everybody's
            name = snake(parts[0])
            setattr(seen, name, copied(getattr(seen, name)))
        while parts and not overwrite(seen, model, parts):
            parts.pop()  # the printed combatant has no such item: then all of its items are the printed ones
    return seen


#: what everybody knows of a combatant that is not hidden, or what is never shown anyway
KNOWN = ("id", "side", "seat", "stations", "party", "hidden", "secret", "assumed", "out", "orders", "gm-modifiers",
         "overridden", "notes")


def check_secret(state: AnyPosition, one: Combatant, path: str, where: str) -> None:
    """Only a figure that exists can be kept secret."""
    if path.split(".")[0].replace("_", "-") in KNOWN:
        raise BadInput(f"{path!r} cannot be secret", field=where, expected="a figure of the combatant, as hp")
    try:
        get(state, f"{one.id}.{path}")
    except BadInput as error:
        raise BadInput(f"{path!r} is no figure to keep secret", field=where, expected=error.expected or error.message) from None


def _forget(record: Any, gone: set[str]) -> None:
    """Strike every mention of hidden combatants out of a record, however deep."""
    for name in hints(type(record)):
        content = getattr(record, name)
        if name == "roster":  # a combatant who knows of a hidden one is not hidden too
            for one in content.values():
                _forget(one, gone)
        elif isinstance(content, str):
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
    elif dataclasses.is_dataclass(content) and not isinstance(content, type) and not is_frozen(type(content)):
        _forget(content, gone)


def _names(item: Any, gone: set[str]) -> bool:
    """Is the item a hidden combatant's name, or a record about one?"""
    if isinstance(item, str):
        return item in gone
    if isinstance(item, tuple):
        return any(_names(part, gone) for part in item)
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        return any(_names(getattr(item, name), gone) for name in hints(type(item)))
    return False


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
    actor = state.roster.get(event.who)
    if (event.tally is not None or event.faces is not None) and actor is not None and actor.side != side and actor.secret:
        return Event(event.rule, event.who, event.whom, event.number, "", event.only, None, None)
    gone = {one.id for one in state.roster.values() if one.hidden and one.side != side}
    if gone and not gone.isdisjoint(words_of(event)):
        return Event(event.rule, event.who, event.whom, event.number, "", event.only, None, event.faces)
    return event


def words_of(event: Event) -> list[str]:
    """The words of an event's note and of its reasons, ids among them."""
    reasons = event.tally.reasons if event.tally is not None else []
    return re.findall(r"[\w'-]+", " ".join([event.note, *(reason.note for reason in reasons)]))
