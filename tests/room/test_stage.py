"""What a seat is told so that a page can show the fight: how everybody is, what happened, what is awaited."""

from __future__ import annotations

from typing import Any

from starfray.engine.vitals import Condition
from starfray.room.diff import diff, patch
from starfray.room.project import project
from starfray.room.vitals_view import condition_name
from tests.room.pairs import Played
from tests.room.table import FIGHT

SECRET = FIGHT.replace('id = "jarl"', 'id = "jarl"\nsecret = ["hp"]')


def view(played: Played, seat: str) -> dict[str, Any]:
    return project(played.room, played.room.seats[seat])


def test_a_card_tells_how_somebody_is() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    played.do("gm", "gm", text="set tor.hp 0")
    card = view(played, "ana")["cards"]["tor"]
    assert card["status"] == {"state": "down", "word": "Broken"}
    assert card["pools"][0] == {"key": "hp", "label": "HP", "now": 0, "most": card["pools"][0]["most"], "kind": "health"}
    played.do("gm", "gm", text="set mira.prone true")
    prone = next(each for each in view(played, "ana")["cards"]["mira"]["conditions"] if each["name"] == "prone")
    assert (prone["tone"], prone["rule"]) == ("bad", "coriolis.action.go-prone")
    assert prone["summary"]
    assert condition_name(played.room.fight.state, Condition("holds", whom="jarl")) == "holds Jarl"


def test_a_foe_of_secret_figures_is_seen_to_fall_and_nothing_more() -> None:
    played = Played.of(SECRET, 1)
    played.settle()
    assert [pool["label"] for pool in view(played, "ana")["cards"]["jarl"]["pools"]] == ["MP", "AP"]
    played.do("gm", "gm", text="set jarl.hp 1")
    assert view(played, "ana")["cards"]["jarl"]["status"] == {"state": "up", "word": ""}
    played.do("gm", "gm", text="set jarl.hp 0")
    card = view(played, "ana")["cards"]["jarl"]
    assert card["status"] == {"state": "down", "word": "down"}
    assert "HP" not in [pool["label"] for pool in card["pools"]]
    assert view(played, "gm")["cards"]["jarl"]["status"]["word"] == "Broken"


def test_an_act_is_told_to_every_seat_that_may_know_it() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    before = view(played, "ana")
    assert played.do("gm", "gm", text="hurt tor 2")
    played.settle()
    after = view(played, "ana")
    act = after["acts"][-1]
    assert act["n"] == after["log"][-1]["n"]
    assert act["rows"] == [0, after["log"][-1]["i"]]
    assert (act["kind"], act["who"], act["auto"]) == ("gm", "gm", False)
    change = diff(before, after)
    assert "acts" not in change["set"]
    assert [each["n"] for each in change["acts"]] == [
        each["n"] for each in after["acts"] if each["n"] > before["acts"][-1]["n"]
    ]
    assert patch(before, change)["acts"][-1] == act
    assert [each["headline"] for each in view(played, "eyes")["acts"]] == [each["headline"] for each in after["acts"]]


def test_what_the_gm_notes_is_no_act_for_players() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    before = view(played, "ana")["acts"]
    played.do("gm", "gm", text='note "Jarl is afraid"')
    assert view(played, "ana")["acts"] == before
    assert "afraid" in view(played, "gm")["acts"][-1]["headline"]


def test_at_most_thirty_acts_are_kept_in_a_view() -> None:
    played = Played.of(FIGHT, 1)
    played.settle()
    for number in range(33):
        played.do("gm", "gm", text=f"set tor.radiation {number % 9 + 1}")
    seen = view(played, "ana")["acts"]
    assert len(seen) == 30
    assert [each["n"] for each in seen] == list(range(seen[0]["n"], seen[0]["n"] + 30))
