"""A table in a room, over the API: seats that look, act and answer."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from starlette.testclient import TestClient

from starfray.room.diff import patch

FIGHT = """
rulebook = "coriolis"
title = "Hall"
seed = 7
map = [30, 14]
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
name = "Mira"
archetype = "patrol-sergeant"
side = "crew"
seat = "ana"
at = [5, 4]
[[combatant]]
id = "tor"
name = "Tor"
archetype = "convoy-gunner"
side = "crew"
seat = "ben"
at = [6, 9]
[[combatant]]
id = "jarl"
name = "Jarl"
archetype = "corsair-boarder"
side = "syndicate"
at = [12, 5]
[[combatant]]
id = "ghost"
name = "Ghost"
archetype = "station-guard"
side = "syndicate"
at = [20, 9]
hidden = true
"""
_ids = itertools.count()


@dataclass
class Sitter:
    """One seat over the API. `view` is put together from what the server sent, as a page would."""

    client: TestClient
    room: str
    token: str
    version: int | None = None
    view: dict[str, Any] = field(default_factory=dict)
    versions: list[int] = field(default_factory=list)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str, **params: Any) -> Any:
        return self.client.get(f"/api/rooms/{self.room}/{path}", params=params, headers=self.headers)

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/rooms/{self.room}/{path}", json=body, headers=self.headers)

    def do(self, op: str, **args: Any) -> dict[str, Any]:
        answer = self.post(op, **{"id": f"i{next(_ids)}", **args})
        found: dict[str, Any] = answer.json()
        assert answer.status_code == 200, found
        return found

    def refused(self, op: str, **args: Any) -> dict[str, Any]:
        answer = self.post(op, **{"id": f"i{next(_ids)}", **args})
        found: dict[str, Any] = answer.json()
        assert answer.status_code >= 400, found
        assert found["reason"]
        return found

    def look(self) -> dict[str, Any]:
        params = {} if self.version is None else {"since": self.version}
        answer = self.get("state", **params)
        assert answer.status_code == 200, answer.json()
        for message in answer.json()["messages"]:
            if message["type"] == "view":
                self.view = message["view"]
            else:
                assert message["from"] == self.version
                self.view = patch(self.view, message)
            self.version = message["version"]
            self.versions.append(message["version"])
        return self.view

    def texts(self) -> list[str]:
        return [row["text"] for row in self.look()["log"]]


@dataclass
class Table:
    client: TestClient
    gm: Sitter

    @property
    def room(self) -> str:
        return self.gm.room

    @classmethod
    def of(cls, client: TestClient, **body: Any) -> Table:
        answer = client.post("/rooms", json={"reproducible": True, **body})
        made = answer.json()
        assert answer.status_code == 200, made
        table = cls(client, Sitter(client, made["room"], made["token"]))
        table.gm.do("go")
        return table

    @classmethod
    def demo(cls, client: TestClient, demo: str = "dock-9") -> Table:
        return cls.of(client, **{"from": "demo", "demo": demo})

    @classmethod
    def text(cls, client: TestClient, text: str = FIGHT) -> Table:
        return cls.of(client, **{"from": "text", "text": text})

    def sit(self, seat: str, name: str = "") -> Sitter:
        """Somebody joins a seat by a code the GM made."""
        code = self.gm.do("seat", do="link", seat=seat)["code"]
        return self.join(code, name)

    def new_seat(self, kind: str, name: str, plays: list[str] | None = None) -> Sitter:
        code = self.gm.do("seat", do="new", kind=kind, name=name, plays=plays or [])["code"]
        return self.join(code)

    def join(self, code: str, name: str = "") -> Sitter:
        answer = self.client.post("/api/join", json={"code": code, "name": name})
        joined = answer.json()
        assert answer.status_code == 200, joined
        return Sitter(self.client, joined["room"], joined["token"])

    def again(self, client: TestClient, *sitters: Sitter) -> None:
        """The same people at another server on the same file."""
        self.client = client
        for each in (self.gm, *sitters):
            each.client = client
