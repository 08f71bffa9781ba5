"""What somebody can do to somebody, and where somebody can go: ready actions, the likeliest first."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action, action_of, to_text
from starfray.engine.errors import Refused
from starfray.engine.forms import Filling
from starfray.engine.kinds import ActionKind
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart, covers_at, known_distance
from starfray.engine.values import Field

HARMFUL = ("attack", "ranged", "melee")  # groups of kinds, the likeliest against a foe first
HELPFUL = ("healing", "help", "defence")


@dataclass(slots=True)
class Offer:
    """One action, filled in and ready; or why not."""

    kind: str
    text: str  # '' if it is refused, or if somebody has to say where or in which words
    cost: str
    rank: int
    refused: Refused | None = None
    suggested: bool = False  # what a policy would do


@dataclass(slots=True)
class Way:
    """Going to a point: the action, what it costs, what is there, and who may react on the way."""

    text: str = ""
    cost: str = ""
    distance: str = ""
    cover: str = ""
    refused: Refused | None = None
    reacts: list[tuple[str, str]] = field(default_factory=list)


def metres(book: Rulebook, far: float | None) -> str:
    """'16 m', '1.5 m'; '' where nobody has said."""
    if far is None:
        return ""
    return f"{round(far)} {book.unit_sign}" if far >= 10 else f"{round(far, 1):g} {book.unit_sign}"


def distance_between(book: Rulebook, state: Any, one: str, other: str) -> str:
    first, second = combatant_of(state, one), combatant_of(state, other)
    if first is None or second is None or first is second:
        return ""
    return metres(book, known_distance(state, first, second))


def offers_on(book: Rulebook, state: Any, who: str, target: str, suggested: Action | None = None) -> list[Offer]:
    """The actions of `who` that fit this target, best first, those refused last. With oneself as target: the actions that
    need none. `suggested` is what a policy would do; it goes first.
    """
    actor, other = combatant_of(state, who), combatant_of(state, target)
    friend = other is not None and actor.side == other.side
    found = []
    for place, kind in enumerate(book.kinds_in(state)):
        if book.refusal(state, actor, kind) or kind.refusal(state, actor, book.content_in_use()):
            continue
        fields = kind.fields(state, actor, book.content_in_use())
        chosen = {} if target == who else aimed(fields, target)
        if chosen is None or (target == who and any(aims(each) for each in fields)):
            continue
        offer = filled(book, state, who, kind, fields, chosen)
        if any(open_to_all(each) for each in fields):
            offer.text = ""
        offer.rank = rank_of(kind, place, friend=friend, alone=target == who)
        if suggested is not None and kind.name == suggested.KIND and offer.refused is None:
            named = [each for each in to_text(suggested).replace("=", " ").split()[2:] if each in state.roster]
            if named == ([target] if target != who else []):
                offer.rank, offer.text, offer.suggested = -1, to_text(suggested), True
        found.append(offer)
    found.sort(key=lambda offer: (offer.refused is not None, offer.rank))
    for rank, offer in enumerate(found, 1):
        offer.rank = rank
    return found


def aims(blank: Field) -> bool:
    return blank.role == "target" and blank.required


def open_to_all(blank: Field) -> bool:
    """Has somebody to say what is meant? A place or words of one's own have no sensible value to begin with."""
    return blank.required and not blank.options and (blank.role == "place" or blank.kind == "text")


def aimed(fields: list[Field], target: str) -> dict[str, str] | None:
    """The field that takes the target, filled in; None if there is none, or the target is not among those it takes."""
    for blank in fields:
        if blank.role == "target" and any(option.key == target for option in blank.options):
            return {blank.name: target}
    return None


def rank_of(kind: ActionKind, place: int, *, friend: bool, alone: bool) -> int:
    """Against a foe what harms goes first, for a friend what helps; else in the order of the book."""
    if alone:
        return place
    first, last = (HELPFUL, HARMFUL) if friend else (HARMFUL, HELPFUL)
    return place + (0 if kind.group in first else 2000 if kind.group in last else 1000)


def filled(book: Rulebook, state: Any, who: str, kind: ActionKind, fields: list[Field], chosen: dict[str, str]) -> Offer:
    """A legal filling with these values, as the form would open."""
    filling = Filling(book, state, who, kind, fields, chosen)
    refused = filling.find()
    cost = kind.cost_now(state, combatant_of(state, who)) if kind.cost_now is not None else kind.cost
    values = filling.values if refused is None else chosen
    text = to_text(action_of(kind.action, who, values)) if refused is None else ""
    return Offer(kind.name, text, kind.cost_words or book.cost_words(cost), 0, refused)


def way_to(book: Rulebook, state: Any, who: str, at: Point) -> Way:
    """How `who` would get to a point."""
    actor = combatant_of(state, who)
    way = Way(cover=", ".join(each.name or each.kind for each in covers_at(state, at) if each.at is not None))
    if actor.at is not None:
        way.distance = metres(book, apart(actor.at, at))
        way.reacts = book.reacts(state, actor, at)
    kinds = {kind.name: kind for kind in book.kinds_in(state)}
    for words in book.walks:
        name, *pairs = words.split()
        kind = kinds.get(name)
        if kind is None:
            continue
        refused = book.refusal(state, actor, kind) or kind.refusal(state, actor, book.content_in_use())
        offer = Offer(name, "", "", 0, refused)
        if refused is None:
            fields = kind.fields(state, actor, book.content_in_use())
            place = next((each for each in fields if each.role == "place"), None)
            if place is None:
                continue
            values = dict(pair.split("=") for pair in pairs)
            offer = filled(book, state, who, kind, fields, {**values, place.name: f"{at[0]:g},{at[1]:g}"})
        if way.refused is None or offer.refused is None:
            way.text, way.cost, way.refused = offer.text, offer.cost, offer.refused
        if offer.refused is None:
            break
    if not way.text and way.refused is None:
        way.refused = Refused("fight.turn", "there is no going anywhere here")
    return way
