"""What a campaign takes in and gives out: own things, parties of its people, packs, sheets of other programs."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import starfray
from starfray.cli import main
from starfray.rulebooks import names
from tests.gurps import gcs_sheets
from tests.room.test_campaigns import MIRA, Book
from tests.room.test_sheets import actor

CANNON = {"table": "weapons", "key": "hand-cannon", "name": "Hand cannon", "melee": False, "damage": 5, "crit": 1}
ITEM = {"kind": "item", "name": "Hand cannon", "book": "coriolis", "data": CANNON}
OWN = {key: value for key, value in CANNON.items() if key != "table"}
BRUISER = {"archetype": "dockside-bruiser", "attributes": {"strength": 5}, "weapons": [OWN]}
JARL = {"kind": "foe", "name": "Jarl", "book": "coriolis", "data": BRUISER}


@pytest.fixture
def book(client: TestClient) -> Book:
    return Book(client)


# --- things ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", names())
def test_every_book_says_what_its_things_have_to_fill_in(client: TestClient, name: str) -> None:
    found = client.get(f"/api/books/{name}/items").json()
    assert all(each["fields"] and each["rows"] for each in found)
    assert len({each["table"] for each in found}) == len(found) > 0


@pytest.mark.parametrize("name", names())
def test_a_thing_of_the_book_as_it_stands_is_sound(book: Book, name: str) -> None:
    for sort in book.client.get(f"/api/books/{name}/items").json():
        row = sort["rows"][0]
        data = {"table": sort["table"], "key": "own", **row["fields"], "name": "Own"}
        made = book.add({"kind": "item", "name": "Own", "book": name, "data": data})
        assert made["fault"]["fault"] == "", (name, sort["table"])


@pytest.mark.parametrize(
    ("change", "field"), [({"damage": "lots"}, "damage"), ({"glows": True}, "glows"), ({"table": "hats"}, "table")]
)
def test_what_is_wrong_with_a_thing_is_told_at_its_field(book: Book, change: dict[str, Any], field: str) -> None:
    made = book.add({**ITEM, "data": {**CANNON, **change}})
    assert made["fault"]["field"] == field


def test_a_character_uses_a_thing_of_ones_own(book: Book) -> None:
    made = book.add(JARL)
    assert made["fault"]["fault"] == ""
    card = book.client.post("/api/books/coriolis/sheet", json={"data": BRUISER}).json()["card"]
    assert any("Hand cannon" in line["value"] for line in card)


# --- parties ---------------------------------------------------------------------------------------------------


def test_a_party_names_people_and_its_file_has_their_sheets(book: Book, client: TestClient, tmp_path: Path) -> None:
    mira = book.add(MIRA)
    party = {"kind": "party", "name": "Crew", "book": "coriolis", "tags": [], "data": {"people": [mira["id"]]}}
    assert book.add(party)["fault"]["fault"] == ""
    with zipfile.ZipFile(io.BytesIO(book.call("GET", "/archive").content)) as archive:
        archive.extractall(tmp_path)
    head = 'rulebook = "coriolis"\nparty = "parties/crew.toml"\n'
    rows = f'[[combatant]]\nparty = "{mira["id"]}"\nside = "a"\nat = [0, 0]\n'
    rows += '[[combatant]]\nid = "jarl"\narchetype = "dockside-bruiser"\nside = "b"\nat = [3, 0]\n'
    (tmp_path / "fight.toml").write_text(head + rows)
    assert mira["id"] in starfray.load(tmp_path / "fight.toml").state.roster
    other = Book(client)
    other.call("POST", "/archive", content=book.call("GET", "/archive").content)
    (entry,) = other.call("GET", "/entries?kind=party").json()
    assert other.call("GET", f"/entries/{entry['id']}").json()["data"] == {"people": [mira["id"]]}


def test_people_of_a_party_are_words(book: Book) -> None:
    made = book.add({"kind": "party", "name": "Crew", "book": "coriolis", "data": {"people": [7]}})
    assert made["fault"]["field"] == "people.0"


# --- packs -----------------------------------------------------------------------------------------------------


def test_a_pack_of_own_things_and_people_goes_into_a_fight_file(book: Book, tmp_path: Path) -> None:
    book.add(ITEM)
    book.add(JARL)
    book.add({**MIRA, "name": "Broken", "data": {"attributes": {"agility": 99}}})
    with zipfile.ZipFile(io.BytesIO(book.call("GET", "/pack").content)) as archive:
        assert archive.namelist() == ["coriolis/pack.toml", "coriolis/archetypes.toml", "coriolis/weapons.toml"]
        archive.extractall(tmp_path)
    (tmp_path / "fight.toml").write_text(
        'rulebook = "coriolis"\npacks = ["coriolis"]\n'
        '[[combatant]]\nid = "jarl"\narchetype = "jarl"\nside = "a"\nat = [0, 0]\n'
        '[[combatant]]\nid = "mira"\narchetype = "patrol-sergeant"\nside = "b"\nweapons = ["hand-cannon"]\nat = [4, 0]\n'
    )
    fight = starfray.load(tmp_path / "fight.toml")
    printed = starfray.loads(
        'rulebook = "coriolis"\n[[combatant]]\nid = "x"\narchetype = "dockside-bruiser"\nside = "a"\n'
        '[[combatant]]\nid = "y"\narchetype = "dockside-bruiser"\nside = "b"\n'
    ).state.roster["x"]
    jarl, mira = fight.state.roster["jarl"], fight.state.roster["mira"]
    assert (jarl.name, jarl.attributes.strength, jarl.attributes.agility) == ("Jarl", 5, printed.attributes.agility)
    assert (jarl.weapons[0].name, mira.weapons[0].damage) == ("Hand cannon", 5)


def test_a_campaign_without_anything_for_a_pack_says_so(book: Book) -> None:
    answer = book.call("GET", "/pack")
    assert (answer.status_code, answer.json()["reason"]) == (400, "there is nothing for a pack")


@pytest.mark.parametrize("name", names())
def test_an_archetype_of_every_book_goes_through_a_pack(book: Book, name: str, tmp_path: Path) -> None:
    rows = book.client.get(f"/api/books/{name}").json()["archetypes"]
    for row in rows[:3]:
        book.add({"kind": "foe", "name": f"My {row['name']}", "book": name, "data": {"archetype": row["key"]}})
    with zipfile.ZipFile(io.BytesIO(book.call("GET", "/pack").content)) as archive:
        archive.extractall(tmp_path)
    assert main(["check", str(tmp_path / name)]) == 0


# --- sheets of other programs ----------------------------------------------------------------------------------


def test_everybody_of_a_file_comes_in_and_who_is_refused_is_named(book: Book) -> None:
    people = [actor("Sabah"), actor("Dawn Treader", type="ship"), actor("Zafirah")]
    told = book.call("POST", "/sheets?file=crew.json", content=json.dumps(people).encode()).json()
    assert [each["name"] for each in told["taken"]] == ["Sabah", "Zafirah"]
    assert ["Dawn Treader" in line for line in told["refused"]] == [True]
    entry = book.call("GET", f"/entries/{told['taken'][0]['entry']}").json()
    assert (entry["kind"], entry["name"], entry["fault"]["fault"]) == ("character", "Sabah", "")


def test_a_gcs_sheet_becomes_a_foe_with_what_was_understood(book: Book) -> None:
    data = gcs_sheets.data(gcs_sheets.archer())
    told = book.call("POST", "/sheets?file=a.gcs&kind=foe", content=data).json()
    (cord,) = told["taken"]
    assert any("Longbow" in line for line in cord["taken"])
    entry = book.call("GET", f"/entries/{cord['entry']}").json()
    assert (entry["kind"], entry["book"], entry["fault"]["fault"]) == ("foe", "gurps", "")


def test_looking_takes_nothing_in(book: Book) -> None:
    told = book.call("POST", "/sheets?file=a.gcs&keep=false", content=gcs_sheets.data(gcs_sheets.archer())).json()
    assert ([each["entry"] for each in told["taken"]], book.names()) == ([""], [])


def test_a_file_nobody_can_read_is_refused_in_a_line(book: Book) -> None:
    answer = book.call("POST", "/sheets?file=x.gcs", content=b"\x00\x01")
    told = answer.json()
    assert answer.status_code == 400 or told["refused"]
    assert book.names() == []
