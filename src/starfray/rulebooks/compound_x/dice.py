"""The book's own throws: the accuracy d10 and the percentile check, read as what the rule wants to know."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import Fixed, Weighted

HIT, ONE, LUCKY = 1, 2, 4  # what an accuracy die shows, added up: a hit, a natural 1, high enough for luck


class Accuracy(Fixed):
    """d10 over the miss chance; a natural 1 may jam, a natural `luck` or more that hits may be critical (0: never)."""

    __slots__ = ("luck", "miss")

    def __init__(self, miss: int, luck: int) -> None:
        super().__init__(f"d10>{miss}" + (f" luck {luck}+" if luck else ""), 1, 10)
        self.miss = miss
        self.luck = luck

    def read(self, faces: list[int]) -> int:
        face = faces[0]
        hit = face > self.miss
        lucky = hit and 0 < self.luck <= face
        return (HIT if hit else 0) + (ONE if face == 1 else 0) + (LUCKY if lucky else 0)

    def find_classes(self) -> list[Weighted]:
        return group_faces(self, 10)


FAIL, PASS, CRITICAL, EXTRA = 0, 1, 2, 3


class Check(Fixed):
    """d100 + bonus over the DC. A natural 1 fails; with `crit` a natural roll above 100 - crit is critical.

    cx.presumed.skill-check, cx.presumed.skill-crit, cx.presumed.skill-fumble
    """

    __slots__ = ("bonus", "crit", "dc")

    def __init__(self, bonus: int, dc: int, crit: int) -> None:
        super().__init__(f"d100{bonus:+d}>{dc}", 1, 100)
        self.bonus = bonus
        self.dc = dc
        self.crit = crit  # the critical range; 0: only a natural 100, never extra; -1: no criticals, no fumble

    def read(self, faces: list[int]) -> int:
        face = faces[0]
        degree, extra = PASS, 0
        if self.crit >= 0:
            if face == 1:
                return FAIL
            if self.crit and 2 * face > 200 - self.crit:
                degree, extra = EXTRA, 20
            elif face > 100 - max(1, self.crit):
                degree, extra = CRITICAL, 10
        return degree if face + self.bonus + extra > self.dc else FAIL  # cx.ruling.dc-strict

    def find_classes(self) -> list[Weighted]:
        return group_faces(self, 100)


def group_faces(shape: Fixed, sides: int) -> list[Weighted]:
    """The classes of a single die: how many faces show each."""
    found: dict[int, Weighted] = {}
    for face in range(1, sides + 1):
        value = shape.read([face])
        if value in found:
            found[value].weight += 1
        else:
            found[value] = Weighted(value, 1, [face])
    return list(found.values())


@lru_cache(maxsize=256)
def accuracy(miss: int, luck: int) -> Accuracy:
    return Accuracy(miss, luck)


@lru_cache(maxsize=1024)
def check(bonus: int, dc: int, crit: int = -1) -> Check:
    return Check(bonus, dc, crit)
