"""What an injury does: crippling, major wounds, knockdown, death checks, knockback."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.gurps.fights import duel, said, total_of

SURE = {"skills": "{ broadsword = 25 }"}


@pytest.mark.rule("gurps.wound.major", "gurps.injury.knockdown", "gurps.injury.stunned")
def test_more_than_half_hp_at_once_may_stun_fell_and_disarm() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 3, 4, 4, 3], answers=["no"])  # 4 cut: 6 of 10
    assert fight.get("bob.stunned") == "physical"
    assert fight.get("bob.posture") == "lying"
    assert fight.get("bob.weapons.0.dropped") is True


def test_exactly_half_hp_is_no_major_wound() -> None:
    fight = duel(bob={"max-hp": "12", "hp": "12"})
    fight.play("attack ann bob", dice=[4, 4, 4, 3], answers=["no"])
    assert fight.get("bob.hp") == 6


@pytest.mark.rule("gurps.location.arm", "gurps.ruling.limb-excess", "gurps.wound.major")
def test_an_arm_is_crippled_by_more_than_half_hp_and_takes_no_more() -> None:
    fight = duel(SURE).play("attack ann bob location=right-arm", dice=[3, 3, 4, 6, 3, 3, 3], answers=["no"])  # 7 cut: 10
    assert fight.get("bob.hp") == 4
    assert fight.get("bob.crippled") == ["right-arm"]
    assert fight.get("bob.weapons.0.dropped") is True


@pytest.mark.rule("gurps.location.leg")
def test_nobody_stands_on_a_crippled_leg() -> None:
    fight = duel(SURE).play("attack ann bob location=left-leg", dice=[3, 3, 4, 6, 3, 3, 3], answers=["no"])
    assert fight.get("bob.posture") == "lying"
    with pytest.raises(Refused):
        fight.play("change-posture bob standing", dice=[])


@pytest.mark.rule("gurps.location.hand")
def test_a_hand_is_crippled_by_more_than_a_third() -> None:
    fight = duel(SURE).play("attack ann bob location=left-hand", dice=[3, 3, 4, 2, 3, 3, 3], answers=["no"])  # 3 cut: 4
    assert fight.get("bob.crippled") == ["left-hand"]
    assert fight.get("bob.hp") == 6


@pytest.mark.rule("gurps.location.foot")
def test_a_foot_is_crippled_by_more_than_a_third() -> None:
    fight = duel(SURE).play("attack ann bob location=right-foot", dice=[3, 3, 4, 6, 3, 3, 3], answers=["no"])
    assert fight.get("bob.crippled") == ["right-foot"]
    assert fight.get("bob.hp") == 6


@pytest.mark.rule("gurps.location.eye")
def test_an_eye_is_blinded_by_more_than_a_tenth() -> None:
    spear = {"skills": "{ rapier = 25 }", "weapons": '["rapier"]'}
    fight = duel(spear).play("attack ann bob location=left-eye", dice=[3, 3, 4, 1, 1, 1, 1], answers=["no"])  # 1 x4, major: -10
    assert fight.get("bob.crippled") == ["left-eye"]
    assert fight.get("bob.hp") == 6


@pytest.mark.parametrize(("hp", "blinded"), [(39, True), (40, False)])
def test_exactly_a_tenth_does_not_blind(hp: int, blinded: bool) -> None:
    rapier = {"skills": "{ rapier = 25 }", "weapons": '["rapier"]'}
    fight = duel(rapier, {"max-hp": str(hp), "hp": str(hp)})
    fight.play("attack ann bob location=left-eye", dice=[3, 3, 4, 1, 1, 1, 1], answers=["no"])  # 1 x4
    assert (fight.get("bob.crippled") == ["left-eye"]) is blinded


@pytest.mark.rule("gurps.injury.knockdown.face")
def test_a_major_wound_to_the_face_is_at_minus_5() -> None:
    fight = duel(SURE).play("attack ann bob location=face", dice=[3, 3, 4, 3, 2, 2, 2], answers=["no"])
    assert total_of(fight, "gurps.injury.knockdown") == 5
    assert fight.get("bob.stunned") == "physical"


@pytest.mark.rule("gurps.injury.knockdown.skull")
def test_a_major_wound_to_the_skull_is_at_minus_10() -> None:
    fight = duel(SURE).play("attack ann bob location=skull", dice=[3, 3, 4, 3, 1, 1, 1], answers=["no"])  # 4 - 2 = 2, x4
    assert total_of(fight, "gurps.injury.knockdown") == 0
    assert fight.get("bob.stunned") == ""


def test_a_minor_wound_to_the_head_is_rolled_unmodified_unless_the_table_rules_otherwise() -> None:
    for ruling, expected in (("", 10), ('knockdown-penalty = "always"', 5)):
        fight = duel(SURE, rulings=ruling).play("attack ann bob location=face", dice=[3, 3, 4, 1, 1, 2, 2], answers=["no"])
        assert total_of(fight, "gurps.injury.knockdown") == expected


@pytest.mark.rule("gurps.injury.knockdown.pain")
def test_pain_thresholds_change_the_knockdown_roll() -> None:
    for trait, expected in (("high-pain-threshold", 13), ("low-pain-threshold", 6)):
        fight = duel(bob={"traits": f'["{trait}"]'}).play("attack ann bob", dice=[4, 4, 4, 3, 2, 2, 2], answers=["no"])
        assert total_of(fight, "gurps.injury.knockdown") == expected


@pytest.mark.rule("gurps.location.groin")
def test_the_groin_doubles_shock_up_to_8() -> None:
    fight = duel(SURE).play("attack ann bob location=groin", dice=[3, 3, 4, 1], answers=["no"])  # 3 injury
    fight.play("attack bob ann", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 6


# --- dying -----------------------------------------------------------------------------------------------------


SWORD = {"skills": "{ force-sword = 12 }", "weapons": '["force-sword"]'}


@pytest.mark.rule("gurps.hp.death-check")
def test_one_ht_roll_per_multiple_of_hp_newly_reached_then_knockdown() -> None:
    fight = duel(SWORD)
    fight.play("attack ann bob", dice=[4, 4, 4, *[4] * 8, 3, 3, 3, 3, 3, 4, 2, 2, 2], answers=["no"])  # 10 - 32 = -22
    assert fight.get("bob.hp") == -22
    assert not fight.get("bob.dead")


@pytest.mark.rule("gurps.injury.mortal", "gurps.injury.mortal.further")
def test_failing_by_1_or_2_is_a_mortal_wound_and_a_further_failure_kills() -> None:
    fight = duel(SWORD).play("attack ann bob", dice=[4, 4, 4, *[4] * 8, 4, 4, 4, 3, 3, 3], answers=["no"])
    assert fight.get("bob.mortal") is True
    assert fight.get("bob.dead") is False
    fight = duel(SWORD).play("attack ann bob", dice=[4, 4, 4, *[4] * 8, 4, 4, 4, 3, 4, 4], answers=["no"])
    assert fight.get("bob.dead") is True


def test_failing_by_3_kills_at_once_and_no_further_dice_fall() -> None:
    fight = duel(SWORD).play("attack ann bob", dice=[4, 4, 4, *[4] * 8, 4, 4, 5], answers=["no"])
    assert fight.get("bob.dead") is True


@pytest.mark.rule("gurps.hp.death")
def test_at_minus_5_times_hp_there_is_no_roll() -> None:
    fight = duel(SWORD, {"hp": "-20"}).play("attack ann bob", dice=[4, 4, 4, *[4] * 8], answers=["no"])
    assert fight.get("bob.dead") is True


def test_hard_to_kill_helps() -> None:
    fight = duel(SWORD, {"hp": "3", "traits": '[{ key = "hard-to-kill", level = 2 }]'})
    fight.play("attack ann bob", dice=[4, 4, 4, 1, 1, 1, 1, 1, 3, 3, 3, 4, 4, 4, 2, 2, 2], answers=["no"])  # 3 - 14 = -11
    assert total_of(fight, "gurps.hp.death-check") == 12
    assert not fight.get("bob.mortal")


# --- knockback -------------------------------------------------------------------------------------------------

STAFF = {"skills": "{ staff = 12 }", "weapons": '["quarterstaff"]', "attributes": "{ st = 16, dx = 12 }"}


@pytest.mark.rule("gurps.knockback.distance", "gurps.knockback.balance", "gurps.knockback.balance-distance")
def test_every_full_st_minus_2_of_crushing_damage_sends_one_back_a_yard() -> None:
    fight = duel(STAFF, {"armour": '["steel-corselet"]', "encumbrance": "0", "max-hp": "40", "hp": "40"})
    fight.play("attack ann bob", dice=[4, 4, 4, 6, 6, 3, 3, 4], answers=["no"])  # 2d+2+2 = 16, ST 10: 2 yards
    assert fight.get("bob.at") == [3.0, 0.0]
    assert total_of(fight, "gurps.knockback.balance") == 9
    assert fight.get("bob.posture") == "lying"


@pytest.mark.rule("gurps.knockback.weak")
def test_st_3_or_less_flies_a_yard_per_point() -> None:
    fight = duel(STAFF, {"attributes": "{ st = 3, dx = 10 }", "max-hp": "40", "hp": "40", "weapons": "[]"})
    fight.play("attack ann bob", dice=[4, 4, 4, 1, 1, 1, 1, 1], answers=["no"])  # 6 yards
    assert fight.get("bob.at") == [7.0, 0.0]


def test_a_cut_that_gets_through_does_not_push_and_one_that_does_not_does() -> None:
    strong = {"attributes": "{ st = 16, dx = 12 }"}
    fight = duel(strong, {"max-hp": "60", "hp": "60"}).play("attack ann bob", dice=[4, 4, 4, 6, 6], answers=["no"])
    assert fight.get("bob.at") == [1.0, 0.0]
    fight = duel(strong, {"armour": '["tactical-suit"]', "encumbrance": "0"})
    fight.play("attack ann bob", dice=[4, 4, 4, 6, 6, 3, 3, 3], answers=["no"])
    assert fight.get("bob.at") == [2.0, 0.0]
    assert said(fight, "gurps.knockback.distance")
