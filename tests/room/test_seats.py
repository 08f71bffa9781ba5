"""Who may do what, from which seat."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from starlette.testclient import TestClient

from tests.room.table import Sitter, Table


def test_a_room_has_the_seats_its_fight_names(table: Table) -> None:
    seats = {each["seat"]: each for each in table.gm.look()["seats"]}
    assert seats["ana"]["plays"] == ["mira"]
    assert seats["ben"]["kind"] == "player"
    assert seats["gm"]["kind"] == "gm"


def test_a_code_gives_a_seat_once(table: Table) -> None:
    code = table.gm.do("seat", do="link", seat="ana")["code"]
    ana = table.join(code.lower(), "Ana")
    assert ana.look()["you"] == {"seat": "ana", "kind": "player", "name": "Ana", "plays": ["mira"], "hand": False}
    again = table.client.post("/api/join", json={"code": code})
    assert again.status_code in (400, 404)


def test_no_code_opens_the_gms_seat(table: Table) -> None:
    table.gm.refused("seat", do="link", seat="gm")
    table.gm.refused("seat", do="reset", seat="gm")
    table.gm.refused("seat", do="close", seat="gm")
    table.gm.refused("seat", do="new", kind="gm", name="x")


def test_a_fresh_code_voids_the_one_before(table: Table) -> None:
    old = table.gm.do("seat", do="link", seat="ana")["code"]
    table.gm.do("seat", do="link", seat="ana")
    assert table.client.post("/api/join", json={"code": old}).status_code == 404


def test_a_reset_seat_is_lost_to_its_holder(table: Table) -> None:
    ana = table.sit("ana")
    code = table.gm.do("seat", do="reset", seat="ana")["code"]
    assert ana.get("state").status_code == 404
    assert table.join(code).look()["you"]["seat"] == "ana"


def test_a_closed_seat_leaves_its_combatant_to_the_gm(table: Table) -> None:
    table.sit("ana")
    table.gm.do("seat", do="close", seat="ana")
    view = table.gm.look()
    assert "mira" in view["you"]["plays"]
    assert [each["seat"] for each in view["seats"]] == ["gm", "ben"]


def test_players_cannot_use_the_gms_commands(table: Table) -> None:
    ana = table.sit("ana")
    for op, args in (
        ("gm", {"text": "set tor.hp 1"}),
        ("call", {"text": "x"}),
        ("seat", {"do": "new", "name": "x"}),
        ("seat", {"do": "handover", "seat": "ana"}),
        ("room", {"do": "archive"}),
        ("room", {"do": "code"}),
        ("room", {"do": "timeout", "seconds": 5}),
        ("undo", {"to": 1}),
        ("undo", {"refuse": True}),
    ):
        assert "GM" in ana.refused(op, **args)["reason"], op
    for path in ("audit", "timeline"):
        assert ana.get(path).status_code == 409
    assert ana.look()["gm"] is None


def test_a_player_plays_only_their_own(table: Table) -> None:
    ben = table.sit("ben")
    assert set(ben.look()["forms"]) <= {"tor"}
    assert "not yours" in ben.refused("play", action="end-turn mira")["reason"]
    assert "not yours" in ben.refused("dial", who="mira", value="auto")["reason"]


def test_spectators_and_screens_watch(table: Table) -> None:
    for kind in ("spectator", "tv"):
        one = table.new_seat(kind, "Eyes")
        view = one.look()
        assert view["you"]["kind"] == kind
        assert view["forms"] == {}
        assert view["gm"] is None
        one.refused("play", action="end-turn mira")
        one.refused("undo")


def test_the_gms_right_is_handed_to_somebody_at_the_table(table: Table) -> None:
    ana = table.sit("ana")
    table.gm.refused("seat", do="handover", seat="ben")  # nobody holds it
    table.gm.do("seat", do="handover", seat="ana")
    assert ana.look()["you"]["kind"] == "gm"
    old = table.gm.look()
    assert old["you"]["kind"] == "player"
    assert old["gm"] is None
    assert old["you"]["plays"] == ["mira"]
    table.gm.refused("gm", text="set tor.hp 1")


def test_a_seat_plays_for_one_side(table: Table) -> None:
    assert "one side" in table.gm.refused("seat", do="set", seat="ana", plays=["mira", "jarl"])["reason"]
    table.gm.do("seat", do="set", seat="ana", plays=["mira", "sefa"])
    ana = table.sit("ana")
    assert ana.look()["you"]["plays"] == ["mira", "sefa"]


def test_combatants_change_hands(table: Table) -> None:
    ana, ben = table.sit("ana"), table.sit("ben")
    table.gm.do("seat", do="set", seat="ben", plays=["tor", "mira"])
    assert ana.look()["you"]["plays"] == []
    assert ben.look()["you"]["plays"] == ["tor", "mira"]


def test_tokens_and_codes_are_not_on_the_disk(table: Table, db: Path) -> None:
    code = table.gm.do("seat", do="link", seat="ana", id="once")["code"]
    ana = table.join(code)
    code2 = table.gm.do("seat", do="link", seat="ben")["code"]
    with sqlite3.connect(db) as connection:
        everything = "\n".join(connection.iterdump())
    connection.close()
    for secret in (table.gm.token, ana.token, code, code2):
        assert secret not in everything


def test_a_wrong_token_is_nobody(table: Table) -> None:
    stranger = Sitter(table.client, table.room, "x" * 43)
    assert stranger.get("state").status_code == 404
    assert stranger.post("play", action="end-turn mira").status_code == 404
    assert table.client.get(f"/api/rooms/{table.room}/state").status_code == 404


def test_a_token_of_one_room_is_nothing_in_another(client: TestClient) -> None:
    one, other = Table.demo(client), Table.demo(client)
    assert Sitter(client, other.room, one.gm.token).get("state").status_code == 404
