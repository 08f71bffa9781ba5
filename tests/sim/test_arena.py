"""The arena and its ratings: figures that can be worked out by hand, and results that depend on the seed alone."""

from __future__ import annotations

import json
import tomllib
from math import log10
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.demo_files import demo_names, demo_path
from starfray.engine.errors import BadInput
from starfray.engine.tables.random import Generators
from starfray.sim.arena import SUITE, Arena, Pairing, arena
from starfray.sim.arena_report import arena_markdown, arena_page, mean_gains
from starfray.sim.cluster_worker import build
from starfray.sim.follies import Follies, follies
from starfray.sim.planner.choice import Choice
from starfray.sim.planner.playouts import Arm
from starfray.sim.ratings import Match, inverse, ratings
from starfray.version import VERSION
from tests.sim.test_planner import TEXT


def test_three_wins_of_four_are_odds_of_three_to_one() -> None:
    matches = [Match("f", "a", "b", 4000, 1000.0), Match("f", "b", "a", 4000, 3000.0)]
    first, second = ratings(matches, ["a", "b"])
    assert (first.elo, first.low, first.high) == (0.0, 0.0, 0.0)
    assert second.elo == pytest.approx(400 * log10(3), abs=1)
    assert second.low < second.elo < second.high < second.elo + 15
    assert second.points == 0.75


def test_a_side_that_always_has_the_better_of_it_says_nothing_about_the_policies() -> None:
    matches = [Match("uphill", "a", "b", 100, 10.0), Match("uphill", "b", "a", 100, 10.0)]
    _, second = ratings(matches, ["a", "b"])
    assert second.elo == pytest.approx(0, abs=1e-6)


def test_one_that_always_wins_has_a_rating_all_the_same() -> None:
    _, second = ratings([Match("f", "a", "b", 20, 0.0), Match("f", "b", "a", 20, 20.0)], ["a", "b"])
    assert 300 < second.elo < 2000
    assert second.low > 0


def test_the_inverse_of_a_matrix() -> None:
    found = inverse([[4.0, 1.0], [1.0, 3.0]])
    assert [value for row in found for value in row] == pytest.approx([3 / 11, -1 / 11, -1 / 11, 4 / 11])


def test_the_suite_has_every_book_and_only_fights_of_two_sides() -> None:
    assert set(SUITE) <= set(demo_names())
    files = [tomllib.loads(demo_path(name).read_text(encoding="utf-8")) for name in SUITE]
    assert len({file["rulebook"] for file in files}) == 6
    assert all(len({one["side"] for one in file["combatant"] if "side" in one}) == 2 for file in files)


def test_an_arena_plays_every_pair_on_both_sides_and_is_the_same_again() -> None:
    fight = starfray.loads(TEXT)
    told: list[tuple[int, int, str]] = []
    whole = arena([("duel", fight)], ["default", "random"], 4, seed=3, progress=lambda *words: told.append(words))
    assert [pairing.policies for pairing in whole.pairings] == [
        ("default", "default"), ("default", "random"), ("random", "default"),
    ]  # fmt: skip
    assert all(pairing.fights == 4 for pairing in whole.pairings)
    assert told[-1] == (12, 12, "duel")
    again = arena([("duel", fight)], ["default", "random"], 4, seed=3)
    assert again.plain() == whole.plain()
    assert whole.ratings()[1].elo < 0, "chance does worse than the default"


def test_an_arena_needs_two_policies_and_two_sides() -> None:
    with pytest.raises(BadInput, match="1 policies"):
        arena([("duel", starfray.loads(TEXT))], ["default", "default"], 2)
    with pytest.raises(BadInput, match="has 1 sides"):
        arena([("duel", starfray.loads(TEXT.replace('"blue"', '"red"')))], ["default", "random"], 2)


def test_what_an_arena_found_as_markdown_and_as_a_page() -> None:
    whole = Arena(["default", "new"], 1)
    for policies, points in ((("default", "default"), 5.0), (("default", "new"), 2.0), (("new", "default"), 8.0)):
        whole.pairings.append(Pairing("duel", ("red", "blue"), policies, 10, points))
    ((name, gain, half, count),) = mean_gains(whole)
    assert (name, round(gain), count) == ("new", 30, 2)
    error = (0.8 * 0.2 / 10) ** 0.5  # of one side; the luck of the default against itself cancels out
    assert half == pytest.approx(100 * 1.959964 * (2 * error**2) ** 0.5 / 2)
    text = arena_markdown(whole, "starfray arena")
    assert "| duel | red | 50 ± 16 | 80 ± 13 |" in text
    assert "| duel | blue | 50 ± 16 | 80 ± 13 |" in text
    assert "new gains +30.0" in text
    assert "Played: 10 fights of each pairing; none was a stalemate." in text
    whole.pairings[-1].fights, whole.pairings[-1].stalemates = 8, 3
    text = arena_markdown(whole, "starfray arena")
    assert "Played: 8 to 10 fights of each pairing, then it was interrupted; 3 of all 28 were stalemates." in text
    assert "<table>" in arena_page(whole)


def test_the_command_writes_what_it_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "duel.toml"
    place.write_text(TEXT, encoding="utf-8")
    words = ["arena", str(place), "--policy", "random", "-n", "2", "--workers", "1"]
    assert main([*words, "--markdown", str(tmp_path / "a.md"), "--report", str(tmp_path / "a.html")]) == 0
    assert "random gains" in capsys.readouterr().out
    assert "| policy | Elo |" in (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "</html>" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["ratings"]) == 2
    assert (told["starfray"], told["rules"], told["seed"]) == (VERSION, build().rules, 1)
    assert f"Starfray {VERSION}, rules {build().rules}." in (tmp_path / "a.md").read_text(encoding="utf-8")


def compared(usual: tuple[float, ...], best: tuple[float, ...]) -> Choice:
    def begin(seed: int) -> tuple[object, Generators]:
        raise AssertionError("nothing is played here")

    arms = [Arm("shot a b", begin), Arm("move a 1,1", begin)]
    for arm, scores in zip(arms, (usual, best), strict=True):
        for score in scores:
            arm.add(score, score)
    return Choice(arms[0], "shot a b", arms[1], arms[0], 2, 8)


def test_a_folly_is_what_is_clearly_beaten() -> None:
    found = Follies()
    found.add(compared((0.1, 0.2, 0.1, 0.2), (0.8, 0.9, 0.8, 0.9)), "turn 2")
    found.add(compared((0.0, 1.0, 0.0, 1.0), (1.0, 0.0, 1.0, 1.0)), "turn 3")
    assert found.decisions == 2
    (folly,) = found.listed()
    assert (folly.wanted, folly.better, folly.times) == ("shot", "move", 1)
    assert folly.mean == pytest.approx(0.7)
    assert folly.example.startswith("turn 2: shot a b")


def test_follies_looks_at_every_act_and_lets_the_default_policy_play_on() -> None:
    fight = starfray.loads(TEXT)
    found = follies(fight, 1, 8, side="red", seed=1)
    assert found.fights == 1
    assert found.decisions > 0
    with pytest.raises(BadInput):
        follies(fight, 0, 8)


def test_follies_looks_at_answers_too() -> None:
    ships = starfray.load(demo_path("one-on-one"))  # in which there is nothing to choose but answers
    both, one = follies(ships, 1, 8, seed=1), follies(ships, 1, 8, side="league", seed=1)
    assert 0 < one.decisions < both.decisions


def test_a_folly_of_an_answer_is_told_by_its_question() -> None:
    found = Follies()
    found.add(compared((0.1, 0.2, 0.1, 0.2), (0.8, 0.9, 0.8, 0.9)), "round 2, ana", "book.defend")
    assert [(each.wanted, each.better) for each in found.listed()] == [("book.defend shot a b", "move a 1,1")]


def test_the_command_of_follies(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("starfray.terminal.follies.LEVELS", {"1": 6, "2": 6, "3": 6})
    place = tmp_path / "duel.toml"
    place.write_text(TEXT, encoding="utf-8")
    assert main(["follies", str(place), "-n", "1", "--level", "1"]) == 0
    assert "decisions in 1 fights" in " ".join(capsys.readouterr().out.split())
    assert main(["follies", str(place), "--side", "green"]) == 2
