"""What a sheet has that no fight asks for, so that nothing is lost without a word."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.plain import (
    Row,
    all_rows,
    as_number,
    as_row,
    as_text,
    as_whole,
    carried,
    features_of,
    in_effect,
)

#: attributes that become figures of the book
USED = ("st", "dx", "iq", "ht", "will", "per", "basic_speed", "basic_move", "hp", "fp")
MOST = 60  # names in one line
DRAWN = ("name", "SM", "portrait")  # of the profile: taken, or named by themselves
NOTES = ("local_notes", "notes", "userdesc", "vtt_notes")


def tell_the_rest(found: Imported, sheet: Row) -> None:
    lines = (
        ("figures the book has no place for", other_figures(sheet)),
        ("switched off on the sheet", switched_off(sheet)),
        ("modifiers, as far as the sheet's figures do not have them", modified(sheet)),
        ("reactions and conditional modifiers", situations(sheet)),
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


def modified(sheet: Row) -> list[str]:
    """Traits and things with the modifiers chosen for them: 'Damage Resistance (Hardened)'."""
    found = []
    for row in [*all_rows(sheet.get("traits")), *carried(sheet.get("equipment"))]:
        chosen = [as_text(each.get("name")) for each in all_rows(row.get("modifiers"))]
        if any(chosen):
            owner = as_text(row.get("name")) or as_text(row.get("description")) or "one without a name"
            found.append(f"{owner} ({', '.join(each for each in chosen if each)})")
    return found


def situations(sheet: Row) -> list[str]:
    """What the sheet adds now and then: '+8 to Fright Checks'."""
    return [
        f"{amount:+d} {as_text(each.get('situation'))}".strip()
        for row in in_effect(sheet)
        for each, amount in features_of(row)
        if each.get("type") in ("reaction_bonus", "conditional_modifier")
    ]


def idle_things(sheet: Row) -> list[str]:
    """What is carried and neither strikes nor protects; its weight counts."""
    return [
        as_text(item.get("description")) or as_text(item.get("name")) or "something"
        for item in [*carried(sheet.get("equipment")), *carried(sheet.get("other_equipment"))]
        if not item.get("weapons") and not item.get("features") and not isinstance(item.get("children"), list)
    ]


def papers(sheet: Row) -> list[str]:
    """The picture, the notes, the points and how somebody looks."""
    profile = as_row(sheet.get("profile"))
    notes = len([each for each in all_rows(sheet.get("notes")) if each.get("text") or each.get("markdown")])
    points = as_whole(sheet.get("total_points"))
    looks = sorted(key.replace("_", " ") for key, value in profile.items() if key not in DRAWN and as_text(value))
    tables = ("traits", "skills", "spells", "equipment", "other_equipment")
    beside = [row for table in tables for row in all_rows(sheet.get(table)) if any(as_text(row.get(each)) for each in NOTES)]
    found = ["the portrait"] if profile.get("portrait") else []
    found += [f"{notes} note{'s' if notes > 1 else ''}"] if notes else []
    found += [f"{points} points"] if points else []
    found += [f"the description ({', '.join(looks)})"] if looks else []
    return found + ([f"notes of {len(beside)} {'entries' if len(beside) > 1 else 'entry'}"] if beside else [])
