"""Around the whole app: sizes, rates, hosts and numbers of sockets, and the headers every answer carries."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, OrderedDict
from contextvars import ContextVar
from ipaddress import ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starfray.engine.errors import BadInput
from starfray.language import preferred, speaking
from starfray.room.door import read_json
from starfray.room.limits import (
    BODY_SECONDS,
    BURST,
    BYTES_OF_ONE,
    MAX_BODY,
    MAX_SHEET,
    MOST_CALLERS,
    MOST_HELD,
    MOST_SOCKETS,
    RATE,
    SOCKET_COST,
    SOCKETS_OF_ONE,
)

CALLER: ContextVar[str] = ContextVar("caller", default="")  # the address whose request is being answered
NOT_JSON = (
    "/api/parties/sheet",
    "/api/campaigns/archive",
    "/api/campaigns/pictures",
    "/api/campaigns/sheets",
)  # what comes there is a file
PICTURES = "/pictures/"  # what people have brought: it may do nothing but be looked at, and never changes under its name
KEPT = {"content-security-policy": "default-src 'none'; sandbox", "cache-control": "public, max-age=31536000, immutable"}
LOCAL_NAMES = (".localhost", ".local", ".lan", ".home", ".internal", ".home.arpa")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Bucket:
    """A token bucket: a number of calls at once, then a number per second."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, rate: float, most: float) -> None:
        self.rate = rate
        self.most = most
        self.left = most
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < cost:
            return False
        self.left -= cost
        return True


class Buckets:
    """One bucket per caller, the longest unused forgotten."""

    def __init__(self, rate: float, most: float, callers: int = MOST_CALLERS) -> None:
        self.rate, self.most, self.callers = rate, most, callers
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, caller: str, cost: float = 1.0) -> bool:
        bucket = self.known.get(caller)
        if bucket is None:
            bucket = self.known[caller] = Bucket(self.rate, self.most)
            if len(self.known) > self.callers:
                self.known.popitem(last=False)
        self.known.move_to_end(caller)
        return bucket.take(cost)

    def give_back(self, caller: str) -> None:
        """What was taken last was no abuse."""
        bucket = self.known.get(caller)
        if bucket is not None:
            bucket.left = min(bucket.most, bucket.left + 1.0)


def known_host(host: str, names: tuple[str, ...]) -> bool:
    """Is this a name for us that nobody on the internet could have made up? A page from elsewhere can let a name of its own
    point to this machine (DNS rebinding) and would then count as ours. It cannot do that with an address, with a name
    without a dot, or with one that is kept for local networks; other names have to be given to the server.
    """
    name = (host.partition("]")[0][1:] if host.startswith("[") else host.partition(":")[0]).lower().rstrip(".")
    if "." not in name or name.endswith(LOCAL_NAMES) or name in names:
        return True
    return all(part.isascii() and part.isdigit() for part in name.split("."))


def same_origin(headers: Headers) -> bool:
    """Is the request from one of our own pages, or from a program? Browsers name the origin of a page, programs do not."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")


def address_of(scope: Scope) -> str:
    """Where somebody calls from. A household has a whole network of IPv6 addresses: it counts as one."""
    host = str((scope.get("client") or ("",))[0])
    if ":" not in host:
        return host
    try:
        return str(ip_network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return host


class Crowded(Exception):
    """All the requests that are coming in are too much together."""


class Guard:
    """Headers on every answer, bodies of bounded size, no calls from foreign pages, bounded rates by address."""

    def __init__(
        self,
        app: ASGIApp,
        rate: float = RATE,
        burst: float = BURST,
        names: tuple[str, ...] = (),
        sockets: Counter[str] | None = None,
        answers: Counter[int] | None = None,
    ) -> None:
        self.app = app
        self.names = names
        self.buckets = Buckets(rate, burst)
        self.held = 0  # bytes of requests that are still coming in
        self.sockets: Counter[str] = Counter() if sockets is None else sockets  # open ones, by address
        self.answers: Counter[int] = Counter() if answers is None else answers  # by status

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.answers[message["status"]] += 1
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found[name] = value
                if scope["path"].startswith(PICTURES) and message["status"] == 200:
                    for name, value in KEPT.items():
                        found[name] = value
                    await send(message)
                    return
                # after an update no page may mix old modules with new ones: what is kept is asked about each time
                found["cache-control"] = "no-cache" if scope["path"].startswith("/static/") else "no-store"
            await send(message)

        if not known_host(headers.get("host", ""), self.names):
            await refuse(sending, 421, "this server is not known by that name; `starfray serve --name` tells it another")
        elif not self.buckets.take(address_of(scope)):
            await refuse(sending, 429, "too many requests; wait a moment")
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_origin(headers):
            await refuse(sending, 403, "a page from elsewhere may not do that")
        else:
            CALLER.set(address_of(scope))
            with speaking(preferred(headers.get("accept-language", ""))):
                await self._bounded(scope, receive, sending)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A new line, if its address has not too many, nor opens them too fast."""
        address = address_of(scope)
        many = self.sockets[address] >= SOCKETS_OF_ONE or self.sockets.total() >= MOST_SOCKETS
        known = known_host(Headers(scope=scope).get("host", ""), self.names)
        if many or not known or not self.buckets.take(address, SOCKET_COST):
            await receive()
            await send({"type": "websocket.close", "code": 1013, "reason": "too many at once, or another name"})
            return
        self.sockets[address] += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.sockets[address] -= 1
            if not self.sockets[address]:
                del self.sockets[address]

    async def whole_body(self, receive: Receive, most: int) -> bytes | None:
        """The body, or the first of it if it is too long; None if whoever sent it has gone."""
        parts: list[bytes] = []
        length, more = 0, True
        try:
            while more and length <= most:
                message = await receive()
                if message["type"] != "http.request":
                    return None
                parts.append(message.get("body", b""))
                length += len(parts[-1])
                self.held += len(parts[-1])
                if self.held > MOST_HELD:
                    raise Crowded
                more = message.get("more_body", False)
            return b"".join(parts)
        finally:
            self.held -= length

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        body: bytes | None = b""
        most = MAX_SHEET if scope["path"] in NOT_JSON else MAX_BODY
        if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
            try:
                body = await asyncio.wait_for(self.whole_body(receive, most), BODY_SECONDS)
            except Crowded:
                await refuse(send, 503, "too much is being sent at once; try again in a moment")
                return
            except TimeoutError:
                await refuse(send, 408, f"a request is to be here within {BODY_SECONDS:g} seconds")
                return
            if body is None:
                return
            if len(body) > most:
                await refuse(send, 413, f"a request has at most {most} bytes")
                return
        if body and scope["path"] not in NOT_JSON:
            if not self.buckets.take(address_of(scope), min(self.buckets.most, len(body) / BYTES_OF_ONE)):
                await refuse(send, 429, "too much at once; wait a moment")
                return
            try:
                read_json(body)
            except BadInput as error:
                await refuse(send, 400, error.message)
                return
        given = False

        async def receiving() -> Message:
            nonlocal given
            if not given:
                given = True
                return {"type": "http.request", "body": body, "more_body": False}
            return await receive()

        await self.app(scope, receiving, send)


async def refuse(send: Send, status: int, reason: str) -> None:
    body = json.dumps({"ok": False, "reason": reason, "rule": "", "legal": []}).encode()
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())],
        }
    )
    await send({"type": "http.response.body", "body": body})
