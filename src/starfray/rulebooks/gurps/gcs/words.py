"""The small languages inside a sheet: damage, reach, parry, range, shots, strength, weight."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

TYPES = {"burn": "burn", "cor": "cor", "cr": "cr", "cut": "cut", "imp": "imp", "pi-": "pi-", "pi": "pi", "pi+": "pi+",
         "pi++": "pi++", "tox": "tox", "fat": "fat"}  # fmt: skip
DAMAGE = re.compile(
    r"""^(?:(?P<dice>\d+)d6?)?(?P<adds>[+-]?\d+)?(?:\s*[x×]\s*(?P<times>\d+))?
    (?:\s*\((?P<divisor>\d*\.?\d+|∞)\))?\s+(?P<type>pi\+\+|pi\+|pi-|[a-z]+)(?P<rest>.*)$""",
    re.VERBOSE,
)
#: as GCS rounds them
POUNDS = {"lb": 1.0, "#": 1.0, "oz": 1 / 16, "kg": 2.0, "g": 0.002, "tn": 2000.0, "lt": 2240.0, "t": 2000.0}


def key_of(*words: str) -> str:
    """A name for files: small letters, digits and dashes."""
    text = unicodedata.normalize("NFKD", " ".join(word for word in words if word)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Damage:
    dice: str
    type: str
    divisor: float = 1.0
    explosive: bool = False


def read_damage(text: str) -> Damage | None:
    """'2d-1 cut', '3d(2) pi', '6dx2 cr ex': dice, type and armour divisor; None for what is no plain damage."""
    found = DAMAGE.match(text.strip())
    if found is None or found["type"] not in TYPES or (found["dice"] is None and found["adds"] is None):
        return None
    count, adds = int(found["dice"] or 0), int(found["adds"] or 0)
    times = int(found["times"] or 1)
    count, adds = count * times, adds * times  # 6dx2: as many dice, the book knows no multipliers
    dice = f"{count}d{adds:+d}" if adds else f"{count}d"
    divisor = 1000.0 if found["divisor"] == "∞" else float(found["divisor"] or 1)
    return Damage(dice, TYPES[found["type"]], divisor, " ex" in found["rest"])


def read_reach(text: str) -> list[int]:
    """'C,1', '1-2', '2,3*': yards, 0 for close combat."""
    reach: set[int] = set()
    for part in text.replace("*", "").upper().split(","):
        ends = [0 if end.strip() == "C" else int(end) for end in part.split("-") if end.strip() == "C" or end.strip().isdigit()]
        if ends:
            reach |= set(range(ends[0], ends[-1] + 1))
    return sorted(reach)


@dataclass(frozen=True, slots=True)
class Parry:
    modifier: int = 0
    able: bool = True
    fencing: bool = False
    unbalanced: bool = False


def read_parry(text: str) -> Parry:
    """'0', '-1U', '0F', 'No', '': the modifier and what the letters mean."""
    found = re.match(r"^\s*([+-]?\d+)\s*([FU]*)", text)
    if found is None:
        return Parry(able=False)
    return Parry(int(found[1]), True, "F" in found[2], "U" in found[2])


@dataclass(frozen=True, slots=True)
class Range:
    half: int = 0
    most: int = 0
    half_st: float = 0.0
    most_st: float = 0.0


def read_range(text: str) -> Range:
    """'180/240', '100', 'x10/x15', '2,000/4,000', '1 mi': yards, or multiples of ST."""
    words = text.lower().replace(",", "").replace("×", "x").strip()
    scale = 1760 if "mi" in words else 1
    found = re.findall(r"(x?)\s*(\d+(?:\.\d+)?)", words)
    if not found:
        return Range()
    figures = [float(number) * scale for _, number in found[:2]]
    half, most = (figures[0], figures[1]) if len(figures) > 1 else (0.0, figures[0])
    if found[0][0]:
        return Range(half_st=half, most_st=most)
    return Range(int(half), int(most))


@dataclass(frozen=True, slots=True)
class Shots:
    magazine: int = 0
    reload: int = 0
    each: bool = False
    thrown: bool = False


def read_shots(text: str) -> Shots:
    """'30+1(3)', '6(3i)', 'T(1)': magazine, seconds to reload, whether that is for each shot."""
    words = text.replace(",", "").strip()
    found = re.match(r"^(?:(T)|(\d+))?(?:\+(\d+))?\s*(?:\((\d+)(i?)\))?", words)
    if found is None:
        return Shots()
    magazine = int(found[2] or 0) + int(found[3] or 0)
    return Shots(magazine, int(found[4] or 0), bool(found[5]), bool(found[1]))


def read_fire(text: str) -> tuple[int, int]:
    """'3', '2x9', '15!', 'Jet': shots a second and pellets in each."""
    found = re.match(r"^\s*(\d+)(?:\s*[x×]\s*(\d+))?", text)
    return (int(found[1]), int(found[2] or 1)) if found is not None else (1, 1)


def read_number(text: str) -> int:
    """The first whole number of '4+2', '-3*', '2/1'; 0 if there is none."""
    found = re.search(r"[+-]?\d+", text)
    return int(found[0]) if found is not None else 0


def read_weight(text: str) -> float:
    """Pounds of '2.5 lb', '8 oz', '3 kg'."""
    found = re.match(r"^\s*([\d.,]+)\s*([a-z#]+)?", text.lower())
    if found is None:
        return 0.0
    return float(found[1].replace(",", "") or 0) * POUNDS.get(found[2] or "lb", 1.0)
