"""What a host needs: backups while people play, a look at the database, signs of life, old rooms gone."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from starfray.cli import main
from starfray.room.app import make_app
from starfray.room.database_files import look_through
from tests.coroutines import finished
from tests.room.table import Table
from tests.room.test_persistence import everything, fresh


def test_a_backup_is_taken_while_people_play_and_put_back(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    backup = tmp_path / "backup.db"
    with fresh(db) as client:
        table = Table.text(client)
        table.gm.do("gm", text="set tor.hp 3")
        then = everything(table)["cards"]
        assert main(["backup", str(backup), "--db", str(db)]) == 0
        table.gm.do("gm", text="set tor.hp 1")
    assert main(["backup", str(backup), "--db", str(db)]) == 2  # never over another one
    assert main(["restore", str(backup), "--db", str(db)]) == 2  # nor over rooms, unless told so
    assert "--replace" in capsys.readouterr().err
    assert main(["restore", str(backup), "--db", str(db), "--replace"]) == 0
    with fresh(db) as client:
        table.again(client)
        assert everything(table)["cards"] == then
    assert look_through(f"{db}.before-restore").acts == look_through(str(db)).acts + 1
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []


def test_a_backup_that_is_damaged_or_none_is_not_put_back(db: Path, tmp_path: Path) -> None:
    with fresh(db) as client:
        Table.text(client)
    before = db.read_bytes()
    (tmp_path / "text.db").write_text("no database")
    for name in ("text.db", "none.db"):
        assert main(["restore", str(tmp_path / name), "--db", str(db), "--replace"]) == 2
    assert db.read_bytes() == before
    assert main(["backup", str(tmp_path / "no" / "folder.db"), "--db", str(db)]) == 2
    assert main(["backup", str(tmp_path / "copy.db"), "--db", str(tmp_path / "none.db")]) == 2


def test_verify_finds_a_room_that_cannot_be_read_and_reads_the_others(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with fresh(db) as client:
        rooms = [Table.text(client) for _ in range(2)]
        assert main(["verify", str(db)]) == 0
        assert "2 rooms" in capsys.readouterr().out
    with closing(sqlite3.connect(db)) as found:
        found.execute("update entries set data = '{}' where room = ?", (rooms[0].room,))
        found.commit()
    assert main(["verify", str(db), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["rooms"] == 2
    assert told["problems"][0].startswith(f"room {rooms[0].room} cannot be read")
    assert len(told["problems"]) == 1
    assert told["acts"] > 0


def test_verify_tells_of_a_damaged_file(db: Path) -> None:
    with fresh(db) as client:
        Table.text(client)
    data = bytearray(db.read_bytes())
    data[5000:7000] = bytes(2000)
    db.write_bytes(bytes(data))
    assert look_through(str(db)).problems


def test_a_server_says_that_it_is_alive_and_ready_or_why_not(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("starfray.room.limits.BUSY_SECONDS", 0.05)
    with fresh(db) as client:
        assert client.get("/healthz").json()["status"] == "alive"
        assert client.get("/readyz").json() == {"status": "ready", "rooms": 0}
        with closing(sqlite3.connect(db, isolation_level=None)) as other:
            other.execute("begin immediate")
            answer = client.get("/readyz")
            assert answer.status_code == 503
            assert "locked" in answer.json()["reason"]
            assert client.get("/healthz").status_code == 200
        assert client.get("/readyz").status_code == 200


def test_a_server_is_ready_if_something_was_really_written(db: Path) -> None:
    """A statement that changes nothing takes no place on the disk, and so succeeds on a full one."""
    log = db.with_name(f"{db.name}-wal")
    with fresh(db) as client:
        client.get("/readyz")
        before = log.read_bytes()
        assert client.get("/readyz").status_code == 200
        assert log.read_bytes() != before


def test_figures_for_prometheus_only_where_the_host_wants_them(db: Path) -> None:
    with fresh(db) as client:
        assert client.get("/metrics").status_code == 404
    with TestClient(make_app(db, metrics=True)) as client:
        table = Table.text(client)
        told = client.get("/metrics").text
        assert "starfray_rooms_open 1.0" in told
        assert 'starfray_answers_total{status="200"}' in told
        written = float(told.partition("\nstarfray_transactions_total ")[2].partition("\n")[0])
        table.gm.do("roll", dice="2d6")
        after = client.get("/metrics").text
        assert float(after.partition("\nstarfray_transactions_total ")[2].partition("\n")[0]) > written
        assert table.room not in after


def test_a_gm_deletes_a_room_and_nobody_else_can(db: Path) -> None:
    with fresh(db) as client:
        table, other = Table.text(client), Table.text(client)
        ana = table.sit("ana")
        assert client.delete(f"/api/rooms/{table.room}", headers=ana.headers).status_code == 409
        assert client.delete(f"/api/rooms/{table.room}", headers=other.gm.headers).status_code == 404
        with client.websocket_connect(f"/ws/{table.room}") as socket:
            socket.send_json({"type": "hello", "token": ana.token, "since": None})
            assert socket.receive_json()["type"] == "view"
            assert client.delete(f"/api/rooms/{table.room}", headers=table.gm.headers).json() == {"ok": True}
            while (message := socket.receive_json())["type"] != "bye":
                pass
            assert message["reason"] == "the room was deleted"
        assert table.gm.get("state").status_code == 404
        other.gm.do("roll", dice="2d6")
    with closing(sqlite3.connect(db)) as found:
        tables = [row[0] for row in found.execute("select name from sqlite_master where type = 'table'")]
        kept = [name for name in tables if any(row[1] == "room" for row in found.execute(f"pragma table_info({name})"))]
        assert len(kept) >= 6
        for name in kept:
            assert found.execute(f"select count(*) from {name} where room = ?", (table.room,)).fetchone() == (0,)
        assert found.execute("select id from rooms").fetchall() == [(other.room,)]


def test_rooms_that_nobody_uses_expire(db: Path) -> None:
    with fresh(db) as client:
        old, used = Table.text(client), Table.text(client)
    with closing(sqlite3.connect(db)) as found:
        found.execute("update rooms set created = created - 90 * 86400")
        found.execute("update ops set at = at - 40 * 86400 where room = ?", (old.room,))
        found.commit()
    with TestClient(make_app(db, expire=30)) as client:
        deadline = time.monotonic() + 20
        while client.get("/readyz").json()["rooms"] == 2 and time.monotonic() < deadline:
            pass
        old.again(client)
        used.again(client)
        assert old.gm.get("state").status_code == 404
        assert used.gm.get("state").status_code == 200
        assert finished(client.app.state.rooms.unused_since(time.time())) == [used.room]  # type: ignore[attr-defined]
