"""Actors of Foundry's Coriolis system and stat blocks: what they give, what is left out, and the way out again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.exports import as_actors
from starfray.sheets import import_sheet, import_sheets, try_out

Row = dict[str, Any]


def actor(name: str = "Sabah al-Din", kind: str = "character", **parts: Any) -> Row:
    """An actor as the system lays it out, made to measure; `items` as they come from `item`."""
    figures = {"strength": 4, "agility": 3, "wits": 3, "empathy": 2}
    skills = {"meleecombat": 2, "rangedcombat": 3, "datadjinn": 1, "mysticpowers": 0}
    system = {
        "hitPoints": {"value": 5, "min": 0, "max": 7}, "mindPoints": {"value": 5, "min": 0, "max": 5},
        "radiation": {"value": 2}, "attributes": {each: {"value": value, "max": 5} for each, value in figures.items()},
        "skills": {each: {"category": "general", "value": value} for each, value in skills.items()},
    }  # fmt: skip
    return {
        "name": name,
        "type": kind,
        "_id": f"id-{name}",
        "system": {**system, **parts.pop("system", {})},
        "items": [],
        **parts,
    }


def item(name: str, kind: str, **system: Any) -> Row:
    return {"name": name, "type": kind, "system": system}


def weapon(name: str, **system: Any) -> Row:
    figures = {"bonus": 1, "initiative": 0, "damage": 3, "crit": {"numericValue": 2, "customValue": ""}, "range": "short",
               "equipped": True, "special": {}, "automatic": False}  # fmt: skip
    return item(name, "weapon", **{**figures, **system})


def take(whole: Any, file: str = "sabah.json") -> Imported:
    return import_sheet(json.dumps(whole).encode(), file)[1]


def test_figures_and_pools_come_from_the_actor() -> None:
    row = take(actor()).row
    assert row["attributes"] == {"strength": 4, "agility": 3, "wits": 3, "empathy": 2}
    assert row["skills"] == {"melee-combat": 2, "ranged-combat": 3, "data-djinn": 1}
    assert (row["hp"], row["mp"], row["radiation"], row["pc"], row["id"]) == (5, 5, 2, True, "sabah-al-din")


def test_what_the_book_knows_by_name_is_the_books_with_the_sheets_figures() -> None:
    worn = item("Armor Vest", "armor", armorRating=4, equipped=True)
    items = [weapon("Vulcan Carbine", damage=4), worn, item("Tough", "talent"), item("Com link", "gear", quantity=2)]
    found = take(actor(items=items, system={"hitPoints": {"value": 9, "max": 9}}))
    gun = found.row["weapons"][0]
    assert (gun["key"], gun["damage"], gun["features"], gun["melee"]) == (
        "vulcan-carbine",
        4,
        ["automatic-fire", "vulcan"],
        False,
    )
    assert (found.row["armour"]["key"], found.row["armour"]["rating"]) == ("armour-vest", 4)
    assert found.row["talents"] == ["tough"]
    assert found.row["gear"] == [{"key": "com-link", "count": 2}]


def test_a_weapon_of_their_own_keeps_what_the_book_has_a_place_for() -> None:
    hook = weapon("Boarding Hook", range="close", special={"0": "Light weapon", "1": "Blessed"}, melee=True)
    found = take(actor(items=[weapon("Boarding Hook", range="close", equipped=False), hook]))
    first, second = found.row["weapons"]
    assert (first["key"], first["melee"], first["features"], first["crit"]) == ("boarding-hook", True, ["light"], 2)
    assert second["key"] == "boarding-hook-2"
    assert "Boarding Hook: 'Blessed', which the book does not know" in found.left_out


def test_hit_points_the_book_does_not_give_are_a_talent_of_the_sheet() -> None:
    found = take(actor(system={"hitPoints": {"value": 12, "max": 12}, "mindPoints": {"value": 3, "max": 4}}))
    assert found.row["talents"] == [{"key": "on-the-sheet", "name": "As the sheet says", "hp": 5, "mp": -1}]
    fighter = try_out(import_sheet(json.dumps(actor()).encode(), "a.json")[0], found.row).state.roster["sabah-al-din"]
    assert (fighter.max_hp, fighter.max_mp, fighter.mp) == (12, 4, 3)


def test_what_has_no_part_in_a_fight_is_named() -> None:
    spare = item("Flight suit", "armor", armorRating=1, equipped=False)
    worn = item("Exo Shell", "armor", armorRating=7, equipped=True)
    items = [
        spare,
        worn,
        item("Seductive", "talent"),
        item("Hat", "gear"),
        item("Bad dreams", "injury"),
        item("Disorientated", "injury"),
    ]
    found = take(actor(items=items))
    assert found.row["injuries"] == [{"number": 12}]
    assert found.left_out == [
        "talent Seductive: it has no part in a fight here",
        "Hat: it has no part in a fight here",
        "injury Bad dreams: not in the book's table",
        "Flight suit: only one suit is worn",
    ]


def test_one_file_may_hold_many_and_those_that_are_none_are_named() -> None:
    people = [
        actor("A"),
        actor("B", "ship"),
        7,
        actor("C", system={"attributes": {**actor()["system"]["attributes"], "strength": {"value": 40}}}),
    ]
    found = import_sheets(json.dumps({"actors": people}).encode(), "all.json")
    assert [imported.row["id"] for _, imported in found.taken] == ["a"]
    assert [error.message.split(":")[0] for error in found.refused] == ["B", "all", "C"]
    assert {error.file for error in found.refused} == {"all.json"}


def test_actors_of_older_foundry_are_read_too() -> None:
    new = actor(items=[weapon("Knife")])
    old = {**{key: value for key, value in new.items() if key != "system"}, "data": new["system"]}
    old["items"] = [{**each, "data": each["system"]} for each in new["items"]]
    assert take(old).row == take(new).row


def test_the_way_out_and_back_keeps_a_fighter() -> None:
    items = [weapon("Vulcan Carbine"), weapon("Hook", range="close", melee=True, special={"0": "Light"}, equipped=False),
             item("Armour vest", "armor", armorRating=4, equipped=True), item("Tough", "talent"),
             item("Com link", "gear", quantity=3)]  # fmt: skip
    book, first = import_sheet(json.dumps(actor(items=items)).encode(), "a.json")
    fighter = try_out(book, first.row).state.roster[first.row["id"]]
    written = as_actors(book, [fighter])
    assert (written["_stats"]["systemId"], written["type"]) == ("yzecoriolis", "character")
    again = import_sheet(json.dumps(written).encode(), "b.json")[1]
    back = try_out(book, again.row).state.roster[again.row["id"]]
    for name in (
        "attributes",
        "skills",
        "hp",
        "max_hp",
        "mp",
        "max_mp",
        "talents",
        "armour",
        "weapons",
        "gear",
        "radiation",
        "pc",
    ):
        assert getattr(back, name) == getattr(fighter, name), name


# --- stat blocks -----------------------------------------------------------------------------------------------

BLOCK = """Corsair Boarder
Strength 4, Agility 4, Wits 3, Empathy 2
Hit Points 8/10, Mind Points 5, Movement Rate 10
Skills: Melee Combat 3, Ranged Combat 2, Dancing 1
Talents: Tough
Weapons: Vulcan pistol; Hook (Bonus +1, Damage 2, Crit 2, Close)
Armor: Protective clothing (2)
Limps a little.
"""


def test_a_stat_block_is_understood_line_by_line() -> None:
    found = import_sheet(BLOCK.encode(), "corsair.txt")[1]
    assert (found.row["name"], found.row["hp"], found.row["mp"]) == ("Corsair Boarder", 8, 5)
    assert found.row["skills"] == {"melee-combat": 3, "ranged-combat": 2}
    pistol, hook = found.row["weapons"]
    assert (pistol["key"], hook["bonus"], hook["damage"], hook["crit"], hook["melee"]) == ("vulcan-pistol", 1, 2, 2, True)
    assert (found.row["armour"]["key"], found.row["talents"]) == ("protective-clothing", ["tough"])
    assert found.left_out == [
        "skill dancing: the book has none of that name",
        "Movement Rate 10: worked out by the book, or of no part in a fight",
        "'Limps a little.': not understood",
    ]


def test_several_stat_blocks_are_several_people() -> None:
    text = BLOCK + "\n---\n" + BLOCK.replace("Corsair Boarder", "Captain") + "\n\n\nnothing but words\n"
    found = import_sheets(text.encode(), "crew.txt")
    assert [imported.row["id"] for _, imported in found.taken] == ["corsair-boarder", "captain"]
    assert "no stat block" in str(found.refused[0])


def test_a_stat_block_beyond_the_book_is_refused_by_field() -> None:
    with pytest.raises(BadInput) as bad:
        import_sheet(BLOCK.replace("Strength 4", "Strength 40").encode(), "x.txt")
    assert (bad.value.file, bad.value.field) == ("x.txt", "attributes.strength")
