"""Blocks of fights shared out to processes; what comes back is given in the order the blocks were named."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from starfray.engine.errors import StarfrayError
from starfray.sim.montecarlo import Job, Setup

LOCAL = "local"  # the address of a cluster that is started here
AHEAD = 4  # blocks per worker that wait for one another: memory does not grow with the count


@dataclass(frozen=True, slots=True)
class Task:
    """Fights number `start` to `stop` of one of the setups; `what` names the method of the job."""

    setup: int
    start: int
    stop: int
    what: str


def may_fork() -> bool:
    """May the workers be copies of this process? They need not read rules and data again then. With other threads about,
    a copy could inherit a lock nobody will ever open.
    """
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1 and sys.platform == "linux"


class Crew:
    """Whoever plays the blocks. Leaving it ends what is still being played."""

    def each(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """The results in the order of the tasks."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def crew_of(jobs: list[Job], setups: Callable[[], list[Setup]], workers: int, cluster: str = "") -> Crew:
    """Processes of this machine, or the workers of a cluster."""
    if not cluster:
        return Workers(jobs, setups, workers)
    from starfray.sim.cluster import Cluster

    return Cluster(setups(), cluster, workers)


class Workers(Crew):
    """With one worker the work is done here, by the jobs given. More are processes: copies of this one with its jobs, or,
    where it may not be copied, fresh ones that make theirs from the setups.
    """

    def __init__(self, jobs: list[Job], setups: Callable[[], list[Setup]], workers: int) -> None:
        self.jobs = jobs
        self.workers = workers
        self.pool: ProcessPoolExecutor | None = None
        if workers > 1:
            fork = may_fork()
            context = multiprocessing.get_context("fork" if fork else "spawn")
            given = (dict(enumerate(jobs)), []) if fork else ({}, setups())
            self.pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_set_up, initargs=given)

    def close(self) -> None:
        if self.pool is None:
            return
        for process in list((self.pool._processes or {}).values()):
            process.terminate()
        self.pool.shutdown(cancel_futures=True)  # waits for its thread, which would fall over what is gone when Python ends

    def each(self, tasks: Iterable[Task]) -> Iterator[Any]:
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


def _set_up(jobs: dict[int, Job], setups: list[Setup]) -> None:
    """Once per worker. An interrupt is the business of whoever asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # rules and data stay for good: not to be looked through again and again
    _jobs.clear()
    _jobs.update(jobs)
    _setups[:] = setups


def _do(task: Task) -> Any:
    job = _jobs.get(task.setup)
    if job is None:
        job = _jobs[task.setup] = _setups[task.setup].job()
    return getattr(job, task.what)(task.start, task.stop)
