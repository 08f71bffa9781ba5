"""What the GM can do over the API, beyond playing: rulings, conditions, people, secrets, notes, procedures, the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room.room_fight import RoomFight
from tests.room.table import Table
from tests.room.test_playing import settle, turn_of


@pytest.fixture
def hall(client: TestClient) -> Table:
    table = Table.text(client)
    table.gm.look()
    return table


def gm(table: Table, text: str) -> dict[str, Any]:
    table.gm.do("gm", text=text)
    return table.gm.look()


def test_figures_conditions_and_places_are_set_and_marked(hall: Table) -> None:
    line = next(each for each in gm(hall, "set tor.hp 1")["cards"]["tor"]["lines"] if each["label"] == "HP")
    assert line["value"].startswith("1/")
    assert line["gm"] is True
    assert gm(hall, "set tor.prone true")["log"][-1]["marks"] == ["gm"]
    assert gm(hall, "place tor 9,9")["cards"]["tor"]["at"] == [9, 9]
    before = hall.gm.look()
    assert "prune" in hall.gm.refused("gm", text="set tor.prune true")["reason"]
    assert "many" in hall.gm.refused("gm", text="set tor.hp many")["reason"]
    assert hall.gm.look() == before


def test_people_come_go_and_are_renamed(hall: Table) -> None:
    view = gm(hall, 'add "id = \\"late\\", archetype = \\"station-guard\\", side = \\"crew\\", at = [2, 2]"')
    assert view["cards"]["late"]["side"] == "crew"
    assert gm(hall, 'rename late "Late Guest"')["cards"]["late"]["name"] == "Late Guest"
    assert gm(hall, "remove late")["cards"]["late"]["out"] == "removed"


def test_what_is_hidden_is_revealed_and_hidden_again(hall: Table) -> None:
    ana = hall.sit("ana")
    assert "ghost" not in ana.look()["cards"]
    gm(hall, "reveal ghost")
    assert ana.look()["cards"]["ghost"]["name"] == "Ghost"
    gm(hall, "hide ghost")
    assert "ghost" not in ana.look()["cards"]
    gm(hall, "hide jarl hp")
    assert any(each["assumed"] for each in ana.look()["cards"]["jarl"]["lines"])


def test_rulings_change_and_are_shown(hall: Table) -> None:
    ruling = hall.gm.look()["gm"]["rulings"][0]
    other = next(each for each in ruling["choices"] if each != ruling["now"])
    view = gm(hall, f"ruling {ruling['key']} {other}")
    assert next(each for each in view["gm"]["rulings"] if each["key"] == ruling["key"])["now"] == other
    hall.gm.do("undo")
    assert hall.gm.look()["gm"]["rulings"][0]["now"] == ruling["now"]


def test_notes_are_the_gms_alone(hall: Table) -> None:
    ana = hall.sit("ana")
    before = ana.look()
    assert gm(hall, 'note "he lies" who=jarl')["gm"]["combatants"]["jarl"]["notes"] == "he lies"
    assert gm(hall, 'note "two more behind the door"')["gm"]["notes"] == "two more behind the door"
    assert ana.look() == before


def test_procedures_are_called_for_in_the_open_or_in_secret(hall: Table) -> None:
    ana = hall.sit("ana")
    usages = [each["usage"] for each in hall.gm.look()["gm"]["procedures"]]
    assert any(each.startswith("test ") for each in usages), usages
    count = len(ana.look()["log"])
    hall.gm.do("call", text="test 4", secret=True)
    settle(hall)
    assert len(ana.look()["log"]) == count
    hall.gm.do("call", text="test 4")
    settle(hall)
    assert len(ana.look()["log"]) > count


def test_the_gm_ends_the_fight(hall: Table) -> None:
    view = gm(hall, 'end "they talk"')
    assert view["room"]["status"] == "over"
    assert view["room"]["outcome"]["reason"] == "they talk"
    hall.gm.do("undo")
    assert hall.gm.look()["room"]["status"] == "open"


def test_a_dial_for_one_kind_of_question_leaves_the_others(hall: Table) -> None:
    hall.gm.do("dial", who="mira", kind="coriolis.core.pray", value="auto")
    hall.gm.do("dial", who="mira", kind="*", value="suggest")
    assert hall.gm.look()["cards"]["mira"]["dial"] == {"coriolis.core.pray": "auto", "*": "suggest"}
    assert hall.gm.refused("dial", who="mira", kind="coriolis.no.such", value="auto")["reason"]
    turn_of(hall, "mira")
    hall.gm.do("play", action="shot mira jarl vulcan-carbine")
    assert not [each for each in hall.gm.look()["asks"] if each["rule"] == "coriolis.core.pray"]


def test_a_far_undo_holds_up_nobody_else(hall: Table, client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Table.text(client)
    before, first = hall.gm.look()["cards"], hall.gm.look()["history"]["entries"]
    assert gm(hall, "set tor.hp 1")["cards"] != before
    gone_back: Callable[[RoomFight, int], None] = RoomFight.back_to_entry
    under_way, go_on = threading.Event(), threading.Event()

    def slowly(fight: RoomFight, index: int) -> None:
        under_way.set()
        assert go_on.wait(30)
        gone_back(fight, index)

    monkeypatch.setattr(RoomFight, "back_to_entry", slowly)
    going = threading.Thread(target=lambda: hall.gm.do("undo", to=first))
    going.start()
    assert under_way.wait(30)
    other.gm.do("gm", text="set tor.hp 2")
    assert other.gm.look()["cards"]["tor"]
    go_on.set()
    going.join(30)
    assert hall.gm.look()["cards"] == before
