"""Procedures: loadouts by the rig and hard-point rules, sheets, checks, shields over time, falls."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray import BadInput
from tests.compound_x.helpers import fight


def do(text: str, *dice: int) -> dict[str, Any]:
    return dict(starfray.do("compound-x", text, dice=list(dice)).result)


def faults(text: str) -> list[str]:
    found = do(f"loadout {text}")
    assert found["legal"] is (not found["faults"])
    return [each["rule"] for each in found["faults"]]


@pytest.mark.rule("cx.armor.concepts", "cx.armorsys.rigs", "cx.armorsys.coverage-sum")
def test_pieces_with_material_add_up_in_coverage_only() -> None:
    found = do("loadout rigs=medheavy-chest+medheavy-arm+medheavy-leg material=l3")
    assert (found["coverage"], found["armour-points"], found["apl"], found["movement-penalty"]) == (75, 70, 3, 6.0)
    assert found["legal"] is True


@pytest.mark.rule("cx.armorsys.types", "cx.armorsys.nomix", "cx.armorsys.parts", "cx.rig.exclusive")
def test_chest_arms_and_legs_are_of_one_category() -> None:
    assert faults("rigs=medheavy-chest+medheavy-arm+medheavy-leg") == []
    assert faults("rigs=medheavy-chest+light-leg") == ["cx.rig.exclusive"]


@pytest.mark.rule("cx.ruling.coverage-cap", "cx.armor.apl-block")
def test_coverage_counts_up_to_a_hundred() -> None:
    armour = fight("", 'armour = { key = "x", coverage = 140, apl = 9, points = 10 }\nat = [15, 0]\nstance = "prone"')
    armour.play("fire ana tor", dice=[9, 99])  # a roll of 99 is under 100 and strikes it
    assert armour.get("tor.health") == 100


@pytest.mark.rule("cx.armorsys.material")
def test_a_rig_without_material_protects_nothing() -> None:
    found = do("loadout rigs=medium-chest")
    assert (found["coverage"], found["apl"]) == (0, 0)


@pytest.mark.rule("cx.rig.noarmor")
def test_some_rigs_take_no_armour() -> None:
    assert do("loadout rigs=recon-chest+recon-leg material=l1")["coverage"] == 40
    assert faults("rigs=recon-leg material=l1") == ["cx.rig.noarmor"]


@pytest.mark.rule("cx.rig.exclusive", "cx.armorsys.parts")
def test_one_category_and_one_piece_for_each_part() -> None:
    assert faults("rigs=heavy-chest+medium-leg") == ["cx.rig.exclusive"]
    assert faults("rigs=light-chest+light-chest-adv") == ["cx.armorsys.parts"]
    with pytest.raises(BadInput, match=r"cx\.rig\.exclusive"):
        fight('rigs = ["heavy-chest", "medium-leg"]')


@pytest.mark.rule("cx.mag.primary", "cx.mag.secondary", "cx.mag.space")
def test_magazines_fill_their_places() -> None:
    assert faults("rigs=light-chest primary=6 secondary=1") == []
    assert faults("rigs=light-chest primary=7") == ["cx.mag.space"]
    with pytest.raises(BadInput, match=r"cx\.mag\.space"):
        fight('rigs = ["recon-chest"]\nweapons = [{ key = "ecsc-mk249", magazines = 3 }]')  # belts fill two each


@pytest.mark.rule("cx.adv.tradeoff", "cx.adv.hardpoints")
def test_hard_points_carry_no_more_than_they_are() -> None:
    assert faults("rigs=light-chest-adv modules=a-class") == []
    assert faults("rigs=light-chest-adv modules=a-hicap") == ["cx.adv.hardpoints"]


@pytest.mark.rule("cx.adv.modules", "cx.shieldgen.unit")
def test_a_secondary_module_improves_its_primary() -> None:
    found = do("loadout rigs=medium-chest-adv+medium-arm-adv modules=a-class+a-class-strength")
    assert found["shield"] == {"strength": 180, "recharge": 50, "fast": 18}
    assert "cx.adv.modules" in faults("rigs=medium-chest-adv modules=a-class-strength")


@pytest.mark.rule("cx.adv.modules-nomix")
def test_it_works_with_no_other() -> None:
    assert faults("rigs=medium-chest-adv+medium-arm-adv modules=b-class+a-class-strength") == ["cx.adv.modules-nomix"]


@pytest.mark.rule("cx.adv.skillreq")
def test_a_cloak_takes_skill() -> None:
    assert faults("rigs=recon-chest-adv modules=cloak-mk1 stealth=9") == ["cx.adv.skillreq"]
    assert faults("rigs=recon-chest-adv modules=cloak-mk1 stealth=10") == []


@pytest.mark.rule("cx.eva.norigs", "cx.eva.integrity", "cx.eva.colour", "cx.eva.helmet")
def test_a_suit_is_tight_with_the_right_helmet_and_takes_no_rigs() -> None:
    found = do("loadout suit=polymer helmet=helmet-flight material=l1")
    assert (found["sealed"], found["integrity"], found["coverage"]) == (True, 10, 30)
    assert do("loadout suit=polymer helmet=helmet-tactical")["sealed"] is False
    assert faults("suit=polymer rigs=light-chest") == ["cx.eva.norigs"]


@pytest.mark.rule("cx.armorsys.helmet")
def test_a_helmet_covers_nothing() -> None:
    assert do("loadout rigs=light-chest material=l1 helmet=helmet-tactical")["coverage"] == 40


@pytest.mark.rule("cx.presumed.proficiency")
def test_a_class_knows_its_armour() -> None:
    assert faults("rigs=heavy-chest profession=doctor") == ["cx.presumed.proficiency"]


@pytest.mark.rule("cx.ruling.frail")
def test_the_weak_wear_no_heavy_plate() -> None:
    assert faults("rigs=heavy-chest+heavy-leg material=l1 strength=1") == ["cx.ruling.frail"]


@pytest.mark.rule("cx.eva.dex")
def test_a_suit_hinders_nimble_hands() -> None:
    one = fight('suit = "flight-suit"\nskills = { acrobatics = 20 }')
    seen = one.preview("skill ana acrobatics 50")
    assert seen.tally is not None
    assert seen.tally.total == 10


@pytest.mark.rule("cx.presumed.stats", "cx.presumed.health", "cx.presumed.movement-speed", "cx.presumed.stat-mod")
def test_a_sheet_is_worked_out_from_seven_stats() -> None:
    found = do("sheet 7 8 7 4 5 7 6 speed=dexterity carry=strength profession=soldier")
    assert (found["health"], found["metres-2"], found["nanites"]) == (120, 7, 70)
    assert (found["will"], found["shock"], found["reflex"], found["awareness"]) == (6, 12, 18, 16)
    assert found["modifiers"] == [8, 12, 8, -4, 0, 8, 4]


@pytest.mark.rule("cx.combatmod.table", "cx.combatmod.scale", "cx.combatmod.uses")
def test_combat_modifiers_are_small_and_go_by_halves() -> None:
    found = do("sheet 7 8 7 4 5 7 6 speed=dexterity carry=strength")
    assert (found["ranged"], found["melee"], found["guard"], found["blind"]) == (1.0, 1.0, 1.0, 1.5)


@pytest.mark.rule("cx.presumed.carry")
def test_one_stat_feeds_one_secondary_stat() -> None:
    with pytest.raises(BadInput, match="one secondary"):
        do("sheet speed=strength carry=strength")
    with pytest.raises(BadInput, match="out of bounds"):
        do("sheet 16")


@pytest.mark.rule("cx.ruling.combatmod-range")
def test_stats_above_fifteen_are_worth_fifteen_in_combat() -> None:
    assert do("sheet perception=20 level=15")["ranged"] == 3.0


@pytest.mark.rule("cx.presumed.suppression-level", "cx.presumed.cqb", "cx.reload.dc", "cx.ranged.firemode-table")
def test_a_gun_shows_its_lines() -> None:
    found = do("gun ecsc-mk8-mp dexterity=5")
    assert found["lines"] == {"semi": [3, 4, 5], "burst": [5, 6, 7], "auto": [6, 7, 8]}
    assert (found["suppression"], found["cqb"]) == ("medium", True)


@pytest.mark.rule("cx.presumed.skill-fumble", "cx.ruling.d100", "cx.ruling.dc-strict")
def test_a_natural_one_fails_and_the_dc_must_be_beaten() -> None:
    assert do("check 40 skill=60", 1)["passed"] is False
    assert do("check 61 skill=11", 50)["passed"] is False
    assert do("check 61 skill=12", 50)["passed"] is True


@pytest.mark.rule("cx.presumed.advantage")
@pytest.mark.parametrize(("edge", "passed"), [(1, True), (-1, False)])
def test_advantage_keeps_the_better_of_two(edge: int, passed: bool) -> None:
    assert do(f"check 50 advantage={edge}", 20, 80)["passed"] is passed
    with pytest.raises(BadInput, match="stack"):
        do("check 50 advantage=2", 1)


@pytest.mark.rule("cx.stabilize.check", "cx.stabilize.kit", "cx.stabilize.critfail")
def test_a_doctor_with_a_kit_stabilises_on_a_five() -> None:
    assert do("stabilise skill=40 dexterity=9 kit=yes", 6)["stabilised"] is True
    assert do("stabilise skill=40 dexterity=9 kit=yes", 5, 50) == {
        "stabilised": True,
        "critical": False,
        "extra-death-save": True,
        "death-save-failed": True,
    }


def test_a_fall_hurts_beyond_half_of_dexterity() -> None:
    assert do("fall 2") == {"damage": 0, "injury": False}
    assert do("fall 10", 50) == {"damage": 20, "injury": True}
    assert do("fall 10", 51) == {"damage": 0, "injury": False}


@pytest.mark.rule("cx.shield.recharge", "cx.shield.plasma", "cx.ruling.shield-rounding", "cx.shieldgen.maintain")
def test_a_shield_is_followed_over_turns() -> None:
    assert do("shield a-class damage=100 turns=3")["strength"] == [70, 120, 120]
    assert do("shield a-class damage=150 kind=plasma turns=1") == {"passed": 75, "strength": [95], "nanites": 0}
