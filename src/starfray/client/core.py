"""What both clients share: addresses, the view as it is put together, what an answer means, how long to wait."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote
from uuid import uuid4

from pydantic import BaseModel

from starfray.room.diff import patch
from starfray.room.socket_models import Done
from starfray.room.view_models import View

M = TypeVar("M", bound=BaseModel)
AGAIN = (429, 502, 503, 504)  # it has not happened, or nobody knows: the same message once more
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0  # seconds between tries


class Refused(Exception):
    """The server says no: the rule, in words, and what would be legal."""

    def __init__(self, reason: str, rule: str = "", legal: list[str] | None = None) -> None:
        super().__init__(f"{reason} [{rule}]" if rule else reason)
        self.reason, self.rule, self.legal = reason, rule, legal or []


class Lost(Exception):
    """The server was not to be reached for as long as the client was told to try, or the seat is closed."""


def new_id() -> str:
    return uuid4().hex


def pauses() -> Iterator[float]:
    """Seconds to wait before each further try."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(LONGEST_PAUSE, 2 * pause)


def read(model: type[M], data: Any) -> M:
    """What a server sent, as its model. A newer server may send more than is known here."""
    return model.model_validate(data, extra="ignore")


def done_of(data: dict[str, Any]) -> Done:
    """An acknowledgement; raises what was refused."""
    done = read(Done, data)
    if not done.ok:
        raise Refused(done.reason, done.rule, done.legal)
    return done


@dataclass(slots=True)
class Held:
    """A seat as its holder knows it: where it is, its token, and the view so far."""

    base: str
    room: str
    token: str
    version: int | None = None
    plain: dict[str, Any] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return f"{self.base}/api/rooms/{quote(self.room, safe='')}"

    @property
    def socket(self) -> str:
        return f"{self.base.replace('http', 'ws', 1)}/ws/{quote(self.room, safe='')}"

    @property
    def hello(self) -> str:
        return json.dumps({"type": "hello", "token": self.token, "since": self.version})

    @property
    def view(self) -> View:
        return read(View, self.plain)

    def take(self, message: dict[str, Any]) -> bool:
        """Put a message of the server into the view; False if it does not belong there."""
        kind = message["type"]
        if kind == "bye":
            raise Lost(message["reason"])
        if kind == "view":
            self.plain = message["view"]
        elif kind == "diff" and message["from"] == self.version:
            self.plain = patch(self.plain, message)
        else:
            return False
        self.version = message["version"]
        return True


def room_body(demo: str, text: str, name: str, **more: Any) -> dict[str, Any]:
    source = {"from": "text", "text": text} if text else {"from": "demo", "demo": demo}
    return {**source, "name": name, **more}


def chosen(joined: dict[str, Any]) -> dict[str, str]:
    """Of what a group's code offers, the first seat that is free."""
    free = [(room["room"], seat["seat"]) for room in joined["choose"] for seat in room["seats"]]
    if not free:
        raise Refused("no seat is free")
    return {"room": free[0][0], "seat": free[0][1]}
