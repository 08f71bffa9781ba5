"""Traits of a sheet that matter in a fight."""

from __future__ import annotations

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.words import key_of

TOLERANCE = ("homogenous", "unliving", "diffuse")  # gurps.object.hp.*


def known_traits(found: Imported, traits: list[dict[str, Plain]]) -> None:
    """Those the book's data has, with their level; what a body is made of; the rest is named as left out."""
    known = entries()
    taken: dict[str, int] = {}
    others: list[str] = []
    for trait in traits:
        name = str(trait.get("name") or "")
        if trait.get("children") is not None or trait.get("weapons"):
            continue
        key = key_of(name)
        if key.startswith("injury-tolerance"):
            take_tolerance(found, trait)
        elif key in known:
            level = (trait.get("calc") or {}).get("current_level") or trait.get("levels") or 1
            taken[key] = max(taken.get(key, 0), int(level))
        elif name:
            others.append(name)
    if taken:
        found.row["traits"] = [key if level == 1 else {"key": key, "level": level} for key, level in taken.items()]
        found.taken.append("traits: " + ", ".join(f"{key} {level}" if level > 1 else key for key, level in taken.items()))
    if others:
        found.left_out.append("traits the book gives no part in a fight: " + ", ".join(dict.fromkeys(others)))


def take_tolerance(found: Imported, trait: dict[str, Plain]) -> None:
    """'Injury Tolerance (Homogenous)', or its modifiers that are switched on."""
    modifiers = [each for each in trait.get("modifiers") or [] if isinstance(each, dict) and not each.get("disabled")]
    words = key_of(str(trait.get("name") or ""), *(str(each.get("name") or "") for each in modifiers))
    for nature in TOLERANCE:
        if nature in words:
            found.row["nature"] = nature
            found.taken.append(f"body: {nature}")
    if "no-blood" in words:
        found.row.setdefault("traits", [])
        found.taken.append("body: does not bleed")


def entries() -> dict[str, dict[str, Plain]]:
    from starfray.rulebooks.gurps import BOOK

    return book_content(BOOK.name, BOOK.folder).tables["traits"]
