"""Drawing concrete actions from forms: what a random policy plays and what the conformance kit tries."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from starfray.engine.actions import Action, action_of
from starfray.engine.errors import Unset
from starfray.engine.forms import CLOSED, WORDS, Values, form_of
from starfray.engine.generator import Generator
from starfray.engine.kinds import ActionKind
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.dry_run import refusal
from starfray.engine.values import Field, Form

TRIES = 24
POINTS = 6  # points drawn for one field before its first value is taken


def sample(book: Rulebook, state: Any, who: str, generator: Generator) -> Action | None:
    """A legal action of `who`, each kind offered equally likely; None if there is none."""
    kinds = book.kinds_in(state)
    tries = TRIES
    while kinds and tries:
        kind = kinds[generator.below(len(kinds))]
        form = form_of(book, state, who, kind)  # only the forms of kinds that are drawn
        if form.refused is not None:
            kinds.remove(kind)
            continue
        tries -= 1
        action = fill(book, state, form, who, generator)
        if action is not None and refusal(book, state, action) is None:
            return action
    return None


def fill(book: Rulebook, state: Any, form: Form, who: str, generator: Generator) -> Action | None:
    """The form filled in at random, field by field; what was chosen first narrows what comes after."""
    kind = book.kind_of(state, form.kind)
    chosen: Values = {}
    for name in [field.name for field in form.fields]:
        field = field_of(form, name)
        if field is None or (not field.required and generator.below(2)):
            continue  # no longer open, or left to the rule
        word = draw(book, state, who, kind, form, field, chosen, generator)
        if word is None or not legal(book, state, who, kind, form, {**chosen, name: word}):
            form = form_of(book, state, who, kind, chosen)  # what was chosen before has narrowed it
            field = field_of(form, name)
            if field is None:
                continue
            word = draw(book, state, who, kind, form, field, chosen, generator)
            if word is None and field.required:
                return None
            if word is None:
                continue
            narrowed = form_of(book, state, who, kind, {**chosen, name: word})
            if narrowed.refused is not None:
                continue
            form = narrowed
        chosen[name] = word
    return filled(kind, who, form, chosen)


def field_of(form: Form, name: str) -> Field | None:
    return next((field for field in form.fields if field.name == name), None)


def filled(kind: ActionKind, who: str, form: Form, chosen: Values) -> Action:
    """What was chosen, and the values the form opens with for the rest."""
    opened = {field.name: field.default for field in form.fields if field.required or field.default}
    return action_of(kind.action, who, {**opened, **chosen})


def legal(book: Rulebook, state: Any, who: str, kind: ActionKind, form: Form, chosen: Values) -> bool:
    found = refusal(book, state, filled(kind, who, form, chosen))
    return found is None or isinstance(found, Unset)


def draw(
    book: Rulebook, state: Any, who: str, kind: ActionKind, form: Form, field: Field, chosen: Values, generator: Generator
) -> str | None:
    """A value the field offers; a point is drawn until the rule accepts one."""
    if field.kind not in ("point", "path"):
        return _draw(field, generator)
    for _ in range(POINTS):
        word = _draw_point(field, generator)
        if word is not None and legal(book, state, who, kind, form, {**chosen, field.name: word}):
            return word
    return field.default or None


def _draw(field: Field, generator: Generator) -> str | None:
    if field.kind == "list":
        chosen = [option.key for option in field.options if generator.below(2)] or [option.key for option in field.options[:1]]
        return "+".join(chosen[: int(field.high) or None]) if chosen else None
    if field.kind in CLOSED:
        return field.options[generator.below(len(field.options))].key if field.options else None
    if field.kind == "number":
        return str(int(field.low) + generator.below(int(field.high) - int(field.low) + 1))
    if field.kind == "flag":
        return ("yes", "no")[generator.below(2)]
    return WORDS


def _draw_point(field: Field, generator: Generator) -> str | None:
    if field.centre is None:
        return None
    reach = field.high * generator.below(1001) / 1000
    angle = 2 * pi * generator.below(360) / 360
    x, y = field.centre[0] + reach * cos(angle), field.centre[1] + reach * sin(angle)
    return f"{round(x, 1)},{round(y, 1)}"
