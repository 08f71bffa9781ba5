"""What players ask the GM for, free rolls of players, and the code on a shared screen."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.engine.errors import BadInput, Refused
from starfray.room import commands
from starfray.room.ops import extra_of
from starfray.room.project import project
from starfray.room.queries import board_query
from starfray.room.state import RoomState
from tests.room.table import Sitter, Table
from tests.room.test_areas import room_of
from tests.room.test_looks import PACES


@pytest.fixture
def room() -> RoomState:
    return room_of(PACES, "zara")


def do(room: RoomState, seat: str, op: str, **args: Any) -> Any:
    return commands.run(room, room.seats[seat], op, args)


def view(room: RoomState, seat: str) -> dict[str, Any]:
    return project(room, room.seats[seat])


def rows(room: RoomState, seat: str) -> list[str]:
    return [row["text"] for row in view(room, seat)["log"]]


# --- requests ------------------------------------------------------------------------------------------------------


def test_a_call_for_help_reaches_the_gm_and_nobody_else(room: RoomState) -> None:
    number = do(room, "ana", "request", do="help", why="what is a stun gun")["n"]
    asked = {"n": number, "kind": "help", "seat": "ana", "name": "Ana", "why": "what is a stun gun", "who": "zara"}
    assert view(room, "gm")["gm"]["requests"] == [asked] == view(room, "ana")["history"]["requests"]
    assert view(room, "eyes")["history"]["requests"] == []
    do(room, "gm", "request", do="accept", n=number)
    assert view(room, "gm")["gm"]["requests"] == []
    assert view(room, "ana")["history"]["answered"] == {"n": number, "kind": "help", "accepted": True}
    assert view(room, "eyes")["history"]["answered"] is None


def test_an_undo_is_accepted_or_refused(room: RoomState) -> None:
    do(room, "gm", "gm", text="set zara.mp 1")
    first = do(room, "ana", "request", do="undo", why="too hard")["n"]
    do(room, "gm", "request", do="refuse", n=first)
    assert room.fight.get("zara.mp") == 1
    assert view(room, "ana")["history"]["answered"]["accepted"] is False
    second = do(room, "ana", "request", do="undo")["n"]
    assert second > first
    do(room, "gm", "request", do="accept", n=second)
    assert room.fight.get("zara.mp") != 1
    assert room.requests == []


def test_what_the_gm_takes_back_in_secret_settles_no_wish(room: RoomState) -> None:
    do(room, "gm", "gm", text="set zara.mp 1")
    number = do(room, "ana", "request", do="undo")["n"]
    do(room, "gm", "gm", text='note "she is bluffing"')
    do(room, "gm", "undo")
    assert [each["n"] for each in room.requests] == [number]
    do(room, "gm", "gm", text='note "she is bluffing"')
    do(room, "gm", "request", do="accept", n=number)
    assert room.fight.get("zara.mp") != 1
    do(room, "gm", "gm", text="set zara.mp 1")
    do(room, "ana", "request", do="undo")
    do(room, "gm", "undo")
    assert room.requests == []


def test_a_test_is_thrown_for_whoever_asked(room: RoomState) -> None:
    number = do(room, "ana", "request", do="test", why="force the lock")["n"]
    procedure = next(each["usage"] for each in view(room, "gm")["gm"]["procedures"] if each["usage"].startswith("test "))
    assert procedure
    do(room, "gm", "request", do="accept", n=number, text="test 4")
    assert any("calls for a test" in row for row in rows(room, "ana"))


def test_one_request_of_a_kind_and_one_may_think_better_of_it(room: RoomState) -> None:
    do(room, "ana", "request", do="help", why="one")
    do(room, "ana", "request", do="help", why="two")
    do(room, "ana", "undo", request=True, why="three")
    assert [(each["kind"], each["why"]) for each in view(room, "gm")["gm"]["requests"]] == [("help", "two"), ("undo", "three")]
    assert view(room, "gm")["history"]["undo_request"]["why"] == "three"
    do(room, "gm", "undo", refuse=True)
    assert [each["kind"] for each in room.requests] == ["help"]
    do(room, "ana", "request", do="withdraw")
    assert room.requests == []


def test_who_may_ask_and_answer(room: RoomState) -> None:
    for seat, args in (
        ("ana", {"do": "accept", "n": 1}),
        ("eyes", {"do": "help"}),
        ("gm", {"do": "help"}),
        ("ana", {"do": "test", "who": "bo"}),
    ):
        with pytest.raises(Refused):
            do(room, seat, "request", **args)
    with pytest.raises(BadInput):
        do(room, "gm", "request", do="accept", n=7)


def test_a_lost_seat_is_given_back_with_one_tap(client: TestClient) -> None:
    table = Table.text(client, PACES)
    table.sit("ana", "Ana")
    code = table.gm.do("room", do="code")["code"]
    offered = client.post("/api/join", json={"code": code}).json()["choose"][0]
    assert offered["taken"] == [{"seat": "ana", "name": "Ana"}]
    asked = client.post(
        "/api/join", json={"code": code, "room": table.room, "seat": "ana", "name": "Ana again", "ask": True}
    ).json()
    assert asked["waiting"] is True
    assert client.post("/api/mine", json={"tokens": [asked["token"]]}).json() == []
    wish = table.gm.look()["gm"]["requests"][0]
    assert (wish["kind"], wish["seat"], wish["why"]) == ("seat", "ana", "Ana again")
    assert "mark" not in wish
    table.gm.do("request", do="accept", n=wish["n"])
    assert [each["room"] for each in client.post("/api/mine", json={"tokens": [asked["token"]]}).json()] == [table.room]
    assert Sitter(client, table.room, asked["token"]).look()["you"]["plays"] == ["zara"]


# --- free rolls ----------------------------------------------------------------------------------------------------


def test_an_open_roll_is_everybodys(room: RoomState) -> None:
    assert do(room, "ana", "roll", dice="2d6", note="is it loaded") is None
    for seat in ("gm", "ana", "eyes"):
        assert rows(room, seat)[-2].startswith("Zara rolls")
        assert rows(room, seat)[-1] == "Zara rolled for: is it loaded"


def test_a_roll_to_the_gm_is_told_to_the_roller_alone(room: RoomState) -> None:
    before = {seat: view(room, seat)["log"] for seat in ("ana", "eyes")}
    told = do(room, "ana", "roll", dice="3d6", note="luck", to="gm")
    assert len(told["faces"]) == 3
    assert told["total"] == sum(told["faces"])
    assert any("Ana: luck" in row for row in rows(room, "gm"))
    assert {seat: view(room, seat)["log"] for seat in ("ana", "eyes")} == before


def test_a_blind_roll_is_the_gms_alone(room: RoomState) -> None:
    before = view(room, "ana")
    assert do(room, "ana", "roll", dice="3d6", to="blind") is None
    assert view(room, "ana") == before
    assert any("Ana" in row for row in rows(room, "gm"))
    assert room.fight.journal.entries[-1].tape[0].secret


def test_a_roll_is_for_somebody_one_plays(room: RoomState) -> None:
    with pytest.raises(Refused):
        do(room, "ana", "roll", dice="2d6", who="bo")
    with pytest.raises(Refused):
        do(room, "eyes", "roll", dice="2d6")
    with pytest.raises(BadInput):
        do(room, "ana", "roll", dice="2x6")


# --- the code on a shared screen -----------------------------------------------------------------------------------


def test_screens_show_a_code_if_the_gm_lets_them(room: RoomState) -> None:
    assert view(room, "eyes")["room"]["board"] == ""
    code = do(room, "gm", "room", do="board")["code"]
    assert view(room, "eyes")["room"]["board"] == code == view(room, "gm")["room"]["board"]
    assert view(room, "ana")["room"]["board"] == ""
    assert board_query(room, room.seats["eyes"]) == {"code": code}
    with pytest.raises(Refused):
        board_query(room, room.seats["ana"])
    assert code not in repr(extra_of(room))
    do(room, "gm", "room", do="board", on=False)
    with pytest.raises(Refused):
        board_query(room, room.seats["eyes"])
