"""What happened in the fights of a test, line by line: acts, dice, what was said, what changed, what was refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import starfray
from starfray import Fight, Refused
from starfray.engine.actions import to_text
from starfray.engine.codec import to_plain
from starfray.engine.journal import Entry, Journal
from starfray.engine.runner import Running
from starfray.engine.values import Event, Form, Tally
from starfray.preview import Preview

BOOK = "cx."  # what the book says; the engine's own events are its own tests' business


class Transcript:
    """Listens to every fight while it is entered."""

    def __init__(self) -> None:
        self.told: list[tuple[Entry, Any, Journal] | str] = []
        self.fights: list[Running] = []
        self.patch = pytest.MonkeyPatch()

    def __enter__(self) -> Transcript:
        told, fights = self.told, self.fights
        start, append = Running.__init__, Journal.append

        def started(fight: Running, *args: Any, **kwargs: Any) -> None:
            start(fight, *args, **kwargs)
            fights.append(fight)

        def appended(journal: Journal, entry: Entry) -> None:
            told.append((entry, entry.before, journal))
            append(journal, entry)

        self.patch.setattr(Running, "__init__", started)
        self.patch.setattr(Journal, "append", appended)
        for name in ("play", "step", "gm", "answer", "begin"):
            self.listen(Fight, name)
        self.listen(Fight, "preview", foreseen)
        self.listen(Fight, "refusal", lambda found: [refusal(found) if found is not None else "not refused"])
        self.listen(Fight, "legal", lambda forms: [shown(form) for form in forms if form.refused is None])
        self.listen(Fight, "form", lambda form: [shown(form)])
        self.listen(starfray, "do", lambda done: [f"{key} = {value}" for key, value in sorted(done.result.items())])
        return self

    def __exit__(self, *_: object) -> None:
        self.patch.undo()

    def listen(self, owner: Any, name: str, tell: Callable[[Any], list[str]] | None = None) -> None:
        """Tell what a call gives, and when it is refused by which rule."""
        call, told = getattr(owner, name), self.told

        def heard(*args: Any, **kwargs: Any) -> Any:
            words = " ".join(each for each in args if isinstance(each, str))
            try:
                found = call(*args, **kwargs)
            except Refused as refused:
                told.append(f"> {name} {words}\n  {refusal(refused)}")
                raise
            lines = tell(found) if tell is not None else []
            if lines:
                told.append("\n".join([f"> {name} {words}", *(f"  {line}" for line in lines)]))
            return found

        self.patch.setattr(owner, name, heard)

    def lines(self) -> list[str]:
        after: dict[int, Any] = {id(fight.journal): fight.state for fight in self.fights}
        found: list[list[str]] = []
        for each in reversed(self.told):
            if isinstance(each, str):
                found.append(each.splitlines())
                continue
            entry, before, journal = each
            lines = [f"> {to_text(entry.action)}"]
            lines += [f"  ? {dice.rule} {dice.who} {dice.what}: {dice.answer or dice.faces}" for dice in entry.tape]
            lines += [f"  {said(event)}" for event in entry.events if event.rule.startswith(BOOK)]
            lines += [f"  = {change}" for change in changes(before, after.get(id(journal), before))]
            after[id(journal)] = before
            found.append(lines)
        return [line for lines in reversed(found) for line in lines]


def refusal(refused: Refused) -> str:
    return f"refused by {refused.rule}, instead: {', '.join(refused.legal)}"


def terms(tally: Tally | None) -> str:
    if tally is None:
        return ""
    return f" [{tally.total}" + "".join(f" {each.amount:+g} {each.rule}" for each in tally.reasons) + "]"


def said(event: Event) -> str:
    parts = [event.rule, event.who, event.whom and f"> {event.whom}", str(event.number or ""), event.note, *event.by]
    return " ".join(part for part in parts if part) + terms(event.tally)


def foreseen(seen: Preview) -> list[str]:
    return [refusal(seen.refused) if seen.refused is not None else f"{seen.dice}{terms(seen.tally)}"]


def shown(form: Form) -> str:
    if form.refused is not None:
        return f"{form.kind}: {refusal(form.refused)}"
    fields = (f"{field.name} {' '.join(option.key for option in field.options)}" for field in form.fields)
    return f"{form.kind}: {'; '.join(fields)}"


def changes(before: Any, after: Any) -> list[str]:
    old, new = flat(to_plain(before)), flat(to_plain(after))
    return [f"{path} {new.get(path, '(as ever)')}" for path in sorted({*old, *new}) if old.get(path) != new.get(path)]


def flat(value: Any, path: str = "") -> dict[str, str]:
    """Path → value, of everything in a position."""
    if isinstance(value, dict):
        return {inner: text for key, each in value.items() for inner, text in flat(each, f"{path}.{key}".lstrip(".")).items()}
    if isinstance(value, list) and any(isinstance(each, dict) for each in value):
        return {inner: text for place, each in enumerate(value) for inner, text in flat(each, f"{path}.{place}").items()}
    return {path: str(value)}
