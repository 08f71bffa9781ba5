"""Three ways in which a table once told what it should not."""

from __future__ import annotations

import json

from starlette.testclient import TestClient

from tests.room.table import FIGHT, Sitter, Table


def everything(sitter: Sitter) -> str:
    sitter.version = None
    told = [
        sitter.look(),
        sitter.get("log").json(),
        *(sitter.get("export", to=form).text for form in ("text", "markdown", "json")),
    ]
    return json.dumps(told)


def test_who_hid_keeps_the_name_others_know_whatever_the_gm_calls_them_since(client: TestClient) -> None:
    table = Table.text(client)
    ana, eyes = table.sit("ana"), table.new_seat("spectator", "Eyes")
    table.gm.do("gm", text="set jarl.hp 5")
    table.gm.do("gm", text='rename jarl "Old Jarl"')
    table.gm.do("gm", text="hide jarl")
    before = [everything(each) for each in (ana, eyes)]
    assert all("Old Jarl" in text for text in before)
    table.gm.do("gm", text='rename jarl "Doppelganger"')
    table.gm.do("gm", text='set jarl.name "Doppelganger Two"')
    assert [everything(each) for each in (ana, eyes)] == before
    assert "Doppelganger Two" in everything(table.gm)
    table.gm.do("gm", text="reveal jarl")
    assert "Doppelganger Two" in everything(ana)


def test_who_joined_late_and_hid_keeps_the_name_too(client: TestClient) -> None:
    table = Table.text(client)
    ana = table.sit("ana")
    table.gm.do("gm", text="add \"id = 'thug', name = 'Thug', archetype = 'corsair-boarder', side = 'syndicate', count = 2\"")
    table.gm.do("gm", text="set thug-2.hp 3")
    table.gm.do("gm", text="hide thug-2")
    before = everything(ana)
    assert "Thug 2" in before
    table.gm.do("gm", text='rename thug-2 "Assassin"')
    assert everything(ana) == before


def test_where_nobody_has_a_side_players_see_their_own_and_nobody_hidden(client: TestClient) -> None:
    text = "\n".join(line for line in FIGHT.splitlines() if not line.startswith("side"))
    table = Table.text(client, text)
    ana = table.sit("ana")
    assert "ghost" not in everything(ana).lower()
    assert set(ana.look()["cards"]) == {"mira", "tor", "jarl"}
    table.gm.do("gm", text="hide mira")
    table.gm.do("gm", text="hide tor")
    assert set(ana.look()["cards"]) == {"mira", "jarl"}
    table.gm.do("gm", text="hide jarl hp")
    assert any(line["assumed"] for line in ana.look()["cards"]["jarl"]["lines"])


def test_a_side_named_spectator_shows_its_hidden_ones_to_no_spectator(client: TestClient) -> None:
    for name in ("spectator", "gm", "all", "own:mira", "player:ana"):
        table = Table.text(client, FIGHT.replace('"syndicate"', f'"{name}"'))
        ana, eyes = table.sit("ana"), table.new_seat("spectator", "Eyes")
        table.gm.do("gm", text="set ghost.hp 3")
        for each in (ana, eyes):
            assert "ghost" not in everything(each).lower(), name


def test_a_side_has_a_name_people_can_read(client: TestClient) -> None:
    answer = client.post("/api/rooms", json={"from": "text", "text": FIGHT.replace('"syndicate"', r'"\u0000"')})
    assert (answer.status_code, "side" in answer.json()["reason"]) == (400, True)
