"""What was acknowledged is on disk, and a room comes back as it was."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.engine import gm
from starfray.room import persistence
from starfray.room.app import make_app
from starfray.room.store import Store
from tests.room.table import FIGHT, Sitter, Table

DEMOS = ("boarding-duel", "carrows-moon", "corridor", "dock-9", "halcyon", "loading-ramp")


def fresh(db: Path | str) -> TestClient:
    return TestClient(make_app(db, rate=10_000, burst=10_000))


def everything(table: Table) -> dict[str, Any]:
    """All the GM can see, without what depends on who is connected."""
    table.gm.version = None
    return table.gm.look()


def play_on(table: Table, acts: int) -> None:
    """Somebody acts for everybody: policies by the dial, dice by the app."""
    for _ in range(acts):
        view = table.gm.look()
        if view["room"]["status"] == "over":
            return
        for ask in view["asks"]:
            answers: dict[str, Any] = {"dice": [], "allocate": "", "number": ask["low"], "text": ""}
            answer = answers[ask["kind"]] if ask["kind"] in answers else ask["options"][-1]["key"]
            table.gm.post("answer", ask=ask["id"], answer=answer)
            break
        else:
            who = view["turn"]["actors"][0]
            hint = next((form for form in view["forms"][who] if not form["refused"] and not form["fields"]), None)
            if hint is None:
                return
            table.gm.post("play", action=f"{hint['kind']} {who}")


@pytest.mark.parametrize("demo", DEMOS)
def test_a_room_survives_a_restart_with_its_open_question(db: Path, demo: str) -> None:
    with fresh(db) as client:
        table = Table.demo(client, demo)
        play_on(table, 12)
        before = everything(table)
        audit = table.gm.get("audit").json()
    with fresh(db) as client:
        table.again(client)
        assert table.gm.look() == before
        versions = [*table.gm.versions]
        assert versions == sorted(versions)
        assert versions[-1] == versions[-2] + 1
        assert table.gm.get("audit").json() == audit
        table.gm.do("undo")
        table.gm.look()


def test_undo_after_a_restart_goes_back_to_the_same_positions(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, entries in (("SNAPSHOT_EVERY", 5), ("STRETCH", 10), ("RECENT", 6)):  # as with many more acts
        monkeypatch.setattr(persistence, name, entries)
    with fresh(db) as client:
        table = Table.text(client)
        seen = [table.gm.look()["cards"]]
        for number in range(24):
            table.gm.do("gm", text=f"modify tor 1 n{number}")
            seen.append(table.gm.look()["cards"])
    with fresh(db) as client:
        table.again(client)
        for cards in reversed(seen[:-1]):
            table.gm.do("undo")
            assert table.gm.look()["cards"] == cards
    with fresh(db) as client:
        table.again(client)
        table.gm.do("redo", times=24)
        assert everything(table)["cards"] == seen[-1]


def test_a_room_is_read_without_checking_old_edits_again(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an edit the forms of everybody are tried. When a process dies its rooms are read by others: if they tried the forms
    for each of the last sixty acts again, tables would wait for minutes.
    """
    checked: list[str] = []
    check = gm.check_workable
    with fresh(kept) as client:
        table = Table.text(client)
        for number in range(4):
            table.gm.do("gm", text=f"set tor.hp {number % 7 + 1}")
        before = everything(table)

    def checking(book: Any, state: Any, who: str, edit: gm.SetValue) -> None:
        checked.append(edit.path)
        check(book, state, who, edit)

    monkeypatch.setattr(gm, "check_workable", checking)
    with fresh(kept) as client:
        table.again(client)
        assert everything(table) == before
        assert checked == []
        table.gm.do("undo")
        assert checked == []
        assert table.gm.post("gm", text="set tor.hp 5").status_code == 200
        assert checked == ["tor.hp"]


def test_dice_that_were_to_be_typed_are_still_to_be_typed_after_a_restart(kept: str) -> None:
    with fresh(kept) as client:
        made = client.post("/rooms", json={"from": "text", "text": FIGHT}).json()
        table = Table(client, Sitter(client, made["room"], made["token"]))
        assert table.gm.look()["turn"]["due"]
        assert table.gm.look()["log"] == []
        table.gm.do("hand", on=True)
        table.gm.do("go")
        asks = table.gm.look()["asks"]
        assert asks
        assert {each["kind"] for each in asks} == {"dice"}
    with fresh(kept) as client:
        table.again(client)
        assert everything(table)["asks"] == asks


def test_both_lines_of_an_undo_survive(kept: str) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        table.gm.do("gm", text="set tor.hp 5")
        table.gm.do("gm", text="set tor.hp 4")
        table.gm.do("undo", to=table.gm.get("timeline").json()["line"][0]["n"])
        table.gm.do("gm", text="set tor.hp 3")
        audit = table.gm.get("audit").json()
        assert [each["text"] for each in audit["abandoned"][0]] == ["set tor.hp 5", "set tor.hp 4"]
    with fresh(kept) as client:
        table.again(client)
        assert table.gm.get("audit").json() == audit


def test_seats_dials_requests_and_intents_survive(kept: str) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        ana = table.sit("ana", "Ana")
        ana.do("hand", on=True)
        table.gm.do("dial", who="jarl", kind="act", value="suggest")
        ana.do("undo", request=True, why="please")
        done = table.gm.do("gm", id="once", text="modify tor 1")
        code = table.gm.do("seat", do="new", kind="tv", name="Screen")["code"]
        table.gm.do("room", do="title", title="Night")
    with fresh(kept) as client:
        table.again(client, ana)
        assert ana.look()["you"]["hand"] is True
        view = table.gm.look()
        assert view["cards"]["jarl"]["dial"] == {"act": "suggest"}
        assert view["history"]["undo_request"]["why"] == "please"
        assert table.gm.do("gm", id="once", text="modify tor 1") == done
        assert len(table.gm.look()["gm"]["combatants"]["tor"]["modifiers"]) == 1
        assert table.join(code).look()["you"]["kind"] == "tv"
        assert view["room"]["title"] == "Night"
        mine = client.post("/api/mine", json={"tokens": [table.gm.token, ana.token, "nonsense"]}).json()
        assert [(each["seat"], each["title"]) for each in mine] == [("gm", "Night"), ("ana", "Night")]


def test_a_corrected_die_is_corrected_after_a_restart(kept: str) -> None:
    with fresh(kept) as client:
        table = Table.text(client)
        table.gm.do("roll", dice="2d6")
        row = next(row for row in reversed(table.gm.look()["log"]) if row["rule"] == "gm.roll")
        table.gm.do("correct", n=row["n"], i=row["i"], faces=[6, 6])
        before = everything(table)
    with fresh(kept) as client:
        table.again(client)
        assert everything(table) == before
        assert any(row["faces"] == [6, 6] and "corrected" in row["marks"] for row in table.gm.look()["log"])


def test_an_act_writes_the_same_number_of_bytes_early_and_late(db: Path) -> None:
    with fresh(db) as client:
        table = Table.text(client)
        sizes = []
        for number in range(60):
            table.gm.do("gm", text=f"modify tor 1 n{number}")
        with sqlite3.connect(db) as connection:
            sizes = [len(row[0]) for row in connection.execute("select data from ops where n > 5 order by n")]
        connection.close()
        assert max(sizes) < min(sizes) + 60


def test_a_write_that_fails_is_not_acknowledged_and_not_done(kept: str) -> None:
    failing = False

    def trip(point: str) -> None:
        if failing and point == "before commit":
            raise OSError("the disk is full")

    with TestClient(make_app(kept, rate=10_000, burst=10_000, trip=trip), raise_server_exceptions=False) as client:
        table = Table.text(client)
        before = everything(table)
        failing = True
        assert table.gm.post("gm", text="set tor.hp 1").status_code == 503
        failing = False
        after = everything(table)
        assert after.pop("gm")["dropped"] == ["an act could not be written down (the disk is full) and has not happened"]
        assert after == {name: part for name, part in before.items() if name != "gm"}
        table.gm.do("gm", text="set tor.hp 2")
        assert everything(table)["cards"] != before["cards"]


def test_many_writers_share_a_transaction(kept: str) -> None:
    store = Store(kept)
    store.now(lambda db: db.execute("create table t (n integer)"))
    futures = [store.submit(lambda db, n=n: db.execute("insert into t values (?)", (n,))) for n in range(500)]  # type: ignore[misc]
    for each in futures:
        each.result()
    assert store.transactions < 200
    assert store.look(lambda db: db.execute("select count(*), sum(n) from t").fetchone()) == (500, 124750)
    store.close()


def test_one_job_that_fails_leaves_the_others_alone(kept: str) -> None:
    store = Store(kept)
    store.now(lambda db: db.execute("create table t (n integer primary key)"))
    good = store.submit(lambda db: db.execute("insert into t values (1)"))
    bad = store.submit(lambda db: db.execute("insert into t values (1)"))
    last = store.submit(lambda db: db.execute("insert into t values (2)"))
    good.result()
    with pytest.raises(store.kept.errors):
        bad.result()
    last.result()
    assert store.look(lambda db: db.execute("select count(*) from t").fetchone()) == (2,)
    store.close()


def test_a_save_goes_on_where_it_stopped(client: TestClient) -> None:
    table = Table.text(client, FIGHT)
    table.gm.do("gm", text="set tor.hp 3")
    save = table.gm.get("export", to="json").text
    again = Table.of(client, **{"from": "text", "text": save})
    assert again.gm.look()["cards"] == table.gm.look()["cards"]
    assert len(json.loads(again.gm.get("export", to="json").text)["journal"]) == len(json.loads(save)["journal"])
    again.gm.do("undo")
