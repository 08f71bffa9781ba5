"""A choice of the planner, with the figures it was made by, and in a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from starfray.sim.planner.playouts import Arm


@dataclass(slots=True)
class Choice:
    """`chosen` is what the planner does: `best` if that was clearly better than the default's `usual`, else the latter."""

    chosen: Arm | None
    wanted: str  # what the default policy wanted, legal or not
    best: Arm | None  # the best of the others, after the last comparison
    usual: Arm | None  # None: the rules refuse it
    looked_at: int
    playouts: int
    ticks: float = 0.0  # of the book's clock a fight takes from here by the default policies

    @property
    def kept(self) -> bool:
        """Is it what is usual?"""
        return self.chosen is self.usual

    @property
    def gain(self) -> float:
        """How much more often the fight is won by the best of the others than by what is usual."""
        return self.best.win - self.usual.win if self.best is not None and self.usual is not None else 0.0

    @property
    def lead(self) -> float:
        """By how many standard errors the best of the others scored more; 0 if there was no comparison."""
        if self.best is None or self.usual is None or not self.usual.count or not self.best.count:
            return 0.0
        return (self.best.mean - self.usual.mean) / max(1e-9, hypot(self.best.error, self.usual.error))

    def words(self) -> str:
        """In a sentence: what is done, what else was looked at, and the chance to win of both."""
        if self.chosen is None:
            return f"{self.wanted}: nothing else is possible"
        told = self.chosen.words
        if self.best is None:
            return f"{told}: nothing else is possible"
        if self.usual is None:
            return f"{told}: the best of {self.looked_at} looked at; {self.wanted} is refused"
        first, second = (self.usual, self.best) if self.kept else (self.best, self.usual)
        if not first.count or not second.count:
            return f"{told}: there was no time to compare {self.looked_at} of them"
        return (
            f"{told}, {100 * first.win:.0f} % to win; {second.words} {100 * second.win:.0f} % "
            f"({first.count} playouts of each, {self.looked_at} looked at)"
        )
