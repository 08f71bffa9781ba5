"""The sheet during a fight: what its player reads, rolls from and writes, and what nobody else does."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.demo_files import demo_names, demo_path
from starfray.engine.errors import BadInput, Refused
from starfray.engine.procedures import find_procedure
from starfray.files import loads, party_sheet
from starfray.room import commands
from starfray.room.own_sheet import own_sheet
from starfray.room.project import project
from starfray.room.state import RoomState
from tests.room.test_areas import room_of
from tests.room.test_looks import PACES


@pytest.fixture
def room() -> RoomState:
    return room_of(PACES, "zara")


def do(room: RoomState, seat: str, op: str, **args: Any) -> Any:
    return commands.run(room, room.seats[seat], op, args)


def read(room: RoomState, seat: str, who: str = "zara") -> dict[str, Any]:
    return own_sheet(room, room.seats[seat], who)


@pytest.mark.parametrize("demo", demo_names())
def test_every_test_of_every_sheet_can_be_thrown(demo: str) -> None:
    fight = loads(demo_path(demo).read_text(encoding="utf-8"))
    for actor in fight.state.roster.values():
        for each in fight.book.tests(actor, fight.content):
            find_procedure(fight.book, f"{each.text} {each.open_end}50" if each.open_end else each.text)
            assert each.p is None or 0 <= each.p <= 1
            assert fight.book.ledger().summary(each.rule)


def test_a_skill_is_its_attribute_and_its_level_with_the_chance_of_a_six() -> None:
    fight = loads(demo_path("dock-9").read_text(encoding="utf-8"))
    found = {each.label: each for each in fight.book.tests(fight.state.roster["mira"], fight.content)}
    shot = found["Ranged Combat"]
    assert (shot.why, shot.figure, shot.text) == ("Agility 4 + 3", "7 dice", "test attribute=4 skill=3")
    assert shot.p == pytest.approx(1 - (5 / 6) ** 7)
    assert "Science" not in found, "an advanced skill nobody has learned cannot be tried"


def test_who_plays_somebody_reads_the_sheet_and_the_gm_every_one(room: RoomState) -> None:
    assert read(room, "ana")["tests"] == read(room, "gm")["tests"] != []
    other = next(who for who in room.fight.state.roster if who != "zara")
    assert read(room, "gm", other)["who"] == other
    with pytest.raises(Refused, match="not yours to play"):
        read(room, "ana", other)
    with pytest.raises(BadInput, match="nobody is called"):
        read(room, "ana", "nobody")


def test_notes_and_counters_are_kept_undone_and_brought_home(room: RoomState) -> None:
    do(room, "ana", "own", do="note", who="zara", text='owes Bo 20 "credits"\nand a drink')
    do(room, "ana", "own", do="counter", who="zara", name="favours", value="2")
    do(room, "ana", "own", do="counter", who="zara", name="luck", value="1")
    do(room, "ana", "own", do="counter", who="zara", name="luck")
    found = read(room, "ana")
    assert (found["notes"], found["counters"]) == ('owes Bo 20 "credits"\nand a drink', [{"name": "favours", "value": 2}])
    fight = room.fight
    kept = party_sheet(fight.book, fight.content, fight.state.roster["zara"])
    assert (kept["counters"], kept["own-notes"]) == ({"favours": 2}, 'owes Bo 20 "credits"\nand a drink')
    do(room, "gm", "undo")
    assert read(room, "ana")["counters"] == [{"name": "favours", "value": 2}, {"name": "luck", "value": 1}]


def test_nobody_else_hears_what_is_written(room: RoomState) -> None:
    do(room, "ana", "own", do="note", who="zara", text="the crate is empty")
    for seat in ("ana", "eyes"):
        assert "crate" not in str(project(room, room.seats[seat]))
    with pytest.raises(Refused, match="can only watch"):
        do(room, "eyes", "own", do="note", who="zara", text="mine now")


@pytest.mark.parametrize(("args", "field"), [
    ({"do": "counter", "name": "luck", "value": "many"}, "value"), ({"do": "counter", "name": " ", "value": "1"}, "name"),
    ({"do": "burn"}, "do"),
])  # fmt: skip
def test_what_no_sheet_can_hold_is_refused(room: RoomState, args: dict[str, str], field: str) -> None:
    with pytest.raises(BadInput) as refused:
        do(room, "ana", "own", who="zara", **args)
    assert refused.value.field == field


def test_the_test_a_player_would_throw_comes_along_with_the_wish(room: RoomState) -> None:
    wanted = read(room, "ana")["tests"][0]
    number = do(room, "ana", "request", do="test", why=wanted["why"], who="zara", text=wanted["text"])["n"]
    asked = project(room, room.seats["gm"])["gm"]["requests"][0]
    assert (asked["n"], asked["text"]) == (number, wanted["text"])
    do(room, "gm", "request", do="accept", n=number, text=asked["text"])
    assert project(room, room.seats["gm"])["gm"]["requests"] == []
