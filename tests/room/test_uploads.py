"""Fights handed over with the parties and packs they name, and what must not be reached that way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room.app import make_app
from tests.room.table import Table

FIGHT = """
rulebook = "coriolis"
packs = ["packs/guns"]
party = ["crew/party.toml"]
[orders]
"coriolis.initiative.weapon" = "no"
[[combatant]]
party = "mira"
side = "crew"
at = [1, 1]
[[combatant]]
id = "foe"
archetype = "station-guard"
side = "others"
at = [5, 1]
"""
FILES = {
    "packs/guns/pack.toml": 'rulebook = "coriolis"\n',
    "packs/guns/weapons.toml": '[long-arm]\nlike = "vulcan-carbine"\nname = "Long arm"\n',
    "crew/party.toml": 'rulebook = "coriolis"\n[[member]]\nid = "mira"\nname = "Mira"\narchetype = "patrol-sergeant"\n'
    'weapons = ["long-arm"]\n',
}


def made(client: TestClient, text: str = FIGHT, **files: str) -> Any:
    return client.post("/api/rooms", json={"from": "text", "text": text, "files": {**FILES, **files}})


def test_packs_and_parties_come_along_and_stay_after_a_restart(db: Path) -> None:
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as first:
        table = Table.of(first, **{"from": "text", "text": FIGHT, "files": FILES})
        ana = table.new_seat("player", "Ana", ["mira"])
        turn(table, "mira")
        assert ana.post("preview", action="shot mira foe long-arm").json()["refused"] is None
        assert ana.post("odds", action="shot mira foe long-arm").json()["outcomes"]
        before = table.gm.look()["cards"]
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as second:
        table.again(second, ana)
        assert table.gm.look()["cards"] == before
        table.gm.do(
            "gm",
            text='add "id = \\"late\\", archetype = \\"station-guard\\", side = \\"crew\\", '
            'weapons = [\\"long-arm\\"], at = [2, 2]"',
        )
        assert "late" in table.gm.look()["cards"]
        ana.do("play", action="shot mira foe long-arm")


def turn(table: Table, who: str) -> None:
    for _ in range(6):
        actors = table.gm.look()["turn"]["actors"]
        if actors[0] == who:
            return
        table.gm.do("play", action=f"end-turn {actors[0]}")
    raise AssertionError(who)


def test_a_save_with_packs_comes_back(client: TestClient) -> None:
    table = Table.of(client, **{"from": "text", "text": FIGHT, "files": FILES})
    save = table.gm.get("export", to="json").text
    again = made(client, save)
    assert again.status_code == 200, again.text
    assert client.post("/api/rooms", json={"from": "text", "text": save}).status_code == 400


def test_what_comes_from_a_pack_goes_home_whole(client: TestClient) -> None:
    table = Table.of(client, **{"from": "text", "text": FIGHT, "files": FILES})
    party = client.post("/api/parties", json={"name": "Crew", "book": "coriolis", "member": []}).json()["party"]
    assert table.gm.post("write-back", party=party).json()["written"] == ["mira"]
    kept = client.get("/api/parties", headers={"Authorization": f"Bearer {party}"}).json()["member"][0]
    assert kept["weapons"][0]["name"] == "Long arm"
    fight = {
        "rulebook": "coriolis",
        "orders": {"coriolis.initiative.weapon": "no"},
        "combatant": [
            {"party": "mira", "side": "crew", "at": [1, 1]},
            {"id": "foe", "archetype": "station-guard", "side": "x", "at": [9, 9]},
        ],
    }
    assert "mira" in Table.of(client, **{"from": "builder", "fight": fight, "parties": [party]}).gm.look()["cards"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"packs/guns"', '"packs/none"'),
        ('"packs/guns"', '"../packs/guns"'),
        ('"packs/guns"', '"/etc"'),
        ('"crew/party.toml"', '"crew/none.toml"'),
        ('"crew/party.toml"', '"../../../../../../etc/passwd"'),
        ('"crew/party.toml"', '"/etc/passwd"'),
        ('["packs/guns"]', "7"),
        ('["crew/party.toml"]', "[7]"),
    ],
)
def test_what_did_not_come_along_is_not_there(client: TestClient, old: str, new: str) -> None:
    answer = made(client, FIGHT.replace(old, new))
    assert answer.status_code == 400
    assert answer.json()["reason"]
    assert "root:" not in answer.text


@pytest.mark.parametrize("name", ["../x.toml", "/x.toml", "a/../../x", "", ".", "a\x00b", "..", "x" * 300, "~/x\n"])
def test_names_of_files_that_lead_elsewhere_are_refused(client: TestClient, name: str) -> None:
    answer = made(client, **{name: "x = 1"})
    assert answer.status_code == 400
    assert answer.json()["reason"]


def test_a_party_cannot_name_packs_of_the_server(client: TestClient) -> None:
    party = 'packs = ["../../../etc"]\n' + FILES["crew/party.toml"]
    assert made(client, **{"crew/party.toml": party}).status_code == 400


def test_files_that_stand_in_each_others_way_are_refused(client: TestClient) -> None:
    assert made(client, **{"packs/guns/pack.toml/x": "x = 1"}).status_code == 400


def test_a_fault_in_a_pack_names_its_file(client: TestClient) -> None:
    answer = made(client, **{"packs/guns/weapons.toml": "[long-arm]\nlike = 7\n"})
    assert answer.status_code == 400
    assert "starfray-" not in answer.json()["reason"]
