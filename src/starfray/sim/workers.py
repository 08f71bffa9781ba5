"""Blocks of fights shared out to processes; what comes back is given in the order the blocks were named."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from starfray.engine.errors import StarfrayError
from starfray.sim.montecarlo import Job, Setup

AHEAD = 4  # blocks per worker that wait for one another: memory does not grow with the count


@dataclass(frozen=True, slots=True)
class Task:
    """Fights number `start` to `stop` of one of the setups; `what` names the method of the job."""

    setup: int
    start: int
    stop: int
    what: str


class Workers:
    """With one worker the work is done here, by the jobs given; with more, by processes that make theirs from setups."""

    def __init__(self, jobs: list[Job], setups: list[Setup], workers: int) -> None:
        self.jobs = jobs
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None
        if workers > 1:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_set_up, initargs=(setups,))

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.pool is None:
            return
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def each(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """The results in the order of the tasks."""
        if self.pool is None:
            for task in tasks:
                yield getattr(self.jobs[task.setup], task.what)(task.start, task.stop)
            return
        waiting: list[Future[Any]] = []
        try:
            for task in tasks:
                waiting.append(self.pool.submit(_do, task))
                if len(waiting) >= AHEAD * self.workers:
                    yield waiting.pop(0).result()
            for each in waiting:
                yield each.result()
        except BrokenProcessPool:
            raise StarfrayError("a worker was lost; try again with fewer --workers") from None


_setups: list[Setup] = []
_jobs: dict[int, Job] = {}


def _set_up(setups: list[Setup]) -> None:
    """Once per worker. An interrupt is the business of whoever asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _setups[:] = setups


def _do(task: Task) -> Any:
    job = _jobs.get(task.setup)
    if job is None:
        job = _jobs[task.setup] = _setups[task.setup].job()
    return getattr(job, task.what)(task.start, task.stop)
