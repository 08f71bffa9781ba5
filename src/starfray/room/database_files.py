"""Databases of rooms: copied to a file while servers write to them, looked through, put back."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from starfray.disk import sync_folder
from starfray.engine.errors import BadInput
from starfray.room.database import FORMAT, TABLES, Database, is_postgres
from starfray.room.keeping import keeping
from starfray.room.persistence import read_fight
from starfray.room.seats import read_seat

BESIDE = ("-wal", "-shm")  # what SQLite keeps beside a database
OLD = ".before-restore"


@dataclass(slots=True)
class Looked:
    """What a look through a database has found."""

    rooms: int = 0
    acts: int = 0
    parties: int = 0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot change anything; a server may write meanwhile."""
    if not path.is_file():
        raise BadInput(f"there is no file {path}", expected="a database of rooms")
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def copy_database(source: str, target: Path) -> None:
    """A copy of one moment, on disk under its name only when it is whole. Of a PostgreSQL, too, it is a SQLite file."""
    partial = target.with_name(f".{target.name}.new")
    errors: tuple[type[Exception], ...] = (sqlite3.Error,)
    try:
        if is_postgres(source):
            kept = keeping(source)
            errors += kept.errors
            with closing(kept), kept.looking() as found, closing(keeping(str(partial)).open()) as copy:
                copy_tables(found, copy)
        else:
            with closing(reading(Path(source))) as db, closing(sqlite3.connect(partial)) as copy:
                db.backup(copy)
        with closing(sqlite3.connect(partial)) as copy:
            copy.execute("pragma journal_mode = delete")
        with partial.open("rb") as file:
            os.fsync(file.fileno())
        partial.replace(target)
    except errors as error:
        raise BadInput(f"{source} cannot be copied: {error}", expected="a database of rooms") from None
    finally:
        partial.unlink(missing_ok=True)
    sync_folder(target.parent)


def copy_tables(found: Database, copy: Database) -> None:
    """Everything of one database into another one that holds nothing, in one transaction."""
    copy.execute("begin")
    for table, columns in TABLES.items():
        rows = found.execute(f"select {', '.join(columns)} from {table}")
        places = ", ".join("?" * len(columns))
        copy.executemany(f"insert into {table} ({', '.join(columns)}) values ({places})", rows)
    copy.execute("commit")


def look_through(where: str) -> Looked:
    """Is the database whole, and can every room in it be read?"""
    found = Looked()
    if is_postgres(where):
        kept = keeping(where)
        try:
            with closing(kept), kept.looking() as db:
                look_at_rooms(db, found)
        except kept.errors as error:
            found.problems.append(str(error))
        return found
    try:
        with closing(reading(Path(where))) as db:
            found.problems += [row[0] for row in db.execute("pragma integrity_check(20)") if row[0] != "ok"]
            version = db.execute("pragma user_version").fetchone()[0]
            if version > FORMAT:
                found.problems.append(f"its format is {version}; this Starfray knows up to {FORMAT}")
                return found
            db.execute("begin")
            look_at_rooms(db, found)
    except sqlite3.Error as error:
        found.problems.append(str(error))
    return found


def look_at_rooms(db: Database, found: Looked) -> None:
    found.parties = db.execute("select count(*) from parties").fetchone()[0]
    for room, head in db.execute("select id, head from rooms order by created").fetchall():
        look_into(db, room, head, found)


def look_into(db: Database, room: str, head: str, found: Looked) -> None:
    found.rooms += 1
    try:
        rows = db.execute("select data from seats where room = ?", (room,)).fetchall()
        seats = {seat.id: seat for seat in (read_seat(json.loads(text)) for (text,) in rows)}
        fight, on_disk, _ = read_fight(db, room, json.loads(head), seats)
        found.acts += len(fight.journal.entries)
        if "gm" not in {seat.kind for seat in seats.values()}:
            found.problems.append(f"room {room}: nobody is its GM")
        found.notes += [f"room {room}: {words}" for words in fight.dropped[on_disk.dropped :]]
    except Exception as error:  # whatever is wrong with one room, the others are looked at
        found.problems.append(f"room {room} cannot be read: {type(error).__name__}: {error}")


def put_back(backup: Path, target: Path, replace: bool) -> Path | None:
    """A backup takes the place of a database that no server has open. What was there is kept; its new name comes back."""
    check_backup(backup)
    old = target.with_name(target.name + OLD) if target.exists() else None
    if old is not None and not replace:
        raise BadInput(f"{target} is there already", field="--db", expected="another file, or --replace")
    if old is not None:
        copy_database(str(target), old)
    fresh = target.with_name(f".{target.name}.restored")
    copy_database(str(backup), fresh)
    for ending in BESIDE:
        Path(f"{target}{ending}").unlink(missing_ok=True)
    fresh.replace(target)
    sync_folder(target.parent)
    return old


def put_into_postgres(backup: Path, address: str) -> None:
    """A backup, or the file of a laptop, into a PostgreSQL that holds no rooms yet."""
    check_backup(backup)
    kept = keeping(address)
    try:
        with closing(kept.open()) as db, of_today(backup) as found:
            if any(db.execute(f"select 1 from {table} limit 1").fetchone() for table in TABLES):
                raise BadInput(f"there are rooms in {kept} already", field="--database", expected="an empty database")
            copy_tables(found, db)
    except kept.errors as error:
        raise BadInput(f"{kept}: {error}", field="--database", expected="an empty database") from None


@contextmanager
def of_today(backup: Path) -> Iterator[Database]:
    """A backup with the tables of today, whichever version wrote it; the file itself stays as it is."""
    with TemporaryDirectory(prefix="starfray-") as folder:
        copy = Path(folder) / "rooms.db"
        copy_database(str(backup), copy)
        with closing(keeping(str(copy)).open()) as db:
            yield db


def check_backup(backup: Path) -> None:
    problems = look_through(str(backup)).problems
    if problems:
        raise BadInput(f"{backup}: {problems[0]}", expected="a backup that `starfray verify` finds sound")
