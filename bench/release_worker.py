"""Plays demo fights in whatever release of Starfray it finds, a line of JSON in, a line out: how bench.releases asks both.

It uses only what every release has had under the same name.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import starfray
from starfray.engine.codec import clone
from starfray.engine.compiled import COMPILED
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators
from starfray.sim.playout import playout

DEMOS = Path(starfray.__file__).parent / "demos"
LIMIT = 5_000  # acts of one fight
MOST = 5_000  # fights in one go
AT_ONCE = 200  # positions copied in one go


@lru_cache(maxsize=64)
def loaded(demo: str) -> starfray.Fight:
    return starfray.load(DEMOS / f"{demo}.toml")


def play(demo: str, fights: int, seconds: float = float("inf")) -> dict[str, Any]:
    """So many fights, or as many as fit into the seconds: what the processor took to play them, and how they ended."""
    fight = loaded(demo)
    policies = Policies(fight.book.policy())
    ends: list[Any] = []
    took = 0.0
    gc.collect()
    gc.disable()  # as `sim` does
    for first in range(0, fights, AT_ONCE):
        positions = [clone(fight.state) for _ in range(first, min(first + AT_ONCE, fights))]
        start = time.process_time()
        for seed, position in enumerate(positions, first):
            generators = Generators(seed)
            outcome, acts = playout(fight.book, fight.content, position, generators, policies, LIMIT)
            ends.append((list(outcome.winners) if outcome is not None else None, acts, generators.states()))
            if time.process_time() - start + took > seconds:
                break
        took += time.process_time() - start
        if took > seconds:
            break
    gc.enable()
    digest = hashlib.sha256(json.dumps(ends).encode()).hexdigest()
    return {"seconds": took, "fights": len(ends), "acts": sum(acts for _, acts, _ in ends), "digest": digest}


def answer(job: dict[str, Any]) -> dict[str, Any]:
    if job["do"] == "hello":
        return {
            "version": starfray.__version__,
            "compiled": COMPILED,
            "demos": sorted(path.stem for path in DEMOS.glob("*.toml")),
        }
    if job["do"] == "count":
        return play(job["demo"], MOST, job["seconds"])
    return play(job["demo"], job["fights"])


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
