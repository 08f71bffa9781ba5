"""Monte Carlo: a fight played many times by policies, by any number of workers; the result depends on seed and count only.

Fight number i has its own dice, drawn from the seed and i. Fights are played in blocks; blocks are added up in their order,
and stopping by precision looks at whole blocks in that order: the result does not depend on the workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from starfray.engine.errors import BadInput
from starfray.fight import Fight
from starfray.sim.job import Job, setup_of
from starfray.sim.pools import open_pool
from starfray.sim.result import Result
from starfray.sim.workers import Task
from starfray.stalemate import ROUNDS

BLOCK = 20
MOST_KEPT = 100
Progress = Callable[[Result, int], None]


def block_of(count: int) -> int:
    """How many fights make a block: few if there are few in all, so that the last block does not take long."""
    return max(1, min(BLOCK, count // 50))


def simulate(
    fight: Fight,
    count: int,
    *,
    seed: int | None = None,
    workers: int = 1,
    until: float = 0.0,
    policies: dict[str, str] | None = None,
    progress: Progress | None = None,
    keep: int = 0,
    cluster: str = "",
    rounds: int = ROUNDS,
) -> Result:
    """Play a fight `count` times from where it stands; the fight itself is left as it is. `until` stops as soon as every
    side's share is known to ± so many per cent; `keep` remembers so many fights of each remarkable kind; `cluster` is the
    address of a Dask scheduler whose workers play, or 'local' for so many started on this machine;
    `rounds` that bring nothing new make a stalemate (0: none is called).

    An interrupt gives what has been added up so far.
    """
    if count < 1:
        raise BadInput(f"{count} fights", field="-n", expected="1 or more")
    if not 0 <= keep <= MOST_KEPT:
        raise BadInput(f"{keep} fights to keep", field="--keep", expected=f"0 to {MOST_KEPT}")
    if rounds < 0:
        raise BadInput(f"{rounds} rounds", field="--stalemate", expected="1 or more, or 0 for never")
    seed = fight.seed if seed is None else seed
    chosen = policies or {}
    block = block_of(count)
    tasks = (Task(0, start, min(start + block, count), "block") for start in range(0, count, block))
    each = 0 if until else count // max(1, workers)  # how many fights a worker will play, unless precision ends it
    jobs = [Job(fight.book, fight.content, fight.state, chosen, seed, keep, rounds=rounds, count=each)]
    with open_pool(jobs, lambda: [setup_of(fight, chosen, seed, keep, rounds, each)], workers, cluster) as pool:
        return _add_up(pool.results(tasks), count, until, progress)


def _add_up(results: Iterator[Any], count: int, until: float, progress: Progress | None) -> Result:
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
