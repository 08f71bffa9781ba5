"""Drawing concrete actions from forms: what a random policy plays and what the conformance kit tries."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from starfray.engine.actions import Action, parse
from starfray.engine.errors import BadInput, Refused
from starfray.engine.generator import Generator
from starfray.engine.tables.looking import refusal
from starfray.engine.values import Field, Form

if TYPE_CHECKING:
    from starfray.engine.rulebook import Rulebook

TRIES = 24


def sample(book: Rulebook, state: Any, who: str, generator: Generator) -> Action | None:
    """A legal action of `who`, drawn from the forms; None if none was found."""
    forms = [form for form in book.forms(state, who) if form.refused is None]
    for _ in range(TRIES):
        if not forms:
            return None
        form = forms[generator.below(len(forms))]
        action = fill(book, form, who, generator)
        if action is not None and refusal(book, state, action) is None:
            return action
    for form in reversed(forms):  # the modest kinds stand last; they always fit
        action = fill(book, form, who, generator)
        if action is not None and refusal(book, state, action) is None:
            return action
    return None


def fill(book: Rulebook, form: Form, who: str, generator: Generator) -> Action | None:
    """The form with every blank drawn at random; None if a blank has no possible value."""
    words = [form.kind, who]
    for blank in form.fields:
        if not blank.required and generator.below(2):
            continue
        value = _draw(blank, generator)
        if value is None:
            if blank.required:
                return None
            continue
        words.append(f'{blank.name}="{value}"')
    try:
        return parse(book.actions, " ".join(words))
    except (BadInput, Refused):
        return None


def _draw(blank: Field, generator: Generator) -> str | None:
    if blank.kind in ("combatant", "item", "choice"):
        return blank.options[generator.below(len(blank.options))].key if blank.options else None
    if blank.kind == "list":
        chosen = [option.key for option in blank.options if generator.below(2)]
        return "+".join(chosen) if chosen else (blank.options[0].key if blank.options else None)
    if blank.kind == "number":
        return str(int(blank.low) + generator.below(int(blank.high) - int(blank.low) + 1))
    if blank.kind in ("point", "path"):
        return _draw_point(blank, generator)
    if blank.kind == "flag":
        return ("yes", "no")[generator.below(2)]
    return "as the table sees it"


def _draw_point(blank: Field, generator: Generator) -> str | None:
    if blank.centre is None:
        return None
    reach = blank.high * generator.below(1001) / 1000
    angle = 2 * pi * generator.below(360) / 360
    x, y = blank.centre[0] + reach * cos(angle), blank.centre[1] + reach * sin(angle)
    return f"{round(x, 1)},{round(y, 1)}"
