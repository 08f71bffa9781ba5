"""Sheets of other programs: find the book that reads one, try it out, put it into a party, bring it up to date later.

A second import of the same character takes what changed on the sheet and keeps what was changed in the party file since
the first: wounds after a fight, a figure the GM corrected. The party file keeps what was read last to tell the two apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from starfray.engine.codec import Plain, show
from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.engine.rulebook import Rulebook
from starfray.engine.toml import Source, read_source
from starfray.fight import Fight
from starfray.file_format import write_file
from starfray.files import loads, party_members, write_party
from starfray.rulebooks import find, names

MAX_BYTES = 20_000_000
NOTHING = "nothing"


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


def readers() -> dict[str, Rulebook]:
    """Which book reads files of which ending."""
    return {ending: book for name in names() for book in [find(name)] for ending in book.imports}


def import_sheet(data: bytes, file: str) -> tuple[Rulebook, Imported]:
    """Read a sheet and build the combatant once, so that errors in it show up now."""
    known = readers()
    ending = Path(file).suffix.lower()
    if ending not in known:
        raise BadInput(f"no book reads {ending or 'files without an ending'}", file=file, expected=" or ".join(sorted(known)))
    if len(data) > MAX_BYTES:
        raise BadInput(f"{len(data)} bytes", file=file, expected=f"at most {MAX_BYTES}")
    book = known[ending]
    imported = book.imports[ending](data, file)
    try:
        try_out(book, imported.row)
    except BadInput as error:
        raise error.located(file, 0) from None
    return book, imported


def try_out(book: Rulebook, row: dict[str, Plain]) -> Fight:
    """Start a fight with this combatant alone, so that the book checks the sheet."""
    try:
        return loads(write_file({"rulebook": book.name, "combatant": [{**row, "side": "imported"}]}))
    except BadInput as error:
        raise BadInput(error.message, field=error.field.removeprefix("combatant.0."), expected=error.expected) from None


# --- into a party ----------------------------------------------------------------------------------------------


def into_party(path: Path, book: Rulebook, imported: Imported) -> list[Change]:
    """Add the character to a party file, or bring it up to date there; what was changed there is kept."""
    source = read_source(path) if path.exists() else Source(f'rulebook = "{book.name}"', str(path))
    try:
        if source.data.get("rulebook", book.name) != book.name:
            raise BadInput(f"a party of {show(source.data['rulebook'])}", field="rulebook", expected=repr(book.name))
        members = party_members(source.data)
    except BadInput as error:
        raise source.locate(error) from None
    members, changes = brought_in(book, members, source.data.get("imported", {}), imported)
    kept = {**source.data.get("imported", {}), imported.row["id"]: imported.kept()}
    write_party(path, {**source.data, "imported": kept}, members)
    return changes


def brought_in(
    book: Rulebook, members: list[dict[str, Plain]], last: dict[str, Plain], imported: Imported
) -> tuple[list[dict[str, Plain]], list[Change]]:
    """The members with the character among them. `last` holds what was read of each the last time."""
    who = own_id(imported, [member["id"] for member in members], last)
    imported.row = {**imported.row, "id": who}
    place = next((number for number, member in enumerate(members) if member["id"] == who), None)
    if place is None:
        return [*members, imported.row], []
    changes: list[Change] = []
    base = {key: value for key, value in last.get(who, imported.row).items() if key != "origin"}
    merged = merged_rows(base, members[place], imported.row, "", changes)
    try_out(book, {key: value for key, value in merged.items() if key != "complete"})
    return [*members[:place], merged, *members[place + 1 :]], changes


def own_id(imported: Imported, taken: list[str], last: dict[str, Plain]) -> str:
    """The id this sheet had before; one of its own if somebody else of that name is there already."""
    first = who = str(imported.row["id"])
    number = 1
    while who in taken:
        known = last.get(who, {})
        if not imported.origin or not known.get("origin") or known["origin"] == imported.origin:
            return who
        number += 1
        who = f"{first}-{number}"
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
