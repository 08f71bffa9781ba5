"""One room: a fight with its seats and streams. A command is run, written, and only then told to anybody."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.room import persistence
from starfray.room.auto import AutoStalemate, auto_step, thinks, time_is_up, waited_for
from starfray.room.commands import run
from starfray.room.database import Database
from starfray.room.errors import Elsewhere, Full, Gone, NotWritten
from starfray.room.fog import explore
from starfray.room.leases import Fenced, Lease, LeaseLost
from starfray.room.limits import LONG_SECONDS, MOST_REST, QUICK_ROSTER, QUICK_SECONDS, SETTLE_SECONDS
from starfray.room.ops import NewRoom, OpRecord, SnapshotRecord, about, extra_of, stored_result, write_versions
from starfray.room.project import project
from starfray.room.review import ReviewDesk
from starfray.room.seat_streams import Message, News, Send, Stream
from starfray.room.seats import Seat
from starfray.room.state import RoomState
from starfray.room.store import Store
from starfray.room.webhook_rows import Notice
from starfray.room.webhooks import notices_of

T = TypeVar("T")
Messages = list[tuple[Stream, News]]
log = logging.getLogger("starfray.room")
MOST_AUTO = 2000  # acts in a row that nobody but policies decides
ALWAYS = ("room", "me", "seat")  # what a full room still takes
FAR = ("undo", "redo", "correct")  # run off the loop, under the room's lock


@dataclass
class Room:
    state: RoomState
    on_disk: persistence.OnDisk
    store: Store
    streams: dict[str, Stream] = field(default_factory=dict)
    intents: dict[tuple[str, str], dict[str, Plain]] = field(default_factory=dict)
    count: int = 0  # ops written
    extra: Plain = None  # dials, requests, title, archived as last written
    seats_written: dict[str, dict[str, Plain]] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    playing: asyncio.Task[None] | None = None
    broken: bool = False
    cost: float = 0.0  # seconds its last works took
    rested_at: float = 0.0  # when it has rested from them
    new: NewRoom | None = None  # while it is being made: its row
    trouble: str = ""  # why it broke, for the GM
    common: dict[Any, Any] = field(default_factory=dict)  # parts of views since the last change
    waited: tuple[object, ...] | None = None  # what the table waits for while the time runs
    timer: asyncio.TimerHandle | None = None
    ringing: asyncio.Task[None] | None = None
    snapping: asyncio.Task[None] | None = None
    settling: asyncio.TimerHandle | None = None
    size: int = 0  # characters it takes in the database,
    most_size: int = 0  # of so many; 0: no limit
    hooks_written: dict[str, dict[str, Plain]] = field(default_factory=dict)
    on_notices: Callable[[], None] = lambda: None  # there is something to send to webhooks
    lease: Lease | None = None  # where several processes share the database
    reviews: dict[str, ReviewDesk] = field(default_factory=dict)  # by viewer

    @property
    def id(self) -> str:
        return self.state.id

    # --- commands ----------------------------------------------------------------------------------------------

    async def do(self, seat: Seat, intent: str, name: str, args: dict[str, Plain]) -> dict[str, Plain]:
        """Run a command for a seat. What comes back is durable; the same intent again gives the same answer."""
        async with self.lock:
            self.check_alive()
            before = self.intents.get((seat.id, intent)) if intent else None
            if before is not None:
                return before
            self.check_place(name)
            problem: StarfrayError | None = None
            result: dict[str, Plain] = {}
            try:
                await self.rest()
                given = await self.work(run, self.state, seat, name, args, far=name in FAR)
                result = given or {}
            except (BadInput, Refused, StarfrayError) as error:
                problem = error
            except Exception:
                self.mark_broken()
                raise
            once = intent if problem is None else ""
            done = await self.write(seat.id, once, {"op": name}, {"ok": True, **result}, seat)
            if problem is not None:
                raise problem
            self.keep_playing()
            return done

    def check_place(self, name: str) -> None:
        if self.full and name not in ALWAYS:
            raise Full(f"this room has reached the {self.most_size:,} characters it may take; export it and go on in a new one")

    @property
    def full(self) -> bool:
        return 0 < self.most_size <= self.size

    async def write(
        self, by: str, intent: str, data: dict[str, Plain], result: dict[str, Plain], seat: Seat | None = None
    ) -> dict[str, Plain]:
        """Put what has changed on disk, then tell the seats. Nothing is told before it is durable."""
        self.common = {}
        explore(self.state)
        extra = extra_of(self.state)
        seats = {seat_now.id: seat_now.plain() for seat_now in self.state.seats.values()}
        self.disconnect_lost_seats(seats)
        try:
            change, messages, notices = await self.work(self.prepare)
        except BaseException:
            self.mark_broken()
            raise
        hooks = {hook.id: hook.plain() for hook in self.state.hooks.values()}
        hooks_moved = notices or hooks != self.hooks_written
        nothing = change is None and extra == self.extra and seats == self.seats_written and not hooks_moved
        if seat is not None:
            result = {**result, "version": self.stream(seat.id).version}
        if nothing and not intent:
            self.tell(messages)
            return result
        self.count += 1
        try:
            record = self.record(by, intent, data, result, change, extra, seats)
            if hooks_moved:
                record.hooks, record.notices = hooks, notices
            await self.submit(record)
            self.size += record.size
        except LeaseLost as lost:
            log.warning("%s", lost)
            self.mark_broken()
            raise Elsewhere(self.id) from lost
        except Exception as error:
            log.error("room %s: an act could not be written: %s", self.id, error)
            self.mark_broken(f"an act could not be written down ({error}) and has not happened")
            raise NotWritten(error) from error
        except BaseException:  # called off in the middle: what is on disk counts
            self.mark_broken()
            raise
        self.extra = extra
        self.seats_written = seats
        self.hooks_written = hooks
        if notices:
            self.on_notices()
        if intent:
            self.intents[(by, intent)] = json.loads(stored_result(result))
        self.store.trip("before acknowledgement")
        self.tell(messages)
        self.watch_time()
        if change is not None and change.snapshot is not None:
            self.snapping = asyncio.create_task(self._snap(change.snapshot))
        elif change is not None:
            self.settle()
        return result

    async def submit(self, work: Callable[[Database], Any]) -> None:
        """Write something of this room, as long as it is ours."""
        await asyncio.wrap_future(self.store.submit(work if self.lease is None else Fenced(self.lease, work)))

    def prepare(self) -> tuple[persistence.Change | None, Messages, list[Notice]]:
        """What has changed, for the disk, for the seats and for webhooks."""
        self.state.fight.reveal_when_over()
        return persistence.change_of(self.state.fight, self.on_disk), self.advance(), notices_of(self.state)

    # --- long work ---------------------------------------------------------------------------------------------

    async def work(self, function: Callable[..., T], *args: Any, far: bool = False) -> T:
        """Run rules or make views, under the room's lock: at once where that is quick; in a big or slow room, or with `far`,
        in a thread, so that other rooms go on.
        """
        begun = time.perf_counter()
        if far or self.cost > QUICK_SECONDS or len(self.state.fight.state.roster) > QUICK_ROSTER:
            found = await asyncio.to_thread(function, *args)
        else:
            found = function(*args)
        took = time.perf_counter() - begun
        self.cost = max(took, self.cost / 2)
        if took > LONG_SECONDS:
            self.rested_at = time.monotonic() + min(took, MOST_REST)
        return found

    async def rest(self) -> None:
        """A slow room takes at most about half of the time there is."""
        left = self.rested_at - time.monotonic()
        if left > QUICK_SECONDS:
            await asyncio.sleep(left)

    def record(
        self,
        by: str,
        intent: str,
        data: dict[str, Plain],
        result: dict[str, Plain],
        change: persistence.Change | None,
        extra: Plain,
        seats: dict[str, dict[str, Plain]],
    ) -> OpRecord:
        """What goes on disk for one op: only what has changed since the last one."""
        if change is not None:
            data = {**data, **change.data}
        moved = extra != self.extra
        if moved:
            data = {**data, "extra": extra}
        return OpRecord(
            self.id,
            self.count,
            by,
            intent,
            json.dumps(data, ensure_ascii=False),
            stored_result(result),
            change,
            {} if seats == self.seats_written else seats,
            {seat_id: stream.version for seat_id, stream in self.streams.items()},
            about(self.state) if moved else None,
            self.new,
        )

    def settle(self) -> None:
        """When a table has been quiet for a moment its position goes to disk: so it stands as it was, whatever rules come."""
        if self.settling is not None:
            self.settling.cancel()
        self.settling = asyncio.get_running_loop().call_later(SETTLE_SECONDS, self._settle)

    def _settle(self) -> None:
        self.settling = None
        self.snapping = asyncio.create_task(self.settled())

    async def settled(self) -> None:
        async with self.lock:
            found = None if self.broken else persistence.snapshot(self.state.fight, self.on_disk, always=True)
        if found is not None:
            await self._snap(found)

    async def _snap(self, snapshot: persistence.Snapshot) -> None:
        """A snapshot is written in the background: if it is missing, loading only re-runs a few more acts."""
        row = await asyncio.to_thread(snapshot.row)
        if not self.store.closed:
            try:
                await self.submit(SnapshotRecord(self.id, row))
                self.size += len(row[1])
            except Exception as error:
                log.warning("room %s: a snapshot could not be written: %s", self.id, error)

    def check_alive(self) -> None:
        if self.broken and self.lease is not None:
            raise Elsewhere(self.id)
        if self.broken:
            raise Gone("the room is being read again; try once more")

    def keep_playing(self) -> None:
        """Combatants whose dial says so act by themselves, each act written and told like any other."""
        if self.playing is None or self.playing.done():
            self.playing = asyncio.create_task(self._play_on())

    async def _play_on(self) -> None:
        still = AutoStalemate(self.state.fight)
        for _ in range(MOST_AUTO):
            async with self.lock:
                await self.rest()
                if self.broken or self.full or self.state.archived or not await self.auto():
                    return
                stuck = still.reason(self.state.fight)
                if stuck:
                    self.state.fight.dropped.append(f"a stalemate: {stuck}; automatic play stops until somebody acts")
                try:
                    await self.write("", "", {"op": "auto"}, {})
                except (NotWritten, Elsewhere):
                    return  # logged, and the room is read again
                if stuck:
                    return
            await asyncio.sleep(0)

    async def auto(self) -> bool:
        try:
            return await self.work(auto_step, self.state, far=thinks(self.state))
        except StarfrayError as error:
            self.state.fight.dropped.append(f"a policy's choice did not fit: {error}")
            return False
        except Exception:
            self.mark_broken()
            raise

    # --- time --------------------------------------------------------------------------------------------------

    def watch_time(self) -> None:
        """If the GM has set a time limit, it starts again whenever the table waits for something else."""
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
                await self.work(time_is_up, self.state)
            except StarfrayError as error:
                self.state.fight.dropped.append(f"a policy's choice did not fit: {error}")
            except Exception:
                self.mark_broken()
                raise
            with contextlib.suppress(NotWritten, Elsewhere):  # logged, and the room is read again
                await self.write("", "", {"op": "timeout"}, {})
        self.keep_playing()

    def mark_broken(self, trouble: str = "") -> None:
        """What is in memory can no longer be trusted: disconnect everybody, so that the room is read from disk again."""
        self.broken = True
        self.trouble = trouble
        for stream in self.streams.values():
            stream.end({"type": "fault", "reason": "the room is read again"})

    def disconnect_lost_seats(self, seats: dict[str, dict[str, Plain]]) -> None:
        """Disconnect whoever held a seat that was reset, closed or taken by somebody else."""
        for seat_id, before in self.seats_written.items():
            if before["hash"] and (seat_id not in seats or seats[seat_id]["hash"] != before["hash"]):
                self.stream(seat_id).end({"type": "bye", "reason": "this seat is no longer yours"})
                self.state.online.discard(seat_id)

    async def hand_over(self) -> None:
        """Everything is on disk, and whoever is here is told to come again: another process takes the room."""
        async with self.lock:
            for task in (self.playing, self.ringing):
                if task is not None and task is not asyncio.current_task():
                    task.cancel()
            for clock in (self.timer, self.settling):
                if clock is not None:
                    clock.cancel()
            if not self.broken:
                versions = {seat: stream.version for seat, stream in self.streams.items()}
                last = persistence.snapshot(self.state.fight, self.on_disk, always=True)
                row = await asyncio.to_thread(last.row) if last is not None else None
                with contextlib.suppress(Exception):  # it only makes the next reading quicker
                    await self.submit(partial(write_versions, room=self.id, versions=versions))
                    if row is not None:
                        await self.submit(SnapshotRecord(self.id, row))
            self.mark_broken()

    # --- streams -----------------------------------------------------------------------------------------------

    def stream(self, seat: str) -> Stream:
        if seat not in self.streams:
            self.streams[seat] = Stream()
        return self.streams[seat]

    def advance(self) -> Messages:
        """New views for the seats somebody looks at, not sent yet."""
        messages = []
        for seat_id, stream in list(self.streams.items()):
            seat = self.state.seats.get(seat_id)
            if seat is not None and stream.watched:
                news = stream.advance(project(self.state, seat, self.common))
                if news is not None:
                    messages.append((stream, news.written()))
        return messages

    @staticmethod
    def tell(messages: Messages) -> None:
        for stream, news in messages:
            stream.tell(news)

    async def look(self, seat: Seat, since: int | None) -> list[Message]:
        """What a client that has version `since` needs to be up to date."""
        async with self.lock:
            self.check_alive()
            stream = self.stream(seat.id)
            return await self.work(self.up_to_date, seat, stream, since)

    def up_to_date(self, seat: Seat, stream: Stream, since: int | None, fine: bool = False) -> list[Message]:
        stream.meet(since)
        stream.advance(project(self.state, seat, self.common))
        return [message.written() for message in stream.since(since, fine)]

    async def join(self, seat: Seat, since: int | None, send: Send, fine: bool = False) -> None:
        """A page opens: it is brought up to date and told of everything from now on; by fine diffs, if it takes them."""
        async with self.lock:
            self.check_alive()
            stream = self.stream(seat.id)
            self.state.online.add(seat.id)
            for message in await self.work(self.up_to_date, seat, stream, since, fine) or [stream.nothing_new()]:
                send(message)
            self.tell(await self.work(self.advance))
            stream.enter(send, fine)

    async def leave(self, seat_id: str, send: Send) -> None:
        async with self.lock:
            stream = self.stream(seat_id)
            stream.leave(send)
            if not stream.watched and not self.broken:
                self.state.online.discard(seat_id)
                self.tell(await self.work(self.advance))
