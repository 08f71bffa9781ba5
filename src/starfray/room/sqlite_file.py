"""Rooms in a SQLite file: WAL and synchronous=FULL, so that what is committed is on disk."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

from starfray.room import limits
from starfray.room.database import FORMAT, SCHEMA, Database

UPGRADES = {  # from a format to the next
    1: """alter table rooms add column code text not null default '';
          alter table rooms add column house integer not null default 1;""",
    2: "alter table parties add column version integer not null default 1;",
}


class SqliteFile:
    begin = "begin immediate"
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, path: str) -> None:
        self.path = path

    def __str__(self) -> str:
        return self.path

    def open(self) -> Database:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = full")
            db.execute(f"pragma busy_timeout = {int(limits.BUSY_SECONDS * 1000)}")
            found = db.execute("pragma user_version").fetchone()[0]
            if not 0 <= found <= FORMAT:
                raise RuntimeError(f"{self.path} was written by another version of the room (format {found})")
            for old in range(found, FORMAT) if found else ():
                db.executescript(f"begin; {UPGRADES[old]} pragma user_version = {old + 1}; commit;")
            db.executescript(SCHEMA)
            db.execute(f"pragma user_version = {FORMAT}")
        except BaseException:
            db.close()
            raise
        return db

    @contextlib.contextmanager
    def looking(self) -> Iterator[Database]:
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as db:
            db.execute("pragma query_only = on")
            db.execute(f"pragma busy_timeout = {int(limits.BUSY_SECONDS * 1000)}")
            db.execute("begin")
            yield db

    def in_transaction(self, db: Database) -> bool:
        assert isinstance(db, sqlite3.Connection)
        return db.in_transaction

    def sound(self, db: Database) -> bool:
        return True

    def size(self, db: Database) -> int:
        words = "select (c.page_count - f.freelist_count) * s.page_size"
        pages = "from pragma_page_count() c, pragma_freelist_count() f, pragma_page_size() s"
        return int(db.execute(f"{words} {pages}").fetchone()[0])

    def close(self) -> None:
        """Every reading has a connection of its own."""
