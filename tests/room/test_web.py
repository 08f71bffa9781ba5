"""Around the pages: headers, sizes, rates, exports, where fights and parties come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import starfray
from starfray.room.app import make_app
from starfray.room.guard import POLICY
from starfray.room.limits import MAX_BODY
from starfray.transcript import replay
from tests.room.table import FIGHT, Table


def test_every_answer_carries_the_policy(client: TestClient) -> None:
    for path in ("/api/demos", "/api/openapi.json", "/nowhere", "/api/rooms/x/state"):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"


def test_a_module_that_a_browser_keeps_is_asked_about_before_it_is_used(client: TestClient) -> None:
    first = client.get("/static/room.js")
    assert first.headers["cache-control"] == "no-cache"
    assert client.get("/static/room.js", headers={"if-none-match": first.headers["etag"]}).status_code == 304


def test_a_page_from_elsewhere_cannot_post(client: TestClient) -> None:
    body = {"from": "demo", "demo": "dock-9"}
    assert client.post("/rooms", json=body, headers={"origin": "https://elsewhere.example"}).status_code == 403
    assert client.post("/rooms", json=body, headers={"origin": "http://testserver"}).status_code == 200


def test_a_body_has_a_bound(client: TestClient) -> None:
    assert client.post("/rooms", content=b"x" * (MAX_BODY + 1)).status_code == 413


def test_callers_have_a_rate(db: Path) -> None:
    with TestClient(make_app(db, rate=0.001, burst=5)) as client:
        answers = [client.get("/api/demos").status_code for _ in range(8)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_guessing_join_codes_is_slow(db: Path) -> None:
    with TestClient(make_app(db, rate=0.1)) as client:
        answers = [client.post("/api/join", json={"code": f"AAAAAAAA{n:02}"}).status_code for n in range(40)]
    assert set(answers) <= {400, 404}
    assert answers[-1] == 400


MANY = {"archetype": "station-guard", "id": "g", "count": 500}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"from": "nothing"},
        {"from": "demo"},
        {"from": "demo", "demo": "../../etc"},
        {"from": "text", "text": "x"},
        {"from": "text", "text": 'rulebook = "coriolis"\npacks = ["secrets"]'},
        {"from": "text", "text": 'rulebook = "coriolis"\nparty = "x"'},
        {"from": "builder"},
        {"from": "builder", "fight": {"rulebook": "x"}},
        {"from": "text", "text": "{"},
        {"from": "text", "text": "{}"},
        {"from": "builder", "fight": {"rulebook": "coriolis", "combatant": [MANY]}},
        {"from": "demo", "demo": "dock-9", "extra": 1},
        {"from": "demo", "demo": ["dock-9"]},
    ],
)
def test_a_room_from_nonsense_is_refused_with_a_reason(client: TestClient, body: dict[str, Any]) -> None:
    answer = client.post("/rooms", json=body)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["reason"]


def test_a_fault_in_a_fight_file_names_its_line(client: TestClient) -> None:
    answer = client.post("/rooms", json={"from": "text", "text": FIGHT.replace("corsair-boarder", "corsair-border")}).json()
    assert "line" in answer["reason"]
    assert "corsair-boarder" in answer["legal"][0]


def test_the_builder_has_archetypes_items_and_copies(client: TestClient) -> None:
    for book in client.get("/api/books").json():
        shelf = client.get(f"/api/books/{book['book']}").json()
        assert shelf["title"] == book["title"]
    shelf = client.get("/api/books/coriolis").json()
    guard = next(each["key"] for each in shelf["archetypes"])
    assert shelf["items"]["weapons"]
    fight = {
        "rulebook": "coriolis",
        "title": "Built",
        "map": [20, 20],
        "combatant": [
            {"id": "a", "archetype": guard, "side": "x", "at": [1, 1]},
            {"id": "b", "archetype": guard, "side": "y", "at": [9, 9], "count": 6},
        ],
    }
    table = Table.of(client, **{"from": "builder", "fight": fight})
    assert len(table.gm.look()["cards"]) == 7


def test_exports(client: TestClient) -> None:
    table = Table.text(client)
    ana = table.sit("ana")
    table.gm.do("gm", text='rename tor "*Tor* <b>"')
    markdown = table.gm.get("export", to="markdown").text
    assert "## What happened" in markdown
    assert "<b>" not in markdown.replace("\\<b\\>", "")
    assert "Ghost" in markdown
    assert "Ghost" not in ana.get("export", to="markdown").text
    assert "Ghost" not in ana.get("export", to="json").text
    assert replay(table.gm.get("export", to="transcript").text).ok
    assert starfray.loads(table.gm.get("export", to="toml").text).state.roster["tor"].name == "*Tor* <b>"
    assert json.loads(table.gm.get("export", to="json").text)["journal"]
    for form in ("transcript", "toml"):
        assert ana.get("export", to=form).status_code == 409
    assert table.gm.get("export", to="../x").status_code == 400


def test_a_party_goes_from_fight_to_fight(client: TestClient) -> None:
    members = [{"id": "mira", "name": "Mira", "archetype": "patrol-sergeant"}]
    party = client.post("/api/parties", json={"name": "Crew", "book": "coriolis", "member": members}).json()
    key = {"Authorization": f"Bearer {party['party']}"}
    fight = {
        "rulebook": "coriolis",
        "orders": {"coriolis.initiative.weapon": "no"},
        "combatant": [
            {"party": "mira", "side": "crew", "at": [1, 1]},
            {"id": "foe", "archetype": "station-guard", "side": "others", "at": [9, 9]},
        ],
    }
    table = Table.of(client, **{"from": "builder", "fight": fight, "parties": [party["party"]]})
    table.gm.do("gm", text="set mira.hp 2")
    ana = table.new_seat("player", "Ana", ["mira"])
    assert ana.post("write-back", party=party["party"]).status_code == 409
    assert table.gm.post("write-back", party=party["party"]).json()["written"] == ["mira"]
    kept = client.get("/api/parties", headers=key).json()
    assert kept["member"][0]["hp"] == 2
    again = Table.of(client, **{"from": "builder", "fight": fight, "parties": [party["party"]]})
    line = next(each for each in again.gm.look()["cards"]["mira"]["lines"] if each["label"] == "HP")
    assert line["value"].startswith("2")
    assert client.get("/api/parties", headers={"Authorization": "Bearer nobody"}).status_code == 404
    body = {"name": "x", "book": "coriolis", "member": [{"id": "a", "archetype": "no"}]}
    bad = client.put("/api/parties", headers=key, json=body)
    assert bad.status_code == 400


def test_the_description_names_every_command(client: TestClient) -> None:
    from starfray.room.commands import COMMANDS
    from starfray.room.models import COMMAND_BODIES

    assert set(COMMANDS) == set(COMMAND_BODIES)
    paths = client.get("/api/openapi.json").json()["paths"]
    for name in COMMANDS:
        assert "post" in paths[f"/api/rooms/{{room}}/{name}"]
    body = paths["/api/rooms/{room}/play"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["$ref"].endswith("Play")
