"""Rooms in PostgreSQL: moved there from a file and back, refused with a clear word where something is missing."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
import pytest
from starlette.testclient import TestClient

from starfray.cli import main
from starfray.engine.errors import BadInput
from starfray.room import postgres as postgres_file
from starfray.room.database import without_password
from starfray.room.database_files import look_through
from starfray.room.store import Store
from tests.room.postgres_server import PostgresServer
from tests.room.table import Table
from tests.room.test_persistence import everything, fresh


def test_a_laptops_rooms_move_to_postgres_and_back(
    db: Path, tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with fresh(db) as client:
        table = Table.text(client)
        table.gm.do("gm", text="set tor.hp 3")
        before = everything(table)
    address = postgres.fresh()
    assert main(["restore", str(db), "--database", address]) == 0
    assert main(["restore", str(db), "--database", address]) == 2
    assert "an empty database" in capsys.readouterr().err
    with fresh(address) as client:
        table.again(client)
        assert everything(table) == before
        table.gm.do("gm", text="set tor.hp 2")
        after = everything(table)
        assert main(["backup", str(tmp_path / "copy.db"), "--database", address]) == 0
    capsys.readouterr()
    assert main(["verify", address, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rooms"] == 1
    assert look_through(str(tmp_path / "copy.db")) == look_through(address)
    with fresh(tmp_path / "copy.db") as client:
        table.again(client)
        assert everything(table)["cards"] == after["cards"]


def test_verify_and_rooms_tell_what_is_wrong_with_a_postgres(
    postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    nowhere = postgres.address("nowhere")
    assert main(["verify", nowhere]) == 1
    assert "nowhere" in capsys.readouterr().out
    assert main(["rooms", "--database", nowhere]) == 2
    assert "cannot be read" in capsys.readouterr().err
    with pytest.raises(psycopg.OperationalError):
        Store(nowhere)


def test_the_store_goes_on_after_postgres_has_ended_its_connections(postgres: PostgresServer) -> None:
    """As it does when it is restarted, or when the network was cut."""
    store = Store(postgres.fresh())
    store.now(lambda db: db.execute("create table t (n bigint)"))
    assert store.look(lambda db: db.execute("select count(*) from t").fetchone()) == (0,)
    with psycopg.connect(postgres.address("postgres"), autocommit=True) as other:
        other.execute("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'starfray'")
    with pytest.raises(psycopg.OperationalError):
        store.now(lambda db: db.execute("insert into t values (1)"))
    store.now(lambda db: db.execute("insert into t values (2)"))
    assert store.look(lambda db: db.execute("select n from t").fetchall()) == [(2,)]
    store.close()


def test_who_still_looks_while_the_store_is_closed_leaves_no_connection_open(postgres: PostgresServer) -> None:
    engine = postgres_file.Postgres(postgres.fresh())
    engine.open().close()
    with engine.looking() as db:
        engine.close()
        assert db.execute("select 1").fetchone()[0] == 1
    assert engine.readers.empty()
    assert not engine.sound(db)


def test_a_database_of_another_format_is_refused(postgres: PostgresServer) -> None:
    address = postgres.fresh()
    Store(address).close()
    with psycopg.connect(address) as db:
        db.execute("update format set version = 99")
    with pytest.raises(RuntimeError, match="another version"):
        Store(address)


def test_without_its_library_the_line_that_installs_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_file, "psycopg", None)
    with pytest.raises(BadInput) as refused:
        Store("postgresql://localhost/x")
    assert "pip install" in refused.value.expected


def test_a_password_is_never_told(postgres: PostgresServer, db: Path) -> None:
    assert without_password("postgresql://ann:secret@host:5/rooms?sslmode=require") == "postgresql://ann@host:5/rooms"
    assert without_password("postgresql:///rooms") == "postgresql:///rooms"
    with TestClient(fresh(postgres.fresh().replace("starfray@", "starfray:secret@")).app) as client:
        assert "secret" not in str(client.app.state.store.kept)  # type: ignore[attr-defined]
