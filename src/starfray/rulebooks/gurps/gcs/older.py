"""Sheets as older releases of GCS wrote them, with the names today's use; and the blanks of a sheet filled in."""

from __future__ import annotations

import re
from collections.abc import Callable

from starfray.engine.codec import Plain
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_row, as_text, bonus_of, carried

#: tables whose entries may have blanks: '@Weapon@', filled in by their 'replacements'
TABLES = ("traits", "skills", "spells", "equipment", "other_equipment")
BLANK = re.compile(r"@([^@]{1,100})@")
DEFENCES = ("dodge", "parry", "block")


def modern(sheet: Row) -> Row:
    """Formats 2 and 3 call traits advantages and a body hit locations; format 2 may list attributes by their ids."""
    found = dict(sheet)
    if "traits" not in found:
        found["traits"] = found.get("advantages", [])
    settings = as_row(found.get("settings"))
    if "body_type" not in settings and "hit_locations" in settings:
        found["settings"] = {**settings, "body_type": settings["hit_locations"]}
    attributes = found.get("attributes")
    if isinstance(attributes, dict):
        found["attributes"] = [{"attr_id": name, **as_row(row)} for name, row in attributes.items()]
    for table in TABLES:
        found[table] = filled(found.get(table), {})
    return {**found, "calc": with_bonuses(found)}


def with_bonuses(sheet: Row) -> Row:
    """What is added to defences: format 4 and 5 have the sums, leaving out those that are 0; format 2 has no sums at all."""
    totals = as_row(sheet.get("calc"))
    if sheet.get("version") in (4, 5) or any(f"{kind}_bonus" in totals for kind in DEFENCES):
        return totals
    worn = [item for item in carried(sheet.get("equipment")) if item["equipped"]]
    rows = [*all_rows(sheet.get("traits")), *worn]
    return {**totals, **{f"{kind}_bonus": sum(bonus_of(row, adds_to(kind)) for row in rows) for kind in DEFENCES}}


def adds_to(kind: str) -> Callable[[Row], bool]:
    return lambda feature: as_text(feature.get("attribute")).lower() == kind


def filled(value: Plain, words: Row) -> Plain:
    """The same with every '@blank@' replaced by the words its entry has for it; a blank without words loses its marks."""
    if isinstance(value, str):
        return BLANK.sub(lambda found: as_text(words.get(found[1])) or found[1], value) if "@" in value else value
    if isinstance(value, list):
        return [filled(each, words) for each in value]
    if not isinstance(value, dict):
        return value
    own = {**words, **as_row(value.get("replacements"))}
    return {key: filled(each, {} if key == "children" else own) for key, each in value.items()}
