"""The client that waits for every answer."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from starfray.client.core import AGAIN, Held, Lost, Refused, chosen, done_of, new_id, pauses, read, room_body
from starfray.room.answer_models import Forms, Odds, Preview
from starfray.room.socket_models import Done
from starfray.room.view_models import View

SECONDS = 30.0  # for one answer
BIGGEST = 16 * 2**20  # bytes of a message


class Client:
    """A server. `patience`: for so many seconds it is tried again when it cannot be reached."""

    def __init__(self, base: str, *, patience: float = 60.0) -> None:
        self.base, self.patience = base.rstrip("/"), patience

    def new_room(self, demo: str = "dock-9", *, text: str = "", name: str = "GM", **more: Any) -> Seat:
        """A room of a demo or of a fight file's text; the seat is the GM's."""
        made = self.call("/api/rooms", room_body(demo, text, name, **more))
        return Seat(self, Held(self.base, made["room"], made["token"]))

    def join(self, code: str, name: str = "", *, room: str = "", seat: str = "") -> Seat:
        """The seat of a code; of a group's code the one named, or the first that is free."""
        body: dict[str, Any] = {"code": code, "name": name, **({"room": room, "seat": seat} if room else {})}
        joined = self.call("/api/join", body)
        if "choose" in joined:
            joined = self.call("/api/join", {**body, **chosen(joined)})
        return Seat(self, Held(self.base, joined["room"], joined["token"]))

    def seat(self, room: str, token: str) -> Seat:
        """A seat whose token one has."""
        return Seat(self, Held(self.base, room, token))

    def call(self, path: str, body: dict[str, Any] | None = None, token: str = "") -> Any:
        """One request, again while the server cannot be reached; whatever is sent must bear being sent twice."""
        until = time.monotonic() + self.patience
        for pause in pauses():
            try:
                return self.once(path, body, token)
            except (OSError, http.client.HTTPException) as error:
                if isinstance(error, urllib.error.HTTPError) and error.code not in AGAIN:
                    raise self.refusal(error) from None
                if time.monotonic() + pause > until:
                    raise Lost(f"{self.base} cannot be reached: {error}") from error
            time.sleep(pause)
        raise AssertionError("pauses never end")

    def once(self, path: str, body: dict[str, Any] | None, token: str) -> Any:
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self.base}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            return json.load(answer)

    def refusal(self, error: urllib.error.HTTPError) -> Refused:
        try:
            told = json.load(error)
            return Refused(told["reason"], told["rule"], told["legal"])
        except (ValueError, KeyError):
            return Refused(f"{error.code} {error.reason}")


class Seat:
    """A seat at a table. Commands raise `Refused` where the rules or the server say no."""

    def __init__(self, client: Client, held: Held) -> None:
        self.client, self.held = client, held

    @property
    def room(self) -> str:
        return self.held.room

    @property
    def token(self) -> str:
        return self.held.token

    def view(self) -> View:
        """What the seat may know now."""
        since = "" if self.held.version is None else f"?since={self.held.version}"
        for message in self._call(f"state{since}")["messages"]:
            if not self.held.take(message):
                self.held.version = None
                return self.view()
        return self.held.view

    def do(self, op: str, **args: Any) -> Done:
        """A command. It has an id, so that it takes effect once, however often the line breaks."""
        return done_of(self._call(op, {"id": new_id(), **args}))

    def play(self, action: str) -> Done:
        return self.do("play", action=action)

    def answer(self, ask: str, answer: str | int | list[int | None]) -> Done:
        return self.do("answer", ask=ask, answer=answer)

    def forms(self, who: str) -> Forms:
        return read(Forms, self._call(f"forms?who={quote(who, safe='')}"))

    def preview(self, action: str) -> Preview:
        return read(Preview, told(self._call("preview", {"action": action})))

    def odds(self, action: str) -> Odds:
        return read(Odds, told(self._call("odds", {"action": action})))

    def changes(self) -> Iterator[View]:
        """The view now and after every change, for as long as it is asked for. A line that breaks is opened again."""
        if self.held.plain:
            yield self.held.view
        until, waits = time.monotonic() + self.client.patience, pauses()
        while True:
            try:
                with connect(self.held.socket, max_size=BIGGEST, open_timeout=SECONDS) as line:
                    for view in self._follow(line):
                        until, waits = time.monotonic() + self.client.patience, pauses()
                        yield view
            except (OSError, WebSocketException) as error:
                if time.monotonic() > until:
                    raise Lost(f"{self.client.base} cannot be reached: {error}") from error
            time.sleep(next(waits))

    def _follow(self, line: ClientConnection) -> Iterator[View]:
        line.send(self.held.hello)
        while True:
            try:
                message = json.loads(line.recv(timeout=SECONDS))
            except TimeoutError:
                line.send('{"type": "ping"}')
                continue
            if self.held.take(message):
                yield self.held.view
            elif message["type"] in ("diff", "fault"):  # one was missed, or the server lets go: from the start
                self.held.version = None if message["type"] == "diff" else self.held.version
                return

    def _call(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.client.call(f"{self.held.url.removeprefix(self.client.base)}/{path}", body, self.held.token)


def told(found: dict[str, Any]) -> dict[str, Any]:
    """An answer; raises what was refused."""
    if set(found) == {"refused"}:
        raise Refused(found["refused"]["reason"], found["refused"]["rule"], found["refused"].get("legal"))
    return found
