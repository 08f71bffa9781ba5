"""`starfray library`: campaigns from the command line, beside a server or without one."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.cli import main
from starfray.room.app import make_app

MIRA = {"kind": "character", "name": "Mira", "book": "coriolis", "data": {"archetype": "patrol-sergeant"}}


class Shelf:
    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.db = folder / "rooms.db"
        self.capsys = capsys

    def run(self, *words: str, code: int = 0) -> str:
        assert main(["library", *words, "--db", str(self.db)]) == code
        said = self.capsys.readouterr()
        return said.out if code == 0 else said.err

    def data(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json"))

    def add(self, key: str, **more: Any) -> Any:
        with TestClient(make_app(self.db)) as client:
            headers = {"Authorization": f"Bearer {key}"}
            return client.post("/api/campaigns/entries", json={**MIRA, **more}, headers=headers).json()


@pytest.fixture
def shelf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Shelf:
    return Shelf(tmp_path, capsys)


def test_a_campaign_made_here_is_opened_by_its_key_in_the_browser(shelf: Shelf) -> None:
    key = shelf.data("new", "Long haul")["key"]
    assert shelf.add(key)["name"] == "Mira"
    assert "1 entries  Long haul" in shelf.run()
    assert "character  coriolis     Mira" in shelf.run("list", "Long haul")


def test_an_entry_is_shown_as_a_file_with_what_is_wrong_with_it(shelf: Shelf) -> None:
    key = shelf.data("new", "Long haul")["key"]
    shelf.add(key, data={"archetype": "patrol-sergeant", "agility": 99})
    found = shelf.data("show", "Long haul", "Mira")
    assert found["fault"]["field"] == "agility"
    assert 'archetype = "patrol-sergeant"' in shelf.run("show", "Long haul", "Mira")


def test_an_archive_goes_out_and_into_another_campaign(shelf: Shelf, tmp_path: Path) -> None:
    shelf.add(shelf.data("new", "Long haul")["key"])
    file = tmp_path / "haul.zip"
    assert "1 entries of Long haul" in shelf.run("export", "Long haul", str(file))
    assert zipfile.is_zipfile(file)
    shelf.run("new", "Short haul")
    assert shelf.data("import", "Short haul", str(file)) == {"added": 1, "replaced": 0}
    assert shelf.data("import", "Short haul", str(file)) == {"added": 0, "replaced": 1}


def test_a_new_key_shuts_out_the_old_one(shelf: Shelf) -> None:
    old = shelf.data("new", "Long haul")["key"]
    fresh = shelf.data("key", "Long haul")["key"]
    assert "no campaign has this key" in shelf.add(old)["reason"]
    assert shelf.add(fresh)["name"] == "Mira"


def test_a_campaign_is_deleted_only_on_purpose(shelf: Shelf) -> None:
    shelf.run("new", "Long haul")
    assert "--yes" in shelf.run("delete", "Long haul", code=2)
    assert "is deleted" in shelf.run("delete", "Long haul", "--yes")
    assert shelf.run() == "There are no campaigns.\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["list", "Long hual"], "Long haul"),
        (["show", "Long haul", "Nobody"], "there is no entry"),
        (["import", "Long haul", "nowhere.zip"], "there is no file"),
        (["export"], "no campaign is named"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(shelf: Shelf, words: list[str], said: str) -> None:
    shelf.run("new", "Long haul")
    assert said in shelf.run(*words, code=2)


def test_a_bad_archive_changes_nothing(shelf: Shelf, tmp_path: Path) -> None:
    shelf.run("new", "Long haul")
    file = tmp_path / "haul.zip"
    file.write_bytes(b"PK")
    assert "no archive that can be read" in shelf.run("import", "Long haul", str(file), code=2)
    assert shelf.data("list", "Long haul") == []


def test_without_a_database_it_says_what_is_missing(shelf: Shelf) -> None:
    assert "there are no campaigns in" in shelf.run(code=2)


def test_own_things_and_people_are_written_as_a_pack(shelf: Shelf, tmp_path: Path) -> None:
    key = shelf.data("new", "Long haul")["key"]
    shelf.add(key)
    shelf.add(key, name="Broken", data={"agility": 99})
    folder = tmp_path / "packs"
    told = shelf.data("pack", "Long haul", str(folder))
    assert told["files"] == ["coriolis/archetypes.toml", "coriolis/pack.toml"]
    assert [line.startswith("Broken: ") for line in told["left_out"]] == [True]
    assert main(["check", str(folder / "coriolis")]) == 0
    assert "exists already" in shelf.run("pack", "Long haul", str(folder), code=2)
