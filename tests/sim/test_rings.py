"""Webs of positions taken apart ring by ring, beside the plain way: going over all positions again and again."""

from __future__ import annotations

from random import Random

import pytest

from starfray.sim.rings import Ring, Ways, rings_of, solve_for


def swept(ways: list[Ways], ends: list[float], times: int = 4000) -> list[float]:
    values = ends[:]
    for _ in range(times):
        for place, own in enumerate(ways):
            if own:
                values[place] = sum(weight * values[to] for to, weight, _ in own)
    return values


def drawn(seed: int, count: int, back: float) -> list[Ways]:
    """A web in which a share of the ways leads back; the last two positions are ends."""
    random = Random(seed)
    ways: list[Ways] = []
    for place in range(count - 2):
        ends = sorted(
            {
                random.randrange(count) if random.random() < back else random.randrange(place + 1, count)
                for _ in range(random.randint(1, 4))
            }
        )
        weights = [random.random() + 0.05 for _ in ends]
        ways.append([(end, weight / sum(weights), random.randint(0, 2)) for end, weight in zip(ends, weights, strict=True)])
    return [*ways, [], []]


def reached(ways: list[Ways], start: int) -> set[int]:
    found, waiting = {start}, [start]
    while waiting:
        for to, _, _ in ways[waiting.pop()]:
            if to not in found:
                found.add(to)
                waiting.append(to)
    return found


@pytest.mark.parametrize("back", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("seed", range(6))
def test_rings_are_those_who_reach_one_another_and_come_after_what_they_lead_to(seed: int, back: float) -> None:
    ways = drawn(seed, 40, back)
    rings = rings_of(ways)
    assert sorted(place for ring in rings for place in ring) == list(range(40))
    reach = [reached(ways, place) for place in range(40)]
    done: set[int] = set()
    for ring in rings:
        together = {place for place in range(40) if place in reach[ring[0]] and ring[0] in reach[place]}
        assert set(ring) == together
        assert all(to in done or to in together for place in ring for to, _, _ in ways[place])
        done |= together


@pytest.mark.parametrize("back", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("seed", range(6))
def test_ring_by_ring_gives_what_going_over_all_again_and_again_gives(seed: int, back: float) -> None:
    ways = drawn(seed, 40, back)
    rings = [Ring(places, ways) for places in rings_of(ways)]
    ends = [0.0] * 38 + [1.0, 0.0]
    assert solve_for(ways, rings, ends[:]) == pytest.approx(swept(ways, ends), abs=1e-11)


def test_time_counts_for_what_comes_to_an_end() -> None:
    """From 0 half come to the end in 1, half into a ring nothing leads out of."""
    ways: list[Ways] = [[(1, 0.5, 1), (2, 0.5, 1)], [], [(3, 1.0, 1)], [(2, 1.0, 1)]]
    rings = [Ring(places, ways) for places in rings_of(ways)]
    ends = solve_for(ways, rings, [0.0, 1.0, 0.0, 0.0])
    assert ends == [0.5, 1.0, 0.0, 0.0]
    assert solve_for(ways, rings, [0.0] * 4, ends)[0] / ends[0] == pytest.approx(1.0)


def test_a_throw_repeated_on_a_tie_takes_its_time() -> None:
    """A ring of two, left with a chance of a half at each: two throws on average."""
    ways: list[Ways] = [[(1, 0.5, 1), (2, 0.5, 1)], [(0, 0.5, 1), (2, 0.5, 1)], []]
    rings = [Ring(places, ways) for places in rings_of(ways)]
    assert solve_for(ways, rings, [0.0] * 3, [1.0] * 3)[0] == pytest.approx(2.0, abs=1e-12)


def test_a_chance_of_one_in_a_billion_to_get_out_is_not_lost() -> None:
    small = 1e-9
    ways: list[Ways] = [[(1, 1.0, 0)], [(0, 1 - small, 0), (2, small * 0.25, 0), (3, small * 0.75, 0)], [], []]
    rings = [Ring(places, ways) for places in rings_of(ways)]
    assert solve_for(ways, rings, [0.0, 0.0, 1.0, 0.0])[0] == pytest.approx(0.25, rel=1e-12)
