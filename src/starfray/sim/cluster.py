"""Blocks of fights shared out to a Dask cluster: workers on any number of machines, or a few started on this one.

A job is a few blocks in a row, enough to take about a tenth of a second. Its results are split into blocks again and returned
in the order in which the blocks were asked for, so the result is the same as with one process. A job whose
worker is lost is played by another.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import socket
import time
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import groupby, islice
from multiprocessing import resource_tracker
from typing import Any

from starfray.engine.errors import BadInput, StarfrayError
from starfray.sim.cluster_worker import FIELD, Build, build, difference, play
from starfray.sim.defaults import LOCAL
from starfray.sim.job import Setup
from starfray.sim.workers import Task, WorkerPool

LASTING = 0.1  # seconds a job should take: far longer than sharing it out, short enough to be played again
AHEAD = 4  # jobs per worker that wait for one another: memory does not grow with the count
THREADS = 2  # threads of a worker started here: one plays, the other holds the next job
MOST_BLOCKS = 1_000  # in one job
PATIENCE = 10.0  # seconds for an answer from the scheduler, and for a first worker
ALONE = 60.0  # seconds without any worker until it is given up
ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:\[\]]+):(?P<port>\d{1,5})")
EXPECTED = f"the address of a Dask scheduler, as tcp://host:8786, or {LOCAL}"
#: turns off what Dask measures in every process many times a second, which takes time from the fights
CALM = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "5s",
}
UNKNOWN = ("deserializ", "Can't get attribute")  # how Dask and Python word an error about a missing function
MISSING = 'Dask distributed is not installed; pip install "starfray[cluster]" brings it'


class ClusterPool(WorkerPool):
    """A connection to a cluster. One that was started here ends with it."""

    def __init__(self, setups: list[Setup], address: str, workers: int) -> None:
        self.packed = [zlib.compress(pickle.dumps(setup, pickle.HIGHEST_PROTOCOL), 1) for setup in setups]
        self.blocks = 1  # in the next job
        self.lasting = 0.0  # seconds a block takes
        self.counted, self.size = 0.0, 1  # when the workers were last counted, and how many there were
        if address != LOCAL:
            knock(address)
        self.dask = distributed()
        self.local: Any = None
        self.client: Any = None
        try:
            if address == LOCAL:
                self.local = local_cluster(workers)
                address = self.local.scheduler_address
            self.address = address
            self.client = self._connect()
            check(self.client, address)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Give up what is still being played."""
        client, local, self.client, self.local = self.client, self.local, None, None
        if client is not None:
            with suppress(Exception):
                client.close(timeout=PATIENCE)
        if local is not None:
            for nanny in local.workers.values():
                nanny.auto_restart = False
                with suppress(OSError, TypeError):
                    os.kill(nanny.pid, signal.SIGTERM)  # Dask would wait until it has played its job
            with suppress(Exception):
                local.close(timeout=PATIENCE)

    def _connect(self) -> Any:
        try:
            return self.dask.Client(self.address, timeout=PATIENCE, set_as_default=False, name="starfray")
        except (OSError, ValueError, TypeError, ImportError) as error:
            raise unreachable(self.address, error) from None

    def results(self, tasks: Iterable[Task]) -> Iterator[Any]:
        try:
            yield from self._results(tasks)
        except StarfrayError:
            raise
        except Exception as error:
            raise self._told(error) from error

    def _results(self, tasks: Iterable[Task]) -> Iterator[Any]:
        left = iter(tasks)
        waiting: deque[Any] = deque()
        while True:
            ahead = AHEAD * self._count()
            if len(waiting) <= ahead // 2:  # several at once: the scheduler takes as long for one
                jobs = [list(islice(left, self.blocks)) for _ in range(ahead - len(waiting))]
                waiting.extend(self._submit([job for job in jobs if job]))
            if not waiting:
                return
            for results, seconds in self._finished(waiting):
                self._measure(seconds / len(results))
                yield from results

    def _submit(self, jobs: list[list[Task]]) -> list[Any]:
        parts = [
            [
                (self.packed[setup], [(task.what, task.start, task.stop) for task in some])
                for setup, some in groupby(job, lambda task: task.setup)
            ]
            for job in jobs
        ]
        found: list[Any] = self.client.map(play, [build()] * len(jobs), parts, pure=False) if jobs else []
        return found

    def _measure(self, seconds: float) -> None:
        """How many blocks to put into a job, by how long the last ones took."""
        self.lasting = (self.lasting + seconds) / 2 if self.lasting else seconds
        self.blocks = max(1, min(MOST_BLOCKS, int(LASTING / max(self.lasting, 1e-6))))

    def _count(self) -> int:
        """The number of workers now; at least one, so that a worker that joins later finds work."""
        now = time.monotonic()
        if now - self.counted > 1:
            with suppress(OSError):
                self.counted, self.size = now, len(self.client.nthreads())
        return max(1, self.size)

    def _finished(self, waiting: deque[Any]) -> list[Any]:
        """The results of the first job, and of those after it that are finished too."""
        self._wait(waiting[0])
        done = [waiting.popleft()]
        while done[0].status == "finished" and waiting and waiting[0].status == "finished":
            done.append(waiting.popleft())
        found: list[Any] = self.client.gather(done)
        return found

    def _wait(self, job: Any) -> None:
        seen = time.monotonic()
        while not job.done():
            with suppress(TimeoutError), self.client.as_current():
                self.dask.wait([job], timeout=1.0)
                return
            self._count()
            if self.size:
                seen = time.monotonic()
            if time.monotonic() - seen > ALONE:
                raise StarfrayError(f"the cluster at {self.address} has had no workers for {ALONE:.0f} seconds")

    def _told(self, error: Exception) -> Exception:
        """A job's error as one that says what to do."""
        if isinstance(error, self.dask.KilledWorker):
            return StarfrayError("some fights bring down every worker that plays them; the logs of the workers may say why")
        if isinstance(error, (self.dask.CancelledError, OSError)) or self.client.status != "running":
            return StarfrayError(f"the scheduler at {self.address} was lost")
        if isinstance(error, ImportError) or any(words in str(error) for words in UNKNOWN):
            return BadInput(
                f"scheduler or workers do not know what to play ({type(error).__name__}: {error})",
                field=FIELD,
                expected="the same Starfray everywhere",
            )
        return error


def distributed() -> Any:
    """Import Dask, only when it is needed. Its logging is turned down unless somebody has configured it."""
    try:
        config: Any = import_module("dask.config")
        if not config.get("logging", None):
            config.set({"logging": {"distributed": "critical", "distributed.client": "critical"}})
        return import_module("distributed")
    except ImportError:
        raise BadInput(MISSING, field=FIELD) from None


def local_cluster(workers: int) -> Any:
    """A cluster on this machine that nobody else can reach, on any free ports."""
    dask = distributed()
    config: Any = import_module("dask.config")
    with undisturbed(), config.set(CALM):
        return dask.LocalCluster(
            n_workers=workers,
            threads_per_worker=THREADS,
            memory_limit=None,
            silence_logs=logging.CRITICAL,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            worker_dashboard_address="127.0.0.1:0",
        )


@contextmanager
def undisturbed() -> Iterator[None]:
    """Block interrupts in threads and processes started meanwhile: only the process that asked for the work handles them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # its start would let interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def knock(address: str) -> None:
    """Check that something listens at the address: Dask itself would retry for a long time."""
    found = ADDRESS.fullmatch(address)
    if found is None:
        raise BadInput(f"{address!r} is no address", field=FIELD, expected=EXPECTED)
    try:
        with socket.create_connection((found["host"].strip("[]"), int(found["port"])), timeout=PATIENCE):
            return
    except (OSError, OverflowError, UnicodeError) as error:
        raise unreachable(address, error) from None


def unreachable(address: str, error: Exception) -> BadInput:
    return BadInput(f"no scheduler answers at {address} ({error})", field=FIELD, expected=EXPECTED)


def check(client: Any, address: str) -> None:
    """Check that scheduler and workers run the same versions; a worker that joins later is checked with its first job."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        raise BadInput(
            f"the scheduler at {address} has no workers",
            field=FIELD,
            expected=f"some, started with: dask worker {address} --nthreads 2",
        ) from None
    found: Any = client.get_versions(packages=["starfray"])
    ours = versions(found["client"])
    everybody = {"the scheduler": found["scheduler"]} | {f"the worker {name}": told for name, told in found["workers"].items()}
    for name, told in everybody.items():
        if not told:  # gone meanwhile
            continue
        there = versions(told)
        fault = difference(ours, there if ours.starfray else there._replace(starfray=""))  # not installed here: the jobs tell
        if fault:
            raise BadInput(f"{name} {fault}", field=FIELD, expected="the same everywhere")


def versions(told: Any) -> Build:
    """The versions a process reports."""
    installed = told["packages"]
    return Build(installed["starfray"] or "", ".".join(installed["python"].split(".")[:2]), "")
