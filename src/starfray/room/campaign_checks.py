"""Is an entry of a campaign sound? Drafts are kept as they are typed; what is still wrong with one is said beside it.

This runs where strangers' files are read: in a process with limits.
"""

from __future__ import annotations

from dataclasses import asdict

from starfray.engine.backdrops import read_backdrop
from starfray.engine.bounds import check_bounds
from starfray.engine.codec import Plain, as_list, hints, read, snake
from starfray.engine.content import book_content
from starfray.engine.errors import BadInput, Refused, StarfrayError, suggest
from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Cover, Point, Zone
from starfray.engine.walls import read_walls
from starfray.files import position_alone
from starfray.room.library import check_party, make_fight
from starfray.rulebooks import find
from starfray.sheet_fields import item_records

MAP_FIELDS = ("map", "cover", "zone", "wall", "backdrop", "fog")
OF_THE_FIGHT = ("kind", "combatant")  # fields
ALONE = "member.0."  # before the fields of a character that is checked as a party of one,
IN_A_FIGHT = "combatant.0."  # and as the only one in a fight


def fault_of(kind: str, book: str, data: dict[str, Plain], members: dict[str, Plain] | None = None) -> dict[str, str]:
    """What keeps an entry from being used: the field, the fault, what is expected. Nothing if it is sound. `members`: people of
    the campaign whom an encounter names.
    """
    try:
        if kind == "encounter":
            make_fight({**data, "rulebook": find(book).name}, 1, members or {})
        else:
            CHECKS[kind](find(book), data)
    except BadInput as error:
        field = error.field if kind == "encounter" else error.field.removeprefix(ALONE).removeprefix(IN_A_FIGHT)
        return {"field": field, "fault": error.message, "expected": error.expected}
    except Refused as error:
        return {"field": "", "fault": error.reason, "expected": ", ".join(error.legal)}
    except StarfrayError as error:
        return {"field": "", "fault": str(error), "expected": ""}
    return {}


def check_character(book: Rulebook, data: dict[str, Plain]) -> None:
    """A character has a sheet on which the book can work out its figures."""
    character_alone(book, data)


def character_alone(book: Rulebook, data: dict[str, Plain]) -> AnyPosition | None:
    """A position with nobody else in it. None for somebody who cannot be alone, as a craft without a crew: that is a matter
    of the fight, not of the sheet.
    """
    row = {"id": "somebody", **data}
    check_party(book, {"member": [row]})
    try:
        state = position_alone(book, book_content(book.name, book.folder), {"party": row["id"]}, {row["id"]: row})
    except BadInput as error:
        if error.field in OF_THE_FIGHT:
            return None
        raise
    for actor in state.roster.values():
        check_bounds(actor, ALONE.rstrip("."))
    return state


def sheet_of(name: str, data: dict[str, Plain]) -> dict[str, Plain]:
    """The figures the book works out for a character, each with its rule, or what keeps it from doing so."""
    book = find(name)
    fault = fault_of("character", name, data)
    if fault:
        return {"fault": fault, "card": [], "budgets": []}
    state = character_alone(book, data)
    actors = state.roster.values() if state is not None else ()
    lines = [line for actor in actors for line in book.describe(state, actor)]
    content = book_content(book.name, book.folder)
    budgets = [each for actor in actors for each in book.budgets(actor, content)]
    return {
        "fault": {},
        "card": [
            {
                "label": line.label,
                "value": line.value,
                "rule": line.rule,
                "why": book.ledger().summary(line.rule) if line.rule else "",
            }
            for line in lines
        ],
        "budgets": [
            {**asdict(each), "over": each.over, "why": book.ledger().summary(each.rule) if each.rule else ""}
            for each in budgets
        ],
    }


def check_members(book: Rulebook, data: dict[str, Plain]) -> None:
    """A party names people of the campaign, and may have members with sheets of their own."""
    for number, entry in enumerate(as_list(data.get("people", []), "people")):
        read(str, entry, f"people.{number}")
    check_party(book, {"member": data.get("member", [])})


def check_item(book: Rulebook, data: dict[str, Plain]) -> None:
    """An item names the table of the book it belongs to, a key, and fields that rows of this table have."""
    content = book_content(book.name, book.folder)
    tables = sorted(set(book.items.values()))
    table = read(str, data.get("table", ""), "table")
    if table not in tables:
        raise BadInput(f"no table {table[:40]!r}", field="table", expected=suggest(table, tables))
    if not read(str, data.get("key", ""), "key"):
        raise BadInput("an item without a key", field="key", expected='a short name, as "hand-cannon"')
    known = {"table", "key", "name", *(field for row in content.tables.get(table, {}).values() for field in row)}
    for field in data:
        if field not in known:
            raise BadInput(f"{table} have no field {field[:40]!r}", field=field, expected=suggest(field, sorted(known)))
    record = item_records(book).get(table)
    if record is not None:
        own = {field: value for field, value in data.items() if field != "table" and snake(field) in hints(record)}
        check_bounds(read(record, own, ""), "")


def check_map(book: Rulebook, data: dict[str, Plain]) -> None:
    for field in data:
        if field not in MAP_FIELDS:
            raise BadInput(f"unknown field {field[:40]!r}", field=field, expected=suggest(field, MAP_FIELDS))
    if "map" in data:
        read(Point, data["map"], "map")
    read(list[Cover], data.get("cover", []), "cover")
    read(list[Zone], data.get("zone", []), "zone")
    read_walls(data.get("wall", []))
    if "backdrop" in data:
        read_backdrop(data["backdrop"])


CHECKS = {"character": check_character, "foe": check_character, "party": check_members, "item": check_item, "map": check_map}
