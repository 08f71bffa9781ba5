"""What a seat is told so that a page can show the fight: how everybody is, what happened, what is awaited."""

from __future__ import annotations

from typing import Any

from starfray.engine.vitals import Condition
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
