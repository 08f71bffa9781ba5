"""The cheap parts of the bench, so that it cannot rot. Peers are not installed here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from bench.beside import Missing, Talk, Tree, trees
from bench.duel import FAR, KNOWN, KNOWN_CHANCE, PLAIN, Duel, Fought, half_width, strays
from bench.runs import Bench, File, exponent, table, times

from bench import acts, duel_lean, duels, figures, growth, odds, peers, run
from starfray.interpreted import build_kind
from starfray.sim.playout import LIMIT
from tests.gurps.markov import Distribution, Duellist, win_chance
from tests.structure.source import ROOT

TEN_PACES = ROOT / "src" / "starfray" / "demos" / "ten-paces.toml"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A run of the shortest kind, in the sources alone."""
    found = Bench(trees(None)[:1], rounds=1, seconds=0.0)
    monkeypatch.setattr(found, "say", lambda _: None)
    yield found
    found.close()


def reckoned() -> float:
    """The chance of the plain duel, by the reckoning that the rules of GURPS are tested against."""
    return win_chance(Duellist(**PLAIN.first._asdict()), Duellist(**PLAIN.second._asdict()), Distribution())


@pytest.mark.parametrize(("duel", "fights"), [(KNOWN, 6_000), (PLAIN, 3_000)], ids=["known", "plain"])
def test_the_lean_duel_wins_as_often_as_it_must(duel: Duel, fights: int) -> None:
    chance = KNOWN_CHANCE if duel is KNOWN else reckoned()
    assert abs(strays(duel_lean.play(duel, fights, 3), chance)) < FAR


def test_a_million_fights_are_about_what_a_tenth_of_a_point_takes() -> None:
    assert half_width(524_000, 960_000) == pytest.approx(0.001, abs=5e-6)


def test_a_share_far_from_the_chance_is_seen() -> None:
    assert strays(Fought(10_000, 6_000, 0, 1.0), 0.5) == pytest.approx(20)


def test_the_power_of_growth_is_found() -> None:
    assert exponent([1, 2, 4, 8], [3, 12, 48, 192]) == pytest.approx(2)


def test_a_table_has_a_head_and_a_rule() -> None:
    assert table(["a", "b"], [["1", "2"]]) == ["| a | b |", "| --- | --- |", "| 1 | 2 |"]
    assert [times(ratio) for ratio in (0.5, 12.34, 1234.5)] == ["0.50", "12.3", "1,234"]


def test_timed_fights_are_those_that_were_counted() -> None:
    fight = acts.loaded(TEN_PACES.read_text(encoding="utf-8"), str(TEN_PACES.parent))
    counted = acts.count(fight, 0.0, 3)
    played = acts.play(fight, counted["fights"], counted["limit"], counted["first"])
    assert counted["unended"] == 0
    assert played["acts"] == counted["acts"] > counted["actions"] > 0


def test_where_everything_is_asked_answers_are_the_actions() -> None:
    furball = TEN_PACES.with_name("furball.toml")
    counted = acts.count(acts.loaded(furball.read_text(encoding="utf-8"), str(furball.parent)), 0.0, 1)
    assert counted["actions"] > counted["acts"] > 0


def test_who_only_strikes_fights_the_plain_duel_to_its_end() -> None:
    path = ROOT / "examples" / "gurps-plain-duel.toml"
    counted = acts.count(acts.loaded(path.read_text(encoding="utf-8"), str(path.parent)), 0.0, 1, "striking")
    assert counted["unended"] == 0
    assert counted["actions"] > 0


def test_the_same_seeds_have_the_same_digest_and_others_another() -> None:
    fight = acts.loaded(TEN_PACES.read_text(encoding="utf-8"), str(TEN_PACES.parent))
    one, same, other = (acts.play(fight, 2, LIMIT, first)["digest"] for first in (0, 0, 2))
    assert one == same != other


def test_fights_that_are_recalled_have_the_same_digest() -> None:
    path = ROOT / "examples" / "gurps-plain-duel.toml"
    fight = acts.loaded(path.read_text(encoding="utf-8"), str(path.parent))
    plain = acts.play(fight, 6, LIMIT, 3, "striking")
    recalled = acts.recall(fight, 0.05, LIMIT, 3, 6, "striking")
    assert recalled["digest"] == plain["digest"]
    assert recalled["fights"] >= 6


def test_a_fight_that_takes_too_long_is_cut_and_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "TOO_LONG", 0.0)
    fight = acts.loaded(TEN_PACES.read_text(encoding="utf-8"), str(TEN_PACES.parent))
    counted = acts.count(fight, 1.0, 100)
    assert (counted["fights"], counted["unended"], counted["limit"]) == (1, 1, counted["acts"])
    assert acts.play(fight, 1, counted["limit"], counted["first"])["acts"] == counted["acts"]


def test_jobs_are_answered_line_by_line() -> None:
    said: list[str] = []
    acts.serve(['{"do": "hello"}'], said.append)
    assert json.loads(said[0])["how"] == build_kind()


@pytest.mark.parametrize("name", sorted(figures.FIGURES))
def test_every_single_figure_is_measured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "THROWS", 10)
    monkeypatch.setattr(figures, "SHOTS", 1)
    found = figures.FIGURES[name]()
    assert found["seconds"] > 0
    assert found["units"] > 0


@pytest.mark.parametrize("question", sorted(odds.QUESTIONS))
def test_every_question_about_odds_has_chances_that_add_up(question: str) -> None:
    if question != "gurps10":  # the longest of them; the others go the same way
        assert sum(odds.answer({"question": question, "times": 1})["chances"].values()) == pytest.approx(1)


@pytest.fixture
def both(bench: Bench) -> Bench:
    """As if there were a compiled tree, too: the sources once more by that name."""
    bench.trees["compiled"] = trees(None)[0].talk("bench.acts", "--serve")
    bench.best = "compiled"
    return bench


def absent(*_: object) -> object:
    raise Missing("the test has none")


def test_the_acts_part_names_every_fight_and_says_which_peers_are_missing(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for maker in ("python_peer", "showdown"):
        monkeypatch.setattr(peers, maker, absent)
    lines = "\n".join(peers.section(bench, [TEN_PACES]))
    assert "| ten-paces | coriolis |" in lines
    assert lines.count("was not measured: the test has none.") == 3
    assert "compiled" not in lines


@pytest.mark.slow
def test_with_a_compiled_tree_the_gain_stands_beside_every_fight(both: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for maker in ("python_peer", "showdown"):
        monkeypatch.setattr(peers, maker, absent)
    lines = peers.section(both, [TEN_PACES])
    assert any(line.startswith("- compiled ÷ interpreted: at least") for line in lines)
    head = next(line for line in lines if line.startswith("| demo fight"))
    row = next(line for line in lines if line.startswith("| ten-paces"))
    assert head.count("|") == row.count("|") == 10


@pytest.mark.slow
def test_the_duels_stand_beside_the_lean_ones(both: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "Numba", absent)
    monkeypatch.setattr(duels, "Rust", absent)
    monkeypatch.setattr(duels, "solved", lambda *_: (["solved elsewhere"], reckoned()))
    lines = "\n".join(duels.section(both))
    assert lines.count("| Starfray, compiled, striking policy |") == 1
    assert lines.count("| lean CPython ") == 2
    assert "Rust was not measured: the test has none." in lines


def test_the_growth_part_gives_powers(bench: Bench) -> None:
    lines = growth.section(bench, (1, 2))
    assert sum(line.startswith("| **power** |") for line in lines) == len(growth.SIDES)


def test_the_page_says_how_starfray_runs(bench: Bench) -> None:
    text = "\n".join(run.page(bench, []))
    assert "Starfray runs interpreted." in text


def test_a_program_that_ends_is_missing_and_says_why() -> None:
    talk = Talk("nobody", ["sh", "-c", "echo gone fishing >&2"])
    with pytest.raises(Missing, match="nobody ended: gone fishing"):
        talk.ask(do="hello")
    talk.close()


def test_a_tree_that_does_not_run_as_it_is_called_is_refused() -> None:
    with pytest.raises(SystemExit, match="not neither, but"):
        Bench([Tree("neither", ROOT / "src")], 1, 0.0)


def test_a_compiled_tree_is_the_one_given_or_its_sources(tmp_path: Path) -> None:
    assert trees(tmp_path)[1:] == [Tree("compiled", tmp_path)]
    (tmp_path / "src").mkdir()
    assert trees(tmp_path)[1:] == [Tree("compiled", tmp_path / "src")]


def test_a_fight_is_read_with_its_folder() -> None:
    assert File.at(TEN_PACES).name == "ten-paces"
    assert File.at(TEN_PACES).folder == str(TEN_PACES.parent)
