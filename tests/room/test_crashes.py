"""The server is killed at any moment: nothing acknowledged is lost, nothing happens twice, open questions open again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import pytest

from tests.room.servers import POINTS, Server
from tests.room.table import FIGHT

pytestmark = pytest.mark.slow

KILLS = 20


class Caller:
    """Sends each intent until it is acknowledged, over as many servers as that takes."""

    def __init__(self, room: str, token: str) -> None:
        self.room = room
        self.headers = {"Authorization": f"Bearer {token}"}

    def send(self, server: Server, op: str, body: dict[str, Any]) -> bool:
        try:
            answer = server.client.post(f"/api/rooms/{self.room}/{op}", json=body, headers=self.headers)
        except httpx.TransportError:
            return False
        assert answer.status_code == 200, answer.text
        return True

    def view(self, server: Server) -> dict[str, Any]:
        answer = server.client.get(f"/api/rooms/{self.room}/state", headers=self.headers)
        view: dict[str, Any] = answer.json()["messages"][-1]["view"]
        return view


def new_room(server: Server) -> Caller:
    made = server.client.post("/rooms", json={"from": "text", "text": FIGHT}).json()
    caller = Caller(made["room"], made["token"])
    assert caller.send(server, "go", {})
    return caller


@dataclass
class Model:
    """What must be there: the notes on Tor, and those taken back, the last one last."""

    first: int  # acts before the first note
    notes: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    number: int = 0

    def next(self, random: Random) -> tuple[str, dict[str, Any]]:
        self.number += 1
        body: dict[str, Any] = {"id": f"intent {self.number}"}
        kind = random.choice(["gm", "gm", "gm", "undo", "redo", "back"])
        if kind in ("undo", "back") and self.notes:
            return "undo", body if kind == "undo" else {**body, "to": self.first + random.randrange(len(self.notes))}
        if kind == "redo" and self.undone:
            return "redo", body
        return "gm", {**body, "text": f"modify tor 1 n{self.number}"}

    def done(self, op: str, body: dict[str, Any]) -> None:
        if op == "gm":
            self.notes.append(body["text"].split()[-1])
            self.undone = []
        elif op == "redo":
            self.notes.append(self.undone.pop())
        else:
            keep = body["to"] - self.first if "to" in body else len(self.notes) - 1
            self.undone += reversed(self.notes[keep:])
            del self.notes[keep:]

    def holds(self, view: dict[str, Any]) -> bool:
        return [each["note"] for each in view["gm"]["combatants"]["tor"]["modifiers"]] == self.notes


def test_twenty_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    """At points of the write path and at moments of the clock, undo and far undo among what is under way."""
    db, random = tmp_path / "rooms.db", Random(4)
    with Server(db) as server:
        caller = new_room(server)
        model = Model(caller.view(server)["history"]["entries"])
    pending: tuple[str, dict[str, Any]] | None = None
    for kill in range(KILLS):
        point, count = (random.choice(POINTS), random.randint(1, 9)) if kill % 2 else ("moment", random.randint(1, 120))
        with Server(db, point, count) as server:
            if pending is None:
                assert model.holds(caller.view(server))
            alive = True
            while alive:
                pending = pending or model.next(random)
                alive = caller.send(server, *pending)
                if alive:
                    model.done(*pending)
                    pending = None
    with Server(db) as server:
        if pending is not None:
            assert caller.send(server, *pending)
            model.done(*pending)
        assert model.holds(caller.view(server))
        assert not caller.view(server)["asks"]
    assert model.number > KILLS


@pytest.mark.parametrize("point", ["before commit", "before acknowledgement"])
def test_an_open_question_is_open_again_and_the_dice_thrown_before_it_stay(tmp_path: Path, point: str) -> None:
    db = tmp_path / "rooms.db"
    with Server(db) as server:
        caller = new_room(server)
        for _ in range(8):
            who = caller.view(server)["turn"]["actors"][0]
            if who == "mira":
                break
            assert caller.send(server, "play", {"action": f"end-turn {who}"})
        assert caller.send(server, "hand", {"on": False})
        for seed in range(40):
            assert caller.send(server, "play", {"action": "shot mira jarl vulcan-carbine", "id": f"shot {seed}"})
            if caller.view(server)["asks"]:
                break
            assert caller.send(server, "undo", {})
        before = caller.view(server)
        assert before["asks"]
        server.kill()
    ask = before["asks"][0]
    answer = {"choose": (ask["options"] or [{"key": ""}])[-1]["key"], "allocate": ""}[ask["kind"]]
    intent = {"id": "answer", "ask": ask["id"], "answer": answer}
    with Server(db, point, 1) as server:
        assert caller.view(server)["asks"] == before["asks"]
        assert caller.view(server)["log"] == before["log"]
        assert not caller.send(server, "answer", intent)
    with Server(db) as server:
        assert caller.send(server, "answer", intent)
        rows = caller.view(server)["log"]
        assert rows[: len(before["log"])] == before["log"]
        assert len([row for row in rows if row["text"] == rows[len(before["log"])]["text"]]) == 1
        assert caller.send(server, "answer", intent)
        assert caller.view(server)["log"] == rows
