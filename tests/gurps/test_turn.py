"""The second: order, turn start and end, shock, collapse, stun."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from tests.gurps.fights import duel, said, total_of


@pytest.mark.rule("gurps.core.turn-order")
def test_the_faster_acts_first_and_the_order_stays() -> None:
    fight = duel()
    assert fight.get("order") == ["ann", "bob"]
    fight.play("do-nothing ann", dice=[])
    fight.play("do-nothing bob", dice=[])
    fight.step()
    assert fight.actors == ["ann"]
    assert fight.get("second") == 2


@pytest.mark.rule("gurps.order.start")
def test_level_fighters_roll_a_die_each_and_again_while_tied() -> None:
    text = 'rulebook = "gurps"\n' + "".join(
        f'[[combatant]]\nid = "{who}"\nside = "{who}"\nat = [{n}, 0]\n' for n, who in enumerate(("one", "two", "three"))
    )
    fight = starfray.loads(text).begin(dice=[4, 6, 4, 2, 5])
    assert fight.get("order") == ["two", "three", "one"]


def test_equal_speed_is_settled_by_dx_without_dice() -> None:
    fight = duel({"attributes": "{ dx = 10, ht = 12 }"}, {"attributes": "{ dx = 12, ht = 10 }"})
    assert fight.get("order") == ["bob", "ann"]


@pytest.mark.rule("gurps.core.turn")
def test_one_maneuver_is_the_whole_turn() -> None:
    fight = duel()
    fight.play("do-nothing ann", dice=[])
    with pytest.raises(Refused):
        fight.play("attack ann bob", dice=[])
    fight.play("do-nothing bob", dice=[])
    fight.step()


@pytest.mark.rule("gurps.injury.shock")
def test_shock_costs_the_injury_on_the_next_turn_only() -> None:
    fight = duel()
    fight.play("attack ann bob", dice=[3, 3, 3, 1], answers=["no"])  # 1d+1 = 2, cut: 3 injury
    assert fight.get("bob.hp") == 7
    fight.play("attack bob ann", dice=[6, 6, 3])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 3
    fight.play("do-nothing ann", dice=[])
    fight.play("attack bob ann", dice=[6, 6, 3])
    assert total_of(fight, "gurps.maneuver.attack") == 12


@pytest.mark.rule("gurps.injury.shock")
def test_shock_is_4_at_most() -> None:
    fight = duel(bob={"pain": "9"})
    fight.play("do-nothing ann", dice=[])
    fight.play("attack bob ann", dice=[6, 6, 3])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 4


@pytest.mark.rule("gurps.hp.collapse", "gurps.core.attribute-roll")
def test_at_0_hp_any_maneuver_but_do_nothing_takes_an_ht_roll() -> None:
    fight = duel({"hp": "0"})
    fight.play("attack ann bob", dice=[3, 3, 5])  # HT 10: an 11 is one too many
    assert fight.get("ann.unconscious") is True
    assert fight.over is not None


@pytest.mark.rule("gurps.hp.collapse")
def test_the_roll_is_worse_by_1_per_full_multiple_of_hp_below_zero() -> None:
    fight = duel({"hp": "-20"})
    fight.play("all-out-defense ann dodge", dice=[3, 3, 2])
    assert total_of(fight, "gurps.hp.collapse") == 10 - 2
    assert fight.get("ann.all-out-defense") == "dodge"


def test_doing_nothing_at_0_hp_needs_no_roll() -> None:
    fight = duel({"hp": "-5"})
    fight.play("do-nothing ann", dice=[])
    assert not fight.get("ann.unconscious")


@pytest.mark.rule("gurps.fp.collapse", "gurps.fp.heart-attack")
def test_at_0_fp_will_is_rolled_after_ht_and_a_critical_failure_may_stop_the_heart() -> None:
    fight = duel({"hp": "0", "fp": "0"})
    fight.play("attack ann bob", dice=[3, 3, 3, 6, 6, 6, 4, 4, 4])
    assert fight.get("ann.incapacitated") is True
    assert fight.get("ann.heart") == 200


def test_a_failed_ht_roll_leaves_out_the_will_roll() -> None:
    fight = duel({"hp": "0", "fp": "0"})
    fight.play("attack ann bob", dice=[6, 5, 4])
    assert fight.get("ann.unconscious") is True
    assert fight.get("ann.incapacitated") is False


@pytest.mark.rule("gurps.injury.stunned", "gurps.injury.stunned.recovery", "gurps.maneuver.do-nothing.stunned")
def test_the_stunned_do_nothing_and_roll_ht_at_the_end_of_the_turn() -> None:
    fight = duel({"stunned": '"physical"'})
    with pytest.raises(Refused):
        fight.play("attack ann bob", dice=[])
    fight.play("do-nothing ann", dice=[])
    fight.step(dice=[4, 4, 3])
    assert fight.get("ann.stunned") == "physical"
    fight.play("do-nothing bob", dice=[])
    fight.play("do-nothing ann", dice=[])
    fight.step(dice=[4, 3, 3])
    assert fight.get("ann.stunned") == ""


@pytest.mark.rule("gurps.injury.stunned.recovery")
def test_mental_stun_is_shaken_off_by_iq_with_shock_and_reflexes() -> None:
    fight = duel({"stunned": '"mental"', "pain": "2", "traits": '["combat-reflexes"]'})
    fight.play("do-nothing ann", dice=[])
    fight.step(dice=[6, 6, 2])
    assert total_of(fight, "gurps.injury.stunned.recovery") == 10 + 6 - 2
    assert fight.get("ann.stunned") == ""


def test_a_turn_in_which_one_is_stunned_has_no_recovery_roll() -> None:
    fight = duel(bob={"waiting": '{ trigger = "attacks" }'})
    fight.play("attack ann bob", dice=[1, 1, 1, 3, 3, 1, 5, 6, 6, 4], answers=["act"])
    assert fight.get("ann.stunned") == "physical"
    fight.step(dice=[])
    assert fight.actors == ["bob"]


def test_the_wait_is_gone_at_the_next_turn() -> None:
    fight = duel()
    fight.play("wait ann reach", dice=[])
    fight.play("do-nothing bob", dice=[])
    fight.step()
    assert fight.get("ann.waiting") is None
    assert said(fight, "gurps.ruling.wait-list")
