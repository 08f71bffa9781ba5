"""How hard a fight will be, asked while it is being built."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Any

import pytest
from starlette.testclient import TestClient

import starfray
from starfray.demo_files import demo_path
from starfray.engine.errors import BadInput
from starfray.file_format import write_file
from starfray.room import balance_part
from starfray.room.balance_part import Wish
from starfray.sim import balance as sim_balance
from tests.room.test_campaigns import MIRA, Book


def fight(foes: int, **more: Any) -> dict[str, Any]:
    return {
        "rulebook": "coriolis",
        "map": [20, 10],
        "combatant": [
            {"id": "mira", "archetype": "convoy-gunner", "side": "crew", "at": [1, 2], **more},
            {"id": "jarl", "archetype": "dockside-bruiser", "side": "dock", "count": foes, "at": [4, 2]},
        ],
    }


def crew(client: TestClient, body: dict[str, Any]) -> float:
    answer = client.post("/api/outlook", json=body)
    assert answer.status_code == 200, answer.text
    shares = {each["side"]: each for each in answer.json()["sides"]}
    assert set(shares) == {"crew", "dock"}
    assert all(each["low"] - 1e-9 <= each["p"] <= each["high"] + 1e-9 for each in shares.values())
    assert abs(sum(each["p"] for each in shares.values()) + answer.json()["nobody"] - 1) < 1e-9
    return float(shares["crew"]["p"])


def test_more_foes_are_harder(client: TestClient) -> None:
    assert crew(client, {"fight": fight(1)}) > crew(client, {"fight": fight(6)}) + 0.2


def test_somebody_of_a_campaign_fights_as_hurt_as_they_are(client: TestClient) -> None:
    book = Book(client)
    sound = book.add({**MIRA, "data": {"archetype": "convoy-gunner", "attributes": {"strength": 5, "agility": 5}}})
    hurt = book.add({**MIRA, "data": {"archetype": "convoy-gunner", "hp": 1}})
    shares = [crew(client, {"fight": fight(2, party=each["id"]), "campaign": book.key}) for each in (sound, hurt)]
    assert shares[0] > shares[1]


def test_what_cannot_be_fought_is_told_by_field(client: TestClient) -> None:
    wrong = fight(1)
    wrong["combatant"][0]["archetype"] = "nobody"
    answer = client.post("/api/outlook", json={"fight": wrong})
    assert (answer.status_code, "combatant.0.archetype" in answer.json()["reason"]) == (400, True)
    assert client.post("/api/outlook", json={"fight": fight(1, party="x"), "campaign": "bado"}).status_code == 404


def test_a_fight_that_is_too_hard_is_made_fair_by_naming_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance_part, "CHECK", 40)
    monkeypatch.setattr(balance_part, "WANTED", 1)
    made = starfray.loads(write_file(fight(2)))
    found = balance_part.balance_part(
        made.book, made.content, Wish(made.state, "crew", 0.5, ("counts",), ("mira",), seconds=1e9)
    )
    offered = found["rosters"] or found["nearest"]
    assert found["base"]["share"] < 0.5
    assert offered
    assert all(change.startswith("jarl") for each in offered for change in each["changes"])
    assert all(abs(each["share"] - 0.5) <= 0.03 for each in found["rosters"])


def test_the_builder_is_offered_changes(client: TestClient) -> None:
    wish = {"fight": fight(1), "side": "crew", "target": 50, "may": ["counts"], "keep": ["mira"]}
    answer = client.post("/api/balance", json=wish)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["side"], answer.json()["target"]) == ("crew", 0.5)
    assert answer.json()["base"]["fights"] > 0


def test_a_wish_that_cannot_be_meant_is_told_by_field(client: TestClient) -> None:
    def reason(**wish: Any) -> str:
        return str(client.post("/api/balance", json={"fight": fight(1), "side": "crew", "target": 50, **wish}).json())

    assert "no side 'nobody'" in reason(side="nobody")
    assert "target" in reason(target=99)
    assert "'luck' cannot be allowed" in reason(may=["luck"])
    assert "nobody is called 'bo'" in reason(keep=["bo"])


def test_when_the_time_is_up_there_is_what_was_found_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    made = starfray.load(demo_path("ten-paces"))
    wish = Wish(made.state, "the wronged", 0.3, ("figures",), ())
    monkeypatch.setattr(sim_balance, "monotonic", chain([0.0] * 20, repeat(1e9)).__next__)
    found = balance_part.balance_part(made.book, made.content, wish)
    assert not found["done"]
    assert found["base"]["fights"] == 40
    monkeypatch.setattr(sim_balance, "monotonic", chain([0.0], repeat(1e9)).__next__)
    with pytest.raises(BadInput, match="takes too long"):
        balance_part.balance_part(made.book, made.content, wish)
