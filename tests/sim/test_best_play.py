"""Best play: brute-force twins over graphs and over tiny fights of two books, and what the command says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import starfray
from starfray.cli import main
from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.dice import Shape
from starfray.engine.errors import BadInput
from starfray.engine.generator import Generator
from starfray.engine.gm import perform
from starfray.engine.policy import Policies
from starfray.engine.tables.best import every_answer
from starfray.engine.tables.random import Generators
from starfray.engine.values import GM, Ask, Tally
from starfray.fight import Fight
from starfray.sim.best_play import Point, best_both, best_for, enclosed, fixed, iterated, menu
from starfray.sim.playout import playout
from starfray.sim.solve import TooBig, solve
from starfray.testing.perft import BranchTable
from tests.sim.test_solve import DUEL

PISTOLS = DUEL.replace("hp = 1\n", 'hp = 1\nweapons = [{ key = "vulcan-pistol", crit = 0 }]\n')
SHOTS = ("shot", "quick-shot", "end-turn")
BRAWL = """
rulebook = "icar"
kind = "ground"
[[combatant]]
id = "byrnie"
archetype = "byrnie"
side = "red"
hand = ""
at = [0, 0]
[[combatant]]
id = "regular"
archetype = "bar-regular"
side = "blue"
at = [1, 0]
"""


def random_points(seed: int) -> list[Point]:
    """Ends first, then chance and choices of two sides, leading anywhere: round in circles, too."""
    draw = Generator(seed)
    points = [Point(winners=["red"]), Point(winners=["blue"]), Point(winners=[])]
    for number in range(5):
        ways = [draw.below(8) for _ in range(2 + draw.below(2))]
        chooser = ("red", "blue", "")[draw.below(3)] if number else "red"
        points.append(Point([(to, 1.0 if chooser else 1 / len(ways)) for to in ways], chooser))
    return points[::-1]


def renumbered(points: list[Point]) -> list[Point]:
    """The list was turned round, so that the first point is a choice: the ways have to follow."""
    for point in points:
        point.ways = [(len(points) - 1 - to, weight) for to, weight in point.ways]
    return points


def strategies(points: list[Point], side: str) -> Iterator[list[Point]]:
    """Every way a side can play: one way at each of its choices."""
    own = [place for place, point in enumerate(points) if point.chooser == side]
    for ways in product(*(range(len(points[place].ways)) for place in own)):
        played = list(points)
        for place, way in zip(own, ways, strict=True):
            played[place] = Point([(points[place].ways[way][0], 1.0)])
        yield played


def walked(points: list[Point], side: str, begun: float) -> float:
    """The points of a side where nobody has a choice left, by walking on and on."""
    ends = {place: 1.0 if point.winners == [side] else 0.0 if point.winners else 0.5
            for place, point in enumerate(points) if point.winners is not None}  # fmt: skip
    values = [ends.get(place, begun) for place in range(len(points))]
    moved = 1.0
    while moved > 1e-9:
        before = values
        values = [
            sum(weight * before[to] for to, weight in point.ways) if point.ways else before[place]
            for place, point in enumerate(points)
        ]
        moved = max(abs(new - old) for new, old in zip(values, before, strict=True))
    return values[0]


@pytest.mark.parametrize("seed", range(12))
def test_policy_iteration_finds_what_trying_every_strategy_finds(seed: int) -> None:
    points = fixed(renumbered(random_points(seed)), "blue")
    first, best = iterated(points, "red")
    assert best[0] == pytest.approx(max(walked(played, "red", 0.0) for played in strategies(points, "red")), abs=1e-6)
    assert first[0] <= best[0] + 1e-12
    assert first[0] == pytest.approx(walked(next(strategies(points, "red")), "red", 0.0), abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_two_sides_that_choose_are_enclosed_by_what_trying_every_pair_finds(seed: int) -> None:
    points = renumbered(random_points(seed))
    for begun in (0.0, 1.0):
        tried = max(min(walked(both, "red", begun) for both in strategies(ours, "blue")) for ours in strategies(points, "red"))
        assert enclosed(points, "red", begun)[0] == pytest.approx(tried, abs=1e-6)


class Tree(BranchTable):
    """One run of an act; notes the shares of every throw, and None where the side that plays best has a choice."""

    def __init__(self, fight: Fight, state: Any, taken: list[int], side: str) -> None:
        super().__init__(fight.book, state, fight.content, taken)
        self.policies, self.side = Policies(fight.book.policy()), side
        self.shares: list[list[float] | None] = []

    def faces_for(self, rule: str, who: str, shape: Shape, tally: Tally | None, secret: bool) -> list[int]:
        self.shares.append(list(shape.ways().shares))
        return super().faces_for(rule, who, shape, tally, secret)

    def answer_for(self, ask: Ask) -> str:
        answer, source = self.automatic_answer(ask)
        if source:
            return answer
        answers = every_answer(ask)
        if ask.who == GM or self.state.roster[ask.who].side != self.side or len(answers) < 2:
            return self.policies.answer(self.book, self.state, ask, Generator(0))
        self.shares.append(None)
        return answers[self.branch(len(answers))]


def tree(fight: Fight, state: Any, act: Action, side: str, taken: list[int], ends: list[Any]) -> Any:
    """An act branch by branch, nothing merged: an end, or the shares of a throw (None: a choice) with what follows."""
    copy = clone(state)
    table = Tree(fight, copy, taken, side)
    perform(fight.book, fight.content, copy, table, act)
    if len(table.branches) == len(taken):
        ends.append(copy)
        return place(fight, copy)
    count = table.branches[len(taken)][1]
    return table.shares[len(taken)], [tree(fight, state, act, side, [*taken, each], ends) for each in range(count)]


def place(fight: Fight, state: Any) -> str:
    outcome = fight.book.over(state)
    return repr(fight.book.key(state)) if outcome is None else f"over {outcome.winners}"


def worth(found: Any, values: dict[str, float]) -> float:
    if isinstance(found, str):
        return values[found]
    shares, ways = found
    worths = [worth(way, values) for way in ways]
    return max(worths) if shares is None else sum(share * each for share, each in zip(shares, worths, strict=True))


def brute_force(fight: Fight, side: str, kinds: tuple[str, ...]) -> float:
    """The twin for fights: every position, every act as a tree, values gone over again and again."""
    book, policies = fight.book, Policies(fight.book.policy())
    trees: dict[str, list[Any]] = {}
    values: dict[str, float] = {}
    waiting = [fight.state]
    while waiting:
        state = waiting.pop()
        key, outcome = place(fight, state), book.over(state)
        if key in values:
            continue
        values[key] = 0.0 if outcome is None else 1.0 if outcome.winners == [side] else 0.0 if outcome.winners else 0.5
        if outcome is not None:
            continue
        step = book.due(state)
        acts = [step] if step is not None else []
        for who in [] if acts else book.actors(state):
            usual = policies.act(book, state, who, Generator(0))
            if usual is not None:
                acts = menu(book, state, who, usual, kinds) if state.roster[who].side == side else [usual]
                break
        trees[key] = [tree(fight, state, act, side, [], waiting) for act in acts]
    moved = 1.0
    while moved > 1e-13:
        before = dict(values)
        for key, ways in trees.items():
            values[key] = max((worth(way, values) for way in ways), default=0.0)
        moved = max(abs(values[key] - before[key]) for key in values)
    return values[place(fight, fight.state)]


@pytest.mark.parametrize(
    ("text", "acts", "side", "kinds"),
    [(PISTOLS, 0, "red", SHOTS), (PISTOLS, 0, "blue", SHOTS), (BRAWL, 8, "blue", ("hit", "stand-by"))],
)
def test_best_play_is_what_brute_force_finds(text: str, acts: int, side: str, kinds: tuple[str, ...]) -> None:
    fight = starfray.loads(text)
    policies = Policies(fight.book.policy())
    playout(fight.book, fight.content, fight.state, Generators(0), policies, acts)
    found = best_for(fight.book, fight.content, fight.state, policies, side, kinds=kinds)
    assert found.best == pytest.approx(brute_force(fight, side, kinds), abs=1e-9)
    plain = solve(fight.book, fight.content, fight.state, policies)
    assert found.plain == pytest.approx(plain.chances[side] + plain.draw / 2, abs=1e-9)
    assert found.gain >= -1e-12
    assert found.first[0][1] == max(value for _, value in found.first)


def test_between_two_that_play_best_nobody_holds_more_by_the_policy() -> None:
    fight = starfray.loads(PISTOLS)
    policies = Policies(fight.book.policy())
    both = best_both(fight.book, fight.content, fight.state, policies, kinds=SHOTS)
    assert both.sides == ("red", "blue")
    assert both.low == pytest.approx(both.high, abs=1e-8), "shots end it sooner or later"
    assert both.held["red"] <= both.low + 1e-9
    assert both.held["blue"] <= 1 - both.high + 1e-9
    assert both.exploitability("red") == pytest.approx(both.low - both.held["red"], abs=1e-9)
    alone = best_for(fight.book, fight.content, fight.state, policies, "red", kinds=SHOTS)
    assert both.low <= alone.best + 1e-9, "the policy of the others is never better than their best play"
    assert both.held["blue"] == pytest.approx(1 - alone.best, abs=1e-9)


def test_what_is_too_big_or_senseless_is_said() -> None:
    fight = starfray.loads(PISTOLS)
    policies = Policies(fight.book.policy())
    with pytest.raises(TooBig, match="more than 3 positions"):
        best_for(fight.book, fight.content, fight.state, policies, "red", most_states=3)
    with pytest.raises(TooBig, match="9 runs of the rules were not enough"):
        best_for(fight.book, fight.content, fight.state, policies, "red", most_runs=9)
    with pytest.raises(BadInput, match="no side 'green'"):
        best_for(fight.book, fight.content, fight.state, policies, "green")


def test_the_command_tells_best_play(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(PISTOLS, encoding="utf-8")
    kinds = ",".join(SHOTS)
    assert main(["solve", str(path), "--best-for", "blue", "--kinds", kinds]) == 0
    told = capsys.readouterr().out
    assert "blue by best play" in told
    assert "Best play gains" in told
    assert main(["solve", str(path), "--best-both", "--kinds", kinds, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["exact"] is True
    assert 0 < found["low"] <= found["high"] + 1e-9
    assert main(["solve", str(path), "--kinds", kinds]) == 2
    assert main(["solve", str(path), "--best-for", "red", "--kinds", "shoot"]) == 2
    assert "no kind of action 'shoot'" in capsys.readouterr().err
