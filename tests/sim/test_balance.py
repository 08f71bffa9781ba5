"""Balance: rosters with which a side wins as often as it is meant to, found by playing and checked on fresh dice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.demo_files import demo_path
from starfray.engine.errors import BadInput
from starfray.sim.balance import CLOSE_CALL, WITHIN, Roster, Search, balance, log_odds
from starfray.sim.balance_moves import ALLOWED, Move, fine_moves_of, moves_of
from starfray.sim.montecarlo import simulate
from starfray.sim.variations import fight_data_of, varied
from tests.sim.test_stalemate import CRIPPLED

AMBUSH = """
rulebook = "coriolis"
title = "An ambush"
seed = 3
[orders]
"coriolis.core.pray" = "never"
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "mira"
side = "crew"
seat = "ana"
at = [0, 0]
attributes = { strength = 3, agility = 3 }
skills = { ranged-combat = 2 }
weapons = ["vulcan-pistol"]
[[combatant]]
id = "thug"
side = "syndicate"
count = 2
at = [12, 0]
attributes = { strength = 2, agility = 2 }
weapons = ["vulcan-pistol"]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ambush.toml"
    path.write_text(AMBUSH, encoding="utf-8")
    return path


def test_what_is_found_holds_on_fresh_dice(path: Path) -> None:
    fight = starfray.load(path)
    found = balance(fight, "crew", 0.6, path=path, check=600, wanted=1, seed=1)
    assert found.done
    assert found.rosters, found.nearest
    assert [roster.price for roster in found.rosters] == sorted(roster.price for roster in found.rosters)
    for roster in found.rosters:
        assert roster.checked
        assert roster.fights in (600, 600 * (1 + CLOSE_CALL))
        assert abs(roster.share - 0.6) <= WITHIN
        again = simulate(varied(fight_data_of(fight, path), roster.words).build(), 400, seed=77)
        low, high = again.share("crew")[1:]
        assert low - 0.05 <= 0.6 <= high + 0.05, roster.words
    assert "mira" not in " ".join(roster.words for roster in found.rosters), "players' characters are left alone"


@pytest.mark.parametrize(("wins", "close"), [(600, False), (614, False), (620, True), (629, True), (650, False)])
def test_where_chance_may_have_decided_more_is_played(path: Path, wins: int, close: bool) -> None:
    search = Search(fight_data_of(starfray.load(path), path), [], [], "crew", 0.6, 1, 1, {}, None)
    assert search.is_close_call(Roster((), wins, 1000)) == close


def test_ships_have_figures_to_balance_by() -> None:
    words = [move.words for move in moves_of(fight_data_of(starfray.load(demo_path("one-on-one"))), {"figures"}, set(), False)]
    assert {"raiders.mr +1", "raiders.mr -1"} <= set(words)


def test_only_what_the_gm_allows_is_changed(path: Path) -> None:
    data = fight_data_of(starfray.load(path), path)
    words = {kind: [move.words for move in moves_of(data, {kind}, set(), False)] for kind in ("counts", "figures", "range")}
    assert words["counts"] == ["thug +1", "thug +2", "thug +3", "thug -1", "thug -2"]
    assert words["figures"]
    assert all(line.startswith("syndicate.") for line in words["figures"])
    assert "range = 6" in words["range"]
    every = moves_of(data, set(ALLOWED), set(), True)
    assert any(move.what == "mira" for move in every)
    assert not any("thug" in move.words for move in moves_of(data, set(ALLOWED), {"thug"}, True) if move.what != "range")
    with pytest.raises(BadInput, match="nothing may be changed"):
        moves_of(data, {"counts"}, {"syndicate"}, False)
    with pytest.raises(BadInput, match="nobody is called"):
        moves_of(data, {"counts"}, {"thugg"}, False)


def test_every_change_on_the_list_makes_a_fight_or_is_left_out(path: Path) -> None:
    data = fight_data_of(starfray.load(path), path)
    for move in moves_of(data, {"gear", "archetypes", "range"}, set(), True):
        assert varied(data, move.words).data != data.data


def test_log_odds_have_no_end() -> None:
    assert log_odds(0.5, 40) == 0
    assert log_odds(1.0, 40) == -log_odds(0.0, 40) < 5


def test_an_interrupt_gives_what_was_found_so_far(path: Path) -> None:
    calls = 0

    def stop(done: int, count: int, words: str) -> None:
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt

    found = balance(starfray.load(path), "crew", 0.6, path=path, check=400, seed=1, progress=stop)
    assert not found.done
    assert found.base.fights
    assert found.nearest


COARSE = AMBUSH.replace("count = 2", "count = 1").replace('seat = "ana"\n', "")


def search_for(path: Path, target: float, moves: list[Move], fine: list[Move]) -> Search:
    fight = starfray.load(path)
    return Search(fight_data_of(fight, path), moves, fine, "crew", target, 1, 1, {}, None)


def test_where_nothing_comes_near_enough_the_nearest_below_and_above_are_told(path: Path) -> None:
    path.write_text(COARSE, encoding="utf-8")
    more = [Move("thug", "thug +1", 1, "syndicate", 1)]
    found = search_for(path, 0.6, more, []).found(1, 200)
    assert not found.rosters
    assert found.nearest, "what was tried is told all the same"
    assert all(roster.checked and roster.fights == 200 for roster in found.nearest)
    assert all(abs(roster.share - 0.6) > WITHIN for roster in found.nearest)
    search = search_for(path, 0.6, more, [])
    rosters = [Roster(tuple(more), wins, 100) for wins in (20, 55, 66, 90)]
    assert [roster.wins for roster in search.nearest(rosters)] == [55, 66]
    assert [roster.wins for roster in search.nearest(rosters[:2])] == [55]


def test_what_came_near_is_refined_by_smaller_changes(path: Path) -> None:
    data = fight_data_of(starfray.load(path), path)
    fine = fine_moves_of(data, {"figures", "range"}, set(), True)
    by_words = {move.words: move for move in fine}
    more = Move("thug", "thug +1", 1, "syndicate", 1)
    search = search_for(path, 0.6, [more], fine)
    search.base.wins, search.base.fights = 95, 100
    search.played["thug +1"] = Roster((more,), 80, 160)
    search.effects = {"thug +1": -3.0, "range = 11": 0.4, "mira.hp +1": 0.05, "thug.hp -1": 3.0}
    assert {"range = 11", "syndicate.hp -1"} <= set(by_words)
    first = search.refined()[0]
    assert [move.words for move in first] == ["thug +1", "range = 11"], "half of the fights and log odds of 0.4 are 60 %"


def test_smaller_changes_are_of_one_row_and_of_a_tenth_of_the_range(path: Path) -> None:
    second = '[[combatant]]\nid = "boss"\nside = "syndicate"\nat = [12, 4]\nskills = { ranged-combat = 1 }\n'
    path.write_text(AMBUSH + second, encoding="utf-8")
    data = fight_data_of(starfray.load(path), path)
    words = {move.words for move in fine_moves_of(data, {"figures", "range"}, set(), False)}
    assert {"boss.hp -1", "thug.hp -1", "thug.attributes.strength +1", "range = 13"} <= words
    assert not any(line.startswith(("mira.", "crew.", "syndicate.")) for line in words)
    assert fine_moves_of(data, {"counts"}, set(), False) == []
    assert all(varied(data, line).data != data.data for line in words)


def test_a_big_pool_is_changed_by_the_tenth() -> None:
    data = fight_data_of(starfray.loads(CRIPPLED.replace("pbd = 2", "pbd = 26")))
    words = {move.words: move.price for move in fine_moves_of(data, {"figures"}, set(), True)}
    assert words["red.pbd -2"] == words["red.pbd +2"] == 1
    assert words["red.pbd -4"] == 2
    assert "red.pbd -1" not in words


def test_the_command_writes_a_fight_that_checks(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = path.with_name("fair.toml")
    line = [
        "balance",
        str(path),
        "--side",
        "crew",
        "--target",
        "55",
        "--check",
        "600",
        "--rosters",
        "1",
        "--workers",
        "1",
        "--seed",
        "1",
    ]
    assert main([*line, "--may", "figures,counts", "--write", str(out)]) == 0
    told = capsys.readouterr().out
    assert "as written" in told
    assert f"written: {out}" in told
    assert main(["check", str(out)]) == 0
    capsys.readouterr()
    assert main([*line, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["target"] == 0.55
    assert data["rosters"][0]["checked"]


def test_bad_input_is_said_in_a_line(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for given, word in (
        (["--side", "crw", "--target", "60"], "crew"),
        (["--side", "crew", "--target", "100"], "2 to 98"),
        (["--side", "crew", "--target", "60", "--may", "weather"], "counts"),
        (["--side", "crew", "--target", "60", "--pick", "9"], "1 to 5"),
        (["--side", "crew", "--target", "60", "--workers", "0"], "1 to 64"),
    ):
        assert main(["balance", str(path), *given]) == 2
        assert word in capsys.readouterr().err
