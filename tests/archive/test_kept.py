"""Saves and rooms that older releases wrote open, show the same position, can be undone to the beginning, and go on."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import starfray
from starfray.fight import Fight
from starfray.room.app import make_app
from tests.archive.leeway import leeway_for
from tests.archive.positions import Values, values_of
from tests.archive.record_kept import KEPT, ROOMS_DB

HERE = Path(__file__).parent
RELEASES = sorted(path.parent.name for path in HERE.glob(f"*/{KEPT}"))


@cache
def kept(release: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(lzma.decompress((HERE / release / KEPT).read_bytes()))
    return found


SAVES = [(release, name) for release in RELEASES for name in kept(release)["saves"]]
ROOMS = [(release, name) for release in RELEASES for name in kept(release)["rooms"]]


def agrees(fight: Fight, position: Any, recorded: Values) -> None:
    leeway = leeway_for(fight.book.name)
    assert leeway.replayed(values_of(position)) == leeway.recorded(recorded)


def undone_to_the_beginning(fight: Fight, then: dict[str, Any]) -> None:
    """Every undo leaves fewer acts; in the end the position is the one the fight began with."""
    while fight.journal.entries or fight.draft is not None:
        before = (len(fight.journal.entries), fight.draft is not None)
        fight.undo()
        assert (len(fight.journal.entries), fight.draft is not None) < before
    agrees(fight, fight.state, then["start"])


def goes_on(fight: Fight) -> None:
    fight.gm("roll 2d6")
    fight.auto(acts=2)
    assert fight.journal.entries


def test_there_are_saves_and_rooms_of_every_book() -> None:
    assert "0.1" in RELEASES
    assert len({kept(release)["saves"][name]["save"]["rulebook"] for release, name in SAVES}) == 6
    assert len(ROOMS) >= 6


@pytest.mark.parametrize(("release", "name"), SAVES)
def test_a_save_opens_where_it_was_left_is_undone_to_the_beginning_and_goes_on(release: str, name: str) -> None:
    then = kept(release)["saves"][name]
    fight = starfray.restore(then["save"])
    agrees(fight, fight.state, then["now"])
    assert len(fight.journal.entries) == then["acts"]
    end, acts = fight.hash, list(fight.journal.entries)
    again = starfray.restore(json.loads(json.dumps(fight.to_json())))  # written by this release
    assert (again.hash, len(again.journal.entries)) == (end, len(acts))
    undone_to_the_beginning(again, then)
    goes_on(again)
    undone = len(fight.journal.undone)
    undone_to_the_beginning(fight, then)
    while len(fight.journal.undone) > undone:  # what was undone before it was saved may go another way now
        fight.redo()
    assert fight.hash == end
    assert fight.journal.entries == acts


@pytest.fixture(scope="module", params=RELEASES)
def rooms(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, TestClient]]:
    db = tmp_path_factory.mktemp(request.param) / "rooms.db"
    db.write_bytes(lzma.decompress((HERE / request.param / ROOMS_DB).read_bytes()))
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as client:
        yield request.param, client


@pytest.mark.parametrize(("release", "name"), ROOMS)
def test_a_room_opens_where_it_was_left_is_undone_to_the_beginning_and_goes_on(
    rooms: tuple[str, TestClient], release: str, name: str
) -> None:
    if rooms[0] != release:
        return
    client, then = rooms[1], kept(release)["rooms"][name]
    headers = {"Authorization": f"Bearer {then['token']}"}

    def do(op: str, **args: Any) -> None:
        answer = client.post(f"/api/rooms/{then['room']}/{op}", json=args, headers=headers)
        assert answer.status_code == 200, answer.json()

    view = client.get(f"/api/rooms/{then['room']}/state", headers=headers).json()["messages"][-1]["view"]
    fight: Fight = client.app.state.rooms.open[then["room"]].state.fight  # type: ignore[attr-defined]
    agrees(fight, fight.state, then["now"])
    assert len(fight.journal.entries) == then["acts"]
    assert list(view["cards"]) == list(then["cards"])
    assert any("was written by Starfray 0.1.0" in words for words in view["gm"]["dropped"])
    end, acts, undone = fight.hash, list(fight.journal.entries), len(fight.journal.undone)
    while fight.journal.entries or fight.draft is not None:
        do("undo")
    agrees(fight, fight.state, then["start"])
    if len(fight.journal.undone) > undone:
        do("redo", times=len(fight.journal.undone) - undone)
    assert (fight.hash, fight.journal.entries) == (end, acts)
    do("roll", dice="2d6")
