"""The small languages inside a sheet: damage, reach, parry, range, shots, strength, weight."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

TYPES = {
    **{each: each for each in ("burn", "cor", "cr", "cut", "imp", "pi-", "pi", "pi+", "pi++", "tox", "fat")},
    "burning": "burn", "corrosion": "cor", "corrosive": "cor", "crush": "cr", "crushing": "cr", "cutting": "cut",
    "impaling": "imp", "piercing": "pi", "toxic": "tox", "fatigue": "fat",
}  # fmt: skip
DICE = re.compile(
    r"(?:(?P<dice>\d{0,6})d(?:6(?!\d)|(?!\d))(?P<adds>[+-]\d{1,6})?|(?P<flat>[+-]?\d{1,6})(?![\dd]))(?:x(?P<times>\d{1,6}))?"
)
DIVISOR = re.compile(r"\((?P<divisor>∞|inf|\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})\)")
RESIST = re.compile(r"(?P<figure>ht|will|st|dx|iq|per)\s*(?P<modifier>[+-]\s*\d{1,3})?")
#: what follows as a second damage
LINK = re.compile(r"(?:(?<=\s)\+|&|\bplus\b|\band\b|\bfollow|\blinked)\s*")
#: what a spell does for each point of energy put into it
PER_POINT = re.compile(r"\s*(?:/|\bper\b)\s*(?:\d\s*)?(?:points?|pts?|fp|ep|energy|levels?)\b\.?(?:\s+of energy)?")
#: words of a range that is no distance
NO_RANGE = re.compile(r"sight|spec|skill|point|pbaoe|^b\d")
BEAMS = ("tbb", "tight-beam", "beam")
KNOWN = ("", "ex", "dkb", "nkb", *BEAMS)
LONGEST = 100  # yards of a reach
FASTEST = 1000  # shots a second
NO_ARMOUR = 1_000_000.0  # a divisor of ∞
MANY = 60  # dice in one throw; more are thrown by multiples
FAR = 2000  # yards, where a sheet gives no figure
#: as GCS rounds them
POUNDS = {"lb": 1.0, "lbs": 1.0, "#": 1.0, "oz": 1 / 16, "kg": 2.0, "g": 0.002, "tn": 2000.0, "lt": 2240.0, "t": 2000.0}


def key_of(*words: str) -> str:
    """A name for files: small letters, digits and dashes."""
    text = unicodedata.normalize("NFKD", " ".join(word for word in words if word)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60].strip("-")


def plainly(text: str) -> str:
    """Small letters, and one way to write minus and times."""
    return text.lower().replace("−", "-").replace("–", "-").replace("×", "x").strip()


def for_one_point(text: str) -> tuple[str, bool]:
    """'1d burn/point', '1d-1 per FP cut': the damage of one point of energy, and whether it was written like that."""
    found, number = PER_POINT.subn(" ", plainly(text))
    return (" ".join(found.split()), True) if number else (text, False)


@dataclass(frozen=True, slots=True)
class Damage:
    """`dice` is empty for what only afflicts; `rest` is what the book has no place for."""

    dice: str
    type: str
    divisor: float = 1.0
    explosive: bool = False
    beam: bool = False
    pushes: int = 1
    affliction: int | None = None
    rest: str = ""


def read_damage(text: str) -> Damage | None:
    """'2d-1 cut', '3d(2) pi', '6dx2(0.5) cr ex [2d cut]', 'HT-2 aff'; None for what is neither dice nor a roll to resist."""
    words = plainly(text)
    fragments = " ".join(re.findall(r"\[[^\]]*\]?", words))
    words = re.sub(r"\[[^\]]*\]?", " ", words)
    words = re.sub(r"(?<=\dd)\s*([+-])\s*(?=\d+(?![\dd]))", r"\1", words)
    dice = DICE.match(words)
    resist = RESIST.match(words) if dice is None else None
    start = dice or resist
    if start is None:
        return None
    words = words[start.end() :]
    divisor = DIVISOR.search(words)
    armour = read_divisor(divisor["divisor"]) if divisor is not None else 1.0
    main, link, follow = parted(DIVISOR.sub(" ", words, count=1))
    found = [each.strip(".,;:()") for each in main.split()]
    if resist is not None:
        modifier = int((resist["modifier"] or "0").replace(" ", ""))
        afflicts = "aff" in found or resist["modifier"] is not None
        by = [f"resisted by {resist['figure'].capitalize()}"] if resist["figure"] != "ht" else []
        by += [f"{link}{follow}".strip()] if follow else []
        return Damage("", "aff", armour, affliction=modifier, rest=" ".join(by)) if afflicts else None
    kind = next((TYPES[each] for each in found if each in TYPES), "")
    if not kind or dice is None:
        return None
    rest = [each for each in found if TYPES.get(each) != kind and each not in KNOWN]
    rest += [each for each in (fragments, f"{link}{follow}".strip()) if each]
    pushes = 2 if "dkb" in found else 0 if "nkb" in found else 1
    beam = any(each in found for each in BEAMS)
    return Damage(throw_of(dice), kind, armour, "ex" in found, beam, pushes, None, " ".join(rest))


def parted(words: str) -> tuple[str, str, str]:
    """What comes before, and what is linked to it: 'cut', '+', ' 1d tox'."""
    found = LINK.search(words)
    return (words, "", "") if found is None else (words[: found.start()], found[0].strip(), words[found.end() :])


def read_divisor(text: str) -> float:
    return NO_ARMOUR if text in ("∞", "inf") else min(NO_ARMOUR, float(text)) or 1.0


def throw_of(dice: re.Match[str]) -> str:
    """As the book writes it; a great many dice are thrown by multiples."""
    count = 0 if dice["flat"] else int(dice["dice"] or 1)
    adds, times = int(dice["flat"] or dice["adds"] or 0), max(1, int(dice["times"] or 1))
    if count > MANY:
        more = -(-count // MANY)
        count, adds, times = count // more, adds // more, times * more
    adds, times = max(-99999, min(99999, adds)), min(99999, times)
    return f"{count}d" + (f"{adds:+d}" if adds else "") + (f"x{times}" if times > 1 else "")


def read_reach(text: str) -> list[int]:
    """'C,1', '1-2', '2,3*', 'C-1': yards, 0 for close combat."""
    reach: list[int] = []
    for part in plainly(text).replace("*", "").split(","):
        ends = [0 if each == "c" else min(LONGEST, int(each)) for each in re.findall(r"\bc\b|\d{1,6}", part)]
        if ends:
            reach += range(ends[0], ends[-1] + 1)
    return sorted(dict.fromkeys(reach))


@dataclass(frozen=True, slots=True)
class Parry:
    modifier: int = 0
    able: bool = True
    fencing: bool = False
    unbalanced: bool = False


def read_parry(text: str) -> Parry:
    """'0', '-1U', '0F', 'No', '': the figure and what the letters mean."""
    found = re.match(r"^([+-]?\d{1,3})\s*([fu]*)", plainly(text))
    if found is None:
        return Parry(able=False)
    return Parry(int(found[1]), True, "f" in found[2], "u" in found[2])


@dataclass(frozen=True, slots=True)
class Range:
    half: int = 0
    most: int = 0
    half_st: float = 0.0
    most_st: float = 0.0
    least: int = 0  # nearer than that it does not work


def read_range(text: str) -> Range:
    """'180/240', '100', 'x10/x15', '2,000/4,000', '1 mi', '100/30-150', '1/2D 50, Max 150': yards, or multiples of ST;
    nothing for 'Sight', '10/point' or a book's page.
    """
    words = plainly(text)
    if NO_RANGE.search(words):
        return Range()
    words = re.sub(r"\bc\s*/|1/2\s*d", "", re.sub(r",?\s*\bmax\b\.?", "/", words)).replace(",", "").strip(" /")
    scale = 1760.0 if re.search(r"\bmi", words) else 1.0
    figures: list[float] = []
    least = 0
    for part in words.split("/")[:2]:
        numbers = re.findall(r"\d{1,7}(?:\.\d{1,3})?", part)
        if numbers:
            figures.append(min(1_000_000.0, float(numbers[-1]) * scale))
            least = int(float(numbers[0]) * scale) if len(numbers) > 1 and "-" in part else least
    if not figures or not figures[-1]:
        return Range()
    half, most = (figures[0], max(figures)) if len(figures) > 1 else (0.0, figures[0])
    half = half if half < most else 0.0
    if re.search(r"x\s*\d|\d\s*x", words):
        return Range(half_st=half, most_st=most, least=least)
    return Range(int(half), max(1, int(most)), least=least)


@dataclass(frozen=True, slots=True)
class Shots:
    magazine: int = 0
    reload: int = 0
    each: bool = False
    thrown: bool = False
    lasts: int = 0  # seconds of one shot


def read_shots(text: str) -> Shots:
    """'30+1(3)', '6(3i)', 'T(1)', '5x10s(5)': magazine, seconds to reload, whether that is for each shot, how long one lasts;
    nothing for what is paid in FP or comes back by the hour.
    """
    words = plainly(text).replace(",", "").replace(" ", "")
    if re.search(r"fp|hrs|day|spec", words):
        return Shots()
    thrown = words.startswith("t")
    found = re.match(r"^(\d{1,5})?(?:\+(\d{1,5}))?(?:x(\d{1,5}))?", words.removeprefix("t"))
    magazine = 0 if thrown or found is None else int(found[1] or 0) + int(found[2] or 0)
    lasts = 0 if thrown or found is None else int(found[3] or 0)
    reload = re.search(r"\((\d{1,4})(i?)\)", words)
    if reload is None:
        return Shots(magazine, 0, False, thrown, lasts)
    return Shots(magazine, int(reload[1]), bool(reload[2]), thrown, lasts)


def read_fire(text: str) -> tuple[int, int]:
    """'3', '2x9', 'x9', '15!', 'Jet', '1/5': shots a second and pellets in each, those of the first mode."""
    words = re.sub(r"^x", "1x", plainly(text).replace(",", ""))
    found = re.match(r"^(\d{1,4})(?:\s*[x.]\s*(\d{1,4}))?", words)
    if found is None:
        return 1, 1
    return max(1, min(FASTEST, int(found[1]))), max(1, min(FASTEST, int(found[2] or 1)))


def read_number(text: str) -> int:
    """The first whole number of '4+2', '-3*', '2/1'; 0 if there is none."""
    found = re.search(r"[+-]?\d{1,6}", plainly(text))
    return int(found[0]) if found is not None else 0


def read_weight(text: str) -> float:
    """Pounds of '2.5 lb', '8 oz', '3 kg'."""
    found = re.match(r"^(\d[\d,]*(?:\.\d+)?|\.\d+)\s*([a-z#]+)?", plainly(text))
    if found is None:
        return 0.0
    pounds = float(found[1].replace(",", "")[:12]) * POUNDS.get(found[2] or "lb", 1.0)
    return min(1_000_000.0, pounds)
