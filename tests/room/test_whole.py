"""Things are there whole or not at all: a room, a snapshot, a file; and names that are not ours are nobody's."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import starfray
from starfray.disk import write_whole
from starfray.engine.errors import BadInput
from starfray.files import write_back
from starfray.room import serve
from starfray.room.app import make_app
from starfray.room.guard import known_host
from tests.room.table import FIGHT, Table
from tests.room.test_persistence import everything, fresh


def test_a_room_is_made_in_one_transaction(db: Path) -> None:
    failing = -1

    def trip(point: str) -> None:
        nonlocal failing
        failing -= point == "before commit"
        if failing == 0:
            raise OSError("the disk is full")

    with TestClient(make_app(db, rate=10_000, burst=10_000, trip=trip)) as client:
        for number in (1, 2):
            failing = number
            client.post("/rooms", json={"from": "demo", "demo": "dock-9"})
        failing = -1
    with sqlite3.connect(db) as found:
        rooms = found.execute("select count(*) from rooms").fetchone()
        assert rooms == found.execute("select count(distinct room) from seats").fetchone()
        assert rooms == found.execute("select count(distinct room) from ops").fetchone()
    found.close()


@pytest.mark.parametrize("damage", ["{", "null", "[]", '{"combatant": 3}', '{"complete": true}'])
def test_a_damaged_snapshot_is_passed_over_and_the_journal_read(db: Path, damage: str) -> None:
    with fresh(db) as client:
        table = Table.text(client)
        for number in range(60):
            table.gm.do("gm", text=f"set tor.hp {number % 7 + 1}")
        before = everything(table)
    with sqlite3.connect(db) as found:
        assert found.execute("update snapshots set position = ?", (damage,)).rowcount > 0
    found.close()
    with fresh(db) as client:
        table.again(client)
        assert everything(table) == before
        table.gm.do("undo")


HOSTS = [
    *("127.0.0.1:8765", "[::1]:8765", "[2001:db8::1]", "198.51.100.20", "localhost:80", "laptop", "laptop.local:8765"),
    *("box.lan", "box.home.arpa.", "fights.example.org", "FIGHTS.example.org:443"),
]


@pytest.mark.parametrize("host", HOSTS)
def test_names_nobody_else_can_make_up_are_ours(host: str) -> None:
    assert known_host(host, ("fights.example.org",))


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "1.2.3.4.evil.example", "local.evil.org", "1.x"])
def test_a_name_from_the_internet_that_points_to_us_opens_nothing(client: TestClient, host: str) -> None:
    assert not known_host(host, ("fights.example.org",))
    head = {"Host": host, "Origin": f"http://{host}"}
    assert client.get("/", headers=head).status_code == 421
    assert client.post("/api/rooms", json={"from": "demo", "demo": "dock-9"}, headers=head).status_code == 421
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/ws/x", headers=head):
        pass


def test_a_link_to_the_database_opens_no_second_server(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "rooms.db")
    (tmp_path / "folder").symlink_to(tmp_path)
    script = "import sys\nfrom starfray.room.serve import alone\nwith alone(sys.argv[1]): print('in')"
    import subprocess
    import sys

    with serve.alone(str(tmp_path / "rooms.db")):
        for name in ("link.db", "folder/rooms.db"):
            tried = subprocess.run([sys.executable, "-c", script, str(tmp_path / name)], capture_output=True, text=True)
            assert "in" not in tried.stdout.split()
            assert BadInput.__name__ in tried.stderr


def test_a_party_behind_a_link_is_written_where_it_is_and_keeps_its_mode(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "crew.toml"
    real.write_text('rulebook = "coriolis"\n')
    real.chmod(0o600)
    link.symlink_to("real.toml")
    fight = starfray.loads(FIGHT)
    write_back(fight, link, ["mira"])
    assert link.is_symlink()
    assert "mira" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in tmp_path.iterdir()) == ["crew.toml", "real.toml"]


def test_a_file_is_on_disk_before_it_takes_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def synced(handle: int) -> None:
        done.append("sync")
        sync(handle)

    def renamed(path: Path, to: Path) -> Path:
        done.append("name")
        return rename(path, to)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    write_whole(tmp_path / "save.json", "{}")
    assert done == ["sync", "name", "sync"]


def test_what_cannot_be_written_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "save.json"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new")
    assert [each.name for each in tmp_path.iterdir()] == ["save.json"]
    assert path.read_text() == "old"
