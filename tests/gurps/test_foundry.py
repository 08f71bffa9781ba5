"""Actors of Foundry's GURPS Game Aid, in and out, and stat blocks as text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.exports import as_actors
from starfray.rulebooks import find
from starfray.sheets import import_sheet, import_sheets, try_out
from tests.gurps.gcs_sheets import EVERYBODY, data, location, melee, sheet, thing

Row = dict[str, Any]


def listed(*rows: Row) -> Row:
    return {f"{place:05d}": row for place, row in enumerate(rows)}


def figure(value: int) -> Row:
    return {"import": value, "value": value, "points": 0, "dtype": "Number"}


def actor(name: str = "Mara Quill", **parts: Any) -> Row:
    """An actor as the system lays it out, made to measure."""
    sword = {"name": "Broadsword", "mode": "Swung", "import": "14", "level": 14, "damage": "2d cut", "st": "10", "reach": "1",
             "parry": "11", "block": ""}  # fmt: skip
    bash = {"name": "Large Shield", "mode": "Bash", "import": "13", "damage": "1d cr", "st": "", "reach": "1", "parry": "No",
            "block": "12"}  # fmt: skip
    claws = {
        "name": "Claws",
        "mode": "",
        "import": "12",
        "damage": "1d-1 cut",
        "st": "",
        "reach": "C",
        "parry": "9",
        "block": "",
    }
    gun = {"name": "Pistol", "mode": "", "import": "13", "damage": "2d+2 pi", "acc": "2", "range": "150/1900", "rof": "3",
           "shots": "15+1(3)", "bulk": "-2", "rcl": "2", "st": "9"}  # fmt: skip
    system: Row = {
        "attributes": {each: figure(value) for each, value in
                       {"ST": 12, "DX": 12, "IQ": 10, "HT": 11, "WILL": 11, "PER": 10}.items()},
        "HP": {"value": 9, "min": 0, "max": 13}, "FP": {"value": 11, "min": 0, "max": 11}, "basicmove": {"value": "5"},
        "basicspeed": {"value": "5.75"}, "traits": {"sizemod": "+1"},
        "ads": listed({"name": "Gifts", "contains": listed({"name": "Combat Reflexes", "notes": ""})},
                      {"name": "Hard to Kill 2", "level": 2}, {"name": "Charisma 1"}),
        "skills": listed({"name": "Broadsword", "import": 14, "level": ""}, {"name": "Guns (Pistol)", "level": 13}),
        "spells": {}, "melee": listed(sword, bash, claws), "ranged": listed(gun),
        "equipment": {"carried": listed({"name": "Broadsword", "equipped": True, "count": 1, "weight": 3},
                                        {"name": "Bag", "contains": listed({"name": "Pistol", "equipped": False})},
                                        {"name": "Large Shield", "equipped": True, "weight": 25}), "other": {}},
        "hitlocations": listed({"where": "Torso", "import": 4, "dr": None}, {"where": "Skull", "import": 5, "dr": ""},
                               {"where": "Right Arm", "import": "2", "dr": "3"}),
        "encumbrance": listed({"key": "enc0", "level": 0, "dodge": 12, "current": False},
                              {"key": "enc1", "level": 1, "dodge": 11, "current": True}),
    }  # fmt: skip
    return {"name": name, "type": "character", "_id": f"id-{name}", "_stats": {"systemId": "gurps"},
            "system": {**system, **parts.pop("system", {})}, "items": [], **parts}  # fmt: skip


def take(whole: Any) -> Imported:
    return import_sheet(json.dumps(whole).encode(), "mara.json")[1]


def test_figures_come_from_the_actor() -> None:
    row = take(actor()).row
    assert row["attributes"] == {"st": 12, "dx": 12, "iq": 10, "ht": 11}
    assert (row["hp"], row["max-hp"], row["fp"], row["will"], row["speed"], row["size"]) == (9, 13, 11, 11, 5.75, 1)
    assert (row["skills"]["broadsword"], row["skills"]["guns-pistol"], row["encumbrance"]) == (14, 13, 1)


def test_things_parts_of_the_body_and_the_shield_are_told_apart() -> None:
    found = take(actor())
    arms = {each["name"]: each for each in found.row["weapons"]}
    assert (arms["Broadsword, Swung"]["item"], arms["Claws"].get("natural")) == ("Broadsword", True)
    assert "Pistol: not equipped" in found.left_out
    assert (found.row["shield"]["name"], found.row["shield"]["db"]) == ("Large Shield", 3)


def test_defences_are_those_of_the_actor() -> None:
    """Dodge 12 at Basic Speed 5.75 is 4 more than the rule: 1 for reflexes, 3 for the shield. A parry of 11 at skill 14."""
    found = take(actor())
    assert found.row["traits"] == ["combat-reflexes", {"key": "hard-to-kill", "level": 2}]
    sword = next(each for each in found.row["weapons"] if each["name"] == "Broadsword, Swung")
    assert sword["parry"] + 14 // 2 + 3 + 1 + 3 == 11


def test_dr_counts_the_bone_and_a_figure_set_by_hand() -> None:
    dr = take(actor()).row["armour"][0]["dr"]
    assert (dr["torso"], dr["skull"], dr["arm"]) == (4, 3, 3)


def test_a_file_of_many_names_who_is_none() -> None:
    people = [actor("A"), actor("B", type="vehicle"), actor("C", system={"attributes": {}})]
    found = import_sheets(json.dumps(people).encode(), "all.json")
    assert [imported.row["id"] for _, imported in found.taken] == ["a"]
    assert [error.message.split(":")[0] for error in found.refused] == ["B", "C"]


@pytest.mark.parametrize("name", sorted(EVERYBODY))
def test_the_way_out_and_back_keeps_a_fighter(name: str) -> None:
    book, first = import_sheet(data(EVERYBODY[name]()), "a.gcs")
    fighter = try_out(book, first.row).state.roster[first.row["id"]]
    again = import_sheet(json.dumps(as_actors(book, [fighter])).encode(), "b.json")[1]
    back = try_out(book, again.row).state.roster[again.row["id"]]
    for field in ("attributes", "hp", "max_hp", "fp", "max_fp", "will", "per", "speed", "basic_move", "size", "shield",
                  "nature", "traits", "encumbrance"):  # fmt: skip
        assert getattr(back, field) == getattr(fighter, field), field
    figures = ("name", "damage", "type", "divisor", "reach", "parry", "parries", "hands", "st", "acc", "rof", "rcl", "bulk",
               "magazine", "reload", "half_range", "max_range", "half_st", "max_st", "explosive", "afflicts", "affliction",
               "natural", "melee", "pellets", "reload_each")  # fmt: skip
    for one, other in ((fighter, back), (back, fighter)):
        theirs = [[getattr(each, figure) for figure in figures] for each in other.weapons]
        assert [each.name for each in one.weapons if [getattr(each, figure) for figure in figures] not in theirs] == []
    assert {each.name: back.skills[each.skill] for each in back.weapons} == {
        each.name: fighter.skills[each.skill] for each in fighter.weapons
    }


def test_dr_against_one_kind_of_damage_survives_the_way_out_and_back() -> None:
    parts = [location("torso", {"all": 4, "crushing": 2}), location("arm", {"all": 3, "cutting": -2})]
    book, first = import_sheet(data(sheet(settings={"body_type": {"locations": parts}})), "a.gcs")
    fighter = try_out(book, first.row).state.roster[first.row["id"]]
    row = import_sheet(json.dumps(as_actors(book, [fighter])).encode(), "b.json")[1].row

    def stops(part: str, type: str) -> int:
        return sum(suit.get("versus", {}).get(type, suit["dr"][part]) for suit in row["armour"] if part in suit["dr"])

    assert [stops("torso", "cr"), stops("torso", "cut"), stops("arm", "cut"), stops("arm", "cr")] == [6, 4, 1, 3]


def test_another_books_people_are_no_actors() -> None:
    with pytest.raises(BadInput, match="Coriolis"):
        as_actors(find("icar"), [])


# --- stat blocks -----------------------------------------------------------------------------------------------

BLOCK = """Dock Thug
ST 12; DX 11; IQ 9; HT 11
HP 10/13, Will 9, Per 10, FP 11, Speed 5.5, Move 5, SM 0, Dodge 9, DR 2
Knife (12): 1d-1 cut, Reach C,1
Pistol, 9mm (13): 2d+2 pi, Acc 2, Range 150/1,900, RoF 3, Shots 15+1(3), Rcl 2
Fire Bolt (13): 1d burn/point, Range 50
Grapple (14): Special.
Traits: Combat Reflexes; High Pain
Threshold; Bad Temper (12).
Skills: Brawling-12; Guns (Pistol)-13; Stealth 11; Singing.
"""


def test_a_stat_block_is_understood_line_by_line() -> None:
    found = import_sheet(BLOCK.encode(), "thug.txt")[1]
    row = found.row
    assert (row["name"], row["attributes"], row["hp"], row["max-hp"]) == (
        "Dock Thug",
        {"st": 12, "dx": 11, "iq": 9, "ht": 11},
        10,
        13,
    )
    assert row["skills"] | {} == {**row["skills"], "brawling": 12, "guns-pistol": 13, "stealth": 11}
    assert row["traits"] == ["combat-reflexes", "high-pain-threshold"]
    arms = {each["name"]: each for each in row["weapons"]}
    assert (arms["Knife"]["damage"], arms["Knife"]["reach"]) == ("1d-1", [0, 1])
    gun = arms["Pistol, 9mm"]
    assert [gun[each] for each in ("acc", "rof", "magazine", "reload", "rcl", "half-range", "max-range")] == [
        2,
        3,
        16,
        3,
        2,
        150,
        1900,
    ]
    assert row["armour"][0]["dr"]["torso"] == 2
    assert found.left_out == [
        "traits the book gives no part in a fight: Bad Temper (12)",
        "'Grapple (14): Special.': not understood",
        "'Singing': no skill with a level",
    ]


def test_a_block_in_columns_and_one_after_another() -> None:
    lines = [
        "Ape",
        "ST: 20   HP: 22   Speed: 6.00",
        "DX: 12   Will: 10  Move: 7",
        "IQ: 6    Per: 10",
        "HT: 12   FP: 12   SM: +1",
    ]
    ape = "\n".join([*lines, "Bite (14): 2d-1 cr. Reach C."])
    found = import_sheets((BLOCK + "\n\n\n" + ape).encode(), "all.txt")
    assert [(imported.row["id"], imported.row.get("size", 0), imported.row["basic-move"]) for _, imported in found.taken] == [
        ("dock-thug", 0, 5),
        ("ape", 1, 7),
    ]
    assert [each["reach"] for each in found.taken[1][1].row["weapons"]] == [[0]]


def test_a_sword_without_a_level_stays_out_of_a_fight() -> None:
    use = melee("1d cut", 0)
    assert import_sheet(data(sheet(equipment=[thing("Sword", use)])), "a.gcs")[1].left_out == ["Sword: no skill to use it with"]
