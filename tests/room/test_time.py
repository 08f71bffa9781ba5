"""Time to act in: off until the GM sets it, then a policy does what a player did not, and the log says so."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from starfray.room.app import make_app
from tests.room.table import Table
from tests.room.test_playing import turn_of

SOON = 20.0  # seconds a test is willing to wait for what must come


@pytest.fixture
def hall(client: TestClient) -> Table:
    table = Table.text(client)
    turn_of(table, "mira")
    return table


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not what():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def marks(table: Table) -> set[str]:
    return {mark for row in table.gm.look()["log"] for mark in row["marks"]}


def test_a_policy_acts_for_a_player_whose_time_is_up(hall: Table) -> None:
    ana = hall.sit("ana")
    assert ana.look()["room"]["timeout"] == 0
    hall.gm.do("room", do="timeout", seconds=1)
    assert ana.look()["room"]["timeout"] == 1
    until(lambda: "timeout" in marks(hall))
    assert any(row["who"] == "mira" for row in hall.gm.look()["log"] if "timeout" in row["marks"])


def test_dice_a_player_does_not_type_are_thrown(hall: Table) -> None:
    ana = hall.sit("ana")
    ana.do("hand", on=True)
    ana.do("play", action="shot mira jarl vulcan-carbine")
    assert ana.look()["asks"][0]["kind"] == "dice"
    hall.gm.do("room", do="timeout", seconds=1)
    until(lambda: any(row["faces"] and "timeout" in row["marks"] for row in hall.gm.look()["log"]))


def test_time_runs_for_players_only(hall: Table) -> None:
    """Nobody acts for the GM, and nobody acts where no time was set."""
    hall.gm.do("seat", do="close", seat="ana")
    hall.gm.do("seat", do="close", seat="ben")
    hall.gm.do("room", do="timeout", seconds=1)
    from starfray.room.auto import waited_for

    room = hall.client.app.state.rooms.open[hall.room]  # type: ignore[attr-defined]
    assert waited_for(room.state) is None
    assert room.timer is None


def test_time_off_again_stops_the_clock(hall: Table) -> None:
    hall.sit("ana")
    room = hall.client.app.state.rooms.open[hall.room]  # type: ignore[attr-defined]
    hall.gm.do("room", do="timeout", seconds=600)
    first = room.timer
    hall.gm.do("gm", text='note "nothing of theirs"')
    assert room.timer is not None
    hall.gm.do("room", do="timeout", seconds=0)
    assert first.cancelled()
    assert room.timer is None


def test_time_goes_on_after_a_restart(db: Path) -> None:
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as first:
        table = Table.text(first)
        turn_of(table, "mira")
        table.sit("ana")
        table.gm.do("room", do="timeout", seconds=1)
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as second:
        table.again(second)
        until(lambda: "timeout" in marks(table))


def test_what_a_dial_did_is_marked(hall: Table) -> None:
    hall.gm.do("dial", who="mira", kind="act", value="auto")
    until(lambda: "auto" in marks(hall))
