"""The client that awaits: one socket a seat, opened again when it breaks; what was not acknowledged is sent again."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from starfray.client.core import Held, Lost, done_of, new_id, pauses, read
from starfray.client.synchronous import BIGGEST, SECONDS, Client, told
from starfray.room.answer_models import Forms, Odds, Preview
from starfray.room.socket_models import Done
from starfray.room.view_models import View

Waiting = tuple[dict[str, Any], "asyncio.Future[dict[str, Any]]"]


class AsyncClient:
    """A server. `patience`: for so many seconds it is tried again when it cannot be reached."""

    def __init__(self, base: str, *, patience: float = 60.0) -> None:
        self.waits = Client(base, patience=patience)

    async def new_room(self, demo: str = "dock-9", *, text: str = "", name: str = "GM", **more: Any) -> AsyncSeat:
        seat = await asyncio.to_thread(self.waits.new_room, demo, text=text, name=name, **more)
        return AsyncSeat(seat.held, self.waits.patience)

    async def join(self, code: str, name: str = "", *, room: str = "", seat: str = "") -> AsyncSeat:
        joined = await asyncio.to_thread(self.waits.join, code, name, room=room, seat=seat)
        return AsyncSeat(joined.held, self.waits.patience)

    def seat(self, room: str, token: str) -> AsyncSeat:
        return AsyncSeat(Held(self.waits.base, room, token), self.waits.patience)


class AsyncSeat:
    """A seat at a table, to be used with `async with`: inside it the line is kept open."""

    def __init__(self, held: Held, patience: float = 60.0) -> None:
        self.held, self.patience = held, patience
        self._open: dict[str, Waiting] = {}  # by id: what was sent and not yet answered, in order
        self._changed = asyncio.Condition()
        self._line: ClientConnection | None = None
        self._fault: Exception | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> AsyncSeat:
        self._task = asyncio.create_task(self._keep())
        await self.view()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._task is not None
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def view(self) -> View:
        """What the seat may know, as far as it has been told."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.held.plain or self._fault)
        if self._fault is not None:
            raise self._fault
        return self.held.view

    async def changes(self) -> AsyncIterator[View]:
        """The view now and after every change; of several in quick succession the last."""
        seen: int | None = None
        while True:
            async with self._changed:
                while self.held.version == seen and self._fault is None:
                    await self._changed.wait()
            seen = self.held.version
            yield await self.view()

    async def do(self, op: str, **args: Any) -> Done:
        """A command. It has an id, so that it takes effect once, however often the line breaks."""
        return done_of(await self._say({"type": "do", "op": op, **args}))

    async def play(self, action: str) -> Done:
        return await self.do("play", action=action)

    async def answer(self, ask: str, answer: str | int | list[int | None]) -> Done:
        return await self.do("answer", ask=ask, answer=answer)

    async def ask(self, what: str, **args: Any) -> dict[str, Any]:
        """Any question of the socket, its answer as it came."""
        found = await self._say({"type": "ask", "what": what, **args})
        return told(found["result"])

    async def forms(self, who: str) -> Forms:
        return read(Forms, await self.ask("forms", who=who))

    async def preview(self, action: str) -> Preview:
        return read(Preview, await self.ask("preview", action=action))

    async def odds(self, action: str) -> Odds:
        return read(Odds, await self.ask("odds", action=action))

    # --- the line ----------------------------------------------------------------------------------------------

    async def _say(self, message: dict[str, Any]) -> dict[str, Any]:
        if self._fault is not None:
            raise self._fault
        mark = new_id()
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._open[mark] = ({**message, "id": mark}, answer)
        try:
            if self._line is not None:
                with contextlib.suppress(WebSocketException):  # it is sent again over the next line
                    await self._line.send(json.dumps(self._open[mark][0]))
            return await answer
        finally:
            del self._open[mark]

    async def _keep(self) -> None:
        """Keep a line open until the seat is closed or patience is at its end."""
        loop = asyncio.get_running_loop()
        until, waits = loop.time() + self.patience, pauses()
        while True:
            try:
                async with connect(self.held.socket, max_size=BIGGEST, open_timeout=SECONDS) as line:
                    await line.send(self.held.hello)
                    for message, _ in list(self._open.values()):
                        await line.send(json.dumps(message))
                    self._line = line
                    while await self._take(await self._next(line)):
                        until, waits = loop.time() + self.patience, pauses()
            except Lost as lost:
                return await self._end(lost)
            except (OSError, WebSocketException, TimeoutError) as error:
                if loop.time() > until:
                    return await self._end(Lost(f"{self.held.base} cannot be reached: {error}"))
            finally:
                self._line = None
            await asyncio.sleep(next(waits))

    async def _next(self, line: ClientConnection) -> dict[str, Any]:
        """The next message; a server hangs up on those who say nothing for a minute."""
        while True:
            try:
                message: dict[str, Any] = json.loads(await asyncio.wait_for(line.recv(), SECONDS))
            except TimeoutError:
                await line.send('{"type": "ping"}')
            else:
                return message

    async def _take(self, message: dict[str, Any]) -> bool:
        """False if the line has to be opened anew."""
        if message["type"] in ("done", "answer"):
            waiting = self._open.get(message["id"])
            if waiting is not None and not waiting[1].done():
                waiting[1].set_result(message)
            return True
        if message["type"] == "pong":
            return True
        if message["type"] == "fault":
            return False
        if not self.held.take(message):
            self.held.version = None
            return False
        async with self._changed:
            self._changed.notify_all()
        return True

    async def _end(self, fault: Exception) -> None:
        self._fault = fault
        for _, answer in self._open.values():
            if not answer.done():
                answer.set_exception(fault)
        async with self._changed:
            self._changed.notify_all()
