"""A replay beside its record: the first difference, in words."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import starfray
from tests.archive.leeway import Leeway
from tests.archive.positions import Changes, Values
from tests.archive.replaying import Happened, Played, play_again
from tests.archive.storing import Recorded, Shelf, Source


def difference_in(shelf: Shelf, name: str, folder: Path, leeway: Leeway) -> str:
    """Replay a recorded fight: where it first differs from what was recorded, '' if nowhere."""
    lay_out(shelf.source, folder)
    try:
        played = play_again(shelf.text_of(name), folder)
    except starfray.StarfrayError as error:
        return f"it cannot be read: {error}"
    return first_difference(shelf.fights[name], shelf.source.start, played, leeway)


def verdict(called: str, found: str, listed: bool) -> str:
    """What is wrong with a fight that differs in this, given whether changes.toml lists it; '' if nothing is."""
    if found and not listed:
        return f"{called}: {found}"
    return f"{called} is listed in changes.toml but replays as recorded" if listed and not found else ""


def lay_out(source: Source, folder: Path) -> None:
    """The packs of a fight, beside where it is read."""
    for name, text in source.packs.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def first_difference(recorded: Recorded, start: Values, played: Played, leeway: Leeway) -> str:
    found = difference_of_values(start, played.start, leeway)
    if found:
        return f"before the first act: {found}"
    lines = act_lines(recorded)
    for line, was, now in zip(lines, recorded.acts, played.acts, strict=False):
        found = difference_of_acts(was, now, leeway)
        if found:
            return f"{line}: {found}"
    if len(played.acts) < len(recorded.acts):
        return f"{lines[len(played.acts)]}: does not fit any more: {played.problem}"
    if played.problem and not leeway.names_differ:
        return f"at the end: {played.problem}"
    if played.over != recorded.over:
        return f"at the end: {played.over or 'not over'}; recorded: {recorded.over or 'not over'}"
    return ""


def act_lines(recorded: Recorded) -> list[str]:
    """The acts as the transcript writes them, counted from 1, steps that fall due included."""
    acts = [line for line in recorded.transcript[1:-1] if line.strip() and not line.startswith(" ")]
    return [f"entry {number} '{line}'" for number, line in enumerate(acts, 1)]


def difference_of_acts(was: Happened, now: Happened, leeway: Leeway) -> str:
    for kind, recorded, replayed in (("event", was.events, now.events), ("term", was.terms, now.terms)):
        missing = Counter(line for line in recorded if not leeway.drops(line)) - Counter(replayed)
        if missing:
            rule = next(iter(missing)).partition(" ")[0]
            instead = [line for line in replayed if line.startswith(f"{rule} ")]
            return f"the {kind} '{next(iter(missing))}' is missing; of this rule there is: {'; '.join(instead) or 'nothing'}"
    dice = [line for line in was.events if " rolled " in line and not leeway.drops(line)]
    thrown = [line for line in now.events if " rolled " in line and not leeway.drops(line)]
    if dice != thrown:
        return f"the dice are {thrown}; recorded: {dice}"
    return difference_of_values(was.changes, now.changes, leeway)


def difference_of_values(was: Values | Changes, now: Values | Changes, leeway: Leeway) -> str:
    first, second = leeway.recorded(dict(was)), leeway.replayed(dict(now))
    if first == second:
        return ""
    path = next(path for path in [*first, *second] if first.get(path, ...) != second.get(path, ...))
    return f"{path} {_word(second, path)}; recorded: {_word(first, path)}"


def _word(values: Changes, path: str) -> str:
    if path not in values:
        return "stays as it is"
    return "becomes empty" if values[path] is None else f"becomes {values[path]!r}"
