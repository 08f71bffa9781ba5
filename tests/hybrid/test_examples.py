"""The nineteen worked examples of the book, worked by the rules."""

from __future__ import annotations

import pytest

import starfray


def worked(number: int, dice: list[int] | None = None, answers: list[str] | None = None) -> dict[str, object]:
    return starfray.do("hybrid", f"example {number}", dice=dice or [], answers=answers or []).result


@pytest.mark.rule("hybrid.example.01", "hybrid.ruling.stat-basis-full", "hybrid.check.df-equation")
def test_mental_strength_12_and_memory_10_need_77_or_less() -> None:
    assert worked(1, [77]) == {"df": 22, "chance": 77, "made": True}
    assert worked(1, [78])["made"] is False


@pytest.mark.rule("hybrid.example.02", "hybrid.skill.related")
def test_slug_pistol_10_is_worth_rank_2_with_a_stun_weapon() -> None:
    assert worked(2) == {"rank": 2}


@pytest.mark.rule("hybrid.example.03", "hybrid.skill.cost.raise", "hybrid.ruling.skill-cost-table")
def test_the_fist_costs_4_eeps_and_another_4() -> None:
    assert worked(3) == {"first": 4, "second": 4}


@pytest.mark.rule("hybrid.example.04", "hybrid.skill.filter.cap", "hybrid.skill.filter.unlock")
def test_mounted_combat_5_lets_archery_act_up_to_rank_5_and_beyond_it_after_a_roll() -> None:
    found = worked(4, [70])
    assert found["as-it-is"] == {"rank": 5, "rolled": False}
    assert found["at-rank-5"] == {"rank": 5, "rolled": False}
    assert found["rolled"] == {"rank": 8, "rolled": True, "chance": 70}


@pytest.mark.rule("hybrid.example.05", "hybrid.move.distance", "hybrid.time.storytelling")
def test_joe_daring_runs_60_metres_in_15_seconds_and_dashes_twice_that() -> None:
    assert worked(5) == {"run": 60, "dash": 120}


@pytest.mark.rule("hybrid.example.06", "hybrid.move.rates", "hybrid.move.types", "hybrid.move.stat", "hybrid.ruling.move-dash")
def test_the_rates_of_reed_johnson() -> None:
    assert worked(6) == {"none": 0, "dash": 10, "run": 5, "jog": 2.5, "walk": 1.3, "crawl": 0.6}


@pytest.mark.rule("hybrid.example.07", "hybrid.action.speed-up")
def test_half_the_time_is_half_the_chance_and_a_quarter_a_quarter() -> None:
    assert worked(7) == {"chances": [60, 30, 15]}


@pytest.mark.rule("hybrid.example.08", "hybrid.skill.cost.common", "hybrid.ruling.complex-tool")
def test_the_nine_common_costs_are_the_sums_of_their_components() -> None:
    assert worked(8) == {
        "lore": 3, "spoken-language": 3, "written-language": 4, "unarmed-weapon": 2, "primitive-weapon": 3, "complex-weapon": 4,
        "basic-science": 7, "basic-engineering": 7, "basic-technical": 6,
    }  # fmt: skip


@pytest.mark.rule("hybrid.example.09", "hybrid.skill.sample.lock-picking", "hybrid.skill.elements")
def test_lock_picking_is_printed_cheaper_than_its_components() -> None:
    assert worked(9) == {"ep": 2, "gen": 1, "components": 3}


@pytest.mark.rule("hybrid.example.10", "hybrid.task.sample.pick-locks", "hybrid.task.elements", "hybrid.task.difficulty-range")
def test_picking_a_lock_is_dexterity_at_minus_6_and_takes_a_minute() -> None:
    found = worked(10, [60])
    assert (found["df"], found["chance"], found["made"], found["counts"]) == (12, 60, True, 600)


@pytest.mark.rule("hybrid.example.11", "hybrid.task.multiple", "hybrid.task.multiple.when")
def test_the_street_and_the_fence_are_one_task_and_no_roll_unless_something_is_at_stake() -> None:
    assert worked(11, answers=["no"]) == {"difficulty": -2, "rolled": False, "made": True}
    assert worked(11, [60], ["yes"]) == {"difficulty": -2, "rolled": True, "chance": 60, "die": 60, "made": True}


@pytest.mark.rule("hybrid.example.12", "hybrid.skill.support", "hybrid.skill.specific", "hybrid.ruling.general-support-percent")
def test_long_sword_with_its_own_parry_skill() -> None:
    assert worked(12) == {"df": 8, "percent": 10}


@pytest.mark.rule("hybrid.example.13", "hybrid.skill.general")
def test_throw_object_gives_a_percent_per_rank() -> None:
    assert worked(13) == {"df": 0, "percent": 6}


@pytest.mark.rule("hybrid.example.14", "hybrid.skill.unfamiliar-tool")
def test_a_gun_of_another_mass_is_unfamiliar_and_the_same_model_is_not() -> None:
    assert worked(14) == {"other-mass": -2, "same-model": 0}


@pytest.mark.rule("hybrid.example.15", "hybrid.initiative.preset.perception", "hybrid.initiative.preset.speed")
def test_the_gunfighter_waits_for_the_other_to_draw() -> None:
    assert worked(15, [72, 3, 4]) == {"chance": 72, "noticed": True, "initiative": 7 + 8 - 4}
    assert worked(15, [73, 3, 4]) == {"chance": 72, "noticed": False, "initiative": 7 + 8 - 2 + 5}


@pytest.mark.rule("hybrid.example.16", "hybrid.oppose.conceal", "hybrid.oppose.sn", "hybrid.oppose.definition")
def test_whoever_looks_for_a_hider_rolls_minus_the_hiders_margin() -> None:
    assert worked(16, [47, 50]) == {"sn": 20, "chance": 50, "found": True}
    assert worked(16, [90, 70]) == {"sn": 0, "chance": 70, "found": True}  # hid badly: minus 0


@pytest.mark.rule("hybrid.example.17", "hybrid.ruling.energy-double", "hybrid.energy.activity.physical",
                  "hybrid.energy.activity.mental", "hybrid.energy.exhaustion.per-ten")
def test_the_printed_exhaustion_of_walking_and_chopping_is_the_ten_to_one_rule() -> None:
    assert worked(17) == {
        "walking": {"fatigue": 60, "exhaustion": 6}, "chopping-wood": {"fatigue": 180, "exhaustion": 18},
        "studying": {"fatigue": 60, "exhaustion": 6}, "spell-research": {"fatigue": 180, "exhaustion": 18},
    }  # fmt: skip


@pytest.mark.rule("hybrid.example.18", "hybrid.ruling.time-units")
def test_eight_counts_are_about_a_second() -> None:
    assert worked(18) == {"seconds": 0.8}


@pytest.mark.rule("hybrid.example.19", "hybrid.ruling.movement-mental")
def test_the_mental_column_of_movement_is_only_loosely_half() -> None:
    assert worked(19) == {"jog": [-3, -1, -1.5], "run": [-5, -2, -2.5], "dash": [-7, -4, -3.5], "vehicle": [-10, -3, -5]}


def test_there_are_nineteen() -> None:
    with pytest.raises(starfray.BadInput, match="1 to 19"):
        worked(20)
