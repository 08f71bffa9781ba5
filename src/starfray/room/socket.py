"""The page's connection to the room: one WebSocket, JSON in both directions."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, StarfrayError
from starfray.language import ENGLISH, preferred, speaking
from starfray.room.door import read_json
from starfray.room.errors import BROKEN, Elsewhere, Gone, error_body
from starfray.room.guard import Bucket, Buckets, same_origin
from starfray.room.invite import base_of, invitation
from starfray.room.leases import HOPS
from starfray.room.limits import HELLO_SECONDS, MAX_FRAME, SILENT_SECONDS, TAKEOVER_SECONDS, TALKING, TALKING_BURST
from starfray.room.live import Room
from starfray.room.odds_workers import OddsWorkers
from starfray.room.queries import ask
from starfray.room.relay import AGAIN, MOST_HOPS, Unreachable, hand_on_socket
from starfray.room.rooms import Rooms
from starfray.room.seat_streams import Message
from starfray.room.seats import Seat

log = logging.getLogger("starfray.room")
MOST_WAITING = 400  # messages a slow client may be behind before it has to start over
MOST_ASKED = 8  # queries a connection may have open at once
LAST_WORDS = ("bye", "fault")


class HandedOn(Exception):
    """Another process had this connection; it is over."""


class Connection:
    """One connection. What is sent goes through a queue, so that a slow phone holds nobody up."""

    def __init__(self, socket: WebSocket, rooms: Rooms, odds_workers: OddsWorkers) -> None:
        self.socket = socket
        self.rooms = rooms
        self.odds_workers = odds_workers
        self.out: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.room: Room | None = None
        self.seat_id = ""
        self.token = ""
        self.fine = False  # does it take fine diffs?
        self.bucket = Bucket(TALKING, TALKING_BURST)
        self.asking: dict[asyncio.Task[None], None] = {}  # the oldest first

    def send(self, message: dict[str, Plain]) -> None:
        try:
            written = message.text if isinstance(message, Message) else ""
            self.out.put_nowait(written or json.dumps(message, ensure_ascii=False))
            if message["type"] in LAST_WORDS:
                self.out.put_nowait(None)
        except asyncio.QueueFull:
            while not self.out.empty():
                self.out.get_nowait()
            self.out.put_nowait(None)

    async def run(self, room_id: str) -> None:
        if not same_origin(self.socket.headers):
            await self.socket.close(4403, "a page from elsewhere")
            return
        await self.socket.accept()
        writer = asyncio.create_task(self._write())
        try:
            seated = await self._hello(room_id)
            while seated:
                message = await self._next(SILENT_SECONDS)
                await self._take(message)
        except (WebSocketDisconnect, TimeoutError):
            pass
        except Elsewhere:  # the page connects again
            self.send({"type": "fault", "reason": "the room has moved"})
        except Gone as gone:
            self.send({"type": "bye", "reason": str(gone)})
        except BadInput as error:
            self.send({"type": "fault", "reason": str(error)})
        finally:
            for task in list(self.asking):
                task.cancel()
            if self.room is not None:
                await self.room.leave(self.seat_id, self.send)
            self.send_end()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await asyncio.wait_for(writer, 5.0)

    def send_end(self) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self.out.put_nowait(None)

    async def _write(self) -> None:
        while True:
            text = await self.out.get()
            if text is None:
                with contextlib.suppress(Exception):
                    await self.socket.close(1013 if self.out.empty() else 1000)
                return
            try:
                await self.socket.send_text(text)
            except Exception:
                return

    async def _next(self, within: float) -> dict[str, Plain]:
        message = await asyncio.wait_for(self.socket.receive(), within)
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text") or ""
        if len(text) > MAX_FRAME:
            raise BadInput("the message is too long", expected=f"at most {MAX_FRAME} characters")
        talking: Buckets = self.socket.app.state.talking
        if not self.bucket.take() or (self.room is not None and not talking.take(f"{self.room.id}/{self.seat_id}")):
            raise BadInput("too many messages; wait a moment and connect again", expected="fewer")
        data = read_json(text)
        if not isinstance(data, dict):
            raise BadInput("a message that is no object", expected="a JSON object")
        return data

    async def _hello(self, room_id: str) -> bool:
        """False if the connection was another process's, and is over."""
        message = await self._next(HELLO_SECONDS)
        token, since, fine = message.get("token"), message.get("since"), message.get("fine", False)
        language = message.get("language", preferred(self.socket.headers.get("accept-language", "")))
        known = (since is None or type(since) is int) and isinstance(fine, bool) and isinstance(language, str)
        if message.get("type") != "hello" or not isinstance(token, str) or not known:
            raise BadInput("the first message is no hello", expected='{"type": "hello", "token": …, "since": N or null}')
        try:
            room, seat = await self._sought(room_id, token, message)
        except HandedOn:
            return False
        self.token, self.fine = token, fine
        if "language" in message or seat.language == ENGLISH:
            seat.language = preferred(language)
        await room.join(seat, since, self.send, fine)
        self.room, self.seat_id = room, seat.id
        fight = room.state.fight
        self.odds_workers.prepare(fight.book.name, fight.pack_set)
        return True

    async def _sought(self, room_id: str, token: str, hello: dict[str, Plain]) -> tuple[Room, Seat]:
        """The room and the seat; or, where another process holds the room, the connection goes on to that one."""
        loop = asyncio.get_running_loop()
        end = loop.time() + TAKEOVER_SECONDS
        while True:
            try:
                return await self.rooms.seat(room_id, token)
            except Elsewhere as there:
                leases = self.rooms.leases
                if leases is not None and there.process and HOPS.get() < MOST_HOPS:
                    with contextlib.suppress(Unreachable):
                        await hand_on_socket(self.socket, leases, there, json.dumps(hello))
                        raise HandedOn from None
                if loop.time() > end:
                    raise BadInput("nobody holds the room just now; connect again", expected="a moment's patience") from None
            await asyncio.sleep(AGAIN)

    async def _take(self, message: dict[str, Plain]) -> None:
        kind = message.get("type")
        if kind == "ping":
            self.send({"type": "pong"})
            return
        mark = message.get("id")
        if kind not in ("do", "ask") or not isinstance(mark, str) or not 0 < len(mark) <= 80:
            self.send(
                {
                    "type": "done",
                    "id": mark if isinstance(mark, str) else "",
                    "ok": False,
                    "rule": "",
                    "legal": [],
                    "reason": "a message is ping, do or ask, the last two with an id of 1 to 80 characters",
                }
            )
            return
        room = await self._room()
        seat = room.state.seats.get(self.seat_id)
        if seat is None:
            raise Gone("this seat is closed")
        if kind == "do":
            await self._do(room, seat, mark, message)
        else:
            if len(self.asking) >= MOST_ASKED:  # a client that has asked again no longer waits for the first answer
                next(iter(self.asking)).cancel()
            task = asyncio.create_task(self._ask(room, seat, mark, message))
            self.asking[task] = None
            task.add_done_callback(self._asked)

    def _asked(self, task: asyncio.Task[None]) -> None:
        self.asking.pop(task, None)

    async def _room(self) -> Room:
        """The room, read again if it broke; the token must still hold the seat."""
        assert self.room is not None
        room, seat = await self.rooms.seat(self.room.id, self.token)
        if room is not self.room:
            self.room, self.seat_id = room, seat.id
            await room.join(seat, None, self.send, self.fine)
        return room

    async def _do(self, room: Room, seat: Any, mark: str, message: dict[str, Plain]) -> None:
        op = message.get("op")
        args = {key: value for key, value in message.items() if key not in ("type", "id", "op")}
        try:
            done = await room.do(seat, mark, op if isinstance(op, str) else "", args)
            self.send({"type": "done", "id": mark, **await invitation(done, base_of(self.socket))})
        except StarfrayError as error:
            with speaking(seat.language, room.state.fight.book.folder):
                self.send({"type": "done", "id": mark, **error_body(error)})
        except Elsewhere:
            raise
        except Exception:
            log.exception("the command %s broke the room %s", op, room.id)
            self.send({"type": "done", "id": mark, "ok": False, "rule": "", "legal": [], "reason": BROKEN})

    async def _ask(self, room: Room, seat: Any, mark: str, message: dict[str, Plain]) -> None:
        try:
            with speaking(seat.language, room.state.fight.book.folder):
                result = await ask(room, seat, message, self.odds_workers)
            if message.get("what") == "board":
                result = await invitation(result, base_of(self.socket))
        except Elsewhere:
            return  # the page is told to connect again, and asks again
        except StarfrayError as error:
            with speaking(seat.language, room.state.fight.book.folder):
                result = {"refused": error_body(error)}
        except asyncio.CancelledError:
            result = {"refused": {"rule": "", "reason": "overtaken by later questions", "legal": []}}
        self.send({"type": "answer", "id": mark, "result": result})
