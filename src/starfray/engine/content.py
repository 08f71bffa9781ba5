"""The data of a book (weapons, talents, archetypes): its own files and the packs laid over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.toml import Source, read_own, read_source

R = TypeVar("R")


class Content:
    """Data by file and key: content.entry("weapons", "knife")."""

    def __init__(self, book: str, tables: dict[str, dict[str, dict[str, Plain]]]) -> None:
        self.book = book
        self.tables = tables
        self.records: dict[str, dict[str, Any]] = {}  # rows read as a book's own records: table → key → record
        self.prints: dict[tuple[str, ...], Any] = {}  # combatants as printed, worked out once: row → combatant

    def has(self, table: str, key: str) -> bool:
        entries = self.tables.get(table)
        return entries is not None and key in entries

    def entry(self, table: str, key: str, where: str = "") -> dict[str, Plain]:
        entries = self.tables.get(table, {})
        if key not in entries:
            raise BadInput(f"{key!r} is not in {table}", field=where, expected=suggest(key, entries))
        return entries[key]

    def record(self, table: str, key: str, read: Callable[[str, dict[str, Plain]], R]) -> R:
        """A row as the book's own record, read once."""
        known = self.records.get(table)
        if known is None:
            known = self.records[table] = {}
        found: R | None = known.get(key)
        if found is None:
            found = known[key] = read(key, self.entry(table, key))
        return found

    def with_pack(self, folder: Path) -> Content:
        """This content with a pack laid over it. The pack's entries replace ours of the same key."""
        pack = read_source(folder / "pack.toml")
        book = pack.data.get("rulebook")
        if book != self.book:
            raise BadInput(
                f"the pack is for {book!r}",
                file=pack.file,
                line=pack.line_of("rulebook"),
                field="rulebook",
                expected=f"{self.book!r}",
            )
        tables = {name: dict(entries) for name, entries in self.tables.items()}
        for path in sorted(folder.glob("*.toml")):
            if path.name == "pack.toml":
                continue
            if path.stem not in tables:
                raise BadInput("an unknown kind of data", file=str(path), expected=suggest(path.stem, tables))
            _lay_over(tables[path.stem], read_source(path), path.stem)
        return Content(self.book, tables)

    def expand(self, table: str, given: Plain, where: str) -> Plain:
        """An item as its whole record: a bare key, or a table with `key` whose other fields replace printed ones."""
        if isinstance(given, list):
            return [self.expand(table, item, f"{where}.{index}") for index, item in enumerate(given)]
        if isinstance(given, str):
            return {"key": given, **self.entry(table, given, where)}
        if isinstance(given, dict) and isinstance(given.get("key"), str):
            return {**self._printed(table, given, where), **given}
        raise BadInput("an item without a key", field=where, expected='a name from the data, or a table with key = "…"')

    def _printed(self, table: str, given: dict[str, Plain], where: str) -> dict[str, Plain]:
        """The row an item with fields of its own is based on; none for an item of one's own. A key that is nearly a printed
        one is taken for a slip of the pen, unless the item has a name of its own.
        """
        entries = self.tables.get(table, {})
        key = given["key"]
        near = slips(key, entries) if key not in entries and "name" not in given else []
        if near:
            raise BadInput(
                f"{key!r} is not in {table}",
                field=f"{where}.key",
                expected=f"did you mean {near[0]!r}? An item of your own has a name",
            )
        return entries.get(key, {})

    def contract(self, table: str, whole: Plain, full: Plain) -> Plain:
        """The shortest form that expands to the same record. `full` is the record with its defaults written out."""
        if isinstance(whole, list):
            return [self.contract(table, item, full_item) for item, full_item in zip(whole, full, strict=True)]
        key = whole.get("key", "")
        printed = self.tables.get(table, {}).get(key)
        if printed is None:
            return whole
        if any(name not in whole and full.get(name) != value for name, value in printed.items()):
            return full
        special = {name: value for name, value in whole.items() if name != "key" and printed.get(name) != value}
        return {"key": key, **special} if special else key


def _lay_over(entries: dict[str, dict[str, Plain]], source: Source, table: str) -> None:
    for key, entry in source.data.items():
        if not isinstance(entry, dict):
            raise BadInput(
                f"{key!r} is not an entry",
                file=source.file,
                line=source.line_of(key),
                field=key,
                expected=f"[{key}] with the fields of a row of {table}",
            )
        base = entry.get("like")
        if base is not None:
            if not isinstance(base, str) or base not in entries:
                raise BadInput(
                    f"like = {base!r}: no such entry",
                    file=source.file,
                    line=source.line_of(f"{key}.like"),
                    field=key,
                    expected=suggest(str(base), entries),
                )
            entry = {**entries[base], **{name: value for name, value in entry.items() if name != "like"}}
        entries[key] = entry


@lru_cache(maxsize=16)
def book_content(book: str, folder: Path) -> Content:
    tables: dict[str, dict[str, dict[str, Plain]]] = {}
    for path in sorted((folder / "data").glob("*.toml")):
        tables[path.stem] = read_own(path)
    return Content(book, tables)


SHORTEST = 4  # letters; anything shorter is near to everything


def slips(key: str, entries: Iterable[str]) -> list[str]:
    """What somebody who wrote this may have meant: two neighbouring letters changed places, or most letters are the same."""
    swapped = {key[:place] + key[place + 1] + key[place] + key[place + 2 :] for place in range(len(key) - 1)}
    meant = [entry for entry in entries if entry in swapped and len(entry) >= SHORTEST]
    return meant or get_close_matches(key, entries, n=1, cutoff=0.85)
