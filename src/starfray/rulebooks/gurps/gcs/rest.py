"""What a sheet has that no fight asks for, so that nothing is lost without a word."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_number, as_row, as_text, carried

#: attributes that become figures of the book
USED = ("st", "dx", "iq", "ht", "will", "per", "basic_speed", "basic_move", "hp", "fp")
MOST = 60  # names in one line


def tell_the_rest(found: Imported, sheet: Row) -> None:
    lines = (
        ("figures the book has no place for", other_figures(sheet)),
        ("switched off on the sheet", switched_off(sheet)),
        ("skills and spells without a level", unlearned(sheet)),
        ("things without a part in a fight", idle_things(sheet)),
        ("kept on the sheet only", papers(sheet)),
    )
    found.left_out += [f"{words}: {listed(names)}" for words, names in lines if names]


def listed(names: list[str]) -> str:
    known = list(dict.fromkeys(names))
    more = len(known) - MOST
    return ", ".join(known[:MOST]) + (f" and {more} more" if more > 0 else "")


def other_figures(sheet: Row) -> list[str]:
    found = []
    for each in all_rows(sheet.get("attributes")):
        name, value = as_text(each.get("attr_id")).lower(), as_number(as_row(each.get("calc")).get("value"))
        if name and name not in USED and value is not None:
            found.append(f"{name.replace('_', ' ')} {value:g}")
    return found


def switched_off(sheet: Row) -> list[str]:
    """Traits, with what lies in them; the modifiers a list offers and nobody has chosen are no loss."""
    found: list[str] = []
    listed = sheet.get("traits")
    waiting: list[Plain] = list(reversed(listed)) if isinstance(listed, list) else []
    while waiting:
        each = as_row(waiting.pop())
        if each.get("disabled") is True:
            found.append(as_text(each.get("name")) or "a trait without a name")
            continue
        inside = each.get("children")
        waiting += reversed(inside) if isinstance(inside, list) else []
    return found


def unlearned(sheet: Row) -> list[str]:
    """Those the sheet itself gives no level."""
    found = []
    for each in [*all_rows(sheet.get("skills")), *all_rows(sheet.get("spells"))]:
        level = as_number(as_row(each.get("calc")).get("level"))
        if level is not None and level <= 0 and not isinstance(each.get("children"), list):
            found.append(as_text(each.get("name")) or "one without a name")
    return found


def idle_things(sheet: Row) -> list[str]:
    """What is carried and neither strikes nor protects; its weight counts."""
    return [
        as_text(item.get("description")) or as_text(item.get("name")) or "something"
        for item in [*carried(sheet.get("equipment")), *carried(sheet.get("other_equipment"))]
        if not item.get("weapons") and not item.get("features") and not isinstance(item.get("children"), list)
    ]


def papers(sheet: Row) -> list[str]:
    """The picture and the notes."""
    notes = len([each for each in all_rows(sheet.get("notes")) if each.get("text") or each.get("markdown")])
    found = ["the portrait"] if as_row(sheet.get("profile")).get("portrait") else []
    return found + ([f"{notes} note{'s' if notes > 1 else ''}"] if notes else [])
