"""Stat blocks as people write and paste them.

Corsair Boarder
Strength 4, Agility 4, Wits 3, Empathy 2
Hit Points 8, Mind Points 5
Skills: Melee Combat 3, Ranged Combat 2
Talents: Tough
Weapons: Vulcan pistol; Hook (Bonus +1, Damage 2, Crit 2, Close)
Armor: Protective clothing (2)
"""

from __future__ import annotations

import re

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported, Opened, SheetReader
from starfray.rulebooks.coriolis.core import ATTRIBUTES
from starfray.rulebooks.coriolis.foundry import Row, read_actor

LONGEST = 200_000  # characters of text
MOST = 200  # blocks in it
LINE = 5000  # characters of one line
RULE = re.compile(r"(?:-{3,}|={3,}|\*{3,})$")
FIGURE = re.compile(
    r"\b(?P<label>Strength|Agility|Wits|Empathy|Hit Points|HP|Mind Points|MP|Radiation|Movement(?: Rate)?|Reputation)"
    r"\s*[:=]?\s*(?P<value>\d{1,3})(?:\s*/\s*(?P<most>\d{1,3}))?",
    re.IGNORECASE,
)
POOLS = {"hit points": "hitPoints", "hp": "hitPoints", "mind points": "mindPoints", "mp": "mindPoints"}
SECTION = re.compile(
    r"^\s*(?P<label>Skills?|Talents?|Weapons?|Armou?r|Gear|Equipment|Notes?)\s*[:.]\s*(?P<rest>.*)$", re.IGNORECASE
)
KINDS = {"skill": "skill", "talent": "talent", "weapon": "weapon", "armor": "armor", "armour": "armor", "gear": "gear",
         "equipment": "gear", "note": "note"}  # fmt: skip
SKILL = re.compile(r"^(?P<name>[A-Za-z' -]+?)\s*[:=-]?\s*\+?(?P<level>\d{1,2})$")
NAMED = re.compile(r"^(?P<name>[^()]+?)\s*(?:\((?P<figures>[^()]*)\))?$")


def is_block(text: str) -> bool:
    return all(re.search(rf"\b{name}\s*[:=]?\s*\d", text, re.IGNORECASE) for name in ATTRIBUTES)


def is_stat_block(opened: Opened) -> bool:
    return opened.data is None and is_block(" ".join(opened.text[:LONGEST].split()))


def blocks(text: str) -> list[str]:
    """One text may hold several, parted by a line of dashes or by two empty lines."""
    found: list[list[str]] = [[]]
    empty = 0
    for line in text[:LONGEST].splitlines():
        words = " ".join(line.split())[:LINE]
        empty = 0 if words else empty + 1
        if RULE.match(words) or empty == 2:
            found.append([])
        elif words:
            found[-1].append(words)
    return ["\n".join(lines) for lines in found if lines][:MOST]


def read_stat_blocks(opened: Opened) -> list[Imported | BadInput]:
    found: list[Imported | BadInput] = []
    for text in blocks(opened.text):
        if is_block(text):
            found.append(read_block(text, opened.name))
        else:
            first = text.strip().splitlines()[0][:60]
            found.append(
                BadInput(f"{first!r}: no stat block", expected="Strength, Agility, Wits and Empathy, each with a figure")
            )
    return found


def read_block(text: str, file: str) -> Imported | BadInput:
    """As an actor of Foundry would have it, and read like one."""
    system: Row = {"attributes": {}, "skills": {}, "hitPoints": {}, "mindPoints": {}}
    items: list[Row] = []
    left: list[str] = []
    name = section = ""
    for line in text.splitlines():
        words = line.strip(" \t•")
        heading = SECTION.match(words)
        if heading is not None:
            section, words = KINDS[heading["label"].lower().removesuffix("s")], heading["rest"].strip()
        figures = list(FIGURE.finditer(words)) if heading is None else []
        if figures:
            before = words[: figures[0].start()].strip(" :-–,;")
            name, section = name or before[:100], ""
            left += [each for each in (take_figure(system, found) for found in figures) if each]
        elif section and words:
            left += take_listed(section, words, system, items)
            section = "" if section == "armor" else section
        elif words and not name:
            name = words[:100]
        elif words:
            left.append(f"{words[:80]!r}: not understood")
    found = read_actor({"name": name, "type": "npc", "system": system, "items": items}, file)
    if isinstance(found, Imported):
        found.left_out += left
    return found


def take_figure(system: Row, found: re.Match[str]) -> str:
    """What is left out, if it is no figure of a fighter."""
    label, value = found["label"].lower(), int(found["value"])
    if label in ATTRIBUTES:
        system["attributes"][label] = {"value": value}
    elif label in POOLS:
        system[POOLS[label]] = {"value": value, "max": int(found["most"]) if found["most"] else value}
    elif label == "radiation":
        system["radiation"] = {"value": value}
    else:
        return f"{found[0]}: worked out by the book, or of no part in a fight"
    return ""


def take_listed(section: str, words: str, system: Row, items: list[Row]) -> list[str]:
    """Skills, talents, weapons, armour, gear: what stands in the list after the heading. Gives what is left out."""
    if section == "note":
        return [f"note: {words[:120]}"]
    mark = ";" if ";" in words else ","
    left: list[str] = []
    for each in [part.strip(" .") for part in re.split(rf"{mark}(?![^()]*\))", words) if part.strip(" .")]:
        skill, named = SKILL.match(each), NAMED.match(each)
        if section == "skill" and skill is not None:
            system["skills"][skill["name"].strip().lower()] = {"value": int(skill["level"])}
        elif section != "skill" and named is not None:
            items.append(
                {"name": named["name"].strip(), "type": section, "system": figures_in(section, named["figures"] or "")}
            )
        else:
            left.append(f"{each[:80]!r}: not understood")
    return left


def figures_in(section: str, words: str) -> Row:
    """'(Bonus +1, Damage 2, Crit 2, Close)' of a weapon, '(2)' of armour."""
    if section == "armor":
        rating = re.search(r"\d{1,2}", words)
        return {"equipped": True, **({"armorRating": int(rating[0])} if rating is not None else {})}
    found: Row = {"equipped": section == "weapon"}
    for label, name in (("bonus", "bonus"), ("init(?:iative)?", "initiative"), ("damage|dmg", "damage")):
        given = re.search(rf"\b(?:{label})\s*[:=]?\s*([+-]?\d{{1,2}})", words, re.IGNORECASE)
        if given is not None:
            found[name] = int(given[1])
    crit = re.search(r"\bcrit\s*[:=]?\s*(\d)", words, re.IGNORECASE)
    if crit is not None:
        found["crit"] = {"numericValue": int(crit[1])}
    band = re.search(r"\b(close|short|long|extreme)\b", words, re.IGNORECASE)
    return {**found, "range": band[1].lower()} if band is not None else found


STAT_BLOCK = SheetReader("a Coriolis stat block (text)", (".txt",), is_stat_block, read_stat_blocks)
