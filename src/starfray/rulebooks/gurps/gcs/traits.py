"""Traits of a sheet that matter in a fight."""

from __future__ import annotations

import re
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.content import book_content
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.plain import Row, all_rows, as_row, as_text, as_whole, bonus_of, in_effect
from starfray.rulebooks.gurps.gcs.words import key_of

NATURES = ("homogenous", "unliving", "diffuse")  # gurps.object.hp.unliving and its neighbours
SAME = {"magery": "mage", "ambidextrous": "ambidexterity", "homogeneous": "homogenous"}
#: the sheet's own totals have them
IN_TOTALS = ("enhanced-dodge", "enhanced-parry", "enhanced-block")
FIGURES = ("attribute_bonus", "dr_bonus", "skill_bonus", "weapon_bonus", "skill_point_bonus")
MOST = 20  # levels
NO_FATIGUE = re.compile(r"^no (fatigue( points)?|fp)\b", re.IGNORECASE)


def known_traits(found: Imported, traits: list[Row], totals: bool) -> dict[str, int]:
    """Those the book's data has, with their level; what a body is made of; the rest is named. The levels taken."""
    known = entries()
    taken: dict[str, int] = {}
    counted: list[str] = []
    others: list[str] = []
    for trait in traits:
        name = as_text(trait.get("name"))
        if as_text(trait.get("container_type")) == "alternative_abilities":
            found.assumed.append(f"{name}: alternative abilities, all of them at hand here")
        if isinstance(trait.get("children"), list) or trait.get("weapons") or not name:
            continue
        key, number = name_and_level(name)
        level = as_whole(as_row(trait.get("calc")).get("current_level")) or as_whole(trait.get("levels")) or number
        natures = nature_of(trait) if key.startswith("injury-tolerance") or key in NATURES else []
        if natures:
            taken |= dict.fromkeys([each for each in natures if each == "no-blood"], 1)
            solid = next((each for each in natures if each in NATURES), "")
            if solid:
                found.row["nature"] = solid
        elif key in known and not (totals and key in IN_TOTALS):
            taken[key] = max(taken.get(key, 0), max(1, min(MOST, level)))
        elif any(each.get("type") in FIGURES for each in all_rows(trait.get("features"))):
            counted.append(name)
        else:
            others.append(name)
    if any(NO_FATIGUE.search(as_text(trait.get("name"))) for trait in traits):
        found.row["max-fp"] = found.row["fp"] = 0
    tell(found, taken, counted, others)
    return taken


def name_and_level(name: str) -> tuple[str, int]:
    """'Hard to Kill 2', 'Weapon Master (Staff)': the book's name for it, and the level if there is one."""
    words = re.sub(r"\([^)]*\)", " ", name).strip()
    found = re.match(r"^(.*\D)\s(\d{1,2})$", words)
    key = key_of(found[1] if found is not None else words)
    return SAME.get(key, key), int(found[2]) if found is not None else 1


def tell(found: Imported, taken: dict[str, int], counted: list[str], others: list[str]) -> None:
    if taken:
        found.row["traits"] = [key if level == 1 else {"key": key, "level": level} for key, level in taken.items()]
        found.taken.append("traits: " + ", ".join(f"{key} {level}" if level > 1 else key for key, level in taken.items()))
    if "nature" in found.row:
        found.taken.append(f"body: {found.row['nature']}")
    if counted:
        found.taken.append("counted in the figures of the sheet: " + ", ".join(dict.fromkeys(counted)))
    if others:
        found.left_out.append("traits the book gives no part in a fight: " + ", ".join(dict.fromkeys(others)))


def nature_of(trait: Row) -> list[str]:
    """'Injury Tolerance (Homogenous)', its notes, or its modifiers that are switched on."""
    rows = [trait, *all_rows(trait.get("modifiers"))]
    texts = [as_text(each.get(name)) for each in rows for name in ("name", "local_notes", "notes", "userdesc")]
    words = re.sub(r"[^a-z]+", "-", " ".join(texts).lower()).replace("homogeneous", "homogenous")
    return [each for each in (*NATURES, "no-blood") if each in words]


def size_of(sheet: Row) -> int:
    """The Size Modifier: the profile's, and what traits, their modifiers and things add."""
    size = as_whole(as_row(sheet.get("profile")).get("SM"))
    more = sum(bonus_of(row, lambda feature: feature.get("attribute") == "sm") for row in in_effect(sheet))
    return max(-20, min(20, size + more))


def entries() -> dict[str, dict[str, Plain]]:
    return book_content("gurps", Path(__file__).parents[1]).tables["traits"]
