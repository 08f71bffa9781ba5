"""How hard a fight will be, asked while it is being built."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

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
