"""A seat of a room on a running server, over its API. It needs nothing but the standard library."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.error
import urllib.parse
import urllib.request
from uuid import uuid4

from starfray.agents.seat import View
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, Refused, StarfrayError

LINK = re.compile(r"(https?://[^/\s]+)/join/([A-Za-z0-9-]+)/?")
PATIENCE = 60.0  # seconds for one answer
LOOKED_UP = ("forms", "log", "review", "timeline", "sheet")  # asked with GET, the others with POST


class RemoteSeat:
    """A seat held by a token."""

    def __init__(self, base: str, room: str, token: str) -> None:
        self.url, self.token = f"{base}/api/rooms/{urllib.parse.quote(room)}", token

    async def view(self) -> View:
        found: View = (await self._call("state"))["messages"][-1]["view"]
        return found

    async def do(self, command: str, args: dict[str, Plain]) -> dict[str, Plain]:
        """With an id of its own: were it sent twice, it would count once."""
        return await self._call(command, {"id": uuid4().hex, **args})

    async def ask(self, what: str, args: dict[str, Plain]) -> dict[str, Plain]:
        if what in LOOKED_UP:
            return await self._call(f"{what}?{urllib.parse.urlencode(args)}")
        return await self._call(what, args)

    async def _call(self, path: str, body: dict[str, Plain] | None = None) -> dict[str, Plain]:
        return await asyncio.to_thread(call, f"{self.url}/{path}", body, self.token)


def call(url: str, body: dict[str, Plain] | None, token: str = "") -> dict[str, Plain]:
    """One request; what the server refuses is raised as it would be at its own table."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    data = json.dumps(body).encode() if body is not None else None
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=PATIENCE) as answer:
            found: dict[str, Plain] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        raise told(error) from None
    except OSError as error:
        raise BadInput(f"the server does not answer: {error}", expected="the address of a running server") from None


def told(error: urllib.error.HTTPError) -> StarfrayError:
    try:
        said = json.load(error)
        reason, rule, legal = str(said["reason"]), str(said["rule"]), [str(word) for word in said["legal"]]
    except (ValueError, KeyError, TypeError):
        return BadInput(f"the server said {error.code}", expected="a Starfray server")
    return Refused(rule, reason, legal) if rule else BadInput(reason, expected=", ".join(legal))


def join_by_link(link: str, name: str, wanted: str = "") -> RemoteSeat:
    """Take a seat by its link. By a group's link `wanted` names the seat; without it, the first that is free."""
    found = LINK.fullmatch(link.strip())
    if found is None:
        raise BadInput(f"{link!r} is no link to a seat", field="--join", expected="as http://127.0.0.1:8765/join/CODE")
    base, code = found[1], found[2]
    joined = call(f"{base}/api/join", {"code": code, "name": name})
    if "choose" in joined:
        free = [(room["room"], seat["seat"]) for room in joined["choose"] for seat in room["seats"]]
        chosen = next((each for each in free if wanted in ("", each[1])), None)
        if chosen is None:
            raise BadInput(
                "no such seat is free", field="--seat", expected=", ".join(seat for _, seat in free) or "a free seat"
            )
        joined = call(f"{base}/api/join", {"code": code, "name": name, "room": chosen[0], "seat": chosen[1]})
    return RemoteSeat(base, joined["room"], joined["token"])
