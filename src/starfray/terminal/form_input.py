"""From what a person types to an action: a number, a name, a whole text, or a form filled in blank by blank."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action, parse
from starfray.engine.errors import BadInput, suggest
from starfray.engine.gm import EVERYBODYS
from starfray.engine.scene import apart
from starfray.engine.values import Field, Form, Option
from starfray.fight import Fight
from starfray.terminal.line_input import LineInput
from starfray.terminal.output import Output

BESIDE = 1.5  # metres from somebody one walks up to
BACK = (".", "back", "cancel")
CHOSEN = ("combatant", "item", "choice", "list")  # kinds of blank that are filled by choosing


class FormInput:
    """Reads actions of one combatant. `forms` are all kinds, refused ones too; numbers count the allowed ones."""

    def __init__(self, fight: Fight, view: Any, who: str, forms: list[Form], output: Output, line_input: LineInput) -> None:
        self.fight = fight
        self.view = view
        self.who = who
        self.forms = {form.kind: form for form in forms}
        self.allowed = [form for form in forms if form.refused is None]
        self.output = output
        self.line_input = line_input

    def read(self, text: str) -> Action | None:
        """The action; None if the person stepped back. BadInput if it cannot be read, Refused if the rules forbid it."""
        head, _, rest = text.strip().partition(" ")
        numbered = head.isascii() and head.isdigit()
        kind = self._numbered(int(head)) if numbered else self.kind(head)
        rest = rest.strip()
        form = self.forms.get(kind)
        if form is not None and form.refused is not None:
            raise form.refused
        if not rest and form is not None and (numbered or any(blank.required for blank in form.fields)):
            return self._ask(form)
        return self._parse(kind, rest)

    def _numbered(self, number: int) -> str:
        if not 1 <= number <= len(self.allowed):
            raise BadInput(f"no action has number {number}", expected=f"1 to {len(self.allowed)}")
        return self.allowed[number - 1].kind

    def kind(self, word: str) -> str:
        """A kind by its name or the beginning of its name."""
        kinds = {**self.fight.book.actions, **EVERYBODYS}
        if word in kinds:
            return word
        begun = [kind for kind in kinds if kind.startswith(word.lower())]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise BadInput(f"{word!r} may be {', '.join(begun)}", expected="one of them")
        raise BadInput(f"{word!r} is no action and no command", expected=f"{suggest(word, kinds)} (? helps)")

    def _parse(self, kind: str, rest: str) -> Action:
        """Read the text with the actor in it, or left out: then the actor is whoever is asked."""
        kinds = {**self.fight.book.actions, **EVERYBODYS}
        first = rest.split(" ", 1)[0]
        if first in self.fight.actors or first == self.who:
            try:
                return parse(kinds, f"{kind} {rest}")
            except BadInput:
                pass
        return parse(kinds, f"{kind} {self.who} {rest}")

    # --- blank by blank ----------------------------------------------------------------------------------------

    def _ask(self, form: Form) -> Action | None:
        words = [form.kind, self.who]
        for blank in form.fields:
            value = self._blank(form, blank)
            if value is None:
                return None
            if value:
                escaped = value.replace("\\", "\\\\").replace('"', '\\"')
                words.append(f'{blank.name}="{escaped}"')
        return parse({**self.fight.book.actions, **EVERYBODYS}, " ".join(words))

    def _blank(self, form: Form, blank: Field) -> str | None:
        """What is written into the blank; '' leaves it out, None steps back."""
        only = self._only_value(form, blank)
        if only is not None:
            return only
        if blank.kind in CHOSEN:
            self._show_options(blank)
        while True:
            typed = self.line_input.read(f"  {blank.name} {expected(blank, self.fight.book.unit_sign)}: ")
            if typed in BACK:
                return None
            if not typed:
                if blank.default or not blank.required:
                    return blank.default
                self.output.say(f"  {blank.name} is needed; . steps back", "yellow")
                continue
            value, fault = read_blank(blank, self._toward(blank, typed))
            if not fault:
                return value
            self.output.say(f"  {fault}", "yellow")

    def _only_value(self, form: Form, blank: Field) -> str | None:
        """The value of a blank that leaves no choice; None if there is one."""
        if blank.kind == "number" and blank.low == blank.high:
            return f"{blank.low:g}" if blank.required else blank.default
        if blank.kind not in CHOSEN or len(blank.options) > 1:
            return None
        if not blank.options:
            if blank.required:
                raise BadInput(f"{form.kind}: there is no {blank.name} to choose", expected="another action")
            return ""
        if blank.kind == "list":
            return None
        option = blank.options[0]
        self.output.say(f"  {blank.name}: {option.label} (the only one)", "dim")
        return option.key

    def _toward(self, blank: Field, typed: str) -> str:
        """A place may be named by who or what is there; a walk ends where the metres do, or beside the one named."""
        if blank.kind not in ("point", "path") or "," in typed:
            return typed
        places = {cover.name: (cover.at, 0.0) for cover in self.view.scene.cover if cover.at is not None}
        places |= {combatant.id: (combatant.at, BESIDE) for combatant in self.view.roster.values() if combatant.at is not None}
        name, fault = pick([Option(place) for place in places], typed)
        if fault or blank.centre is None:
            return typed
        spot, short = places[name]
        if blank.kind == "path":
            whole = apart(blank.centre, spot)
            share = max(0.0, min(blank.high, whole - short) - 0.01) / whole if whole else 0.0
            spot = tuple(round(start + share * (end - start), 2) for start, end in zip(blank.centre, spot, strict=True))
        return f"{spot[0]:g},{spot[1]:g}"

    def _show_options(self, blank: Field) -> None:
        for number, option in enumerate(blank.options, 1):
            self.output.wrap(option_words(option), f"  {number:>3} ", "      ")


def option_words(option: Option, asked: str = "") -> str:
    """Label, key, note and rule; the rule of the question itself is not said again."""
    name = option.key if option.label in (option.key, option.key.replace("-", " ")) else f"{option.label} ({option.key})"
    note = f": {option.note}" if option.note else ""
    rule = f"  [{option.rule}]" if option.rule not in ("", asked) else ""
    return name + note + rule


def expected(blank: Field, unit: str = "m") -> str:
    """What may be written, in a few words."""
    words = {
        "number": f"{blank.low:g} to {blank.high:g}",
        "flag": "yes or no",
        "text": "in your words",
        "list": "numbers or names, several",
        "point": "x,y or a name",
        "path": "x,y or x,y>x,y or a name",
    }.get(blank.kind, f"1 to {len(blank.options)} or a name")
    if blank.kind in ("point", "path") and blank.centre is not None:
        words += f", within {blank.high:g} {unit} of {blank.centre[0]:g},{blank.centre[1]:g}"
    if blank.hint:
        words += f"; {blank.hint}"
    if blank.default or not blank.required:
        words += f"; Enter: {blank.default or 'none'}"
    return f"({words})"


def read_blank(blank: Field, typed: str) -> tuple[str, str]:
    """The value for what was typed, and what is wrong with it ('' if nothing)."""
    if blank.kind in ("combatant", "item", "choice"):
        return pick(blank.options, typed)
    if blank.kind == "list":
        keys = []
        for word in typed.replace("+", " ").replace(",", " ").split():
            key, fault = pick(blank.options, word)
            if fault:
                return "", fault
            keys.append(key)
        return "+".join(keys), ""
    if blank.kind == "number":
        try:
            number = float(typed)
        except ValueError:
            return "", f"{typed!r} is not a number"
        fine = blank.low <= number <= blank.high
        return (typed, "") if fine else ("", f"{typed} is not from {blank.low:g} to {blank.high:g}")
    if blank.kind == "flag":
        word = {"y": "yes", "n": "no"}.get(typed.lower(), typed.lower())
        return (word, "") if word in ("yes", "no") else ("", "yes or no")
    if blank.kind in ("point", "path"):
        return typed.replace(" ", "") if ">" in typed or "," in typed else ",".join(typed.split()), ""
    return typed, ""


def pick(options: list[Option], typed: str) -> tuple[str, str]:
    """An option by its number, key, label, or the beginning of either."""
    if typed.isascii() and typed.isdigit() and not any(option.key == typed for option in options):
        number = int(typed)
        fine = 1 <= number <= len(options)
        return (options[number - 1].key, "") if fine else ("", f"{number} is not from 1 to {len(options)}")
    word = typed.lower()
    for option in options:
        if word in (option.key.lower(), option.label.lower()):
            return option.key, ""
    begun = [option for option in options if option.key.lower().startswith(word) or option.label.lower().startswith(word)]
    if len(begun) == 1:
        return begun[0].key, ""
    return "", f"{typed!r} is not one of {', '.join(option.key for option in options)}"
