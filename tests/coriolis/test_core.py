"""Pools, desperation, praying."""

from __future__ import annotations

import pytest

import starfray
from tests.coriolis.build import duel

MISS = [1, 2, 3, 4, 5, 1, 2]


@pytest.mark.rule("coriolis.core.attributes", "coriolis.core.skill-attribute", "coriolis.ranged.pool", "coriolis.core.success")
def test_a_pool_is_attribute_and_skill_and_gear() -> None:
    fight = duel()
    fight.play("shot a b", dice=MISS)
    rolled = next(event for event in fight.events if event.rule == "coriolis.ranged.pool")
    assert rolled.tally is not None
    assert [(reason.amount, reason.rule) for reason in rolled.tally.reasons] == [
        (4, "coriolis.core.attributes"),
        (2, "coriolis.core.skill-attribute"),
        (1, "coriolis.ranged.pool"),
        (0, "coriolis.ranged.mod.range.short"),
    ]
    assert fight.get("b.hp") == 6


@pytest.mark.rule("coriolis.core.zero-dice")
def test_a_pool_of_nothing_is_two_dice_and_needs_two_sixes() -> None:
    fight = duel(a="", b="", gap=1)
    fight.gm("set a.attributes.agility 1").gm("set a.skills.ranged-combat 1")
    assert fight.preview("shot a b").dice == "2d6>=6"  # 1 + 1 + 1 - 3 = 0: a desperation roll
    one_six = fight.play("shot a b", dice=[6, 1])
    assert one_six.get("b.hp") == 6
    two_sixes = one_six.undo().play("shot a b", dice=[6, 6])
    assert two_sixes.get("b.hp") == 3, "two sixes count as one: a bare hit"


@pytest.mark.rule("coriolis.core.pray", "coriolis.core.darkness.gain")
def test_a_prayer_rerolls_all_but_the_sixes_and_feeds_the_darkness() -> None:
    fight = duel(a='seat = "ana"\nweapons = ["vulcan-carbine"]\norders = { "coriolis.core.pray" = "always" }')
    fight.play("shot a b", dice=[1, 1, 1, 1, 1, 1, 6] + [6, 2, 2, 2, 2, 2], answers=["increase-damage:1"])
    assert fight.get("b.hp") == 2
    assert fight.get("darkness") == 1


@pytest.mark.rule("coriolis.core.darkness.spend")
def test_an_npc_prays_with_a_darkness_point_and_not_without() -> None:
    fight = duel(now='turn = 1\nup = "a"\norder = ["a", "b"]\ndarkness = 1')
    fight.gm("order a coriolis.core.pray yes")
    fight.play("quick-shot a b", dice=[1, 1, 1, 1, 1] + [1, 1, 1, 1, 6])
    assert fight.get("darkness") == 0
    fight.play("quick-shot a b", dice=[1, 1, 1, 1, 1])  # none left: no prayer is offered
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.core.pray.bonus")
def test_a_prayer_bonus_rolls_extra_dice_after_the_rerolled_ones() -> None:
    fight = duel(a='pc = true\nprayer-bonus = 2\nweapons = ["vulcan-carbine"]\norders = { "coriolis.core.pray" = "always" }')
    fight.play("quick-shot a b", dice=[1, 1, 1, 1, 1] + [1, 1, 1, 1, 1] + [6, 1])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.core.armour")
def test_each_six_of_the_armour_takes_one_damage_off() -> None:
    fight = duel(b='armour = "armour-vest"')
    fight.play("shot a b", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 6, 1, 1])
    assert fight.get("b.hp") == 5


@pytest.mark.rule("coriolis.core.grades")
def test_the_grade_of_a_plain_test() -> None:
    assert starfray.do("coriolis", "test 3 2 -1", dice=[6, 6, 6, 1]).result == {"sixes": 3, "grade": "critical success"}
    assert starfray.do("coriolis", "test 3", dice=[1, 6, 2]).result["grade"] == "limited success"
    assert starfray.do("coriolis", "test 1 0 modifier=-3", dice=[6, 1]).result["grade"] == "failure"
