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

SheetKind = Literal["number", "tick", "text", "choice", "levels", "item", "items"]
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
    data.
    """

    path: str  # as a fight file has it: attributes.strength
    kind: SheetKind
    low: float | None = None
    high: float | None = None
    default: Plain = None
    choices: tuple[SheetChoice, ...] = ()


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
        return [
            SheetField(name, "items" if get_origin(bare(hint)) is list else "item", choices=choices(content, book.items[name]))
        ]
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
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        inner = typing.get_type_hints(kind, include_extras=True)
        parts = [
            plain_fields(kind, part.name, inner[part.name], f"{path}.{kebab(part.name)}", content)
            for part in dataclasses.fields(kind)
        ]
        return [each for part in parts for each in part if each.kind in ("number", "tick", "text", "choice")]
    return []


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
