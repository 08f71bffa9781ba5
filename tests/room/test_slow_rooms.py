"""Limits hold on every way in, and a room that is slow does not slow others."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.engine.setup import MAX_COMBATANTS
from starfray.room.limits import MAX_FIGHT
from starfray.room.room_fight import RoomFight
from tests.room.table import FIGHT, Table

CROWD = "add \"id = 'thug', archetype = 'corsair-boarder', side = 'syndicate', count = {count}\""


def test_the_gm_cannot_add_more_combatants_than_a_fight_may_have(client: TestClient) -> None:
    table = Table.text(client)
    table.gm.do("gm", text=CROWD.format(count=30))
    said = table.gm.refused("gm", text=CROWD.replace("thug", "more").format(count=MAX_COMBATANTS - 33))
    assert said["reason"] == f"add.count: {MAX_COMBATANTS + 1} combatants"
    assert len(table.gm.look()["cards"]) == 34


def test_tables_of_many_copies_are_counted_as_they_are_made(client: TestClient) -> None:
    row = '[[combatant]]\nid = "x{}"\narchetype = "corsair-boarder"\ncount = 399\nside = "syndicate"\n'
    answer = client.post("/api/rooms", json={"from": "text", "text": FIGHT + "".join(row.format(n) for n in range(300))})
    assert answer.status_code == 400
    assert "at most 400" in answer.json()["legal"]


def test_a_fight_whose_copies_make_it_huge_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    text = FIGHT.replace('id = "jarl"', f'id = "jarl"\ncount = 100\nnotes = "{"x" * 100_000}"')
    answer = client.post("/api/rooms", json={"from": "text", "text": text})
    assert (answer.status_code, answer.json()["reason"]) == (400, "the fight is too big")
    assert MAX_FIGHT < 100 * 100_000


def test_a_slow_room_does_not_slow_others(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, others_played = RoomFight.gm, threading.Event()

    def slow(fight: RoomFight, text: str, **forced: Any) -> Any:
        if "slow" in text:
            assert others_played.wait(60)
        return plain(fight, text, **forced)

    monkeypatch.setattr(RoomFight, "gm", slow)
    bomb, quick = Table.text(client), Table.text(client)
    bomb.gm.do("gm", text=CROWD.format(count=30))
    busy = threading.Thread(target=bomb.gm.do, args=("gm",), kwargs={"text": 'note "slow"'})
    busy.start()
    for _ in range(3):
        quick.gm.do("gm", text='note "quick"')
        quick.gm.look()
    assert busy.is_alive()
    others_played.set()
    busy.join()


def test_a_slow_room_rests_and_so_leaves_others_their_share(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = RoomFight.gm

    def slow(fight: RoomFight, text: str, **forced: Any) -> Any:
        time.sleep(0.3)
        return plain(fight, text, **forced)

    monkeypatch.setattr(RoomFight, "gm", slow)
    table = Table.text(client)
    begun = time.monotonic()
    for _ in range(3):
        table.gm.do("gm", text='note "slow"')
    assert time.monotonic() - begun > 3 * 0.3 + 2 * 0.25
