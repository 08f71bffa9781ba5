"""Codes for the whole group: the server's, and a room's. They lead to free seats or to watching, never to the GM's seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room.app import make_app
from starfray.room.guard import Buckets
from tests.room.table import Sitter, Table


@pytest.fixture
def hall(client: TestClient) -> Table:
    return Table.text(client)


def join(client: TestClient, **body: Any) -> Any:
    return client.post("/api/join", json=body)


def house_code(client: TestClient) -> str:
    return str(client.app.state.house_code)  # type: ignore[attr-defined]


def test_the_servers_code_offers_free_seats_and_gives_the_chosen_one(hall: Table, client: TestClient) -> None:
    choice = join(client, code=house_code(client)).json()["choose"]
    assert [(each["room"], each["title"]) for each in choice] == [(hall.room, "Hall")]
    assert [each["seat"] for each in choice[0]["seats"]] == ["ana", "ben"]
    assert [each["plays"] for each in choice[0]["seats"]] == [["Mira"], ["Tor"]]
    got = join(client, code=house_code(client).lower(), room=hall.room, seat="ana", name="Ana").json()
    assert (got["seat"], got["kind"]) == ("ana", "player")
    assert Sitter(client, hall.room, got["token"]).look()["you"]["plays"] == ["mira"]
    again = join(client, code=house_code(client), room=hall.room, seat="ana", name="Eve")
    assert again.status_code == 409
    assert again.json()["legal"] == ["ben"]


def test_a_look_at_a_code_says_what_it_opens_and_takes_nothing(hall: Table, client: TestClient) -> None:
    shared = hall.gm.do("room", do="code")["code"]
    assert join(client, code=shared, look=True).json() == join(client, code=shared).json()
    own = hall.gm.do("seat", do="link", seat="ana")["code"]
    assert join(client, code=own, look=True).json() == {"own": True}
    assert join(client, code=own, name="Ana").json()["seat"] == "ana"
    assert join(client, code=own, look=True).status_code == 404


def test_only_wrong_codes_are_counted(hall: Table, client: TestClient) -> None:
    client.app.state.joining = Buckets(0.0, 3.0)  # type: ignore[attr-defined]
    for _ in range(6):
        assert join(client, code=house_code(client)).status_code == 200
        own = hall.gm.do("seat", do="link", seat="ana")["code"]
        assert join(client, code=own, name="Ana").status_code == 200
    assert [join(client, code="QQQQQQ").status_code for _ in range(4)] == [404, 404, 404, 400]
    assert join(client, code=house_code(client)).status_code == 400


def test_whoever_takes_no_seat_watches(hall: Table, client: TestClient) -> None:
    code = hall.gm.do("room", do="code")["code"]
    for name in ("Gm", "Gm"):
        got = join(client, code=code, room=hall.room, seat="", name=name).json()
        view = Sitter(client, hall.room, got["token"]).look()
        assert (got["kind"], view["you"]["kind"], view["gm"]) == ("spectator", "spectator", None)
        assert "ghost" not in view["cards"]


def test_the_groups_code_opens_the_shared_screen(hall: Table, client: TestClient) -> None:
    board = hall.gm.do("room", do="board", on=True)
    got = join(client, code=board["code"], room=hall.room, seat="", screen=True).json()
    view = Sitter(client, hall.room, got["token"]).look()
    assert (got["kind"], view["you"]["kind"], view["you"]["name"]) == ("tv", "tv", "TV")
    assert view["room"]["board"] == board["code"]
    assert "ghost" not in view["cards"]


@pytest.mark.parametrize("seat", ["gm", "nobody", "tv"])
def test_a_shared_code_never_leads_to_the_gms_seat(hall: Table, client: TestClient, seat: str) -> None:
    code = hall.gm.do("room", do="code")["code"]
    assert join(client, code=code, room=hall.room, seat=seat).status_code == 409
    assert hall.gm.look()["you"]["kind"] == "gm"


def test_a_rooms_code_opens_that_room_alone_until_it_is_taken_back(hall: Table, client: TestClient) -> None:
    other = Table.text(client)
    made = hall.gm.do("room", do="code")
    assert made["url"].endswith(f"/join/{made['code']}")
    assert made["qr"].startswith("data:image/svg+xml")
    assert [each["room"] for each in join(client, code=made["code"]).json()["choose"]] == [hall.room]
    assert join(client, code=made["code"], room=other.room, seat="ana").status_code == 404
    second = hall.gm.do("room", do="code")["code"]
    assert join(client, code=made["code"]).status_code == 404
    hall.gm.do("room", do="uncode")
    assert join(client, code=second).status_code == 404
    assert hall.gm.look()["gm"]["room"]["shared"] is False


def test_a_room_can_be_kept_from_the_house(hall: Table, client: TestClient) -> None:
    hall.gm.do("room", do="house", on=False)
    assert join(client, code=house_code(client)).status_code == 404
    hall.gm.do("room", do="house", on=True)
    hall.gm.do("room", do="archive")
    assert join(client, code=house_code(client)).status_code == 404


def test_a_rooms_code_outlives_the_server_and_the_servers_code_does_not(db: Path) -> None:
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as first:
        hall = Table.text(first)
        shared, house = hall.gm.do("room", do="code")["code"], house_code(first)
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as second:
        assert join(second, code=house).status_code == 404
        assert join(second, code=shared, room=hall.room, seat="ben", name="Ben").json()["seat"] == "ben"
    text = b"".join(each.read_bytes() for each in db.parent.glob("rooms.db*"))
    assert shared.encode() not in text


def test_a_database_of_the_first_format_is_taken_along(db: Path) -> None:
    import sqlite3

    with TestClient(make_app(db, rate=10_000, burst=10_000)) as first:
        hall = Table.text(first)
    with sqlite3.connect(db) as old:
        old.executescript(
            "drop index room_codes; alter table rooms drop column code; alter table rooms drop column house; "
            "alter table parties drop column version; pragma user_version = 1;"
        )
    old.close()
    with TestClient(make_app(db, rate=10_000, burst=10_000)) as second:
        hall.again(second)
        assert hall.gm.look()["room"]["title"] == "Hall"
        assert hall.gm.do("room", do="code")["code"]
