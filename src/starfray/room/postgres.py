"""Rooms in PostgreSQL: for a host with several processes, or several machines, over one database."""

from __future__ import annotations

import contextlib
import queue
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from starfray.engine.errors import BadInput
from starfray.room import limits
from starfray.room.database import FORMAT, SCHEMA, Database, Rows, without_password

try:
    import psycopg
    from psycopg.pq import TransactionStatus
except ImportError:  # what a SQLite file needs comes with Python
    if not TYPE_CHECKING:
        psycopg = None

READERS_KEPT = 8  # connections for reading that are not closed after use
LOCK = 7_382_511  # whoever makes or changes the tables holds this advisory lock
HOSTING_SCHEMA = """
create table if not exists format (version integer not null);
create table if not exists secrets (name text primary key, value text not null);
create table if not exists processes (
    id text primary key, address text not null, draining integer not null, expires timestamptz not null);
create table if not exists leases (room text primary key, process text not null, number integer not null);
"""


def for_postgres(schema: str) -> str:
    """The types as PostgreSQL calls them."""
    found = schema.replace(" strict, without rowid", "").replace(" strict", "")
    return found.replace(" real ", " double precision ").replace(" integer ", " bigint ")


@lru_cache(maxsize=1000)
def placed(words: str) -> str:
    return words.replace("%", "%%").replace("?", "%s")


class Connection:
    """A connection to PostgreSQL that is spoken to like one to SQLite."""

    def __init__(self, inner: psycopg.Connection[Any]) -> None:
        self.inner = inner

    def execute(self, words: str, values: Sequence[Any] = (), /) -> Rows:
        return self.inner.execute(placed(words).encode(), values)

    def executemany(self, words: str, rows: Iterable[Sequence[Any]], /) -> None:
        many = list(rows)
        if len(many) == 1:
            self.execute(words, many[0])
        elif many:
            with self.inner.cursor() as cursor:
                cursor.executemany(placed(words).encode(), many)

    def close(self) -> None:
        self.inner.close()


class Postgres:
    begin = "begin"

    def __init__(self, address: str) -> None:
        if psycopg is None:
            raise BadInput(
                "PostgreSQL needs a library that is not installed",
                field="--database",
                expected='pip install "starfray[postgresql]"',
            )
        self.errors: tuple[type[Exception], ...] = (psycopg.Error,)
        self.address = address
        self.readers: queue.LifoQueue[Connection] = queue.LifoQueue(READERS_KEPT)
        self.closed = False

    def __str__(self) -> str:
        return without_password(self.address)

    def connected(self, writes: bool = True) -> Connection:
        """A session. One that writes ends by itself if we vanish in the middle of a transaction: nobody waits for our locks for
        ever.
        """
        patience, vanished = int(limits.BUSY_SECONDS * 1000), int(limits.VANISHED_SECONDS * 1000)
        settings = f"-c lock_timeout={patience} -c statement_timeout={4 * patience} -c synchronous_commit=on"
        if writes:
            settings += f" -c idle_in_transaction_session_timeout={vanished}"
        return Connection(
            psycopg.connect(
                self.address,
                autocommit=True,
                connect_timeout=max(2, int(limits.BUSY_SECONDS)),
                options=settings,
                application_name="starfray",
                keepalives_idle=2,
                keepalives_interval=1,
                keepalives_count=3,
                tcp_user_timeout=vanished,
            )
        )

    def open(self) -> Database:
        self.closed = False
        db = self.connected()
        try:
            db.execute("begin")
            db.execute("select pg_advisory_xact_lock(?)", (LOCK,))
            db.inner.execute(for_postgres(HOSTING_SCHEMA + SCHEMA).encode())
            row = db.execute("select version from format").fetchone()
            if row is None:
                db.execute("insert into format values (?)", (FORMAT,))
            elif row[0] != FORMAT:
                raise RuntimeError(f"{self} was written by another version of the room (format {row[0]})")
            db.execute("commit")
        except BaseException:
            db.close()
            raise
        return db

    @contextlib.contextmanager
    def looking(self) -> Iterator[Database]:
        db = self._reader()
        try:
            yield db
        finally:
            with contextlib.suppress(psycopg.Error):
                db.execute("rollback")
            self._put_away(db)

    def _reader(self) -> Connection:
        """One that was used before, if it still answers."""
        with contextlib.suppress(queue.Empty):
            while True:
                db = self.readers.get_nowait()
                try:
                    db.execute("begin isolation level repeatable read read only")
                    return db
                except psycopg.OperationalError:
                    db.close()
        db = self.connected(writes=False)
        try:
            db.execute("begin isolation level repeatable read read only")
        except BaseException:
            db.close()
            raise
        return db

    def _put_away(self, db: Connection) -> None:
        idle = not db.inner.closed and db.inner.info.transaction_status == TransactionStatus.IDLE
        try:
            if not idle:
                raise queue.Full
            self.readers.put_nowait(db)
        except queue.Full:
            db.close()
        if self.closed:  # while somebody was looking
            self.close()

    def in_transaction(self, db: Database) -> bool:
        assert isinstance(db, Connection)
        return not db.inner.closed and db.inner.info.transaction_status in (
            TransactionStatus.INTRANS,
            TransactionStatus.INERROR,
        )

    def sound(self, db: Database) -> bool:
        assert isinstance(db, Connection)
        return not db.inner.closed

    def size(self, db: Database) -> int:
        return int(db.execute("select pg_database_size(current_database())").fetchone()[0])

    def close(self) -> None:
        self.closed = True
        with contextlib.suppress(queue.Empty):
            while True:
                self.readers.get_nowait().close()
