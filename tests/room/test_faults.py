"""Whatever happens to the database or the clock: a clear error, nothing half done, and on it goes. On SQLite and PostgreSQL."""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pytest

from starfray.room import limits
from starfray.room.database import Database, is_postgres
from starfray.room.guard import Buckets
from starfray.room.store import Store
from tests.room.table import Table
from tests.room.test_persistence import everything, fresh

LONG = "modify tor 1 " + "n" * 3000  # more than a page of SQLite's
YEARS = 20 * 365 * 86_400.0
NO_SPACE = """
create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
create trigger no_space before insert on ops execute function no_space();
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BUSY_SECONDS", 0.5)


@contextmanager
def held(kept: str, store: Store) -> Iterator[None]:
    """Somebody else has what the room wants to write to."""
    if is_postgres(kept):
        with psycopg.connect(kept) as other:
            other.execute("lock table ops in exclusive mode")
            yield
            other.rollback()
    else:
        with closing(sqlite3.connect(kept, isolation_level=None)) as other:
            other.execute("begin immediate")
            yield


@contextmanager
def read_only(kept: str, store: Store) -> Iterator[None]:
    on, off = ("pragma query_only = on", "pragma query_only = off")
    if is_postgres(kept):
        on, off = (f"set session characteristics as transaction read {kind}" for kind in ("only", "write"))
    writer: list[Database] = []
    store.now(writer.append)
    writer[0].execute(on)
    yield
    writer[0].execute(off)


@contextmanager
def full(kept: str, store: Store) -> Iterator[None]:
    if is_postgres(kept):
        with psycopg.connect(kept, autocommit=True) as other:
            other.execute(NO_SPACE)
            yield
            other.execute("drop function no_space cascade")
    else:
        store.now(lambda db: db.execute("pragma max_page_count = 1").fetchone())  # as many as there are now
        yield
        store.now(lambda db: db.execute("pragma max_page_count = 1000000").fetchone())


@pytest.mark.parametrize(
    ("fault", "word"), [(held, "lock"), (read_only, "read-?only"), (full, "full|No space")], ids=["held", "read-only", "full"]
)
def test_an_act_that_cannot_be_written_has_not_happened_and_can_be_sent_again(
    kept: str, fault: Callable[[str, Store], Any], word: str, caplog: pytest.LogCaptureFixture
) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        before = everything(table)["gm"]["combatants"]
        with fault(kept, client.app.state.store), caplog.at_level(logging.ERROR, "starfray.room"):  # type: ignore[attr-defined]
            answer = table.gm.post("gm", id="1", text=LONG)
            assert answer.status_code == 503, answer.text
            assert "could not be written" in answer.json()["reason"]
            assert caplog.records
            assert re.search(word, caplog.text)
            if not (is_postgres(kept) and fault is read_only):  # there, who reads a room again writes that it is theirs
                assert everything(table)["gm"]["combatants"] == before
        table.gm.do("gm", id="1", text=LONG)
        assert len(everything(table)["gm"]["combatants"]["tor"]["modifiers"]) == 1
    with fresh(kept) as client:
        table.again(client)
        table.gm.do("gm", id="1", text=LONG)  # known: nothing is done twice
        assert len(everything(table)["gm"]["combatants"]["tor"]["modifiers"]) == 1


def test_a_server_on_a_database_that_can_only_be_read_is_not_ready(kept: str) -> None:
    with fresh(kept) as client:
        assert client.get("/readyz").status_code == 200
        with read_only(kept, client.app.state.store):  # type: ignore[attr-defined]
            answer = client.get("/readyz")
            assert answer.status_code == 503
            assert "read" in answer.json()["reason"]
        assert client.get("/readyz").status_code == 200


def test_a_damaged_snapshot_is_passed_over(kept: str, caplog: pytest.LogCaptureFixture) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        table.gm.do("gm", text="set tor.hp 3")
        before = everything(table)
    store = Store(kept)
    assert store.now(lambda db: db.execute("update snapshots set position = 'z:rubbish'").rowcount) > 0
    store.close()
    with fresh(kept) as client, caplog.at_level(logging.WARNING, "starfray.room"):
        table.again(client)
        after = everything(table)
        assert after["cards"] == before["cards"]
        assert "damaged" in caplog.text
        table.gm.do("undo")


@pytest.mark.parametrize("jump", [YEARS, -YEARS], ids=["forward", "back"])
def test_rooms_go_on_when_the_clock_is_set(kept: str, jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + jump)
        table.gm.do("gm", id="1", text="set tor.hp 3")
        monkeypatch.setattr(time, "time", real)
        table.gm.do("gm", id="2", text="set tor.hp 2")
        leases = client.app.state.leases  # type: ignore[attr-defined]
        assert leases is None or leases.good()
        before = everything(table)
    with fresh(kept) as client:
        table.again(client)
        assert everything(table)["cards"] == before["cards"]


@pytest.mark.parametrize("jump", [YEARS, -YEARS], ids=["forward", "back"])
def test_rates_do_not_depend_on_the_date(jump: float, monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = Buckets(0.001, 2)
    assert [buckets.take("x"), buckets.take("x"), buckets.take("x")] == [True, True, False]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    assert not buckets.take("x")
    assert buckets.take("y")
