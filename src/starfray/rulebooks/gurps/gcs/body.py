"""What a body wears and is made of: DR by location."""

from __future__ import annotations

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
    "cut": ("cut",), "imp": ("imp",), "cor": ("cor",), "tox": ("tox",), "pi": ("pi-", "pi", "pi+", "pi++"),
}  # fmt: skip
ALL = "all"


def worn_armour(found: Imported, sheet: Row) -> None:
    """One suit with the whole DR of each part, and one more for each kind of damage that meets extra DR.

    The sheet counts the two points of a skull itself; the book adds them to the living on its own.
    """
    dr: dict[str, int] = {}
    extra: dict[tuple[str, int], list[str]] = {}
    for place in locations(sheet):
        part = part_of(place)
        figures = as_row(as_row(place.get("calc")).get("dr"))
        bone = as_whole(place.get("dr_bonus")) if part == "skull" and found.row.get("nature", "living") == "living" else 0
        whole = max(0, as_whole(figures.get(ALL)) - bone)
        if not part:
            if whole:
                name = as_text(place.get("table_name")) or as_text(place.get("id")) or "a part without a name"
                found.left_out.append(f"DR {whole} of {name}: the book's body has no such part")
            continue
        dr[part] = min(whole, dr.get(part, whole))  # the weaker of two arms
        for kind, amount in figures.items():
            if kind != ALL and as_whole(amount) > 0:
                extra.setdefault((as_text(kind).lower(), as_whole(amount)), []).append(part)
    lacking = [part for part in BOOK_PARTS if part not in dr] if dr.get("torso") else []
    if lacking:
        dr |= dict.fromkeys(lacking, dr["torso"])
        found.assumed.append(f"this body has no {', '.join(lacking)}: a blow there meets the DR of the torso")
    suits(found, {part: points for part, points in dr.items() if points}, extra)


def suits(found: Imported, dr: dict[str, int], extra: dict[tuple[str, int], list[str]]) -> None:
    armour: list[Plain] = []
    if dr:
        armour.append({"key": "worn", "name": "Worn armour", "dr": dr})
        found.taken.append("DR: " + ", ".join(f"{part} {points}" for part, points in dr.items()))
    for (kind, amount), parts in extra.items():
        types = TYPES.get(kind)
        covered = dict.fromkeys(parts, 0)
        where = ", ".join(covered)
        if types is None:
            found.left_out.append(f"DR {amount} more against {kind} ({where})")
            continue
        versus = dict.fromkeys(types, amount)
        key = f"worn-{key_of(kind)}-{amount}"
        armour.append({"key": key, "name": f"DR against {kind}", "dr": covered, "versus": versus})
        found.taken.append(f"DR {amount} more against {kind} ({where})")
    if armour:
        found.row["armour"] = armour


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
    waiting = list(listed) if isinstance(listed, list) else []
    found = []
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, dict):
            found.append(each)
            inner = as_row(each.get("sub_table")).get("locations")
            waiting += inner if isinstance(inner, list) else []
    return found
