"""Dice: the shapes in which rules ask for dice.

A shape turns faces (what lay on the table) into one whole number, its *class* (what the rule wants to know):
the sixes of a pool, the band a total falls into, the place of a pick. Live tables keep faces, the exact table
walks classes with their weights, so a rule should always ask with the coarsest shape that will do.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any

from starfray.engine.chances import Distribution, difference, shares_of
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator

MAX_DICE = 10_000
MAX_SIDES = 1_000_000
MOST_KEPT = 4096  # shapes of a kind that are cached; at the limit the cache is cleared
MOST_PAIRS = 64  # how many opposing throws are cached for each shape


class Weighted:
    """One class of a shape: its value, how many equally likely ways lead to it, and faces that show it."""

    __slots__ = ("faces", "value", "weight")

    def __init__(self, value: int, weight: int, faces: list[int]) -> None:
        self.value = value
        self.weight = weight
        self.faces = faces


class Shape:
    """Dice thrown for one question. Subclasses say which die comes next and how the faces read."""

    __slots__ = ("_against", "_classes", "_ways", "goal", "label", "total")

    def __init__(self, label: str, goal: str = "") -> None:
        self.label = label
        self.goal = goal  # what the one who throws is told to hope for: "12 or less", "every 6 counts"
        self.total = 0
        self._classes: list[Weighted] | None = None
        self._ways: Distribution | None = None
        self._against: dict[Shape, Distribution] | None = None

    def next_die(self, faces: list[int]) -> int:
        """Sides of the die that follows these faces; 0 when the throw is complete."""
        raise NotImplementedError

    def read(self, faces: list[int]) -> int:
        """The class that complete faces show."""
        raise NotImplementedError

    def find_classes(self) -> list[Weighted]:
        raise NotImplementedError

    def classes(self) -> list[Weighted]:
        """All classes with their weights; the weights add up to `total`."""
        if self._classes is None:
            self._classes = self.find_classes()
            self.total = sum(each.weight for each in self._classes)
        return self._classes

    def weights(self) -> tuple[list[int], list[int]]:
        """The values of the classes and their weights, in their order, without faces."""
        classes = self.classes()
        return [each.value for each in classes], [each.weight for each in classes]

    def ways(self) -> Distribution:
        """The classes as the exact table walks them."""
        if self._ways is None:
            values, weights = self.weights()
            self._ways = Distribution(values, shares_of(weights))
        return self._ways

    def chances(self) -> list[float]:
        """How likely each class is, in their order."""
        return self.ways().shares

    def against(self, other: Shape) -> Distribution:
        """The distribution of this throw minus the other."""
        if self._against is None or len(self._against) >= MOST_PAIRS:
            self._against = {}
        found = self._against.get(other)
        if found is None:
            mine, my_weights = self.weights()
            theirs, their_weights = other.weights()
            found = self._against[other] = difference(mine, my_weights, theirs, their_weights)
        return found

    def likeliest(self) -> list[int]:
        """Faces of the likeliest class."""
        return max(self.classes(), key=lambda each: each.weight).faces

    def throw(self, generator: Generator) -> list[int]:
        faces: list[int] = []
        sides = self.next_die(faces)
        while sides:
            faces.append(generator.die(sides))
            sides = self.next_die(faces)
        return faces

    def draw(self, generator: Generator) -> int:
        """Throw the dice and read them without keeping the faces."""
        return self.read(self.throw(generator))

    def fault(self, faces: list[int]) -> str:
        """Why these faces cannot be this throw; '' if they can."""
        for index, face in enumerate(faces):
            sides = self.next_die(faces[:index])
            if not sides:
                return f"{self.label} takes {index} dice, {len(faces)} were given"
            if not 1 <= face <= sides:
                return f"die {index + 1} of {self.label} shows {face}, a d{sides} shows 1 to {sides}"
        if self.next_die(faces):
            return f"{self.label} takes more than {len(faces)} dice"
        return ""


class Fixed(Shape):
    """A fixed number of equal dice."""

    __slots__ = ("count", "sides")

    def __init__(self, label: str, count: int, sides: int) -> None:
        super().__init__(label)
        if not 0 <= count <= MAX_DICE or not 1 <= sides <= MAX_SIDES:
            raise BadInput(f"{count} dice with {sides} sides", expected=f"0 to {MAX_DICE} dice with 1 to {MAX_SIDES} sides")
        self.count = count
        self.sides = sides

    def next_die(self, faces: list[int]) -> int:
        return self.sides if len(faces) < self.count else 0

    def throw(self, generator: Generator) -> list[int]:
        return generator.dice(self.count, self.sides)


class Pool(Fixed):
    """Count the dice that show `least` or more."""

    __slots__ = ("least",)

    def __init__(self, count: int, sides: int, least: int) -> None:
        super().__init__(f"{count}d{sides}>={least}", count, sides)
        self.goal = f"every {least} counts" if least == sides else f"every {least} or more counts"
        self.least = least

    def read(self, faces: list[int]) -> int:
        return sum(1 for face in faces if face >= self.least)

    def draw(self, generator: Generator) -> int:
        hits = 0
        for _ in range(self.count):
            if generator.die(self.sides) >= self.least:
                hits += 1
        return hits

    def find_classes(self) -> list[Weighted]:
        count, sides = self.count, self.sides
        values, weights = self.weights()
        return [Weighted(hits, weight, [sides] * hits + [1] * (count - hits))
                for hits, weight in zip(values, weights, strict=True)]  # fmt: skip

    def weights(self) -> tuple[list[int], list[int]]:
        count, good = self.count, self.sides - self.least + 1
        misses = powers(self.sides - good, count)
        values, weights = [], []
        ways, hit = 1, 1  # ways to choose the dice that hit, times ways in which those can show hits
        for hits in range(count + 1):
            weight = ways * hit * misses[count - hits]
            if weight:
                values.append(hits)
                weights.append(weight)
            ways = ways * (count - hits) // (hits + 1)
            hit *= good
        return values, weights


class Summed(Fixed):
    """Dice of which only the sum matters."""

    __slots__ = ()

    def of_sum(self, total: int) -> int:
        """The class a sum belongs to."""
        raise NotImplementedError

    def read(self, faces: list[int]) -> int:
        return self.of_sum(added(faces))

    def draw(self, generator: Generator) -> int:
        return self.of_sum(generator.sum(self.count, self.sides))

    def find_classes(self) -> list[Weighted]:
        found: dict[int, Weighted] = {}
        for total, ways in ways_to_total(self.count, self.sides).items():
            value = self.of_sum(total)
            if value in found:
                found[value].weight += ways
            else:
                found[value] = Weighted(value, ways, faces_for(total, self.count, self.sides))
        return list(found.values())


class Total(Summed):
    """The sum of the dice."""

    __slots__ = ()

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(f"{count}d{sides}", count, sides)

    def of_sum(self, total: int) -> int:
        return total


class Bands(Summed):
    """Which band the sum falls into: the place of the first cut that is not exceeded, else the number of cuts."""

    __slots__ = ("cuts",)

    def __init__(self, count: int, sides: int, cuts: tuple[int, ...]) -> None:
        super().__init__(f"{count}d{sides}<={'/'.join(str(cut) for cut in cuts)}", count, sides)
        self.cuts = cuts

    def of_sum(self, total: int) -> int:
        return band_of(total, self.cuts)

    def find_classes(self) -> list[Weighted]:
        values, weights = self.weights()
        found = []
        for band, weight in zip(values, weights, strict=True):
            lowest = 1 + max((self.count - 1, *self.cuts[:band]))
            found.append(Weighted(band, weight, faces_for(lowest, self.count, self.sides)))
        return found

    def weights(self) -> tuple[list[int], list[int]]:
        count, most = self.count, self.count * self.sides
        ways = ways_to_total(count, self.sides) if count > 1 else {}
        values, weights = [], []
        low = count - 1  # sums up to here are in an earlier band
        for band in range(len(self.cuts) + 1):
            high = min(self.cuts[band], most) if band < len(self.cuts) else most
            if high > low:
                weight = high - low  # one die, or none: one way to each sum
                if count > 1:
                    weight = 0
                    for total in range(low + 1, high + 1):
                        weight += ways[total]
                values.append(band)
                weights.append(weight)
                low = high
        return values, weights


class Best(Fixed):
    """The highest (or lowest) die of several."""

    __slots__ = ("high",)

    def __init__(self, count: int, sides: int, high: bool) -> None:
        super().__init__(f"{'highest' if high else 'lowest'} of {count}d{sides}", count, sides)
        if not count:
            raise BadInput("the best of no dice", expected="one die or more")
        self.high = high

    def read(self, faces: list[int]) -> int:
        return max(faces) if self.high else min(faces)

    def find_classes(self) -> list[Weighted]:
        found = []
        for face in range(1, self.sides + 1):
            rank = face if self.high else self.sides + 1 - face
            found.append(Weighted(face, rank**self.count - (rank - 1) ** self.count, [face] * self.count))
        return found


class Digits(Fixed):
    """Dice read as the digits of one number, first die first (d66)."""

    __slots__ = ()

    def __init__(self, count: int, sides: int) -> None:
        super().__init__("d" + str(sides) * count, count, sides)

    def read(self, faces: list[int]) -> int:
        number = 0
        for face in faces:
            number = number * 10 + face
        return number

    def find_classes(self) -> list[Weighted]:
        rolls = product(range(1, self.sides + 1), repeat=self.count)
        return [Weighted(self.read(list(faces)), 1, list(faces)) for faces in rolls]


class Rounds(Shape):
    """A round of dice thrown again as a whole while `again` says so; only the last round counts.

    Contests that repeat on a tie and picks that re-roll derive from this: the repetition is part of the shape,
    so the exact table never has to walk an endless loop.
    """

    __slots__ = ("sides",)

    def __init__(self, label: str, sides: tuple[int, ...]) -> None:
        super().__init__(label)
        self.sides = sides

    def again(self, last: list[int]) -> bool:
        raise NotImplementedError

    def value(self, last: list[int]) -> int:
        raise NotImplementedError

    def own_die(self, thrown: list[int]) -> Shape:
        """The next die of a round by itself, where each of two throws the own (`Table.roll_contest`)."""
        return total(1, self.sides[len(thrown)])

    def next_die(self, faces: list[int]) -> int:
        size = len(self.sides)
        place = len(faces) % size
        if place == 0 and faces and not self.again(faces[-size:]):
            return 0
        return self.sides[place]

    def read(self, faces: list[int]) -> int:
        return self.value(faces[-len(self.sides) :])

    def find_classes(self) -> list[Weighted]:
        found: dict[int, Weighted] = {}
        for rolled in product(*(range(1, sides + 1) for sides in self.sides)):
            faces = list(rolled)
            if self.again(faces):
                continue
            value = self.value(faces)
            known = found.get(value)
            if known is not None:
                known.weight += 1
            else:
                found[value] = Weighted(value, 1, faces)
        return list(found.values())


class Tie(Shape):
    """Dice that put those who are level into an order; whoever stays level throws again (`Table.roll_tie`)."""

    __slots__ = ("die",)

    def __init__(self, label: str, die: Shape) -> None:
        super().__init__(label)
        self.die = die

    def level(self, faces: list[int]) -> list[int]:
        """The places of those who throw next; none: the order is settled."""
        raise NotImplementedError


SIXES = (1, 6, 36, 216)  # what so many six-sided dice can show, in order


class Pick(Rounds):
    """One of `count`, counted from 0, by six-sided dice: one die up to 6, two dice up to 36, three up to 216."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        super().__init__(f"pick of {count}", (6,) if count <= 6 else (6, 6) if count <= 36 else (6, 6, 6))
        if not 1 <= count <= 216:
            raise BadInput(f"a pick of {count}", expected="1 to 216 to pick from")
        self.count = count

    def _run(self) -> int:
        """How many values of the throw belong to one candidate."""
        return SIXES[len(self.sides)] // self.count

    def _number(self, last: list[int]) -> int:
        number = 0
        for face in last:
            number = 6 * number + face - 1
        return number + 1

    def draw(self, generator: Generator) -> int:
        run, dice = self._run(), len(self.sides)
        while True:
            number = 0
            for _ in range(dice):
                number = 6 * number + generator.below(6)
            if number < run * self.count:
                return number // run

    def again(self, last: list[int]) -> bool:
        return self._number(last) > self._run() * self.count

    def value(self, last: list[int]) -> int:
        return (self._number(last) - 1) // self._run()


def added(faces: list[int]) -> int:
    total = 0
    for face in faces:  # written out, because it compiles to plain arithmetic
        total += face
    return total


def band_of(total: int, cuts: tuple[int, ...]) -> int:
    for place, cut in enumerate(cuts):
        if total <= cut:
            return place
    return len(cuts)


_WAYS: dict[tuple[int, int], dict[int, int]] = {}


def ways_to_total(count: int, sides: int) -> dict[int, int]:
    """Total → in how many ways the dice can show it, from the lowest up."""
    found = _WAYS.get((count, sides))
    if found is None:
        ways = [1]  # from the lowest total up
        for _ in range(count):
            longer = []
            window = 0
            for place in range(len(ways) + sides - 1):
                if place < len(ways):
                    window += ways[place]
                if place >= sides:
                    window -= ways[place - sides]
                longer.append(window)
            ways = longer
        found = {count + place: number for place, number in enumerate(ways)}
        keep(_WAYS, (count, sides), found)
    return found


def powers(number: int, most: int) -> list[int]:
    found = [1]
    for _ in range(most):
        found.append(found[-1] * number)
    return found


def faces_for(total: int, count: int, sides: int) -> list[int]:
    """Some faces of `count` dice that add up to `total`."""
    faces = []
    for left in range(count, 0, -1):
        face = min(sides, total - (left - 1))
        faces.append(face)
        total -= face
    return faces


# Shapes are values: the same question gives the same object, so its classes are worked out once.

SPAN = MAX_SIDES + 2  # several numbers packed into one, which is faster to look up than a tuple
_POOLS: dict[int, Pool] = {}
_TOTALS: dict[int, Total] = {}
_BANDS: dict[int, dict[tuple[int, ...], Bands]] = {}


def keep(kept: dict[Any, Any], name: Any, made: Any) -> None:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[name] = made


def pool(count: int, sides: int = 6, least: int = 6) -> Pool:
    name = (count * SPAN + sides) * SPAN + least
    found = _POOLS.get(name)
    if found is None or found.least != least or found.sides != sides:
        found = Pool(count, sides, least)
        keep(_POOLS, name, found)
    return found


def total(count: int, sides: int) -> Total:
    name = count * SPAN + sides
    found = _TOTALS.get(name)
    if found is None or found.sides != sides:
        found = Total(count, sides)
        keep(_TOTALS, name, found)
    return found


def bands(count: int, sides: int, *cuts: int) -> Bands:
    name = count * SPAN + sides
    kept = _BANDS.get(name)
    if kept is None:
        kept = {}
        keep(_BANDS, name, kept)
    found = kept.get(cuts)
    if found is None or found.sides != sides:
        found = Bands(count, sides, cuts)
        keep(kept, cuts, found)
    return found


@lru_cache(maxsize=64)
def highest(count: int, sides: int) -> Best:
    return Best(count, sides, True)


@lru_cache(maxsize=64)
def lowest(count: int, sides: int) -> Best:
    return Best(count, sides, False)


@lru_cache(maxsize=16)
def digits(count: int, sides: int) -> Digits:
    return Digits(count, sides)


_PICKS: dict[int, Pick] = {}


def pick(count: int) -> Pick:
    found = _PICKS.get(count)
    if found is None:
        found = _PICKS[count] = Pick(count)
    return found


def forget_shapes() -> None:
    """Clear the cache of shapes, as in a new process."""
    _WAYS.clear()
    _POOLS.clear()
    _TOTALS.clear()
    _BANDS.clear()
    _PICKS.clear()
    for each in (highest, lowest, digits):
        each.cache_clear()
