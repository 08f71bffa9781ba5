"""All rooms of one server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from starfray.engine.codec import Plain
from starfray.fight import Fight
from starfray.room import persistence
from starfray.room.database import Database
from starfray.room.errors import Elsewhere, Gone
from starfray.room.gm_keys import mark_of, new_words, room_of
from starfray.room.leases import Fenced, Lease, Leases, home_of
from starfray.room.limits import MOST_MOVED, ROOMS_READ
from starfray.room.live import Room
from starfray.room.ops import NewRoom, SnapshotRecord, restore_extra, write_versions
from starfray.room.packs import PackSet
from starfray.room.quotas import Quotas, size_of_room
from starfray.room.room_fight import NO_PACKS, to_room_fight
from starfray.room.seat_commands import character_names, free_seats, taken_seats
from starfray.room.seat_streams import Stream
from starfray.room.seats import Seat, hashed, new_token, read_seat
from starfray.room.state import RoomState
from starfray.room.store import Store
from starfray.room.webhook_rows import read_hooks

log = logging.getLogger("starfray.room")
NO_QUOTAS = Quotas()
MOST_LISTED = 20  # rooms offered to somebody with the server's code
MOST_OPEN = 400  # rooms in memory; those longest unused and with nobody in them go first


class Rooms:
    """All rooms of one server. A room is loaded when somebody enters it and unloaded when nobody is left."""

    def __init__(self, store: Store, leases: Leases | None = None, quotas: Quotas = NO_QUOTAS) -> None:
        self.store = store
        self.quotas = quotas
        self.leases = leases
        self.open: OrderedDict[str, Room] = OrderedDict()
        self.opening: dict[str, asyncio.Lock] = {}
        self.reading = asyncio.Semaphore(ROOMS_READ)
        self.spreading = False
        self.on_notices: Callable[[], None] = lambda: None  # called when there is something to send to webhooks

    async def create(
        self, fight: Fight, title: str = "", gm_name: str = "GM", pack_set: PackSet = NO_PACKS, reproducible: bool = False
    ) -> tuple[Room, str, str]:
        """A new room for a fight; the token of its GM seat and the GM's key come back, once."""
        self.quotas.check_combatants(len(fight.state.roster))
        token, key = new_token(), new_words()
        seats = first_seats(fight)
        seats["gm"].hash = hashed(token)
        seats["gm"].name = gm_name or "GM"
        made = to_room_fight(fight, seats, pack_set)
        made.throw_live(not reproducible)
        room_id = secrets.token_urlsafe(9).replace("-", "a").replace("_", "b")
        room = Room(RoomState(room_id, title or fight.title or fight.book.title, made, seats), persistence.OnDisk(), self.store)
        self._bound(room)
        head = json.dumps(await asyncio.to_thread(persistence.head_of, made), ensure_ascii=False)
        room.new = NewRoom((room_id, room.state.title, fight.book.name, time.time(), 0, head), mark_of(key))
        await room.write("gm", "", {"op": "make"}, {})
        if any(entry.past for entry in made.journal.entries):  # its position cannot be worked out again
            await room.settled()
            if room.snapping is not None:
                await room.snapping
        room.new = None
        if self.leases is None:
            self._hold(room)
        elif room.settling is not None:  # whoever it belongs to reads it when somebody comes
            room.settling.cancel()
        return room, token, key

    async def find(self, room_id: str) -> Room:
        room = self.open.get(room_id)
        if room is not None and not room.broken and (self.leases is None or self.leases.good()):
            self.open.move_to_end(room_id)
            return room
        async with self.opening.setdefault(room_id, asyncio.Lock()):
            room = self.open.get(room_id)
            if room is None or room.broken or not (self.leases is None or self.leases.good()):
                lease = await self._leased(room_id)
                async with self.reading:
                    read = await asyncio.to_thread(self.store.look, lambda db: read_room(db, room_id, self.store))
                if read is None:
                    self.opening.pop(room_id, None)
                    raise Gone("there is no such room")
                if room is not None and room.trouble:
                    read.state.fight.dropped.append(room.trouble)
                room = read
                room.lease = lease
                self._bound(room)
                self._hold(room)
                room.watch_time()
        self.opening.pop(room_id, None)
        return room

    async def _leased(self, room_id: str) -> Lease | None:
        if self.leases is None:
            return None
        try:
            return await self.leases.hold(room_id)
        except (Elsewhere, Gone):
            self.opening.pop(room_id, None)
            raise

    def drop_lost(self, still: set[Lease]) -> None:
        """Other processes hold our rooms by now, or may; these are still ours."""
        for room in list(self.open.values()):
            if room.lease not in still:
                room.mark_broken()
                del self.open[room.id]

    async def drain(self) -> None:
        """Every room goes to another process; from now on none is taken."""
        if self.leases is not None:
            await self.leases.drain()
            rooms = list(self.open.values())
            for first in range(0, len(rooms), 8):
                await asyncio.gather(*(self._give_away(room) for room in rooms[first : first + 8]))

    async def spread(self) -> None:
        """Rooms that belong to a process that has come go to it, a few at a time."""
        leases = self.leases
        if leases is None or self.spreading or leases.draining or not leases.good():
            return
        self.spreading = True
        try:
            for room in [room for room in self.open.values() if away(room, leases)][:MOST_MOVED]:
                await self._give_away(room)
        finally:
            self.spreading = False

    async def _give_away(self, room: Room) -> None:
        assert self.leases is not None
        await room.hand_over()
        if room.lease is not None:
            with contextlib.suppress(*self.store.kept.errors):  # it falls to others when we are gone
                await self.leases.release(room.lease)
        if self.open.get(room.id) is room:
            del self.open[room.id]

    async def seat(self, room_id: str, token: str) -> tuple[Room, Seat]:
        """The room and the seat a token holds."""
        room = await self.find(room_id)
        mark = hashed(token)
        for seat in list(room.state.seats.values()):
            if seat.hash and secrets.compare_digest(seat.hash, mark):
                return room, seat
        raise Gone("this token holds no seat here")

    async def delete(self, room_id: str) -> None:
        """A room is gone with everything in it, and whoever is there is told."""
        deletion = partial(delete_room, room=room_id, leased=self.leases is not None)
        room = self.open.get(room_id)
        if room is None:
            lease = await self._leased(room_id)
            await asyncio.wrap_future(self.store.submit(deletion if lease is None else Fenced(lease, deletion)))
            return
        if room.snapping is not None:  # it would write a snapshot of what is gone
            await room.snapping
        async with room.lock:
            await room.submit(deletion)
            room.broken = True
            for stream in room.streams.values():
                stream.end({"type": "bye", "reason": "the room was deleted"})
            self.open.pop(room_id, None)

    async def unused_since(self, before: float) -> list[str]:
        """Rooms in which nothing was done since then and nobody is now."""
        words = "select id from rooms where created < ? and not exists (select 1 from ops where room = rooms.id and at >= ?)"
        found = await asyncio.to_thread(self.store.look, lambda db: [row[0] for row in db.execute(words, (before, before))])
        return [room for room in found if room not in self.open or not self.open[room].state.online]

    def _bound(self, room: Room) -> None:
        room.most_size = self.quotas.room_size
        room.on_notices = lambda: self.on_notices()
        room.state.fight.most_combatants = self.quotas.combatants

    def _hold(self, room: Room) -> None:
        self.open[room.id] = room
        self.open.move_to_end(room.id)
        if len(self.open) > MOST_OPEN:
            for other in list(self.open.values()):
                if not other.state.online and not other.lock.locked() and other is not room:
                    other.broken = True  # whoever still holds it must ask for the room again
                    del self.open[other.id]
                    break

    async def where(self, tokens: list[str]) -> list[dict[str, Plain]]:
        """The rooms these tokens hold seats in."""
        marks = [hashed(token) for token in tokens]

        def read(db: Database) -> list[dict[str, Plain]]:
            found = []
            for mark in marks:
                for row in db.execute(
                    "select r.id, r.title, r.book, r.created, r.archived, s.data from seats s "
                    "join rooms r on r.id = s.room where s.token = ?",
                    (mark,),
                ):
                    seat = json.loads(row[5])
                    found.append(
                        {
                            "room": row[0],
                            "title": row[1],
                            "book": row[2],
                            "created": row[3],
                            "archived": bool(row[4]),
                            "seat": seat["id"],
                            "kind": seat["kind"],
                            "name": seat["name"],
                        }
                    )
            return found

        return await asyncio.to_thread(self.store.look, read)

    async def room_of_code(self, mark: str) -> str:
        """The room in which a seat is open under this code; '' if there is none."""

        def read(db: Database) -> Any:
            return db.execute("select room from seats where code = ?", (mark,)).fetchone()

        row = await asyncio.to_thread(self.store.look, read)
        return str(row[0]) if row is not None else ""

    async def room_of_key(self, words: str) -> str:
        """The room whose GM has these words; '' if there is none."""
        return await asyncio.to_thread(self.store.look, partial(room_of, mark=mark_of(words)))

    async def shared_by(self, mark: str, house: bool) -> list[dict[str, Plain]]:
        """The rooms a shared code opens, newest first, with their free seats: its own, or, by the server's code, all
        whose GM allows that. The seats of rooms in memory say whom they play.
        """
        where = "archived = 0 and house = 1" if house else "archived = 0 and code = ?"

        def read(db: Database) -> list[dict[str, Plain]]:
            rows = db.execute(
                f"select id, title, book from rooms where {where} order by created desc limit {MOST_LISTED}",
                () if house else (mark,),
            ).fetchall()
            found = []
            for room, title, book in rows:
                rows_of = db.execute("select data from seats where room = ?", (room,)).fetchall()
                seats = [read_seat(json.loads(text)) for (text,) in rows_of]
                here = self.open.get(room)
                names = character_names(here.state) if here is not None else {}
                offered = {"seats": free_seats(seats, names), "taken": taken_seats(seats)}
                found.append({"room": room, "title": title, "book": book, **offered})
            return found

        return await asyncio.to_thread(self.store.look, read)

    async def close(self) -> None:
        """A snapshot of every room, so that the next start is quick."""
        for room in list(self.open.values()):
            if room.playing is not None:
                room.playing.cancel()
            if room.timer is not None:
                room.timer.cancel()
            if room.settling is not None:
                room.settling.cancel()
            async with room.lock:
                if room.broken:
                    continue
                versions = {seat: stream.version for seat, stream in room.streams.items()}
                last = persistence.snapshot(room.state.fight, room.on_disk, always=True)
                try:
                    await room.submit(partial(write_versions, room=room.id, versions=versions))
                    if last is not None:
                        await room.submit(SnapshotRecord(room.id, last.row()))
                except Exception as error:  # the journal is enough
                    log.warning("room %s: its last position could not be written: %s", room.id, error)


def away(room: Room, leases: Leases) -> bool:
    home = home_of(room.id, leases.peers)
    return home is not None and home.id != leases.id


def delete_room(db: Database, room: str, leased: bool) -> None:
    for table in (
        "ops",
        "entries",
        "snapshots",
        "versions",
        "seats",
        "gm_keys",
        "webhooks",
        "deliveries",
        *(("leases",) if leased else ()),
    ):
        db.execute(f"delete from {table} where room = ?", (room,))
    db.execute("delete from rooms where id = ?", (room,))


def first_seats(fight: Fight) -> dict[str, Seat]:
    """The GM's seat, and one for each seat the fight file names."""
    found = {"gm": Seat("gm", "gm", "GM")}
    for combatant in fight.state.roster.values():
        for who, name in [
            (combatant.id, combatant.seat),
            *((f"{combatant.id}/{role}", seat) for role, seat in combatant.stations.items()),
        ]:
            if name and name != "gm":
                seat = found.setdefault(name, Seat(name, "player", name))
                seat.plays.append(who)
    return found


def read_room(db: Database, room_id: str, store: Store) -> Room | None:
    row = db.execute("select head, title, archived from rooms where id = ?", (room_id,)).fetchone()
    if row is None:
        return None
    seats = {}
    for (text,) in db.execute("select data from seats where room = ?", (room_id,)):
        seat = read_seat(json.loads(text))
        seats[seat.id] = seat
    seats = dict(sorted(seats.items(), key=lambda named_seat: named_seat[0] != "gm"))
    fight, on_disk, lists = persistence.read_fight(db, room_id, json.loads(row[0]), seats)
    state = RoomState(room_id, row[1], fight, seats, bool(row[2]))
    extra = lists.rest.get("extra")
    if extra is not None:
        restore_extra(state, extra)
    state.hooks = read_hooks(db, room_id)
    room = Room(state, on_disk, store, extra=extra, seats_written={seat.id: seat.plain() for seat in seats.values()})
    room.size = size_of_room(db, room_id)
    room.hooks_written = {hook.id: hook.plain() for hook in state.hooks.values()}
    room.count = db.execute("select coalesce(max(n), 0) from ops where room = ?", (room_id,)).fetchone()[0]
    known = db.execute("select seat, intent, result from ops where room = ? and intent != ''", (room_id,))
    for seat_id, intent, result in known:
        room.intents[(seat_id, intent)] = json.loads(result)
    for seat_id, version in db.execute("select seat, version from versions where room = ?", (room_id,)):
        room.streams[seat_id] = Stream(version)
    return room
