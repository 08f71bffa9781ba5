"""The book's own throws: the accuracy d10 and the percentile check, read as what the rule wants to know."""

from __future__ import annotations

from functools import lru_cache

from starfray.engine.dice import Bands, Fixed, Total, Weighted, keep
from starfray.engine.generator import Generator

HIT, ONE, LUCKY = 1, 2, 4  # what an accuracy die shows, added up: a hit, a natural 1, high enough for luck


HIGH, LOW = "the more the better", "the less the better"  # goals where no number decides


@lru_cache(maxsize=512)
def banded(sides: int, goal: int | str, *cuts: int) -> Bands:
    """A die read in bands, of which its thrower hopes for `goal` or more (if less than 0: for that much or less)."""
    found = Bands(1, sides, cuts)
    found.goal = goal if isinstance(goal, str) else at_least(goal) if goal >= 0 else f"{-goal} or less"
    return found


@lru_cache(maxsize=256)
def summed(count: int, sides: int, goal: str) -> Total:
    """Dice of which the sum counts."""
    found = Total(count, sides)
    found.goal = goal
    return found


def at_least(number: int) -> str:
    """What the one who throws is told to hope for."""
    return f"{number} or more" if number > 1 else "anything"


class Accuracy(Fixed):
    """d10 over the miss chance; a natural 1 may jam, a natural `luck` or more that hits may be critical (0: never)."""

    __slots__ = ("luck", "miss")

    def __init__(self, miss: int, luck: int) -> None:
        super().__init__(f"d10>{miss}" + (f" luck {luck}+" if luck else ""), 1, 10)
        self.goal = at_least(miss + 1)
        self.miss = miss
        self.luck = luck

    def read(self, faces: list[int]) -> int:
        return self.of_face(faces[0])

    def draw(self, generator: Generator) -> int:
        return self.of_face(generator.die(10))

    def of_face(self, face: int) -> int:
        hit = face > self.miss
        lucky = hit and 0 < self.luck <= face  # a miss is never critical: cx.ruling.crit-needs-hit
        return (HIT if hit else 0) + (ONE if face == 1 else 0) + (LUCKY if lucky else 0)

    def find_classes(self) -> list[Weighted]:
        return group_faces(self, 10)


FAIL, PASS, CRITICAL, EXTRA = 0, 1, 2, 3
FUMBLED = -1000  # the score of a natural 1
PLAIN, UNLUCKY = -1, -2  # in place of a critical range


class Percent(Fixed):
    """d100; with advantage (+1) or disadvantage (-1) two of them, the better or the worse. cx.presumed.advantage

    `crit` is the critical range: 0: only a natural 100, never extra; PLAIN: no criticals, no fumble; UNLUCKY: no criticals.
    """

    __slots__ = ("bonus", "crit", "edge")

    def __init__(self, label: str, bonus: int, crit: int, edge: int) -> None:
        words = "" if not edge else " advantage" if edge > 0 else " disadvantage"
        super().__init__(f"d100{bonus:+d}{label}{words}", 2 if edge else 1, 100)
        self.bonus = bonus
        self.crit = crit
        self.edge = edge

    def read(self, faces: list[int]) -> int:
        return self.of_face(faces[0] if not self.edge else max(faces) if self.edge > 0 else min(faces))

    def total_of(self, faces: list[int]) -> int:
        return self.score_of(faces[0] if not self.edge else max(faces) if self.edge > 0 else min(faces))

    def draw(self, generator: Generator) -> int:
        return self.read(self.throw(generator)) if self.edge else self.of_face(generator.die(100))

    def of_face(self, face: int) -> int:
        """The class of the roll that counts."""
        raise NotImplementedError

    def score_of(self, face: int) -> int:
        return FUMBLED if self.fumbles(face) else face + self.bonus + self.extra(face)

    def fumbles(self, face: int) -> bool:
        """cx.presumed.skill-fumble"""
        return face == 1 and self.crit != PLAIN

    def extra(self, face: int) -> int:
        """+10 for a Critical, +20 for an Extra-Critical. cx.presumed.skill-crit"""
        if self.crit < 0:
            return 0
        if self.crit and 2 * face > 200 - self.crit:
            return 20
        return 10 if face > 100 - max(1, self.crit) else 0

    def find_classes(self) -> list[Weighted]:
        if not self.edge:
            return group_faces(self, 100)
        found: dict[int, Weighted] = {}
        for face in range(1, 101):  # the one that counts; so many pairs show it
            ways = 2 * face - 1 if self.edge > 0 else 201 - 2 * face
            value = self.read([face, face])
            if value in found:
                found[value].weight += ways
            else:
                found[value] = Weighted(value, ways, [face, face])
        return list(found.values())


class Check(Percent):
    """d100 + bonus over the DC. A natural 1 fails; with `crit` a natural roll above 100 - crit is critical.

    cx.presumed.skill-check, cx.presumed.skill-crit, cx.presumed.skill-fumble
    """

    __slots__ = ("dc",)

    def __init__(self, bonus: int, dc: int, crit: int, edge: int = 0) -> None:
        super().__init__(f">{dc}", bonus, crit, edge)
        self.goal = at_least(dc - bonus + 1)
        self.dc = dc

    def of_face(self, face: int) -> int:
        return FAIL if self.fumbles(face) else self.degree(face)

    def degree(self, face: int) -> int:
        extra = self.extra(face)
        reached = EXTRA if extra == 20 else CRITICAL if extra else PASS
        return reached if face + self.bonus + extra > self.dc else FAIL  # cx.ruling.dc-strict


class Score(Percent):
    """What the first of two opponents gets: the total, or FUMBLED. cx.maneuver.opposed, cx.ruling.opposed-crits"""

    __slots__ = ()

    def __init__(self, bonus: int, crit: int, edge: int = 0) -> None:
        super().__init__(" opposed", bonus, crit, edge)
        self.goal = HIGH

    def of_face(self, face: int) -> int:
        return self.score_of(face)


class Resist(Percent):
    """Does the second reach the first's score? Ties go to the defender. cx.maneuver.tie"""

    __slots__ = ("score",)

    def __init__(self, bonus: int, crit: int, score: int, edge: int = 0) -> None:
        super().__init__(" against fumble" if score == FUMBLED else f">={score}", bonus, crit, edge)
        self.goal = at_least(score - bonus)
        self.score = score

    def of_face(self, face: int) -> int:
        return int(self.score_of(face) >= self.score)


class Stabilise(Check):
    """A check at a downed one's side: the degree, and 4 more if the natural roll is 1 to 5. cx.stabilize.critfail"""

    __slots__ = ()

    def of_face(self, face: int) -> int:
        return self.degree(face) + (BAD if face <= 5 else 0)


BAD = 4


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


_ACCURACIES: dict[tuple[int, int], Accuracy] = {}
_CHECKS: dict[tuple[int, int, int, int], Check] = {}


def accuracy(miss: int, luck: int = 0) -> Accuracy:
    found = _ACCURACIES.get((miss, luck))
    if found is None:
        found = Accuracy(miss, luck)
        keep(_ACCURACIES, (miss, luck), found)
    return found


def check(bonus: int, dc: int, crit: int = PLAIN, edge: int = 0) -> Check:
    found = _CHECKS.get((bonus, dc, crit, edge))
    if found is None:
        found = Check(bonus, dc, crit, edge)
        keep(_CHECKS, (bonus, dc, crit, edge), found)
    return found


@lru_cache(maxsize=256)
def score(bonus: int, crit: int, edge: int = 0) -> Score:
    return Score(bonus, crit, edge)


@lru_cache(maxsize=1024)
def resist(bonus: int, crit: int, score: int, edge: int = 0) -> Resist:
    return Resist(bonus, crit, score, edge)


@lru_cache(maxsize=256)
def stabilise(bonus: int, dc: int, crit: int, edge: int = 0) -> Stabilise:
    return Stabilise(bonus, dc, crit, edge)
