"""Chances of a whole number: those a table walks one by one, and a small distribution that can be added up and repeated."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from starfray.engine.errors import BadInput

MOST_VALUES = 20_000  # values from the lowest to the highest; more would take minutes to add up
MOST_EVEN = 1000  # even distributions up to this size are cached
SPARSE = 8  # if fewer than one value in this many can happen, the others are skipped


class Distribution:
    """How a throw (or two throws against each other, or a drawn answer) can go: values, how likely each is, and the places of
    both in the order they are looked into, the likeliest first.
    """

    __slots__ = ("order", "shares", "values")

    def __init__(self, values: list[int], shares: list[float]) -> None:
        self.values = values
        self.shares = shares
        self.order = sorted(range(len(shares) - 1, -1, -1), key=shares.__getitem__, reverse=True)
        level = 0  # of several likeliest ones the first goes first, then the others from the last on
        while level + 1 < len(shares) and shares[self.order[level + 1]] == shares[self.order[0]]:
            level += 1
        if level:
            self.order.insert(0, self.order.pop(level))


_EVEN: dict[int, Distribution] = {}


def even(count: int) -> Distribution:
    """One of so many, each as likely as any other."""
    found = _EVEN.get(count)
    if found is None:
        found = Distribution(list(range(count)), [1 / count] * count)
        if count <= MOST_EVEN:
            _EVEN[count] = found
    return found


class Chances:
    """How likely each value of a number is. What was not reached is missing: the shares then add up to less than one.

    `one + other` is the sum of two that do not depend on each other, `one - other` the difference, `one.times(10)` the sum of
    ten like it.
    """

    __slots__ = ("low", "shares")

    def __init__(self, values: dict[int, float]) -> None:
        low = high = next(iter(values), 0)
        for value in values:
            if value < low:
                low = value
            elif value > high:
                high = value
        check_span(high - low + 1)
        self.low = low
        self.shares = [0.0] * (high - low + 1)
        for value, share in values.items():
            self.shares[value - low] = share

    def values(self) -> dict[int, float]:
        """Every value that can happen, from the lowest up, and its chance."""
        low = self.low
        return {low + place: share for place, share in enumerate(self.shares) if share}

    def chance_of(self, test: int | Callable[[int], bool]) -> float:
        """The chance of a value, or of all values that pass a test."""
        if isinstance(test, int):
            place = test - self.low
            return self.shares[place] if 0 <= place < len(self.shares) else 0.0
        return sum((share for value, share in self.values().items() if test(value)), 0.0)

    def at_least(self, least: int) -> float:
        return sum(self.shares[max(0, least - self.low) :], 0.0)

    def at_most(self, most: int) -> float:
        return sum(self.shares[: max(0, most - self.low + 1)], 0.0)

    @property
    def reached(self) -> float:
        """The weight of all values together: one, unless something was not reached."""
        return sum(self.shares, 0.0)

    @property
    def mean(self) -> float:
        """The expected value of what was reached."""
        whole = self.reached
        return sum((value * share for value, share in self.values().items()), 0.0) / whole if whole else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of what was reached."""
        whole, mean = self.reached, self.mean
        squares = sum((share * (value - mean) ** 2 for value, share in self.values().items()), 0.0)
        return sqrt(squares / whole) if whole else 0.0

    def times(self, count: int) -> Chances:
        """The sum of so many, each by itself and like this one."""
        if count < 0:
            raise BadInput(f"{count} times", expected="0 or more")
        check_span((len(self.shares) - 1) * count + 1)
        whole, power, left = [1.0], self.shares, count
        while left:
            if left % 2:
                whole = convolved(whole, power)
            left //= 2
            if left:
                power = convolved(power, power)
        return placed(self.low * count, whole)

    def __add__(self, other: Chances) -> Chances:
        check_span(len(self.shares) + len(other.shares) - 1)
        return placed(self.low + other.low, convolved(self.shares, other.shares))

    def __neg__(self) -> Chances:
        return placed(1 - self.low - len(self.shares), self.shares[::-1])

    def __sub__(self, other: Chances) -> Chances:
        return self + -other

    def __repr__(self) -> str:
        return f"Chances({self.values()})"


def gathered(values: list[int], shares: list[float]) -> Chances:
    """The chances of values that may stand there several times."""
    if not values:
        return Chances({})
    check_span(max(values) - min(values) + 1)
    return placed(min(values), in_a_row(values, shares))


def placed(low: int, shares: list[float]) -> Chances:
    found = Chances({})
    found.low, found.shares = low, shares
    return found


def check_span(span: int) -> None:
    if span > MOST_VALUES:
        raise BadInput(f"{span:,} values from the lowest to the highest", expected=f"at most {MOST_VALUES:,}")


def convolved(one: list[float], other: list[float]) -> list[float]:
    """The chances of sums: places of both are added, their shares multiplied."""
    if len(one) < len(other):
        one, other = other, one
    if (len(one) - one.count(0.0)) * SPARSE < len(one):
        return scattered(one, other)
    size, width = len(one), len(other)
    back = other[::-1]
    found = []
    for place in range(size + width - 1):
        first = place - width + 1  # where the shorter one, turned round, begins
        at = 0
        if first < 0:
            at, first = -first, 0
        share = 0.0
        for here in range(first, min(size, place + 1)):
            share += one[here] * back[at]
            at += 1
        found.append(share)
    return found


def scattered(first: list[float], second: list[float]) -> list[float]:
    found = [0.0] * (len(first) + len(second) - 1)
    there = [(place, share) for place, share in enumerate(second) if share]
    for place, share in enumerate(first):
        if share:
            for further, more in there:
                found[place + further] += share * more
    return found


def shares_of(weights: list[int]) -> list[float]:
    whole = 0
    for weight in weights:
        whole += weight
    return [weight / whole for weight in weights]


def difference(mine: list[int], my_weights: list[int], theirs: list[int], their_weights: list[int]) -> Distribution:
    """One number less another, each given as its values and their weights: every difference once, with its chance."""
    first, second = in_a_row(mine, shares_of(my_weights)), in_a_row(theirs, shares_of(their_weights))
    shares = convolved(first, second[::-1])
    lowest = min(mine) - max(theirs)
    values = list(range(lowest, lowest + len(shares)))
    if len(first) > len(mine) or len(second) > len(theirs):  # not every number between the lowest and the highest
        values = [value for value, share in zip(values, shares, strict=True) if share]
        shares = [share for share in shares if share]
    return Distribution(values, shares)


def in_a_row(values: list[int], shares: list[float]) -> list[float]:
    """The shares of all numbers from the lowest value to the highest."""
    low, in_order = values[0], True
    for value in values:
        in_order = in_order and value == low
        low += 1
    if in_order:
        return shares
    low = min(values)
    found = [0.0] * (max(values) - low + 1)
    for value, share in zip(values, shares, strict=True):
        found[value - low] += share
    return found
