"""What may be chosen at a decision, as a list of slots of fixed length.

Acting takes two decisions: first which kind of action, then how, unless there is only one way. A slot means the same in every
fight of the book and its kind:

- `WAYS` slots for the answers to a question, in the order the question offers them, or for the ways to do what was chosen: the
  values of what it is aimed at (a target, else the first thing that must be filled in) one after the other, with all else as
  the form opens; then, at the first of these that is legal, the values of the other fields, one changed at a time,
- one slot for each kind of action, in the order of the book,
- one slot for whatever else is possible where no kind can be filled in that way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Any

from starfray.engine import trace
from starfray.engine.actions import Action, action_of, to_text
from starfray.engine.answers import first_answer, fitting, write_shares
from starfray.engine.forms import Values, candidates
from starfray.engine.generator import Generator
from starfray.engine.kinds import ActionKind
from starfray.engine.position import combatant_of
from starfray.engine.rulebook import Rulebook
from starfray.engine.sampler import sample
from starfray.engine.tables.dry_run import LegalTable, rule_refusal
from starfray.engine.values import Ask, Field

WAYS = 24
MENDS = 3  # values of another field that are tried where the first is refused

Choices = dict[int, Action | str]  # slot → an action, or the answer to a question


def slots_of(book: Rulebook, state: Any) -> int:
    """How many slots there are in fights of this kind."""
    return WAYS + len(book.kinds_in(state)) + 1


class Texts(Mapping[int, str]):
    """The choices in words, written when somebody reads them."""

    def __init__(self, choices: Choices) -> None:
        self._choices = choices

    def __getitem__(self, slot: int) -> str:
        choice = self._choices[slot]
        return choice if isinstance(choice, str) else to_text(choice)

    def __iter__(self) -> Iterator[int]:
        return iter(self._choices)

    def __len__(self) -> int:
        return len(self._choices)


# --- acting ------------------------------------------------------------------------------------------------------------


def kinds(book: Rulebook, view: Any, who: str) -> dict[int, Form]:
    """The kinds of action that `who` can take now, by their slots; an empty list if there is none."""
    running = trace.suspend()
    found: dict[int, Form] = {}
    actor, content, table = combatant_of(view, who), book.content_in_use(), LegalTable(book, view)
    for place, kind in enumerate(book.kinds_in(view)):
        if book.refusal(view, actor, kind) is None and kind.refusal(view, actor, content) is None:
            form = Form(table, kind, who, kind.fields(view, actor, content))
            if form.open():
                found[WAYS + place] = form
    trace.resume(running)
    return found


def anything(book: Rulebook, view: Any, who: str) -> Action | None:
    """Some legal action, where no kind could be filled in; the same in the same position."""
    return sample(book, view, who, Generator(0))


class Form:
    """The ways to do one kind of action."""

    def __init__(self, table: LegalTable, kind: ActionKind, who: str, fields: list[Field]) -> None:
        self.table, self.kind, self.who, self.fields = table, kind, who, fields
        self.words = {field.name: candidates(field) for field in fields if field.required}
        self.aim = self._aim()
        self.aims = self.words[self.aim.name][:WAYS] if self.aim is not None else [""]
        self.opened: Values = {}
        self.first = -1  # the first aim that is legal
        self.first_action: Action | None = None

    def _aim(self) -> Field | None:
        """What an action is aimed at: a target, else the first thing that must be filled in."""
        needed = [field for field in self.fields if field.required and self.words[field.name]]
        return next((field for field in needed if field.role == "target"), needed[0] if needed else None)

    def open(self) -> bool:
        """Is there a legal way?"""
        for field in self.fields:
            word = field.default or (self.words[field.name] or [""])[0] if field.required else field.default
            if word:
                self.opened[field.name] = word
            elif field.required:
                return False
        for place in range(len(self.aims)):
            action = self._legal(self._aimed(place)) or (self._mended(place) if place == 0 else None)
            if action is not None:
                self.first, self.first_action = place, action
                return True
        return False

    def _aimed(self, place: int) -> Values:
        return {**self.opened, self.aim.name: self.aims[place]} if self.aim is not None else self.opened

    def _legal(self, values: Values) -> Action | None:
        action: Action = action_of(self.kind.action, self.who, values)
        return action if rule_refusal(self.table, self.kind, action) is None else None

    def _mended(self, place: int) -> Action | None:
        """With one other field that must be filled in at another of its values, is it legal?"""
        values = self._aimed(place)
        for field in self.fields:
            if field.required and field is not self.aim:
                for word in self.words[field.name][1 : 1 + MENDS]:
                    action = self._legal({**values, field.name: word})
                    if action is not None:
                        return action
        return None

    def ways(self) -> Choices:
        """Every legal way, as far as the slots hold them."""
        running = trace.suspend()
        assert self.first_action is not None
        found: Choices = {self.first: self.first_action}
        for place in range(self.first + 1, len(self.aims)):
            action = self._legal(self._aimed(place))
            if action is not None:
                found[place] = action
        self._add_changed(found)
        trace.resume(running)
        return found

    def _add_changed(self, found: Choices) -> None:
        """With one field at another value than the form opens with."""
        base, place = self._aimed(self.first), len(self.aims)
        for field in self.fields:
            if field is self.aim:
                continue
            for word in self.words.get(field.name) or candidates(field):
                if place >= WAYS:
                    return
                if word == base.get(field.name, ""):
                    continue
                action = self._legal({**base, field.name: word})
                if action is not None:
                    found[place] = action
                place += 1


# --- answering ---------------------------------------------------------------------------------------------------------


def answers(ask: Ask) -> Choices:
    """The answers to a question, as far as the slots hold them. Options stand in their own order; of a wide range of numbers
    some are offered, the least and the greatest among them; shares all to one, or evenly; points around the centre.
    """
    words = [word for word in dict.fromkeys(answer_words(ask)) if not ask.fault(word)]
    return dict(enumerate(words[:WAYS]))


def answer_words(ask: Ask) -> list[str]:
    if ask.kind == "choose":
        return [option.key for option in ask.options]
    if ask.kind == "number":
        steps = min(WAYS - 1, ask.high - ask.low)
        return [str(ask.low + round(step * (ask.high - ask.low) / max(1, steps))) for step in range(steps + 1)]
    if ask.kind == "allocate":
        return [first_answer(ask), *shares(ask)]
    if ask.kind == "point" and ask.centre is not None:
        x, y = ask.centre
        ring = [(0.99 * ask.high * cos(pi * eighth / 4), 0.99 * ask.high * sin(pi * eighth / 4)) for eighth in range(8)]
        return [first_answer(ask), f"{x:g},{y:g}", *(f"{round(x + dx, 1):g},{round(y + dy, 1):g}" for dx, dy in ring)]
    return [first_answer(ask), ""]


def shares(ask: Ask) -> list[str]:
    """Everything to one of the options, evenly to all, nothing at all."""
    count = len(ask.options)
    alone = [[ask.amount if place == chosen else 0 for place in range(count)] for chosen in range(min(count, WAYS - 3))]
    even = [ask.amount // count + (place < ask.amount % count) for place in range(count)]
    return [write_shares(fitting(given, ask.options), ask.options) for given in (*alone, even, [0] * count)]
