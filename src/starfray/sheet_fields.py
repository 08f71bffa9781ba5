"""What a character sheet of a book has to fill in: read from the book's records, their bounds and its data.

A builder draws a sheet from this alone, for whichever book.
"""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass, field
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from starfray.engine.bounds import bounds_of
from starfray.engine.codec import Plain, kebab, snake
from starfray.engine.content import Content
from starfray.engine.rulebook import Rulebook

SheetKind = Literal["number", "tick", "text", "choice", "levels", "item", "items", "words", "numbers", "records"]
NOT_A_SHEET = (
    "name",
    "key",
    "id",
    "side",
    "seat",
    "at",
    "portrait",
)  # what a fight says of somebody, or a page asks for itself


@dataclass(frozen=True, slots=True)
class SheetChoice:
    key: str
    name: str
    fields: dict[str, Plain] = field(default_factory=dict)  # what it does, as the book's data print it


@dataclass(frozen=True, slots=True)
class SheetField:
    """One thing to fill in. `levels` are names with a number each, as skills; `item` and `items` are picked from the book's
    data; `words` and `numbers` are lists, `records` a list of entries with `parts` each.
    """

    path: str  # as a fight file has it: attributes.strength
    kind: SheetKind
    low: float | None = None
    high: float | None = None
    default: Plain = None
    choices: tuple[SheetChoice, ...] = ()
    table: str = ""  # of the book's data, where things are picked from one
    parts: tuple[SheetField, ...] = ()


def sheet_fields(book: Rulebook, content: Content) -> list[SheetField]:
    """The fields of a book's sheet, in the order in which its archetypes write them."""
    archetypes = content.tables.get("archetypes", {})
    names = list(dict.fromkeys(name for row in archetypes.values() for name in row if name not in NOT_A_SHEET))
    names += [name for name in book.items if name not in names and "." not in name]
    return [each for name in names for each in fields_of(book, content, name)]


def fields_of(book: Rulebook, content: Content, name: str) -> list[SheetField]:
    hints = typing.get_type_hints(book.combatant, include_extras=True)
    hint = hints.get(snake(name))
    if hint is None:
        return []
    if name in book.items:
        table = book.items[name]
        kind: SheetKind = "items" if get_origin(bare(hint)) is list else "item"
        return [SheetField(name, kind, choices=choices(content, table), table=table)]
    return plain_fields(book.combatant, snake(name), hint, name, content)


def plain_fields(record: type, name: str, hint: Any, path: str, content: Content) -> list[SheetField]:
    """A field that holds no item: a figure, a word, a choice, names with levels, or a small record of figures."""
    kind = bare(hint)
    between = bounds_of(record).get(name)
    low, high = (between.low, between.high) if between is not None else (None, None)
    default = default_of(record, name)
    if between is not None and isinstance(default, int | float) and not between.holds(default):
        default = None  # the book works it out
    if kind is bool:
        return [SheetField(path, "tick", default=default)]
    if kind in (int, float):
        return [SheetField(path, "number", low, high, default)]
    if kind is str:
        return [SheetField(path, "text", default=default)]
    if get_origin(kind) is Literal:
        words = tuple(SheetChoice(word, word) for word in get_args(kind))
        return [SheetField(path, "choice", default=default, choices=words)]
    if get_origin(kind) is dict and bare(get_args(kind)[1]) is int:
        return [SheetField(path, "levels", low, high, choices=levels(content, path))]
    if kind == list[str] and path in content.tables:
        return [SheetField(path, "items", choices=choices(content, path))]
    if get_origin(kind) is list and dataclasses.is_dataclass(bare(get_args(kind)[0])):
        return records(bare(get_args(kind)[0]), path, content)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        inner = typing.get_type_hints(kind, include_extras=True)
        parts = [
            plain_fields(kind, part.name, inner[part.name], f"{path}.{kebab(part.name)}", content)
            for part in dataclasses.fields(kind)
        ]
        return [each for part in parts for each in part if each.kind in ("number", "tick", "text", "choice")]
    return []


# --- things ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ItemTable:
    """A sort of thing the book's data has: what one of them has to fill in, and those there are."""

    table: str
    fields: tuple[SheetField, ...]
    rows: tuple[SheetChoice, ...]


def item_tables(book: Rulebook, content: Content) -> list[ItemTable]:
    """Everything somebody can carry or be able to do, by the tables of the book's data."""
    return [
        ItemTable(table, tuple(item_fields(content, table, record)), choices(content, table))
        for table, record in item_records(book).items()
    ]


def item_records(book: Rulebook) -> dict[str, type]:
    """The record of each table: what a combatant holds in the field that is filled from it."""
    hints = typing.get_type_hints(book.combatant, include_extras=True)
    found: dict[str, type] = {}
    for name, table in book.items.items():
        kind = bare(hints.get(snake(name)))
        record = bare(get_args(kind)[0]) if get_origin(kind) is list else kind
        if dataclasses.is_dataclass(record) and isinstance(record, type):
            found.setdefault(table, record)
    return found


def item_fields(content: Content, table: str, record: type) -> list[SheetField]:
    """What the rows of a table say, as far as it is a plain figure, word, list or set of levels."""
    hints = typing.get_type_hints(record, include_extras=True)
    rows = content.tables.get(table, {}).values()
    names = list(dict.fromkeys(name for row in rows for name in row if name not in NOT_A_SHEET))
    return [
        each for name in names if snake(name) in hints for each in item_field(record, name, hints[snake(name)], table, content)
    ]


def item_field(record: type, name: str, hint: Any, table: str, content: Content) -> list[SheetField]:
    kind = bare(hint)
    if list_field(name, hint):
        return list_field(name, hint)
    if get_origin(kind) is dict and bare(get_args(kind)[1]) is int:
        rows = content.tables.get(table, {}).values()
        known = sorted({str(key) for row in rows for key in row.get(name, {})})
        return [SheetField(name, "levels", choices=tuple(SheetChoice(key, key.replace("-", " ")) for key in known))]
    return plain_fields(record, snake(name), hint, name, content)


def records(record: type, path: str, content: Content) -> list[SheetField]:
    """Entries people write themselves, as combos: what their archetypes have of such an entry, and its name first."""
    rows = [each for row in content.tables.get("archetypes", {}).values() for each in row.get(path, [])]
    names = list(dict.fromkeys(["name", *(name for each in rows if isinstance(each, dict) for name in each)]))
    inner = typing.get_type_hints(record, include_extras=True)
    parts = [
        each
        for name in names
        if snake(name) in inner
        for each in (
            list_field(name, inner[snake(name)]) or plain_fields(record, snake(name), inner[snake(name)], name, content)
        )
    ]
    return [SheetField(path, "records", parts=tuple(parts))] if parts else []


def list_field(name: str, hint: Any) -> list[SheetField]:
    """A list of words or of whole numbers."""
    kind = bare(hint)
    inner = bare(get_args(kind)[0]) if get_origin(kind) is list else None
    return [SheetField(name, "words" if inner is str else "numbers")] if inner in (str, int) else []


def bare(hint: Any) -> Any:
    """A type without its bounds, and without None."""
    if get_origin(hint) is Annotated:
        return bare(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return bare(next(arg for arg in get_args(hint) if arg is not type(None)))
    return hint


def default_of(record: type, name: str) -> Plain:
    """What stands there if nobody says anything; None if that is no plain value."""
    found = next(each for each in dataclasses.fields(record) if each.name == name).default
    return found if isinstance(found, bool | int | float | str) else None


def choices(content: Content, table: str) -> tuple[SheetChoice, ...]:
    rows = content.tables.get(table, {})
    return tuple(SheetChoice(key, str(row.get("name", key.replace("-", " "))), row) for key, row in rows.items())


def levels(content: Content, path: str) -> tuple[SheetChoice, ...]:
    """Names a book knows for such levels: those of its own list, or those its archetypes have."""
    if path in content.tables:
        return choices(content, path)
    rows = content.tables.get("archetypes", {}).values()
    known = sorted({str(name) for row in rows for name in row.get(path, {})})
    return tuple(SheetChoice(name, name.replace("-", " ")) for name in known)
