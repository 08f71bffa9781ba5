"""Campaigns: kept under a key, entries with their past, archives out and in."""

from __future__ import annotations

import io
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.room import campaigns
from starfray.room.app import make_app
from starfray.room.campaign_files import write_archive
from starfray.room.guard import Buckets
from starfray.room.quotas import read_quotas

MIRA = {"kind": "character", "name": "Mira", "book": "coriolis", "data": {"archetype": "patrol-sergeant"}, "tags": ["crew"]}
FIGHT = {
    "title": "The hold",
    "combatant": [
        {"id": "mira", "archetype": "patrol-sergeant", "side": "crew", "at": [0, 0]},
        {"id": "jarl", "archetype": "dockside-bruiser", "side": "dock", "at": [8, 0]},
    ],
}
HOLD = {"kind": "encounter", "name": "The hold", "book": "coriolis", "data": FIGHT}


class Book:
    """Somebody with the key of a campaign."""

    def __init__(self, client: TestClient, key: str = "") -> None:
        self.client = client
        self.key = key or client.post("/api/campaigns", json={"name": "Long haul"}).json()["key"]

    def call(self, method: str, path: str = "", **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.key}"}
        return self.client.request(method, f"/api/campaigns{path}", headers=headers, **more)

    def add(self, body: dict[str, Any]) -> Any:
        return self.call("POST", "/entries", json=body).json()

    def save(self, entry: Any, **more: Any) -> Any:
        body = {**{name: entry[name] for name in ("kind", "name", "book", "tags", "version")}, **more}
        return self.call("PUT", f"/entries/{entry['id']}", json=body)

    def names(self, query: str = "") -> list[str]:
        return [entry["name"] for entry in self.call("GET", f"/entries{query}").json()]


@pytest.fixture
def book(client: TestClient) -> Book:
    return Book(client)


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every change is a version of its own, however fast it comes."""
    monkeypatch.setattr(campaigns, "MERGE_SECONDS", 0.0)


def running(kept: str, *words: str) -> Iterator[TestClient]:
    with TestClient(make_app(kept, rate=10_000, burst=10_000, quotas=read_quotas(words))) as client:
        yield client


def test_what_was_kept_is_there_for_another_browser_and_another_server(kept: str) -> None:
    for client in running(kept):
        first = Book(client)
        made = first.add(MIRA)
        assert made["fault"] == {"field": "", "fault": "", "expected": ""}
    for client in running(kept):
        again = Book(client, first.key.upper().replace("-", " "))
        assert again.call("GET").json()["name"] == "Long haul"
        found = again.call("GET", f"/entries/{made['id']}").json()
        assert (found["data"], found["tags"], found["version"]) == (MIRA["data"], ["crew"], 1)


def test_without_the_key_there_is_nothing(client: TestClient, book: Book) -> None:
    book.add(MIRA)
    stranger = Book(client, "bado-kime-bado-kime-bado-kime-bado")
    for method, path in (("GET", ""), ("GET", "/entries"), ("GET", "/archive"), ("DELETE", "")):
        assert stranger.call(method, path).status_code == 404
    assert client.get("/api/campaigns").status_code == 404


def test_guessing_keys_is_stopped(db: Path) -> None:
    with TestClient(make_app(db)) as client:
        own, guesser = Book(client), Book(client, "wrong")
        assert [own.call("GET").status_code for _ in range(40)] == [200] * 40  # right keys do not count
        said = [guesser.call("GET") for _ in range(40)]
    assert said[0].status_code == 404
    assert "too many tries" in said[-1].json()["reason"]


def test_a_draft_is_kept_whatever_is_wrong_with_it_and_the_fault_is_told(book: Book) -> None:
    made = book.add({**MIRA, "data": {"archetype": "patrol-sergeant", "agility": 99}})
    assert (made["fault"]["field"], bool(made["fault"]["expected"])) == ("agility", True)
    assert book.call("GET", f"/entries/{made['id']}").json()["data"]["agility"] == 99
    sound = book.save(made, data=MIRA["data"]).json()
    assert sound["fault"]["fault"] == ""


@pytest.mark.parametrize(
    ("kind", "data", "field"),
    [
        ("encounter", {"combatant": [{"id": "a", "archetype": "nobody"}]}, "combatant.0.archetype"),
        ("party", {"member": [{"id": "a", "archetype": "patrol-sergeant"}, {"id": "a"}]}, "member.1.id"),
        ("item", {"table": "weapons", "key": "x", "dammage": 2}, "dammage"),
        ("item", {"table": "wepons", "key": "x"}, "table"),
        ("map", {"map": [20]}, "map"),
        ("map", {"cover": [{"rating": 3}]}, "cover.0"),
    ],
)
def test_every_kind_is_checked_by_its_book(book: Book, kind: str, data: dict[str, Any], field: str) -> None:
    assert book.add({"kind": kind, "name": "x", "book": "coriolis", "data": data})["fault"]["field"] == field


def test_sound_entries_of_every_kind(book: Book) -> None:
    for kind, data in {
        "foe": {"archetype": "dockside-bruiser"},
        "encounter": FIGHT,
        "party": {"member": [{"id": "mira", "archetype": "patrol-sergeant"}]},
        "item": {"table": "weapons", "key": "hand-cannon", "name": "Hand cannon", "damage": 3},
        "map": {"map": [20, 12], "cover": [{"name": "crate", "rating": 3, "at": [2, 2]}]},
    }.items():
        assert book.add({"kind": kind, "name": kind, "book": "coriolis", "data": data})["fault"]["fault"] == "", kind


@pytest.mark.usefixtures("always")
def test_every_change_can_be_taken_back_and_that_as_well(book: Book) -> None:
    made = book.add(MIRA)
    second = book.save(made, name="Mira Tan", data={}).json()
    past = book.call("GET", f"/entries/{made['id']}/versions").json()
    assert [(each["version"], each["name"]) for each in past] == [(1, "Mira")]
    back = book.call("POST", f"/entries/{made['id']}/restore", json={"wanted": 1, "version": second["version"]}).json()
    assert (back["name"], back["version"]) == ("Mira", 3)
    forth = book.call("POST", f"/entries/{made['id']}/restore", json={"wanted": 2, "version": 3}).json()
    assert (forth["name"], forth["version"]) == ("Mira Tan", 4)


def test_what_is_typed_within_a_minute_is_one_version(book: Book) -> None:
    entry = book.add(MIRA)
    for letters in ("Mira T", "Mira Ta", "Mira Tan"):
        entry = book.save(entry, name=letters, data=MIRA["data"]).json()
    assert [each["name"] for each in book.call("GET", f"/entries/{entry['id']}/versions").json()] == ["Mira"]


def test_a_deleted_entry_comes_back_by_its_last_version(book: Book) -> None:
    made = book.add(MIRA)
    gone = book.call("DELETE", f"/entries/{made['id']}?version=1").json()
    assert (book.names(), book.names("?deleted=true")) == ([], ["Mira"])
    book.call("POST", f"/entries/{made['id']}/restore", json={"wanted": 1, "version": gone["version"]})
    assert (book.names(), book.names("?deleted=true")) == (["Mira"], [])


def test_two_who_change_the_same_entry_do_not_lose_either_change(book: Book) -> None:
    made = book.add(MIRA)
    assert book.save(made, name="Mine", data={}).status_code == 200
    late = book.save(made, name="Theirs", data={})
    assert (late.status_code, "since you read it" in late.json()["reason"]) == (409, True)
    assert book.names() == ["Mine"]


def test_entries_are_found_by_kind_words_and_tag(book: Book) -> None:
    book.add(MIRA)
    book.add(HOLD)
    assert book.names("?kind=encounter") == ["The hold"]
    assert book.names("?words=HOLD%20coriolis") == ["The hold"]
    assert book.names("?tag=crew") == ["Mira"]
    assert book.names("?words=nowhere") == []


def test_an_archive_holds_everything_and_opens_in_another_campaign(client: TestClient, book: Book) -> None:
    book.add(MIRA)
    book.add(HOLD)
    data = book.call("GET", "/archive").content
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert sorted(archive.namelist()) == ["campaign.toml", "characters/mira.toml", "encounters/the-hold.toml"]
    other = Book(client)
    assert other.call("POST", "/archive", content=data).json() == {"name": "Long haul", "added": 2, "replaced": 0}
    assert other.call("POST", "/archive", content=data).json() == {"name": "Long haul", "added": 0, "replaced": 2}
    assert sorted(other.names()) == ["Mira", "The hold"]
    assert other.call("GET", "/archive").content == data


def test_an_encounter_of_an_archive_is_a_fight_file(book: Book) -> None:
    from starfray.files import loads

    book.add(HOLD)
    with zipfile.ZipFile(io.BytesIO(book.call("GET", "/archive").content)) as archive:
        fight = loads(archive.read("encounters/the-hold.toml").decode())
    assert list(fight.state.roster) == ["mira", "jarl"]


def bad_archives() -> Iterator[tuple[str, bytes, str]]:
    yield "no archive", b"PK nothing", "no archive that can be read"
    for name, files, words in [
        ("no index", {"x.toml": ""}, "no campaign.toml"),
        ("no file", {"campaign.toml": _index(file="gone.toml")}, "has no gone.toml"),
        ("no kind", {"campaign.toml": _index(kind="dragon"), "a.toml": ""}, "no kind"),
        ("no book", {"campaign.toml": _index(book="chess"), "a.toml": ""}, "no book"),
        ("odd id", {"campaign.toml": _index(id="../x"), "a.toml": ""}, "id"),
        ("no TOML", {"campaign.toml": _index(), "a.toml": "= ="}, ""),
        ("a date", {"campaign.toml": _index(), "a.toml": "b.c = [1979-05-27]"}, 'b.c.0: "1979-05-27" is a date (line 1)'),
        ("a time", {"campaign.toml": _index(), "a.toml": "\nb = 07:32:00"}, 'b: "07:32:00" is a time (line 2)'),
        (
            "endless",
            {"campaign.toml": _index(), "a.toml": f"b = 0x{'f' * 5000}"},
            "b: a int too big to show is out of all bounds",
        ),
        ("no number", {"campaign.toml": _index(), "a.toml": "b = nan"}, "b: NaN is out of all bounds"),
        ("a control sign", {"campaign.toml": _index(), "a.toml": 'b = "\\u0000"'}, "a control sign"),
        ("a sign in a tag", {"campaign.toml": f'{_index()}\ntags = ["\\u0000"]', "a.toml": ""}, "a control sign"),
    ]:
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            for file, text in files.items():
                archive.writestr(file, text)
        yield name, held.getvalue(), words
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("campaign.toml", " " * 50_000_000)
    yield "a bomb", held.getvalue(), "too big"


def _index(**more: str) -> str:
    row = {"id": "a", "kind": "map", "name": "A", "book": "coriolis", "file": "a.toml", **more}
    return "[[entry]]\n" + "\n".join(f'{key} = "{value}"' for key, value in row.items())


@pytest.mark.parametrize(
    ("name", "data", "words"), list(bad_archives()), ids=lambda each: each if isinstance(each, str) else ""
)
def test_a_bad_archive_is_refused_in_words_and_nothing_is_taken(book: Book, name: str, data: bytes, words: str) -> None:
    answer = book.call("POST", "/archive", content=data)
    assert (answer.status_code, words in answer.json()["reason"]) == (400, True), answer.json()
    assert book.names() == []


def test_an_archive_is_the_same_for_the_same_entries() -> None:
    entry = {"id": "a", "kind": "map", "name": "A", "book": "coriolis", "tags": [], "data": {"map": [2, 2], "cover": None}}
    assert write_archive("x", [entry]) == write_archive("x", [entry])


def test_limits_of_a_campaign_are_told(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    too_long = book.call("POST", "/entries", json={**MIRA, "data": {"notes": "x" * 300_000}})
    assert (too_long.status_code, too_long.json()["legal"]) == (400, ["at most 200,000"])
    monkeypatch.setattr(campaigns, "MOST_ENTRIES", 1)
    book.add(MIRA)
    full = book.call("POST", "/entries", json=MIRA)
    assert (full.status_code, "up to 1 entries" in full.json()["reason"]) == (507, True)


def test_a_server_keeps_so_many_campaigns(kept: str) -> None:
    for client in running(kept, "campaigns=1"):
        assert client.post("/api/campaigns", json={}).status_code == 200
        assert client.post("/api/campaigns", json={}).status_code == 507


def test_a_new_key_shuts_out_the_old_one_and_a_deleted_campaign_is_gone(client: TestClient, book: Book) -> None:
    fresh = book.call("POST", "/key").json()["key"]
    assert book.call("GET").status_code == 404
    owner = Book(client, fresh)
    assert owner.call("PUT", json={"name": "Short haul"}).json() == {"ok": True}
    assert owner.call("GET").json()["name"] == "Short haul"
    assert owner.call("DELETE").json() == {"ok": True}
    assert owner.call("GET").status_code == 404


@pytest.mark.parametrize("name", ["coriolis", "gurps", "socs", "icar", "compound-x", "hybrid"])
def test_a_book_tells_what_its_sheet_has_to_fill_in_and_works_out_the_rest(client: TestClient, name: str) -> None:
    fields = client.get(f"/api/books/{name}/sheet").json()
    paths = {field["path"]: field for field in fields}
    assert len(paths) == len(fields) > 4
    assert all(field["choices"] for field in fields if field["kind"] in ("choice", "levels", "item", "items")), name
    archetypes = client.get(f"/api/books/{name}").json()["archetypes"]
    answers = [client.post(f"/api/books/{name}/sheet", json={"data": {"archetype": each["key"]}}).json() for each in archetypes]
    assert [answer["fault"]["fault"] for answer in answers] == [""] * len(archetypes)
    people = [
        answer for answer, each in zip(answers, archetypes, strict=True) if "craft" not in each["fields"] or name == "socs"
    ]
    assert all(answer["card"] for answer in people)  # a craft without a crew has no figures


def test_a_sheet_changes_the_figures_and_a_fault_names_its_field(client: TestClient) -> None:
    def worked_out(**data: Any) -> Any:
        return client.post("/api/books/coriolis/sheet", json={"data": {"archetype": "station-guard", **data}}).json()

    lines = {line["label"]: line for line in worked_out(attributes={"strength": 5, "agility": 4})["card"]}
    assert (lines["HP"]["value"], lines["HP"]["rule"], bool(lines["HP"]["why"])) == ("9/9", "coriolis.core.hp", True)
    assert worked_out(attributes={"strength": 50})["fault"]["field"] == "attributes.strength"


def test_a_campaign_that_is_opened_stays_and_one_that_nobody_opens_expires(client: TestClient, db: Path) -> None:
    kept, forgotten = Book(client), Book(client)
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("update campaigns set changed = 1000")
    assert kept.call("GET").status_code == 200
    store = client.app.state.store  # type: ignore[attr-defined]
    assert store.now(lambda rows: campaigns.drop_unused_campaigns(rows, 2000.0)) == 1
    assert (kept.call("GET").status_code, forgotten.call("GET").status_code) == (200, 404)


def test_archives_are_packed_one_after_another(client: TestClient, book: Book) -> None:
    """Each may hold a hundred million characters; whoever asks for a hundred at once would take the memory of the host."""
    client.app.state.making = Buckets(0.0, 1.0)  # type: ignore[attr-defined]
    assert book.call("GET", "/archive").status_code == 200
    refused = book.call("GET", "/archive")
    assert "too many archives" in refused.json()["reason"]


def test_past_versions_do_not_grow_beyond_the_limit_by_taking_back(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = book.add(MIRA)
    entry = book.save(entry, name="Mira Kesh", version=1).json()
    monkeypatch.setattr(campaigns, "MAX_CAMPAIGN", 10)
    back = book.call("POST", f"/entries/{entry['id']}/restore", json={"wanted": 1, "version": 2})
    assert "a campaign holds" in back.json()["reason"]
    for version in (2, 3):  # what is deleted already is not kept once more
        assert book.call("DELETE", f"/entries/{entry['id']}?version={version}").json()["version"] == 3
