"""Which version wrote a file, and what changed since then."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ENGINE = "engine"
CHANGES = Path(__file__).with_name("changes.toml")


@dataclass(frozen=True, slots=True)
class Writer:
    """The versions a transcript or a save was written with."""

    engine: str
    book: str
    book_version: str

    def __str__(self) -> str:
        return f"Starfray {self.engine} with {self.book} {self.book_version}"

    def plain(self) -> dict[str, str]:
        return {"engine": self.engine, "rulebook": self.book, "rulebook-version": self.book_version}

    def changes(self) -> list[str]:
        """What changed since, each with the version that brought it."""
        return [*since(ENGINE, self.engine), *since(self.book, self.book_version)]


def writer_of(text: str) -> Writer:
    """From the text of a transcript or a save that could be read: the first line of the one, the fields of the other."""
    if text.lstrip().startswith("{"):
        data = json.loads(text)
        return Writer(data["engine"], data["rulebook"], data["rulebook-version"])
    _, book, engine = text.partition("\n")[0].split(" · ")
    return Writer(engine.split()[1], *book.split())


def since(part: str, version: str) -> list[str]:
    """What changed in the engine or a book after a version; nothing for a version that is not listed, such as a later one."""
    versions = list_of_changes().get(part, {})
    known = list(versions)
    later = known[known.index(version) + 1 :] if version in known else []
    name = "Starfray" if part == ENGINE else part
    return [f"{name} {later_version}: {change}" for later_version in later for change in versions[later_version]]


def plays_as_before(engine: str) -> bool:
    """Do fights go the same way as in that version of the engine? Only if it is listed with no changes since."""
    return engine in list_of_changes()[ENGINE] and not since(ENGINE, engine)


@cache
def list_of_changes() -> dict[str, dict[str, list[str]]]:
    """By engine or book, then by version, oldest first."""
    return tomllib.loads(CHANGES.read_text(encoding="utf-8"))
