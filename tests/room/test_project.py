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
from starfray.room.diff import appended, diff, empty, fine_diff, patch
from starfray.room.project import project
from starfray.room.room_fight import to_room_fight
from starfray.room.rooms import first_seats
from starfray.room.seat_streams import Stream
from starfray.room.seats import Seat, holder_of, viewer_of
from starfray.room.state import RoomState
from starfray.summary import Looks
from tests.room.table import FIGHT

KEYS = [
    "room",
    "you",
    "seats",
    "agenda",
    "turn",
    "cards",
    "order",
    "scene",
    "goals",
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
@given(views, views, st.lists(views, min_size=1, max_size=5))
def test_fine_diffs_lead_there_too_whatever_was_gone_before(first: Any, other: Any, others: list[Any]) -> None:
    """Through several views and back to the first, as a client that keeps what was gone."""
    stream, kept = Stream(), dict[str, Any]()
    held: dict[str, Any] = {}
    for forms in [first, other, *others, first]:
        view = {"forms": forms, "cards": other, "log": [], "acts": []}
        news = stream.advance(view)
        if news is not None and news.fine is not None and news.fine["type"] == "view":
            held = view
        elif news is not None and news.fine is not None:
            before = json.dumps(held)
            made = patch(held, news.fine, kept)
            assert json.dumps(held) == before
            held = made
        assert held == view


FORMS = [{"kind": kind, "cost": "1 AP", "refused": None, "fields": [{"name": "target", "default": "tor"}]} for kind in "abcdef"]


def view_of(forms: dict[str, Any], rows: list[Any]) -> dict[str, Any]:
    return {"forms": forms, "agenda": rows, "log": [], "acts": []}


def test_of_a_list_only_the_rows_that_changed_are_told() -> None:
    rows = [{"who": who, "name": who, "when": "3", "status": "next"} for who in ("mira", "tor", "jarl")]
    now = [rows[0], {**rows[1], "status": "now"}, rows[2]]
    assert fine_diff(view_of({}, rows), view_of({}, now), {})["set"] == {"agenda/1/status": "now"}
    assert diff(view_of({}, rows), view_of({}, now))["set"] == {"agenda": now}
    assert fine_diff(view_of({}, rows), view_of({}, rows[1:]), {})["set"] == {"agenda": rows[1:]}


def test_forms_that_come_again_are_told_by_what_has_changed() -> None:
    stream = Stream()
    stream.advance(view_of({"mira": FORMS}, []))
    stream.advance(view_of({}, []))
    changed = [*FORMS[:-1], {**FORMS[-1], "cost": "2 AP"}]
    news = stream.advance(view_of({"mira": changed}, []))
    assert news is not None
    assert news.fine is not None
    assert (news.fine["back"], news.fine["set"]) == (["forms/mira"], {"forms/mira/5/cost": "2 AP"})
    assert news.plain is None  # nobody takes those


def test_whoever_comes_anew_is_never_told_of_what_it_has_not() -> None:
    """A second page of the seat gets the whole view; forms that were gone before it came are sent whole to both."""
    stream = Stream()
    stream.advance(view_of({"mira": FORMS}, []))
    stream.advance(view_of({}, []))
    assert [message["type"] for message in stream.since(None, fine=True)] == ["view"]
    news = stream.advance(view_of({"mira": FORMS}, []))
    assert news is not None
    assert news.fine is not None
    assert news.fine["set"] == {"forms/mira": FORMS}
    assert "back" not in news.fine


def test_a_client_that_takes_plain_diffs_gets_them_beside_one_that_takes_fine_ones() -> None:
    stream = Stream()
    plain: list[Any] = []
    fine: list[Any] = []
    rows = [{"who": "mira", "name": "Mira", "status": "next"}]
    stream.advance(view_of({}, rows))
    stream.since(None)
    stream.enter(plain.append, fine=False)
    stream.enter(fine.append, fine=True)
    now = [{**rows[0], "status": "now"}]
    news = stream.advance(view_of({}, now))
    assert news is not None
    stream.tell(news)
    assert [message["set"] for message in plain] == [{"agenda": now}]
    assert [message["set"] for message in fine] == [{"agenda/0/status": "now"}]
    assert stream.since(1) == [news.plain]
    assert stream.since(1, fine=True) == [news.fine]


def test_who_begins_to_take_plain_diffs_gets_the_view_where_only_fine_ones_were_made() -> None:
    stream = Stream()
    stream.advance(view_of({}, []))
    stream.advance(view_of({"mira": FORMS}, []))
    assert [message["type"] for message in stream.since(1)] == ["view"]
    stream.advance(view_of({}, []))
    assert [message["type"] for message in stream.since(2)] == ["diff"]


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


def test_what_an_act_came_to_looks_at_each_position_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards and summaries of all seats that see the same ask how everybody is; it is worked out once for each new position."""
    room = room_of(demo_path("dock-9"))
    room.fight.advance()
    asked: list[str] = []
    real = Looks.vitals

    def vitals(self: Looks, state: Any, seen: Any, actor: Any) -> Any:
        asked.append(actor.id)
        return real(self, state, seen, actor)

    monkeypatch.setattr(Looks, "vitals", vitals)
    views = [Seat("gm", "gm", "GM"), Seat("eyes", "spectator", "Eyes")]
    for number in range(3):
        room.fight.gm(f"set tor.hp {number + 2}")
        asked.clear()
        common: dict[Any, Any] = {}
        for seat in views:
            project(room, seat, common)
        if number:
            positions = len({id(room.fight.view(each)) for each in ("gm", "spectator")})
            assert len(asked) <= positions * len(room.fight.state.roster)


def test_seats_share_no_more_than_they_both_know() -> None:
    """Made beside the GM's, from the same parts, a player's view is the one it would be alone."""
    text = FIGHT.replace("hidden = true", 'hidden = true\nsecret = ["hp"]')
    fight = starfray.loads(text)
    seats = first_seats(fight)
    seats["eyes"] = Seat("eyes", "spectator", "Eyes")
    room = RoomState("room", "Hall", to_room_fight(fight, seats), seats)
    room.fight.advance()
    for hidden in (True, False):
        room.fight.gm(f"set ghost.hidden {str(hidden).lower()}")
        common: dict[Any, Any] = {}
        together = {name: project(room, seat, common) for name, seat in seats.items()}
        assert together == {name: project(room, seat) for name, seat in seats.items()}
        assert ("ghost" in json.dumps(together["ana"])) is not hidden


GOALS = """
[[goal]]
side = "crew"
kind = "reach"
name = "the lift"
at = [28, 4]

[[goal]]
side = "crew"
kind = "protect"
who = ["mira"]

[[goal]]
side = "syndicate"
kind = "protect"
who = ["ghost"]
"""


def test_goals_are_told_with_how_far_they_are_but_not_those_that_name_somebody_unseen(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    path.write_text(FIGHT + GOALS, encoding="utf-8")
    room = room_of(path)
    told = [(goal["side"], goal["text"], goal["progress"]) for goal in project(room, room.seats["ana"])["goals"]]
    name = room.fight.state.roster["mira"].name
    assert told == [("crew", "the lift", "0 of 1 there"), ("crew", f"protect {name}", "safe so far")]
    assert [goal["side"] for goal in project(room, room.seats["gm"])["goals"]] == ["crew", "crew", "syndicate"]
