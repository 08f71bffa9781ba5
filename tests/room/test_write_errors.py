"""Whatever happens to the disk, every write ends with a result or an error, and on it goes."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room import limits
from starfray.room.store import Store
from tests.room.table import Table


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BUSY_SECONDS", 0.05)


@contextlib.contextmanager
def held(db: Path) -> Iterator[None]:
    """Somebody else has the database."""
    with contextlib.closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield
        other.execute("rollback")


def insert(number: int) -> Any:
    return lambda db: db.execute("insert into t values (?, zeroblob(3000))", (number,))


def numbers(store: Store) -> list[int]:
    return [row[0] for row in store.look(lambda db: db.execute("select n from t order by n").fetchall())]


@pytest.fixture
def store(db: Path) -> Iterator[Store]:
    found = Store(db)
    found.now(lambda connection: connection.execute("create table t (n integer primary key, filling blob)"))
    yield found
    found.close()


def test_writes_while_somebody_else_holds_the_database_end_with_an_error(store: Store, db: Path) -> None:
    with held(db):
        for future in [store.submit(insert(n)) for n in range(5)]:
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                future.result(5)
    store.submit(insert(9)).result(5)
    assert numbers(store) == [9]


def test_when_the_disk_is_full_in_the_middle_every_job_of_the_batch_ends(store: Store) -> None:
    pages = store.now(lambda connection: connection.execute("pragma page_count").fetchone()[0])
    store.now(lambda connection: connection.execute(f"pragma max_page_count = {pages + 4}").fetchone())
    futures: list[Future[Any]] = [store.submit(insert(n)) for n in range(200)]
    ended = [future.exception(10) for future in futures]
    assert any(isinstance(error, sqlite3.OperationalError) and "full" in str(error) for error in ended)
    store.now(lambda connection: connection.execute("pragma max_page_count = 100000").fetchone())
    store.submit(insert(999)).result(5)
    assert numbers(store) == [n for n, error in enumerate(ended) if error is None] + [999]


def test_a_write_that_was_called_off_does_not_end_the_writer(store: Store) -> None:
    for n in range(50):
        store.submit(insert(n)).cancel()
    store.submit(insert(99)).result(5)
    assert numbers(store)[-1] == 99


def test_what_is_submitted_while_the_store_closes_ends_too(db: Path) -> None:
    store = Store(db)
    store.jobs.put(None)
    late = store.submit(lambda _: 1)
    with pytest.raises(RuntimeError, match="closed"):
        late.result(5)


def test_a_room_goes_on_after_the_database_was_held_and_the_gm_and_the_log_are_told(
    client: TestClient, db: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table.text(client)
    before = table.gm.look()["cards"]
    with held(db), caplog.at_level(logging.ERROR, "starfray.room"):
        answer = table.gm.post("gm", id="1", text="set tor.hp 1")
        assert answer.status_code == 503
        assert "could not be written" in answer.json()["reason"]
        assert table.gm.post("gm", id="1", text="set tor.hp 1").status_code == 503
    assert any(table.room in record.getMessage() for record in caplog.records)
    table.gm.version = None
    assert table.gm.look()["cards"] == before
    assert "could not be written" in table.gm.look()["gm"]["dropped"][-1]
    table.gm.do("gm", id="1", text="set tor.hp 1")
    assert table.gm.look()["cards"] != before


def test_policies_and_time_limits_outlive_a_write_that_fails(client: TestClient, db: Path) -> None:
    table = Table.text(client)
    for who in ("mira", "tor", "jarl", "ghost"):
        table.gm.do("dial", who=who, kind="*", value="auto")
    with held(db):
        assert table.gm.post("dial", who="jarl", kind="act", value="auto").status_code == 503
    count = table.gm.look()["history"]["entries"]
    for who in ("mira", "tor", "jarl", "ghost"):
        table.gm.do("dial", who=who, kind="act", value="auto")
    while table.gm.look()["history"]["entries"] <= count:
        pass
