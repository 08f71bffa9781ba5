"""What a body wears and is made of: DR by location."""

from __future__ import annotations

import re

from starfray.engine.codec import Plain
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.plain import Row, as_row, as_text, as_whole
from starfray.rulebooks.gurps.gcs.words import key_of

#: location of the sheet → part of the book's body; legs of beasts stand in for arms and legs
PARTS = {
    "eye": "eye", "eyes": "eye", "skull": "skull", "brain": "skull", "head": "skull", "face": "face", "neck": "neck",
    "torso": "torso", "chest": "torso", "thorax": "torso", "body": "torso", "trunk": "torso", "hull": "torso",
    "vitals": "vitals", "groin": "groin", "abdomen": "groin", "arm": "arm", "foreleg": "arm", "hand": "hand", "leg": "leg",
    "hind-leg": "leg", "hindleg": "leg", "mid-leg": "leg", "midleg": "leg", "foot": "foot", "tentacle": "arm",
}  # fmt: skip
BOOK_PARTS = ("skull", "face", "neck", "torso", "vitals", "groin", "arm", "hand", "leg", "foot")
TYPES = {
    "burning": ("burn",), "crushing": ("cr",), "cutting": ("cut",), "impaling": ("imp",), "corrosion": ("cor",),
    "piercing": ("pi-", "pi", "pi+", "pi++"), "toxic": ("tox",), "fatigue": ("fat",), "burn": ("burn",), "cr": ("cr",),
    "cut": ("cut",), "imp": ("imp",), "cor": ("cor",), "tox": ("tox",), "pi": ("pi-", "pi", "pi+", "pi++"), "fire": ("burn",),
    "flame": ("burn",), "pi-": ("pi-",), "pi+": ("pi+",), "pi++": ("pi++",), "corrosive": ("cor",), "acid": ("cor",),
}  # fmt: skip
ALL = "all"
BONE = 2  # gurps.ruling.skull-dr: the book adds it to the skull of the living by itself

Versus = dict[str, int]  # kind of damage on the sheet → DR more (or less) against it


def worn_armour(found: Imported, sheet: Row) -> None:
    """One suit with the whole DR of each part, one more for each kind of damage that meets extra DR, and one for the parts
    that a kind of damage goes through more easily. The sheet counts the bone of a skull, whatever it is there.
    """
    dr: dict[str, int] = {}
    names: dict[str, str] = {}  # of the stronger, where the sheet has several
    special: dict[str, Versus] = {}
    for place in locations(sheet):
        part = part_of(place)
        figures = dr_of(place)
        whole = max(0, as_whole(figures.get(ALL)))
        if part == "skull" and found.row.get("nature", "living") == "living":
            if whole < BONE:
                found.assumed.append(f"DR {whole} of the skull: the book gives it {BONE}")
            whole = max(0, whole - BONE)
        if not part:
            if whole:
                name = as_text(place.get("table_name")) or as_text(place.get("id")) or "a part without a name"
                found.left_out.append(f"DR {whole} of {name}: the book's body has no such part")
            continue
        name = as_text(place.get("table_name")) or as_text(place.get("id")) or part
        if dr.get(part, whole) != whole:
            stronger = name if whole > dr[part] else names[part]
            found.assumed.append(
                f"DR {max(whole, dr[part])} of {stronger}: the weaker {part} counts, DR {min(whole, dr[part])}"
            )
        names[part] = name if whole >= dr.get(part, whole) else names[part]
        dr[part] = min(whole, dr.get(part, whole))
        versus = {as_text(kind).lower(): as_whole(amount) for kind, amount in figures.items() if kind != ALL}
        special.setdefault(part, {}).update({kind: amount for kind, amount in versus.items() if amount})
    lacking = [part for part in BOOK_PARTS if part not in dr] if dr.get("torso") else []
    if lacking:
        dr |= dict.fromkeys(lacking, dr["torso"])
        found.assumed.append(f"this body has no {', '.join(lacking)}: a blow there meets the DR of the torso")
    armour = [*plain_suits(found, dr, special), *extra_suits(found, special)]
    if armour:
        found.row["armour"] = armour


def plain_suits(found: Imported, dr: dict[str, int], special: dict[str, Versus]) -> list[Plain]:
    """What stops every kind of damage; parts that stop less of some kind are suits of their own."""
    sound: dict[str, int] = {}
    weak: dict[tuple[int, tuple[tuple[str, int], ...]], list[str]] = {}
    for part, points in dr.items():
        less: dict[str, int] = {}
        for kind, amount in special.get(part, {}).items():
            for type in types_of(kind) if amount < 0 else ():
                less[type] = max(0, less.get(type, points) + amount)
        if points and less:
            weak.setdefault((points, tuple(less.items())), []).append(part)
        elif points:
            sound[part] = points
    armour: list[Plain] = [{"key": "worn", "name": "Worn armour", "dr": sound}] if sound else []
    if any(dr.values()):
        found.taken.append("DR: " + ", ".join(f"{part} {points}" for part, points in dr.items() if points))
    for number, ((points, pairs), parts) in enumerate(weak.items(), start=1):
        key, name = f"worn-weak-{number}", "Worn armour, weaker against some damage"
        armour.append({"key": key, "name": name, "dr": dict.fromkeys(parts, points), "versus": dict(pairs)})
        words = ", ".join(f"{left} against {type}" for type, left in pairs)
        found.taken.append(f"DR {points} ({', '.join(parts)}) is {words}")
    return armour


def extra_suits(found: Imported, special: dict[str, Versus]) -> list[Plain]:
    """DR against one kind of damage only, on top of the rest."""
    extra: dict[tuple[str, int], list[str]] = {}
    for part, versus in special.items():
        for kind, amount in versus.items():
            if amount > 0 or not types_of(kind):
                extra.setdefault((kind, amount), []).append(part)
    armour: list[Plain] = []
    for (kind, amount), parts in extra.items():
        types = types_of(kind)
        covered = dict.fromkeys(parts, 0)
        words = f"DR {abs(amount)} {'more' if amount > 0 else 'less'} against {kind} ({', '.join(covered)})"
        if not types:
            found.left_out.append(words)
            continue
        key = f"worn-{key_of(kind)}-{amount}"
        armour.append({"key": key, "name": f"DR against {kind}", "dr": covered, "versus": dict.fromkeys(types, amount)})
        found.taken.append(words)
    return armour


def types_of(kind: str) -> tuple[str, ...]:
    """The book's types of damage for the sheet's word, or for several of them: 'cutting and crushing'; none for 'silver'."""
    words = [kind] if kind in TYPES else re.split(r"\s*(?:,|/|&|\band\b|\bor\b)\s*", kind)
    return tuple(dict.fromkeys(type for word in words for type in TYPES[word])) if all(word in TYPES for word in words) else ()


def dr_of(place: Row) -> Row:
    """DR by kind of damage; older sheets have one number that stops every kind."""
    given = as_row(place.get("calc")).get("dr")
    return given if isinstance(given, dict) else {ALL: given}


def part_of(place: Row) -> str:
    """The part of the book's body this is: by its id, else by a word of its name."""
    for words in (as_text(place.get("id")), as_text(place.get("choice_name")), as_text(place.get("table_name"))):
        key = key_of(words)
        if key in PARTS:
            return PARTS[key]
        for word in reversed(key.split("-")):
            single = word.removesuffix("s") if word not in PARTS else word
            if single in PARTS:
                return PARTS[single]
    return ""


def locations(sheet: Row) -> list[Row]:
    """All parts of the body, those of tables inside tables too."""
    body = as_row(as_row(sheet.get("settings")).get("body_type")) or as_row(sheet.get("body_type"))
    listed = body.get("locations")
    waiting = list(reversed(listed)) if isinstance(listed, list) else []
    found = []
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            found.append(each)
            inner = as_row(each.get("sub_table")).get("locations")
            waiting += reversed(inner) if isinstance(inner, list) else []
    return found
