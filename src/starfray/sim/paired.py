"""Several fights compared: each is played with the same numbers of fights and the same seeds, so that luck cancels out.

A difference is then the mean of the differences fight by fight, with its own interval, which is narrower than that of two
shares known by themselves.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from math import hypot, sqrt

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput
from starfray.engine.position import sides
from starfray.fight import Fight
from starfray.sim.job import Job, Setup, setup_of
from starfray.sim.pools import open_pool
from starfray.sim.result import Z, wilson
from starfray.sim.workers import Task, WorkerPool

NOBODY = -1
FIRST = 40  # fights of every row before any is played on
STAGES = (100,)  # after how many fights to check again which rows need more
BLOCK = 10
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
        return {
            "share": self.share,
            "low": self.low,
            "high": self.high,
            "change": self.change,
            "change_low": self.change_low,
            "change_high": self.change_high,
        }


@dataclass(slots=True)
class Row:
    """One fight of the comparison."""

    words: str
    fights: int
    sides: dict[str, Share]
    draws: float  # share of fights nobody won
    length: float

    def half(self) -> float:
        """Half the widest interval of a change."""
        return max((share.change_high - share.change_low) / 2 for share in self.sides.values())

    def plain(self) -> dict[str, Plain]:
        return {
            "what": self.words,
            "fights": self.fights,
            "sides": {side: share.plain() for side, share in self.sides.items()},
            "draws": self.draws,
            "length": self.length,
        }


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
    fights: Sequence[tuple[str, Fight]],
    count: int,
    *,
    seed: int = 0,
    workers: int = 1,
    policies: Sequence[dict[str, str]] | None = None,
    progress: Progress | None = None,
    enough: float = 0.0,
    came: Callable[[Row], None] | None = None,
    cluster: str = "",
) -> Compared:
    """Play each of the fights, `count` times at most; none of them is touched.

    All are played a few times first; `came` is told of each row then. Those whose change is known to ± `enough` are left at
    that, the others are played on. An interrupt gives what is there of the rows that were played those few times.
    """
    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    chosen = list(policies) if policies is not None else [{} for _ in fights]
    decided = [(fight, named) for (_, fight), named in zip(fights, chosen, strict=True)]
    jobs = [Job(fight.book, fight.content, fight.state, named, seed) for fight, named in decided]
    setups = partial(_setups, decided, seed)
    course = Course([words for words, _ in fights], [fight for _, fight in fights], progress, came)
    few = min(FIRST, count)
    try:
        with open_pool(jobs, setups, workers, cluster) as pool:
            going = list(range(len(fights)))
            for before, stop in pairwise([0, few, *(stage for stage in STAGES if few < stage < count), count]):
                course.play(pool, going, before, stop, count)
                going = [place for place in going if not place or course.row(place).half() > enough]
    except KeyboardInterrupt:
        if len(course.ends[0].winners) < few:
            raise
    return Compared([course.row(place) for place, ends in enumerate(course.ends) if len(ends.winners) >= few], seed)


def _setups(decided: list[tuple[Fight, dict[str, str]]], seed: int) -> list[Setup]:
    return [setup_of(fight, named, seed) for fight, named in decided]


class Course:
    """The rows as far as they have been played. The first is always played as far as any other, and before it."""

    def __init__(
        self, words: list[str], fights: list[Fight], progress: Progress | None, came: Callable[[Row], None] | None
    ) -> None:
        self.words, self.progress, self.came = words, progress, came
        self.names = list(dict.fromkeys(side for fight in fights for side in sides(fight.state)))
        self.ends = [Ends() for _ in fights]
        self.done = 0

    def play(self, pool: WorkerPool, going: list[int], start: int, stop: int, most: int) -> None:
        tasks = [Task(place, at, min(at + BLOCK, stop), "ends") for place in going for at in range(start, stop, BLOCK)]
        for task, found in zip(tasks, pool.results(tasks), strict=False):
            ends = self.ends[task.setup]
            for winner, length, _ in found:
                ends.winners.append(self.names.index(winner) if winner is not None else NOBODY)
                ends.lengths += length
            self.done += len(found)
            if self.progress is not None:
                left = sum(most - len(self.ends[place].winners) for place in going)
                self.progress(self.done, self.done + left, self.words[task.setup])
            if self.came is not None and not start and task.stop == stop:
                self.came(self.row(task.setup))

    def row(self, place: int) -> Row:
        ends = self.ends[place]
        count = len(ends.winners)
        shares = {side: _share(ends.winners, self.ends[0].winners, number) for number, side in enumerate(self.names)}
        return Row(self.words[place], count, shares, ends.winners.count(NOBODY) / count, ends.lengths / count)


def _share(winners: array[int], first: array[int], side: int) -> Share:
    count = len(winners)
    if winners is first:
        low, high = wilson(winners.count(side), count)
        return Share(winners.count(side) / count, low, high)
    more = sum(1 for new, old in zip(winners, first, strict=False) if new == side != old)
    fewer = sum(1 for new, old in zip(winners, first, strict=False) if old == side != new)
    change = (more - fewer) / count
    spread = (more + fewer) / count - change * change
    half = max(Z * sqrt(max(0.0, spread) / count), 3 / count)  # having seen no difference does not prove that there is none
    moved = (change, max(-1.0, change - half), min(1.0, change + half))
    if count == len(first):
        wins = winners.count(side)
        return Share(wins / count, *wilson(wins, count), *moved)
    base = first.count(side) / len(first)  # played more often: its share plus the change is known better
    low, high = wilson(first.count(side), len(first))
    share = min(1.0, max(0.0, base + change))
    return Share(share, max(0.0, share - hypot(half, base - low)), min(1.0, share + hypot(half, high - base)), *moved)
