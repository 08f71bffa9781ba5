"""Webs of positions taken apart component by component, beside the plain way: going over all positions again and again."""

from __future__ import annotations

from random import Random

import pytest

from starfray.sim.components import Component, Edges, components_of, solve_for


def swept(edges: list[Edges], ends: list[float], times: int = 4000) -> list[float]:
    values = ends[:]
    for _ in range(times):
        for place, own in enumerate(edges):
            if own:
                values[place] = sum(weight * values[to] for to, weight, _ in own)
    return values


def drawn(seed: int, count: int, back: float) -> list[Edges]:
    """A web in which a share of the edges leads back; the last two positions are ends."""
    random = Random(seed)
    edges: list[Edges] = []
    for place in range(count - 2):
        ends = sorted(
            {
                random.randrange(count) if random.random() < back else random.randrange(place + 1, count)
                for _ in range(random.randint(1, 4))
            }
        )
        weights = [random.random() + 0.05 for _ in ends]
        edges.append([(end, weight / sum(weights), random.randint(0, 2)) for end, weight in zip(ends, weights, strict=True)])
    return [*edges, [], []]


def reached(edges: list[Edges], start: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        for to, _, _ in edges[waiting.pop()]:
            if to not in found:
                found.add(to)
                waiting.append(to)
    return found


@pytest.mark.parametrize("back", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("seed", range(6))
def test_rings_are_those_who_reach_one_another_and_come_after_what_they_lead_to(seed: int, back: float) -> None:
    edges = drawn(seed, 40, back)
    components = components_of(edges)
    assert sorted(place for component in components for place in component) == list(range(40))
    reach = [reached(edges, place) for place in range(40)]
    done: set[int] = set()
    for component in components:
        together = {place for place in range(40) if place in reach[component[0]] and component[0] in reach[place]}
        assert set(component) == together
        assert all(to in done or to in together for place in component for to, _, _ in edges[place])
        done |= together


@pytest.mark.parametrize("back", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("seed", range(6))
def test_ring_by_ring_gives_what_going_over_all_again_and_again_gives(seed: int, back: float) -> None:
    edges = drawn(seed, 40, back)
    components = [Component(places, edges) for places in components_of(edges)]
    ends = [0.0] * 38 + [1.0, 0.0]
    assert solve_for(edges, components, ends[:]) == pytest.approx(swept(edges, ends), abs=1e-11)


def test_time_counts_for_what_comes_to_an_end() -> None:
    """From 0 half come to the end in 1, half into a component nothing leads out of."""
    edges: list[Edges] = [[(1, 0.5, 1), (2, 0.5, 1)], [], [(3, 1.0, 1)], [(2, 1.0, 1)]]
    components = [Component(places, edges) for places in components_of(edges)]
    ends = solve_for(edges, components, [0.0, 1.0, 0.0, 0.0])
    assert ends == [0.5, 1.0, 0.0, 0.0]
    assert solve_for(edges, components, [0.0] * 4, ends)[0] / ends[0] == pytest.approx(1.0)


def test_a_throw_repeated_on_a_tie_takes_its_time() -> None:
    """A component of two, left with a chance of a half at each: two throws on average."""
    edges: list[Edges] = [[(1, 0.5, 1), (2, 0.5, 1)], [(0, 0.5, 1), (2, 0.5, 1)], []]
    components = [Component(places, edges) for places in components_of(edges)]
    assert solve_for(edges, components, [0.0] * 3, [1.0] * 3)[0] == pytest.approx(2.0, abs=1e-12)


def test_a_chance_of_one_in_a_billion_to_get_out_is_not_lost() -> None:
    small = 1e-9
    edges: list[Edges] = [[(1, 1.0, 0)], [(0, 1 - small, 0), (2, small * 0.25, 0), (3, small * 0.75, 0)], [], []]
    components = [Component(places, edges) for places in components_of(edges)]
    assert solve_for(edges, components, [0.0, 0.0, 1.0, 0.0])[0] == pytest.approx(0.25, rel=1e-12)
