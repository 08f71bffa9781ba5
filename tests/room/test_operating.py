"""The operator of a server: sees the rooms, closes and deletes them, with a key and not without."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any
from urllib.request import Request

import pytest
from starlette.testclient import TestClient

from starfray.cli import main
from starfray.room import operator_command
from starfray.room.app import make_app
from starfray.room.seats import hashed
from tests.room.table import Table

KEY = "a key of the operator"
HEADERS = {"Authorization": f"Bearer {KEY}"}


@pytest.fixture
def hosted(kept: str) -> Iterator[TestClient]:
    with TestClient(make_app(kept, rate=10_000, burst=10_000, operator_key=KEY, address="127.0.0.1:1")) as client:
        yield client


def test_nothing_is_there_without_the_key(hosted: TestClient) -> None:
    table = Table.text(hosted)
    doors = [("GET", "rooms"), ("GET", "quotas"), ("GET", "processes"), ("DELETE", f"rooms/{table.room}")]
    doors += [("POST", f"rooms/{table.room}/close"), ("POST", f"rooms/{table.room}/key"), ("POST", "processes/x/drain")]
    for method, path in doors:
        for headers in ({}, table.gm.headers, {"Authorization": f"Bearer {hashed(KEY)}"}, {"Authorization": KEY}):
            answer = hosted.request(method, f"/api/operator/{path}", headers=headers)
            assert answer.status_code in (400, 404), answer.text  # 400: too many tries
            assert table.room not in answer.text
    assert table.gm.get("state").status_code == 200
    app: Any = hosted.app
    app.state.operator = ""  # a server without an operator
    assert hosted.get("/api/operator/rooms", headers={"Authorization": "Bearer "}).status_code == 404


def test_the_operator_sees_what_there_is_and_nothing_of_the_fights(hosted: TestClient) -> None:
    table = Table.text(hosted)
    told = hosted.get("/api/operator/rooms", headers=HEADERS).json()
    (row,) = told["rooms"]
    assert (row["room"], row["title"], row["archived"], row["seats"]) == (table.room, "Hall", False, 3)
    assert row["size"] > 1000
    assert row["created"] <= row["used"] <= told["now"]
    assert "mira" not in json.dumps(told)
    leases = hosted.app.state.leases  # type: ignore[attr-defined]
    assert row["holder"] == ("127.0.0.1:1" if leases is not None else "")
    use = hosted.get("/api/operator/quotas", headers=HEADERS).json()
    assert use["used"]["rooms"] == 1
    assert use["used"]["size"] > row["size"]
    assert use["quotas"]["rooms"] > 1


def test_a_room_is_closed_and_its_gm_may_open_it_again(hosted: TestClient) -> None:
    table = Table.text(hosted)
    with hosted.websocket_connect(f"/ws/{table.room}") as page:
        page.send_json({"type": "hello", "token": table.gm.token, "since": None})
        assert page.receive_json()["type"] == "view"
        assert hosted.post(f"/api/operator/rooms/{table.room}/close", headers=HEADERS).json() == {"ok": True}
        while (message := page.receive_json())["type"] != "bye":
            pass
        assert "operator" in message["reason"]
    table.gm.refused("gm", text="set tor.hp 2")
    table.gm.do("room", do="reopen")
    table.gm.do("gm", text="set tor.hp 2")


def test_a_gm_who_lost_the_key_gets_a_new_one(hosted: TestClient) -> None:
    table = Table.text(hosted)
    made = hosted.post(f"/api/operator/rooms/{table.room}/key", headers=HEADERS).json()
    assert made["link"].endswith(f"/gm/{made['key']}")
    again = hosted.post("/api/gm-key", json={"key": made["key"], "name": "Ann"}).json()
    assert (again["room"], again["kind"]) == (table.room, "gm")
    assert hosted.post("/api/operator/rooms/none/key", headers=HEADERS).status_code == 404


def test_a_room_is_deleted_whether_it_is_open_or_not(hosted: TestClient) -> None:
    rooms = [Table.text(hosted), Table.text(hosted)]
    hosted.app.state.rooms.open.pop(rooms[1].room)  # type: ignore[attr-defined]
    for table in rooms:
        assert hosted.delete(f"/api/operator/rooms/{table.room}", headers=HEADERS).json() == {"ok": True}
        assert hosted.delete(f"/api/operator/rooms/{table.room}", headers=HEADERS).status_code == 404
        assert table.gm.get("state").status_code == 404
    assert hosted.get("/api/operator/rooms", headers=HEADERS).json()["rooms"] == []


def test_the_last_process_is_not_drained(hosted: TestClient) -> None:
    (process,) = hosted.get("/api/operator/processes", headers=HEADERS).json()
    refused = hosted.post(f"/api/operator/processes/{process['process'] or 'one'}/drain", headers=HEADERS)
    assert refused.status_code == 409
    assert Table.text(hosted).gm.get("state").status_code == 200


def test_the_command_asks_the_server(
    hosted: TestClient, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.text(hosted)

    @contextlib.contextmanager
    def asked(request: Request, timeout: float) -> Iterator[Any]:
        answer = hosted.request(request.get_method(), request.full_url, headers=dict(request.header_items()))
        if answer.status_code != 200:
            raise OSError(answer.text)
        yield answer

    monkeypatch.setattr(operator_command, "urlopen", asked)
    monkeypatch.setenv("STARFRAY_OPERATOR_KEY", KEY)
    for words in (["rooms"], ["quotas"], ["processes"], ["close", table.room], ["key", table.room], ["delete", table.room]):
        assert main(["operator", *words, "--at", "http://testserver"]) == 0
    told = capsys.readouterr().out
    assert "Hall" in told
    assert "/gm/" in told
    assert main(["operator", "close", "--at", "http://testserver"]) == 2
    assert main(["operator", "delete", table.room, "--at", "http://testserver"]) == 2
    monkeypatch.delenv("STARFRAY_OPERATOR_KEY")
    assert main(["operator", "rooms"]) == 2
    assert "STARFRAY_OPERATOR_KEY" in capsys.readouterr().err
