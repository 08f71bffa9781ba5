"""The view of a seat and the diffs between views."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import starfray
from starfray.demo_files import demo_names, demo_path
from starfray.room.diff import appended, diff, empty, patch
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.seats import Seat, holder_of, viewer_of
from starfray.room.state import RoomState

KEYS = [
    "room",
    "you",
    "seats",
    "agenda",
    "turn",
    "cards",
    "order",
    "scene",
    "areas",
    "diagram",
    "forms",
    "asks",
    "draft",
    "queued",
    "log",
    "acts",
    "history",
    "gm",
]


def room_of(path: Path) -> RoomState:
    fight = starfray.load(path)
    first = next(iter(fight.state.roster))
    seats = {"gm": Seat("gm", "gm", "GM"), "ana": Seat("ana", "player", "Ana", [first]), "tv": Seat("tv", "tv", "Screen")}
    made = to_room_fight(fight, seats)
    made.advance()
    return RoomState("r", "Title", made, seats)


@pytest.mark.parametrize("demo", demo_names())
@pytest.mark.parametrize("seat", ["gm", "ana", "tv"])
def test_every_book_gives_every_seat_a_view_of_the_same_form(demo: str, seat: str) -> None:
    room = room_of(demo_path(demo))
    view = project(room, room.seats[seat])
    assert list(view) == KEYS
    assert json.loads(json.dumps(view)) == view
    assert (view["gm"] is None) == (seat != "gm")
    assert set(view["cards"]) == set(view["order"])
    for who, forms in view["forms"].items():
        assert who in view["turn"]["yours"]
        assert forms
    assert all(row["text"] for row in view["log"])
    assert project(room, room.seats[seat]) == view


def test_a_secret_figure_is_shown_as_printed_and_marked() -> None:
    text = demo_path("dock-9").read_text(encoding="utf-8").replace('id        = "jarl"', 'id = "jarl"\nsecret = ["hp"]\nhp = 3')
    fight = starfray.loads(text)
    seats = {"gm": Seat("gm", "gm", "GM"), "ana": Seat("ana", "player", "Ana", ["mira"])}
    room = RoomState("r", "T", to_room_fight(fight, seats), seats)

    def hp(seat: str) -> dict[str, Any]:
        lines = project(room, seats[seat])["cards"]["jarl"]["lines"]
        found: dict[str, Any] = next(each for each in lines if each["label"] == "HP")
        return found

    assert hp("gm")["value"].startswith("3")
    assert not hp("gm")["assumed"]
    assert not hp("ana")["value"].startswith("3")
    assert hp("ana")["assumed"]


def test_a_station_belongs_to_its_own_seat_before_the_ships() -> None:
    seats = {"a": Seat("a", "player", "A", ["ship"]), "b": Seat("b", "player", "B", ["ship/pilot"])}
    pilot, gunner = holder_of(seats, "ship/pilot"), holder_of(seats, "ship/gunner")
    assert pilot is seats["b"]
    assert gunner is seats["a"]
    assert holder_of(seats, "other") is None


def test_a_player_without_a_combatant_sees_what_spectators_see() -> None:
    room = room_of(demo_path("dock-9"))
    assert viewer_of(room.fight.state, Seat("x", "player", "X")) == "spectator"
    assert viewer_of(room.fight.state, Seat("x", "player", "X", ["nobody"])) == "spectator"


plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 3), st.text("ab/~", max_size=2)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text("ab/~", max_size=2), inner, max_size=3)),
    max_leaves=8,
)
views = st.dictionaries(st.sampled_from(["x", "y", "a/b", "~"]), plain, max_size=4)


@settings(deadline=None)
@given(views, views)
def test_a_diff_leads_from_one_view_to_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    one, other = {**old, "log": [], "acts": []}, {**new, "log": [], "acts": []}
    assert patch(one, diff(one, other)) == other
    assert empty(diff(one, one))


@settings(deadline=None)
@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 8))
def test_a_log_that_grew_is_sent_as_what_was_added(shared: int, more: int, cut: int) -> None:
    rows = [{"n": number // 3, "i": number % 3, "text": str(number)} for number in range(shared + more)]
    old, new = rows[:shared], rows[min(cut, shared) :]
    added = appended(old, new)
    if added is not None:
        assert old + added == rows
    else:
        assert not old or cut >= shared


def test_a_log_that_was_taken_back_is_sent_whole() -> None:
    old = [{"n": 1, "i": 0, "text": "a"}, {"n": 2, "i": 0, "text": "b"}]
    assert appended(old, old[:1]) is None
    assert appended(old, [old[0], {"n": 2, "i": 0, "text": "c"}]) is None
    assert diff({"log": old, "acts": old}, {"log": old[:1], "acts": old})["set"] == {"log": old[:1]}
    assert diff({"log": old, "acts": old}, {"log": old, "acts": old[:1]})["set"] == {"acts": old[:1]}
