"""Rule 3: exact odds merge where nothing differs any more, add up to one, say what they left out, and never hang."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from starfray.engine.codec import freeze
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.ranking import ranking
from starfray.engine.tables.exact import START, ExactTable, Prefix, spread
from starfray.engine.tables.merge_graph import Web
from starfray.engine.tape import Taped
from tests.engine.toys import ACTIONS, BOOK, Meek, three, two


def ends(kind: str, *, merge: bool, budget: int = 20_000) -> tuple[dict[Any, float], int, float]:
    fight = two()
    found = spread(BOOK, fight.state, ACTIONS[kind]("ann"), Policies(Meek()), merge=merge, budget=budget)
    weights: dict[Any, float] = {}
    for leaf in found.leaves:
        picture = freeze(leaf.state)
        weights[picture] = weights.get(picture, 0.0) + leaf.weight
    return weights, found.runs, found.residual


@pytest.mark.parametrize(
    "kind", ["roll", "burst", "clash", "double", "greedy", "fork", "sealed", "all", "rank", "draw", "confirm"]
)
def test_merging_changes_no_chance(kind: str) -> None:
    merged, runs, residual = ends(kind, merge=True)
    walked, all_runs, _ = ends(kind, merge=False, budget=200_000)
    assert merged == pytest.approx(walked)
    assert sum(merged.values()) == pytest.approx(1)
    assert residual == 0
    assert runs <= all_runs


def test_merging_saves_runs() -> None:
    assert ends("burst", merge=True)[1] < ends("burst", merge=False)[1] / 2


def test_the_chances_of_a_burst_are_those_of_pencil_and_paper() -> None:
    """Up to six dice until a one: P(no six) by a chain of its own."""
    none = sum((4 / 6) ** thrown * (1 / 6) for thrown in range(6)) + (4 / 6) ** 6
    odds = two().odds("burst ann")
    assert odds.exact
    assert odds.chance_of("ann.score", 0) == pytest.approx(none)


@pytest.mark.parametrize("budget", [0, 1, 2, 5, 17])
@pytest.mark.parametrize("merge", [True, False])
def test_what_the_budget_did_not_reach_is_reported(budget: int, merge: bool) -> None:
    weights, runs, residual = ends("burst", merge=merge, budget=budget)
    assert runs <= budget
    assert sum(weights.values()) + residual == pytest.approx(1)
    assert residual > 0


def test_odds_with_a_small_budget_say_that_they_are_not_exact() -> None:
    odds = two().odds("burst ann", budget=3)
    assert not odds.exact
    assert sum(each.p for each in odds.outcomes) + odds.residual == pytest.approx(1)


def test_odds_agree_with_playing_it() -> None:
    odds = two().odds("pool ann 3")
    seen = [0, 0, 0, 0]
    fight = two()
    for _ in range(2000):
        fight.play("pool ann 3")
        seen[int(str(fight.get("ann.score")))] += 1
        fight.undo()
    for sixes in range(4):
        assert seen[sixes] / 2000 == pytest.approx(odds.chance_of("ann.score", sixes), abs=0.04)


def test_dice_for_after_the_fight_are_not_told_apart() -> None:
    odds = two().odds("later ann")
    assert len(odds.outcomes) == 1
    assert odds.untold == ["toy.later"]


def test_a_mixed_policy_makes_every_answer_a_branch() -> None:
    odds = two().odds("confirm ann", policies=Policies(RandomPolicy()))
    assert odds.chance_of("ann.score", 1) == pytest.approx(0.5)
    odds = two().odds("choose ann", policies=Policies(RandomPolicy()))
    assert odds.chance_of("ann.colour", "green") == pytest.approx(1 / 3)


@pytest.mark.parametrize("kind", ["greedy", "confirm", "allocate", "number", "double"])
def test_best_play_is_never_worse_than_the_policy(kind: str) -> None:
    fight = two()
    as_told = fight.odds(f"{kind} ann").expected("ann.score")
    best = fight.odds(f"{kind} ann", best_for="us")
    assert best.expected("ann.score") >= as_told
    assert best.exact


def test_best_play_finds_the_best() -> None:
    fight = two()
    assert fight.odds("greedy ann", best_for="us").expected("ann.score") == pytest.approx(2.5)
    assert fight.odds("greedy ann").expected("ann.score") == 0
    assert fight.odds("allocate ann", best_for="us").expected("ann.score") == pytest.approx(18)  # 4 big, 1 small
    assert fight.odds("number ann", best_for="us").expected("ann.score") == pytest.approx(12)


def test_best_play_of_the_other_side_does_not_choose_for_the_actor() -> None:
    assert two().odds("greedy ann", best_for="them").expected("ann.score") == 0


def test_sealed_choices_are_left_to_the_policy_even_in_best_play() -> None:
    odds = three().odds("sealed ann", best_for="us")
    assert odds.chance_of("ann.colour", "blue") == pytest.approx(1)  # the policy takes the last, nobody searches


def test_odds_change_nothing_and_draw_no_dice() -> None:
    fight = two()
    before, states = fight.hash, fight.generators.states()
    fight.odds("burst ann")
    fight.odds("greedy ann", best_for="us")
    fight.preview("roll ann")
    fight.legal("ann")
    assert (fight.hash, fight.generators.states()) == (before, states)


def test_odds_stop_before_the_steps_that_fall_due() -> None:
    fight = two()
    fight.play("pass ann", dice=[])
    assert len(fight.odds("pass bob").outcomes) == 1


def test_the_orders_of_a_crowd_do_not_stall() -> None:
    state = two().state
    table = ExactTable(BOOK, state, Policies(Meek()), Prefix([], 1.0, START, 0), Web())
    crowd = [f"one-{number}" for number in range(10)]
    assert sorted(table.rank("toy.rank", crowd, 6)) == sorted(crowd)
    assert sum(len(fork.ways.order) - fork.taken for fork in table.forks) == sum(range(1, 10))
    assert ranking(10, 6).likeliest()


def test_the_answers_on_the_way_are_told_with_their_shares() -> None:
    odds = two().odds("confirm ann", policies=Policies(RandomPolicy()))
    question = odds.questions[0]
    assert question.who == "ann"
    assert question.times == pytest.approx(1)
    assert question.answers == pytest.approx({"yes": 0.5, "no": 0.5})


def test_best_play_tells_what_each_answer_is_worth() -> None:
    odds = two().odds("number ann", best_for="us")
    question = odds.questions[0]
    assert question.answers == {"12": pytest.approx(1)}
    assert question.worths["12"] == max(question.worths.values())


def test_the_chances_of_one_are_those_of_the_whole_outcomes() -> None:
    odds = two().odds("burst ann")
    part = odds.parts["ann"]
    assert sum(each.p for each in part.outcomes) == pytest.approx(1)
    for score, chance in part.values("ann.score", 0).items():
        whole = sum(each.p for each in odds.outcomes if each.changes.get("ann.score", (0, 0))[1] == score)
        assert chance == pytest.approx(whole)
    assert odds.parts["bob"].untouched == pytest.approx(1)


def test_a_greater_budget_leaves_less() -> None:
    left = [ends("burst", merge=True, budget=budget)[2] for budget in (1, 3, 8, 20)]
    assert left == sorted(left, reverse=True)
    assert left[0] < 1, "the likeliest way is walked first"


def test_progress_is_told_of_long_odds() -> None:
    told: list[tuple[int, int]] = []
    fight = two()
    fight.odds("pool ann 2000", progress=lambda done, left: told.append((done, left)))
    assert told[0][0] == 200


def test_one_throw_against_another_is_walked_by_its_differences() -> None:
    found = spread(BOOK, two().state, ACTIONS["clash"]("ann"), Policies(Meek()))
    assert found.runs == 9  # five down to no hits against one to four: 4 to -4
    walked = spread(BOOK, two().state, ACTIONS["clash"]("ann"), Policies(Meek()), merge=False)
    assert walked.runs == 6 * 4, "the twin walks every pair"


def test_one_throw_against_another_is_two_throws_on_the_table() -> None:
    fight = two()
    fight.play("clash ann", dice=[5, 6, 5, 6, 1, 1])
    assert fight.get("ann.score") == 2
    assert [(event.who, event.faces) for event in fight.events if event.rule == "toy.clash"] == [
        ("ann", [5, 6, 5, 6, 1]),
        ("bob", [1]),
    ]


FOUR, FIVE = 5 * 2**4 * 4 / 6**5, 2**5 / 6**5  # chances of so many hits; three of them lead by two at most


@pytest.mark.parametrize(
    ("faces", "chance"), [([], FOUR / 4 + FIVE / 2), ([5, 6, 5, 6, 1], 1 / 4), ([5, 5, 5, 5, 5], 1 / 2), ([1, 1, 1, 1, 1], 0.0)]
)
def test_a_throw_that_lies_on_the_table_leaves_only_the_other_open(faces: list[int], chance: float) -> None:
    known = (Taped("dice", "toy.clash", "ann", "", "app", faces),) if faces else ()
    found = spread(BOOK, two().state, ACTIONS["clash"]("ann"), Policies(Meek()), known=known)
    assert sum(leaf.weight for leaf in found.leaves) == pytest.approx(1)
    assert sum(leaf.weight for leaf in found.leaves if leaf.state.roster["ann"].score == 2) == pytest.approx(chance)


@pytest.mark.parametrize("looks", [True, False])
def test_garbage_is_looked_for_afterwards_as_it_was_before(looks: bool) -> None:
    during: list[bool] = []
    (gc.enable if looks else gc.disable)()
    try:
        two().odds("pool ann 2000", progress=lambda *_: during.append(gc.isenabled()))
        assert gc.isenabled() is looks
        with pytest.raises(ZeroDivisionError):
            two().odds("pool ann 2000", progress=lambda *_: [][1 // 0])
        assert gc.isenabled() is looks
    finally:
        gc.enable()
    assert during
    assert not any(during)
