"""The room's disk: an append-only journal of acts and snapshots in a database.

One thread writes. It takes all jobs that wait, runs them in one transaction, and tells each of them only after the
transaction is on disk: what was acknowledged is durable, and many rooms share one flush.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from starfray.room.database import Database
from starfray.room.keeping import keeping

log = logging.getLogger("starfray.room")
T = TypeVar("T")
MOST_AT_ONCE = 256


def _nothing(point: str) -> None:
    """Does nothing; tests put a crash here."""


class Job:
    """One piece of work for the writer. Its future always ends: with the result, or with what went wrong."""

    __slots__ = ("done", "future", "problem", "work")

    def __init__(self, work: Callable[[Database], Any]) -> None:
        self.work = work
        self.future: Future[Any] = Future()
        self.done: Any = None
        self.problem: Exception | None = None

    def run(self, db: Database, in_transaction: Callable[[Database], bool]) -> None:
        """A job that fails takes back what it did and leaves the others alone. Where the whole transaction is lost (the disk
        is full), there is nothing to go back to, and that error is everybody's.
        """
        db.execute("savepoint job")
        try:
            self.done = self.work(db)
        except Exception as error:
            self.problem = error
            if not in_transaction(db):
                raise
            db.execute("rollback to job")
        db.execute("release job")

    def end(self, problem: Exception | None) -> None:
        problem = self.problem or problem
        if problem is not None:
            self.future.set_exception(problem)
        else:
            self.future.set_result(self.done)


class Store:
    """Rooms in a file, or at the address of a PostgreSQL. `trip` is called at named points of the write path."""

    def __init__(self, where: str | Path, trip: Callable[[str], None] = _nothing) -> None:
        self.kept = keeping(str(where))
        self.trip = trip
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.closed = False
        self.transactions = 0
        self.failed = 0  # writes
        ready: Future[None] = Future()
        self.thread = threading.Thread(target=self._run, args=(ready,), name="store", daemon=True)
        self.thread.start()
        ready.result()

    def submit(self, work: Callable[[Database], T]) -> Future[T]:
        """Run this in the writer's next transaction; the future is resolved once it is on disk."""
        if self.closed:
            raise RuntimeError("the store is closed")
        job = Job(work)
        self.jobs.put(job)
        return job.future

    def now(self, work: Callable[[Database], T]) -> T:
        return self.submit(work).result()

    def look(self, work: Callable[[Database], T]) -> T:
        """Read what is on disk, on a connection of its own; writers do not wait for it."""
        with self.kept.looking() as db:
            return work(db)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.jobs.put(None)
            self.thread.join()
            self.kept.close()

    # --- the writer --------------------------------------------------------------------------------------------

    def _run(self, ready: Future[None]) -> None:
        try:
            db = self.kept.open()
        except BaseException as error:
            ready.set_exception(error)
            return
        ready.set_result(None)
        going = True
        while going:
            batch, going = self._next_batch()
            if batch and not self._commit(db, batch):
                db = self._opened_again(db)
        db.close()
        while not self.jobs.empty():  # submitted while we were closing
            job = self.jobs.get()
            if job is not None and job.future.set_running_or_notify_cancel():
                job.end(RuntimeError("the store is closed"))

    def _opened_again(self, db: Database) -> Database:
        """A fresh connection after one that could not even go back; while there is none to be had, the old one."""
        try:
            fresh = self.kept.open()
        except Exception as error:
            log.error("%s cannot be opened again: %s", self.kept, error)
            return db
        db.close()
        return fresh

    def _next_batch(self) -> tuple[list[Job], bool]:
        job = self.jobs.get()
        if job is None:
            return [], False
        batch: list[Job] = []
        while job is not None:
            if job.future.set_running_or_notify_cancel():  # from here on nobody can call it off
                batch.append(job)
            if len(batch) >= MOST_AT_ONCE:
                return batch, True
            try:
                job = self.jobs.get_nowait()
            except queue.Empty:
                return batch, True
        return batch, False

    def _commit(self, db: Database, batch: list[Job]) -> bool:
        """All of a batch, then everybody is told. False if the connection is no longer good for anything."""
        problem: Exception | None = None
        sound = True
        try:
            self.trip("before write")
            db.execute(self.kept.begin)
            for job in batch:
                job.run(db, self.kept.in_transaction)
            self.trip("before commit")
            db.execute("commit")
            self.transactions += 1
        except Exception as error:
            problem = error
            self.failed += len(batch)
            log.error("%d writes to %s failed: %s", len(batch), self.kept, error)
            sound = self._rolled_back(db)
        if problem is None:
            self.trip("after commit")
        for job in batch:
            job.end(problem)
        return sound

    def _rolled_back(self, db: Database) -> bool:
        try:
            if self.kept.in_transaction(db):
                db.execute("rollback")
        except self.kept.errors:
            return False
        return self.kept.sound(db)
