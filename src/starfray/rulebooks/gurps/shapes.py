"""Dice as this book reads them: the bands of a success roll, and tables of which several rows say the same."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import Bands, Fixed, Weighted, bands, faces_for, ways_to_total


class Listed(Fixed):
    """The sum of six-sided dice looked up in a list, which starts at the lowest sum."""

    __slots__ = ("values",)

    def __init__(self, count: int, values: tuple[int, ...]) -> None:
        super().__init__(f"{count}d6 on a table", count, 6)
        self.values = values

    def read(self, faces: list[int]) -> int:
        return self.values[sum(faces) - self.count]

    def find_classes(self) -> list[Weighted]:
        found: dict[int, Weighted] = {}
        for total, ways in ways_to_total(self.count, 6).items():
            value = self.values[total - self.count]
            if value in found:
                found[value].weight += ways
            else:
                found[value] = Weighted(value, ways, faces_for(total, self.count, 6))
        return list(found.values())


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


def degrees(skill: int) -> Bands:
    """0 critical success, 1 success, 2 failure, 3 critical failure."""
    return bands(3, 6, critical_cut(skill), success_cut(skill), failure_cut(skill))


def degrees_or_near(skill: int) -> Bands:
    """0 critical success, 1 success, 2 missed by exactly 1, 3 failure, 4 critical failure.

    A 17 that fails at skill 16 or more fails by at least 1. gurps.ruling.miss-by-one, gurps.ruling.auto-result-margin
    """
    near = 17 if skill >= 16 else max(success_cut(skill), skill + 1)
    return bands(3, 6, critical_cut(skill), success_cut(skill), near, failure_cut(skill))


def yes_or_no(skill: int) -> Bands:
    """0 success, 1 failure."""
    return bands(3, 6, success_cut(skill))


def margins(skill: int) -> Bands:
    """0 success, 1 failed by 1 or 2, 2 failed by more. gurps.injury.mortal, gurps.ruling.auto-result-margin"""
    return bands(3, 6, success_cut(skill), 18 if skill >= 16 else skill + 2)
