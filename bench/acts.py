"""What one tree of Starfray can do in a second: fights without events, exact solutions, single figures.

    python -m bench.acts --json [FILE …]    every demo fight (or these files): acts, choices and seconds
    python -m bench.acts --serve            a line of JSON in, a line of JSON out: how bench.run asks both trees in turn

An act is whatever the rules play: a choice of a combatant, or a step that is due (the end of a round). A choice is an act a
combatant's policy chose. Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import starfray
from bench import figures
from starfray.engine import table
from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.sim.playout import LIMIT, playout
from starfray.sim.solve import solve

DEMOS = Path(starfray.__file__).parent / "demos"
TOO_LONG = 20.0  # seconds of the processor for one fight


def how() -> str:
    """Whether this process runs compiled modules."""
    return "interpreted" if str(table.__file__).endswith(".py") else "compiled"


class TooLong(Exception):
    pass


class Counting:
    """Counts the acts of one fight and who chose them, and stops a fight that takes too long."""

    def __init__(self, steps: dict[str, Any]) -> None:
        self.steps = steps
        self.acts = self.choices = 0
        self.until = time.process_time() + TOO_LONG

    def __call__(self, act: Action, struck: dict[str, str]) -> None:
        self.acts += 1
        self.choices += act.KIND not in self.steps
        if time.process_time() > self.until:
            raise TooLong


@lru_cache(maxsize=256)
def loaded(text: str, folder: str) -> Fight:
    return starfray.loads(text, folder=Path(folder))


def count(fight: Fight, seconds: float, most: int) -> dict[str, Any]:
    """Plays for so long, counting: how many fights that is, and what is done in them. A fight too long stands alone, cut."""
    policies = Policies(fight.book.policy())
    found: dict[str, Any] = {"fights": 0, "acts": 0, "choices": 0, "unended": 0}
    found |= {"book": fight.book.name, "first": 0, "limit": LIMIT}
    until = time.process_time() + seconds
    for seed in range(most):
        counting = Counting(fight.book.steps)
        try:
            outcome, _ = playout(fight.book, fight.content, clone(fight.state), Generators(seed), policies, LIMIT, counting)
        except TooLong:
            return {**found, "first": seed, "fights": 1, "acts": counting.acts, "choices": counting.choices, "unended": 1,
                    "limit": counting.acts}
        found["fights"] += 1
        found["acts"] += counting.acts
        found["choices"] += counting.choices
        found["unended"] += outcome is None
        if time.process_time() > until:
            break
    return found


def play(fight: Fight, fights: int, limit: int, first: int) -> dict[str, Any]:
    """So many fights, nothing but played: seconds, acts, who won, and a digest of how each ended and what dice fell."""
    policies = Policies(fight.book.policy())
    ends: list[tuple[tuple[str, ...], int, list[int]]] = []
    gc.collect()
    start = time.process_time()
    for seed in range(first, first + fights):
        generators = Generators(seed)
        outcome, acts = playout(fight.book, fight.content, clone(fight.state), generators, policies, limit)
        ends.append((tuple(outcome.winners) if outcome is not None else (), acts, generators.states()))
    seconds = time.process_time() - start
    wins: dict[str, int] = {}
    for winners, _, _ in ends:
        for side in winners:
            wins[side] = wins.get(side, 0) + 1
    digest = hashlib.sha256(repr(ends).encode()).hexdigest()
    return {"seconds": seconds, "acts": sum(acts for _, acts, _ in ends), "wins": wins, "digest": digest}


def solved(fight: Fight) -> dict[str, Any]:
    fight.begin()
    gc.collect()
    start = time.process_time()
    found = solve(fight.book, fight.content, fight.state, Policies(fight.book.policy()))
    seconds = time.process_time() - start
    return {"seconds": seconds, "chances": found.chances, "states": found.states, "runs": found.runs}


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """One job of the bench. The fight is a text and the folder its packs are looked for in."""
    do = job["do"]
    if do == "hello":
        return {"how": how(), "file": str(table.__file__)}
    if do == "figure":
        return figures.FIGURES[job["name"]]()
    if do == "solve":
        return solved(starfray.loads(job["text"], folder=Path(job["folder"])))
    fight = loaded(job["text"], job["folder"])
    if do == "count":
        return count(fight, job["seconds"], job["most"])
    return play(fight, job["fights"], job["limit"], job["first"])


def serve(lines: Any, say: Callable[[str], object]) -> None:
    for line in lines:
        say(json.dumps(answer(json.loads(line))) + "\n")


def all_of(paths: list[Path], seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = {"how": how(), "fights": {}}
    for path in paths:
        fight = loaded(path.read_text(encoding="utf-8"), str(path.parent))
        counted = count(fight, seconds, 1000)
        found["fights"][path.stem] = {**counted, **play(fight, counted["fights"], counted["limit"], counted["first"])}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="fight files; every demo without them")
    parser.add_argument("--serve", action="store_true", help="answer lines of JSON")
    parser.add_argument("--json", action="store_true", help="print JSON, not a table")
    parser.add_argument("--seconds", type=float, default=1.0, help="so long for each fight")
    args = parser.parse_args()
    if args.serve:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        serve(sys.stdin, sys.stdout.write)
        return
    found = all_of(args.files or sorted(DEMOS.glob("*.toml")), args.seconds)
    if args.json:
        print(json.dumps(found))
        return
    print(f"Starfray runs {found['how']}")
    for name, row in found["fights"].items():
        print(f"{name:24} {row['acts'] / row['seconds']:10.0f} acts/s {row['choices'] / row['seconds']:10.0f} choices/s "
              f"{row['fights'] / row['seconds']:8.1f} fights/s")


if __name__ == "__main__":
    main()
