"""Expected values over a web of positions, part by part.

Positions that can be reached from one another form a ring; everything else leads one way only. Rings are solved for after all
they lead to, each by itself: its positions are folded into those before them, one after the other, until the last one's value
stands there, and then unfolded again. Where resources only fall, rings are short and most positions need a single look.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

Ways = list[tuple[int, float, int]]  # (to, weight, time that passes)


def rings_of(ways: list[Ways]) -> list[list[int]]:
    """The strongly connected parts, each after all those it leads to (Tarjan's order, without calls in calls)."""
    found: list[list[int]] = []
    number = [-1] * len(ways)  # in the order of discovery
    low = [0] * len(ways)  # the earliest position still open that can be reached
    is_open = [False] * len(ways)
    opened: list[int] = []
    count = 0
    for root in range(len(ways)):
        if number[root] >= 0:
            continue
        path: list[tuple[int, int]] = [(root, 0)]  # position, ways of it looked at
        while path:
            place, looked = path.pop()
            if not looked:
                number[place] = low[place] = count
                count += 1
                opened.append(place)
                is_open[place] = True
            own = ways[place]
            while looked < len(own):
                to = own[looked][0]
                looked += 1
                if number[to] < 0:
                    path.append((place, looked))
                    path.append((to, 0))
                    break
                if is_open[to]:
                    low[place] = min(low[place], low[to])
            else:
                if low[place] == number[place]:
                    found.append(_closed(opened, is_open, place))
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[place])
    return found


def _closed(opened: list[int], is_open: list[bool], place: int) -> list[int]:
    ring: list[int] = []
    while not ring or ring[-1] != place:
        ring.append(opened.pop())
        is_open[ring[-1]] = False
    return ring


@dataclass(slots=True)
class Fold:
    """A position taken out of its ring: the weight that leaves it, where to, and from where it was led to."""

    place: int
    leaves: float
    to: list[tuple[int, float]]
    of: list[tuple[int, float]] = field(default_factory=list)


class Ring:
    """One strongly connected part, taken apart once; any quantity can then be worked out for it."""

    def __init__(self, places: list[int], ways: list[Ways]) -> None:
        self.places = places
        self.folds: list[Fold] = []
        inside = set(places)
        to: dict[int, dict[int, float]] = {place: {} for place in places}
        of: dict[int, dict[int, None]] = {place: {} for place in places}
        out = dict.fromkeys(places, 0.0)
        for place in places:
            for end, weight, _ in ways[place]:
                if end in inside:
                    to[place][end] = to[place].get(end, 0.0) + weight
                    of[end][place] = None
                else:
                    out[place] += weight
        self.closed = not any(out.values())  # nothing leads out: the fight goes on for ever
        if not self.closed:
            self._take_apart(to, of, out)

    def _take_apart(self, to: dict[int, dict[int, float]], of: dict[int, dict[int, None]], out: dict[int, float]) -> None:
        """Those with the fewest ways through them first. What leaves a position is added up, never taken from one: no figure
        gets lost between large ones.
        """
        heap = [(len(of[place]) * len(to[place]), place) for place in self.places]
        heapify(heap)
        while to:
            cost, place = heappop(heap)
            if place not in to:
                continue
            now = len(of[place]) * len(to[place])
            if now > cost:
                heappush(heap, (now, place))
                continue
            own = to.pop(place)
            own.pop(place, None)
            leaves = out[place] + sum(own.values(), 0.0)
            fold = Fold(place, leaves, list(own.items()))
            for end in own:
                of[end].pop(place, None)
            for before in of.pop(place):
                if before == place:
                    continue
                weight = to[before].pop(place)
                fold.of.append((before, weight))
                share = weight / leaves
                out[before] += share * out[place]
                for end, more in own.items():
                    to[before][end] = to[before].get(end, 0.0) + share * more
                    of[end][before] = None
            self.folds.append(fold)

    def solve(self, given: dict[int, float], values: list[float]) -> None:
        """Write the value of each position: what it is given by itself, and what those it leads to are worth."""
        for fold in self.folds:
            share = given[fold.place] = given[fold.place] / fold.leaves
            for before, weight in fold.of:
                given[before] += weight * share
        for fold in reversed(self.folds):
            total = 0.0
            for end, weight in fold.to:
                total += weight * values[end]
            values[fold.place] = given[fold.place] + total / fold.leaves


def solve_for(ways: list[Ways], rings: list[Ring], values: list[float], passing: list[float] | None = None) -> list[float]:
    """The expected value of the end each position leads to; `values` holds those of the ends, and is filled.

    With `passing` the time that passes is added, in so far as what comes after it counts: once for each position it leads to.
    """
    for ring in rings:
        if ring.closed:
            continue
        inside = set(ring.places) if len(ring.places) > 1 else (ring.places[0],)
        given: dict[int, float] = {}
        for place in ring.places:
            total = 0.0
            for to, weight, time in ways[place]:
                if to not in inside:
                    total += weight * values[to]
                if passing is not None:
                    total += weight * time * passing[to]
            given[place] = total
        ring.solve(given, values)
    return values
