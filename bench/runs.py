"""What every part of the bench shares: the trees at work, rounds in turn, medians, tables."""

from __future__ import annotations

import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.beside import Missing, Tree

MOST_FIGHTS = 5_000


class File(NamedTuple):
    """A fight, and where its packs are looked for."""

    name: str
    text: str
    folder: str

    @classmethod
    def at(cls, path: Path) -> File:
        return cls(path.stem, path.read_text(encoding="utf-8"), str(path.parent))


class Played:
    """One fight in every tree: what is done in it, and the seconds each tree took, round by round."""

    def __init__(self, file: File, policy: str, counted: dict[str, Any]) -> None:
        self.file, self.policy = file, policy
        self.book: str = counted["book"]
        self.fights: int = counted["fights"]
        self.acts: int = counted["acts"]
        self.actions: int = counted["actions"]
        self.limit: int = counted["limit"]
        self.first: int = counted["first"]
        self.unended: int = counted["unended"]
        self.seconds: dict[str, list[float]] = {}
        self.digests: set[str] = set()
        self.recalled: list[float] = []  # fights a second where acts met before are recalled, in the best tree

    def took(self, tree: str) -> float:
        return statistics.median(self.seconds[tree])

    def actions_a_second(self, tree: str) -> float:
        return self.actions / self.took(tree)

    def gain(self, one: str, other: str) -> float:
        """How many times as fast the one tree is: the median of the rounds."""
        pairs = zip(self.seconds[one], self.seconds[other], strict=True)
        return statistics.median(theirs / mine for mine, theirs in pairs)


class Bench:
    """A run of the bench: the trees it measures, how long and how often."""

    def __init__(self, trees: Sequence[Tree], rounds: int, seconds: float) -> None:
        self.trees = {tree.name: tree.talk("bench.acts", "--serve") for tree in trees}
        self.rounds = rounds
        self.seconds = seconds
        self.best = "compiled" if "compiled" in self.trees else "interpreted"
        self.started = time.monotonic()
        for name, talk in self.trees.items():
            said = talk.ask(do="hello")
            if said["how"] != name:
                self.close()
                raise SystemExit(f"not {name}, but {said['how']}: {said['package']}")

    def say(self, words: str) -> None:
        print(f"[{time.monotonic() - self.started:6.1f} s] {words}", file=sys.stderr, flush=True)

    def counted(self, file: File, longer: int = 1, policy: str = "default") -> Played:
        job = {"do": "count", "seconds": longer * self.seconds, "most": MOST_FIGHTS, "policy": policy}
        return Played(file, policy, self.trees["interpreted"].ask(**job, text=file.text, folder=file.folder))

    def asked(self, tree: str, played: Played, first: int, fights: int) -> dict[str, Any]:
        """So many of its fights in one tree."""
        job = {"do": "play", "fights": fights, "first": first, "limit": played.limit, "policy": played.policy}
        try:
            return self.trees[tree].ask(**job, text=played.file.text, folder=played.file.folder)
        except Missing as missing:
            raise SystemExit(f"{played.file.name}: {missing}") from missing

    def round(self, played: Played, copying: bool = True) -> None:
        """The same fights once in each tree; they must end alike. `copying` the position a fight starts from counts, or not."""
        for name in self.trees:
            found = self.asked(name, played, played.first, played.fights)
            played.seconds.setdefault(name, []).append(found["seconds"] + (found["copying"] if copying else 0.0))
            played.digests.add(found["digest"])
        if len(played.digests) != 1:
            raise SystemExit(f"{played.file.name}: the same seeds end otherwise when compiled, or the second time")

    def recall(self, played: Played, longer: int = 1) -> None:
        """The same fights and more as `sim` plays them, in the best tree; they must end alike."""
        job = {"do": "recall", "seconds": longer * self.seconds, "first": played.first, "fights": played.fights}
        file = played.file
        found = self.trees[self.best].ask(**job, limit=played.limit, policy=played.policy, text=file.text, folder=file.folder)
        if played.digests != {found["digest"]}:
            raise SystemExit(f"{file.name}: the same seeds end otherwise where acts are recalled")
        played.recalled.append(found["fights"] / found["seconds"])

    def play(self, file: File) -> Played:
        played = self.counted(file)
        for _ in range(self.rounds):
            self.round(played)
        return played

    def close(self) -> None:
        for talk in self.trees.values():
            talk.close()


def conditions(bench: Bench) -> str:
    trees = " and ".join(bench.trees)
    return (
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load "
        f"{os.getloadavg()[0]:.1f} at the start. Starfray runs {trees}."
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def exponent(sizes: Sequence[float], figures: Sequence[float]) -> float:
    """The power of the size with which a figure grows: the slope of the straight line through the logarithms."""
    across, up = [math.log(size) for size in sizes], [math.log(figure) for figure in figures]
    middle, height = statistics.mean(across), statistics.mean(up)
    rise = sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True))
    return rise / sum((x - middle) ** 2 for x in across)


def times(ratio: float) -> str:
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}" if ratio < 100 else f"{ratio:,.0f}"


def unended(played: Played) -> str:
    """A remark, where not every fight came to an end."""
    return f" ({played.unended} of {played.fights} unended)" if played.unended else ""
