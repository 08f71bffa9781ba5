"""Rule 2: faces on the tape, classes to the rule. Every shape against brute force, and against sampling where it repeats."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import factorial

import pytest

from starfray.engine.dice import MAX_SIDES, Fixed, Rounds, Shape, bands, digits, highest, lowest, pick, pool, total
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.ranking import permutation, permutation_number, ranking
from tests.engine.toys import two

FIXED: list[Fixed] = [
    pool(0),
    pool(1),
    pool(4),
    pool(5, 6, 5),
    pool(3, 10, 1),
    pool(2, 8, 8),
    total(1, 6),
    total(3, 6),
    total(2, 10),
    total(0, 6),
    total(4, 4),
    bands(3, 6, 4, 12, 16),
    bands(1, 100, 5, 50, 95),
    bands(2, 6, 1),
    bands(2, 6, 12),
    bands(1, 6, 1, 5),
    highest(1, 6),
    highest(3, 6),
    lowest(2, 10),
    lowest(3, 4),
    digits(2, 6),
    digits(3, 4),
]


def chances(shape: Shape) -> dict[int, float]:
    found = shape.classes()
    assert shape.total == sum(each.weight for each in found)
    assert len({each.value for each in found}) == len(found)
    return {each.value: each.weight / shape.total for each in found}


@pytest.mark.parametrize("shape", FIXED, ids=lambda shape: shape.label)
def test_the_weights_of_a_shape_are_those_of_all_its_faces(shape: Fixed) -> None:
    counted = Counter(shape.read(list(faces)) for faces in product(range(1, shape.sides + 1), repeat=shape.count))
    assert chances(shape) == pytest.approx({value: ways / shape.sides**shape.count for value, ways in counted.items()})


@pytest.mark.parametrize(
    "shape",
    [*FIXED, pick(1), pick(5), pick(6), pick(7), pick(36), pick(37), pick(216), ranking(2, 6), ranking(4, 6)],
    ids=lambda shape: shape.label,
)
def test_the_faces_of_a_class_show_it_and_thrown_faces_are_without_fault(shape: Shape) -> None:
    for each in shape.classes():
        assert shape.fault(each.faces) == ""
        assert shape.read(each.faces) == each.value
    generator, unseen = Generator(3), Generator(3)
    values = {each.value for each in shape.classes()}
    for _ in range(50):
        faces = shape.throw(generator)
        assert shape.fault(faces) == ""
        assert shape.read(faces) in values
        assert shape.draw(unseen) == shape.read(faces)
    assert unseen.state == generator.state


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7, 11, 35, 36, 40])
def test_a_pick_is_even(count: int) -> None:
    assert chances(pick(count)) == pytest.approx(dict.fromkeys(range(count), 1 / count))
    generator = Generator(count)
    shape = pick(count)
    seen = Counter(shape.read(shape.throw(generator)) for _ in range(400 * count))
    assert set(seen) == set(range(count))
    assert all(abs(number - 400) < 110 for number in seen.values())


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_order_of_a_ranking_is_as_likely_as_any_other(count: int) -> None:
    shape = ranking(count, 6)
    assert chances(shape) == pytest.approx({number: 1 / factorial(count) for number in range(factorial(count))})
    generator = Generator(count)
    rounds = 300 * factorial(count)
    seen = Counter(shape.read(shape.throw(generator)) for _ in range(rounds))
    assert all(abs(seen[number] - 300) < 90 for number in range(factorial(count)))


def test_a_ranking_rolls_ties_again_highest_group_first() -> None:
    shape = ranking(4, 6)
    assert shape.order([3, 6, 3, 6, 1, 2, 5, 4]) == [3, 1, 0, 2]  # the sixes (1 and 3) first, then the threes (0 and 2)
    assert shape.fault([3, 6, 3, 6, 1, 2, 5]) != ""
    assert shape.fault([1, 2, 3, 4, 5]) != ""


class Contest(Rounds):
    """Two dice, again while they are equal; who is higher?"""

    __slots__ = ()

    def again(self, last: list[int]) -> bool:
        return last[0] == last[1]

    def value(self, last: list[int]) -> int:
        return int(last[0] > last[1])


def test_rounds_that_repeat_keep_only_the_last_one() -> None:
    shape = Contest("contest", (6, 4))
    whole = [(one, other) for one, other in product(range(1, 7), range(1, 5)) if one != other]
    wins = sum(1 for one, other in whole if one > other) / len(whole)
    assert chances(shape) == pytest.approx({1: wins, 0: 1 - wins})
    assert shape.read([3, 3, 2, 2, 5, 1]) == 1
    assert shape.fault([3, 3]) != ""
    assert shape.fault([3, 3, 5, 1]) == ""
    assert shape.fault([3, 1, 5, 1]) != ""
    generator = Generator(8)
    seen = Counter(shape.read(shape.throw(generator)) for _ in range(6000))
    assert seen[1] / 6000 == pytest.approx(wins, abs=0.03)


@pytest.mark.parametrize("count", range(1, 6))
def test_permutations_and_their_numbers_are_inverse(count: int) -> None:
    numbers = [permutation_number(list(order)) for order in permutations(range(count))]
    assert numbers == list(range(factorial(count)))
    assert [tuple(permutation(number, count)) for number in numbers] == list(permutations(range(count)))


def test_faces_that_are_too_many_too_few_or_impossible_are_faults() -> None:
    shape = total(2, 6)
    assert shape.fault([1, 6]) == ""
    assert "1 to 6" in shape.fault([1, 7])
    assert "1 to 6" in shape.fault([0, 3])
    assert "more than 1" in shape.fault([3])
    assert "takes 2 dice" in shape.fault([1, 2, 3])


def test_faces_lie_on_the_tape_and_the_class_goes_to_the_rule() -> None:
    fight = two().play("pool ann 4", dice=[6, 1, 6, 3])
    assert fight.journal.entries[-1].tape[0].faces == [6, 1, 6, 3]
    assert fight.get("ann.score") == 2
    assert fight.events[-1].faces == [6, 1, 6, 3]
    assert fight.events[-1].number == 2


def test_a_ranking_at_the_table_gives_names() -> None:
    fight = two().play("rank ann", dice=[4, 4, 2, 5])
    assert (fight.get("bob.score"), fight.get("ann.score")) == (0, 1)


def test_a_hidden_one_is_placed_in_a_ranking_by_a_secret_roll() -> None:
    fight = two('[[combatant]]\nid = "sly"\nside = "them"\nhidden = true\n').play("rank ann", dice=[2, 5, 3])
    assert [fight.get(f"{who}.score") for who in ("bob", "sly", "ann")] == [0, 1, 2]
    assert [event.faces for event in fight.seen_events("side:us") if event.faces] == [[2, 5]]


def test_the_same_question_is_the_same_shape_and_no_other() -> None:
    asked = [(count, sides, least) for count in (0, 1, 2, 30) for sides in (1, 6, 100, MAX_SIDES) for least in (0, 1, 6, sides)]
    shapes = {each: pool(*each) for each in asked}
    assert all(pool(*each) is shape for each, shape in shapes.items())
    assert all((shape.count, shape.sides, shape.least) == each for each, shape in shapes.items())
    assert len({id(shape) for shape in shapes.values()}) == len(set(asked))
    assert total(2, 6) is total(2, 6)
    assert bands(3, 6, 4, 9) is bands(3, 6, 4, 9)
    assert len({bands(3, 6, 4, 9), bands(3, 6, 4), bands(3, 6), bands(3, 8, 4, 9), bands(2, 6, 4, 9)}) == 5
    for count, sides in ((2, -MAX_SIDES - 1), (1, MAX_SIDES + 3), (-1, 6)):  # beyond all dice, and no shape that was kept
        kept = [total(1, 1), bands(1, 1), pool(1, 1)]
        for ask in (total, bands, pool):
            with pytest.raises(BadInput):
                ask(count, sides)
        assert [total(1, 1), bands(1, 1), pool(1, 1)] == kept
