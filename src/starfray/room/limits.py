"""Limits on sizes and rates, and the headers every answer carries."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY = 1_200_000
MAX_FRAME = 65_536
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
    """So many at once, then so many a second."""

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

    def __init__(self, rate: float, most: float, callers: int = 20_000) -> None:
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


def same_origin(headers: Headers) -> bool:
    """A browser says where a page came from; programs say nothing. Only our own pages may talk to us."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host", "")


class Guard:
    """Around the whole app: headers on every answer, bodies of bounded size, no calls from foreign pages, bounded rates."""

    def __init__(self, app: ASGIApp, rate: float = 100.0, burst: float = 400.0) -> None:
        self.app = app
        self.buckets = Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found[name] = value
                if not scope["path"].startswith("/static/"):
                    found["cache-control"] = "no-store"
            await send(message)

        caller = headers.get("authorization") or (scope.get("client") or ("",))[0]
        if not self.buckets.take(caller):
            await refuse(sending, 429, "too many requests; wait a moment")
        elif scope["method"] not in ("GET", "HEAD", "OPTIONS") and not same_origin(headers):
            await refuse(sending, 403, "a page from elsewhere may not do that")
        else:
            await self._bounded(scope, receive, sending)

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        if scope["method"] in ("POST", "PUT", "PATCH", "DELETE"):
            more = True
            while more:
                message = await receive()
                if message["type"] != "http.request":
                    return
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > MAX_BODY:
                    await refuse(send, 413, f"a request has at most {MAX_BODY} bytes")
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
