"""The check, its criticals and the shared pool."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.rulebooks.icar.common.check import chance, check_dice
from tests.icar.build import CREW, fight, last_tally, rules, stand_by, stn


@pytest.mark.rule("icar.check.core", "icar.check.equipment-bonus", "icar.check.default-tn")
def test_skill_attribute_bonus_and_die_reach_the_target_number() -> None:
    done = starfray.do("icar", "check skill=4 attribute=4 bonus=1", dice=[5])
    assert done.result == {"passed": True, "result": "pass", "needed": 3}


@pytest.mark.rule("icar.check.core")
def test_hacking_1_and_wit_4_fail_with_a_six() -> None:
    assert starfray.do("icar", "check skill=1 attribute=4", dice=[6]).result["passed"] is False


@pytest.mark.rule("icar.check.free-tn", "icar.check.meet-is-pass")
def test_a_total_that_equals_the_target_number_passes() -> None:
    assert starfray.do("icar", "check skill=4 attribute=2 bonus=1 tn=14", dice=[7]).result["passed"] is True
    assert starfray.do("icar", "check skill=4 attribute=2 bonus=1 tn=14", dice=[6]).result["passed"] is False


@pytest.mark.rule("icar.crit.fail", "icar.crit.narrator")
def test_a_natural_one_fails_whatever_the_total() -> None:
    done = starfray.do("icar", "check skill=20 attribute=5", dice=[1])
    assert done.result["result"] == "critical failure"
    assert done.events[-1].by == ["icar.crit.narrator"]  # the GM tells it


@pytest.mark.rule("icar.crit.pass", "icar.crit.narrator")
def test_a_natural_ten_passes_whatever_the_total() -> None:
    done = starfray.do("icar", "check attribute=1 tn=22", dice=[10])
    assert done.result["result"] == "critical pass"
    assert done.events[-1].who == "you"


@pytest.mark.rule("icar.check.unskilled")
def test_a_missing_skill_counts_as_nought() -> None:
    board = fight(crew=CREW.replace('archetype = "good-ops"', 'role = "operations"\nattributes = { wit = 4 }'))
    board.play("stn ops", dice=[8])
    assert last_tally(board) == 8
    assert stn(board) == 13


@pytest.mark.rule("icar.tn.table")
def test_the_table_of_target_numbers() -> None:
    assert starfray.do("icar", "target-numbers", dice=[]).result == {"easy": 10, "normal": 12, "hard": 16, "impossible": 22}


@pytest.mark.rule("icar.check.attribute-choice")
def test_another_attribute_is_used_if_the_gm_agrees() -> None:
    board = fight().play("stn ops meat", dice=[6], answers=["yes"])  # 3 + Meat 2
    assert last_tally(board) == 7
    assert stn(board) == 14


@pytest.mark.rule("icar.check.attribute-choice")
def test_the_gm_may_insist_on_the_usual_attribute() -> None:
    board = fight().play("stn ops meat", dice=[6], answers=["no"])  # 3 + Wit 4
    assert last_tally(board) == 5
    assert stn(board) == 13


@pytest.mark.rule("icar.check.attribute-choice")
def test_an_unknown_attribute_is_refused() -> None:
    with pytest.raises(Refused, match="no attribute"):
        fight().play("stn ops luck", dice=[])


def test_the_chance_is_that_of_the_dice_for_every_need() -> None:
    for need in range(-5, 16):
        shape = check_dice(need)
        passes = sum(each.weight for each in shape.classes() if each.value >= 2)
        assert passes == round(10 * chance(need))
        assert [shape.read([face]) for face in (1, 10)] == [0, 3]
        assert [shape.read([face]) >= 2 for face in range(2, 10)] == [face >= need for face in range(2, 10)]


@pytest.mark.rule("gm.modifier")
def test_a_modifier_of_the_gm_helps_as_any_bonus() -> None:
    board = fight()
    board.gm("modify ops 2").play("stn ops", dice=[3])
    assert stn(board) == 13


# --- the pool --------------------------------------------------------------------------------------------------

POOL = '[rulings]\ndice-pool = "on"'


@pytest.mark.rule("icar.pool.draw", "icar.pool.size")
def test_a_player_who_falls_short_may_add_a_die_from_the_pool() -> None:
    board = fight(head=POOL)
    assert board.get("pool") == 4
    board.play("stn ops", dice=[3, 2], answers=["yes"])
    assert (stn(board), board.get("pool")) == (13, 3)


@pytest.mark.rule("icar.pool.draw")
def test_drawing_may_go_on_until_the_pool_is_empty() -> None:
    board = fight(now="pool = 2", head="")
    board.play("stn ops", dice=[2, 1, 1], answers=["yes", "yes"])
    assert (stn(board), board.get("pool")) == (14, 0)


def test_a_natural_one_or_ten_leaves_the_pool_alone() -> None:
    board = fight(head=POOL).play("stn ops", dice=[1])
    assert (stn(board), board.get("pool")) == (14, 4)


def test_a_natural_ten_passes_without_the_pool() -> None:
    board = stand_by(fight(head=POOL), "ops", "eng").play("ripping-balls pil", dice=[10], answers=[""])  # needs 11
    assert (stn(board), board.get("pool")) == (9, 4)


def test_who_passes_is_not_asked() -> None:
    assert fight(head=POOL).play("stn ops", dice=[5]).get("pool") == 4


def test_only_players_draw() -> None:
    board = fight(head="", now="pool = 3", crew=CREW.replace('seat = "ana"', ""))
    assert board.play("stn ops", dice=[3]).get("pool") == 3


@pytest.mark.rule("icar.space.ops.pool", "icar.ruling.ops-pool")
def test_operations_puts_a_die_into_the_pool_even_where_none_is_in_use() -> None:
    board = fight().play("pool ops", dice=[5])
    assert board.get("pool") == 1
    board.play("reroute eng", dice=[3, 6], answers=["yes"])
    assert (stn(board), board.get("pool")) == (12, 0)


def test_odds_with_a_pool_are_those_of_counting_faces() -> None:
    board = fight(now="pool = 2").begin()
    passes = 0.0
    for first in range(1, 11):  # Ops needs 5; the policy draws while 6 or less are missing
        if first >= 5:
            passes += 0.1
        elif first > 1:
            for second in range(1, 11):
                passes += 0.01 if first + second >= 5 else 0.001 * sum(first + second + third >= 5 for third in range(1, 11))
    odds = board.odds("stn ops")
    assert odds.exact
    assert odds.chance_of("space.stn.1.amount", -1) == pytest.approx(passes)


@pytest.mark.rule("icar.pool.leftover")
def test_dice_left_at_the_end_are_shared_as_roleplaying_points() -> None:
    assert starfray.do("icar", "pool-leftover 7 3", dice=[]).result == {"each": 2, "left": 1}
    with pytest.raises(Refused):
        starfray.do("icar", "pool-leftover 7 0", dice=[])


def test_failure_is_told_as_no_effect() -> None:
    assert "icar.space.stn.check" in rules(stand_by(fight(), "ops").play("reroute eng", dice=[3]))
