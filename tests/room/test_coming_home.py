"""What a fight changed of a campaign's people, offered and written back; fights kept as encounters."""

from __future__ import annotations

import tomllib
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.demo_files import demo_names, demo_path
from starfray.engine.errors import BadInput
from starfray.files import load, loads
from starfray.room.campaign_rooms import NOT_CARRIED, brought_home, compared, sheet_in
from starfray.rulebooks import names
from tests.room.test_campaigns import MIRA, Book

GUNNER: dict[str, Any] = {**MIRA, "data": {"archetype": "convoy-gunner", "skills": {"force": 2}}}


@pytest.fixture
def book(client: TestClient) -> Book:
    return Book(client)


class Evening:
    """A fight with people of a campaign in it, and its GM."""

    def __init__(self, book: Book, *, foes: int = 1) -> None:
        self.book = book
        self.mira = book.add(GUNNER)
        self.jarl = book.add({**MIRA, "kind": "foe", "name": "Jarl", "data": {"archetype": "dockside-bruiser"}})
        self.fight: dict[str, Any] = {
            "rulebook": "coriolis",
            "title": "The hold",
            "map": [20, 10],
            "combatant": [
                {"id": "mira", "party": self.mira["id"], "side": "crew", "seat": "ana", "at": [1, 2]},
                {"id": "jarl", "party": self.jarl["id"], "side": "dock", "count": foes, "at": [9, 2]},
                {"id": "extra", "archetype": "dockside-bruiser", "side": "dock", "at": [12, 2]},
            ],
        }
        self.open(self.fight)

    def open(self, fight: dict[str, Any]) -> None:
        body = {"from": "builder", "fight": fight, "campaign": self.book.key}
        made = self.book.client.post("/api/rooms", json=body)
        assert made.status_code == 200, made.text
        self.room, self.token = made.json()["room"], made.json()["token"]

    def call(self, path: str, body: dict[str, Any], token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        return self.book.client.post(f"/api/rooms/{self.room}{path}", json=body, headers=headers)

    def gm(self, words: str) -> None:
        done = self.call("/gm", {"text": words})
        assert done.json()["ok"], done.text

    def homes(self) -> list[dict[str, Any]]:
        found = self.call("/campaign", {"campaign": self.book.key})
        assert found.status_code == 200, found.text
        return list(found.json())

    def write(self, *homes: dict[str, Any], version: int = 0) -> Any:
        rows = [
            {
                "who": home["who"],
                "entry": home["entry"],
                "version": version or home["version"],
                "fields": [each["field"] for each in home["fields"]],
            }
            for home in homes
        ]
        return self.call("/campaign/write", {"campaign": self.book.key, "write": rows})

    def data(self, entry: str) -> Any:
        return self.book.call("GET", f"/entries/{entry}").json()["data"]


def test_a_wound_is_offered_with_what_it_was_and_written_into_the_sheet_alone(book: Book) -> None:
    evening = Evening(book)
    assert [home["fields"] for home in evening.homes()] == [[], []]
    evening.gm("set mira.hp 2")
    mira, jarl = evening.homes()
    assert (mira["name"], mira["kind"], jarl["fields"]) == ("Mira", "character", [])
    (field,) = mira["fields"]
    assert field["field"] == "hp"
    assert [(each["path"], each["now"]) for each in field["changed"]] == [("hp", 2)]
    assert field["changed"][0]["before"] == field["changed"][0]["kept"] != 2
    assert field["meanwhile"] is False
    assert evening.write(mira).status_code == 200
    assert evening.data(mira["entry"]) == {**GUNNER["data"], "hp": 2}
    assert evening.homes()[0]["fields"] == []  # nothing is left to bring home
    past = book.call("GET", f"/entries/{mira['entry']}/versions").json()
    back = book.call("POST", f"/entries/{mira['entry']}/restore", json={"wanted": past[0]["version"], "version": 2})
    assert back.status_code == 200
    assert evening.data(mira["entry"]) == GUNNER["data"]


def test_a_sheet_that_was_changed_meanwhile_is_neither_overwritten_nor_unmarked(book: Book) -> None:
    evening = Evening(book)
    evening.gm("set mira.hp 2")
    mira = evening.homes()[0]
    saved = book.save(evening.mira, data={**GUNNER["data"], "hp": 4}).json()
    late = evening.write(mira)
    assert (late.status_code, "look again" in late.json()["reason"]) == (409, True)
    assert evening.data(mira["entry"])["hp"] == 4
    again = evening.homes()[0]
    assert (again["version"], again["fields"][0]["meanwhile"], again["fields"][0]["changed"][0]["kept"]) == (
        saved["version"],
        True,
        4,
    )
    assert evening.write(again).status_code == 200
    assert evening.data(mira["entry"])["hp"] == 2


def test_several_are_written_together_or_not_at_all(book: Book) -> None:
    evening = Evening(book)
    evening.gm("set mira.hp 2")
    evening.gm("set jarl.hp 1")
    mira, jarl = evening.homes()
    assert evening.write(mira, {**jarl, "version": 7}).status_code == 409
    assert "hp" not in evening.data(mira["entry"])
    assert evening.write(mira, jarl).status_code == 200
    assert (evening.data(mira["entry"])["hp"], evening.data(jarl["entry"])["hp"]) == (2, 1)


def test_a_gang_of_one_foe_is_nobodys_sheet(book: Book) -> None:
    assert [home["who"] for home in Evening(book, foes=3).homes()] == ["mira"]


def test_only_the_gm_with_the_key_may(book: Book, client: TestClient) -> None:
    evening = Evening(book)
    code = evening.call("/seat", {"do": "link", "seat": "ana"}).json()["code"]
    player = client.post("/api/join", json={"code": code, "name": "Ana"}).json()["token"]
    some: dict[str, Any] = {"write": [{"who": "mira", "entry": "x", "version": 1, "fields": ["hp"]}]}
    bodies: list[tuple[str, dict[str, Any]]] = [("", {}), ("/write", some)]
    for path, more in bodies:
        assert evening.call(f"/campaign{path}", {"campaign": book.key, **more}, player).status_code == 409
        assert evening.call(f"/campaign{path}", {"campaign": "bado", **more}).status_code == 404
    stranger = Book(client)
    assert evening.call("/campaign", {"campaign": stranger.key}).json() == []


def test_the_next_fight_begins_with_the_sheet_of_the_day(book: Book) -> None:
    evening = Evening(book)
    evening.gm("set mira.hp 2")
    evening.write(*evening.homes()[:1])
    evening.open(evening.fight)
    assert evening.homes()[0]["fields"] == []
    headers = {"Authorization": f"Bearer {evening.token}"}
    text = book.client.get(f"/api/rooms/{evening.room}/export?to=toml", headers=headers).text
    assert next(row for row in tomllib.loads(text)["combatant"] if row["id"] == "mira")["hp"] == 2


def test_a_fight_that_is_kept_names_the_campaigns_people_and_writes_out_the_rest(book: Book) -> None:
    evening = Evening(book)
    evening.gm("set extra.hp 1")
    kept = evening.call("/campaign/encounter", {"campaign": book.key, "name": "Again"}).json()
    assert (kept["name"], kept["fault"]["fault"]) == ("Again", "")
    data = evening.data(kept["id"])
    rows = {row["id"]: row for row in data["combatant"]}
    assert rows["mira"] == {
        "id": "mira", "name": "Mira", "side": "crew", "seat": "ana", "at": [1.0, 2.0], "party": evening.mira["id"]
    }  # fmt: skip
    assert (rows["extra"]["archetype"], rows["extra"].get("hp"), "complete" in data) == ("dockside-bruiser", 7, False)
    evening.open({**data, "rulebook": "coriolis"})
    now = evening.call("/campaign/encounter", {"campaign": book.key, "at": "now"}).json()
    assert (now["name"], evening.data(now["id"])["complete"]) == ("The hold", True)


def test_an_encounter_whose_people_are_gone_says_whom_it_misses(book: Book) -> None:
    evening = Evening(book)
    kept = evening.call("/campaign/encounter", {"campaign": book.key}).json()
    book.call("DELETE", f"/entries/{evening.mira['id']}?version=1")
    fault = book.call("GET", f"/entries/{kept['id']}").json()["fault"]
    assert (fault["field"], evening.mira["id"] in fault["fault"]) == ("combatant.0.party", True)


def test_encounters_of_an_archive_can_be_played_as_they_are(book: Book, client: TestClient, tmp_path: Path) -> None:
    evening = Evening(book)
    evening.call("/campaign/encounter", {"campaign": book.key, "name": "Again"})
    data = book.call("GET", "/archive").content
    with zipfile.ZipFile(BytesIO(data)) as archive:
        archive.extractall(tmp_path)
    assert set(load(tmp_path / "encounters" / "again.toml").state.roster) == {"mira", "jarl", "extra"}
    other = Book(client)
    assert other.call("POST", "/archive", content=data).json()["added"] == 3
    assert [each for each in other.call("GET", "/entries?kind=encounter").json() if each["name"] == "Again"]
    entry = other.call("GET", "/entries?kind=encounter").json()[0]["id"]
    found = other.call("GET", f"/entries/{entry}").json()
    assert (found["fault"]["fault"], "party" in found["data"]) == ("", False)


@pytest.mark.parametrize("name", names())
def test_a_character_of_every_book_who_was_not_touched_has_nothing_to_bring_home(name: str) -> None:
    seen = 0
    for demo in demo_names():
        fight = loads(demo_path(demo).read_text(encoding="utf-8"))
        if fight.book.name != name:
            continue
        for row in tomllib.loads(demo_path(demo).read_text(encoding="utf-8"))["combatant"]:
            data = {key: value for key, value in row.items() if key not in ("id", "side", "seat", "at", "count", "party")}
            try:
                sheet = sheet_in(name, data)
            except BadInput:  # who cannot be alone, as a craft without a crew
                continue
            seen += 1
            assert compared(name, data, sheet, sheet) == []
            written = brought_home(name, data, sheet, [field for field in sheet if field not in NOT_CARRIED])
            assert {**sheet_in(name, written), "archetype": sheet.get("archetype")} == {
                **sheet,
                "archetype": sheet.get("archetype"),
            }
    assert seen


def test_what_the_archetype_would_fill_in_again_stays_gone() -> None:
    data = {"archetype": "convoy-gunner"}
    sheet = sheet_in("coriolis", data)
    spent = {**sheet, "skills": {"force": 1}}
    written = brought_home("coriolis", data, spent, ["skills"])
    assert sheet_in("coriolis", written)["skills"] == {"force": 1}
    assert written["complete"] is True
