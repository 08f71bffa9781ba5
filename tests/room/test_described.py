"""The description of the API is whole: every answer, every fault, who may ask, every message of the socket."""

from __future__ import annotations

import json
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from tools.page_types import SCHEMA, TYPES, schema_text, with_types

from starfray.room.app import make_app
from starfray.room.socket_models import check_heard, check_sent, socket_schema
from tests.room.described import Checking, fail_on
from tests.room.table import Table

OPEN = {"/api/rooms", "/api/gm-key", "/api/mine", "/api/join", "/api/demos", "/api/books", "/api/books/{book}"}
OPEN |= {
    "/api/socket.json",
    "/api/parties/sheet",
    "/api/books/{book}/sheet",
    "/api/books/{book}/items",
    "/api/outlook",
    "/api/balance",
}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    return make_app(tmp_path_factory.mktemp("described") / "rooms.db")


def operations(app: FastAPI) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, method, each) for path, methods in app.openapi()["paths"].items() for method, each in methods.items()]


def test_every_operation_says_what_it_gives_and_what_may_go_wrong(app: FastAPI) -> None:
    assert len(operations(app)) > 40
    for path, method, operation in operations(app):
        (content,) = operation["responses"]["200"]["content"].values()
        assert content["schema"], f"{method} {path} gives anything"
        for status in ("400", "404", "409", "422", "429", "503"):
            schema = operation["responses"][status]["content"]["application/json"]["schema"]
            assert schema == {"$ref": "#/components/schemas/Fault"}, f"{method} {path} {status}"


def test_every_operation_of_a_seat_or_a_party_needs_its_token(app: FastAPI) -> None:
    schemes = app.openapi()["components"]["securitySchemes"]
    assert {name: (each["type"], each["scheme"]) for name, each in schemes.items()} == {"token": ("http", "bearer")}
    without = {path for path, method, operation in operations(app) if not operation.get("security") and method != "delete"}
    assert without - {"/api/parties", "/api/campaigns"} == OPEN  # these are made without a key


def test_types_of_the_pages_and_the_schema_in_the_docs_are_those_of_the_models() -> None:
    text = TYPES.read_text(encoding="utf-8")
    assert with_types(text) == text, "run python -m tools.page_types"
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), "run python -m tools.page_types"


def test_the_schema_of_the_socket_is_served(client: TestClient) -> None:
    assert client.get("/api/socket.json").json() == json.loads(json.dumps(socket_schema()))


def test_messages_that_are_not_described_are_noticed() -> None:
    check_sent('{"type": "pong"}')
    for text in ('{"type": "pong", "more": 1}', '{"type": "other"}', '{"type": "done", "id": "1"}'):
        with pytest.raises(ValueError, match="validation error"):
            check_sent(text)
    check_heard({"type": "do", "op": "play", "id": "1", "action": "wait mira"})
    with pytest.raises(ValueError, match="action"):
        check_heard({"type": "do", "op": "play", "id": "1"})


def test_an_answer_that_is_not_described_is_noticed() -> None:
    app, complaints = FastAPI(), list[str]()
    app.add_middleware(Checking, complain=complaints.append)

    @app.get("/api/demos")
    async def demos() -> list[dict[str, int]]:
        return [{"demo": 3}]

    assert TestClient(app).get("/api/demos").status_code == 200
    assert len(complaints) == 1
    with pytest.raises(pytest.fail.Exception, match="not as described"):
        fail_on(complaints)


def test_what_a_player_asks_is_answered_as_described(table: Table) -> None:
    """The fixture checks every answer; here every question of a seat is asked once."""
    gm = table.gm
    for what in ("timeline", "audit", "places", "takings", "log"):
        assert gm.get(what).status_code == 200
    who = gm.look()["turn"]["actors"][0]
    assert gm.get("forms", who=who).json()["who"] == who
    assert gm.get("sheet", who=who).json()["who"] == who
    form = next(form for form in gm.look()["forms"].get(who, []) if form["refused"] is None and not form["fields"])
    assert gm.post("preview", action=f"{form['kind']} {who}").json()["legal"]
