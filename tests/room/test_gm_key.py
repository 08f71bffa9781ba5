"""The GM's key opens the GM's seat from any browser; whoever has the machine gets a new one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from starfray.cli import main
from starfray.room.app import make_app
from starfray.room.gm_keys import mark_of, new_words
from starfray.room.seats import clean_code, hashed
from tests.room.table import FIGHT


def test_words_can_be_typed_as_people_do() -> None:
    words = new_words()
    assert mark_of(words) == mark_of(words.upper().replace("-", "  "))
    assert mark_of(words) != mark_of(new_words())
    assert mark_of(words) != hashed(clean_code(words))


def test_the_key_opens_the_gms_seat(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept
    with TestClient(make_app(path)) as client:
        made = client.post("/api/rooms", json={"from": "text", "text": FIGHT}).json()
        old = {"Authorization": f"Bearer {made['token']}"}
        assert client.get(f"/api/rooms/{made['room']}/state", headers=old).status_code == 200
        assert client.post("/api/gm-key", json={"key": "bado-kime"}).status_code == 404
        assert client.post("/api/join", json={"code": made["key"][:40]}).status_code == 404
        again = client.post("/api/gm-key", json={"key": made["key"].upper(), "name": "Vera"}).json()
        assert (again["room"], again["kind"]) == (made["room"], "gm")
        new = {"Authorization": f"Bearer {again['token']}"}
        seen = client.get(f"/api/rooms/{made['room']}/state", headers=new).json()
        assert seen["messages"][0]["view"]["you"]["kind"] == "gm"
        assert client.get(f"/api/rooms/{made['room']}/state", headers=old).status_code == 404

        assert main(["rooms", "--db", str(path), "--json"]) == 0
        assert [room["gm"] for room in json.loads(capsys.readouterr().out)] == ["Vera"]
        assert main(["rooms", made["room"], "--db", str(path), "--json"]) == 0
        fresh = json.loads(capsys.readouterr().out)
        assert fresh["links"][0].endswith(f"/gm/{fresh['key']}")
        assert client.post("/api/gm-key", json={"key": made["key"]}).status_code == 404
        assert client.post("/api/gm-key", json={"key": fresh["key"]}).json()["room"] == made["room"]


def test_a_room_or_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rooms", "--db", str(tmp_path / "none.db")]) == 2
    assert "there are no rooms" in capsys.readouterr().err
