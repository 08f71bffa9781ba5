"""Character sheets of other programs in the party library: what they give is shown first, and kept when one says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.room.intake import Intake
from starfray.rulebooks import find


def read_note(data: bytes, file: str) -> Imported:
    """A program whose sheets are JSON with an id, a name and hit points."""
    try:
        sheet = json.loads(data)
    except ValueError:
        raise BadInput("this is not a sheet", file=file, expected="JSON") from None
    row = {"id": sheet["id"], "name": sheet["name"], "archetype": "patrol-sergeant", "hp": sheet["hp"], "notes": sheet["notes"]}
    return Imported(row, ["hit points"], ["a portrait"], ["the rest is a sergeant's"])


@pytest.fixture(autouse=True)
def reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(find("coriolis").imports, ".note", read_note)
    monkeypatch.setattr(Intake, "read", read_here)


async def read_here(intake: Intake, work: Callable[..., Any], *args: Any) -> Any:
    """Here, and not in a process that knows nothing of the reader above."""
    return work(*args)


def sheet(hp: int = 5, notes: str = "", name: str = "Mira") -> bytes:
    return json.dumps({"id": "mira", "name": name, "hp": hp, "notes": notes}).encode()


def upload(client: TestClient, data: bytes, key: str = "", file: str = "Mira.note", **query: str) -> Any:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    return client.post("/api/parties/sheet", params={"file": file, **query}, content=data, headers=headers)


def party(client: TestClient, key: str) -> Any:
    return client.get("/api/parties", headers={"Authorization": f"Bearer {key}"}).json()


def test_a_sheet_is_shown_before_it_is_kept(client: TestClient) -> None:
    shown = upload(client, sheet()).json()
    assert (shown["taken"], shown["left-out"], shown["assumed"]) == (
        ["hit points"],
        ["a portrait"],
        ["the rest is a sergeant's"],
    )
    assert (shown["book"], shown["new"], shown["kept"], shown["party"]) == ("coriolis", True, False, "")
    kept = upload(client, sheet(), keep="true", name="The crew").json()
    found = party(client, kept["party"])
    assert (found["name"], [member["hp"] for member in found["member"]]) == ("The crew", [5])


def test_a_new_party_without_a_name_is_called_like_the_character(client: TestClient) -> None:
    assert upload(client, sheet(), keep="true").json()["name"] == "Mira"


def test_a_second_sheet_takes_what_changed_there_and_keeps_what_changed_here(client: TestClient) -> None:
    key = upload(client, sheet(), keep="true").json()["party"]
    mine = party(client, key)
    mine["member"][0]["hp"] = 2  # wounds of a fight
    body = {name: mine[name] for name in ("name", "book", "member")}
    assert client.put("/api/parties", json=body, headers={"Authorization": f"Bearer {key}"}).status_code == 200
    shown = upload(client, sheet(6, "limps"), key).json()
    assert {each["path"]: (each["before"], each["after"], each["kept"]) for each in shown["changes"]} == {
        "hp": (2, 6, True),
        "notes": ("", "limps", False),
    }
    assert party(client, key)["member"][0]["notes"] == ""  # shown, not stored
    upload(client, sheet(6, "limps"), key, keep="true")
    assert [party(client, key)["member"][0][name] for name in ("hp", "notes")] == [2, "limps"]


def test_a_member_that_was_taken_out_comes_in_anew(client: TestClient) -> None:
    key = upload(client, sheet(), keep="true").json()["party"]
    nobody = {"name": "Crew", "book": "coriolis", "member": []}
    client.put("/api/parties", json=nobody, headers={"Authorization": f"Bearer {key}"})
    assert upload(client, sheet(), key).json()["new"] is True


@pytest.mark.parametrize(
    ("file", "data", "words"),
    [
        ("Mira.doc", b"{}", "no character of a program we know"),
        ("Mira.note", b"\xff\x00", "this is not a sheet"),
        ("Mira.note", sheet(-40), "hp"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(client: TestClient, file: str, data: bytes, words: str) -> None:
    answer = upload(client, data, file=file, keep="true")
    assert answer.status_code == 400
    assert words in answer.json()["reason"]


def test_a_sheet_of_one_book_does_not_go_into_a_party_of_another(client: TestClient) -> None:
    key = client.post("/api/parties", json={"name": "Ship", "book": "icar", "member": []}).json()["party"]
    answer = upload(client, sheet(), key)
    assert answer.status_code == 400
    assert "another book" in answer.json()["reason"]


def test_nobody_reads_a_party_without_its_key(client: TestClient) -> None:
    assert upload(client, sheet(), "not-the-key").status_code == 404


def actor(name: str, **fields: Any) -> dict[str, Any]:
    """An actor of Foundry's Coriolis system, as short as can be."""
    attributes = {each: {"value": 3} for each in ("strength", "agility", "wits", "empathy")}
    return {
        "name": name,
        "type": "npc",
        "_id": name,
        "system": {"attributes": attributes, "hitPoints": {"max": 6, "value": 4}},
        **fields,
    }


def test_a_file_of_many_brings_them_all_and_names_who_is_refused(client: TestClient) -> None:
    people = [actor("Sabah"), actor("Dawn Treader", type="ship"), actor("Zafirah"), actor("Sabah", _id="another")]
    told = upload(client, json.dumps(people).encode(), file="crew.json", keep="true").json()
    assert [each["combatant"]["id"] for each in (told, *told["also"])] == ["sabah", "zafirah", "sabah-2"]
    assert ["Dawn Treader" in line for line in told["refused"]] == [True]
    assert [member["hp"] for member in party(client, told["party"])["member"]] == [4, 4, 4]


def test_a_sheet_may_be_as_big_as_on_the_command_line(client: TestClient) -> None:
    """20 MB: of a portrait, mostly. Other requests stay small."""
    room = 20_000_000 - len(json.dumps(actor("Sabah", img="")))
    assert upload(client, json.dumps(actor("Sabah", img="x" * room)).encode(), file="big.json").status_code == 200
    assert upload(client, b" " * 20_000_001, file="big.json").status_code == 413
    assert client.post("/api/parties", content=b" " * 1_200_001).status_code == 413


def test_a_pasted_stat_block_is_a_file_like_any_other(client: TestClient) -> None:
    text = "Thug\nStrength 4, Agility 3, Wits 2, Empathy 2\nWeapons: knife"
    told = upload(client, text.encode(), file="pasted.txt").json()
    assert (told["combatant"]["name"], told["book"], told["taken"][0]) == (
        "Thug", "coriolis", "attributes: Strength 4, Agility 3, Wits 2, Empathy 2"
    )  # fmt: skip


def test_books_say_which_sheets_they_read(client: TestClient) -> None:
    reads = {each["book"]: each["reads"] for each in client.get("/api/books").json()}
    assert ".note" in reads["coriolis"]
