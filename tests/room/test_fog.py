"""Fog: of what a side has never seen nothing is sent to it, neither walls nor places nor the picture."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from starlette.testclient import TestClient

from starfray.room.app import make_app
from tests.room.table import Sitter, Table
from tests.room.test_campaigns import Book
from tests.room.test_pictures import upload
from tests.walls.scenes import HOUSE

FIGHT = (
    """
rulebook = "coriolis"
map = [20, 20]
fog = true
[orders]
"coriolis.initiative.weapon" = "no"
{under}
[[cover]]
name = "west crate"
kind = "crate"
at = [4, 5]
[[cover]]
name = "east crate"
kind = "crate"
at = [16, 5]
[[zone]]
name = "east mist"
kind = "smoke"
at = [17, 3]
radius = 1
"""
    + HOUSE.format(open="false")
    .replace("[10, 14], [10, 16]", "[10, 19], [10, 20]")
    .replace("[10, 10], [10, 14]", "[10, 10], [10, 19]")
    + """
[[wall]]
points = [[15, 1], [15, 4]]
[[combatant]]
id = "mira"
archetype = "convoy-gunner"
side = "crew"
seat = "ana"
at = [3, 9]
[[combatant]]
id = "jarl"
archetype = "station-guard"
side = "dock"
seat = "ben"
at = [17, 9]
"""
)


def seated(client: TestClient, under: str = "") -> tuple[Table, Sitter]:
    table = Table.text(client, FIGHT.replace("{under}", under))
    return table, table.sit("ana")


def cell(view: dict[str, object], x: float, y: float) -> str:
    fog = view["scene"]["fog"]  # type: ignore[index]
    return str(fog["rows"][int(y / fog["edge"])][int(x / fog["edge"])])


def test_nothing_behind_the_wall_is_sent_until_the_door_opens(client: TestClient) -> None:
    table, ana = seated(client)
    seen = ana.look()
    assert [each["name"] for each in seen["scene"]["cover"]] == ["west crate"]
    assert (seen["scene"]["zones"], seen["cards"]["jarl"]["at"], seen["cards"]["jarl"]["rings"]) == ([], None, [])
    assert {x for wall in seen["scene"]["walls"] for x, _ in wall["points"]} == {10}
    assert (cell(seen, 4, 5), cell(seen, 16, 5)) == ("1", "0")
    assert seen["cards"]["mira"]["at"] == [3, 9]
    table.gm.do("gm", text="door hatch open=yes")
    seen = ana.look()
    assert (seen["cards"]["jarl"]["at"], cell(seen, 17, 9), cell(seen, 17, 3)) == ([17, 9], "1", "0")
    table.gm.do("gm", text="door hatch open=no")
    assert cell(ana.look(), 17, 9) == "1"  # what was seen once stays seen
    assert "east mist" not in json.dumps(ana.view)


def test_every_side_has_its_own_fog_the_gm_none_and_who_watches_what_all_have_seen(client: TestClient) -> None:
    table, _ = seated(client)
    ben, guest = table.sit("ben"), table.new_seat("spectator", "Guest")
    assert [each["name"] for each in ben.look()["scene"]["cover"]] == ["east crate"]
    assert ben.view["cards"]["mira"]["at"] is None
    whole = table.gm.look()
    assert (whole["scene"]["fog"], len(whole["scene"]["walls"]), len(whole["scene"]["cover"])) == (None, 6, 2)
    assert guest.look()["scene"]["cover"] == []
    table.gm.do("gm", text="set scene.fog false")
    assert (len(ben.look()["scene"]["cover"]), ben.view["scene"]["fog"]) == (2, None)
    assert ben.view["cards"]["mira"]["at"] == [3, 9]


def test_what_was_passed_on_the_way_was_seen(client: TestClient) -> None:
    table, ana = seated(client)
    table.gm.do("gm", text="door hatch open=yes")
    table.gm.do("gm", text="set mira.initiative 50")
    while "mira" not in table.gm.look()["turn"]["actors"]:
        table.gm.do("play", action=f"end-turn {table.gm.view['turn']['actors'][0]}")
    assert cell(ana.look(), 12, 2) == "0"
    table.gm.do("play", action="move mira 9,9>10.5,9>9.5,9")
    assert cell(ana.look(), 12, 2) == "1"


def test_what_was_seen_is_known_after_a_restart(db: Path) -> None:
    with TestClient(make_app(db)) as client:
        table, ana = seated(client)
        table.gm.do("gm", text="door hatch open=yes")
        table.gm.do("gm", text="door hatch open=no")
    with TestClient(make_app(db)) as again:
        table.again(again, ana)
        ana.version = None
        assert (cell(ana.look(), 17, 9), cell(ana.view, 17, 3)) == ("1", "0")


@pytest.fixture
def plan(client: TestClient) -> str:
    """A white picture, by its name on the server."""
    held = io.BytesIO()
    Image.new("RGB", (400, 400), (255, 255, 255)).save(held, "PNG")
    return str(upload(Book(client), held.getvalue(), "map").json()["picture"])


def test_of_the_picture_players_get_what_they_have_seen(client: TestClient, plan: str) -> None:
    table, ana = seated(client, f'[backdrop]\npicture = "{plan}"')
    under = ana.look()["scene"]["backdrop"]
    assert under["picture"] == ""
    assert plan not in json.dumps(ana.view)
    assert table.gm.look()["scene"]["backdrop"]["picture"] == plan
    sent = client.get(f"/api/rooms/{table.room}/under/{under['covered']}.webp")
    with Image.open(io.BytesIO(sent.content)) as shown:
        west, east = shown.getpixel((80, 300)), shown.getpixel((320, 300))  # at 4,5 and 16,5
    assert isinstance(west, tuple)
    assert isinstance(east, tuple)
    assert (min(west) > 240, max(east) < 15) == (True, True)
    assert client.get(f"/api/rooms/{table.room}/under/{'0' * 40}.webp").status_code == 404
