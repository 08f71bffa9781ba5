"""What is easily lost between a sheet and a fight: ids, blanks, special DR, tireless bodies, attacks without a level."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.imports import Imported
from starfray.rulebooks.gurps.gcs.words import for_one_point
from starfray.sheets import import_sheet, try_out
from tests.gurps.gcs_sheets import attributes, data, golem, location, melee, ranged, sheet, shield, skill, thing, trait


def take(whole: Any, file: str = "ada.gcs") -> Imported:
    return import_sheet(data(whole), file)[1]


def dressed(*places: Any, **parts: Any) -> Imported:
    return take(sheet(settings={"body_type": {"locations": list(places)}}, **parts))


def dr_against(row: dict[str, Any], part: str, type: str) -> int:
    """As the rules add it up, without the bone of the skull."""
    return sum(suit.get("versus", {}).get(type, suit["dr"][part]) for suit in row["armour"] if part in suit["dr"])


# --- ids and names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "id"), [
    ("The Honourable Lady Philippa of Upper Westmarch", "the-honourable-lady-philippa-of-upper-we"), ("All", "all-1"),
    ("Order", "order-1"),
])  # fmt: skip
def test_a_name_of_any_length_and_kind_makes_an_id_a_fight_accepts(name: str, id: str) -> None:
    book, found = import_sheet(data(sheet(name)), "a.gcs")
    assert found.row["id"] == id
    assert id in try_out(book, found.row).state.roster


def test_blanks_are_filled_in_from_the_replacements_of_their_entry() -> None:
    sword = melee("1d cut", 14, "@Weapon@", usage="@How@")
    blade = thing("@Make@ Blade", sword, replacements={"Make": "Toledo", "How": "Swung", "Weapon": "Rapier"})
    favourite = {**skill("Guns", 13, "@Kind@"), "replacements": {"Kind": "Pistol"}}
    found = take(sheet(skills=[favourite, skill("Rapier", 14)], equipment=[blade]))
    assert (found.row["weapons"][0]["name"], found.row["weapons"][0]["skill"]) == ("Toledo Blade, Swung", "rapier")
    assert found.row["skills"]["guns-pistol"] == 13


def test_a_blank_without_a_replacement_keeps_its_words() -> None:
    group = trait("Group", replacements={"Foe": "Orcs"}, children=[trait("Enemy (@Foe@)")])
    assert take(sheet(traits=[group])).left_out == ["traits the book gives no part in a fight: Enemy (Foe)"]


# --- DR --------------------------------------------------------------------------------------------------------


def test_dr_that_is_less_against_a_type_is_less() -> None:
    found = dressed(
        location("torso", {"all": 4, "crushing": -3}), location("face", {"all": 4}), location("arm", {"all": 1, "cutting": -3})
    )
    row = found.row
    assert [dr_against(row, "torso", type) for type in ("cut", "cr")] == [4, 1]
    assert [dr_against(row, "face", type) for type in ("cut", "cr")] == [4, 4]
    assert [dr_against(row, "arm", type) for type in ("imp", "cut")] == [1, 0]
    assert "DR 4 (torso) is 1 against cr" in found.taken


def test_dr_less_against_something_unknown_is_named() -> None:
    assert "DR 2 less against silver (torso)" in dressed(location("torso", {"all": 4, "silver": -2})).left_out


@pytest.mark.parametrize(("total", "bonus", "worn"), [(6, 2, 4), (6, 5, 4), (3, 0, 1), (9, 9, 7)])
def test_a_skull_stops_what_the_sheet_says_whatever_its_bone(total: int, bonus: int, worn: int) -> None:
    """The book adds 2 to the skull of the living."""
    found = dressed(location("skull", {"all": total}, dr_bonus=bonus))
    assert found.row["armour"][0]["dr"]["skull"] == worn


def test_a_skull_without_bone_is_said_to_get_the_books() -> None:
    found = dressed(location("skull", {"all": 0}, dr_bonus=0))
    assert "DR 0 of the skull: the book gives it 2" in found.assumed


def test_dr_against_fire_stops_what_burns() -> None:
    row = dressed(location("torso", {"all": 2, "fire": 5})).row
    assert [dr_against(row, "torso", type) for type in ("burn", "cut")] == [7, 2]


# --- bodies that do not tire -----------------------------------------------------------------------------------


def without_fp() -> list[dict[str, Any]]:
    return [each for each in attributes() if each["attr_id"] != "fp"]


def test_the_unliving_have_no_fp_where_the_sheet_has_none() -> None:
    made = trait("Injury Tolerance (Unliving)")
    found = take(sheet(attributes=without_fp(), traits=[made]))
    assert (found.row["fp"], found.row["max-fp"]) == (0, 0)
    assert "FP is missing, and the body is unliving: 0, it does not tire" in found.assumed
    assert take(sheet(attributes=without_fp())).row["max-fp"] == 10


def test_fp_on_the_sheet_of_the_unliving_are_taken_and_said_unless_a_trait_says_there_are_none() -> None:
    found = take(golem())
    assert (found.row["max-fp"], "FP 14 as on the sheet, although the body is homogenous" in found.assumed) == (14, True)
    tireless = take(sheet(traits=[trait("No fatigue points, Don't spend fatigue points")]))
    assert (tireless.row["max-fp"], tireless.row["fp"]) == (0, 0)


# --- arms ------------------------------------------------------------------------------------------------------


def test_the_blow_with_a_shield_that_is_put_away_or_one_too_many_is_named() -> None:
    found = take(sheet(equipment=[shield(), thing("Spear", melee("1d imp", strength="9†"))]))
    assert "Round Shield, Shield Bash: the shield is not on the arm" in found.left_out
    found = take(sheet(equipment=[shield(), {**shield(), "description": "Buckler"}, thing("Sword", melee("1d cut"))]))
    assert "Buckler: a second shield, and the blow with it" in found.left_out
    assert [each["name"] for each in found.row["weapons"]] == ["Sword", "Round Shield, Shield Bash"]


@pytest.mark.parametrize(
    "use", [melee("2d burn", 0, usage="Touch"), ranged("HT-2 aff", 0, usage="Gaze"), melee("1d tox", 0, usage="Aura")]
)
def test_an_attack_of_the_body_without_a_level_is_taken_at_dx(use: dict[str, Any]) -> None:
    use["defaults"] = []
    found = take(sheet(traits=[trait("Power", weapons=[use])], attributes=attributes(dx=13)))
    weapon = found.row["weapons"][0]
    assert found.row["skills"][weapon["skill"]] == 13
    assert f"Power, {use['usage']}: no level on the sheet, DX 13" in found.assumed


@pytest.mark.parametrize(("text", "bare"), [
    ("1d burn/point", "1d burn"), ("1d-1 per FP cut", "1d-1 cut"), ("1d/point burn", "1d burn"),
    ("2d cr per point of energy", "2d cr"),
])  # fmt: skip
def test_damage_for_each_point_is_that_of_one(text: str, bare: str) -> None:
    assert for_one_point(text) == (bare, True)
    assert for_one_point(bare) == (bare, False)


def test_a_spell_by_points_is_taken_with_one_point_and_said() -> None:
    found = take(
        sheet(spells=[{**skill("Fireball", 14), "weapons": [ranged("1d burn/point", 14, "Innate Attack", range="50")]}])
    )
    assert (found.row["weapons"][0]["damage"], found.row["weapons"][0]["type"]) == ("1d", "burn")
    assert "Fireball: '1d burn/point', with one point spent" in found.assumed


def test_too_little_strength_is_taken_off_a_parry_once() -> None:
    """ST 10 and a maul for ST 13: the sheet says 9 to hit and 7 to parry, and so does the fight."""
    maul = thing("Maul", melee("2d cr", 9, strength="13‡", parry="0U", score="7U"))
    book, found = import_sheet(data(sheet(equipment=[maul])), "a.gcs")
    assert (found.row["weapons"][0]["parry"], found.row["weapons"][0]["unbalanced"]) == (0, True)
    assert try_out(book, found.row).get("ada-brand.parry") == 7


def test_what_the_sheet_has_reckoned_of_a_weapon_counts_not_what_is_printed() -> None:
    use = melee("1d cut", 12, strength="13†", parry="0F", score="No")
    use["calc"] |= {"strength": "11", "reach": "1,2"}
    weapon = take(sheet(equipment=[thing("Odd Blade", use)])).row["weapons"][0]
    assert (weapon["st"], weapon.get("hands", 1), weapon["reach"]) == (11, 1, [1, 2])
    assert (weapon["parries"], weapon.get("fencing", False)) == (False, False)


def test_the_block_of_the_sheet_is_kept() -> None:
    """Shield 13 blocks at 9, with DB 2 at 11; this one is better to block with by 1."""
    board = shield()
    board["weapons"][0]["calc"]["block"] = "12"
    totals = {f"{kind}_bonus": 2 for kind in ("dodge", "parry", "block")}
    book, found = import_sheet(data(sheet(equipment=[board, thing("Sword", melee("1d cut"))], calc=totals)), "a.gcs")
    assert found.row["traits"] == [{"key": "on-the-sheet", "name": "As the sheet says", "block": 1}]
    assert try_out(book, found.row).get("ada-brand.block") + 2 == 12


# --- what no fight asks for ------------------------------------------------------------------------------------


def test_what_has_no_part_in_a_fight_is_named() -> None:
    lists: dict[str, Any] = {
        "attributes": [*attributes(), {"attr_id": "fright_check", "calc": {"value": 12}}],
        "traits": [trait("Berserk", disabled=True, children=[trait("Inside")])],
        "skills": [skill("Juggling", 0)],
        "equipment": [thing("Rope", weight="5 lb", equipped=False)],
        "notes": [{"text": "Owes Bo 20 credits"}],
    }
    left_out = take(sheet(**lists)).left_out
    assert left_out == [
        "skills and spells without a level: Juggling",
        "figures the book has no place for: fright check 12",
        "switched off on the sheet: Berserk",
        "things without a part in a fight: Rope",
        "kept on the sheet only: 1 note",
    ]
