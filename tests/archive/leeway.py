"""In what a replay may differ from the record: fields.toml, dropped-events.toml, changes.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

V = TypeVar("V")
HERE = Path(__file__).parent
KINDS = ("renamed", "removed", "added", "spelled-out")  # of rows in fields.toml


@dataclass(slots=True)
class Leeway:
    """What is left out of the comparison for one book, and what it is called now."""

    renamed: list[tuple[str, str]] = field(default_factory=list)  # was, now
    removed: list[str] = field(default_factory=list)
    added: list[str] = field(default_factory=list)
    spelled_out: list[str] = field(default_factory=list)  # no longer left out where empty: only the fingerprint tells
    events: dict[str, str] = field(default_factory=dict)  # rule id → why it is gone
    terms: dict[str, str] = field(default_factory=dict)

    @property
    def names_differ(self) -> bool:
        """Then the fingerprint at the end differs too, and is not looked at."""
        return bool(self.renamed or self.removed or self.added or self.spelled_out)

    def recorded(self, values: dict[str, V]) -> dict[str, V]:
        """What was recorded, without what is no longer there."""
        if not self.removed:
            return values
        return {path: value for path, value in values.items() if not _under_any(path, self.removed)}

    def replayed(self, values: dict[str, V]) -> dict[str, V]:
        """What is there now, under its recorded names."""
        if not self.names_differ:
            return values
        return {self._old_name(path): value for path, value in values.items() if not _under_any(path, self.added)}

    def _old_name(self, path: str) -> str:
        for was, now in self.renamed:
            if under(path, now):
                return rename(path, was, now)
        return path

    def drops(self, line: str) -> bool:
        """Is this line of an event or a term left out on purpose? A term goes with the event it stands in."""
        rule, _, rest = line.partition(" ")
        inside = rest.partition(" in ")[2].partition(" ")[0]
        return (rule in self.terms or inside in self.events) if inside else rule in self.events


def under(path: str, pattern: str) -> bool:
    """Does the path lie at or below one like this?"""
    steps, wanted = path.split("."), pattern.split(".")
    return len(steps) >= len(wanted) and all(want in ("*", step) for step, want in zip(steps, wanted, strict=False))


def _under_any(path: str, patterns: Iterable[str]) -> bool:
    return any(under(path, pattern) for pattern in patterns)


def rename(path: str, was: str, now: str) -> str:
    """A path under its old name; the stars of both patterns stand for the same steps in the same order."""
    steps, wanted = path.split("."), now.split(".")
    starred = iter([step for step, want in zip(steps, wanted, strict=False) if want == "*"])
    return ".".join([*(next(starred) if step == "*" else step for step in was.split(".")), *steps[len(wanted) :]])


@dataclass(slots=True)
class Change:
    """A rule corrected on purpose."""

    book: str
    was: str
    to: str
    reason: str
    transcripts: list[str]


def read_toml(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


@cache
def leeway_for(book: str) -> Leeway:
    names, dropped = read_toml("fields.toml"), read_toml("dropped-events.toml")
    mine = {kind: [row for row in names.get(kind, []) if row["book"] == book] for kind in KINDS}
    return Leeway(
        [(row["was"], row["now"]) for row in mine["renamed"]],
        [row["path"] for row in mine["removed"]],
        [row["path"] for row in mine["added"]],
        [row["path"] for row in mine["spelled-out"]],
        dropped["events"],
        dropped["terms"],
    )


@cache
def changes() -> list[Change]:
    return [
        Change(row["book"], row["from"], row["to"], row["reason"], row["transcripts"])
        for row in read_toml("changes.toml").get("change", [])
    ]


def changed_fights() -> set[str]:
    """The recorded fights that go another way since a rule was corrected."""
    return {name for change in changes() for name in change.transcripts}
