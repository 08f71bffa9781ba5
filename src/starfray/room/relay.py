"""Requests for a room that another process holds are handed to it, and its answers back: any process takes any request."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from starfray.room.errors import Elsewhere
from starfray.room.guard import refuse
from starfray.room.leases import HOPS, Leases
from starfray.room.limits import BEAT_SECONDS, MAX_BODY, RELAY_SECONDS, TAKEOVER_SECONDS

MARK = b"x-starfray-hop"
MOST_HOPS = 3
LEAVING_SECONDS = 1.5  # a process that is being stopped waits no longer for others to take a room: it would be cut short
AGAIN = 0.2  # seconds between two looks whether somebody else has taken the room
KEPT_BACK = {MARK, b"host", b"connection", b"content-length", b"transfer-encoding", b"upgrade", b"keep-alive"}
FORWARDED = (b"x-forwarded-", b"sec-websocket-")
NOBODY = "the process that holds the room does not answer; send it again"


class Unreachable(Exception):
    """Nothing was sent: it can be tried elsewhere."""


def mark_of(leases: Leases, scope: Scope, host: str) -> str:
    """What another process has to know of a request: that it comes from one of us, and for whom."""
    client = str((scope.get("client") or ("",))[0])
    hops = HOPS.get() + 1
    return json.dumps({"by": leases.secret, "hops": hops, "client": client, "scheme": scope["scheme"], "host": host})


def host_in(scope: Scope) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


class Hop:
    """Around everything: a request another process of ours has handed on counts as coming from whom it came to that one."""

    def __init__(self, app: ASGIApp, leases: Leases) -> None:
        self.app = app
        self.leases = leases

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = [value for name, value in scope.get("headers", ()) if name == MARK]
        if given:
            scope = self.read(scope, given[0])
        await self.app(scope, receive, send)

    def read(self, scope: Scope, mark: bytes) -> Scope:
        try:
            told = json.loads(mark)
            ours = secrets.compare_digest(str(told["by"]), self.leases.secret) and self.leases.secret != ""
            client, scheme, host, hops = str(told["client"]), str(told["scheme"]), str(told["host"]), int(told["hops"])
        except (ValueError, LookupError, TypeError):
            ours = False
        rest = [(name, value) for name, value in scope["headers"] if name != MARK]
        if not ours:
            return {**scope, "headers": rest}
        HOPS.set(hops)
        headers = [(name, value) for name, value in rest if name != b"host"]
        headers.append((b"host", host.encode("latin-1", "replace")))
        return {**scope, "headers": headers, "client": (client, 0), "scheme": scheme}


class Relay:
    """Inside the guard: where a room turns out to be elsewhere, the request goes there."""

    def __init__(self, app: ASGIApp, leases: Leases) -> None:
        import httpx2  # with PostgreSQL's extra; a SQLite file does without

        self.app = app
        self.leases = leases
        self.library = httpx2
        self.client: Any = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        writes = scope["method"] in ("POST", "PUT", "PATCH", "DELETE")
        body = (await receive()).get("body", b"") if writes else b""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        end = begun + TAKEOVER_SECONDS
        while True:
            try:
                await self.app(dict(scope), again(body, receive), send)
                return
            except Elsewhere as there:
                if there.process and HOPS.get() < MOST_HOPS:
                    with suppress(Unreachable):
                        await self.hand_on(there, scope, body, send)
                        return
            if loop.time() > (min(end, begun + LEAVING_SECONDS) if self.leases.draining else end):
                await refuse(send, 503, NOBODY)
                return
            await asyncio.sleep(AGAIN)

    async def hand_on(self, there: Elsewhere, scope: Scope, body: bytes, send: Send) -> None:
        library = self.library
        if self.client is None:
            patience = library.Timeout(RELAY_SECONDS, connect=BEAT_SECONDS)
            limits = library.Limits(max_connections=200, max_keepalive_connections=50)
            self.client = library.AsyncClient(timeout=patience, limits=limits, trust_env=False)
        path = scope.get("raw_path") or scope["path"].encode()
        query = scope.get("query_string", b"")
        url = f"http://{there.address}{path.decode('latin-1')}" + (f"?{query.decode('latin-1')}" if query else "")
        headers = [
            (name, value) for name, value in scope["headers"] if name not in KEPT_BACK and not name.startswith(FORWARDED)
        ]
        headers.append((MARK, mark_of(self.leases, scope, host_in(scope)).encode("latin-1", "replace")))
        asking = asyncio.ensure_future(
            self.client.request(scope["method"], url, headers=headers, content=body if body else None)
        )
        try:
            await until_gone(asking, self.leases, there.process)
            answer = asking.result()
        except (library.ConnectError, library.ConnectTimeout) as error:
            raise Unreachable from error
        except (library.HTTPError, asyncio.CancelledError):
            await refuse(send, 503, NOBODY)
            return
        except BaseException:
            asking.cancel()
            raise
        found = [(n, v) for n, v in answer.headers.raw if n.lower() not in (*KEPT_BACK, b"content-encoding")]
        found.append((b"content-length", str(len(answer.content)).encode()))
        await send({"type": "http.response.start", "status": answer.status_code, "headers": found})
        await send({"type": "http.response.body", "body": answer.content})


async def until_gone(asking: asyncio.Future[Any], leases: Leases, process: str) -> None:
    """Wait for an answer as long as the process we asked is there; then call it off. What it wakes up with is fenced."""
    while not asking.done():
        await asyncio.wait([asking], timeout=BEAT_SECONDS)
        if not asking.done() and not leases.is_there(process):
            asking.cancel()
            with suppress(asyncio.CancelledError):
                await asking


def again(body: bytes, receive: Receive) -> Receive:
    given = False

    async def receiving() -> Message:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return receiving


async def hand_on_socket(socket: WebSocket, leases: Leases, there: Elsewhere, hello: str) -> None:
    """A page's connection goes on to the process that holds its room, word for word, until one of the two ends it."""
    path = socket.scope.get("raw_path") or socket.scope["path"].encode()
    mark = {MARK.decode(): mark_of(leases, socket.scope, socket.headers.get("host", ""))}
    address = f"ws://{there.address}{path.decode('latin-1')}"
    try:
        upstream = await connect(
            address,
            additional_headers=mark,
            open_timeout=BEAT_SECONDS,
            ping_interval=None,
            compression=None,
            max_size=None,
            proxy=None,
        )
    except (OSError, TimeoutError, InvalidHandshake) as error:
        raise Unreachable from error

    async def there_to_here() -> None:
        with suppress(ConnectionClosed):
            async for text in upstream:
                await socket.send_text(text if isinstance(text, str) else text.decode())

    async def here_to_there() -> None:
        with suppress(ConnectionClosed):
            await upstream.send(hello)
            while (message := await socket.receive())["type"] == "websocket.receive":
                if len(text := message.get("text") or "") <= MAX_BODY:
                    await upstream.send(text)

    async def gone() -> None:
        while leases.is_there(there.process):
            await asyncio.sleep(BEAT_SECONDS)

    pumps = [asyncio.ensure_future(each()) for each in (there_to_here, here_to_there, gone)]
    try:
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for pump in pumps:
            pump.cancel()
        with suppress(Exception):
            await asyncio.wait_for(upstream.close(), BEAT_SECONDS)
        for pump in pumps:
            with suppress(BaseException):
                await pump
