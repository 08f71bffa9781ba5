"""The room's disk: an append-only journal of acts and snapshots in SQLite.

One thread writes. It takes all jobs that wait, runs them in one transaction, and tells each of them only after the
transaction is on disk (WAL, synchronous=FULL): what was acknowledged is durable, and many rooms share one flush.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from starfray.room.limits import BUSY_SECONDS

log = logging.getLogger("starfray.room")
T = TypeVar("T")
SCHEMA_VERSION = 3
SCHEMA = """
create table if not exists rooms (
    id text primary key, title text not null, book text not null, created real not null, archived integer not null default 0,
    head text not null, code text not null default '', house integer not null default 1) strict;
create index if not exists room_codes on rooms (code) where code != '';
create table if not exists seats (
    room text not null, id text not null, data text not null, token text not null, code text not null,
    primary key (room, id)) strict, without rowid;
create index if not exists seat_tokens on seats (token) where token != '';
create index if not exists seat_codes on seats (code) where code != '';
create table if not exists entries (
    room text not null, id integer not null, data text not null, primary key (room, id)) strict, without rowid;
create table if not exists ops (
    room text not null, n integer not null, seat text not null, intent text not null, at real not null, data text not null,
    result text not null, primary key (room, n)) strict, without rowid;
create unique index if not exists intents on ops (room, seat, intent) where intent != '';
create table if not exists snapshots (
    room text not null, entry integer not null, position text not null, hash text not null,
    primary key (room, entry)) strict, without rowid;
create table if not exists versions (
    room text not null, seat text not null, version integer not null, primary key (room, seat)) strict, without rowid;
create table if not exists gm_keys (mark text primary key, room text not null) strict, without rowid;
create table if not exists parties (
    key text primary key, name text not null, book text not null, data text not null, changed real not null,
    version integer not null default 1) strict;
"""
UPGRADES = {  # from a format to the next
    1: """alter table rooms add column code text not null default '';
          alter table rooms add column house integer not null default 1;""",
    2: "alter table parties add column version integer not null default 1;",
}
MOST_AT_ONCE = 256


def _nothing(point: str) -> None:
    """Does nothing; tests put a crash here."""


class Job:
    """One piece of work for the writer. Its future always ends: with the result, or with what went wrong."""

    __slots__ = ("done", "future", "problem", "work")

    def __init__(self, work: Callable[[sqlite3.Connection], Any]) -> None:
        self.work = work
        self.future: Future[Any] = Future()
        self.done: Any = None
        self.problem: Exception | None = None

    def run(self, db: sqlite3.Connection) -> None:
        """A job that fails takes back what it did and leaves the others alone. Where the whole transaction is lost (the disk
        is full), there is nothing to go back to, and that error is everybody's.
        """
        db.execute("savepoint job")
        try:
            self.done = self.work(db)
        except Exception as error:
            self.problem = error
            if not db.in_transaction:
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
    """`trip` is called at named points of the write path."""

    def __init__(self, path: str | Path, trip: Callable[[str], None] = _nothing) -> None:
        self.path = str(path)
        self.trip = trip
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.closed = False
        self.transactions = 0
        self.failed = 0  # writes
        ready: Future[None] = Future()
        self.thread = threading.Thread(target=self._run, args=(ready,), name="store", daemon=True)
        self.thread.start()
        ready.result()

    def submit(self, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Run this in the writer's next transaction; the future is resolved once it is on disk."""
        if self.closed:
            raise RuntimeError("the store is closed")
        job = Job(work)
        self.jobs.put(job)
        return job.future

    def now(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return self.submit(work).result()

    def look(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Read what is on disk, on a connection of its own; writers do not wait for it."""
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("pragma query_only = on")
            db.execute(f"pragma busy_timeout = {int(BUSY_SECONDS * 1000)}")
            db.execute("begin")
            return work(db)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self.jobs.put(None)
            self.thread.join()

    # --- the writer --------------------------------------------------------------------------------------------

    def _run(self, ready: Future[None]) -> None:
        try:
            db = self._open()
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

    def _opened_again(self, db: sqlite3.Connection) -> sqlite3.Connection:
        """A fresh connection after one that could not even go back; while there is none to be had, the old one."""
        try:
            fresh = self._open()
        except Exception as error:
            log.error("%s cannot be opened again: %s", self.path, error)
            return db
        db.close()
        return fresh

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        db.execute(f"pragma busy_timeout = {int(BUSY_SECONDS * 1000)}")
        found = db.execute("pragma user_version").fetchone()[0]
        if not 0 <= found <= SCHEMA_VERSION:
            db.close()
            raise RuntimeError(f"{self.path} was written by another version of the room (format {found})")
        for old in range(found, SCHEMA_VERSION) if found else ():
            db.executescript(f"begin; {UPGRADES[old]} pragma user_version = {old + 1}; commit;")
        db.executescript(SCHEMA)
        db.execute(f"pragma user_version = {SCHEMA_VERSION}")
        return db

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

    def _commit(self, db: sqlite3.Connection, batch: list[Job]) -> bool:
        """All of a batch, then everybody is told. False if the connection is no longer good for anything."""
        problem: Exception | None = None
        sound = True
        try:
            self.trip("before write")
            db.execute("begin immediate")
            for job in batch:
                job.run(db)
            self.trip("before commit")
            db.execute("commit")
            self.transactions += 1
        except Exception as error:
            problem = error
            self.failed += len(batch)
            log.error("%d writes to %s failed: %s", len(batch), self.path, error)
            sound = rolled_back(db)
        if problem is None:
            self.trip("after commit")
        for job in batch:
            job.end(problem)
        return sound


def rolled_back(db: sqlite3.Connection) -> bool:
    try:
        if db.in_transaction:
            db.execute("rollback")
    except sqlite3.Error:
        return False
    return True
