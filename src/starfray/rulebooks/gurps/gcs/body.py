"""What a body wears and is made of: DR by location."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.words import key_of

#: location of the sheet → part of the book's body; legs of beasts stand in for arms and legs
PARTS = {
    "eye": "eye", "eyes": "eye", "skull": "skull", "face": "face", "neck": "neck", "torso": "torso", "chest": "torso",
    "vitals": "vitals", "groin": "groin", "abdomen": "groin", "arm": "arm", "foreleg": "arm", "hand": "hand", "leg": "leg",
    "hind-leg": "leg", "hindleg": "leg", "foot": "foot",
}  # fmt: skip
TYPES = {
    "burning": ("burn",), "crushing": ("cr",), "cutting": ("cut",), "impaling": ("imp",), "corrosion": ("cor",),
    "piercing": ("pi-", "pi", "pi+", "pi++"), "toxic": ("tox",), "fatigue": ("fat",),
}  # fmt: skip
ALL = "all"


def worn_armour(found: Imported, sheet: dict[str, Plain]) -> None:
    """One suit with the whole DR of each part, and one more for each kind of damage that meets extra DR.

    The sheet counts the two points of the skull itself; the book adds them on its own.
    """
    dr: dict[str, int] = {}
    extra: dict[tuple[str, int], list[str]] = {}
    for place in locations(sheet):
        part = PARTS.get(key_of(str(place.get("id") or "")))
        figures = (place.get("calc") or {}).get("dr") or {}
        if not isinstance(figures, dict):
            continue
        whole = int(figures.get(ALL) or 0) - (int(place.get("dr_bonus") or 0) if part == "skull" else 0)
        if part is None:
            if whole > 0:
                name = place.get("table_name") or place.get("id")
                found.left_out.append(f"DR {whole} of {name}: the book's body has no such part")
            continue
        dr[part] = min(max(0, whole), dr.get(part, 10**6))  # the weaker of two arms
        for kind, amount in figures.items():
            if kind != ALL and amount:
                extra.setdefault((kind, int(amount)), []).append(part)
    armour: list[Plain] = []
    if any(dr.values()):
        armour.append({"key": "worn", "name": "Worn armour", "dr": {part: each for part, each in dr.items() if each}})
        found.taken.append("DR: " + ", ".join(f"{part} {each}" for part, each in dr.items() if each))
    for (kind, amount), parts in extra.items():
        types = TYPES.get(kind.lower())
        if types is None:
            found.left_out.append(f"DR {amount} against {kind} only")
            continue
        covered = dict.fromkeys(dict.fromkeys(parts), 0)
        versus = dict.fromkeys(types, amount)
        armour.append({"key": f"worn-{kind.lower()}-{amount}", "name": f"DR against {kind}", "dr": covered, "versus": versus})
        found.taken.append(f"DR {amount} more against {kind}")
    if armour:
        found.row["armour"] = armour


def locations(sheet: dict[str, Plain]) -> list[dict[str, Plain]]:
    """All parts of the body, those of tables inside tables too."""
    body = (sheet.get("settings") or {}).get("body_type") or sheet.get("body_type") or {}
    waiting = list(body.get("locations") or []) if isinstance(body, dict) else []
    found = []
    while waiting:
        each = waiting.pop(0)
        if isinstance(each, dict):
            found.append(each)
            inner = each.get("sub_table")
            if isinstance(inner, dict):
                waiting += list(inner.get("locations") or [])
    return found
