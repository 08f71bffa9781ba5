"""Rules outside the turn."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import TapeError


@pytest.mark.rule("gurps.core.success-roll", "gurps.core.margin")
@pytest.mark.parametrize(("text", "dice", "degree", "margin"), [
    ("success-roll 12", [3, 3, 3], "success", 3), ("success-roll 12 modifier=-4", [3, 3, 3], "failure", -1),
    ("success-roll 2", [1, 1, 2], "critical success", 0), ("success-roll 18", [6, 6, 5], "failure", -1),
    ("success-roll 15", [6, 6, 5], "critical failure", -2),
])  # fmt: skip
def test_a_plain_roll_gives_degree_and_margin(text: str, dice: list[int], degree: str, margin: int) -> None:
    done = starfray.do("gurps", text, dice=dice)
    assert (done.result["degree"], done.result["margin"]) == (degree, margin)


@pytest.mark.rule("gurps.core.quick-contest")
@pytest.mark.parametrize(("dice", "winner", "victory"), [
    ([3, 3, 3, 3, 3, 4], "first", 3), ([4, 4, 5, 3, 3, 4], "second", 1), ([4, 4, 4, 3, 4, 3], "nobody", 0),
    ([5, 5, 5, 5, 5, 4], "first", 1),
])  # fmt: skip
def test_the_better_margin_wins_a_contest(dice: list[int], winner: str, victory: int) -> None:
    done = starfray.do("gurps", "quick-contest 12 10", dice=dice)
    assert (done.result["winner"], done.result["victory"]) == (winner, victory)


@pytest.mark.rule("gurps.reaction.roll")
@pytest.mark.parametrize(
    ("modifier", "dice", "word"),
    [
        *[
            pytest.param(modifier, dice, word, marks=pytest.mark.rule(f"gurps.reaction.{word.replace(' ', '-')}"))
            for modifier, dice, word in [
                (-2, [1, 1, 1], "very bad"),
                (1, [1, 1, 1], "bad"),
                (0, [2, 2, 2], "bad"),
                (0, [2, 2, 3], "poor"),
                (0, [3, 3, 4], "neutral"),
                (0, [4, 4, 5], "good"),
                (0, [5, 5, 6], "very good"),
                (1, [6, 6, 6], "excellent"),
            ]
        ],
        pytest.param(-3, [1, 1, 1], "disastrous", marks=pytest.mark.rule("gurps.reaction.disastrous")),
        pytest.param(0, [1, 1, 1], "very bad", marks=pytest.mark.rule("gurps.reaction.very-bad")),
        pytest.param(3, [1, 1, 1], "bad", marks=pytest.mark.rule("gurps.reaction.bad")),
        pytest.param(0, [3, 3, 3], "poor", marks=pytest.mark.rule("gurps.reaction.poor")),
        pytest.param(0, [4, 4, 4], "neutral", marks=pytest.mark.rule("gurps.reaction.neutral")),
        pytest.param(0, [5, 5, 5], "good", marks=pytest.mark.rule("gurps.reaction.good")),
        pytest.param(0, [6, 6, 6], "very good", marks=pytest.mark.rule("gurps.reaction.very-good")),
        pytest.param(1, [6, 6, 6], "excellent", marks=pytest.mark.rule("gurps.reaction.excellent")),
    ],
)
def test_reactions(modifier: int, dice: list[int], word: str) -> None:
    done = starfray.do("gurps", f"reaction {modifier}", dice=dice)
    assert done.result == {"total": sum(dice) + modifier, "reaction": word}
    assert done.events[0].tally is not None
    assert done.events[0].tally.total == modifier


@pytest.mark.rule("gurps.reaction.good", "gurps.morale.check", "gurps.morale.stronger")
@pytest.mark.rule("gurps.morale.no-language", "gurps.morale.home-turf")
def test_a_good_reaction_in_mid_fight_means_flight() -> None:
    done = starfray.do("gurps", "morale strength=5 no-language=yes home-turf=yes", dice=[4, 4, 4])
    assert done.result["total"] == 13
    assert done.result["breaks"] is True
    assert {event.rule: event.number for event in done.events if "morale" in event.rule and event.faces is None} == {
        "gurps.morale.stronger": 5, "gurps.morale.no-language": -2, "gurps.morale.home-turf": -2,
    }  # fmt: skip


@pytest.mark.rule("gurps.morale.check", "gurps.morale.no-language", "gurps.morale.home-turf", "gurps.morale.stronger")
def test_each_reason_counts_for_itself_and_a_good_reaction_begins_at_13() -> None:
    for words, total in (("", 0), ("strength=1", 1), ("no-language=yes", -2), ("home-turf=yes", -2)):
        for reaction in (12, 13):
            dice = [4, 4, reaction - total - 8] if reaction - total - 8 <= 6 else [5, 5, reaction - total - 10]
            result = starfray.do("gurps", f"morale {words}", dice=dice).result
            assert (result["total"], result["breaks"]) == (reaction, reaction >= 13)


@pytest.mark.rule("gurps.morale.weaker", "gurps.reaction.poor")
def test_a_party_that_looks_weak_frightens_nobody() -> None:
    done = starfray.do("gurps", "morale strength=-3", dice=[4, 4, 4])
    assert (done.result["breaks"], done.result["total"]) == (False, 9)
    assert [event.number for event in done.events if event.rule == "gurps.morale.weaker"] == [-3]
    assert not [event for event in starfray.do("gurps", "morale", dice=[4, 4, 4]).events if "er" in event.rule[-2:]]
    with pytest.raises(TapeError):
        starfray.do("gurps", "success-roll 12", dice=[7, 1, 1])
