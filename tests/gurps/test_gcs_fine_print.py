"""Marks and second figures in a sheet's strings, as GCS itself reads them: used, or named where the book has no place."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.errors import BadInput
from starfray.engine.imports import Imported
from starfray.fight import Fight
from starfray.rulebooks.gurps.cards import dodge_figure
from starfray.rulebooks.gurps.core import move_of
from starfray.rulebooks.gurps.gcs.words import read_damage, read_fire, read_range, read_shots
from starfray.sheets import import_sheet, try_out
from tests.gurps.gcs_agreement import disagreements
from tests.gurps.gcs_sheets import EVERYBODY, attributes, data, location, melee, ranged, sheet, shield, skill, thing, trait
from tests.gurps.older_sheets import format_2, old_sheet


def take(whole: Any) -> Imported:
    return import_sheet(data(whole), "ada.gcs")[1]


def shot(**fields: Any) -> Imported:
    return take(sheet(equipment=[thing("Gun", ranged("2d pi", 12, **fields))]))


def blow(**fields: Any) -> Imported:
    return take(sheet(equipment=[thing("Blade", melee("2d cut", 12, **fields))]))


def weapon_of(found: Imported) -> dict[str, Any]:
    return dict(found.row["weapons"][0])


def fighting(found: Imported) -> Fight:
    return try_out(import_sheet(data(sheet()), "a.gcs")[0], found.row)


def dodge_of(found: Imported) -> int:
    fight = fighting(found)
    (actor,) = fight.state.roster.values()
    return dodge_figure(fight.state, actor)


# --- strings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "half", "most"), [
    ("1/2D 100, Max 1,000", 100, 1000), ("1/2D 30 Max 120", 30, 120), ("max 50", 0, 50), ("C/10", 0, 10),
    ("100/30-150", 100, 150), ("30-150", 0, 150), ("2/3 mi", 3520, 5280), ("600/600", 0, 600),
])  # fmt: skip
def test_ranges_in_words(text: str, half: int, most: int) -> None:
    found = read_range(text)
    assert (found.half, found.most) == (half, most)


@pytest.mark.parametrize("text", ["Sight", "Spec.", "10/point", "Skill", "B10", "PBAoE"])
def test_ranges_that_are_none(text: str) -> None:
    assert read_range(text).most == 0


def test_the_least_range_is_read_and_named() -> None:
    assert read_range("100/30-150").least == 30
    assert "Gun: least range 30" in " ".join(shot(range="100/30-150").left_out)


@pytest.mark.parametrize(("text", "magazine", "reload", "each"), [
    ("5x10s(5)", 5, 5, False), ("1x60s", 1, 0, False), ("30+1(3)", 31, 3, False), ("2(3 i)", 2, 3, True),
    ("2 FP", 0, 0, False), ("3/day", 0, 0, False), ("Spec.", 0, 0, False), ("8 hrs", 0, 0, False),
])  # fmt: skip
def test_shots_last_and_are_not_added_up(text: str, magazine: int, reload: int, each: bool) -> None:
    found = read_shots(text)
    assert (found.magazine, found.reload, found.each) == (magazine, reload, each)


@pytest.mark.parametrize(
    ("text", "rof", "pellets"), [("x9", 1, 9), ("3.9", 3, 9), ("2×9", 2, 9), ("10/20!", 10, 1), ("4#", 4, 1)]
)
def test_rates_of_fire(text: str, rof: int, pellets: int) -> None:
    assert read_fire(text) == (rof, pellets)


def test_three_sided_dice_are_not_taken_for_six_sided_ones() -> None:
    assert read_damage("3d3+1 cr") is None


# --- named where the book has no place -------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "words"), [
    ({"accuracy": "5+2"}, "scope +2"), ({"rate_of_fire": "3/15"}, "second rate of fire 15"),
    ({"rate_of_fire": "12!"}, "automatic fire only"), ({"rate_of_fire": "12#"}, "controlled bursts"),
    ({"recoil": "1/3"}, "recoil of slugs 3"), ({"bulk": "-4*"}, "a stock that folds"), ({"bulk": "-4/-6"}, "second bulk -6"),
    ({"strength": "9B†"}, "a bipod"), ({"strength": "9R†"}, "a rest"), ({"shots": "5x10s(5)"}, "each shot lasts 10 s"),
    ({"shots": "2 FP"}, "shots '2 FP'"),
])  # fmt: skip
def test_what_a_gun_has_beyond_the_book_is_named(fields: dict[str, str], words: str) -> None:
    assert words in next(line for line in shot(**fields).left_out if line.startswith("Gun: "))


def test_the_finished_string_counts_for_the_marks_too() -> None:
    gun = ranged("2d pi", 12, accuracy="4")
    gun["calc"]["accuracy"] = "5+1"
    found = take(sheet(equipment=[thing("Gun", gun)]))
    assert weapon_of(found)["acc"] == 5
    assert any("scope +1" in line for line in found.left_out)


def test_a_plain_gun_has_nothing_left_out() -> None:
    assert not [line for line in shot().left_out if line.startswith("Gun")]


@pytest.mark.parametrize(("fields", "words"), [
    ({"strength": "12‡"}, "unready after a blow"), ({"block": "-1"}, "a block"),
])  # fmt: skip
def test_what_a_blade_has_beyond_the_book_is_named(fields: dict[str, str], words: str) -> None:
    assert words in next(line for line in blow(**fields).left_out if line.startswith("Blade: "))


def test_a_star_beside_the_strength_means_both_hands_in_older_files() -> None:
    assert weapon_of(blow(strength="10*"))["hands"] == 2


def test_a_finished_reach_says_whether_changing_it_takes_a_turn() -> None:
    spear = melee("1d imp", 12, reach="1")
    spear["calc"]["reach"] = "1-2*"
    assert weapon_of(take(sheet(equipment=[thing("Spear", spear)])))["adjusts"] is True


@pytest.mark.parametrize("reach", ["", "Spec."])
def test_a_reach_that_is_no_figure_is_said(reach: str) -> None:
    found = blow(reach=reach)
    assert weapon_of(found)["reach"] == [1]
    assert any(line.startswith("Blade: reach") for line in found.assumed)


def test_a_second_parry_on_a_second_line_is_named() -> None:
    found = blow(parry="0\n-2F", score="9\n7F")
    assert weapon_of(found)["parry"] == 0
    assert any("second parry 7F" in line for line in found.left_out)


def test_an_affliction_resisted_by_another_figure_says_so() -> None:
    found = take(sheet(equipment=[thing("Horn", melee("Will-2 aff", 12))]))
    assert any("resisted by Will" in line for line in found.left_out)


def test_none_left_is_said_of_a_thing_of_which_there_are_none() -> None:
    found = take(sheet(equipment=[thing("Grenade", ranged("2d cr ex", 12), quantity=0)]))
    assert "Grenade: none left" in found.left_out


# --- figures of the whole sheet --------------------------------------------------------------------------------


def calc(**figures: Any) -> dict[str, Any]:
    return {"calc": {**sheet()["calc"], **figures}}


def test_the_dodge_of_the_sheet_is_the_dodge_of_the_fight_wherever_it_comes_from() -> None:
    """An attribute for Dodge of the sheet's own: no bonus says so."""
    found = take(sheet(**calc(dodge=[11, 10, 9, 8, 7])))
    assert dodge_of(found) == 11


def test_the_dodge_of_the_sheet_with_reflexes_and_a_shield() -> None:
    reflexes = trait("Combat Reflexes", features=[
        {"type": "attribute_bonus", "attribute": kind, "amount": 1} for kind in ("dodge", "parry", "block")])  # fmt: skip
    bonuses = {f"{kind}_bonus": 3 for kind in ("dodge", "parry", "block")}
    found = take(sheet(traits=[reflexes], skills=[skill("Shield", 12, "Shield")], equipment=[shield(2)],
                       **calc(dodge=[11, 10, 9, 8, 7], **bonuses)))  # fmt: skip
    assert dodge_of(found) == 9  # the Defense Bonus of the shield comes in against an attack
    assert not any(line.startswith("defences") for line in found.taken)


def test_a_reeling_body_keeps_its_bonus_and_is_halved_once() -> None:
    hurt = attributes(10, 10, 10, 10, hp_left=2)
    found = take(sheet(attributes=hurt, **calc(dodge=[5, 4, 3, 2, 1], dodge_bonus=2)))
    assert dodge_of(found) == 5


def test_the_move_of_the_sheet_is_the_move_of_the_fight() -> None:
    found = take(sheet(**calc(move=[7, 5, 4, 2, 1])))
    (actor,) = fighting(found).state.roster.values()
    assert move_of(actor) == 7
    assert "Basic Move 5 on the sheet, but Move 7 without a load: 7" in found.assumed


def test_a_skill_without_a_level_where_others_have_one_is_named_and_not_guessed() -> None:
    blank = {**skill("Karate", 0), "calc": {}}
    found = take(sheet(skills=[skill("Guns", 12), blank]))
    assert "karate" not in found.row["skills"]
    assert "skills and spells without a level: Karate" in found.left_out


@pytest.mark.parametrize("where", ["modifier", "equipment"])
def test_size_comes_from_modifiers_and_things_too(where: str) -> None:
    bigger = [{"type": "attribute_bonus", "attribute": "sm", "amount": 2}]
    parts: dict[str, Any] = {
        "modifier": {"traits": [trait("Giant", modifiers=[{"name": "Huge", "features": bigger}])]},
        "equipment": {"equipment": [thing("Suit", features=bigger)]},
    }[where]
    assert take(sheet(**parts)).row["size"] == 2


def test_a_stronger_arm_is_named() -> None:
    places = [location("arm", {"all": 2}), location("left-arm", {"all": 5}), location("torso", {"all": 2})]
    found = take(sheet(settings={"body_type": {"locations": places}}))
    assert found.row["armour"][0]["dr"]["arm"] == 2
    assert any("DR 5 of Left-Arm" in line for line in found.assumed)


@pytest.mark.parametrize("kind", ["crushing and cutting", "cr/cut", "Cutting, Crushing"])
def test_dr_against_several_kinds_in_one_entry(kind: str) -> None:
    found = take(sheet(settings={"body_type": {"locations": [location("torso", {"all": 1, kind: 3})]}}))
    extra = next(suit for suit in found.row["armour"] if "versus" in suit)
    assert extra["versus"] == {"cr": 3, "cut": 3}


def test_a_shield_that_only_blocks_brings_its_level_along() -> None:
    features = [{"type": "attribute_bonus", "attribute": kind, "amount": 1} for kind in ("dodge", "parry", "block")]
    block = {"id": "w-2", "damage": {"type": ""}, "block": "0", "calc": {"level": 13, "block": "10"}}
    found = take(
        sheet(equipment=[thing("Buckler", block, features=features)], **calc(block_bonus=1, dodge_bonus=1, parry_bonus=1))
    )
    assert found.row["skills"]["shield"] == 13


# --- what no fight asks for ------------------------------------------------------------------------------------


def test_modifiers_notes_reactions_and_points_are_named() -> None:
    tough = trait("Damage Resistance", levels=2, local_notes="Scales", modifiers=[
        {"name": "Hardened"}, {"name": "Ablative", "disabled": True}])  # fmt: skip
    calm = trait("Unfazeable", features=[{"type": "conditional_modifier", "situation": "to Fright Checks", "amount": 8}])
    grim = trait("Ugly", features=[{"type": "reaction_bonus", "situation": "from everybody", "amount": -2}])
    found = take(sheet(traits=[tough, calm, grim], total_points=100,
                       profile={"name": "Ada", "hair": "Red", "age": "31"}))  # fmt: skip
    lines = "\n".join(found.left_out)
    assert "modifiers, as far as the sheet's figures do not have them: Damage Resistance (Hardened)" in lines
    assert "Ablative" not in lines
    assert "reactions and conditional modifiers: +8 to Fright Checks, -2 from everybody" in lines
    assert "100 points, the description (age, hair), notes of 1 entry" in lines


def test_alternative_abilities_are_said_to_be_at_hand_all_at_once() -> None:
    group = trait("Breaths", container_type="alternative_abilities", children=[
        trait("Fire", weapons=[ranged("2d burn", 12)]), trait("Frost", weapons=[ranged("2d cr", 12)])])  # fmt: skip
    assert "Breaths: alternative abilities, all of them at hand here" in take(sheet(traits=[group])).assumed


# --- files that are no characters ------------------------------------------------------------------------------


@pytest.mark.parametrize(("whole", "what"), [
    ({"version": 5, "rows": [{"id": "eAAAAAAAAAAAAAAAA", "description": "Rope"}]}, "a list of equipment"),
    ({"version": 5, "rows": [{"id": "tAAAAAAAAAAAAAAAA", "name": "Luck"}]}, "a list of traits"),
    ({"version": 5, "rows": [{"id": "sAAAAAAAAAAAAAAAA", "name": "Guns"}]}, "a list of skills"),
    ({"version": 5, "rows": [{"id": "qAAAAAAAAAAAAAAAA", "name": "Feint"}]}, "a list of skills"),
    ({"version": 5, "rows": [{"id": "PAAAAAAAAAAAAAAAA", "name": "Fire"}]}, "a list of spells"),
    ({"version": 5, "rows": []}, "a list"), ({"type": "equipment_list", "version": 2, "rows": []}, "a list of equipment"),
    ({"version": 5, "id": "AAA", "traits": [], "skills": []}, "a template"),
    ({"type": "template", "version": 4, "traits": []}, "a template"),
    ({"version": 5, "id": "LAAA", "equipment": [], "session": "3"}, "a list of loot"),
])  # fmt: skip
def test_other_files_of_gcs_are_called_what_they_are(whole: dict[str, Any], what: str) -> None:
    with pytest.raises(BadInput) as refused:
        import_sheet(data(whole), "x.gct")
    assert refused.value.message == f"{what} of GCS, not a character"


# --- what the sheet has reckoned is what fights ----------------------------------------------------------------


def fencer() -> dict[str, Any]:
    """Under a load: a fencing weapon's level and parry have it in them already, once each."""
    rapier = thing("Rapier", melee("1d imp", 14, "Rapier", reach="1", parry="0F", score="9F"), weight="25 lb")
    return sheet(attributes=attributes(10, 12, 10, 12), skills=[skill("Rapier", 15)], equipment=[rapier],
                 calc={"basic_lift": "20 lb", "dodge": [9, 8, 7, 6, 5], "move": [6, 4, 3, 2, 1]})  # fmt: skip


def weakling() -> dict[str, Any]:
    """Too weak for the axe by 3: the level has it in it."""
    axe = thing("Axe", melee("1d cut", 10, "Axe/Mace", strength="11", parry="0U", score="8U"))
    return sheet(attributes=attributes(8), skills=[skill("Axe/Mace", 13)], equipment=[axe])


def guard() -> dict[str, Any]:
    """A shield and reflexes in every parry and block."""
    bonuses = [{"type": "attribute_bonus", "attribute": kind, "amount": 1} for kind in ("dodge", "parry", "block")]
    mace = thing("Mace", melee("2d cr", 13, "Axe/Mace", score="12U", parry="0U"))
    board = shield(2)
    board["weapons"][0]["calc"]["block"] = "12"
    totals = {"basic_lift": "20 lb", "dodge": [11, 10, 9, 8, 7], **{f"{kind}_bonus": 3 for kind in ("dodge", "parry", "block")}}
    return sheet(traits=[trait("Combat Reflexes", features=bonuses)], equipment=[mace, board], calc=totals,
                 skills=[skill("Axe/Mace", 13), skill("Shield", 13, "Shield")])  # fmt: skip


PEOPLE = {**{name: make for name, make in EVERYBODY.items() if name != "plant"}, "fencer": fencer, "weakling": weakling,
          "guard": guard, "old": old_sheet, "older": format_2}  # fmt: skip


@pytest.mark.parametrize("name", sorted(PEOPLE))
def test_every_figure_of_a_sheet_is_the_figure_of_the_fight(name: str) -> None:
    assert disagreements(PEOPLE[name]()) == []
