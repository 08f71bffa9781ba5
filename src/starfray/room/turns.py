"""Whose turn it is at a few workers: every room has its share, whoever asks how much."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starfray.engine.errors import Refused
from starfray.room.limits import MOST_ODDS, ODDS_OF_ROOM, ODDS_OF_SEAT, ODDS_PATIENCE

FORGET = 60.0  # seconds after which half of what a room has used is forgotten


class Turns:
    """So many at once, one per room at a time; of those that wait, the room that has used least comes first."""

    def __init__(self, free: int) -> None:
        self.free = free
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self.running: set[str] = set()
        self.used: dict[str, float] = {}  # seconds, the older the less
        self.asked: Counter[tuple[str, str]] = Counter()  # by room and seat; by room and ''
        self.counted = time.monotonic()

    @asynccontextmanager
    async def turn(self, room: str, seat: str) -> AsyncIterator[None]:
        mine, all_of_room = self.asked[room, seat], self.asked[room, ""]
        if mine >= ODDS_OF_SEAT or all_of_room >= ODDS_OF_ROOM or self.asked["", ""] >= MOST_ODDS:
            raise Refused("fight.pending", "too many are reckoning at once; try again in a moment")
        names = {(room, seat), (room, ""), ("", "")}
        self.asked.update(names)
        try:
            await self._wait(room)
            begun = time.monotonic()
            try:
                yield
            finally:
                self._done(room, time.monotonic() - begun)
        finally:
            self.asked.subtract(names)
            for name in names:
                if not self.asked[name]:
                    del self.asked[name]

    async def _wait(self, room: str) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(room, deque()).append(place)
        self._next()
        try:
            await asyncio.wait_for(asyncio.shield(place), ODDS_PATIENCE)
        except BaseException as error:
            if place.done():  # its turn came at the same moment
                self._done(room, 0.0)
            else:
                place.cancel()
                self._leave(room, place)
            if isinstance(error, TimeoutError):
                raise Refused("fight.pending", "too many are reckoning at once; try again in a moment") from None
            raise

    def _leave(self, room: str, place: asyncio.Future[None]) -> None:
        self.waiting[room].remove(place)
        if not self.waiting[room]:
            del self.waiting[room]

    def _done(self, room: str, seconds: float) -> None:
        now = time.monotonic()
        keep = 0.5 ** ((now - self.counted) / FORGET)
        self.counted = now
        self.used = {name: used * keep for name, used in self.used.items() if used * keep > 0.01}
        self.used[room] = self.used.get(room, 0.0) + seconds
        self.running.discard(room)
        self.free += 1
        self._next()

    def _next(self) -> None:
        while self.free:
            rooms = [room for room in self.waiting if room not in self.running]
            if not rooms:
                return
            room = min(rooms, key=lambda name: self.used.get(name, 0.0))
            place = self.waiting[room][0]
            self._leave(room, place)
            self.running.add(room)
            self.free -= 1
            place.set_result(None)
