"""Expected values over a graph of positions, one strongly connected component at a time.

Positions that can be reached from one another form a component; between components the edges lead one way only. A component is
solved after all those it leads to. Its positions are eliminated one by one: the edges into a position are replaced by edges to
where it leads. The value of the last one is then known, and the others follow in reverse order. Where resources only fall,
components are small and most positions need a single step.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

Edges = list[tuple[int, float, int]]  # (to, weight, time that passes)


def components_of(edges: list[Edges]) -> list[list[int]]:
    """The strongly connected components, each after all those it leads to (Tarjan's algorithm, without recursion)."""
    found: list[list[int]] = []
    number = [-1] * len(edges)  # in the order of discovery
    low = [0] * len(edges)  # the lowest number on the stack that can be reached
    on_stack = [False] * len(edges)
    stack: list[int] = []
    count = 0
    for root in range(len(edges)):
        if number[root] >= 0:
            continue
        path: list[tuple[int, int]] = [(root, 0)]  # position, edges of it visited
        while path:
            place, visited = path.pop()
            if not visited:
                number[place] = low[place] = count
                count += 1
                stack.append(place)
                on_stack[place] = True
            own = edges[place]
            while visited < len(own):
                to = own[visited][0]
                visited += 1
                if number[to] < 0:
                    path.append((place, visited))
                    path.append((to, 0))
                    break
                if on_stack[to]:
                    low[place] = min(low[place], low[to])
            else:
                if low[place] == number[place]:
                    found.append(_pop_component(stack, on_stack, place))
                if path:
                    before = path[-1][0]
                    low[before] = min(low[before], low[place])
    return found


def _pop_component(stack: list[int], on_stack: list[bool], place: int) -> list[int]:
    component: list[int] = []
    while not component or component[-1] != place:
        component.append(stack.pop())
        on_stack[component[-1]] = False
    return component


@dataclass(slots=True)
class Elimination:
    """A position taken out of its component: the weight that leaves it, where to, and which positions led to it."""

    place: int
    leaves: float
    to: list[tuple[int, float]]
    of: list[tuple[int, float]] = field(default_factory=list)


class Component:
    """A strongly connected component, eliminated once; then any quantity can be solved for."""

    def __init__(self, places: list[int], edges: list[Edges]) -> None:
        self.places = places
        self.eliminations: list[Elimination] = []
        inside = set(places)
        to: dict[int, dict[int, float]] = {place: {} for place in places}
        of: dict[int, dict[int, None]] = {place: {} for place in places}
        out = dict.fromkeys(places, 0.0)
        for place in places:
            for end, weight, _ in edges[place]:
                if end in inside:
                    to[place][end] = to[place].get(end, 0.0) + weight
                    of[end][place] = None
                else:
                    out[place] += weight
        self.closed = not any(out.values())  # nothing leads out: the fight never ends
        if not self.closed:
            self._eliminate(to, of, out)

    def _eliminate(self, to: dict[int, dict[int, float]], of: dict[int, dict[int, None]], out: dict[int, float]) -> None:
        """Positions with the fewest edges first. The weight that leaves a position is summed up, never computed as one minus
        the rest, so that small weights are not lost to rounding.
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
            step = Elimination(place, leaves, list(own.items()))
            for end in own:
                of[end].pop(place, None)
            for before in of.pop(place):
                if before == place:
                    continue
                weight = to[before].pop(place)
                step.of.append((before, weight))
                share = weight / leaves
                out[before] += share * out[place]
                for end, more in own.items():
                    to[before][end] = to[before].get(end, 0.0) + share * more
                    of[end][before] = None
            self.eliminations.append(step)

    def solve(self, given: dict[int, float], values: list[float]) -> None:
        """Write the value of each position: its own, and the weighted values of those it leads to."""
        for step in self.eliminations:
            share = given[step.place] = given[step.place] / step.leaves
            for before, weight in step.of:
                given[before] += weight * share
        for step in reversed(self.eliminations):
            total = 0.0
            for end, weight in step.to:
                total += weight * values[end]
            values[step.place] = given[step.place] + total / step.leaves


def solve_for(
    edges: list[Edges], components: list[Component], values: list[float], passing: list[float] | None = None
) -> list[float]:
    """The expected value of the end each position leads to; `values` holds those of the ends, and is filled in.

    With `passing`, the time that passes is added, weighted with what `passing` holds for each position reached.
    """
    for component in components:
        if component.closed:
            continue
        inside = set(component.places) if len(component.places) > 1 else (component.places[0],)
        given: dict[int, float] = {}
        for place in component.places:
            total = 0.0
            for to, weight, time in edges[place]:
                if to not in inside:
                    total += weight * values[to]
                if passing is not None:
                    total += weight * time * passing[to]
            given[place] = total
        component.solve(given, values)
    return values
