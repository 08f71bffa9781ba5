"""Stat blocks as people write and paste them, laid out as a sheet of GCS and read like one.

Dock Thug
ST 12; DX 11; IQ 9; HT 11
HP 13, Will 9, Per 10, FP 11, Speed 5.5, Move 5, SM 0, Dodge 8, DR 2
Knife (12): 1d-1 cut, Reach C,1
Pistol (13): 2d+2 pi, Acc 2, Range 150/1900, RoF 3, Shots 15(3), Rcl 2
Traits: Combat Reflexes; High Pain Threshold.
Skills: Brawling-12; Guns (Pistol)-13.
"""

from __future__ import annotations

import re
from math import floor

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported, Opened, SheetReader
from starfray.rulebooks.gurps.gcs.plain import Row
from starfray.rulebooks.gurps.gcs.sheet import combatant_of
from starfray.rulebooks.gurps.gcs.words import for_one_point, plainly, read_damage, read_number

LONGEST = 200_000  # characters of text
MOST = 200  # blocks in it
LONGEST_SKILL = 120
LONGEST_LIST = 20_000  # characters under one heading
LINE = 5000  # characters of one line
RULE = re.compile(r"(?:-{3,}|={3,}|\*{3,})$")
BASIC = ("ST", "DX", "IQ", "HT")
#: label → the attribute of a sheet
LABELS = {
    "st": "st", "dx": "dx", "iq": "iq", "ht": "ht", "hp": "hp", "fp": "fp", "will": "will", "per": "per",
    "basic speed": "basic_speed", "speed": "basic_speed", "basic move": "basic_move", "move": "basic_move",
}  # fmt: skip
OTHERS = ("sm", "dodge", "dr", "parry", "block")
FIGURE = re.compile(
    r"(?<![\w-])(?P<label>ST|DX|IQ|HT|HP|FP|Will|Per|Basic Speed|Speed|Basic Move|Move|SM|Dodge|DR|Parry|Block)"
    r"\s*[:=]?\s*(?P<value>[+−–-]?\d{1,5}(?:\.\d{1,2})?)(?:\s*/\s*(?P<most>\d{1,5}))?(?![\d(d])",
    re.IGNORECASE,
)
SECTION = re.compile(
    r"^\s*(?P<label>Traits|Advantages/Disadvantages|Advantages|Disadvantages|Perks|Quirks|Features|Skills|Spells|Techniques"
    r"|Equipment|Gear|Weapons|Attacks|Notes|Class|Languages)\s*[:.]\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
ATTACK = re.compile(
    r"^\s*[•*-]?\s*(?P<name>[^:()\n]{1,80}(?:\([^()\d][^()]{0,40}\))?[^:()\n]{0,40}?)\s*\((?P<level>\d{1,3})(?P<more>[^)]{0,60})\)"
    r"\s*[:.;,–-]*\s*(?P<rest>.+)$"
)
SKILL = re.compile(r"^(?P<name>.+?)\s*(?:[-–:=]\s*|\s)(?P<level>\d{1,3})\s*(?:\[.*\])?$")
PARTS = ("Skull", "Face", "Neck", "Torso", "Vitals", "Groin", "Arm", "Hand", "Leg", "Foot")
ASIDES = re.compile(r"\[[^\]]{0,60}\]")


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


def is_block(text: str) -> bool:
    return all(re.search(rf"(?<![\w-]){name}\s*[:=]?\s*\d", text) for name in BASIC)


def is_stat_block(opened: Opened) -> bool:
    return opened.data is None and is_block(" ".join(opened.text[:LONGEST].split()))


def read_stat_blocks(opened: Opened) -> list[Imported | BadInput]:
    found: list[Imported | BadInput] = []
    for text in blocks(opened.text):
        if is_block(text):
            found.append(read_block(text, opened.name))
        else:
            first = text.strip().splitlines()[0][:60]
            found.append(BadInput(f"{first!r}: no stat block", expected="ST, DX, IQ and HT, each with a figure"))
    return found


class Block:
    """What is gathered on the way down the lines."""

    def __init__(self) -> None:
        self.name = ""
        self.figures: dict[str, tuple[float, float]] = {}
        self.others: dict[str, float] = {}
        self.weapons: list[Row] = []
        self.traits: list[str] = []
        self.skills: list[Row] = []
        self.spells: list[Row] = []
        self.left: list[str] = []
        self.section = ""
        self.lists: dict[str, str] = {}  # what stands under each heading; lines may break anywhere


def read_block(text: str, file: str) -> Imported:
    block = Block()
    for line in text.splitlines():
        words = ASIDES.sub("", line).strip(" \t•")
        if words:
            take_line(block, words)
    for section, words in block.lists.items():
        take_listed(block, section, words)
    speed = block.figures.get("basic_speed", (0.0, 0.0))[0]
    if not speed:
        dx, ht = (block.figures.get(each, (10.0, 10.0))[0] for each in ("dx", "ht"))
        speed = (dx + ht) / 4
    sums: Row = {}
    if "dodge" in block.others:
        bonus = int(block.others["dodge"]) - floor(speed) - 3
        sums = dict.fromkeys(("dodge_bonus", "parry_bonus", "block_bonus"), bonus)
    dr = max(0, int(block.others.get("dr", 0)))
    places = [{"id": part, "calc": {"dr": {"all": dr + (2 if part == "Skull" else 0)}}} for part in PARTS] if dr else []
    found = combatant_of({
        "version": 5, "profile": {"name": block.name, "SM": int(block.others.get("sm", 0))},
        "attributes": [{"attr_id": name, "calc": {"value": most, "current": left}}
                       for name, (most, left) in block.figures.items()],
        "traits": [{"name": name} for name in block.traits], "skills": block.skills, "spells": block.spells,
        "equipment": block.weapons, "settings": {"body_type": {"locations": places}}, "calc": sums,
    }, file, 0)  # fmt: skip
    found.left_out += [f"{name.title()} {int(block.others[name])}: worked out from the weapon" for name in ("parry", "block")
                       if name in block.others]  # fmt: skip
    found.left_out += block.left
    found.assumed.append("no weights in a stat block: no encumbrance")
    return found


def take_line(block: Block, words: str) -> None:
    """A line is a heading, an attack, figures, or goes on with the list before it; else it is the name, or is left out."""
    heading = SECTION.match(words)
    if heading is not None:
        block.section = heading["label"].lower()
        words = heading["rest"].strip()
        if not words:
            return
    attack = ATTACK.match(words)
    if attack is not None and block.section not in ("skills", "spells", "techniques") and read_attack(block, attack):
        return
    if heading is None and take_figures(block, words):
        return
    if block.section:
        block.lists[block.section] = f"{block.lists.get(block.section, '')} {words}".strip()[:LONGEST_LIST]
    elif not block.name:
        block.name = re.sub(r"\s*[(:,;].*$", "", words)[:100].strip() or words[:100]
    else:
        block.left.append(f"{words[:80]!r}: not understood")


def take_figures(block: Block, words: str) -> bool:
    """'ST 12; DX 11; HP 10/13': did the line hold any? What stands before the first may be the name."""
    found = list(FIGURE.finditer(words))
    if not found:
        return False
    before = words[: found[0].start()].strip(" :-–,;")
    if before and not block.name:
        block.name = before[:100]
    for each in found:
        label, value = each["label"].lower(), float(each["value"].replace("−", "-").replace("–", "-"))
        if label in LABELS:
            most = float(each["most"]) if each["most"] else value
            block.figures.setdefault(LABELS[label], (most, value))
        else:
            block.others.setdefault(label, value)
    block.section = ""
    return True


def read_attack(block: Block, attack: re.Match[str]) -> bool:
    """'Knife (12): 1d-1 cut, Reach C,1': False if it does no damage the book knows."""
    rest = plainly(attack["rest"])
    does = re.search(r"(?:\d{0,3}d(?:[+-]\d{1,3})?|(?:thr|sw)(?:[+-]\d{1,3})?|ht\s*[+-]\s*\d{1,2})(?:[^,;.]|\.(?=\d))*", rest)
    if does is None or (read_damage(for_one_point(does[0])[0]) is None and not does[0].startswith(("thr", "sw"))):
        return False
    rest = rest.replace(does[0], "", 1)
    use: Row = {"usage": "", "calc": {"level": int(attack["level"]), "damage": does[0].strip(" .")}}
    for label, name in (("reach", "reach"), ("acc", "accuracy"), ("range", "range"), ("rof", "rate_of_fire"),
                        ("shots", "shots"), ("rcl", "recoil"), ("bulk", "bulk"), ("st", "strength")):  # fmt: skip
        given = re.search(rf"\b{label}\.?\s*[:=]?\s*([^;\s]+(?:,\d[\d-]*)*)", rest)
        if given is not None:
            use[name] = given[1].rstrip(".,").upper() if label == "reach" else given[1].rstrip(".,")
    parry = re.search(r"parry\s*[:=]?\s*(\d{1,2}[fu]*|no)", plainly(attack["more"]) + " " + rest)
    use["parry"] = "No" if parry is not None and parry[1] == "no" else "0"
    if parry is not None and parry[1] != "no":
        use["calc"]["parry"] = parry[1]
    ranged = any(name in use for name in ("accuracy", "range", "rate_of_fire", "shots"))
    use["type"] = "ranged_weapon" if ranged else "melee_weapon"
    block.weapons.append({"description": attack["name"].strip(), "equipped": True, "quantity": 1, "weapons": [use]})
    return True


def take_listed(block: Block, section: str, words: str) -> None:
    """Traits and skills stand in lists; of the rest it is said that it stays out."""
    if section in ("skills", "techniques", "spells"):
        table = block.spells if section == "spells" else block.skills
        for each in split_list(words):
            found = SKILL.match(each[:LONGEST_SKILL])
            if found is None:
                block.left.append(f"{each[:80]!r}: no skill with a level")
                continue
            named = re.match(r"^(.*?)\s*\(([^()]*)\)$", found["name"])
            row: Row = {"name": named[1], "specialization": named[2]} if named is not None else {"name": found["name"]}
            table.append({**row, "calc": {"level": read_number(found["level"])}})
    elif section in ("traits", "advantages", "disadvantages", "advantages/disadvantages", "perks", "quirks", "features"):
        block.traits += split_list(words)
    else:
        block.left.append(f"{section}: {words[:120]}")


def split_list(words: str) -> list[str]:
    """By semicolons, or by commas where there are none; those in brackets part nothing."""
    mark = ";" if ";" in words else ","
    parts = re.split(rf"{mark}(?![^()]*\))", words)
    return [each.strip(" .\t") for each in parts if each.strip(" .\t")]


STAT_BLOCK = SheetReader("a GURPS stat block (text)", (".txt",), is_stat_block, read_stat_blocks)
