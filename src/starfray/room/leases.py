"""Several processes over one PostgreSQL: which of them holds a room.

A process says every second that it is there. What it holds is its own as long as it does; a room of one that has fallen
silent is anybody's. A lease has a number that rises whenever the room changes hands, and every write checks that number in
its own transaction: a process that was stopped and wakes up with an old lease writes nothing. Only the database's clock counts.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from starfray.room.database import Database
from starfray.room.errors import Elsewhere, Gone, NotWritten
from starfray.room.limits import BEAT_SECONDS, LEASE_SECONDS
from starfray.room.store import Store

log = logging.getLogger("starfray.room")
T = TypeVar("T")
HOPS: ContextVar[int] = ContextVar("hops", default=0)  # processes this request has passed through before
MOST_TRIES = 20  # at a room that others take, too
THERE = "expires > clock_timestamp()"


class LeaseLost(Exception):
    """Another process holds the room now."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A process over the same database."""

    id: str
    address: str
    draining: bool = False


@dataclass(frozen=True, slots=True)
class Lease:
    room: str
    process: str
    number: int


class Fenced:
    """A piece of writing that happens only while the lease is the room's newest. The row stays locked until it is committed."""

    __slots__ = ("lease", "work")

    def __init__(self, lease: Lease, work: Callable[[Database], Any]) -> None:
        self.lease = lease
        self.work = work

    def __call__(self, db: Database) -> Any:
        words = "select 1 from leases where room = ? and process = ? and number = ? for no key update"
        if db.execute(words, (self.lease.room, self.lease.process, self.lease.number)).fetchone() is None:
            raise LeaseLost(f"room {self.lease.room} is held by another process")
        return self.work(db)


def now() -> float:
    """Seconds that go on while the machine sleeps, where there is such a clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def home_of(room: str, peers: list[Peer]) -> Peer | None:
    """Where a room belongs: everybody works out the same, each process gets its share, and when one comes or goes no more
    rooms move than have to.
    """
    staying = [peer for peer in peers if not peer.draining]
    return max(staying, key=lambda peer: hashlib.sha256(f"{peer.id} {room}".encode()).digest(), default=None)


class Leases:
    """This process among the others."""

    def __init__(self, store: Store, address: str = "") -> None:
        self.store = store
        self.address = address
        self.id = ""
        self.secret = ""  # by which processes know each other
        self.peers: list[Peer] = []
        self.good_until = 0.0
        self.draining = False
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._beat_on, name="leases", daemon=True)
        self.on_beat: Callable[[], None] = lambda: None
        self.on_loss: Callable[[set[Lease]], None] = lambda _: None  # told what we hold for certain
        self.was_late = False
        self.db: Database | None = None

    # --- being there -------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._register()
        self.thread.start()

    def good(self) -> bool:
        """May this process still take what it holds for its own?"""
        return now() < self.good_until

    def _connection(self) -> Database:
        if self.db is None:
            self.db = self.store.kept.open()
        return self.db

    def _register(self) -> None:
        """Under a new name: whatever was held under the one before is anybody's."""
        begun, db = now(), self._connection()
        fresh = secrets.token_hex(8)
        words = "insert into processes values (?, ?, ?, clock_timestamp() + ? * interval '1 second')"
        db.execute(words, (fresh, self.address, int(self.draining), LEASE_SECONDS))
        db.execute("insert into secrets values ('hop', ?) on conflict (name) do nothing", (secrets.token_urlsafe(32),))
        self.secret = str(db.execute("select value from secrets where name = 'hop'").fetchone()[0])
        db.execute("delete from processes where expires < clock_timestamp() - interval '1 hour'")
        self.id = fresh
        self._see_peers(db)
        self.good_until = begun + LEASE_SECONDS

    def _see_peers(self, db: Database) -> None:
        rows = db.execute(f"select id, address, draining from processes where {THERE} order by id").fetchall()
        self.peers = [Peer(row[0], row[1], bool(row[2])) for row in rows]

    def _beat_on(self) -> None:
        while not self.ended.wait(BEAT_SECONDS):
            try:
                self._beat()
            except Exception as error:
                log.error("the database does not answer, and this process cannot say that it is there: %s", error)
                self._forget_connection()
                if not self.good():
                    self.on_loss(set())
            self.on_beat()
        with suppress(Exception):
            self._connection().execute("delete from processes where id = ?", (self.id,))
        self._forget_connection()

    def _beat(self) -> None:
        """Say that we are there. If that comes late, others may have taken rooms of ours; those are dropped."""
        begun, db, late = now(), self._connection(), not self.good()
        words = "update processes set expires = clock_timestamp() + ? * interval '1 second', draining = ? where id = ?"
        if db.execute(words, (LEASE_SECONDS, int(self.draining), self.id)).rowcount != 1:
            self._register()
            late = True
        if late or self.was_late:
            log.warning("this process was silent for too long; others may have taken rooms of its own")
            rows = db.execute("select room, number from leases where process = ?", (self.id,)).fetchall()
            self.on_loss({Lease(room, self.id, number) for room, number in rows})
        self.was_late = late
        self.good_until = begun + LEASE_SECONDS
        self._see_peers(db)

    def _forget_connection(self) -> None:
        if self.db is not None:
            with suppress(Exception):
                self.db.close()
        self.db = None

    def leave(self) -> None:
        self.ended.set()
        if self.thread.is_alive():
            self.thread.join()

    def is_there(self, process: str) -> bool:
        return any(peer.id == process for peer in self.peers)

    # --- rooms -------------------------------------------------------------------------------------------------

    async def hold(self, room: str) -> Lease:
        """The room's lease, ours from now on; or Elsewhere, with the process that holds the room or should."""
        for _ in range(MOST_TRIES):
            if not self.good():
                raise NotWritten(RuntimeError("the database does not answer"))
            holder = await asyncio.to_thread(self.store.look, lambda db: holder_of(db, room))
            if holder is not None and holder.id != self.id:
                raise Elsewhere(room, holder.id, holder.address)
            home = home_of(room, self.peers)
            if holder is None and not HOPS.get() and home is not None and home.id != self.id:
                raise Elsewhere(room, home.id, home.address)
            if self.draining:
                raise Elsewhere(room)
            with suppress(LeaseLost):
                lease = await asyncio.wrap_future(self.store.submit(lambda db: take(db, room, self.id)))
                if lease is not None:
                    return lease
        raise Elsewhere(room)

    async def release(self, lease: Lease) -> None:
        words = "update leases set process = '' where room = ? and process = ? and number = ?"

        def give_up(db: Database) -> None:
            db.execute(words, (lease.room, lease.process, lease.number))

        await asyncio.wrap_future(self.store.submit(give_up))

    async def drain(self) -> None:
        """No room has its home here any more; everybody is told, at once."""
        self.draining = True
        mark = self.id

        def tell(db: Database) -> None:
            db.execute("update processes set draining = 1 where id = ?", (mark,))

        with suppress(*self.store.kept.errors):
            await asyncio.wrap_future(self.store.submit(tell))
            await asyncio.to_thread(self.store.look, self._see_peers)


def holder_of(db: Database, room: str) -> Peer | None:
    """Who holds a room, if that process is there."""
    words = (
        f"select p.id, p.address, p.draining from leases l join processes p on p.id = l.process where l.room = ? and p.{THERE}"
    )
    row = db.execute(words, (room,)).fetchone()
    return Peer(row[0], row[1], bool(row[2])) if row is not None else None


def take(db: Database, room: str, process: str) -> Lease | None:
    """A new lease for a room that nobody holds who is there; None if somebody does."""
    if db.execute("select 1 from rooms where id = ?", (room,)).fetchone() is None:
        raise Gone("there is no such room")
    if db.execute(f"select 1 from processes where id = ? and {THERE}", (process,)).fetchone() is None:
        raise LeaseLost("this process was silent for too long")
    db.execute("insert into leases values (?, '', 0) on conflict (room) do nothing", (room,))
    held = db.execute("select process, number from leases where room = ? for update", (room,)).fetchone()
    if held[0] not in ("", process) and holder_of(db, room) is not None:
        return None
    db.execute("update leases set process = ?, number = ? where room = ?", (process, held[1] + 1, room))
    return Lease(room, process, held[1] + 1)
