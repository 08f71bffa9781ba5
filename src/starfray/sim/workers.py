"""Blocks of fights distributed to processes; results come back in the order of the blocks."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Protocol

from starfray.engine.errors import StarfrayError

AHEAD = 4  # blocks per worker that wait for one another: memory does not grow with the count


@dataclass(frozen=True, slots=True)
class Task:
    """Fights number `start` to `stop` of one of the setups; `what` names the method of the job."""

    setup: int
    start: int
    stop: int
    what: str


class Made(Protocol):
    """A job as data, for a process that shares nothing with this one."""

    def job(self) -> Any:
        """The job, with the methods tasks name."""


def may_fork() -> bool:
    """May the workers be forks of this process? Then they need not load rules and data again. If other threads are running, a
    fork could inherit a lock that is never released.
    """
    return "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1 and sys.platform == "linux"


class WorkerPool:
    """Plays the blocks of a simulation. Leaving the context stops what is still running."""

    def results(self, tasks: Iterable[Task]) -> Iterator[Any]:
        """The results in the order of the tasks."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class ProcessPool(WorkerPool):
    """With one worker the work is done here, by the jobs given. More are processes: copies of this one with its jobs, or,
    where it may not be copied, fresh ones that make theirs from the setups.
    """

    def __init__(self, jobs: Sequence[Any], setups: Callable[[], Sequence[Made]], workers: int) -> None:
        self.jobs = jobs
        self.workers = workers
        self.executor: ProcessPoolExecutor | None = None
        if workers > 1:
            fork = may_fork()
            context = multiprocessing.get_context("fork" if fork else "spawn")
            given = (dict(enumerate(jobs)), []) if fork else ({}, setups())
            self.executor = ProcessPoolExecutor(workers, mp_context=context, initializer=_set_up, initargs=given)

    def close(self) -> None:
        if self.executor is None:
            return
        for process in list((self.executor._processes or {}).values()):
            process.terminate()
        self.executor.shutdown(cancel_futures=True)  # waits for its thread, which would otherwise fail while Python shuts down

    def results(self, tasks: Iterable[Task]) -> Iterator[Any]:
        if self.executor is None:
            for task in tasks:
                yield getattr(self.jobs[task.setup], task.what)(task.start, task.stop)
            return
        waiting: list[Future[Any]] = []
        try:
            for task in tasks:
                waiting.append(self.executor.submit(_do, task))
                if len(waiting) >= AHEAD * self.workers:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()
        except BrokenProcessPool:
            raise StarfrayError("a worker was lost; try again with fewer --workers") from None


_setups: list[Made] = []
_jobs: dict[int, Any] = {}


def _set_up(jobs: dict[int, Any], setups: Sequence[Made]) -> None:
    """Once per worker. Interrupts are handled by the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # rules and data are never freed, so the garbage collector need not scan them
    _jobs.clear()
    _jobs.update(jobs)
    _setups[:] = setups


def _do(task: Task) -> Any:
    job = _jobs.get(task.setup)
    if job is None:
        job = _jobs[task.setup] = _setups[task.setup].job()
    return getattr(job, task.what)(task.start, task.stop)
