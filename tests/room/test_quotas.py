"""What a host allows: limits that are told when they are reached, and rooms and parties that go."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.engine.errors import BadInput
from starfray.room import expiring
from starfray.room.app import make_app
from starfray.room.parties import drop_unused_parties
from starfray.room.quotas import Quotas, read_quotas, size_of_room
from starfray.room.rooms import Rooms
from tests.coroutines import finished
from tests.room.table import FIGHT, Table
from tests.room.test_persistence import fresh

PARTY = {"name": "Crew", "book": "coriolis", "member": [{"id": "mira", "archetype": "patrol-sergeant"}]}


@contextmanager
def server(kept: str | Path, *words: str) -> Iterator[TestClient]:
    with TestClient(make_app(kept, rate=10_000, burst=10_000, quotas=read_quotas(words))) as client:
        yield client


def new_room(client: TestClient, **body: Any) -> Any:
    return client.post("/api/rooms", json={"from": "demo", "demo": "dock-9", **body})


def test_quotas_are_read_from_words_and_bad_ones_are_told() -> None:
    assert read_quotas([]) == Quotas()
    assert read_quotas(["rooms=5", "size=20G", "room-size=3M"]) == Quotas(rooms=5, size=20_000_000_000, room_size=3_000_000)
    for words in ("romos=5", "rooms=many", "rooms", "combatants=401", "combatants=0", "size=-1"):
        with pytest.raises(BadInput):
            read_quotas([words])


def test_a_server_keeps_so_many_rooms_and_parties_and_no_more(kept: str) -> None:
    with server(kept, "rooms=1", "parties=1") as client:
        made = new_room(client).json()
        refused = new_room(client)
        assert refused.status_code == 507
        assert "up to 1 rooms" in refused.json()["reason"]
        first = client.post("/api/parties", json=PARTY)
        assert first.status_code == 200
        assert client.post("/api/parties", json=PARTY).status_code == 507
        assert (
            client.delete(f"/api/rooms/{made['room']}", headers={"Authorization": f"Bearer {made['token']}"}).status_code == 200
        )
        assert new_room(client).status_code == 200
        key = {"Authorization": f"Bearer {first.json()['party']}"}
        assert client.delete("/api/parties", headers=key).json() == {"ok": True}
        assert client.get("/api/parties", headers=key).status_code == 404
        assert client.delete("/api/parties", headers=key).status_code == 404
        assert client.post("/api/parties", json=PARTY).status_code == 200


def test_a_full_database_takes_no_new_rooms_and_those_there_go_on(kept: str) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
    with server(kept, "size=1K") as client:
        assert "1,000 bytes" in new_room(client).json()["reason"]
        table.again(client)
        table.gm.do("gm", text="set tor.hp 2")


def test_combatants_are_bounded_on_every_way_in(db: Path) -> None:
    with server(db, "combatants=4") as client:
        table = Table.text(client)
        assert "at most 4" in str(
            table.gm.refused("gm", text="add \"id = 'fifth', archetype = 'station-guard', side = 'crew', at = [2, 2]\"")
        )
        table.gm.do("gm", text="set tor.hp 2")
        assert len(table.gm.look()["cards"]) == 4
        more = FIGHT + '[[combatant]]\nid = "five"\narchetype = "station-guard"\n'
        refused = client.post("/api/rooms", json={"from": "text", "text": more})
        assert refused.status_code == 507
        assert "5 combatants" in refused.json()["reason"]


def test_an_upload_is_bounded_with_its_files(db: Path) -> None:
    with server(db, "upload=2K") as client:
        body = {"from": "text", "text": FIGHT, "files": {"packs/x/pack.toml": "#" * 2000}}
        refused = client.post("/api/rooms", json=body)
        assert refused.status_code == 507
        assert "up to 2,000" in refused.json()["reason"]
        assert client.post("/api/rooms", json={**body, "files": {}}).status_code == 200


def test_a_room_that_is_full_can_be_read_exported_and_deleted(kept: str) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        room = client.app.state.rooms.open.get(table.room)  # type: ignore[attr-defined]
        store = client.app.state.store  # type: ignore[attr-defined]
        counted = store.look(lambda db: size_of_room(db, table.room))
        assert room.size == counted > 1000
    with server(kept, f"room-size={counted + 1500}") as client:
        table.again(client)
        codes = [table.gm.post("gm", id=f"n{number}", text=f"modify tor 1 n{number}").status_code for number in range(12)]
        assert codes == sorted(codes)
        assert set(codes) == {200, 507}
        again = codes.index(507) - 1
        assert table.gm.post("gm", id=f"n{again}", text=f"modify tor 1 n{again}").status_code == 200  # it was done before
        assert len(table.gm.look()["gm"]["combatants"]["tor"]["modifiers"]) == codes.index(507)
        assert table.gm.get("export", to="json").status_code == 200
        table.gm.do("room", do="title", title="Full")
        assert client.delete(f"/api/rooms/{table.room}", headers=table.gm.headers).status_code == 200


def test_parties_expire_unless_they_are_used(db: Path) -> None:
    with fresh(db) as client:
        keys = [client.post("/api/parties", json=PARTY).json()["party"] for _ in range(2)]
        with closing(sqlite3.connect(db)) as found:
            found.execute("update parties set changed = changed - 40 * 86400")
            found.commit()
        fight = {"rulebook": "coriolis", "combatant": [{"party": "mira", "side": "crew"}]}
        assert new_room(client, **{"from": "builder", "demo": "", "fight": fight, "parties": [keys[0]]}).status_code == 200
        store = client.app.state.store  # type: ignore[attr-defined]
        assert finished(drop_unused_parties(store, time.time() - 30 * 86_400)) == 1
        told = [client.get("/api/parties", headers={"Authorization": f"Bearer {key}"}).status_code for key in keys]
        assert told == [200, 404]


def test_a_wrong_clock_deletes_nothing(db: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """A machine that starts in the year 2100, or whose clock is set to it, has no old rooms because of that."""
    with fresh(db) as client:
        table = Table.text(client)
        rooms: Rooms = client.app.state.rooms  # type: ignore[attr-defined]
        rooms.open.clear()
        real = time.time

        async def look(jump: float) -> None:
            monkeypatch.setattr(time, "time", lambda: real() + jump)
            await expiring.expire_once(rooms, 30, 30)

        finished(look(70 * 365 * 86_400))
        finished(look(-70 * 365 * 86_400))
        monkeypatch.setattr(time, "time", real)
        calendar = expiring.Calendar()
        monkeypatch.setattr(time, "time", lambda: real() + 86_400)
        assert calendar.jumped() == pytest.approx(86_400, abs=60)
        monkeypatch.setattr(time, "time", real)
        assert table.gm.get("state").status_code == 200
