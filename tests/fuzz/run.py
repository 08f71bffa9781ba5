"""Bad inputs by the thousand: `python -m tests.fuzz.run --count 100000 [--seed N]`.

Each must be refused with a clear text or be legitimately fine: never another exception, never a hang, never a changed fight.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import FrameType

from starfray import rulebooks
from starfray.engine.codec import freeze
from starfray.engine.errors import BadInput, StarfrayError
from tests.engine.toys import BOOK
from tests.fuzz.tries import KINDS, Tried
from tests.fuzz.worlds import World, worlds

SECONDS = 10.0
FAILURES = Path(__file__).parents[2] / "build" / "fuzz"


class TooLong(BaseException):
    """The time of one input is up."""


@dataclass(slots=True)
class Result:
    tried: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0


def one(seed: int, index: int, all_worlds: list[World]) -> tuple[Tried, str, str]:
    """Try input `index`: what it was, how it ended, and what is wrong about that ('' if nothing)."""
    rng = Random(f"{seed}:{index}")
    world = rng.choice(all_worlds)
    make = rng.choices([kind for _, kind in KINDS], [weight for weight, _ in KINDS])[0]
    tried = make(rng, world)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        tried.run()
        return tried, "fine", ""
    except StarfrayError as error:
        signal.setitimer(signal.ITIMER_PROF, 0)
        return tried, type(error).__name__, fault(tried, error, world)
    except TooLong:
        return tried, "hang", f"no answer within {SECONDS} s:\n{traceback.format_exc()}"
    except Exception as error:
        return tried, type(error).__name__, traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def fault(tried: Tried, error: StarfrayError, world: World) -> str:
    """What is wrong with an error: unclear, or it left something changed."""
    if not str(error).strip():
        return "an error without a word"
    if tried.file and isinstance(error, BadInput) and not (error.file and error.expected):
        return f"an error in a file that names no file or nothing expected: {error}\n{traceback.format_exc()}"
    fight = tried.fight
    if fight is not None:
        more = fight.journal.entries[len(world.fight.journal.entries) :]
        waits = fight.draft is not None and fight.draft.kind == "due" and world.fight.draft is None
        if all(entry.kind == "due" for entry in more) and (more or waits):
            return ""  # steps that were due happened by themselves before the refusal
        if world.fight.draft is None and fight.draft is not None and fight.draft.kind == "due":
            return ""  # or one of them asks somebody now
        if freeze(fight.state) != world.frozen:
            return f"the position changed although it was refused: {error}\n{traceback.format_exc()}"
        if len(fight.journal.entries) != len(world.fight.journal.entries):
            return f"the journal changed although it was refused: {error}"
        if [ask.id for ask in fight.asks] != [ask.id for ask in world.fight.asks]:
            return f"the open questions changed although it was refused: {error}"
    return ""


def run(count: int, seed: int, *, show: bool = False, first: int = 0) -> Result:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLong

    rulebooks.register(BOOK)
    signal.signal(signal.SIGPROF, stop)
    all_worlds = worlds()
    result = Result()
    started = shown = time.perf_counter()
    for index in range(first, first + count):
        tried, ended, wrong = one(seed, index, all_worlds)
        result.tried[tried.kind] += 1
        result.ended[ended] += 1
        if wrong:
            result.failures.append(report(tried, seed, index, wrong))
        if show and time.perf_counter() - shown > 2:
            shown = time.perf_counter()
            rate = (index - first + 1) / (shown - started)
            print(
                f"\r{index - first + 1:>7} of {count}  {rate:5.0f}/s  {len(result.failures)} failures ", end="", file=sys.stderr
            )
    result.seconds = time.perf_counter() - started
    return result


def report(tried: Tried, seed: int, index: int, wrong: str) -> str:
    FAILURES.mkdir(parents=True, exist_ok=True)
    text = f"seed {seed} input {index}: {tried.kind}\n{wrong}\n--- input\n{tried.what!r}\n"
    (FAILURES / f"{seed}-{index}.txt").write_text(text, encoding="utf-8", errors="backslashreplace")
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="start at this input (to run one again: --first N --count 1)")
    given = parser.parse_args()
    result = run(given.count, given.seed, show=True, first=given.first)
    print(
        f"\n{given.count} inputs in {result.seconds:.0f} s, {given.count / max(result.seconds, 0.001):.0f}/s, seed {given.seed}"
    )
    print("tried: " + ", ".join(f"{kind} {number}" for kind, number in result.tried.most_common()))
    print("ended: " + ", ".join(f"{kind} {number}" for kind, number in result.ended.most_common()))
    for text in result.failures[:20]:
        print("\n" + text[:2500])
    if result.failures:
        print(f"{len(result.failures)} failures, written to {FAILURES}")
    return 1 if result.failures else 0


if __name__ == "__main__":
    sys.exit(main())
