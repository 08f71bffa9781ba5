"""After an upgrade a room stands as it was, its past can be read and undone to, and nothing is silently different."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from starfray.engine import gm
from starfray.engine.table import Table as EngineTable
from starfray.room import live, persistence
from starfray.room.persistence import SNAPSHOT_EVERY
from tests.room.table import Table
from tests.room.test_persistence import everything, fresh

ACTS = 15


def played(db: Path) -> tuple[Table, list[Any], dict[str, Any]]:
    """A room of some acts, closed properly; its cards after each act, and all the GM sees at the end."""
    with fresh(db) as client:
        table = Table.text(client)
        seen = [everything(table)["cards"]]
        for number in range(ACTS):
            table.gm.do("gm", text=f"set tor.hp {number % 7 + 1}")
            seen.append(everything(table)["cards"])
        return table, seen, everything(table)


def upgraded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other rules: what the GM sets has another effect and is told otherwise."""
    plain = gm.SetValue.apply

    def otherwise(self: gm.SetValue, book: Any, content: Any, state: Any, table: EngineTable) -> None:
        plain(replace(self, value=str(int(self.value) % 7 + 1)), book, content, state, table)

    monkeypatch.setattr(gm.SetValue, "apply", otherwise)
    monkeypatch.setattr(persistence, "VERSION", "9.9.9")


def test_a_room_stands_as_it_was_and_the_gm_is_told_who_wrote_it(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _, before = played(db)
    upgraded(monkeypatch)
    with fresh(db) as client:
        table.again(client)
        after = everything(table)
        assert after["cards"] == before["cards"]
        assert after["log"] == before["log"]
        assert after["history"]["entries"] == before["history"]["entries"]
        assert any("was written by Starfray" in words for words in after["gm"]["dropped"])
        table.gm.do("gm", text="set tor.hp 2")
    with fresh(db) as client:
        table.again(client)
        assert len([words for words in everything(table)["gm"]["dropped"] if "written by" in words]) == 1


def test_the_past_of_a_quiet_table_can_be_undone_to_whatever_the_rules(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SETTLE_SECONDS", 0.0)
    with fresh(db) as client:
        table = Table.text(client)
        seen = [everything(table)["cards"]]
        for number in range(ACTS):
            table.gm.do("gm", text=f"set tor.hp {number % 7 + 1}")
            settled(table)
            seen.append(everything(table)["cards"])
    upgraded(monkeypatch)
    with fresh(db) as client:
        table.again(client)
        for cards in reversed(seen[1:-1]):
            table.gm.do("undo")
            assert everything(table)["cards"] == cards


def settled(table: Table) -> None:
    room = table.client.app.state.rooms.open[table.room]  # type: ignore[attr-defined]
    while room.on_disk.snapshot_at != len(room.state.fight.journal.entries):
        table.gm.get("places")


def test_what_would_go_another_way_is_taken_back_together_and_comes_back_as_it_was(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, seen, before = played(db)
    upgraded(monkeypatch)
    with fresh(db) as client:
        table.again(client)
        assert f"{ACTS} acts would go another way" in everything(table)["gm"]["dropped"][-1]
        table.gm.do("gm", text="set tor.hp 2")
        newest = everything(table)["cards"]
        table.gm.do("undo")
        assert everything(table)["cards"] == before["cards"]
        table.gm.do("undo")
        assert everything(table)["cards"] == seen[0]
        assert f"{ACTS} acts were taken back together" in everything(table)["gm"]["dropped"][-1]
    with fresh(db) as client:  # read once more, by the same rules as before
        table.again(client)
        assert everything(table)["cards"] == seen[0]
        table.gm.do("redo")
        assert everything(table)["cards"] == before["cards"]
        table.gm.do("redo")
        assert everything(table)["cards"] == newest
        table.gm.do("undo", to=3)  # in the middle of what cannot be run again
        assert everything(table)["cards"] == seen[0]


def test_a_room_of_a_save_that_other_rules_wrote_keeps_its_position(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh(db) as client:
        table = Table.text(client)
        for number in (3, 4, 5):
            table.gm.do("gm", text=f"set tor.hp {number}")
        save, cards = table.gm.get("export", to="json").text, everything(table)["cards"]
    upgraded(monkeypatch)
    with fresh(db) as client:
        made = Table.text(client, save)
        assert everything(made)["cards"].keys() == cards.keys()
        assert tor(everything(made)) == tor({"cards": cards})
    with fresh(db) as client:
        made.again(client)
        assert tor(everything(made)) == tor({"cards": cards})


def tor(view: dict[str, Any]) -> list[Any]:
    return [(line["label"], line["value"]) for line in view["cards"]["tor"]["lines"]]


def test_acts_after_the_last_snapshot_that_would_go_another_way_are_set_aside_and_told(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(persistence, "snapshot", lambda *_, **__: None)  # as after a crash
    table, seen, _ = played(db)
    upgraded(monkeypatch)
    with fresh(db) as client:
        table.again(client)
        after = everything(table)
        assert after["cards"] in seen
        assert "set aside" in after["gm"]["dropped"][-1]
        assert len(table.gm.get("audit").json()["abandoned"][-1]) == ACTS


def test_snapshots_are_small(db: Path) -> None:
    played(db)
    import sqlite3

    with sqlite3.connect(db) as found:
        sizes = [len(row[0]) for row in found.execute("select position from snapshots")]
    found.close()
    assert sizes
    assert max(sizes) < 6000
    assert SNAPSHOT_EVERY == 50
