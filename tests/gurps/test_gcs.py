"""GCS sheets read: the small languages, the figures, what is left out and what is assumed, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.words import (
    read_damage,
    read_fire,
    read_parry,
    read_range,
    read_reach,
    read_shots,
    read_weight,
)
from starfray.sheets import import_sheet, try_out
from tests.gurps.gcs_sheets import (
    HUMAN,
    archer,
    attributes,
    body,
    data,
    dragon,
    golem,
    gunner,
    location,
    melee,
    plant,
    ranged,
    sheet,
    shield,
    skill,
    thing,
    trait,
)  # fmt: skip


def take(whole: Any, file: str = "ada.gcs") -> Imported:
    return import_sheet(data(whole), file)[1]


def armed(*weapons: Any, **parts: Any) -> dict[str, Any]:
    """The first weapon of somebody who carries one thing with these uses."""
    found: dict[str, Any] = take(sheet(equipment=[thing("Sword", *weapons)], **parts)).row["weapons"][0]
    return found


# --- the small languages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "dice", "type", "divisor"), [
    ("2d-1 cut", "2d-1", "cut", 1), ("3d(2) pi++", "3d", "pi++", 2), ("6dx2(0.5) cr ex [2d cut]", "6dx2", "cr", 0.5),
    ("4d(∞) burn", "4d", "burn", 1_000_000), ("1 pi-", "0d+1", "pi-", 1), ("150d cr", "50dx3", "cr", 1),
    ("1d−1 crushing", "1d-1", "cr", 1), ("2d imp (3)", "2d", "imp", 3),
])  # fmt: skip
def test_damage_is_dice_type_and_divisor(text: str, dice: str, type: str, divisor: float) -> None:
    found = read_damage(text)
    assert found is not None
    assert (found.dice, found.type, found.divisor) == (dice, type, divisor)


def test_damage_knows_explosions_knockback_beams_and_what_it_cannot_place() -> None:
    found = [read_damage(each) for each in ("6d cr ex inc", "3d tight-beam burning", "2d cr dkb + 1d tox")]
    assert [each and (each.type, each.explosive, each.beam, each.pushes, each.rest) for each in found] == [
        ("cr", True, False, 1, "inc"),
        ("burn", False, True, 1, ""),
        ("cr", False, False, 2, "+1d tox"),
    ]


def test_an_affliction_is_a_roll_to_resist() -> None:
    found = read_damage("HT-3(0.5) aff")
    assert found is not None
    assert (found.dice, found.affliction, found.divisor) == ("", -3, 0.5)


@pytest.mark.parametrize("text", ["spec.", "", "see text", "2d kb", "(2)", "2d", "d"])
def test_what_is_no_damage_is_none(text: str) -> None:
    assert read_damage(text) is None


def test_reach_range_shots_fire_parry_and_weight() -> None:
    assert [read_reach(each) for each in ("C,1-3", "2,3*", "C", "Spec.")] == [[0, 1, 2, 3], [2, 3], [0], []]
    ranges = [read_range(each) for each in ("x10/x15", "10/100", "1 mi", "2,000/4,000", "30-150/750", "Sight")]
    assert [(each.half, each.most, each.half_st, each.most_st) for each in ranges] == [
        (0, 0, 10, 15),
        (10, 100, 0, 0),
        (0, 1760, 0, 0),
        (2000, 4000, 0, 0),
        (150, 750, 0, 0),
        (0, 0, 0, 0),
    ]
    shots = [read_shots(each) for each in ("30+1(3)", "6(3i)", "T(1)", "1(2)", "∞")]
    assert [(each.magazine, each.reload, each.each, each.thrown) for each in shots] == [
        (31, 3, False, False),
        (6, 3, True, False),
        (0, 1, False, True),
        (1, 2, False, False),
        (0, 0, False, False),
    ]
    assert [read_fire(each) for each in ("3", "2x9", "15!", "Jet", "1/5")] == [(3, 1), (2, 9), (15, 1), (1, 1), (1, 1)]
    parries = [read_parry(each) for each in ("0U", "-1F", "No")]
    assert [(each.modifier, each.able, each.fencing, each.unbalanced) for each in parries] == [
        (0, True, False, True),
        (-1, True, True, False),
        (0, False, False, False),
    ]
    assert [read_weight(each) for each in ("2.5 lb", "8 oz", "3 kg", "1,200 lb", "")] == [2.5, 0.5, 6, 1200, 0]


# --- figures ---------------------------------------------------------------------------------------------------


def test_attributes_pools_and_size_come_from_the_sheet() -> None:
    row = take(dragon()).row
    assert row["attributes"] == {"st": 52, "dx": 14, "iq": 10, "ht": 14}
    assert (row["hp"], row["max-hp"], row["size"], row["speed"]) == (52, 52, 4, 7.0)
    assert take(golem()).row["hp"] == -3


def test_the_least_of_bodies_has_a_point_and_fists() -> None:
    found = take(plant())
    assert (found.row["max-hp"], found.row["max-fp"], found.row["weapons"]) == (1, 0, [])
    assert any("fists and feet" in each for each in found.assumed)


def test_missing_attributes_and_pools_are_assumed_and_said() -> None:
    found = take(sheet(attributes=[{"attr_id": "st", "calc": {"value": 13}}, {"attr_id": "sanity", "calc": {"value": 50}}]))
    assert found.row["attributes"] == {"st": 13, "dx": 10, "iq": 10, "ht": 10}
    assert found.row["max-hp"] == 13
    assert {"IQ is missing: 10", "HP is missing: ST"} <= set(found.assumed)


def test_a_sheet_without_finished_figures_is_worked_out() -> None:
    figures = {"st": 2, "dx": 1, "ht": 1, "iq": 0, "basic_speed": 0.25}
    bought = [{"attr_id": name, "adj": adj} for name, adj in figures.items()]
    bought.append({"attr_id": "hp", "adj": 1, "damage": 4})
    sword = melee("", usage="Swung", damage={"type": "cut", "st": "sw", "base": "1"})
    del sword["calc"]
    blade = {"name": "Broadsword", "difficulty": "dx/a", "points": 8}
    found = take(sheet(attributes=bought, equipment=[thing("Sword", sword)], skills=[blade], calc={}))
    assert (found.row["max-hp"], found.row["hp"], found.row["speed"]) == (13, 9, 5.75)
    weapon = found.row["weapons"][0]
    assert (weapon["damage"], weapon["type"], found.row["skills"][weapon["skill"]]) == ("sw+1", "cut", 13)
    assert any("worked out from the points" in each for each in found.assumed)


def test_a_body_long_dead_is_dead() -> None:
    assert take(sheet(attributes=attributes(hp=10, hp_left=-50))).row["dead"] is True


def test_skills_are_kept_by_name_and_by_specialty_and_spells_are_skills() -> None:
    folder = {"name": "Folder", "children": [skill("Stealth", 11)]}
    whole = sheet(skills=[skill("Guns", 12, "Pistol"), skill("Guns", 15, "Rifle"), folder], spells=[skill("Fireball", 14)])
    assert take(whole).row["skills"] == {"guns-pistol": 12, "guns": 15, "guns-rifle": 15, "stealth": 11, "fireball": 14}


# --- arms ------------------------------------------------------------------------------------------------------


def test_several_uses_are_one_thing() -> None:
    weapons = take(archer()).row["weapons"]
    assert [(each["key"], each.get("item"), each.get("hands", 1)) for each in weapons] == [
        ("shortsword-swung", "Shortsword", 1),
        ("shortsword-thrust", "Shortsword", 1),
        ("longbow", "Longbow", 2),
        ("round-shield-shield-bash", "shield", 1),
    ]


def test_the_parry_of_the_sheet_is_kept() -> None:
    weapon = armed(melee("1d cut", 14, score="13"), calc={"parry_bonus": 1, "basic_lift": "20 lb"})
    assert weapon["parry"] == 13 - 1 - 10


def test_what_the_sheet_adds_to_defences_is_a_trait() -> None:
    reflexes = trait("Combat Reflexes")
    found = take(sheet(traits=[reflexes, trait("Enhanced Dodge", levels=2)], calc={"dodge_bonus": 3, "parry_bonus": 1}))
    assert found.row["traits"] == ["combat-reflexes", {"key": "on-the-sheet", "name": "As the sheet says", "dodge": 2}]


def test_too_little_strength_is_counted_once() -> None:
    """The sheet's level has the price in it; the book takes it off again."""
    found = take(sheet(equipment=[thing("Maul", melee("2d cr", 9, strength="13‡"))]))
    weapon = found.row["weapons"][0]
    assert (weapon["st"], weapon["hands"], found.row["skills"][weapon["skill"]]) == (13, 2, 12)


def test_guns_have_their_figures() -> None:
    rifle = next(each for each in take(gunner()).row["weapons"] if each["key"] == "storm-rifle")
    figures = ("divisor", "acc", "rof", "rcl", "bulk", "magazine", "reload", "half-range", "max-range", "hands", "melee")
    assert [rifle[each] for each in figures] == [0.5, 4, 12, 2, -2, 31, 3, 100, 1000, 2, False]


def test_an_unknown_range_is_assumed() -> None:
    found = take(sheet(spells=[{"name": "Lightning", "weapons": [ranged("3d burn", range="Sight", shots="")]}]))
    assert found.row["weapons"][0]["max-range"] == 2000
    assert found.assumed == ["Lightning: range 'Sight', 2000 yards"]


@pytest.mark.parametrize(("use", "why"), [
    (melee("spec."), "damage 'spec.' is not dice with a type"), (melee(""), "damage 'cut' is not dice with a type"),
    (melee("1d cut", 0), "no skill to use it with"), (melee("1d cut", hide=True), "hidden on the sheet"),
])  # fmt: skip
def test_a_weapon_that_cannot_be_read_is_left_out_with_its_reason(use: Any, why: str) -> None:
    assert take(sheet(equipment=[thing("Net", use)])).left_out == [f"Net: {why}"]


def test_what_is_not_at_hand_is_left_out() -> None:
    chest = thing("Chest", equipped=False, children=[thing("Dagger", melee("1d imp"))])
    axe, halberd = thing("Axe", melee("1d cut"), quantity=0), thing("Halberd", melee("2d cut"))
    found = take(sheet(equipment=[chest, axe], other_equipment=[halberd]))
    assert (found.row["weapons"], found.left_out) == ([], ["Dagger: not equipped", "Axe: none left", "Halberd: not carried"])


def test_where_every_weapon_takes_both_hands_the_shield_is_put_away() -> None:
    found = take(sheet(equipment=[shield(), thing("Spear", melee("1d imp", strength="9†"))]))
    assert "shield" not in found.row
    assert "Round Shield: not on the arm, every weapon here takes both hands" in found.assumed


def test_a_charm_that_helps_all_defences_is_no_shield() -> None:
    features = [{"type": "attribute_bonus", "attribute": kind, "amount": 1} for kind in ("dodge", "parry", "block")]
    totals = {"dodge_bonus": 1, "parry_bonus": 1, "block_bonus": 1}
    found = take(sheet(equipment=[thing("Amulet", features=features)], calc=totals))
    assert "shield" not in found.row
    assert found.row["traits"] == [{"key": "on-the-sheet", "name": "As the sheet says", "dodge": 1, "parry": 1}]


def test_two_things_of_one_name_are_two_things() -> None:
    found = take(sheet(equipment=[thing("Knife", melee("1d cut")), thing("Knife", melee("1d cut"))]))
    assert [(each["key"], each["item"]) for each in found.row["weapons"]] == [("knife", "Knife"), ("knife-2", "Knife (2)")]


# --- bodies and traits -----------------------------------------------------------------------------------------


def test_armour_is_the_weaker_side_and_the_skull_loses_the_bone() -> None:
    parts = [location("torso", {"all": 4, "crushing": 2}), location("arm", {"all": 3}), location("arm", {"all": 1}),
             location("skull", {"all": 6}, dr_bonus=2), location("tail", {"all": 3})]  # fmt: skip
    found = take(sheet(settings={"body_type": {"locations": parts}}))
    worn, blunt = found.row["armour"]
    assert (worn["dr"]["torso"], worn["dr"]["arm"], worn["dr"]["skull"], worn["dr"]["leg"]) == (4, 1, 4, 4)
    assert (blunt["dr"], blunt["versus"]) == ({"torso": 0}, {"cr": 2})
    assert found.left_out == ["DR 3 of Tail: the book's body has no such part"]


def test_tables_inside_tables_are_walked() -> None:
    head = {"id": "top", "sub_table": {"locations": [location("face", {"all": 5})]}}
    assert take(sheet(settings={"body_type": {"locations": [head]}})).row["armour"][0]["dr"] == {"face": 5}


def test_what_a_body_is_made_of_and_what_is_switched_off() -> None:
    found = take(golem())
    assert (found.row["nature"], found.row["traits"]) == ("homogenous", ["no-blood"])
    off = trait("Forms", disabled=True, children=[trait("Hard to Kill", levels=4), trait("Claws", weapons=[melee("1d cut")])])
    found = take(sheet(traits=[off, trait("Hard to Subdue 2"), trait("Weapon Master (Staff)"), trait("Chummy")]))
    assert found.row["traits"] == [{"key": "hard-to-subdue", "level": 2}, "weapon-master"]
    assert (found.row["weapons"], found.left_out) == (
        [],
        ["traits the book gives no part in a fight: Chummy", "switched off on the sheet: Forms"],
    )


# --- refused ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whole", "field", "says"), [
    (sheet(version=6), "version", "version 2 to 5"), (sheet(version="5"), "version", "version 2 to 5"),
    ({"version": 5}, "attributes", "of GCS 4 or 5"), ({"type": "equipment_list", "rows": []}, "type", "not a character"),
    (sheet(attributes=3), "attributes", "is no list"), (sheet(attributes=[]), "attributes", "st, dx, iq, ht"),
    (sheet(attributes={}), "attributes", "st, dx, iq, ht"), ({"type": "template", "traits": []}, "type", "a template of GCS"),
    (sheet(skills=[skill("Broadsword", 400)]), "skills.broadsword", "0 to 100"),
    (sheet(attributes=attributes(st=-4)), "attributes.st", "0 to 10000"),
])  # fmt: skip
def test_a_bad_sheet_is_refused_by_file_field_and_expectation(whole: Any, field: str, says: str) -> None:
    with pytest.raises(BadInput) as bad:
        take(whole, "bad.gcs")
    assert (bad.value.file, bad.value.field) == ("bad.gcs", field)
    assert says in str(bad.value)


@pytest.mark.parametrize(("text", "says"), [
    (b"", "empty"), (b"[1, 2]", "no character of a program we know"), (b"{", "not JSON"), (data(sheet())[:300], "not JSON"),
    (b"\xff\x00\xfe", "not UTF-8"), (b"[" * 100_000, "nested too deep"), (b"rulebook = 'gurps'", "not JSON, and no stat block"),
    (b"[" + b"0," * 1_000_001 + b"0]", "too many values"), (b"PK\x03\x04\x00\x00", "no text"),
    (b'{"name": "X", "_stats": {"systemId": "dnd5e"}, "system": {}}', "Foundry's system 'dnd5e'"),
    (b"<html><body/></html>", "an XML file that no reader knows"),
])  # fmt: skip
def test_what_is_no_sheet_is_refused(text: bytes, says: str) -> None:
    with pytest.raises(BadInput, match=says) as bad:
        import_sheet(text, "bad.gcs")
    assert bad.value.file == "bad.gcs"
    assert "GCS (.gcs)" in bad.value.expected or bad.value.expected.startswith("at most")


def test_a_shield_beside_a_weapon_for_both_hands_and_negative_armour_are_refused_by_the_book() -> None:
    book, found = import_sheet(data(archer()), "a.gcs")
    bow = next(each for each in found.row["weapons"] if each["key"] == "longbow")
    with pytest.raises(BadInput, match="takes two hands"):
        try_out(book, {**found.row, "weapons": [bow]})
    with pytest.raises(BadInput, match="-1; expected 0 or more"):
        try_out(book, {**found.row, "armour": [{"key": "x", "dr": {"torso": -1}}]})


def test_a_portrait_of_any_size_and_names_in_any_script_are_no_trouble() -> None:
    whole = sheet(profile={"name": "Ильза 漢字", "portrait": "A" * 300_000}, settings={"body_type": body(0, HUMAN)})
    assert (take(whole).row["id"], take(whole).row["name"]) == ("ada", "Ильза 漢字")
    assert take(sheet(profile={}), "Old Tom.gcs").row["name"] == "Old Tom"


def test_sheets_of_early_releases_of_gcs_5_are_read_too() -> None:
    assert take(sheet(version=4)).row == take(sheet()).row
