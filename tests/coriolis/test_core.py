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
    ]
    assert fight.get("b.hp") == 6


@pytest.mark.rule("coriolis.core.zero-dice", "coriolis.ruling.desperation-six-count")
def test_a_pool_of_nothing_is_two_dice_and_needs_two_sixes() -> None:
    fight = duel(a="", b="", gap=1)
    fight.gm("set a.attributes.agility 1").gm("set a.skills.ranged-combat 1")
    assert fight.preview("shot a b").dice == "2d6>=6"  # 1 + 1 + 1 - 3 = 0: a desperation roll
    one_six = fight.play("shot a b", dice=[6, 1])
    assert one_six.get("b.hp") == 6
    two_sixes = one_six.undo().play("shot a b", dice=[6, 6])
    assert two_sixes.get("b.hp") == 3, "two sixes count as one: a bare hit"


@pytest.mark.rule("coriolis.core.pray", "coriolis.core.darkness.gain", "coriolis.ruling.pray-scope")
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


@pytest.mark.rule("coriolis.core.pool", "coriolis.core.attributes", "coriolis.core.skill-attribute")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [("dexterity", 2), ("infiltration", 2), ("force", 1), ("observation", 4), ("survival", 4), ("manipulation", 5)],
)
def test_every_skill_has_its_attribute_and_a_general_one_may_be_rolled_untrained(skill: str, dice: int) -> None:
    fight = duel(a="attributes = { strength = 1, agility = 2, wits = 4, empathy = 5 }")
    fight.play(f'tinker a "the lift" {skill}', dice=[6] * dice, answers=["it comes"])
    assert fight.events[-1].number == dice, "as many sixes as dice: there is no upper limit"


@pytest.mark.rule("coriolis.core.general-skills", "coriolis.core.pool")
def test_a_general_skill_at_level_0_rolls_the_attribute_alone() -> None:
    assert starfray.do("coriolis", "test 3", dice=[6, 1, 1]).result["sixes"] == 1


@pytest.mark.rule("coriolis.core.advanced-skills")
def test_a_forced_test_of_an_advanced_skill_at_level_0_fails_without_dice() -> None:
    assert starfray.do("coriolis", "test 3 advanced=yes", dice=[]).result["grade"] == "failure"


@pytest.mark.rule("coriolis.core.zero-dice", "coriolis.core.pray", "coriolis.ruling.desperation-six-count")
def test_a_desperate_prayer_with_a_bonus_still_needs_two_sixes_and_counts_one() -> None:
    desperate = (
        "pc = true\nprayer-bonus = 1\nattributes = { strength = 4, agility = 1 }\nskills = { ranged-combat = 1 }\n"
        'orders = { "coriolis.core.pray" = "yes" }'
    )
    fight = duel(a=desperate, gap=1).play("shot a b", dice=[6, 1] + [1] + [1])
    assert fight.get("b.hp") == 6
    fight = duel(a=desperate, gap=1).play("shot a b", dice=[6, 1] + [6] + [6])
    assert fight.get("b.hp") == 3, "three sixes: a bare hit, no extra ones to spend"


@pytest.mark.rule("coriolis.ruling.desperation-six-count", "coriolis.ranged.bonus.purchase")
def test_by_a_switch_two_desperate_sixes_count_as_two() -> None:
    fight = duel(a="attributes = { strength = 4, agility = 1 }\nskills = { ranged-combat = 1 }", gap=1)
    fight.gm("ruling desperation two")
    fight.play("shot a b", dice=[6, 6], answers=["increase-damage:1"])
    assert fight.get("b.hp") == 2


@pytest.mark.rule("coriolis.core.pray")
def test_a_test_is_prayed_over_once_and_armour_and_injury_dice_not_at_all() -> None:
    fight = duel(a='pc = true\narmour = "armour-vest"', b='pc = true\narmour = "armour-vest"')
    praying = {"coriolis.core.pray": ["yes"], "coriolis.ranged.bonus.purchase": ["critical-injury:2"]}
    dice = [6, 6, 1, 1, 1, 1, 1] + [6, 1, 1, 1, 1] + [1, 1, 1, 1] + [1, 1]  # pool, prayer, armour, d66: one question in all
    fight.play("shot a b", dice=dice, answers=praying)
    assert (fight.get("darkness"), fight.get("b.hp")) == (1, 3)


@pytest.mark.rule(
    "coriolis.core.hp",
    "coriolis.initiative.from-successes",
    "coriolis.ranged.bonus.raise-initiative",
    "coriolis.initiative.from-actions",
)
def test_hit_points_are_strength_and_agility_and_sixes_to_spare_buy_initiative() -> None:
    fight = duel(b="attributes = { strength = 5, agility = 4 }")
    assert (fight.get("b.max-hp"), fight.get("b.max-mp")) == (9, 6)
    fight.legal("a")
    fight.play("shot a b", dice=[6, 6, 1, 1, 1, 1, 1], answers=["raise-initiative:1"])
    assert (fight.get("b.hp"), fight.get("a.initiative")) == (6, 0)
    fight.play("end-turn a", dice=[]).play("end-turn b", dice=[]).step(dice=[])
    assert fight.get("a.initiative") == 2
