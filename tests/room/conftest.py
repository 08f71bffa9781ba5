"""Rooms to test with: an app on a fresh file, and clients that sit at its table."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from starfray.room.app import make_app
from tests.room.described import check_answers_of, check_sockets, fail_on
from tests.room.postgres_server import PostgresServer, postgres_server
from tests.room.table import Table


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms made of demos draw a fresh seed each; here they throw the same dice in every run."""
    monkeypatch.setattr(secrets, "randbits", lambda bits: 20 % (1 << bits))


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "rooms.db"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all tests that need one; each gets a database of its own in it."""
    with postgres_server() as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where rooms are kept: the test runs once for each kind of database."""
    if request.param == "sqlite":
        return str(tmp_path / "rooms.db")
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.fresh()


@pytest.fixture
def client(db: Path) -> Iterator[TestClient]:
    app, complaints = make_app(db, rate=10_000, burst=10_000), list[str]()
    check_answers_of(app, complaints.append)
    undo = check_sockets(complaints.append)
    with TestClient(app) as found:
        yield found
    undo()
    fail_on(complaints)


@pytest.fixture
def table(client: TestClient) -> Table:
    return Table.demo(client)
