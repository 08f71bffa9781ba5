"""Plays demo fights in whatever release of Starfray it finds, a line of JSON in, a line out: how bench.releases asks both.

It uses only what every release has had under the same name. Fights are played by the policies of the release itself (`count`,
`play`), or by a script (`record`, `replay`): the acts and answers that one release's policies chose, given to the rules of
another one. A script costs next to nothing, so what is measured then is the rules, the views and the loop around them.
"""

from __future__ import annotations

import gc
import hashlib
import json
import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import starfray
from starfray.engine.actions import Action, from_json, to_json
from starfray.engine.codec import clone
from starfray.engine.compiled import COMPILED
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies, Policy
from starfray.engine.tables.random import Generators
from starfray.engine.values import Ask
from starfray.sim.playout import playout

DEMOS = Path(starfray.__file__).parent / "demos"
LIMIT = 5_000  # acts of one fight
MOST = 5_000  # fights in one go
AT_ONCE = 200  # positions copied in one go

Script = dict[str, Any]  # acts: each what somebody did, None for nothing; answers: in their order; end: how the dice stood


@lru_cache(maxsize=64)
def loaded(demo: str) -> starfray.Fight:
    """The fight, after everybody has looked at it once: what a stranger would see of the others is worked out then."""
    fight = starfray.load(DEMOS / f"{demo}.toml")
    for actor in fight.state.roster.values():
        fight.book.view(fight.state, f"side:{actor.side}")
    return fight


class Recorder(Policy):
    """Plays as the book's own policy does and keeps what it chose."""

    def __init__(self, inner: Policy) -> None:
        super().__init__()
        self.inner = inner
        self.blind = inner.blind
        self.acts: list[Any] = []
        self.answers: list[str] = []

    def act(self, book: Any, view: Any, who: str, generator: Generator) -> Action | None:
        action = self.inner.act(book, view, who, generator)
        self.acts.append(None if action is None else to_json(action))
        return action

    def answer(self, book: Any, view: Any, ask: Ask, generator: Generator) -> str:
        answer = self.inner.answer(book, view, ask, generator)
        self.answers.append(answer)
        return answer


class Scripted(Policy):
    """Does and answers what a script says."""

    def __init__(self, acts: list[Action | None], answers: list[str], blind: list[str]) -> None:
        super().__init__()
        self.blind = tuple(blind)
        self.next_act, self.next_answer = iter(acts).__next__, iter(answers).__next__

    def act(self, book: Any, view: Any, who: str, generator: Generator) -> Action | None:
        return self.next_act()

    def answer(self, book: Any, view: Any, ask: Ask, generator: Generator) -> str:
        return self.next_answer()


def scripted(demo: str, script: Script) -> Policies:
    kinds = loaded(demo).book.actions
    acts = [None if act is None else from_json(kinds, act) for act in script["acts"]]
    return Policies(Scripted(acts, script["answers"], script["blind"]))


def ended(outcome: Any, acts: int, generators: Generators) -> list[Any]:
    return [list(outcome.winners) if outcome is not None else None, acts, *generators.states()]


def play(demo: str, seeds: Sequence[int], policies: Callable[[int], Policies], seconds: float = float("inf")) -> dict[str, Any]:
    """The fights of these seeds, or as many as fit into the seconds: what the processor took to play them, how they ended."""
    fight = loaded(demo)
    ends: list[list[Any]] = []
    took = 0.0
    gc.collect()
    gc.disable()  # as `sim` does
    for first in range(0, len(seeds), AT_ONCE):
        jobs = [(Generators(seed), clone(fight.state), policies(seed)) for seed in seeds[first : first + AT_ONCE]]
        start = time.process_time()
        for generators, position, deciding in jobs:
            outcome, acts = playout(fight.book, fight.content, position, generators, deciding, LIMIT)
            ends.append(ended(outcome, acts, generators))
            if time.process_time() - start + took > seconds:
                break
        took += time.process_time() - start
        if took > seconds:
            break
    gc.enable()
    digest = hashlib.sha256(json.dumps(ends).encode()).hexdigest()
    return {"seconds": took, "fights": len(ends), "acts": sum(end[1] for end in ends), "digest": digest}


def by_default(demo: str) -> Callable[[int], Policies]:
    policies = Policies(loaded(demo).book.policy())
    return lambda _: policies


def record(demo: str, fights: int) -> list[Script]:
    """What this release's policies do in so many fights."""
    fight = loaded(demo)
    scripts = []
    for seed in range(fights):
        recorder, generators = Recorder(fight.book.policy()), Generators(seed)
        outcome, acts = playout(fight.book, fight.content, clone(fight.state), generators, Policies(recorder), LIMIT)
        end = ended(outcome, acts, generators)[:4]  # without the policies' own dice
        scripts.append(
            {"seed": seed, "acts": recorder.acts, "answers": recorder.answers, "blind": list(recorder.blind), "end": end}
        )
    return scripts


def holds(demo: str, script: Script) -> bool:
    """Do the rules of this release take the script and end the fight in the same way, with the same dice?"""
    fight, generators = loaded(demo), Generators(script["seed"])
    try:
        outcome, acts = playout(fight.book, fight.content, clone(fight.state), generators, scripted(demo, script), LIMIT)
    except (StopIteration, RuntimeError, LookupError, starfray.StarfrayError):  # answers of a script are not checked
        return False
    return bool(ended(outcome, acts, generators)[:4] == script["end"])


def answer(job: dict[str, Any]) -> dict[str, Any]:
    if job["do"] == "hello":
        return {
            "version": starfray.__version__,
            "compiled": COMPILED,
            "demos": sorted(path.stem for path in DEMOS.glob("*.toml")),
        }
    demo = job["demo"]
    if job["do"] == "count":
        return play(demo, range(MOST), by_default(demo), job["seconds"])
    if job["do"] == "play":
        return play(demo, range(job["fights"]), by_default(demo))
    if job["do"] == "record":
        return {"scripts": record(demo, job["fights"])}
    scripts = {script["seed"]: script for script in json.loads(Path(job["scripts"]).read_text(encoding="utf-8"))}
    if job["do"] == "check":
        return {"seeds": [seed for seed, script in scripts.items() if holds(demo, script)]}
    return play(demo, list(scripts), lambda seed: scripted(demo, scripts[seed]))


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
