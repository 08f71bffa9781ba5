"""Text that cannot be written down or sent on stays outside, over HTTP and over the socket alike."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from starfray.engine.errors import BadInput
from starfray.room import guard
from starfray.room.app import make_app
from starfray.room.door import read_json
from starfray.room.limits import BYTES_OF_ONE
from tests.room.table import FIGHT, Table
from tests.room.test_socket import hello, line

BAD = [r"\ud800", r"\udfff\ud800", r"a\uD83Db", r"\u0000", r"\u001b[2J", r"\b", "\x7f", r"\uffff"]


@pytest.mark.parametrize("text", BAD)
def test_a_spectator_cannot_throw_anybody_out_with_half_a_character(client: TestClient, text: str) -> None:
    table = Table.text(client)
    eyes = table.new_seat("spectator", "Eyes")
    raws = [
        f'{{"type":"do","id":"{text}","op":"me","name":"x"}}',
        f'{{"type":"do","id":"1","op":"me","name":"{text}"}}',
        f'{{"type":"do","id":"1","op":"{text}"}}',
        f'{{"type":"ask","id":"{text}","what":"log"}}',
        f'{{"type":"do","id":"1","op":"me","{text}":1}}',
        f'{{"type":"do","id":"1","op":"me","name":["{text}"]}}',
    ]
    with line(table) as gm:
        hello(gm, table.gm)
        for raw in raws:
            with line(table) as socket:
                hello(socket, eyes)
                socket.send_text(raw)
                assert told(socket)["type"] == "fault"
        gm.send_json({"type": "do", "id": "1", "op": "gm", "text": "set tor.hp 3"})
        while (message := gm.receive_json())["type"] != "done":
            assert message["type"] == "diff", message
        assert message["ok"]


def told(socket: Any) -> dict[str, Any]:
    while True:
        try:
            message: dict[str, Any] = socket.receive_json()
        except WebSocketDisconnect:
            return {"type": "end"}
        if message["type"] != "diff":
            return message


@pytest.mark.parametrize("text", BAD)
def test_the_same_over_http(client: TestClient, text: str) -> None:
    table = Table.text(client)
    bodies = [
        ("/api/rooms", f'{{"from":"builder","fight":{{"rulebook":"coriolis","title":"{text}"}}}}'),
        ("/api/rooms", f'{{"from":"builder","fight":{{"{text}":"coriolis"}}}}'),
        ("/api/rooms", f'{{"from":"demo","demo":"dock-9","title":"{text}"}}'),
        ("/api/parties", f'{{"name":"{text}","book":"coriolis","member":[]}}'),
        ("/api/parties", f'{{"name":"x","book":"coriolis","member":[{{"id":"x","notes":"{text}"}}]}}'),
        (f"/api/rooms/{table.room}/gm", f'{{"id":"{text}","text":"set tor.hp 3"}}'),
        (f"/api/rooms/{table.room}/gm", f'{{"id":"1","text":"note \\"{text}\\""}}'),
    ]
    for path, body in bodies:
        answer = client.post(path, content=body.encode(), headers={**table.gm.headers, "content-type": "application/json"})
        assert (answer.status_code, answer.json()["ok"]) == (400, False), (path, body)
    assert table.gm.look()["you"]["kind"] == "gm"


@pytest.mark.parametrize("raw", [b'"\xff"', b"NaN", b"[Infinity]", b"1e999", b"[" * 100_000, b"9" * 5000, b"{", b""])
def test_what_is_no_json_is_refused(raw: bytes) -> None:
    with pytest.raises(BadInput):
        read_json(raw)


def test_all_bodies_together_take_so_much_memory_and_no_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "MOST_HELD", 1_000)
    body = {"from": "text", "text": "x" * 2_000}
    for _ in range(2):
        assert client.post("/api/rooms", json=body).status_code == 503
    assert client.post("/api/rooms", json={"from": "text", "text": "x"}).status_code == 400


def test_a_long_body_counts_as_many_requests(db: Path) -> None:
    """It is parsed where everybody's requests are: a hundred a second of the longest would take all of its time."""
    body = {"from": "text", "text": "x" * 10 * BYTES_OF_ONE}
    with TestClient(make_app(db, rate=0.001, burst=20)) as client:
        assert [client.post("/api/rooms", json=body).status_code for _ in range(2)] == [400, 429]
        assert client.get("/api/demos").status_code == 200


def test_all_other_text_comes_in(client: TestClient) -> None:
    words = "Ümläut “quoted” 🚀 \\ud83d\\ude80 \\u00e9 tab\\t line\\n"
    assert read_json(f'["{words}"]') == ["Ümläut “quoted” 🚀 🚀 é tab\t line\n"]
    assert Table.text(client, FIGHT.replace('"Mira"', '"Mira 🚀"')).gm.look()["cards"]["mira"]["name"] == "Mira 🚀"


@pytest.mark.parametrize("text", ["\\u0000", "\\u001b[2J", "\\ufffe"])
def test_a_sign_behind_a_backslash_of_a_fight_file_stays_outside(client: TestClient, text: str) -> None:
    named = FIGHT.replace('title = "Hall"', f'title = "{text}"'), FIGHT.replace('name = "Tor"', f'name = "{text}"')
    for fight in named:
        answer = client.post("/api/rooms", json={"from": "text", "text": fight})
        assert (answer.status_code, "control sign" in answer.json()["reason"]) == (400, True), answer.json()
