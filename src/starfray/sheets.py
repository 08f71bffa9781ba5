"""Sheets of other programs: find the book that reads one, try it out, put it into a party, bring it up to date later.

A second import of the same character takes what changed on the sheet and keeps what was changed in the party file since
the first: wounds after a fight, a figure the GM corrected. The party file keeps what was read last to tell the two apart.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from starfray.engine.codec import Plain, hints, show, snake
from starfray.engine.errors import BadInput
from starfray.engine.imports import LONGEST_ID, Imported
from starfray.engine.rulebook import Rulebook
from starfray.engine.toml import Source, read_source
from starfray.fight import Fight
from starfray.file_format import write_file
from starfray.files import loads, party_members, write_party
from starfray.importers import MAX_BYTES, ending_of, find_reader, open_file, unknown
from starfray.rulebooks import find, names

__all__ = ["MAX_BYTES", "Change", "Sheets", "brought_in", "import_sheet", "import_sheets", "into_party", "own_id", "try_out"]

NOTHING = "nothing"


@dataclass(slots=True)
class Sheets:
    """The characters of one file: those that were taken, each with its book, and why the others were not."""

    taken: list[tuple[Rulebook, Imported]] = field(default_factory=list)
    refused: list[BadInput] = field(default_factory=list)


@dataclass(slots=True)
class Change:
    """One figure in which a new import differs: taken over from the sheet, or kept as it was changed here."""

    path: str
    before: Plain
    after: Plain
    kept: bool = False

    def words(self) -> str:
        if self.kept:
            return f"{self.path}: {show(self.before)} was changed here and stays; the sheet says {show(self.after)}"
        return f"{self.path}: {show(self.before)} → {show(self.after)}"


def import_sheets(data: bytes, file: str) -> Sheets:
    """Read all characters of a file and build each combatant once, so that errors in them show up now."""
    found = Sheets()
    book, read = read_file(data, file)
    for each in read:
        try:
            if isinstance(each, BadInput):
                raise each
            each.row = {**each.row, "id": fitting_id(book, str(each.row["id"]))}
            try_out(book, each.row)
            found.taken.append((book, each))
        except BadInput as error:
            if isinstance(each, Imported) and len(read) > 1:
                error.message = f"{each.row['name']}: {error.message}"
            found.refused.append(error.located(file, 0))
    return found


def read_file(data: bytes, file: str) -> tuple[Rulebook, list[Imported | BadInput]]:
    """By whoever knows the content; else by whoever claims the ending."""
    claimed = next((book for name in names() for book in [find(name)] if ending_of(file) in book.imports), None)
    try:
        opened = open_file(data, file)
        known = find_reader(opened)
        if known is not None:
            return known[0], known[1].read(opened)
        if claimed is None:
            raise unknown(opened)
    except BadInput as error:
        if claimed is None or len(data) > MAX_BYTES:
            raise error.located(file, 0) from None
    except RecursionError:
        raise BadInput("it is nested too deep to read", file=file, expected="something simpler") from None
    return claimed, [claimed.imports[ending_of(file)](data, file)]


def import_sheet(data: bytes, file: str) -> tuple[Rulebook, Imported]:
    """The first character of a file; if there is none, why."""
    found = import_sheets(data, file)
    if not found.taken:
        raise found.refused[0]
    return found.taken[0]


def fitting_id(book: Rulebook, wanted: str) -> str:
    """An id that fight files accept: short enough, and no word that paths use for something else."""
    short = wanted[:LONGEST_ID].strip("-") or "somebody"
    if short in ("gm", "all") or snake(short) in hints(book.state):
        return f"{short[: LONGEST_ID - 2]}-1"
    return short


def try_out(book: Rulebook, row: dict[str, Plain]) -> Fight:
    """Start a fight with this combatant alone, so that the book checks the sheet."""
    try:
        return loads(write_file({"rulebook": book.name, "combatant": [{**row, "side": "imported"}]}))
    except BadInput as error:
        raise BadInput(error.message, field=error.field.removeprefix("combatant.0."), expected=error.expected) from None


# --- into a party ----------------------------------------------------------------------------------------------


def into_party(path: Path, sheets: Iterable[tuple[Rulebook, Imported]]) -> list[list[Change]]:
    """Add characters to a party file, or bring them up to date there; what was changed there is kept. Written once."""
    sheets = list(sheets)
    source = read_source(path) if path.exists() else Source(f'rulebook = "{sheets[0][0].name}"', str(path))
    try:
        for book, _ in sheets:
            if source.data.get("rulebook", book.name) != book.name:
                raise BadInput(f"a party of {show(source.data['rulebook'])}", field="rulebook", expected=repr(book.name))
        members = {member["id"]: member for member in party_members(source.data)}
    except BadInput as error:
        raise source.locate(error) from None
    kept = dict(source.data.get("imported", {}))
    changes = []
    for book, imported in sheets:
        changes.append(bring_in(book, members, kept, imported))
        kept[imported.row["id"]] = imported.kept()
    write_party(path, {**source.data, "imported": kept}, list(members.values()))
    return changes


def brought_in(
    book: Rulebook, members: list[dict[str, Plain]], last: dict[str, Plain], imported: Imported
) -> tuple[list[dict[str, Plain]], list[Change]]:
    """The members with the character among them. `last` holds what was read of each the last time."""
    found = {member["id"]: member for member in members}
    changes = bring_in(book, found, last, imported)
    return list(found.values()), changes


def bring_in(book: Rulebook, members: dict[str, Plain], last: dict[str, Plain], imported: Imported) -> list[Change]:
    """Put the character among the members, by ids, and tell what that changes."""
    who = own_id(imported, members, last)
    imported.row = {**imported.row, "id": who}
    if who not in members:
        members[who] = imported.row
        return []
    changes: list[Change] = []
    base = {key: value for key, value in last.get(who, imported.row).items() if key != "origin"}
    merged = merged_rows(base, members[who], imported.row, "", changes)
    try_out(book, {key: value for key, value in merged.items() if key != "complete"})
    members[who] = merged
    return changes


def own_id(imported: Imported, taken: Container[str], last: dict[str, Plain]) -> str:
    """The id this sheet had before; one of its own if somebody else of that name is there already."""
    first = who = str(imported.row["id"])
    number = 1
    while who in taken:
        known = last.get(who, {})
        if not imported.origin or not known.get("origin") or known["origin"] == imported.origin:
            return who
        number += 1
        mark = f"-{number}"
        who = first[: LONGEST_ID - len(mark)].rstrip("-") + mark
    return who


def merged_rows(
    base: dict[str, Plain], edited: dict[str, Plain], sheet: dict[str, Plain], where: str, changes: list[Change]
) -> dict[str, Plain]:
    """Field by field: what the sheet changed since the last import is taken unless it was changed here too."""
    merged = dict(edited)
    for name in dict.fromkeys([*base, *sheet]):
        path = f"{where}.{name}" if where else name
        was, here, now = (row.get(name, NOTHING) for row in (base, edited, sheet))
        if now in (was, here):
            continue
        if all(isinstance(value, dict) or value == NOTHING for value in (was, here, now)):
            rows = [value if isinstance(value, dict) else {} for value in (was, here, now)]
            merged[name] = merged_rows(rows[0], rows[1], rows[2], path, changes)
        elif all(keyed(value) for value in (was, here, now)):
            rows = [by_key(value) for value in (was, here, now)]
            merged[name] = list(merged_rows(rows[0], rows[1], rows[2], path, changes).values())
        elif here != was:
            changes.append(Change(path, here, now, kept=True))
        else:
            changes.append(Change(path, here, now))
            if now == NOTHING:
                merged.pop(name, None)
            else:
                merged[name] = now
    return merged


def keyed(value: Plain) -> bool:
    """A list of items, each with its key or only its key."""
    return value == NOTHING or (
        isinstance(value, list) and all(isinstance(item, str) or (isinstance(item, dict) and "key" in item) for item in value)
    )


def by_key(value: Plain) -> dict[str, Plain]:
    items = value if isinstance(value, list) else []
    return {item if isinstance(item, str) else item["key"]: item for item in items}
