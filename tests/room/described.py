"""What servers under test send is checked against the models that describe it: every answer of the API, every message of the
socket, both ways. A server that runs for people checks nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from starfray.room.api import router
from starfray.room.diff import patch
from starfray.room.response_models import FAULTS, Fault
from starfray.room.socket import Connection
from starfray.room.socket_models import check_answer, check_heard, check_sent

Complain = Callable[[str], None]
_views: dict[int, dict[str, Any]] = {}  # by connection: the view its client has by now
_kept: dict[int, dict[str, Any]] = {}  # and what was gone from it


@cache
def adapter(model: Any) -> TypeAdapter[Any]:
    return TypeAdapter(model)


class Checking:
    """Around the app: every JSON answer of an operation is checked."""

    def __init__(self, app: ASGIApp, complain: Complain) -> None:
        self.app, self.complain = app, complain

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        status, kind, parts = 0, b"", list[bytes]()

        async def sending(message: Message) -> None:
            nonlocal status, kind
            if message["type"] == "http.response.start":
                status, kind = message["status"], dict(message["headers"]).get(b"content-type", b"")
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))
            await send(message)

        await self.app(scope, receive, sending)
        route = route_of(scope) if kind.startswith(b"application/json") else None
        if route is not None:
            complain_of(route, status, b"".join(parts), self.complain)


def route_of(scope: Scope) -> APIRoute | None:
    """The operation a request was for, if it is one that is described."""
    for route in router.routes:
        if isinstance(route, APIRoute) and route.include_in_schema and route.matches(scope)[0] is Match.FULL:
            return route
    return None


def check_answers_of(app: FastAPI, complain: Complain) -> None:
    """Check every JSON answer of the operations of an app."""
    app.add_middleware(Checking, complain=complain)


def complain_of(route: APIRoute, status: int, body: bytes, complain: Complain) -> None:
    model = route.responses.get(200, {}).get("model") if status == 200 else Fault
    if model is None:  # a file: it has a form of its own
        return
    if status not in (200, *FAULTS, 500):
        complain(f"{route.path}: the status {status} is not described")
    try:
        adapter(model).validate_json(body)
    except ValidationError as error:
        complain(f"{route.path} ({status}): {error}")


def check_sockets(complain: Complain, heard: bool = False) -> Callable[[], None]:
    """Check every message of every connection from now on, with `heard` also those of clients; what comes back undoes it."""
    send, take, next_one = Connection.send, Connection._take, Connection._next
    asked: dict[str, str] = {}

    def sending(self: Connection, message: dict[str, Any]) -> None:
        try:
            check_message(self, message, asked)
        except (ValueError, KeyError) as error:
            complain(f"sent {json.dumps(message)[:300]}: {error!r}")
        send(self, message)

    async def hearing(self: Connection, within: float) -> dict[str, Any]:
        message = await next_one(self, within)
        if message.get("type") == "ask":
            asked[str(message.get("id"))] = str(message.get("what"))
        return message

    async def taking(self: Connection, message: dict[str, Any]) -> None:
        try:
            if heard:
                check_heard(message)
        except (ValueError, KeyError) as error:
            complain(f"heard {json.dumps(message)[:300]}: {error!r}")
        await take(self, message)

    Connection.send, Connection._next, Connection._take = sending, hearing, taking  # type: ignore[method-assign]

    def undo() -> None:
        Connection.send, Connection._next, Connection._take = send, next_one, take  # type: ignore[method-assign]

    return undo


def check_message(connection: Connection, message: dict[str, Any], asked: dict[str, str]) -> None:
    check_sent(json.dumps(message))
    name = id(connection)
    if message["type"] == "view":
        _views[name], _kept[name] = message["view"], {}
    elif message["type"] == "diff" and name in _views:
        whole = _views[name] = patch(_views[name], message, _kept[name])
        check_sent(json.dumps({"type": "view", "version": message["version"], "view": whole}))
    elif message["type"] == "answer":
        check_answer(asked.get(message["id"], ""), message["result"])
    elif message["type"] in ("bye", "fault"):
        _views.pop(name, None)
        _kept.pop(name, None)


def write_complaints(path: str) -> None:
    """In a server's own process: complaints go into a file, for the test to read."""

    def complain(words: str) -> None:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(words + "\n")

    check_sockets(complain, heard=True)


def fail_on(complaints: list[str]) -> None:
    if complaints:
        pytest.fail("not as described:\n" + "\n".join(dict.fromkeys(complaints)), pytrace=False)
