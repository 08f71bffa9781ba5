"""Reviews: the steps add up, the dice are fair on average, and nobody is told or blamed for what they could not know."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

import starfray
from starfray.cli import main
from starfray.engine.errors import BadInput
from starfray.engine.policy import Policies, RandomPolicy
from starfray.engine.tables.exact import spread
from starfray.engine.tables.random import Generators
from starfray.fight import Fight
from starfray.sim import review as reviewing
from starfray.sim.playout import next_step
from starfray.sim.review import DECISION, LUCK, Review, review
from starfray.sim.review_chain import EDIT, UNSEEN, Chain, Point
from starfray.sim.solve import TooBig, key_of, solve
from starfray.transcript import replay
from starfray.transcript_format import transcript_of

DUEL = """
rulebook = "coriolis"
title = "A duel"
[orders]
"coriolis.core.pray" = "never"
[now]
turn = 1
up = "a"
order = ["a", "b"]
[[combatant]]
id = "a"
side = "red"
seat = "ana"
at = [0, 0]
hp = {hp}
attributes = {{ strength = {strength}, agility = {agility} }}
weapons = [{{ key = "{gun}", crit = 0 }}]
[[combatant]]
id = "b"
side = "blue"
at = [{far}, 0]
attributes = {{ strength = 1, agility = 1 }}
hp = {other}
weapons = [{{ key = "vulcan-pistol", crit = 0 }}]
"""
GUNS = ("vulcan-pistol", "vulcan-cricket")
DUELS = [
    DUEL.format(hp=1 + number % 2, strength=1 + number % 3, agility=1 + number % 2, gun=GUNS[number % 2], far=far, other=other)
    for number, (far, other) in enumerate([(4, 1), (8, 1), (12, 1), (4, 2), (8, 2), (12, 2), (3, 1), (3, 2), (6, 1), (10, 2)])
]


def played(text: str, seed: int, drawn: int = 3) -> Fight:
    """A fight played to its end: the first acts drawn at random, the others by the book's policy."""
    fight = starfray.loads(text)
    fight.generators = Generators(seed)
    fight.seats.policies = Policies(RandomPolicy())
    fight.auto(acts=drawn)
    fight.seats.policies = Policies(fight.book.policy())
    fight.auto(acts=200)
    assert fight.over is not None
    assert fight.draft is None
    return fight


def check_sums(found: Review, within: float = 1e-9) -> None:
    for side in found.sides:
        sums = found.sums(side)
        assert sum(value for key, value in sums.items() if key != "result") == pytest.approx(sums["result"], abs=within)


@pytest.mark.parametrize("number", range(10))
def test_a_solved_duel_adds_up(number: int) -> None:
    fight = played(DUELS[number], number)
    found = review(fight, exact=True, budget=0)
    assert found.exact
    assert len(found.acts) == found.of == len(fight.journal.entries)
    check_sums(found)
    assert fight.over is not None
    assert {side for side in found.sides if found.end.of(side) == 1} == set(fight.over.winners)
    for before, after in zip(found.acts, found.acts[1:], strict=False):
        assert before.after is after.before
    for act in found.acts:
        for side in found.sides:
            assert sum(term.worth[side] for term in act.terms) == pytest.approx(act.moved(side), abs=1e-9)


class Twin:
    """The same values in the plainest way: every branch walked on its own, and the chances iterated until they stand still."""

    def __init__(self, fight: Fight) -> None:
        self.fight, self.book = fight, fight.book
        self.policies = Policies(fight.book.policy())
        self.edges: dict[Hashable, list[tuple[Hashable, float]]] = {}

    def key(self, state: Any) -> Hashable:
        return key_of(self.book, state, self.book.over(state))

    def spread(self, state: Any, action: Any, tape: tuple[Any, ...] = ()) -> list[tuple[Any, float]]:
        found = spread(self.book, state, action, self.policies, merge=False, content=self.fight.content, known=tape)
        assert not found.residual
        return [(leaf.state, leaf.weight) for leaf in found.leaves]

    def explore(self, start: Any) -> None:
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if self.key(state) in self.edges:
                continue
            edges = self.edges[self.key(state)] = []
            if self.book.over(state) is not None:
                continue
            step = next_step(self.book, state, self.policies, Generators(0))[0]
            assert step is not None
            for leaf, weight in self.spread(state, step):
                edges.append((self.key(leaf), weight))
                waiting.append(leaf)

    def chances(self, side: str) -> dict[Hashable, float]:
        values: dict[Hashable, float] = {key: float(key == ("over", (side,))) for key in self.edges}
        while True:
            moved = 0.0
            for key, edges in self.edges.items():
                if edges:
                    new = sum(weight * values[to] for to, weight in edges)
                    moved, values[key] = max(moved, abs(new - values[key])), new
            if moved < 1e-14:
                return values

    def values(self, points: list[Point], side: str) -> list[float]:
        rows = [
            [(point.state, 1.0)] if point.action is None else self.spread(point.state, point.action, point.tape)
            for point in points
        ]
        for row in rows:
            for state, _ in row:
                self.explore(state)
        chances = self.chances(side)
        return [sum(weight * chances[self.key(state)] for state, weight in row) for row in rows]


@pytest.mark.parametrize("number", [0, 3, 7])
def test_the_values_are_those_of_the_brute_force_twin(number: int) -> None:
    fight = played(DUELS[number], 20 + number)
    found = review(fight, exact=True, budget=0)
    effects = [effect for step in Chain(fight, Policies(fight.book.policy())).steps() for effect in step.effects]
    points = [effect.point for effect in effects if effect.point is not None]
    told = [term for act in found.acts for term in act.terms]
    values = [found.start.of("red")]
    for effect, term in zip(effects, told, strict=True):
        if effect.point is not None:
            values.append(values[-1] + term.worth["red"])
    assert values[1:] == pytest.approx(Twin(fight).values(points, "red"), abs=1e-9)


def test_the_dice_are_fair_on_average() -> None:
    lucks = []
    for seed in range(40):
        found = review(played(DUELS[3], seed, drawn=0), exact=True, budget=0)
        assert found.total("red", DECISION) == 0, "whoever plays as the policy does gives nothing away"
        lucks.append(found.total("red", LUCK))
    mean = sum(lucks) / len(lucks)
    error = sqrt(sum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1) / len(lucks))
    assert error < 0.12
    assert abs(mean) < 2.5 * error


def test_playouts_agree_with_the_solver_within_their_interval() -> None:
    fight = played(DUELS[4], 2)
    exact = review(fight, exact=True, budget=0)
    sampled = review(fight, exact=False, playouts=400, budget=0, seed=1)
    assert not sampled.exact
    check_sums(sampled)
    for one, other in zip(exact.acts, sampled.acts, strict=True):
        assert abs(one.after.of("red") - other.after.of("red")) <= 4 * other.after.error("red") + 1e-9
        for true, term in zip(one.terms, other.terms, strict=True):
            assert abs(true.worth["red"] - term.worth["red"]) <= 4 * term.error + 1e-9


def test_the_result_does_not_depend_on_the_workers() -> None:
    fight = played(DUELS[0], 5)
    plain = [review(fight, exact=False, playouts=30, budget=20, workers=workers).plain() for workers in (1, 2)]
    assert plain[0] == plain[1]


def test_giving_up_is_a_costly_decision_and_something_better_is_named() -> None:
    fight = starfray.loads(DUELS[3])
    fight.generators = Generators(1)
    fight.play("surrender a")
    found = review(fight, exact=True)
    (term,) = [term for act in found.acts for term in act.terms if term.kind == DECISION]
    assert term.worth["red"] == pytest.approx(-found.start.of("red"))
    assert term.best is not None
    assert term.best.rating == "costly"
    assert term.best.cost >= -term.worth["red"] - 1e-9, "the best is no worse than what the policy does"
    assert found.people["a"].decisions == term.worth["red"]
    assert found.people["a"].cost == term.best.cost


def test_the_hand_of_the_gm_is_nobodys_luck() -> None:
    fight = starfray.loads(DUELS[3])
    fight.gm("set a.attributes.agility 5")
    found = review(fight, exact=True)
    (term,) = found.acts[0].terms
    assert term.kind == EDIT
    assert term.worth["red"] > 0
    check_sums(found)
    assert not any(person.luck or person.decisions for person in found.people.values())


SECRET = DUELS[3].replace("hp = 2\nweapons", 'hp = 2\nsecret = ["hp"]\nweapons')


def test_a_seat_learns_nothing_of_a_secret_figure_from_its_review() -> None:
    told = []
    for hp in (2, 1):
        fight = starfray.loads(re.sub(r"hp = 2\nsecret", f"hp = {hp}\nsecret", SECRET))
        fight.generators = Generators(8)  # five acts before anybody is hurt
        for _ in range(60):
            fight.auto(acts=1)
            if fight.over is not None or fight.get("b.hp") != hp:
                break
        kept = len(fight.journal.entries) - 1
        del fight.journal.entries[kept:]
        told.append(review(fight, viewer="side:red", exact=False, playouts=40, budget=20).plain())
    assert told[0]["acts"]
    assert told[0] == told[1]


def test_a_decision_is_judged_by_what_was_known() -> None:
    """A foe who looks weak and is strong: going on as if it were weak is no fault, what it comes to is unseen."""
    fight = starfray.loads(
        SECRET.replace("attributes = { strength = 1, agility = 1 }", "attributes = { strength = 5, agility = 1 }")
    )
    fight.generators = Generators(1)
    fight.play("surrender a")
    found = review(fight, exact=True, budget=0)
    kinds = [term.kind for term in found.acts[0].terms]
    assert kinds == [DECISION, UNSEEN]
    check_sums(found)


def test_an_act_nobody_could_follow_is_news() -> None:
    hidden = DUELS[3].replace('id = "b"\n', 'id = "b"\nhidden = true\n')
    fight = played(hidden, 3, drawn=0)
    found = review(fight, viewer="side:red", exact=False, playouts=20, budget=0)
    check_sums(found)
    assert any(term.kind == UNSEEN for act in found.acts for term in act.terms)
    assert all("b" not in re.findall(r"\w+", act.headline) for act in found.acts if act.terms and act.terms[0].kind == UNSEEN)


def test_an_interrupt_gives_what_was_found_so_far() -> None:
    fight = next(fight for seed in range(50) if len((fight := played(DUELS[4], seed)).journal.entries) > 10)

    def stop(done: int, count: int, words: str) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    found = review(fight, exact=False, playouts=20, budget=0, progress=stop)
    assert 3 <= len(found.acts) < found.of
    assert not found.over
    check_sums(found)


def test_too_big_is_said_where_exact_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "STATES", 3)
    with pytest.raises(TooBig):
        review(played(DUELS[4], 2), exact=True)
    with pytest.raises(BadInput, match="nothing has been played"):
        review(starfray.loads(DUELS[0]))


def test_the_command_tells_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fight = played(DUELS[0], 1)
    text = transcript_of(fight).text()
    assert replay(text).ok
    path, report, sheet = tmp_path / "duel.transcript", tmp_path / "duel.html", tmp_path / "duel.csv"
    path.write_text(text, encoding="utf-8")
    assert main(["review", str(path), "--report", str(report), "--csv", str(sheet), "--exact"]) == 0
    told = capsys.readouterr().out
    assert "red:" in told
    assert "at the start" in told
    assert "Exact: the fight was solved." in told
    html = report.read_text(encoding="utf-8")
    assert "<polyline" in html
    assert "prefers-color-scheme: dark" in html
    assert "http" not in html
    assert len(sheet.read_text(encoding="utf-8").splitlines()) > len(fight.journal.entries)
    assert main(["review", str(path), "--json", "--no-exact", "-n", "10", "--budget", "0", "--seen-by", "player:ana"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["viewer"] == "player:ana"
    assert data["playouts"] == 10
    assert data["whole"]
    assert len(data["acts"]) == len(fight.journal.entries)


def test_bad_input_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(DUELS[0], encoding="utf-8")
    assert main(["review", str(path)]) == 2
    assert "a transcript or a save" in capsys.readouterr().err
    path.write_text(transcript_of(played(DUELS[0], 1)).text(), encoding="utf-8")
    for given, word in ((["-n", "1"], "2 or more"), (["--workers", "0"], "1 to 64"), (["--seen-by", "player:bo"], "no seat")):
        assert main(["review", str(path), *given]) == 2
        assert word in capsys.readouterr().err


def test_the_start_is_what_the_solver_says() -> None:
    fight = played(DUELS[1], 4)
    solved = solve(fight.book, fight.content, fight.start, Policies(fight.book.policy()))
    assert review(fight, exact=True, budget=0).start.chances == pytest.approx(solved.chances, abs=1e-12)
