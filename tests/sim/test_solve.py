"""The exact solver: pencil-and-paper answers, agreement with sampling, and a plain word where a fight is too big."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.demo_files import demo_path
from starfray.engine.policy import Policies
from starfray.sim import solve as solving
from starfray.sim.montecarlo import simulate
from starfray.sim.result import wilson
from starfray.sim.solve import PositionGraph, TooBig, solve

DUEL = """
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
[now]
turn = 1
up = "a"
order = ["a", "b"]
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
attributes = { strength = 2, agility = 2 }
weapons = [{ key = "vulcan-pistol", crit = 0 }]
[[combatant]]
id = "b"
side = "blue"
at = [10, 0]
attributes = { strength = 1, agility = 1 }
hp = 1
"""


def test_a_target_that_cannot_shoot_back_falls_in_the_end() -> None:
    fight = starfray.loads(DUEL)
    solution = solve(fight.book, fight.content, fight.state, Policies(fight.book.policy()))
    assert solution.chances["red"] == pytest.approx(1 - solution.chances["blue"] - solution.draw - solution.endless, abs=1e-9)
    assert 0.6 < solution.chances["red"] < 1, "b may run up and use bare hands"


def test_exact_and_sampled_agree() -> None:
    text = DUEL.replace("hp = 1\n", 'weapons = [{ key = "vulcan-pistol", crit = 0 }]\n')
    fight = starfray.loads(text)
    solution = solve(fight.book, fight.content, fight.state, Policies(fight.book.policy()))
    sampled = simulate(fight, 1500, seed=9)
    for side, chance in solution.chances.items():
        low, high = wilson(sampled.wins[side], sampled.fights)
        middle, half = (low + high) / 2, (high - low) / 2
        assert abs(chance - middle) < 2.05 * half, "four standard errors"
    assert sum(solution.chances.values()) + solution.draw + solution.endless == pytest.approx(1, abs=1e-9)


def test_too_big_is_said_and_sim_offered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fight = starfray.loads(DUEL)
    with pytest.raises(TooBig, match="more than 3 positions"):
        solve(fight.book, fight.content, fight.state, Policies(fight.book.policy()), most_states=3)
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    assert main(["solve", str(path), "--runs", "2"]) == 2
    told = capsys.readouterr().err
    assert "2 runs of the rules were not enough" in told
    assert f"starfray sim {path} --until 1" in told
    assert main(["solve", str(path), "--policy", "random"]) == 2
    assert "draws what it does" in capsys.readouterr().err
    assert main(["solve", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["exact"] is True


def test_an_act_that_can_go_many_ways_tells_how_far_it_is() -> None:
    fight = starfray.load(demo_path("dock-9"))  # initiative of seven
    told: list[tuple[int, int, int]] = []
    with pytest.raises(TooBig):
        solve(
            fight.book,
            fight.content,
            fight.state,
            Policies(fight.book.policy()),
            most_runs=500,
            progress=lambda states, left, runs: told.append((states, left, runs)),
        )
    assert told == [(1, 0, 200), (1, 0, 400)]


def test_an_act_with_too_many_ends_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "ACT", 2)
    fight = starfray.loads(DUEL)
    with pytest.raises(TooBig, match=r"'[a-z-]+ .+' alone can go more than 2 ways"):
        solve(fight.book, fight.content, fight.state, Policies(fight.book.policy()))


def test_the_demo_duel_is_solved_to_its_end_and_sampling_agrees() -> None:
    fight = starfray.load(Path(starfray.__file__).parent / "demos" / "ten-paces.toml")
    solution = solve(fight.book, fight.content, fight.state, Policies(fight.book.policy()))
    sampled = simulate(fight, 1000, seed=2)
    assert sum(solution.chances.values()) + solution.draw == pytest.approx(1, abs=1e-9)
    assert solution.endless == pytest.approx(0, abs=1e-9)
    for side, chance in solution.chances.items():
        low, high = wilson(sampled.wins[side], sampled.fights)
        assert abs(chance - (low + high) / 2) < 2.05 * (high - low) / 2, "four standard errors"


def test_all_ends_with_the_same_winner_are_one_position() -> None:
    fight = starfray.loads(DUEL)
    graph = PositionGraph(fight.book, fight.content, Policies(fight.book.policy()), 20_000, 400_000, None)
    graph.explore(fight.state)
    ends = [tuple(node.winners) for node in graph.nodes if node.winners is not None]
    assert len(ends) == len(set(ends)) >= 2


def test_chances_over_the_web_are_those_of_going_over_it_again_and_again() -> None:
    """The brute-force twin of taking the graph apart ring by ring."""
    fight = starfray.loads(DUEL)
    policies = Policies(fight.book.policy())
    solution = solve(fight.book, fight.content, fight.state, policies)
    graph = PositionGraph(fight.book, fight.content, policies, 20_000, 400_000, None)
    graph.explore(fight.state)
    values = [1.0 if node.winners == ["red"] else 0.0 for node in graph.nodes]
    times = [0.0 for _ in graph.nodes]
    for _ in range(2000):
        for place in range(len(graph.nodes) - 1, -1, -1):
            edges = graph.nodes[place].edges
            if edges:
                values[place] = sum(weight * values[to] for to, weight, _ in edges)
                times[place] = sum(weight * (time + times[to]) for to, weight, time in edges)
    assert solution.chances["red"] == pytest.approx(values[0], abs=1e-12)
    assert solution.length == pytest.approx(fight.book.clock(fight.state) + times[0], abs=1e-10)
    assert solution.cycles > 0
