"""Energy over hours, rest, rates and distances, tasks in storytelling time."""

from __future__ import annotations

import pytest

import starfray


def done(text: str, dice: list[int] | None = None, answers: list[str] | None = None) -> dict[str, object]:
    return starfray.do("hybrid", text, dice=dice or [], answers=answers or []).result


@pytest.mark.rule("hybrid.energy.activity.physical", "hybrid.energy.pools", "hybrid.energy.exhaustion.loss")
@pytest.mark.parametrize(
    ("name", "seconds", "fatigue", "exhaustion"),
    [
        ("walking", 600, 30, 59),
        ("jogging", 600, 40, 50),
        ("running", 60, 40, 54),
        ("dash", 7, 40, 46),
        ("chopping-wood", 300, 25, 59),
    ],
)
def test_what_an_activity_costs(name: str, seconds: int, fatigue: int, exhaustion: int) -> None:
    found = done(f"activity {name} {seconds} fatigue=40 exhaustion=60")
    assert (found["fatigue"], found["exhaustion"]) == (fatigue, exhaustion)


def test_crawling_costs_nothing() -> None:
    assert done("activity crawling 3600 fatigue=40 exhaustion=60")["fatigue"] == 40


@pytest.mark.rule("hybrid.energy.activity.mental")
def test_studying_tires_the_mind() -> None:
    assert done("activity studying 1200 fatigue=35 exhaustion=59")["fatigue"] == 15


@pytest.mark.rule("hybrid.ruling.energy-overflow", "hybrid.energy.roles", "hybrid.energy.fatigue.empty")
def test_with_no_fatigue_left_the_reserve_pays_one_for_one() -> None:
    found = done("activity walking 1800 fatigue=20 exhaustion=60")  # 20 from fatigue (2 with them), 10 from the reserve
    assert (found["fatigue"], found["exhaustion"]) == (0, 60 - 2 - 10)


@pytest.mark.rule("hybrid.energy.exhaustion.low")
def test_running_out_of_exhaustion_is_told() -> None:
    assert done("activity dash 40 fatigue=40 exhaustion=60")["exhausted"] is True


@pytest.mark.rule("hybrid.ruling.energy-partial")
def test_parts_of_a_minute_count_pro_rata_and_are_rounded_down_at_the_end() -> None:
    assert done("activity walking 119 fatigue=40 exhaustion=60")["fatigue"] == 39


@pytest.mark.rule("hybrid.ruling.energy-tally")
def test_the_tally_of_fatigue_used_runs_on_from_one_activity_to_the_next() -> None:
    assert done("activity walking 120 fatigue=40 exhaustion=60 used=9")["exhaustion"] == 59
    assert done("activity walking 60 fatigue=40 exhaustion=60 used=8")["exhaustion"] == 60


@pytest.mark.rule("hybrid.energy.restore.rates", "hybrid.energy.restore.independent")
@pytest.mark.parametrize(("how", "exhaustion"), [("sitting", 2), ("resting", 5), ("sleeping", 10), ("eating", 6)])
def test_an_hour_of_rest_of_each_kind(how: str, exhaustion: int) -> None:
    assert done(f"restore {how} 3600 fatigue-lost=30 exhaustion-lost=40") == {"fatigue": 30, "exhaustion": exhaustion}


@pytest.mark.rule("hybrid.ruling.restore")
def test_nothing_comes_back_above_the_maximum_and_a_meal_counts_once() -> None:
    assert done("restore eating 7200 fatigue-lost=10 exhaustion-lost=4") == {"fatigue": 10, "exhaustion": 4}
    assert done("restore sitting 1799 fatigue-lost=2000 exhaustion-lost=4") == {"fatigue": 1799, "exhaustion": 0}


@pytest.mark.rule("hybrid.move.distance")
def test_distance_is_rate_times_time() -> None:
    assert done("travel dash=6 rate=jog seconds=20")["metres"] == 30


@pytest.mark.rule("hybrid.move.mental")
def test_mental_movement_is_a_figure_of_its_own() -> None:
    assert done("mental-movement mst=17 mag=16")["mmv"] == 6.6


@pytest.mark.rule("hybrid.time.count", "hybrid.ruling.time-units")
def test_a_count_is_a_tenth_of_a_second() -> None:
    assert done("counts 300") == {"seconds": 30}


@pytest.mark.rule("hybrid.task.subjective")
@pytest.mark.parametrize(
    ("word", "df"),
    [
        ("trivial", 2),
        ("simple", 0),
        ("non-trivial", -2),
        ("tough", -5),
        ("very-tough", -7),
        ("damned-tough", -10),
        ("nearly-impossible", -20),
    ],
)
def test_words_for_difficulty(word: str, df: int) -> None:
    assert done(f"difficulty {word}") == {"difficulty": df}


@pytest.mark.rule("hybrid.task.multiple")
def test_at_most_ten_actions_are_lumped_and_the_toughest_counts() -> None:
    assert done("lump 2+-5+0", answers=["no"])["difficulty"] == -5
    with pytest.raises(starfray.BadInput, match="1 to 10"):
        done("lump " + "+".join(["0"] * 11), answers=["no"])


@pytest.mark.rule("hybrid.task.common.judgement-of-quality", "hybrid.task.elements")
def test_judging_quality_is_easy_and_takes_half_a_minute() -> None:
    found = done("task judgement-of-quality 12 rank=3", [67])
    assert (found["df"], found["chance"], found["made"], found["counts"]) == (17, 70, True, 300)


@pytest.mark.rule("hybrid.task.common.common-action")
def test_a_common_action_has_difficulty_0() -> None:
    assert done("task common-action 12 rank=3", [67])["df"] == 15


@pytest.mark.rule("hybrid.ruling.stat-combination", "hybrid.ruling.unranked")
def test_several_stats_are_averaged_halves_up_and_the_unranked_have_half_the_chance() -> None:
    found = done("task first-aid 13+12+12", [31])  # 12.33: 12 → 60
    assert (found["df"], found["chance"], found["made"]) == (12, 30, False)
    assert done("task climb-shaft 12+13 rank=0", [1])["df"] == 13 - 2


@pytest.mark.rule("hybrid.setup.time", "hybrid.setup.bonus")
def test_setting_up_takes_as_long_again_and_a_quarter_for_long_tasks() -> None:
    found = done("task memorise 12 rank=4 set-up=yes", [97])  # 69 + 20 + 8
    assert (found["chance"], found["made"], found["counts"]) == (97, True, 1200)
    assert done("task memorise 12 rank=4 set-up=yes minutes=60", [97])["counts"] == 36000 + 9000


@pytest.mark.rule("hybrid.ruling.df-fraction")
def test_a_fraction_of_a_df_is_dropped() -> None:
    assert done("check stat=12.9", [60])["df"] == 12


@pytest.mark.rule("hybrid.ruling.roll-or-less")
def test_the_number_itself_succeeds() -> None:
    assert done("check stat=12", [60])["degree"] == "Success"


@pytest.mark.rule("hybrid.ruling.auto")
def test_01_does_not_always_succeed_and_100_not_always_fail() -> None:
    assert done("check stat=1 modifier=-5", [1])["made"] is False
    assert done("check stat=120", [100])["made"] is True


@pytest.mark.rule("hybrid.ruling.degree-after-percent", "hybrid.ruling.rounding", "hybrid.ruling.chance-order")
def test_degrees_follow_the_final_chance_and_fractions_are_dropped_once() -> None:
    found = done("check stat=12 bonus=7 time=50", [16])  # (60 + 7) / 2 = 33
    assert (found["chance"], found["degree"]) == (33, "Solid Success")


@pytest.mark.rule("hybrid.ruling.d100-closed")
def test_a_closed_100_stays_a_100_and_an_open_one_rolls_on() -> None:
    assert done("check stat=12", [100])["degree"] == "Failure"
    assert done("check stat=12 open=yes", [100, 40])["degree"] == "Very Notable Failure"  # 140 - 60 = 80
    assert done("check stat=12 open=yes", [99])["degree"] == "Failure"


@pytest.mark.rule("hybrid.ruling.solid-failure")
def test_a_solid_failure_comes_only_from_columns_that_are_beginnings_or_from_a_scenario() -> None:
    assert done("check stat=0 beginnings=yes", [70])["degree"] == "Solid Failure"  # 11: from 61 on
    assert done("check stat=0", [70])["degree"] == "Notable Failure"
    assert done("effect solid-failure 8") == {"times": -0.25, "effect": -2}


@pytest.mark.rule("hybrid.ruling.negative-effect")
def test_what_a_bad_failure_would_do_is_only_a_figure() -> None:
    assert done("effect amazing-failure 8") == {"times": -2, "effect": -16}


@pytest.mark.rule("hybrid.check.degree.effect")
@pytest.mark.parametrize(
    ("degree", "times"),
    [
        ("amazing-success", 3),
        ("very-notable-success", 2),
        ("notable-success", 1.5),
        ("solid-success", 1.25),
        ("success", 1),
        ("failure", 0),
        ("notable-failure", -0.75),
        ("very-notable-failure", -1),
        ("amazing-failure", -2),
    ],
)
def test_what_a_degree_makes_of_an_effect(degree: str, times: float) -> None:
    assert done(f"effect {degree} 8")["effect"] == 8 * times


@pytest.mark.rule("hybrid.ruling.failure-columns", "hybrid.check.degree.columns", "hybrid.ruling.df-above-table")
def test_the_failure_columns_are_upper_ends_unless_taken_as_beginnings() -> None:
    assert done("success-table 300")["row"] == 262
    ends = done("success-table 0")["columns"]
    starts = done("success-table 0 beginnings=yes")["columns"]
    assert isinstance(ends, dict)
    assert isinstance(starts, dict)
    assert ("Solid Failure" in ends, starts["Solid Failure"], ends["Failure"]) == (False, 85, 61)


@pytest.mark.rule("hybrid.ruling.sn", "hybrid.oppose.definition")
def test_opposed_rolls_against_several() -> None:
    assert done("oppose 60 50+40", [45, 35, 26]) == {
        "sn": 15,
        "others": [{"chance": 35, "die": 35, "made": True}, {"chance": 25, "die": 26, "made": False}],
    }


@pytest.mark.rule("hybrid.perception.use", "hybrid.perception.results", "hybrid.check.task-results", "hybrid.perception.when")
@pytest.mark.parametrize(
    ("die", "understanding", "detail", "timing"),
    [
        (3, "total understanding", "300%", "+-0%"),
        (6, "total identification", "200%", "+-5%"),
        (15, "total identification", "150%", "+-10%"),
        (30, "exact identification", "125%", "+-25%"),
        (60, "basic identification", "100%", "+-50%"),
        (61, "vague identification", "25%", "+-75%"),
    ],
)
def test_what_each_degree_of_perception_tells(die: int, understanding: str, detail: str, timing: str) -> None:
    found = done("perception 12", [die])
    assert (found["understanding"], found["detail"], found["timing"], found["counts"]) == (understanding, detail, timing, 8)


@pytest.mark.parametrize(("die", "words"), [(62, "wrong identification"), (87, "wrong identification")])
def test_bad_failures_of_perception_mislead(die: int, words: str) -> None:
    assert done("perception 0", [die])["understanding"] == words


@pytest.mark.rule("hybrid.perception.self-evident")
def test_what_is_plain_to_see_needs_no_roll() -> None:
    assert done("perception 12 plain=yes")["made"] is True


@pytest.mark.rule("hybrid.ruling.perception-modifiers", "hybrid.mod.florentine.awareness")
def test_situations_add_up_and_doing_two_things_costs_2() -> None:
    assert done("perception 14 situation=poor-light+watching doing=yes", [1])["chance"] == 60  # 14 - 3 + 3 - 2
    assert done("perception 14 situation=asleep+deafened", [1])["chance"] == 45


@pytest.mark.rule("hybrid.perception.passive", "hybrid.perception.passive.free")
def test_a_passive_look_has_a_quarter_of_the_chance_and_no_modifier_for_doing_two_things() -> None:
    found = done("perception 14 passive=yes doing=yes", [16])
    assert (found["chance"], found["made"], found["counts"]) == (16, True, 0)
