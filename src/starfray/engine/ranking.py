"""Rankings: dice that put those who throw them into an order."""

from __future__ import annotations

from functools import lru_cache
from math import factorial

from starfray.engine.dice import Tie, Weighted, total
from starfray.engine.generator import Generator


class Ranking(Tie):
    """An order of `count` rollers: one die each, highest first, those still equal roll again, highest group first.

    The class is the number of the permutation; `table.rank` turns it back into names.
    """

    __slots__ = ("count", "sides")

    def __init__(self, count: int, sides: int) -> None:
        super().__init__(f"ranking of {count} by d{sides}", total(1, sides))
        self.count = count
        self.sides = sides

    def _settle(self, faces: list[int]) -> tuple[list[list[int]], list[int], int]:
        """Groups that are still tied (best first), the group that is rolling, and how many of its dice have fallen."""
        groups = [list(range(self.count))]
        at = 0
        while True:
            tied = next((group for group in groups if len(group) > 1), None)
            if tied is None:
                return groups, [], 0
            rolled = faces[at : at + len(tied)]
            if len(rolled) < len(tied):
                return groups, tied, len(rolled)
            at += len(tied)
            by_face: dict[int, list[int]] = {}
            for roller, face in zip(tied, rolled, strict=True):
                by_face.setdefault(face, []).append(roller)
            place = groups.index(tied)
            groups[place : place + 1] = [by_face[face] for face in sorted(by_face, reverse=True)]

    def level(self, faces: list[int]) -> list[int]:
        """The places of those who throw next; none: the order is settled."""
        return self._settle(faces)[1]

    def next_die(self, faces: list[int]) -> int:
        _, rolling, _ = self._settle(faces)
        return self.sides if rolling else 0

    def throw(self, generator: Generator) -> list[int]:
        """A group that is still tied rolls at once."""
        faces: list[int] = []
        _, rolling, _ = self._settle(faces)
        while rolling:
            faces += generator.dice(len(rolling), self.sides)
            _, rolling, _ = self._settle(faces)
        return faces

    def draw(self, generator: Generator) -> int:
        return permutation_number(self.drawn(generator))

    def drawn(self, generator: Generator) -> list[int]:
        """The order itself, without its number."""
        order: list[int] = []
        level = [list(range(self.count))]  # groups, best first
        while level:
            group = level.pop(0)
            if len(group) == 1:
                order += group
                continue
            by_face: list[list[int]] = [[] for _ in range(self.sides)]
            for roller in group:
                by_face[self.sides - generator.die(self.sides)].append(roller)
            level = [each for each in by_face if each] + level
        return order

    def order(self, faces: list[int]) -> list[int]:
        groups, _, _ = self._settle(faces)
        return [group[0] for group in groups]

    def read(self, faces: list[int]) -> int:
        return permutation_number(self.order(faces))

    def find_classes(self) -> list[Weighted]:
        found = []
        for number in range(factorial(self.count)):
            order = permutation(number, self.count)
            found.append(Weighted(number, 1, self._faces_showing(order)))
        return found

    def likeliest(self) -> list[int]:
        """All orders are equally likely, and too many to list for a crowd: the first will do."""
        return self._faces_showing(list(range(self.count)))

    def _faces_showing(self, order: list[int]) -> list[int]:
        """Faces that lead to this order: each round singles out the best of those left."""
        faces: list[int] = []
        _, rolling, _ = self._settle(faces)
        while rolling:
            best = min(rolling, key=order.index)
            faces.extend(self.sides if roller == best else 1 for roller in rolling)
            _, rolling, _ = self._settle(faces)
        return faces


def permutation_number(order: list[int]) -> int:
    left = sorted(order)
    number = 0
    for item in order:
        place = left.index(item)
        number = number * len(left) + place
        del left[place]
    return number


def permutation(number: int, count: int) -> list[int]:
    places = []
    for size in range(1, count + 1):
        places.append(number % size)
        number //= size
    left = list(range(count))
    return [left.pop(place) for place in reversed(places)]


@lru_cache(maxsize=64)
def ranking(count: int, sides: int) -> Ranking:
    return Ranking(count, sides)
