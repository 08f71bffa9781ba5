"""How a fight would go on, for the GM alone; and actions ranked by their chance."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.errors import Refused
from starfray.room import outlook
from starfray.room.odds_workers import Question, answer_question
from starfray.room.queries import ranks_question, with_looks
from starfray.room.stage_view import targets_query
from tests.room.table import Table
from tests.room.test_areas import room_of
from tests.room.test_looks import GREMLINS, PACES, begun


@pytest.fixture(autouse=True)
def a_hundred_fights_whatever_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "PLAYOUT_TIME", 1e9)
    monkeypatch.setattr(outlook, "MOST_PLAYOUTS", 100)


def outlook_of(text: str, action: str = "") -> dict[str, Any]:
    fight = begun(text)
    return answer_question(Question("outlook", fight.book.name, fight.state, action))


def test_each_side_has_a_share_with_bounds() -> None:
    found = outlook_of(GREMLINS)
    assert found["fights"] == 100
    assert [side["side"] for side in found["sides"]] == ["the bilge", "the galley"]
    assert sum(side["p"] for side in found["sides"]) + found["nobody"] == pytest.approx(1)
    assert all(side["low"] <= side["p"] <= side["high"] for side in found["sides"])
    assert found["sides"][0]["low"] < 0.58 < found["sides"][0]["high"]  # what solving it gives


def test_the_bar_stops_when_the_chances_are_known_well_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outlook, "MOST_PLAYOUTS", 1000)
    monkeypatch.setattr(outlook, "ENOUGH", 0.08)
    found = outlook_of(GREMLINS)
    assert 100 < found["fights"] <= 150, "a share of about a half is known to ± 8 points then"
    assert all(side["high"] - side["low"] <= 0.16 for side in found["sides"])


def test_the_outlook_after_an_act_that_is_not_played() -> None:
    """Who gives his guard up and does nothing wins less often than who strikes."""
    fight = begun(GREMLINS)
    before = fight.hash
    strikes, waits = (
        answer_question(Question("outlook", "gurps", fight.state, action))["sides"][0]["p"]
        for action in ("attack nix tik", "do-nothing nix")
    )
    assert strikes > waits
    assert fight.hash == before


def test_an_act_out_of_turn_has_no_outlook() -> None:
    assert "refused" in outlook_of(GREMLINS, "attack tik nix")


def test_the_outlook_is_for_the_gm_alone(client: Any) -> None:
    table = Table.text(client, PACES)
    ana = table.sit("ana")
    refused = ana.client.post(f"/api/rooms/{table.room}/prospects", json={"at": "now"}, headers=ana.headers)
    assert refused.json()["reason"] == "only the GM can do that"


def test_actions_on_somebody_are_ranked_by_their_chance() -> None:
    room = room_of(PACES, "zara")
    up = room.fight.actors[0]
    other = "bo" if up == "zara" else "zara"
    found = targets_query(room, room.seats["gm"], up, other)
    texts = [each["text"] for each in found["actions"] if each["refused"] is None and each["text"]]
    looks = answer_question(ranks_question(room.fight, room.seats["gm"], texts))["looks"]
    told = with_looks(found, looks)["actions"]
    chances = [each["chance"]["p"] if each["chance"] else 0.0 for each in told if each["refused"] is None]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0
    assert told[0]["kind"] == "aimed-shot"
    assert [each["rank"] for each in told] == list(range(1, len(told) + 1))
    assert {each["text"] for each in told} == {each["text"] for each in found["actions"]}


def test_nobody_ranks_the_acts_of_others() -> None:
    room = room_of(PACES, "zara")
    with pytest.raises(Refused):
        ranks_question(room.fight, room.seats["ana"], ["shot bo zara"])
