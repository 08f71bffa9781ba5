"""What the GM asks beside the fight: figures to set, positions to compare, what people take home; and one combatant's log."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from tests.room.table import Table
from tests.room.test_playing import settle, turn_of


def begun(client: TestClient) -> Table:
    table = Table.text(client)
    settle(table)
    return table


def figures(table: Table, who: str) -> dict[str, Any]:
    found = table.gm.get("sheet", who=who).json()["figures"]
    return {each["path"]: each for each in found}


def test_the_sheet_names_every_flag_number_and_word_and_each_can_be_set(client: TestClient) -> None:
    table = begun(client)
    found = figures(table, "mira")
    assert found["hp"]["kind"] == "number"
    assert found["prone"] == {"path": "prone", "kind": "flag", "value": False, "choices": []}
    assert "id" not in found
    for path in ("prone", "hp"):
        table.gm.do("gm", text=f"set mira.{path} {'true' if found[path]['kind'] == 'flag' else 1}")
    assert (figures(table, "mira")["prone"]["value"], figures(table, "mira")["hp"]["value"]) == (True, 1)


def test_only_the_gm_reads_sheets_places_and_takings(client: TestClient) -> None:
    table = begun(client)
    ana = table.sit("ana")
    for path in ("sheet", "places", "takings"):
        answer = ana.get(path, **({"who": "mira"} if path == "sheet" else {}))
        assert answer.status_code == 409
        assert "only the GM" in answer.json()["reason"]
    assert "ghost" in str(table.gm.get("takings").json())


def test_takings_tell_what_changed_since_the_fight_began(client: TestClient) -> None:
    table = begun(client)
    assert all(not each["changed"] for each in table.gm.get("takings").json()["takings"])
    table.gm.do("gm", text="set mira.hp 2")
    mira = next(each for each in table.gm.get("takings").json()["takings"] if each["who"] == "mira")
    assert {"path": "hp", "before": 7, "now": 2} in mira["changed"]
    assert mira["told"] == ["HP 7/7 → 2/7"]


def test_places_name_the_line_that_was_undone(client: TestClient) -> None:
    table = begun(client)
    table.gm.do("gm", text="set mira.hp 2")
    table.gm.do("undo")
    places = [each["at"] for each in table.gm.get("places").json()["places"]]
    assert places[:2] == ["now", "undone"]
    assert places[-1] == "act 0"
    table.gm.do("gm", text="set mira.hp 3")
    assert "aside 0" in [each["at"] for each in table.gm.get("places").json()["places"]]


def test_the_log_of_one_combatant_reaches_back_to_the_beginning(client: TestClient) -> None:
    table = begun(client)
    table.gm.do("gm", text="set tor.hp 3 early")
    for number in range(60):
        table.gm.do("gm", text=f"roll d6 number-{number}")
    assert not any("early" in row["text"] for row in table.gm.look()["log"])
    rows = table.gm.get("log", who="tor").json()["rows"]
    assert any("early" in row["text"] for row in rows)
    assert all("tor" in (row["who"], row["whom"]) for row in rows)


def test_nobody_reads_of_the_hidden_in_a_log_of_one_combatant(client: TestClient) -> None:
    table = begun(client)
    ana = table.sit("ana")
    table.gm.do("gm", text="set ghost.hp 3")
    assert ana.get("log", who="ghost").json()["rows"] == []
    assert table.gm.get("log", who="ghost").json()["rows"]


def test_a_queued_act_waits_and_can_be_taken_back_by_whoever_queued_it(client: TestClient) -> None:
    table = begun(client)
    ana = table.sit("ana")
    turn_of(table, "mira")
    table.gm.do("hand", on=True)
    table.gm.do("gm", text="roll 2d6")
    ana.do("queue", action="end-turn mira")
    table.gm.do("queue", action="gm: set tor.hp 4")
    assert [each["text"] for each in ana.look()["queued"]] == ["end-turn mira"]
    assert [each["text"] for each in table.gm.look()["queued"]] == ["end-turn mira", "gm: set tor.hp 4"]
    assert ana.refused("queue", drop=1)["rule"] == "fight.pending"
    ana.do("queue", drop=0)
    assert ana.look()["queued"] == []
    settle(table)
    assert "mira" in table.gm.look()["turn"]["actors"]
    assert any("Tor: hp is now 4" in text for text in table.gm.texts())


def test_a_dial_can_be_set_back_to_as_usual(client: TestClient) -> None:
    table = Table.text(client)
    table.gm.do("dial", who="mira", kind="coriolis.core.pray", value="auto")
    assert table.gm.look()["cards"]["mira"]["dial"] == {"coriolis.core.pray": "auto"}
    table.gm.do("dial", who="mira", kind="coriolis.core.pray", value="usual")
    assert table.gm.look()["cards"]["mira"]["dial"] == {}


def test_questions_that_came_up_are_offered_for_standing_orders(client: TestClient) -> None:
    table = Table.text(client)
    asked = table.gm.get("sheet", who="mira").json()["questions"]
    assert [each["rule"] for each in asked] == ["coriolis.initiative.weapon"]
    assert asked[0]["summary"]
    assert asked[0]["answers"] == ["no", "unarmed"], "the answer it got, and the words the book lists"
