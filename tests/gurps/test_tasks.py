"""Tasks outside a fight: difficulty, equipment, time, adjectives, defaults, helpers, names of levels."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.errors import BadInput

TEN = [3, 3, 4]


def do(text: str, dice: list[int] | None = None) -> dict[str, Any]:
    return starfray.do("gurps", text, dice=dice if dice is not None else []).result


def figures(label: str, *numbers: int) -> list[Any]:
    return [pytest.param(label, number, marks=pytest.mark.rule(f"gurps.task.{label}")) for number in numbers]


@pytest.mark.parametrize(("label", "number"), [
    *figures("automatic", 10), *figures("trivial", 8, 9), *figures("very-easy", 6, 7), *figures("easy", 4, 5),
    *figures("very-favorable", 2, 3), *figures("favorable", 1), *figures("average", 0), *figures("unfavorable", -1),
    *figures("very-unfavorable", -2, -3), *figures("hard", -4, -5), *figures("very-hard", -6, -7),
    *figures("dangerous", -8, -9),
])  # fmt: skip
def test_every_difficulty_has_its_figures(label: str, number: int) -> None:
    assert do(f"task 12 {label} figure={number}", TEN)["effective"] == 12 + number


@pytest.mark.rule("gurps.ruling.task-pairs")
def test_a_bare_label_is_the_figure_nearer_zero() -> None:
    assert do("task 12 dangerous", TEN)["effective"] == 4
    assert do("task 12 trivial", TEN)["effective"] == 20
    with pytest.raises(BadInput, match="-8 or -9"):
        do("task 12 dangerous figure=-10", TEN)


@pytest.mark.parametrize(("grade", "technological", "number"), [
    pytest.param(grade, technological, number, marks=pytest.mark.rule(f"gurps.equipment.{grade}"))
    for grade, technological, number in [
        ("none", "yes", -10), ("none", "no", -5), ("improvised", "yes", -5), ("improvised", "no", -2), ("basic", "yes", 0),
        ("basic", "no", 0), ("good", "yes", 1), ("good", "no", 1), ("fine", "yes", 2), ("fine", "no", 2),
    ]
])  # fmt: skip
def test_equipment(grade: str, technological: str, number: int) -> None:
    assert do(f"task 12 equipment={grade} technological={technological}", TEN)["effective"] == 12 + number


@pytest.mark.rule("gurps.equipment.best", "gurps.ruling.equipment-best")
@pytest.mark.parametrize(("tl", "number"), [(3, 1), (8, 4), (11, 5)])
def test_the_best_there_is_counts_half_the_tech_level_even_below_fine(tl: int, number: int) -> None:
    assert do(f"task 12 equipment=best tl={tl}", TEN)["effective"] == 12 + number


@pytest.mark.rule("gurps.time.extra", "gurps.ruling.extra-time-steps")
def test_extra_time_counts_by_the_last_step_reached() -> None:
    steps = [(1, 0), (2, 1), (3, 1), (4, 2), (7, 2), (8, 3), (14, 3), (15, 4), (29, 4), (30, 5), (100, 5)]
    assert [(times, do(f"task 12 time={times}", TEN)["effective"] - 12) for times, _ in steps] == steps


@pytest.mark.rule("gurps.time.haste", "gurps.ruling.haste-rounding")
def test_haste_costs_1_for_every_10_percent_begun() -> None:
    steps = [(0, 0), (1, -1), (10, -1), (11, -2), (15, -2), (50, -5), (90, -9)]
    assert [(percent, do(f"task 12 haste={percent}", TEN)["effective"] - 12) for percent, _ in steps] == steps


def test_nobody_saves_more_than_90_percent() -> None:
    with pytest.raises(BadInput, match="0 to 90"):
        do("task 12 haste=95", TEN)


@pytest.mark.rule("gurps.quick.adjectives")
def test_each_adjective_costs_1() -> None:
    assert do("task 12 adjectives=dark+wet", TEN)["effective"] == 10


@pytest.mark.rule("gurps.default.attribute", "gurps.ruling.defaults")
def test_untrained_is_attribute_less_5() -> None:
    assert do("default 12 related=9") == {"level": 7, "from": "attribute"}


@pytest.mark.rule("gurps.default.skill", "gurps.ruling.defaults")
def test_a_related_skill_less_3_where_that_is_better() -> None:
    assert do("default 12 related=9+13") == {"level": 10, "from": "skill"}


@pytest.mark.parametrize(("faces", "bonus"), [
    pytest.param([1, 1, 1], 2, marks=pytest.mark.rule("gurps.complementary.critical-success", "gurps.order.helper")),
    pytest.param([4, 4, 4], 1, marks=pytest.mark.rule("gurps.complementary.success", "gurps.ruling.complementary")),
    pytest.param([4, 4, 5], -1, marks=pytest.mark.rule("gurps.complementary.failure", "gurps.order.helper")),
    pytest.param([5, 5, 5], -1, marks=pytest.mark.rule("gurps.complementary.failure")),
    pytest.param([6, 6, 6], -2, marks=pytest.mark.rule("gurps.complementary.critical-failure")),
])  # fmt: skip
def test_a_helper_rolls_first_and_changes_the_main_roll(faces: list[int], bonus: int) -> None:
    result = do("helped 12 11", [*faces, *TEN])
    assert (result["bonus"], result["effective"]) == (bonus, 11 + bonus)


@pytest.mark.parametrize(("level", "word"), [
    pytest.param(level, word, marks=pytest.mark.rule(f"gurps.skill-level.{word.replace(' ', '-')}"))
    for level, word in [
        (7, "unskilled"), (8, "feeble"), (9, "feeble"), (10, "average"), (11, "average"), (12, "competent"), (13, "competent"),
        (14, "exceptional"), (16, "exceptional"), (17, "heroic"), (19, "heroic"), (20, "larger-than-life"),
        (21, "larger-than-life"), (22, "legendary"), (23, "legendary"), (24, "superhuman"), (26, "superhuman"), (27, "godlike"),
    ]
])  # fmt: skip
def test_levels_have_names(level: int, word: str) -> None:
    assert do(f"skill-level {level}")["label"] == word.replace("-", " ")


@pytest.mark.rule("gurps.ruling.minimum-skill", "gurps.ruling.crit-scope", "gurps.ruling.auto-result-margin")
def test_one_may_roll_at_any_skill_and_a_3_or_4_still_succeeds_with_margin_0() -> None:
    result = do("success-roll 1", [1, 1, 1])
    assert (result["degree"], result["margin"]) == ("critical success", 0)


@pytest.mark.rule("gurps.ruling.auto-result-margin")
def test_a_17_that_fails_below_the_skill_fails_by_1() -> None:
    assert do("success-roll 20", [6, 6, 5]) == {"effective": 20, "degree": "failure", "margin": -1}


@pytest.mark.rule("gurps.ruling.reaction-poor", "gurps.order.reaction")
def test_a_reaction_of_7_to_9_is_poor_and_one_of_19_is_excellent() -> None:
    words = [(-2, 5, "bad"), (-1, 6, "bad"), (0, 7, "poor"), (1, 8, "poor"), (2, 9, "poor"), (3, 10, "neutral")]
    for modifier, number, word in words:
        assert do(f"reaction {modifier}", [2, 2, 3]) == {"total": number, "reaction": word}
    assert do("reaction 1", [6, 6, 6])["reaction"] == "excellent"


@pytest.mark.rule("gurps.order.contest")
def test_in_a_quick_contest_whoever_started_it_rolls_first() -> None:
    assert do("quick-contest 12 12", [3, 3, 3, 4, 4, 4])["winner"] == "first"
