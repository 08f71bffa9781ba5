"""Dice as this book reads them: the bands of a success roll, and tables of which several rows say the same."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import Bands, Summed, bands


class Listed(Summed):
    """The sum of six-sided dice looked up in a list, which starts at the lowest sum."""

    __slots__ = ("values",)

    def __init__(self, count: int, values: tuple[int, ...], label: str = "", goal: str = "") -> None:
        super().__init__(label or f"{count}d6 on a table", count, 6)
        self.values = values
        self.goal = goal

    def of_sum(self, total: int) -> int:
        return self.values[total - self.count]


@lru_cache(maxsize=256)
def listed(count: int, values: tuple[int, ...]) -> Listed:
    return Listed(count, values)


def critical_cut(skill: int) -> int:
    """The highest roll that is a critical success. gurps.success.critical, .five, .six"""
    return 6 if skill >= 16 else 5 if skill >= 15 else 4


def success_cut(skill: int) -> int:
    """The highest roll that succeeds: 3 and 4 always do, 17 never. gurps.failure.critical.seventeen"""
    return max(4, min(skill, 16))


def failure_cut(skill: int) -> int:
    """The highest roll that is a plain failure. gurps.failure.critical, .seventeen"""
    return 17 if skill >= 16 else 16


@lru_cache(maxsize=256)
def degrees(skill: int) -> Bands:
    """0 critical success, 1 success, 2 failure, 3 critical failure."""
    return told(bands(3, 6, critical_cut(skill), success_cut(skill), failure_cut(skill)), skill)


def told(shape: Bands, skill: int) -> Bands:
    """What the one who throws is told to hope for."""
    shape.goal = f"{success_cut(skill)} or less"
    return shape


MISS, NEAR, FUMBLE, CRITICAL = 0, -1, -2, 1000  # readings of `successes` beside plain numbers


def successes(skill: int, most: int, per: int, near: bool, by_ten: bool = False) -> Listed:
    """How many hits, or hits avoided: see `several`."""
    return single(skill) if most == 1 and not near and not by_ten else several(skill, most, per, near, by_ten)


@lru_cache(maxsize=256)
def single(skill: int) -> Listed:
    """One blow, or one blow to ward off."""
    return several(skill, 1, 1, False, False)


@lru_cache(maxsize=4096)
def several(skill: int, most: int, per: int, near: bool, by_ten: bool) -> Listed:
    """How many hits (or hits avoided): 1 and 1 more per `per` of margin, at most `most`; CRITICAL more for a critical success,
    NEAR for a miss by exactly 1 if that counts, FUMBLE for a critical failure.

    gurps.core.rapid-fire-hits, gurps.ruling.auto-result-margin, gurps.ruling.miss-by-one
    """
    values = []
    for rolled in range(3, 19):
        place = degree_of(skill, rolled, by_ten)
        if place <= 1:
            count = min(most, 1 + max(0, skill - rolled) // per)
            values.append(count + (CRITICAL if place == 0 else 0))
        elif place == 2:
            values.append(NEAR if near and max(1, rolled - skill) == 1 else MISS)
        else:
            values.append(FUMBLE)
    return Listed(3, tuple(values), f"3d6<={success_cut(skill)}", f"{success_cut(skill)} or less")


def degree_of(skill: int, rolled: int, by_ten: bool = False) -> int:
    """0 critical success, 1 success, 2 failure, 3 critical failure. gurps.ruling.fail-by-ten"""
    if by_ten and rolled > 4 and rolled - skill >= 10:
        return 3
    cuts = (critical_cut(skill), success_cut(skill), failure_cut(skill))
    return next((index for index, cut in enumerate(cuts) if rolled <= cut), 3)


@lru_cache(maxsize=256)
def by_margin(skill: int) -> Listed:
    """The margin itself, at least 0 for a success, at most -1 for a failure. gurps.ruling.auto-result-margin"""
    values = []
    for rolled in range(3, 19):
        margin = skill - rolled
        values.append(max(0, margin) if degree_of(skill, rolled) <= 1 else min(-1, margin))
    return Listed(3, tuple(values), "", f"{success_cut(skill)} or less, by as much as may be")


@lru_cache(maxsize=256)
def as_rolled(skill: int) -> Listed:
    """The throw itself, where both degree and margin are looked at."""
    return Listed(3, tuple(range(3, 19)), "3d6", f"{success_cut(skill)} or less, by as much as may be")


@lru_cache(maxsize=256)
def yes_or_no(skill: int) -> Bands:
    """0 success, 1 failure."""
    return told(bands(3, 6, success_cut(skill)), skill)


@lru_cache(maxsize=256)
def margins(skill: int) -> Bands:
    """0 success, 1 failed by 1 or 2, 2 failed by more. gurps.injury.mortal, gurps.ruling.auto-result-margin"""
    return told(bands(3, 6, success_cut(skill), 18 if skill >= 16 else skill + 2), skill)


@lru_cache(maxsize=256)
def by_five(skill: int) -> Bands:
    """0 success, 1 failed, 2 failed by 5 or more. gurps.ruling.knockdown-result"""
    least = success_cut(skill)
    return told(bands(3, 6, least, max(least, skill + 4)), skill)
