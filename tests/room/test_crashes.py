"""The server is killed at any moment: nothing acknowledged is lost, nothing happens twice, open questions open again."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import pytest

from tests.room.servers import POINTS, Server
from tests.room.table import FIGHT

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


def test_twenty_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    db, random = tmp_path / "rooms.db", Random(4)
    notes: list[str] = []
    undone: list[str] = []
    with Server(db) as server:
        caller = new_room(server)
    pending: tuple[str, dict[str, Any]] | None = None
    number = kills = 0
    while kills < KILLS:
        point = random.choice(POINTS)
        with Server(db, point, random.randint(1, 9)) as server:
            alive = True
            if pending is None:
                assert [each["note"] for each in caller.view(server)["gm"]["combatants"]["tor"]["modifiers"]] == notes
            while alive:
                if pending is None:
                    number += 1
                    kind = random.choice(["gm", "gm", "undo", "redo"])
                    if (kind == "undo" and not notes) or (kind == "redo" and not undone):
                        kind = "gm"
                    body: dict[str, Any] = {"id": f"intent {number}"}
                    pending = (kind, {**body, "text": f"modify tor 1 n{number}"} if kind == "gm" else body)
                alive = caller.send(server, *pending)
                if alive:
                    if pending[0] == "gm":
                        notes.append(pending[1]["text"].split()[-1])
                        undone = []
                    elif pending[0] == "undo":
                        undone.append(notes.pop())
                    else:
                        notes.append(undone.pop())
                    pending = None
            kills += 1
    with Server(db) as server:
        if pending is not None:
            assert caller.send(server, *pending)
            if pending[0] == "gm":
                notes.append(pending[1]["text"].split()[-1])
            elif pending[0] == "undo":
                notes.pop()
            else:
                notes.append(undone.pop())
        assert [each["note"] for each in caller.view(server)["gm"]["combatants"]["tor"]["modifiers"]] == notes
    assert number > KILLS


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
