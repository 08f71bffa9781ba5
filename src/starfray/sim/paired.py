"""Several fights compared: each is played with the same numbers of fights and the same seeds, so that luck cancels out.

A difference is then the mean of the differences fight by fight, with its own interval, which is narrower than that of two
shares known by themselves.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim.montecarlo import BLOCK, Job, setup_of
from starfray.sim.result import Z, wilson
from starfray.sim.workers import Task, Workers

NOBODY = -1
Progress = Callable[[int, int, str], None]  # fights done, fights in all, what is being played


@dataclass(frozen=True, slots=True)
class Share:
    """How often a side wins, and how much more often than in the first fight of the comparison; with 95 % intervals."""

    share: float
    low: float
    high: float
    change: float = 0.0
    change_low: float = 0.0
    change_high: float = 0.0

    @property
    def moves(self) -> bool:
        """Is the change more than luck?"""
        return self.change_low > 0 or self.change_high < 0

    def plain(self) -> dict[str, Plain]:
        return {"share": self.share, "low": self.low, "high": self.high, "change": self.change,
                "change_low": self.change_low, "change_high": self.change_high}


@dataclass(slots=True)
class Row:
    """One fight of the comparison."""

    words: str
    fights: int
    sides: dict[str, Share]
    draws: float  # share of fights nobody won
    length: float

    def plain(self) -> dict[str, Plain]:
        return {"what": self.words, "fights": self.fights, "sides": {side: each.plain() for side, each in self.sides.items()},
                "draws": self.draws, "length": self.length}


@dataclass(slots=True)
class Compared:
    """The first row is what the others are compared with."""

    rows: list[Row] = field(default_factory=list)
    seed: int = 0


@dataclass(slots=True)
class Ends:
    """Winners (by number) and lengths of the fights of one row."""

    winners: array[int] = field(default_factory=lambda: array("b"))
    lengths: int = 0


def compare(
    fights: Sequence[tuple[str, Fight]], count: int, *, seed: int = 0, workers: int = 1,
    policies: Sequence[dict[str, str]] | None = None, folder: Path | None = None, progress: Progress | None = None,
) -> Compared:
    """Play each of the fights `count` times; none of them is touched. An interrupt gives the rows that are complete."""
    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    chosen = list(policies) if policies is not None else [{} for _ in fights]
    names = list(dict.fromkeys(side for _, fight in fights for side in sides(fight.state)))
    decided = [(fight, named) for (_, fight), named in zip(fights, chosen, strict=True)]
    jobs = [Job(fight.book, fight.content, fight.state, named, seed) for fight, named in decided]
    setups = [setup_of(fight, named, seed, folder) for fight, named in decided] if workers > 1 else []
    tasks = [Task(place, start, min(start + BLOCK, count), "ends")
             for place in range(len(fights)) for start in range(0, count, BLOCK)]
    ends = [Ends() for _ in fights]
    done = 0
    try:
        with Workers(jobs, setups, workers) as crew:
            for task, found in zip(tasks, crew.each(tasks), strict=False):
                for winner, length in found:
                    ends[task.setup].winners.append(names.index(winner) if winner is not None else NOBODY)
                    ends[task.setup].lengths += length
                done += len(found)
                if progress is not None:
                    progress(done, count * len(fights), fights[task.setup][0])
    except KeyboardInterrupt:
        if len(ends[0].winners) < count:
            raise
    rows = [row_of(fights[place][0], each, ends[0], names) for place, each in enumerate(ends) if len(each.winners) == count]
    return Compared(rows, seed)


def row_of(words: str, ends: Ends, first: Ends, names: list[str]) -> Row:
    count = len(ends.winners)
    shares = {side: _share(ends.winners, first.winners, number) for number, side in enumerate(names)}
    return Row(words, count, shares, ends.winners.count(NOBODY) / count, ends.lengths / count)


def _share(winners: array[int], first: array[int], side: int) -> Share:
    count = len(winners)
    wins = winners.count(side)
    low, high = wilson(wins, count)
    if winners is first:
        return Share(wins / count, low, high)
    more = sum(1 for now, was in zip(winners, first, strict=True) if now == side != was)
    fewer = sum(1 for now, was in zip(winners, first, strict=True) if was == side != now)
    change = (more - fewer) / count
    spread = (more + fewer) / count - change * change
    half = max(Z * sqrt(max(0.0, spread) / count), 3 / count)  # no difference seen is not yet no difference
    return Share(wins / count, low, high, change, max(-1.0, change - half), min(1.0, change + half))
