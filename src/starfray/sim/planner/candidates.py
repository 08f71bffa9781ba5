"""What somebody could do: actions made from the fields of every kind, legal in this position."""

from __future__ import annotations

from itertools import islice, product
from math import hypot
from typing import Any

from starfray.engine.actions import Action, action_of, to_text, with_word
from starfray.engine.codec import snake
from starfray.engine.errors import BadInput
from starfray.engine.forms import CLOSED, Filling
from starfray.engine.kinds import ActionKind
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, apart
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import Field

MOST = 32  # actions at the first level
PER_KIND = 12
TRIED = 48  # fillings of one kind that the rules are asked about
NEAREST = 3  # foes whose places count
CLOSE = 1.0  # metres or yards: as near as one goes to a foe


def first_level(book: Rulebook, view: Any, who: str) -> list[Action]:
    """One action of each kind in turn, then a second of each, and so on, so that no kind crowds out the others."""
    rows = [of_kind(book, view, who, kind) for kind in book.kinds_in(view) if not kind.narrated]
    found: list[Action] = []
    for place in range(PER_KIND):
        found.extend(row[place] for row in rows if place < len(row))
    return found[:MOST]


def of_kind(book: Rulebook, view: Any, who: str, kind: ActionKind) -> list[Action]:
    """Legal actions of a kind: what must be filled in is, what may be is left to the rule."""
    actor, content = combatant_of(view, who), book.content_in_use()
    if book.refusal(view, actor, kind) is not None or kind.refusal(view, actor, content) is not None:
        return []
    fields = kind.fields(view, actor, content)
    filling = Filling(book, view, who, kind, fields, {})
    if filling.find() is not None:
        return []
    required = [field for field in fields if field.required and field.name in filling.values]
    rows = [dict.fromkeys([filling.values[field.name], *values(view, actor, field)]) for field in required]
    found: dict[str, Action] = {}
    for words in islice(product(*rows), TRIED):
        chosen = {field.name: word for field, word in zip(required, words, strict=True)}
        try:
            action = action_of(kind.action, who, {**filling.values, **chosen})
        except BadInput:
            continue
        if refusal(book, view, action) is None:
            found[to_text(action)] = action
            if len(found) == PER_KIND:
                break
    return list(found.values())


def variations(book: Rulebook, view: Any, action: Action) -> list[Action]:
    """The same action with one field filled in otherwise, as far as that is legal."""
    actor, kind = combatant_of(view, action.actor), book.kind_of(view, action.KIND)
    found: dict[str, Action] = {}
    for field in kind.fields(view, actor, book.content_in_use()):
        for word in [*values(view, actor, field), *([] if field.required or not _set(action, field) else [field.default])]:
            try:
                other = with_word(action, field.name, word)
            except (BadInput, KeyError):
                continue
            if other != action and to_text(other) not in found and refusal(book, view, other) is None:
                found[to_text(other)] = other
    return list(found.values())


def _set(action: Action, field: Field) -> bool:
    return bool(getattr(action, snake(field.name), None)) and bool(field.default)


def values(view: Any, actor: Any, field: Field) -> list[str]:
    """Values worth trying. What the book suggests comes first; nothing for words of one's own."""
    named = [option.key for option in field.options]
    if field.kind in CLOSED:
        return named
    if field.kind == "flag":
        return ["no"] if field.required else ["yes", "no"]
    if field.kind == "number":
        low, high = int(field.low), int(field.high)
        return [*named, *(str(number) for number in dict.fromkeys((low, high, (low + high) // 2)))]
    if field.kind in ("point", "path"):
        return [*named, *places(view, actor, field)]
    return named


def places(view: Any, actor: Any, field: Field) -> list[str]:
    """Where to go: to each cover in reach and to the places of goals; up to, halfway to and away from the nearest foes, and
    round them.
    """
    if field.centre is None:
        return []
    here, reach = field.centre, field.high
    foes = sorted(
        (other.at for other in view.everyone() if other.at is not None and other.side != actor.side and not other.out),
        key=lambda at: apart(here, at),
    )
    found: list[Point] = [each.at for each in view.scene.cover if each.at is not None and apart(here, each.at) <= reach]
    for end in [each for goal in view.goals for each in (goal.at, goal.to) if each is not None]:
        share = min(1.0, reach / max(apart(here, end), CLOSE))
        found.append((here[0] + share * (end[0] - here[0]), here[1] + share * (end[1] - here[1])))
    for foe in foes[:NEAREST]:
        far = apart(here, foe)
        if far == 0:
            continue
        ahead = ((foe[0] - here[0]) / far, (foe[1] - here[1]) / far)
        aside = (-ahead[1], ahead[0])
        near = min(reach, max(0.0, far - CLOSE))
        for along, across in ((near, 0.0), (near / 2, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach)):
            found.append((here[0] + along * ahead[0] + across * aside[0], here[1] + along * ahead[1] + across * aside[1]))
    words = [f"{round(x, 1) + 0.0:g},{round(y, 1) + 0.0:g}" for x, y in found if hypot(x - here[0], y - here[1]) > 0.05]
    return list(dict.fromkeys(words))
