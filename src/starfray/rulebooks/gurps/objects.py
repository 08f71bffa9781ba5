"""Things: HP by weight, DR by material and thickness."""

from __future__ import annotations

from math import floor

from starfray.engine.content import Content

TIMES = {"unliving": 4, "homogenous": 8, "diffuse": 8}  # gurps.object.hp.unliving, gurps.object.hp.homogenous
ENDS = ("low", "middle", "high")  # gurps.ruling.material-range


def object_hp(nature: str, weight: float) -> int:
    """So many times the cube root of the weight in pounds, to the nearest whole, at least 1. gurps.ruling.object-hp-rounding

    The nearest whole is found by comparing cubes: 64 lb is 4 x 4 = 16, whatever a root in fractions says.
    """
    times = TIMES[nature]
    cube = weight * times * times * times
    points = int(cube ** (1 / 3))
    while (points + 0.5) ** 3 <= cube:
        points += 1
    while points > 0 and (points - 0.5) ** 3 > cube:
        points -= 1
    return max(1, points)


def material_dr(content: Content, material: str, inches: float, end: str = "low") -> int:
    """Inches times the figure; the low end if nobody says, rounded down. gurps.object.dr"""
    row = content.entry("materials", material)
    low, high = float(row["low"]), float(row["high"])
    figure = {"low": low, "middle": (low + high) / 2, "high": high}[end]
    return floor(figure * inches + 1e-9)
