"""One room: a fight with its seats and streams. A command is run, written, and only then told to anybody."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError
from starfray.room import keeping
from starfray.room.auto import auto_step, time_is_up, waited_for
from starfray.room.commands import run
from starfray.room.faults import Gone
from starfray.room.project import RoomState, project
from starfray.room.seats import Seat
from starfray.room.store import Store
from starfray.room.streams import Send, Stream
from starfray.room.writing import Snapped, Written, about, extra_of, kept_result

MOST_AUTO = 2000  # acts in a row that nobody but policies decides
FAR = ("undo", "redo", "correct")  # run off the loop, under the room's lock


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
        work = Written(
            self.id,
            self.count,
            by,
            intent,
            json.dumps(news, ensure_ascii=False),
            kept_result(result),
            change,
            {} if seats == self.seats_written else seats,
            versions,
            about(self.state) if extra != self.extra else None,
        )
        try:
            await asyncio.wrap_future(self.store.submit(work))
        except Exception:
            self.break_up()
            raise
        self.extra = extra
        self.seats_written = seats
        if intent:
            self.intents[(by, intent)] = json.loads(kept_result(result))
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
