"""Rooms: each a fight with its seats and streams. A command is run, written, and only then told to anybody."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sqlite3
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.fight import Fight
from starfray.room import keeping
from starfray.room.auto import auto_step, time_is_up, waited_for
from starfray.room.packs import Laid
from starfray.room.project import RoomState, project
from starfray.room.seated import NOTHING_LAID, seated
from starfray.room.seatops import free_seats
from starfray.room.seats import Seat, hashed, new_token, read_seat
from starfray.room.store import Store
from starfray.room.streams import Send, Stream

log = logging.getLogger("starfray.room")
MOST_LISTED = 20  # rooms offered to somebody with the server's code
MOST_OPEN = 400  # rooms in memory; those longest unused and with nobody in them go first
MOST_AUTO = 2000  # acts in a row that nobody but policies decides
FAR = ("undo", "redo", "correct")  # run off the loop, under the room's lock


NEW_ROOM = "insert into rooms (id, title, book, created, archived, head) values (?, ?, ?, ?, ?, ?)"


class Gone(StarfrayError):
    """No such room, or no such seat."""


@dataclass
class Room:
    state: RoomState
    kept: keeping.Kept
    store: Store
    streams: dict[str, Stream] = field(default_factory=dict)
    intents: dict[tuple[str, str], dict[str, Plain]] = field(default_factory=dict)
    count: int = 0  # ops written
    extra: Plain = None  # dials, requests, title, archived as last written
    seats_written: dict[str, dict[str, Plain]] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    playing: asyncio.Task[None] | None = None
    broken: bool = False
    common: dict[Any, Any] = field(default_factory=dict)  # parts of views since the last change
    waited: tuple[object, ...] | None = None  # what the time runs for
    timer: asyncio.TimerHandle | None = None
    ringing: asyncio.Task[None] | None = None
    snapping: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.state.id

    # --- commands ----------------------------------------------------------------------------------------------

    async def do(self, seat: Seat, intent: str, name: str, args: dict[str, Plain]) -> dict[str, Plain]:
        """Run a command for a seat. What comes back is durable; the same intent again gives the same answer."""
        from starfray.room.commands import run

        async with self.lock:
            self.alive()
            before = self.intents.get((seat.id, intent)) if intent else None
            if before is not None:
                return before
            problem: StarfrayError | None = None
            result: dict[str, Plain] = {}
            try:
                if name in FAR:  # may have to run many acts again
                    given = await asyncio.to_thread(run, self.state, seat, name, args)
                else:
                    given = run(self.state, seat, name, args)
                result = given or {}
            except (BadInput, Refused, StarfrayError) as error:
                problem = error
            except Exception:
                self.break_up()
                raise
            once = intent if problem is None else ""
            done = await self.write(seat.id, once, {"op": name}, {"ok": True, **result}, seat)
            if problem is not None:
                raise problem
            self.keep_playing()
            return done

    async def write(
        self, by: str, intent: str, data: dict[str, Plain], result: dict[str, Plain], seat: Seat | None = None
    ) -> dict[str, Plain]:
        """Put what has changed on disk, then tell the seats. Nothing is told before it is durable."""
        self.common = {}
        change = keeping.change_of(self.state.fight, self.kept)
        extra = extra_of(self.state)
        seats = {each.id: each.plain() for each in self.state.seats.values()}
        news = {**data, **(change.data if change else {}), **({"extra": extra} if extra != self.extra else {})}
        self.show_out(seats)
        nothing = change is None and extra == self.extra and seats == self.seats_written
        messages = self.advance()
        if seat is not None:
            result = {**result, "version": self.stream(seat.id).version}
        if nothing and not intent:
            self.tell(messages)
            return result
        self.count += 1
        versions = {each: stream.version for each, stream in self.streams.items()}
        work = Written(self.id, self.count, by, intent, json.dumps(news, ensure_ascii=False), _kept_result(result), change,
                       {} if seats == self.seats_written else seats, versions,
                       about(self.state) if extra != self.extra else None)
        try:
            await asyncio.wrap_future(self.store.submit(work))
        except Exception:
            self.break_up()
            raise
        self.extra = extra
        self.seats_written = seats
        if intent:
            self.intents[(by, intent)] = json.loads(_kept_result(result))
        self.store.trip("before acknowledgement")
        self.tell(messages)
        self.watch_time()
        if change is not None and change.snapshot is not None:
            self.snapping = asyncio.create_task(self._snap(change.snapshot))
        return result

    async def _snap(self, snapshot: keeping.Snapshot) -> None:
        """Nobody waits for a snapshot: without it the next reading runs a few more acts again."""
        row = await asyncio.to_thread(snapshot.row)
        if not self.store.closed:
            self.store.submit(Snapped(self.id, row))

    def alive(self) -> None:
        if self.broken:
            raise Gone("the room is being read again; try once more")

    def keep_playing(self) -> None:
        """Combatants whose dial says so act by themselves, each act written and told like any other."""
        if self.playing is None or self.playing.done():
            self.playing = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        for _ in range(MOST_AUTO):
            async with self.lock:
                if self.broken or self.state.archived or not self.auto():
                    return
                await self.write("", "", {"op": "auto"}, {})
            await asyncio.sleep(0)

    def auto(self) -> bool:
        try:
            return auto_step(self.state)
        except StarfrayError as error:
            self.state.fight.dropped.append(f"a policy's choice did not fit: {error}")
            return False
        except Exception:
            self.break_up()
            raise

    # --- time --------------------------------------------------------------------------------------------------

    def watch_time(self) -> None:
        """Where the GM has set a time, it runs anew whenever the table waits for something else."""
        waited = waited_for(self.state)
        if waited == self.waited:
            return
        self.waited = waited
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if waited is not None:
            self.timer = asyncio.get_running_loop().call_later(self.state.timeout, self._ring, waited)

    def _ring(self, waited: tuple[object, ...]) -> None:
        self.ringing = asyncio.create_task(self._time_is_up(waited))

    async def _time_is_up(self, waited: tuple[object, ...]) -> None:
        async with self.lock:
            if self.broken or waited_for(self.state) != waited:
                return
            self.waited = None
            try:
                time_is_up(self.state)
            except StarfrayError as error:
                self.state.fight.dropped.append(f"a policy's choice did not fit: {error}")
            except Exception:
                self.break_up()
                raise
            await self.write("", "", {"op": "timeout"}, {})
        self.keep_playing()

    def break_up(self) -> None:
        """What is in memory can no longer be trusted: everybody comes back and finds the room as it is on disk."""
        self.broken = True
        for stream in self.streams.values():
            stream.end({"type": "fault", "reason": "the room is read again"})

    def show_out(self, seats: dict[str, dict[str, Plain]]) -> None:
        """Whoever held a seat that was reset, closed or taken by another hears nothing more."""
        for seat_id, before in self.seats_written.items():
            if before["hash"] and (seat_id not in seats or seats[seat_id]["hash"] != before["hash"]):
                self.stream(seat_id).end({"type": "bye", "reason": "this seat is no longer yours"})
                self.state.online.discard(seat_id)

    # --- streams -----------------------------------------------------------------------------------------------

    def stream(self, seat: str) -> Stream:
        if seat not in self.streams:
            self.streams[seat] = Stream()
        return self.streams[seat]

    def advance(self) -> list[tuple[Stream, dict[str, Plain]]]:
        """New views for the seats somebody looks at, not sent yet."""
        messages = []
        for seat_id, stream in self.streams.items():
            seat = self.state.seats.get(seat_id)
            if seat is not None and stream.sends:
                message = stream.advance(project(self.state, seat, self.common))
                if message is not None:
                    messages.append((stream, message))
        return messages

    @staticmethod
    def tell(messages: list[tuple[Stream, dict[str, Plain]]]) -> None:
        for stream, message in messages:
            for send in list(stream.sends):
                send(message)

    async def look(self, seat: Seat, since: int | None) -> list[dict[str, Plain]]:
        """What a client that has version `since` needs to be up to date."""
        async with self.lock:
            self.alive()
            stream = self.stream(seat.id)
            stream.meet(since)
            stream.advance(project(self.state, seat, self.common))
            return stream.since(since)

    async def join(self, seat: Seat, since: int | None, send: Send) -> None:
        """A page opens: it is brought up to date and told of everything from now on."""
        async with self.lock:
            self.alive()
            stream = self.stream(seat.id)
            stream.meet(since)
            self.state.online.add(seat.id)
            stream.advance(project(self.state, seat, self.common))
            for message in stream.since(since) or [stream.nothing_new()]:
                send(message)
            self.tell(self.advance())
            stream.sends.append(send)

    async def leave(self, seat_id: str, send: Send) -> None:
        async with self.lock:
            stream = self.stream(seat_id)
            if send in stream.sends:
                stream.sends.remove(send)
            if not stream.sends and not self.broken:
                self.state.online.discard(seat_id)
                self.tell(self.advance())


def _kept_result(result: dict[str, Plain]) -> str:
    """What is remembered of an acknowledgement: never a token or a code."""
    return json.dumps({key: value for key, value in result.items() if key not in ("token", "code")}, ensure_ascii=False)


def extra_of(state: RoomState) -> dict[str, Plain]:
    return {"title": state.title, "archived": state.archived, "dials": {k: dict(v) for k, v in state.dials.items()},
            "requests": [dict(each) for each in state.requests], "hand": sorted(state.fight.seats.hand),
            "taken_back": {k: list(v) for k, v in state.taken_back.items()}, "shared": state.shared, "house": state.house,
            "timeout": state.timeout}


def take_extra(state: RoomState, extra: dict[str, Plain]) -> None:
    state.title, state.archived, state.dials, state.requests = (
        extra["title"], extra["archived"], extra["dials"], extra["requests"])
    state.taken_back, state.shared = extra.get("taken_back", {}), extra.get("shared", "")
    state.house, state.timeout = extra.get("house", True), extra.get("timeout", 0)


def about(state: RoomState) -> tuple[str, bool, str, bool]:
    """What is said of a room where rooms are looked for."""
    return state.title, state.archived, state.shared, state.house


@dataclass(slots=True)
class Written:
    """One op, as the writer puts it on disk."""

    room: str
    n: int
    seat: str
    intent: str
    data: str
    result: str
    change: keeping.Change | None
    seats: dict[str, dict[str, Plain]]
    versions: dict[str, int]
    about: tuple[str, bool, str, bool] | None

    def __call__(self, db: sqlite3.Connection) -> None:
        if self.change is not None:
            db.executemany("insert into entries values (?, ?, ?)", [(self.room, *each) for each in self.change.entries])
        write_versions(db, self.room, self.versions)
        db.execute("insert into ops values (?, ?, ?, ?, ?, ?, ?)",
                   (self.room, self.n, self.seat, self.intent, time.time(), self.data, self.result))
        if self.seats:
            db.execute("delete from seats where room = ?", (self.room,))
            db.executemany("insert into seats values (?, ?, ?, ?, ?)",
                           [(self.room, each["id"], json.dumps(each, ensure_ascii=False), each["hash"], each["code"])
                            for each in self.seats.values()])
        if self.about is not None:
            db.execute("update rooms set title = ?, archived = ?, code = ?, house = ? where id = ?", (*self.about, self.room))


def write_versions(db: sqlite3.Connection, room: str, versions: dict[str, int]) -> None:
    """So that versions go on after a restart."""
    db.executemany("insert or replace into versions values (?, ?, ?)",
                   [(room, seat, version) for seat, version in versions.items()])


@dataclass(slots=True)
class Snapped:
    """A snapshot, which makes the next reading quick."""

    room: str
    row: tuple[int, str, str]

    def __call__(self, db: sqlite3.Connection) -> None:
        db.execute("insert or replace into snapshots values (?, ?, ?, ?)", (self.room, *self.row))


class Rooms:
    """All rooms of one server. Rooms are read when somebody comes and let go when nobody is left."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.open: OrderedDict[str, Room] = OrderedDict()
        self.opening: dict[str, asyncio.Lock] = {}

    async def create(self, fight: Fight, title: str = "", gm_name: str = "GM", laid: Laid = NOTHING_LAID) -> tuple[Room, str]:
        """A new room for a fight; the token of its GM seat comes back, once."""
        token = new_token()
        seats = first_seats(fight)
        seats["gm"].hash = hashed(token)
        seats["gm"].name = gm_name or "GM"
        made = seated(fight, seats, laid)
        room_id = secrets.token_urlsafe(9).replace("-", "a").replace("_", "b")
        room = Room(RoomState(room_id, title or fight.title or fight.book.title, made, seats), keeping.Kept(), self.store)
        head = json.dumps(keeping.head_of(made), ensure_ascii=False)
        row = (room_id, room.state.title, fight.book.name, time.time(), 0, head)
        await asyncio.wrap_future(self.store.submit(lambda db: db.execute(NEW_ROOM, row)))
        await room.write("gm", "", {"op": "make"}, {})
        self._hold(room)
        return room, token

    async def find(self, room_id: str) -> Room:
        room = self.open.get(room_id)
        if room is not None and not room.broken:
            self.open.move_to_end(room_id)
            return room
        async with self.opening.setdefault(room_id, asyncio.Lock()):
            room = self.open.get(room_id)
            if room is None or room.broken:
                read = await asyncio.to_thread(self.store.look, lambda db: read_room(db, room_id, self.store))
                if read is None:
                    self.opening.pop(room_id, None)
                    raise Gone("there is no such room")
                room = read
                self._hold(room)
                room.watch_time()
        self.opening.pop(room_id, None)
        return room

    async def seat(self, room_id: str, token: str) -> tuple[Room, Seat]:
        """The room and the seat a token holds."""
        room = await self.find(room_id)
        mark = hashed(token)
        for seat in room.state.seats.values():
            if seat.hash and secrets.compare_digest(seat.hash, mark):
                return room, seat
        raise Gone("this token holds no seat here")

    def _hold(self, room: Room) -> None:
        self.open[room.id] = room
        self.open.move_to_end(room.id)
        if len(self.open) > MOST_OPEN:
            for each in list(self.open.values()):
                if not each.state.online and not each.lock.locked() and each is not room:
                    each.broken = True  # whoever still holds it asks for the room anew
                    del self.open[each.id]
                    break

    async def where(self, tokens: list[str]) -> list[dict[str, Plain]]:
        """The rooms these tokens hold seats in."""
        marks = [hashed(each) for each in tokens]

        def read(db: sqlite3.Connection) -> list[dict[str, Plain]]:
            found = []
            for mark in marks:
                for row in db.execute("select r.id, r.title, r.book, r.created, r.archived, s.data from seats s "
                                      "join rooms r on r.id = s.room where s.token = ?", (mark,)):
                    seat = json.loads(row[5])
                    found.append({"room": row[0], "title": row[1], "book": row[2], "created": row[3],
                                  "archived": bool(row[4]), "seat": seat["id"], "kind": seat["kind"], "name": seat["name"]})
            return found

        return await asyncio.to_thread(self.store.look, read)

    async def room_of_code(self, mark: str) -> str:
        """The room in which a seat is open under this code; '' if there is none."""
        def read(db: sqlite3.Connection) -> Any:
            return db.execute("select room from seats where code = ?", (mark,)).fetchone()

        row = await asyncio.to_thread(self.store.look, read)
        return str(row[0]) if row is not None else ""

    async def shared_by(self, mark: str, house: bool) -> list[dict[str, Plain]]:
        """The rooms a shared code opens, newest first, with their free seats: its own, or, by the server's code, all
        whose GM lets the house in.
        """
        where = "archived = 0 and house = 1" if house else "archived = 0 and code = ?"

        def read(db: sqlite3.Connection) -> list[dict[str, Plain]]:
            rows = db.execute(f"select id, title, book from rooms where {where} order by created desc limit {MOST_LISTED}",
                              () if house else (mark,)).fetchall()
            found = []
            for room, title, book in rows:
                seats = db.execute("select data from seats where room = ?", (room,))
                free = free_seats(read_seat(json.loads(text)) for (text,) in seats)
                found.append({"room": room, "title": title, "book": book, "seats": free})
            return found

        return await asyncio.to_thread(self.store.look, read)

    async def close(self) -> None:
        """A snapshot of every room, so that the next start is quick."""
        for room in self.open.values():
            if room.playing is not None:
                room.playing.cancel()
            if room.timer is not None:
                room.timer.cancel()
            async with room.lock:
                if not room.broken:
                    versions = {seat: each.version for seat, each in room.streams.items()}
                    self.store.submit(partial(write_versions, room=room.id, versions=versions))
                    last = keeping.snapshot(room.state.fight, room.kept, always=True)
                    if last is not None:
                        self.store.submit(Snapped(room.id, last.row()))


def first_seats(fight: Fight) -> dict[str, Seat]:
    """The GM's seat, and one for each seat the fight file names."""
    found = {"gm": Seat("gm", "gm", "GM")}
    for one in fight.state.roster.values():
        for who, name in [(one.id, one.seat), *((f"{one.id}/{role}", seat) for role, seat in one.stations.items())]:
            if name and name != "gm":
                seat = found.setdefault(name, Seat(name, "player", name))
                seat.plays.append(who)
    return found


def read_room(db: sqlite3.Connection, room_id: str, store: Store) -> Room | None:
    row = db.execute("select head, title, archived from rooms where id = ?", (room_id,)).fetchone()
    if row is None:
        return None
    seats = {}
    for (text,) in db.execute("select data from seats where room = ?", (room_id,)):
        seat = read_seat(json.loads(text))
        seats[seat.id] = seat
    seats = dict(sorted(seats.items(), key=lambda each: each[0] != "gm"))
    fight, kept, lists = keeping.read_fight(db, room_id, json.loads(row[0]), seats)
    state = RoomState(room_id, row[1], fight, seats, bool(row[2]))
    extra = lists.rest.get("extra")
    if extra is not None:
        take_extra(state, extra)
    room = Room(state, kept, store, extra=extra, seats_written={each.id: each.plain() for each in seats.values()})
    room.count = db.execute("select coalesce(max(n), 0) from ops where room = ?", (room_id,)).fetchone()[0]
    known = db.execute("select seat, intent, result from ops where room = ? and intent != ''", (room_id,))
    for seat_id, intent, result in known:
        room.intents[(seat_id, intent)] = json.loads(result)
    for seat_id, version in db.execute("select seat, version from versions where room = ?", (room_id,)):
        room.streams[seat_id] = Stream(version)
    return room
