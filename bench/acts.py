"""What one tree of Starfray can do in a second: fights without events, exact solutions, single figures.

    python -m bench.acts --json [FILE …]    every demo fight (or these files): acts, actions and seconds
    python -m bench.acts --serve            a line of JSON in, a line of JSON out: how bench.run asks both trees in turn

An act is whatever the rules play: what a combatant chose, or a step that is due (the end of a round). An action is an act
that a combatant's policy chose; where a book has no such acts and asks for everything (SOCS), it is an answer of a
combatant's policy. Seconds are those of the processor.
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
from starfray.engine.actions import Action, parse
from starfray.engine.codec import clone
from starfray.engine.garbage_collector import gc_paused
from starfray.engine.policy import Policies, Policy, first_answer
from starfray.engine.rulebook import Rulebook
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask
from starfray.fight import Fight
from starfray.interpreted import build_kind
from starfray.sim.playout import LIMIT, playout
from starfray.sim.recall_trial import PlainPlayer, TrialPlayer
from starfray.sim.solve import solve

DEMOS = Path(starfray.__file__).parent / "demos"
AT_ONCE = 200  # positions copied in one go
TOO_LONG = 20.0  # seconds of the processor for one fight
TRIED = 5  # fights without a map that tell how many there will be


class TooLong(Exception):
    pass


class Counting(Policy):
    """Counts the acts of one fight, who chose them and what was asked, and stops a fight that takes too long."""

    def __init__(self, inner: Policy, steps: dict[str, Any]) -> None:
        super().__init__()
        self.inner, self.name, self.mixed = inner, inner.name, inner.mixed
        self.steps = steps
        self.acts = self.chosen = self.answers = 0
        self.until = time.process_time() + TOO_LONG

    def act(self, book: Rulebook, view: Any, who: str, generator: Any) -> Action | None:
        return self.inner.act(book, view, who, generator)

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Any) -> str:
        self.answers += 1
        return self.inner.answer(book, view, ask, generator)

    def watch(self, act: Action, struck: dict[str, str]) -> None:
        self.acts += 1
        self.chosen += act.KIND not in self.steps
        if time.process_time() > self.until:
            raise TooLong

    @property
    def actions(self) -> int:
        return self.chosen or self.answers


class Striking(Policy):
    """Decides nothing, as the lean duels do: strikes at the other, and gives the plainest answer to whatever is asked."""

    name = "striking"
    steady = True

    def __init__(self) -> None:
        super().__init__()
        self.acts: dict[str, Action] = {}

    def act(self, book: Rulebook, view: Any, who: str, generator: Any) -> Action | None:
        if who not in self.acts:
            foe = next(one for one in view.roster if one != who)
            self.acts[who] = parse(book.actions, f"attack {who} {foe}")
        return self.acts[who]

    def answer(self, book: Rulebook, view: Any, ask: Ask, generator: Any) -> str:
        return first_answer(ask)


def policy_of(fight: Fight, name: str) -> Policy:
    return Striking() if name == Striking.name else fight.book.policy()


@lru_cache(maxsize=256)
def loaded(text: str, folder: str) -> Fight:
    return starfray.loads(text, folder=Path(folder))


def count(fight: Fight, seconds: float, most: int, policy: str = "default") -> dict[str, Any]:
    """Plays for so long, counting: how many fights that is, and what is done in them. A fight too long stands alone, cut."""
    found: dict[str, Any] = {"fights": 0, "acts": 0, "actions": 0, "unended": 0}
    found |= {"book": fight.book.name, "first": 0, "limit": LIMIT}
    until = time.process_time() + seconds
    for seed in range(most):
        counting = Counting(policy_of(fight, policy), fight.book.steps)
        policies, generators = Policies(counting), Generators(seed)
        try:
            outcome, _ = playout(fight.book, fight.content, clone(fight.state), generators, policies, LIMIT, counting.watch)
        except TooLong:
            return {
                **found,
                "first": seed,
                "fights": 1,
                "acts": counting.acts,
                "actions": counting.actions,
                "unended": 1,
                "limit": counting.acts,
            }
        found["fights"] += 1
        found["acts"] += counting.acts
        found["actions"] += counting.actions
        found["unended"] += outcome is None
        if time.process_time() > until:
            break
    return found


def play(fight: Fight, fights: int, limit: int, first: int, policy: str = "default") -> dict[str, Any]:
    """So many fights, nothing but played: seconds, acts, who won, and a digest of how each ended and what dice fell. What it
    takes to copy the positions they start from is told apart (`copying`).
    """
    policies = Policies(policy_of(fight, policy))
    ends: list[tuple[tuple[str, ...], int, list[int]]] = []
    gc.collect()
    seconds = copying = 0.0
    with gc_paused():  # as `sim` does
        for begin in range(first, first + fights, AT_ONCE):
            before = time.process_time()
            positions = [clone(fight.state) for _ in range(begin, min(begin + AT_ONCE, first + fights))]
            start = time.process_time()
            copying += start - before
            for seed, position in enumerate(positions, begin):
                generators = Generators(seed)
                outcome, acts = playout(fight.book, fight.content, position, generators, policies, limit)
                ends.append((tuple(outcome.winners) if outcome is not None else (), acts, generators.states()))
            seconds += time.process_time() - start
    wins: dict[str, int] = {}
    for winners, _, _ in ends:
        for side in winners:
            wins[side] = wins.get(side, 0) + 1
    digest = hashlib.sha256(repr(ends).encode()).hexdigest()
    acts = sum(acts for _, acts, _ in ends)
    return {"seconds": seconds, "copying": copying, "acts": acts, "wins": wins, "digest": digest}


def recall(fight: Fight, seconds: float, limit: int, first: int, same: int, policy: str = "default") -> dict[str, Any]:
    """Fights for so long as `sim` plays them, from an empty map on; and a digest of the first `same` of them, as in `play`. As
    `sim` does, the player knows about how many fights there will be: as many as could be played in the time without a map.
    """
    policies = Policies(policy_of(fight, policy))
    plain, start = PlainPlayer(fight.book, fight.content, fight.state, policies), time.process_time()
    for seed in range(TRIED):
        plain.play(Generators(seed), limit)
    count = int(seconds * TRIED / max(1e-6, time.process_time() - start))
    player = TrialPlayer(fight.book, fight.content, fight.state, policies, count=max(same, count))
    ends: list[tuple[tuple[str, ...], int, list[int]]] = []
    gc.collect()
    with gc_paused():
        seed, start = first, time.process_time()
        while seed < first + same or time.process_time() - start < seconds:
            generators = Generators(seed)
            played = player.play(generators, limit)
            if seed < first + same:
                winners = tuple(played.outcome.winners) if played.outcome is not None else ()
                ends.append((winners, played.acts, generators.states()))
            seed += 1
        took = time.process_time() - start
    return {"seconds": took, "fights": seed - first, "digest": hashlib.sha256(repr(ends).encode()).hexdigest()}


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
        return {"how": build_kind(), "package": str(Path(starfray.__file__).parent)}
    if do == "figure":
        return figures.FIGURES[job["name"]]()
    if do == "solve":
        return solved(starfray.loads(job["text"], folder=Path(job["folder"])))
    fight = loaded(job["text"], job["folder"])
    if do == "count":
        return count(fight, job["seconds"], job["most"], job["policy"])
    if do == "recall":
        return recall(fight, job["seconds"], job["limit"], job["first"], job["fights"], job["policy"])
    return play(fight, job["fights"], job["limit"], job["first"], job["policy"])


def serve(lines: Any, say: Callable[[str], object]) -> None:
    for line in lines:
        say(json.dumps(answer(json.loads(line))) + "\n")


def all_of(paths: list[Path], seconds: float) -> dict[str, Any]:
    found: dict[str, Any] = {"how": build_kind(), "fights": {}}
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
        print(
            f"{name:24} {row['acts'] / row['seconds']:10.0f} acts/s {row['actions'] / row['seconds']:10.0f} actions/s "
            f"{row['fights'] / row['seconds']:8.1f} fights/s"
        )


if __name__ == "__main__":
    main()
