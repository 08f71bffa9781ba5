"""Chances of a number: added, taken from each other, repeated; the same as playing it out one after the other."""

from __future__ import annotations

import random
from itertools import product

import pytest

from starfray.engine.chances import MOST_VALUES, Chances, even
from starfray.engine.codec import clone
from starfray.engine.dice import Shape, bands, highest, pool, total
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import Spread, spread
from starfray.odds import Odds
from tests.engine.toys import ACTIONS, BOOK, Meek, Toy, two

LOADED = Chances({-2: 0.25, 0: 0.5, 3: 0.25})


def by_hand(one: Chances, other: Chances) -> dict[int, float]:
    found: dict[int, float] = {}
    for (mine, p), (theirs, q) in product(one.values().items(), other.values().items()):
        found[mine + theirs] = found.get(mine + theirs, 0.0) + p * q
    return found


def test_a_sum_is_every_pair_with_its_chance() -> None:
    die = Chances(dict.fromkeys(range(1, 7), 1 / 6))
    assert (die + LOADED).values() == pytest.approx(by_hand(die, LOADED))
    assert (LOADED + die).values() == pytest.approx(by_hand(die, LOADED))
    assert (die - LOADED).values() == pytest.approx(by_hand(die, Chances({2: 0.25, 0: 0.5, -3: 0.25})))


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, 10])
def test_so_many_times_is_one_after_the_other(count: int) -> None:
    added = Chances({0: 1.0})
    for _ in range(count):
        added = added + LOADED
    assert LOADED.times(count).values() == pytest.approx(added.values())
    assert LOADED.times(count).mean == pytest.approx(count * 0.25)
    assert LOADED.times(count).deviation ** 2 == pytest.approx(count * LOADED.deviation**2)


def test_values_far_apart_are_added_like_any_others() -> None:
    far = Chances({0: 0.5, 1500: 0.5})
    assert far.times(3).values() == pytest.approx({0: 1 / 8, 1500: 3 / 8, 3000: 3 / 8, 4500: 1 / 8})
    assert (far + LOADED).values() == pytest.approx(by_hand(far, LOADED))


def test_chances_of_values_bounds_and_tests() -> None:
    assert LOADED.chance_of(0) == 0.5
    assert LOADED.chance_of(1) == 0
    assert LOADED.chance_of(-99) == 0
    assert LOADED.chance_of(lambda value: value != 0) == 0.5
    assert [LOADED.at_least(least) for least in (-99, -2, -1, 3, 4)] == [1, 1, 0.75, 0.25, 0]
    assert [LOADED.at_most(most) for most in (-99, -2, -1, 3, 4)] == [0, 0.25, 0.25, 1, 1]
    assert repr(LOADED) == "Chances({-2: 0.25, 0: 0.5, 3: 0.25})"


def test_what_was_not_reached_stays_missing() -> None:
    part = Chances({1: 0.9})
    assert part.times(2).reached == pytest.approx(0.81)
    assert part.times(2).mean == 2
    assert Chances({}).mean == Chances({}).deviation == 0


def test_too_many_values_and_less_than_none_are_refused() -> None:
    with pytest.raises(BadInput, match="values from the lowest to the highest"):
        Chances({0: 0.5, MOST_VALUES: 0.5})
    with pytest.raises(BadInput, match="values from the lowest to the highest"):
        LOADED.times(MOST_VALUES)
    with pytest.raises(BadInput, match="-1 times"):
        LOADED.times(-1)


@pytest.mark.parametrize(
    ("one", "other"),
    [(pool(8), pool(6)), (bands(1, 100, 3, 13, 65, 95), bands(1, 100, 2, 10, 50, 95)), (total(2, 6), highest(3, 8)),
     (pool(0), total(1, 6))],
)  # fmt: skip
def test_one_throw_less_another_is_every_pair_with_its_chance(one: Shape, other: Shape) -> None:
    found = one.against(other)
    mine, theirs = (Chances(dict(zip(each.ways().values, each.chances(), strict=True))) for each in (one, other))
    assert dict(zip(found.values, found.shares, strict=True)) == pytest.approx((mine - theirs).values())
    assert found is one.against(other)


def test_the_likeliest_is_looked_into_first_and_of_equals_the_first() -> None:
    assert pool(3).ways().order == [0, 1, 2, 3]
    assert even(4).order == [0, 3, 2, 1]
    shares = total(2, 6).ways().shares
    assert [shares[place] for place in total(2, 6).ways().order] == sorted(shares, reverse=True)


def test_repeating_an_act_is_walking_it_again_and_again() -> None:
    """A burst does not look at the score: ten of them from the same position are ten in a row."""
    once = two().odds("burst ann").change_of("ann.score")
    states = {0: (two().state, 1.0)}
    for _ in range(4):
        later: dict[int, tuple[Toy, float]] = {}
        for state, share in states.values():
            for leaf in spread(BOOK, state, ACTIONS["burst"]("ann"), Policies(Meek())).leaves:
                score = leaf.state.roster["ann"].score
                known = later.get(score, (clone(leaf.state), 0.0))
                later[score] = (known[0], known[1] + share * leaf.weight)
        states = later
    assert once.times(4).values() == pytest.approx({score: share for score, (_, share) in states.items()})


def test_repeating_an_act_agrees_with_drawing_it() -> None:
    drawn = random.Random(5)
    once = two().odds("pool ann 4").change_of("ann.score")
    seen = [sum(1 for _ in range(4 * 6) if drawn.random() < 1 / 6) for _ in range(4000)]
    for least in (2, 4, 6):
        assert once.times(6).at_least(least) == pytest.approx(sum(each >= least for each in seen) / 4000, abs=0.03)
    thrown = [sum(pool(4).draw(Generator(10 * seed + each)) for each in range(6)) for seed in range(4000)]
    assert once.times(6).mean == pytest.approx(sum(thrown) / 4000, abs=0.1)


def test_a_change_is_told_of_whole_numbers_only() -> None:
    odds: Odds = two().odds("roll ann")
    assert odds.change_of("ann.score").values() == pytest.approx(dict.fromkeys(range(1, 7), 1 / 6))
    assert odds.change_of("ann.coins").values() == pytest.approx({-1: 1.0})
    assert odds.change_of("bob.score").values() == pytest.approx({0: 1.0})
    with pytest.raises(BadInput, match="there is no figure"):
        odds.change_of("ann.scor")
    with pytest.raises(BadInput, match="no whole number"):
        odds.change_of("ann.said")


def test_a_figure_of_all_positions_is_gathered_from_them() -> None:
    found = spread(BOOK, two().state, ACTIONS["burst"]("ann"), Policies(Meek()))
    assert found.chances_of(lambda state: state.roster["ann"].score).values() == pytest.approx(
        two().odds("burst ann").change_of("ann.score").values()
    )
    assert found.chances_of(lambda _: 7).values() == pytest.approx({7: 1.0})
    assert Spread().chances_of(lambda _: 7).values() == {}
    with pytest.raises(BadInput, match="values from the lowest to the highest"):
        found.chances_of(lambda state: MOST_VALUES * state.roster["ann"].score)
