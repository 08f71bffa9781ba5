"""The sweep: the book's own policy in every demo, every pair of archetypes, random scenes, and missions: scenes with squads,
walls, goals and late comers. It may never choose what the rules refuse, and every fight must end or be called a stalemate.

    python -m tests.policies.sweep --count 1000 [--book coriolis] [--first 1] [--only missions]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

import starfray
from starfray.demo_files import demo_names, demo_path
from starfray.engine.codec import clone
from starfray.engine.policy import Policies, PolicyFault, RandomPolicy
from starfray.engine.tables.random import Generators
from starfray.sim.playout import playout
from starfray.stalemate import is_stalemate
from tests.policies.missions import mission
from tests.policies.scenes import BOOKS, duel, pairs, scene

WALK = 40  # acts at random, at most, before the policy takes over
GAPS = (1.0, 12.0)


@dataclass(slots=True)
class Found:
    """What went wrong, and where."""

    played: int = 0
    stalemates: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        self.played += other.played
        self.stalemates += other.stalemates
        self.faults += other.faults

    def line(self) -> str:
        return f"{self.played} fights, {self.stalemates} stalemates, {len(self.faults)} faults"


Made = tuple[str, Callable[[], starfray.Fight], int]  # a name, the fight, and how many acts are drawn at random first


def demos(book: str) -> Iterator[Made]:
    for name in demo_names():
        if f'rulebook = "{book}"' in demo_path(name).read_text(encoding="utf-8"):
            for walk in (0, WALK // 4, WALK):
                yield f"demo {name}", partial(starfray.load, demo_path(name)), walk


def duels(book: str) -> Iterator[Made]:
    for first, second in pairs(book):
        for gap in GAPS:
            yield f"{first} and {second} at {gap:g} m", partial(duel, book, first, second, gap), 0


def scenes(book: str, first: int, count: int) -> Iterator[Made]:
    for seed in range(first, first + count):
        yield f"scene {seed}", partial(scene, book, seed), (0, 6, WALK)[seed % 3]


def missions(book: str, first: int, count: int) -> Iterator[Made]:
    for seed in range(first, first + count):
        yield f"mission {seed}", partial(mission, book, seed), (0, 0, 6)[seed % 3]


PARTS = ("scenes", "missions", "demos", "duels")


def parts_of(book: str, only: list[str], first: int, count: int) -> list[Iterator[Made]]:
    known = {
        "scenes": scenes(book, first, count),
        "missions": missions(book, first, count),
        "demos": demos(book),
        "duels": duels(book),
    }
    return [known[name] for name in only]


def play(made: Made, seed: int, found: Found) -> None:
    name, build, walk = made
    words = f"{name}, seed {seed}" + (f", {walk} acts at random first" if walk else "")
    try:
        fight = build()
        state, generators = clone(fight.state), Generators(seed)
        if walk:
            playout(fight.book, fight.content, state, generators, Policies(RandomPolicy()), walk)
        outcome, acts = playout(fight.book, fight.content, state, generators, Policies(fight.book.policy()))
        if outcome is None:
            found.faults.append(f"{words}: no end after {acts} acts")
        found.stalemates += is_stalemate(outcome)
    except PolicyFault as fault:
        found.faults.append(f"{words}: {fault}")
    found.played += 1


def sweep(made: Iterator[Made], seed: int = 1, progress: Callable[[Found], None] | None = None) -> Found:
    found = Found()
    for each in made:
        play(each, seed, found)
        if progress is not None:
            progress(found)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Policies never choose what the rules refuse.")
    parser.add_argument("--count", type=int, default=1_000, help="random scenes and as many missions for each book")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first of them")
    parser.add_argument("--book", choices=BOOKS, action="append", help="only this one")
    parser.add_argument("--only", choices=PARTS, action="append", help="only this part")
    given = parser.parse_args()
    failed = False
    for book in given.book or BOOKS:

        def tell(found: Found, book: str = book) -> None:
            if sys.stderr.isatty() or found.played % 100 == 0:
                print(f"\r{book}: {found.line()}", end="" if sys.stderr.isatty() else "\n", file=sys.stderr)

        whole = Found()
        for part in parts_of(book, given.only or list(PARTS), given.first, given.count):
            found = sweep(part, progress=tell)
            whole.add(found)
        print(f"\r{book}: {given.first} to {given.first + given.count - 1}, {whole.line()}")
        for words, count in Counter(whole.faults).items():
            print(f"  {words}" + (f" ({count} times)" if count > 1 else ""))
        failed = failed or bool(whole.faults)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
