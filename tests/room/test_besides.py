"""Free actions out of turn, in a room: whose they are, what is sent, and what nobody is told."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

import starfray
from starfray.demo_files import demo_names
from starfray.room.auto import waited_for
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat
from starfray.room.state import RoomState
from tests.room.table import Table

TEXT = """
rulebook = "compound-x"
title = "Bay"
seed = 3
map = [40, 20]
[now]
round = 1
order = ["mira", "bo", "tor", "ghost"]
up = "mira"
started = true
[[combatant]]
id = "mira"
name = "Mira"
side = "crew"
seat = "ana"
actions = 4
at = [2, 5]
weapons = ["ecsc-mk16"]
[[combatant]]
id = "bo"
name = "Bo"
side = "crew"
seat = "ben"
at = [2, 8]
hunkered = true
weapons = ["ecsc-mk16"]
[[combatant]]
id = "tor"
name = "Tor"
side = "dock"
at = [30, 5]
weapons = ["ecsc-mk16"]
[[combatant]]
id = "ghost"
name = "Ghost"
side = "dock"
at = [30, 9]
hidden = true
weapons = ["ecsc-mk16"]
"""


def kinds(view: dict[str, Any], who: str) -> list[str]:
    return [form["kind"] for form in view["turn"]["besides"][who]]


def test_a_seat_gets_the_forms_of_what_it_may_do_meanwhile_and_it_is_no_turn(client: TestClient) -> None:
    table = Table.text(client, TEXT)
    ana, ben = table.sit("ana"), table.sit("ben")
    view = ben.look()
    assert (view["turn"]["yours"], view["turn"]["actors"], view["forms"]) == ([], ["mira"], {})
    assert list(view["turn"]["besides"]) == ["bo"]
    assert kinds(view, "bo") == ["free", "crouch", "unhunker"]
    assert all(form["refused"] is None for form in view["turn"]["besides"]["bo"])
    assert ana.look()["turn"]["besides"] == {}
    ben.do("play", action="unhunker bo")
    assert kinds(ben.look(), "bo") == ["free", "crouch"]
    assert "Bo looks up again." in ana.texts()
    assert ana.look()["turn"]["yours"] == ["mira"]


def test_the_gm_has_those_nobody_else_plays_and_watchers_have_none(client: TestClient) -> None:
    table = Table.text(client, TEXT)
    table.sit("ana")
    table.sit("ben")
    assert list(table.gm.look()["turn"]["besides"]) == ["tor", "ghost"]
    for kind in ("spectator", "tv"):
        assert table.new_seat(kind, kind).look()["turn"]["besides"] == {}


def test_anything_else_out_of_turn_is_refused_and_leaves_no_trace(client: TestClient) -> None:
    table = Table.text(client, TEXT)
    ben = table.sit("ben")
    version = ben.look()["history"]["entries"]
    assert ben.refused("play", action="fire bo tor")["rule"] == "cx.free.limit"
    assert ben.refused("play", action="end-turn bo")["rule"] == "cx.free.limit"
    assert ben.refused("play", action="crouch mira")["reason"].startswith("mira is not yours")
    assert ben.look()["history"]["entries"] == version


def test_what_a_hidden_one_does_meanwhile_is_the_gms_alone(client: TestClient) -> None:
    table = Table.text(client, TEXT)
    ana = table.sit("ana")
    before = ana.look()
    versions = list(ana.versions)
    table.gm.do("play", action="crouch ghost")
    after = ana.look()
    assert after == before
    assert "ghost" not in str(after).lower()
    assert ana.versions == versions
    assert any("Ghost crouches" in each for each in table.gm.texts())


def test_a_free_action_of_somebody_else_gives_nobody_more_time() -> None:
    seats = {
        "gm": Seat("gm", "gm", "GM"),
        "ana": Seat("ana", "player", "Ana", ["mira"]),
        "ben": Seat("ben", "player", "Ben", ["bo"]),
    }
    room = RoomState("r", "Bay", to_room_fight(starfray.loads(TEXT), seats), seats, timeout=30)
    before = waited_for(room)
    assert before is not None
    room.fight.play("crouch bo")
    assert waited_for(room) == before
    room.fight.play("aim mira tor")
    assert waited_for(room) != before


def test_a_preview_and_odds_of_it_can_be_asked_for(client: TestClient) -> None:
    table = Table.text(client, TEXT)
    ben = table.sit("ben")
    seen = ben.post("preview", action="crouch bo").json()
    assert (seen["legal"], seen["cost"]) == (True, "free")
    assert "crouched" in str(ben.post("odds", action="crouch bo").json())
    assert ben.post("preview", action="fire bo tor").json()["refused"]["rule"] == "cx.free.limit"


@pytest.mark.parametrize("demo", demo_names())
def test_no_other_book_has_any_but_hybrid_its_glances(client: TestClient, demo: str) -> None:
    view = Table.demo(client, demo).gm.look()
    kinds = {form["kind"] for forms in view["turn"]["besides"].values() for form in forms}
    if view["room"]["rulebook"] != "compound-x":
        assert kinds <= ({"glance"} if view["room"]["rulebook"] == "hybrid" else set())
