"""Skills outside the fight: costs, training, ranks, related, filters, pools."""

from __future__ import annotations

import pytest

import starfray
from starfray.rulebooks.hybrid.learning import raise_factor


def done(text: str, dice: list[int] | None = None, answers: list[str] | None = None) -> dict[str, object]:
    return starfray.do("hybrid", text, dice=dice or [], answers=answers or []).result


@pytest.mark.rule("hybrid.skill.component.basic", "hybrid.skill.type", "hybrid.skill.cost.composition")
@pytest.mark.parametrize(
    ("kind", "cost", "df"),
    [
        ("mental-discipline", 3, -4),
        ("art", 3, -2),
        ("science", 7, 0),
        ("engineering", 5, 0),
        ("craft", 4, -1),
        ("technical-study", 4, 0),
        ("physical-discipline", 2, 0),
    ],
)
def test_the_seven_kinds_and_what_they_cost(kind: str, cost: int, df: int) -> None:
    found = done(f"skill-cost type={kind}")
    assert (found["cost"], found["df"]) == (cost, df)


@pytest.mark.rule("hybrid.skill.component.interaction", "hybrid.skill.component.tool")
def test_help_and_simple_tools_cost_one_each_and_lower_the_df() -> None:
    found = done("skill-cost type=craft interaction=single-assisted tool=simple")
    assert (found["cost"], found["df"]) == (6, -3)


@pytest.mark.rule("hybrid.ruling.complex-tool")
def test_several_helpers_and_complex_tools_cost_two_each() -> None:
    found = done("skill-cost type=craft interaction=multiple-assisted tool=complex")
    assert (found["cost"], found["df"]) == (8, -5)


COSTS = """
2 4 4 4 4 6 6 6 8 8 10 10 12 12 14 14 16 16 18 18 20 20 22 22 24 24 26 26 28 28 30 30
3 6 6 6 6 9 9 9 12 12 15 15 18 18 21 21 24 24 27 27 30 30 33 33 36 36 39 39 42 42 45 45
4 8 8 8 8 12 12 12 16 16 20 20 24 24 28 28 32 32 36 36 40 40 44 44 48 48 52 52 56 56 60 60
5 10 10 10 10 15 15 15 20 20 25 25 30 30 35 35 40 40 45 45 50 50 55 55 60 60 65 65 70 70 75 75
6 12 12 12 12 18 18 18 24 24 30 30 36 36 42 42 48 48 54 54 60 60 66 66 72 72 78 78 84 84 90 90
7 14 14 14 14 21 21 21 28 28 35 35 42 42 49 49 56 56 63 63 70 70 77 77 84 84 91 91 98 98 105 105
8 16 16 16 16 24 24 24 32 32 40 40 48 48 56 56 64 64 72 72 80 80 88 88 96 96 104 104 112 112 120 120
"""


def test_the_whole_table_of_raising_costs() -> None:
    for line in COSTS.split("\n"):
        base, *figures = map(int, line.split()) if line else (0,)
        assert figures == [base * raise_factor(rank) for rank in range(31)] or not line


@pytest.mark.rule("hybrid.skill.cost.raise", "hybrid.ruling.skill-cost-table", "hybrid.skill.rank.range")
def test_raising_from_rank_to_rank_adds_up() -> None:
    assert done("raise-cost base=2 rank=0 to=10")["eep"] == 60
    assert done("raise-cost base=4 rank=6 to=8") == {"steps": [12, 16], "eep": 28}
    with pytest.raises(starfray.BadInput, match="0 to 30"):
        done("raise-cost base=2 rank=29 to=31")


@pytest.mark.rule(
    "hybrid.skill.training.teacher",
    "hybrid.skill.training.partner",
    "hybrid.skill.training.self",
    "hybrid.ruling.training-partial",
    "hybrid.skill.training.modifiers",
)
def test_training_pays_by_whole_eeps_and_keeps_the_hours_left_over() -> None:
    assert done("training teacher=25 partner=45 alone=31", answers=["0"]) == {
        "eep": 2 + 2 + 1,
        "hours-left": {"teacher": 5, "partner": 5, "self": 1},
    }
    assert done("training teacher=10", answers=["2"])["eep"] == 3  # at the GM's word


@pytest.mark.rule("hybrid.skill.rank.expertise")
@pytest.mark.parametrize(
    ("rank", "word"),
    [
        (1, "beginner"),
        (3, "beginner"),
        (4, "dedicated amateur"),
        (7, "solid workaday craftsman"),
        (10, "solid workaday craftsman"),
        (11, "professional"),
        (15, "expert"),
        (19, "mastery"),
        (26, "mystical mastery"),
        (30, "mystical mastery"),
    ],
)
def test_what_a_rank_is_called(rank: int, word: str) -> None:
    assert done(f"expertise {rank}") == {"expertise": word}


@pytest.mark.rule("hybrid.ruling.rank-25", "hybrid.skill.rank.zero", "hybrid.skill.rank.unranked")
def test_rank_25_is_mastery_and_rank_0_is_not_unranked() -> None:
    assert done("expertise 25") == {"expertise": "mastery"}
    assert done("expertise 0") == {"expertise": "familiar"}
    assert done("expertise") == {"expertise": "unranked"}


@pytest.mark.rule("hybrid.ruling.related-fractions")
@pytest.mark.parametrize(("how", "rank"), [("similar", 5), ("far-fetched", 1)])
def test_similar_skills_lend_two_fifths_and_far_fetched_ones_a_tenth(how: str, rank: int) -> None:
    assert done(f"related-skill rank=14 how={how}") == {"rank": rank}


@pytest.mark.rule("hybrid.skill.pool.bonus", "hybrid.ruling.pool-rounding", "hybrid.skill.pool.grouping")
def test_a_pool_gives_half_the_highest_and_a_tenth_of_the_rest() -> None:
    assert done("pool 10+8+6") == {"bonus": 6}  # 5 + 1.4
    assert done("pool 9+5+1") == {"bonus": 5}  # 4.5 + 0.6


@pytest.mark.rule("hybrid.skill.pool.max")
def test_a_pool_is_never_better_than_its_highest_rank() -> None:
    assert done("pool " + "+".join(["10"] * 8)) == {"bonus": 10}  # 5 + 7


@pytest.mark.rule("hybrid.ruling.filter-fail", "hybrid.skill.filter.definition")
def test_a_failed_filter_roll_leaves_the_capped_rank_and_without_the_filter_it_is_half_the_chance_and_rank_0() -> None:
    assert done("filter rank=8 filter=5 unlock=yes", [71]) == {"rank": 5, "rolled": True, "chance": 70}
    assert done("filter rank=8 unlock=yes", [31]) == {"rank": 0, "rolled": True, "chance": 30}


@pytest.mark.rule("hybrid.skill.unfamiliar-tool.remove", "hybrid.ruling.unfamiliar-removal")
def test_each_success_wears_one_df_off_and_failures_cost_only_time() -> None:
    assert done("unfamiliar stat=14 tries=3", [58, 59, 58]) == {"df": 0, "counts": 30}
    assert done("unfamiliar stat=14 tries=1", [59]) == {"df": -2, "counts": 10}


@pytest.mark.rule("hybrid.skill.support.unlimited")
def test_any_number_of_support_skills_adds_up() -> None:
    assert done("percent specific=8 support=5+3+1") == {"df": 8, "percent": 18}
