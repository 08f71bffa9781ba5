"""The two databases that can keep rooms: a SQLite file, or PostgreSQL. Both are told the same SQL, with ? for values."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol
from urllib.parse import urlsplit

POSTGRES = ("postgresql://", "postgres://")
FORMAT = 3  # of what is kept; UPGRADES lead to it
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
create table if not exists webhooks (
    room text not null, id text not null, data text not null, problem text not null default '',
    primary key (room, id)) strict, without rowid;
create table if not exists deliveries (
    id text primary key, room text not null, hook text not null, body text not null, made real not null, due real not null,
    tries integer not null) strict, without rowid;
create index if not exists deliveries_due on deliveries (due);
create index if not exists deliveries_room on deliveries (room);
create table if not exists parties (
    key text primary key, name text not null, book text not null, data text not null, changed real not null,
    version integer not null default 1) strict;
create table if not exists campaigns (
    id text primary key, mark text not null, name text not null, created real not null, changed real not null) strict;
create unique index if not exists campaign_marks on campaigns (mark);
create table if not exists campaign_entries (
    campaign text not null, id text not null, kind text not null, name text not null, book text not null, tags text not null,
    data text not null, version integer not null, changed real not null, deleted integer not null,
    primary key (campaign, id)) strict, without rowid;
create table if not exists campaign_versions (
    campaign text not null, entry text not null, version integer not null, at real not null, name text not null,
    book text not null, tags text not null, data text not null, primary key (campaign, entry, version)) strict, without rowid;
create table if not exists campaign_pictures (
    campaign text not null, name text not null, data text not null, width integer not null, height integer not null,
    at real not null, primary key (campaign, name)) strict, without rowid;
create index if not exists picture_names on campaign_pictures (name);
"""
TABLES = {  # and their columns
    "rooms": ("id", "title", "book", "created", "archived", "head", "code", "house"),
    "seats": ("room", "id", "data", "token", "code"),
    "entries": ("room", "id", "data"),
    "ops": ("room", "n", "seat", "intent", "at", "data", "result"),
    "snapshots": ("room", "entry", "position", "hash"),
    "versions": ("room", "seat", "version"),
    "gm_keys": ("mark", "room"),
    "webhooks": ("room", "id", "data", "problem"),
    "deliveries": ("id", "room", "hook", "body", "made", "due", "tries"),
    "parties": ("key", "name", "book", "data", "changed", "version"),
    "campaigns": ("id", "mark", "name", "created", "changed"),
    "campaign_entries": ("campaign", "id", "kind", "name", "book", "tags", "data", "version", "changed", "deleted"),
    "campaign_pictures": ("campaign", "name", "data", "width", "height", "at"),
    "campaign_versions": ("campaign", "entry", "version", "at", "name", "book", "tags", "data"),
}
DEFAULT_DB = "starfray-rooms.db"


def default_database() -> str:
    """Where rooms are kept if nobody says where: an environment variable keeps a password off the command line."""
    return os.environ.get("STARFRAY_DATABASE") or DEFAULT_DB


def database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--db",
        "--database",
        default=default_database(),
        metavar="FILE",
        help=f"the file that keeps the rooms ({DEFAULT_DB}), or postgresql://NAME@HOST/DATABASE",
    )


class Rows(Protocol):
    """What a statement has found."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Database(Protocol):
    """A connection."""

    def execute(self, words: str, values: Sequence[Any] = ..., /) -> Rows: ...
    def executemany(self, words: str, rows: Iterable[Sequence[Any]], /) -> object: ...
    def close(self) -> None: ...


class Keeping(Protocol):
    """A place where rooms are kept."""

    begin: str  # what opens a transaction that writes
    errors: tuple[type[Exception], ...]  # what it raises

    def __str__(self) -> str:
        """Its name, without a password."""

    def open(self) -> Database:
        """A connection that writes; what is committed on it is durable. Tables are there, in today's format."""

    def looking(self) -> AbstractContextManager[Database]:
        """A connection that reads, all of it at one moment; those who write do not wait for it."""

    def in_transaction(self, db: Database) -> bool:
        """Is there still a transaction to go on with, or to go back in?"""

    def sound(self, db: Database) -> bool:
        """Is the connection good for another transaction?"""

    def size(self, db: Database) -> int:
        """Bytes of everything that is kept."""

    def close(self) -> None:
        """No more reading."""


def is_postgres(where: str) -> bool:
    return where.startswith(POSTGRES)


def without_password(address: str) -> str:
    """An address as it may stand in a log."""
    parts = urlsplit(address)
    host = parts.netloc.rpartition("@")[2]
    user = parts.netloc.rpartition("@")[0].partition(":")[0]
    return f"{parts.scheme}://{user}@{host}{parts.path}" if user else f"{parts.scheme}://{host}{parts.path}"
