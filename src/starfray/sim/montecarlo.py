"""Monte Carlo: a fight played many times by policies, by any number of workers; the result depends on seed and count only.

Fight number i has its own dice, drawn from the seed and i. Fights are played in blocks; blocks are added up in their order,
and stopping by precision looks at whole blocks in that order, so neither the number of workers nor their pace shows.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import Plain, clone
from starfray.engine.content import Content
from starfray.engine.dice import Generator
from starfray.engine.errors import BadInput
from starfray.engine.policy import Policies, Policy, RandomPolicy
from starfray.engine.rulebook import Rulebook
from starfray.engine.setup import build, position_data
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.files import content_of
from starfray.rulebooks import find
from starfray.sim.playout import playout
from starfray.sim.result import Result, add_counts

BLOCK = 50
Progress = Callable[[Result, int], None]


class Job:
    """What a worker needs: the position, and who decides."""

    def __init__(self, book: Rulebook, content: Content, state: Any, policies: dict[str, str], seed: int) -> None:
        self.book = book
        self.content = content
        self.state = state
        self.seed = seed
        default = policy_called(book, policies.get("", "default"))
        self.policies = Policies(default, {side: policy_called(book, name) for side, name in policies.items() if side})

    def block(self, start: int, stop: int) -> Result:
        """Fights number start to stop, added up."""
        result = Result()
        for number in range(start, stop):
            self.play(number, result)
        return result

    def play(self, number: int, result: Result) -> None:
        """Play one fight in place and count what came of it."""
        state = clone(self.state)
        generators = Generators(seed_of(self.seed, number))
        up = [one.id for one in state.roster.values() if self.book.standing(state, one)]

        def note_the_fallen(step: Action) -> None:
            for who in up[:]:
                if not self.book.standing(state, state.roster[who]):
                    up.remove(who)
                    add_counts(result.felled.setdefault(who, {}), {f"{step.actor} {step.KIND}": 1})

        outcome, acts = playout(self.book, self.content, state, generators, self.policies, watch=note_the_fallen)
        self._count(result, state, outcome.winners if outcome is not None else None, acts, up)

    def _count(self, result: Result, state: Any, winners: list[str] | None, acts: int, up: list[str]) -> None:
        result.fights += 1
        result.acts += acts
        for one in self.state.roster.values():
            result.wins.setdefault(one.side, 0)
            result.survived[one.id] = result.survived.get(one.id, 0) + (one.id in up)
        if winners is None:
            result.unfinished += 1
        elif len(winners) == 1:
            result.wins[winners[0]] = result.wins.get(winners[0], 0) + 1
        else:
            result.draws += 1
        rounds = self.book.clock(state)
        result.rounds[rounds] = result.rounds.get(rounds, 0) + 1
        for who, one in self.state.roster.items():
            for path, change in number_changes(who, one, state.roster[who]):
                result.spent[path] = result.spent.get(path, 0) + change


def number_changes(who: str, before: Any, after: Any) -> Iterator[tuple[str, float]]:
    """Whole numbers of a sheet that differ: hit points lost, points spent."""
    for name in before.__dataclass_fields__:
        was, now = getattr(before, name), getattr(after, name)
        if type(was) is int and type(now) is int and was != now:
            yield f"{who}.{name.replace('_', '-')}", now - was


def seed_of(seed: int, number: int) -> int:
    return Generator(seed ^ (number * 0x9E3779B97F4A7C15)).next64()


def policy_called(book: Rulebook, name: str) -> Policy:
    if name == "default":
        return book.policy()
    if name == "random":
        return RandomPolicy()
    raise BadInput(f"no policy {name!r}", field="--policy", expected="default or random")


# --- many workers ----------------------------------------------------------------------------------------------

_job: Job | None = None


def _set_up(book: str, position: dict[str, Plain], packs: list[str], folder: str, policies: dict[str, str], seed: int) -> None:
    """Once per worker: the same position again."""
    global _job
    rulebook = find(book)
    content = content_of(rulebook, packs, Path(folder))
    _job = Job(rulebook, content, build(rulebook, position, content, {}), policies, seed)


def _block(start: int, stop: int) -> Result:
    assert _job is not None
    return _job.block(start, stop)


def simulate(
    fight: Fight, count: int, *, seed: int | None = None, workers: int = 1, until: float = 0.0,
    policies: dict[str, str] | None = None, folder: Path | None = None, progress: Progress | None = None,
) -> Result:
    """Play a fight `count` times. `until` stops as soon as every side's share is known to ± so many per cent.

    An interrupt gives what has been added up so far.
    """
    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    seed = fight.seed if seed is None else seed
    chosen = policies or {}
    blocks = [(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK)]
    if workers <= 1:
        job = Job(fight.book, fight.content, fight.state, chosen, seed)
        return _add_up((job.block(*block) for block in blocks), count, until, progress)
    position = position_data(fight.book, fight.state, fight.content)
    given = (fight.book.name, position, fight.packs, str(folder or Path()), chosen, seed)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_set_up, initargs=given)
    try:
        return _add_up(_in_order(pool, blocks, workers), count, until, progress)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, blocks: list[tuple[int, int]], workers: int) -> Iterator[Result]:
    """Results of blocks in their order, a few ahead of the one wanted: memory does not grow with the count."""
    waiting: list[Future[Result]] = []
    ahead = 4 * workers
    for start, stop in blocks:
        waiting.append(pool.submit(_block, start, stop))
        if len(waiting) >= ahead:
            yield waiting.pop(0).result()
    for each in waiting:
        yield each.result()


def _add_up(results: Iterator[Result], count: int, until: float, progress: Progress | None) -> Result:
    whole = Result()
    try:
        for result in results:
            whole.add(result)
            if progress is not None:
                progress(whole, count)
            if until and whole.width() * 100 <= until:
                break
    except KeyboardInterrupt:
        if not whole.fights:
            raise
    return whole
