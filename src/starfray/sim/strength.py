"""Plain play beside strong play: what a fight is like for those who play as the default policy does, and for good players."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.fight import Fight
from starfray.sim.paired import Progress, Row, compare
from starfray.sim.result import Result, Z, wilson
from starfray.sim.variations import buildable, fight_data_of
from starfray.sim.whatif import AS_WRITTEN, WhatIf, evening, fair_share

FEW_ROWS = 3  # of a comparison, where nothing evens the fight and nobody said what to try


@dataclass(frozen=True, slots=True)
class Both:
    """A side's share in plain play and in strong play, each out of so many fights."""

    side: str
    plain_share: float
    plain_fights: int
    strong_share: float
    strong_fights: int

    @property
    def change(self) -> float:
        return self.strong_share - self.plain_share

    @property
    def differs(self) -> bool:
        """Is the change more than luck? Two wins and two losses are added to both, so that 0 and 1 have an error, too."""
        errors = []
        for share, fights in ((self.plain_share, self.plain_fights), (self.strong_share, self.strong_fights)):
            middle = (share * fights + 2) / (fights + 4)
            errors.append(sqrt(middle * (1 - middle) / (fights + 4)))
        return abs(self.change) > Z * hypot(errors[0], errors[1])

    @property
    def bounds(self) -> tuple[float, float]:
        """Of strong play."""
        return wilson(round(self.strong_share * self.strong_fights), self.strong_fights)

    def plain(self) -> dict[str, Plain]:
        low, high = self.bounds
        return {
            "plain": self.plain_share,
            "strong": self.strong_share,
            "low": low,
            "high": high,
            "fights": self.strong_fights,
            "differs": self.differs,
        }


def both_of(plain: Result, strong: Result) -> list[Both]:
    return [
        Both(side, plain.share(side)[0], plain.fights, strong.share(side)[0], strong.fights)
        for side in plain.wins
        if strong.fights
    ]


def strength_words(both: list[Both], policy: str) -> str:
    """Does it matter who plays? In a sentence."""
    moved = [each for each in both if each.differs]
    if not moved:
        fights = both[0].strong_fights if both else 0
        return f"Plain and strong play do not differ by more than luck, as far as {fights} fights tell."
    most = max(moved, key=lambda each: abs(each.change))
    return (
        f"It matters who plays: {most.side or 'nobody'} wins {100 * most.plain_share:.0f} % in plain play and "
        f"{100 * most.strong_share:.0f} % if everybody plays by {policy}. For people who play well the second figure says more."
    )


@dataclass(slots=True)
class StrongRow:
    """A variation in plain play and in strong play."""

    words: str
    both: list[Both]
    fair: float  # what an even share would be in strong play

    def plain(self) -> dict[str, Plain]:
        return {"what": self.words, "sides": {each.side: each.plain() for each in self.both}}


def strong_rows(
    fight: Fight,
    found: WhatIf,
    policy: str,
    count: int,
    *,
    path: Path | None = None,
    every: bool = False,
    workers: int = 1,
    cluster: str = "",
    progress: Progress | None = None,
) -> list[StrongRow]:
    """The fight as written and, of its variations, those that would make it even (`every`: all of them) in strong play."""
    wanted = found.rows if every else evening(found) or found.rows[:FEW_ROWS]
    built, _ = buildable(fight_data_of(fight, path), [row.words for row in wanted])
    fights = [(AS_WRITTEN, fight), *((words, varied) for words, varied, _ in built)]
    policies = [{"": policy}, *({"": policy, **own} for _, _, own in built)]
    compared = compare(
        fights, count, seed=found.seed, workers=workers, policies=policies, progress=progress, cluster=cluster
    ).rows
    plain = {row.words: row for row in [found.base, *wanted]}
    return [StrongRow(row.words, _both(plain[row.words], row), fair_share(row)) for row in compared]


def _both(plain: Row, strong: Row) -> list[Both]:
    return [
        Both(side, plain.sides[side].share, plain.fights, share.share, strong.fights)
        for side, share in strong.sides.items()
        if side in plain.sides
    ]
