"""The page's line: hello, diffs, intents, questions, and what happens to those who do not belong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from starfray.room.app import make_app
from starfray.room.diff import patch
from tests.room.table import Sitter, Table


def hello(socket: Any, sitter: Sitter, since: int | None = None) -> dict[str, Any]:
    socket.send_json({"type": "hello", "token": sitter.token, "since": since})
    found: dict[str, Any] = socket.receive_json()
    return found


def until(socket: Any, kind: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    before: list[dict[str, Any]] = []
    while True:
        message = socket.receive_json()
        if message["type"] == kind:
            return before, message
        before.append(message)


def line(table: Table) -> Any:
    return table.client.websocket_connect(f"/ws/{table.room}")


def test_a_page_gets_its_view_then_diffs_and_an_acknowledgement(table: Table) -> None:
    with line(table) as socket:
        first = hello(socket, table.gm)
        assert first["type"] == "view"
        socket.send_json({"type": "do", "id": "1", "op": "gm", "text": "set tor.hp 3"})
        diffs, done = until(socket, "done")
        assert done == {"type": "done", "id": "1", "ok": True, "version": diffs[-1]["version"]}
        view = first["view"]
        for each in diffs:
            view = patch(view, each)
        assert any(one["value"].startswith("3") for one in view["cards"]["tor"]["lines"] if one["label"] == "HP")
        assert diffs[-1]["log"][-1]["marks"] == ["gm"]


def test_others_are_told(table: Table) -> None:
    ana = table.sit("ana")
    with line(table) as socket:
        hello(socket, ana)
        table.gm.do("gm", text="set tor.hp 3")
        _, diff = until(socket, "diff")
        assert "cards/tor/lines" in diff["set"]


def test_who_is_here_is_shown(table: Table) -> None:
    ana = table.sit("ana")
    with line(table) as socket:
        hello(socket, ana)
        assert [each["online"] for each in table.gm.look()["seats"] if each["seat"] == "ana"] == [True]
    assert [each["online"] for each in table.gm.look()["seats"] if each["seat"] == "ana"] == [False]


def test_a_page_that_was_away_gets_what_it_missed(table: Table) -> None:
    with line(table) as socket:
        first = hello(socket, table.gm)
    version = table.gm.version = first["version"]
    table.gm.view = first["view"]
    for number in range(3):
        table.gm.do("gm", text=f"set tor.hp {number + 2}")
        table.gm.look()
    with line(table) as socket:
        message = hello(socket, table.gm, version)
        assert message["type"] == "diff"
        assert message["from"] == version


def test_a_page_from_a_future_nobody_knows_starts_anew_with_a_higher_version(table: Table) -> None:
    with line(table) as socket:
        message = hello(socket, table.gm, 70)
        assert message["type"] == "view"
        assert message["version"] == 71


def test_an_intent_sent_twice_takes_effect_once(table: Table) -> None:
    with line(table) as socket:
        hello(socket, table.gm)
        for _ in range(2):
            socket.send_json({"type": "do", "id": "x", "op": "gm", "text": "modify tor 1"})
        _, first = until(socket, "done")
        _, second = until(socket, "done")
        assert first == second
    assert len(table.gm.look()["gm"]["combatants"]["tor"]["modifiers"]) == 1


def test_questions_are_answered_on_the_line(table: Table) -> None:
    with line(table) as socket:
        hello(socket, table.gm)
        socket.send_json({"type": "ask", "id": "q", "what": "timeline"})
        _, answer = until(socket, "answer")
        assert answer["result"]["line"]
        socket.send_json({"type": "ask", "id": "q", "what": "nonsense"})
        _, answer = until(socket, "answer")
        assert answer["result"]["refused"]["reason"]
        socket.send_json({"type": "ping"})
        until(socket, "pong")


@pytest.mark.parametrize(
    "message",
    [
        {"type": "nothing"},
        {"type": "hello"},
        {"type": "hello", "token": 3},
        {"type": "hello", "token": "x", "since": "1"},
        {"type": "hello", "token": "wrong", "since": None},
    ],
)
def test_who_does_not_belong_is_shown_out(table: Table, message: dict[str, Any]) -> None:
    with line(table) as socket:
        socket.send_json(message)
        assert socket.receive_json()["type"] in ("bye", "fault")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "3", "[" * 5000, '{"type": "do"}' + " " * 70_000])
def test_what_is_no_message_ends_the_line(table: Table, text: str) -> None:
    with line(table) as socket:
        hello(socket, table.gm)
        socket.send_text(text)
        assert socket.receive_json()["type"] == "fault"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "do"},
        {"type": "do", "id": 3},
        {"type": "do", "id": ""},
        {"type": "do", "id": "x" * 81},
        {"type": "do", "id": "1"},
        {"type": "do", "id": "1", "op": []},
        {"type": "do", "id": "1", "op": "play"},
        {"type": "do", "id": "1", "op": "play", "action": {}},
        {"type": "do", "id": "1", "op": "answer", "ask": "0.0", "answer": [10**12]},
        {"type": "do", "id": "1", "op": "run"},
    ],
)
def test_a_command_that_is_none_gets_a_reason(table: Table, message: dict[str, Any]) -> None:
    with line(table) as socket:
        hello(socket, table.gm)
        socket.send_json(message)
        _, done = until(socket, "done")
        assert done["ok"] is False
        assert done["reason"]


def test_whoever_asks_on_and_on_is_answered_about_the_last(table: Table) -> None:
    view = table.gm.look()
    who = view["turn"]["actors"][0]
    here = view["cards"][who]["at"]
    with line(table) as socket:
        hello(socket, table.gm)
        for number in range(14):
            action = f"move {who} path={here[0] + number / 10},{here[1]}"
            socket.send_json({"type": "ask", "id": str(number), "what": "odds", "action": action})
        answers: dict[str, Any] = {}
        while len(answers) < 14:
            _, message = until(socket, "answer")
            answers[message["id"]] = message["result"]
    assert answers["0"]["refused"]["reason"] == "overtaken by later questions"
    assert answers["13"].get("outcomes"), answers["13"]


def test_a_page_from_elsewhere_is_refused(table: Table) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        table.client.websocket_connect(f"/ws/{table.room}", headers={"origin": "https://elsewhere.example"}) as socket,
    ):
        socket.receive_json()


def test_our_own_page_is_not(table: Table) -> None:
    with table.client.websocket_connect(f"/ws/{table.room}", headers={"origin": "http://testserver"}) as socket:
        assert hello(socket, table.gm)["type"] == "view"


def test_a_closed_seat_is_told_goodbye(table: Table) -> None:
    ana = table.sit("ana")
    with line(table) as socket:
        hello(socket, ana)
        code = table.gm.do("seat", do="reset", seat="ana")["code"]
        until(socket, "bye")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    first = table.join(code)
    with line(table) as socket:
        hello(socket, first)
        table.join(table.gm.do("seat", do="link", seat="ana")["code"])
        until(socket, "bye")


def test_a_page_that_missed_nothing_is_told_so(table: Table) -> None:
    with line(table) as socket:
        version = hello(socket, table.gm)["version"]
    with line(table) as socket:
        message = hello(socket, table.gm, version)
        assert (message["type"], message["from"], message["version"], message["set"]) == ("diff", version, version, {})


def test_when_the_disk_fails_everybody_comes_back_to_the_room_as_it_was(db: Path) -> None:
    failing = False

    def trip(point: str) -> None:
        if failing and point == "before commit":
            raise OSError("the disk is full")

    with TestClient(make_app(db, rate=10_000, burst=10_000, trip=trip)) as client:
        table = Table.text(client)
        with line(table) as socket:
            first = hello(socket, table.gm)
            failing = True
            socket.send_json({"type": "do", "id": "1", "op": "gm", "text": "set tor.hp 1"})
            until(socket, "fault")
        failing = False
        with line(table) as socket:
            again = hello(socket, table.gm, first["version"])
            assert again["view"]["cards"] == first["view"]["cards"]
            socket.send_json({"type": "do", "id": "1", "op": "gm", "text": "set tor.hp 1"})
            _, done = until(socket, "done")
            assert done["ok"]


def test_too_many_messages_end_the_line(table: Table, client: TestClient) -> None:
    with line(table) as socket:
        hello(socket, table.gm)
        for _ in range(1000):
            socket.send_json({"type": "ping"})
        until(socket, "fault")
