"""Sheets of older releases of GCS: formats 2 and 3 are read by their own layout, older ones are refused with the way out."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.sheets import import_sheet, try_out
from tests.gurps.gcs_sheets import data, sheet
from tests.gurps.older_sheets import BONUSES, advantage, bonus, format_2, old_sheet


def take(whole: Any, file: str = "aldis.gcs") -> Imported:
    return import_sheet(data(whole), file)[1]


@pytest.mark.parametrize("version", [2, 3])
def test_formats_2_and_3_are_read_by_their_own_layout(version: int) -> None:
    found = take(old_sheet(version))
    row = found.row
    assert (row["attributes"], row["max-hp"], row["id"]) == ({"st": 12, "dx": 13, "iq": 10, "ht": 11}, 14, "aldis-vane")
    assert row["traits"] == ["combat-reflexes"]
    assert (row["skills"]["broadsword"], row["skills"]["bow"]) == (14, 12)
    sword, bow = row["weapons"]
    assert (sword["damage"], sword["parry"], sword["melee" if "melee" in sword else "reach"]) == ("2d", 0, [1])
    assert (bow["melee"], bow["half-st"], bow["max-st"]) == (False, 15, 20)
    assert (row["armour"][0]["dr"]["torso"], row["armour"][0]["dr"]["skull"]) == (4, 4)
    assert row["encumbrance"] == 1


def test_what_defences_get_is_added_up_where_an_old_sheet_has_no_sums() -> None:
    """The parry of 11 at skill 14 holds 1 for reflexes; a charm adds 1 to dodge alone."""
    charm = {"type": "equipment", "description": "Charm", "equipped": True, "quantity": 1, "features": [bonus("dodge")]}
    off = {**charm, "description": "Spare Charm", "equipped": False}
    whole = old_sheet()
    found = take({**whole, "equipment": [*whole["equipment"], charm, off]})
    assert found.row["traits"] == ["combat-reflexes", {"key": "on-the-sheet", "name": "As the sheet says", "dodge": 1}]


def test_dr_that_is_one_number_is_worn() -> None:
    worn = take(format_2()).row["armour"]
    assert worn == [{"key": "worn", "name": "Worn armour", "dr": dict.fromkeys(worn[0]["dr"], 4)}]
    assert {"skull", "face", "torso", "arm", "leg", "hand", "foot", "neck", "vitals", "groin", "eye"} == set(worn[0]["dr"])


def test_a_sheet_that_sums_up_nothing_gets_its_defences_and_its_load_all_the_same() -> None:
    """ST 12 lifts 28.8, so 29 lb; the coat, the sword and the bow weigh more than that."""
    ring = {"type": "equipment", "description": "Ring", "equipped": True, "quantity": 1, "features": [bonus("dodge", 2)]}
    found = take(format_2(equipment=[*format_2()["equipment"], ring]))
    assert found.row["traits"] == ["combat-reflexes", {"key": "on-the-sheet", "name": "As the sheet says", "dodge": 2}]
    assert found.row["encumbrance"] == 1
    assert "Basic Lift is missing: 29 lb, worked out from ST" in found.assumed


def test_lifting_st_helps_where_the_load_is_worked_out() -> None:
    lifts = advantage("Lifting ST", levels="6", features=[{**bonus("st"), "limitation": "lifting_only", "per_level": True}])
    found = take(format_2(advantages=[lifts]))
    assert found.row["encumbrance"] == 0
    assert "Basic Lift is missing: 65 lb, worked out from ST" in found.assumed


def test_weights_are_added_up_where_the_sheet_has_not() -> None:
    bag = {"type": "equipment_container", "description": "Bag", "equipped": True, "quantity": 1, "weight": "2 lb",
           "children": [{"type": "equipment", "description": "Lead", "quantity": 3, "weight": "10 lb"}]}  # fmt: skip
    assert any("level 1, 32 lb at Basic Lift 29 lb" in line for line in take(format_2(equipment=[bag])).taken)


def test_what_a_body_is_made_of_may_stand_in_its_notes() -> None:
    assert take(format_2(advantages=[advantage("Injury Tolerance", notes="Unliving")])).row["nature"] == "unliving"


def test_sums_of_an_old_sheet_count_where_it_has_them() -> None:
    whole = old_sheet()
    whole["calc"] |= {f"{kind}_bonus": 2 for kind in BONUSES}
    assert {"key": "on-the-sheet", "name": "As the sheet says", "dodge": 1, "parry": 1} in take(whole).row["traits"]


def test_a_body_with_attributes_by_name_and_traits_that_are_switched_off() -> None:
    listed = {each["attr_id"]: {"adj": 0, "calc": each["calc"]} for each in old_sheet()["attributes"]}
    found = take(old_sheet(attributes=listed, advantages=[advantage("Combat Reflexes", disabled=True)]))
    assert (found.row["attributes"]["dx"], found.row.get("traits", [])) == (13, [])


def test_an_old_sheet_makes_a_combatant_that_fights() -> None:
    book, found = import_sheet(data(old_sheet()), "aldis.gcs")
    assert try_out(book, found.row).state.roster["aldis-vane"].max_hp == 14


FORMAT_1 = {
    "type": "character",
    "version": 1,
    "ST": 12,
    "DX": 11,
    "IQ": 10,
    "HT": 10,
    "HP_adj": 2,
    "advantages": [],
    "skills": [],
}
XML = (
    b'<?xml version="1.0" encoding="US-ASCII" ?>\n<!-- made by hand -->\n<character id="9" version="4"><ST>12</ST></character>'
)
GCA5 = b'\xef\xbb\xbf<?xml version="1.0" encoding="utf-8"?>\n<gca5 version="5"><character><name>Ann</name></character></gca5>'


@pytest.mark.parametrize(("text", "named", "way"), [
    (data(FORMAT_1), "GCS format version 1", "GCS 4.37 and save it, then open and save that in GCS 5"),
    (XML, "an old release of GCS, in XML", "GCS 4.37 and save it, then open and save that in GCS 5"),
    (XML.replace(b"12", b"\xe9"), "in XML", "GCS 4.37"),
    (GCA5, "a character of GCA", "GURPS Game Aid as JSON"),
    (b'<root release="Foundry" ruleset="GURPS"><character/></root>', "an export of GCA", "GURPS Game Aid as JSON"),
])  # fmt: skip
@pytest.mark.parametrize("file", ["ann.gcs", "ann.json", "ann"])
def test_what_is_too_old_or_foreign_is_named_with_the_way_out(text: bytes, named: str, way: str, file: str) -> None:
    with pytest.raises(BadInput) as bad:
        import_sheet(text, file)
    assert (bad.value.file, named in str(bad.value), way in str(bad.value)) == (file, True, True)
    assert len(str(bad.value).splitlines()) == 1


def test_a_great_many_comments_before_the_first_element_are_passed_over() -> None:
    with pytest.raises(BadInput, match="in XML"):
        import_sheet(b"<?xml version='1.0'?>" + b"<!-- -->\n" * 2000 + b"<character/>", "old.gcs")


def test_xml_is_never_parsed() -> None:
    """A file that would grow without end if its entities were looked at is refused like any other."""
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><character>&b;</character>'
    with pytest.raises(BadInput) as bad:
        import_sheet(bomb, "bomb.gcs")
    assert bad.value.file == "bomb.gcs"


@pytest.mark.parametrize("file", ["ada.json", "ada.txt", "ada", "ada.GCS"])
def test_a_sheet_is_known_by_what_is_in_it_not_by_its_ending(file: str) -> None:
    assert take(sheet(), file).row == take(sheet(), "ada.gcs").row
