"""Nobody foretells a room's dice, unless the GM wants that and everybody is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

import starfray
from starfray.room.dice import LiveGenerators
from tests.room.table import FIGHT, Table
from tests.room.test_persistence import fresh


def rolls(table: Table, secret: bool = False) -> list[int]:
    for _ in range(8):
        table.gm.do("roll", dice="4d100", secret=secret)
    return [face for row in table.gm.look()["log"] if row["rule"] == "gm.roll" for face in row["faces"] or []]


def foretold(secret: bool) -> list[int]:
    fight = starfray.loads(FIGHT)
    fight.advance()
    for _ in range(8):
        fight.gm("roll 4d100" + (" secret=yes" if secret else ""))
    return [face for event in fight.events if event.rule == "gm.roll" for face in event.faces or []]


def test_the_seed_of_a_file_foretells_nothing(client: TestClient) -> None:
    for secret in (False, True):
        table = Table.of(client, **{"from": "text", "text": FIGHT, "reproducible": False})
        assert rolls(table, secret) != foretold(secret)
        assert table.gm.look()["room"]["reproducible"] is False


def test_a_reproducible_fight_throws_the_dice_of_its_seed_and_every_seat_is_told(client: TestClient) -> None:
    for secret in (False, True):
        table = Table.of(client, **{"from": "text", "text": FIGHT, "reproducible": True})
        assert rolls(table, secret) == foretold(secret)
        for seat in (table.gm, table.sit("ana"), table.new_seat("spectator", "Eyes")):
            assert seat.look()["room"]["reproducible"] is True


def test_neither_the_disk_nor_a_save_tells_the_next_die(db: Path) -> None:
    with fresh(db) as client:
        table = Table.of(client, **{"from": "text", "text": FIGHT, "reproducible": False})
        rolls(table)
        save: dict[str, Any] = json.loads(table.gm.get("export", to="json").text)
    goes_on = starfray.restore(save)
    goes_on.gm("roll 100d1000")
    with fresh(db) as client:
        table.again(client)
        table.gm.do("roll", dice="100d1000")
        assert table.gm.look()["log"][-1]["faces"] != (goes_on.events[-1].faces or [])
        assert table.gm.look()["room"]["reproducible"] is False
    assert b'"generators"' not in db.read_bytes()


def test_the_streams_have_nothing_to_do_with_each_other() -> None:
    live = LiveGenerators()
    drawn = [[each.next64() for _ in range(50)] for each in (live.open, live.secret, live.policy)]
    assert len({number for stream in drawn for number in stream}) == 150


def test_a_demo_and_a_save_are_live_too(client: TestClient) -> None:
    made = client.post("/rooms", json={"from": "demo", "demo": "dock-9"}).json()
    table = Table.of(client, **{"from": "text", "text": starfray.loads(FIGHT).to_text(), "reproducible": False})
    for room, token in ((made["room"], made["token"]), (table.room, table.gm.token)):
        state = client.get(f"/api/rooms/{room}/state", headers={"Authorization": f"Bearer {token}"}).json()
        assert state["messages"][0]["view"]["room"]["reproducible"] is False
