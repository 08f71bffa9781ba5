"""`starfray odds`: a distribution that adds up, in JSON and in bars."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from tests.cli.conftest import DUEL, Run

SHOT = "shot mira tor vulcan-pistol"


def test_chances_and_residual_add_up_to_one(run: Run, duel: Path) -> None:
    found = run("odds", duel, SHOT, "--json").json
    assert found["action"] == SHOT
    assert sum(each["p"] for each in found["outcomes"]) + found["residual"] == pytest.approx(1, abs=1e-9)
    assert found["exact"] is True
    assert found["residual"] == 0
    assert {"p", "summary", "changes"} == set(found["outcomes"][0])
    assert found["begun-with-seed"] is None


def test_what_touches_nobody_has_no_heading_over_nothing(run: Run, duel: Path) -> None:
    assert "Each combatant, on average" not in run("odds", duel, "end-turn mira").out


def test_a_small_budget_leaves_a_residual_and_says_so(run: Run, duel: Path) -> None:
    found = run("odds", duel, SHOT, "--json", "--budget", 10).json
    assert found["exact"] is False
    assert found["residual"] > 0
    assert sum(each["p"] for each in found["outcomes"]) + found["residual"] == pytest.approx(1, abs=1e-9)
    assert "was not reached within the budget" in run("odds", duel, SHOT, "--budget", 10).out


def test_a_fight_that_has_not_begun_is_begun_with_its_seed_and_that_is_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "fresh.toml"
    path.write_text(DUEL.split("[now]")[0].replace("seed     = 3", "seed = 5"), encoding="utf-8")
    first = "mira" if run("odds", path, "end-turn mira").code == 0 else "tor"
    ran = run("odds", path, f"end-turn {first}")
    assert "had not begun; its first steps were rolled with seed 5" in ran.out
    assert run("odds", path, f"end-turn {first}", "--json").json["begun-with-seed"] == 5


def test_people_see_bars_percentages_and_averages(run: Run, duel: Path) -> None:
    out = run("odds", duel, SHOT).out
    assert "█" in out
    assert " % " in out
    assert "tor.hp from 6 to" in out
    assert "Each combatant, on average:" in out
    assert "ap -2.00" in out
    assert "exact; decided by: sensible" in out
    assert "left open, as it matters only after the fight: " in out


def test_the_action_may_be_several_words_of_the_shell(run: Run, duel: Path) -> None:
    assert run("odds", duel, *SHOT.split(), "--json").json["action"] == SHOT


def test_policies_and_best_play_can_be_asked_for(run: Run, duel: Path) -> None:
    drawn = run("odds", duel, SHOT, "--policy", "random", "--budget", 300, "--json").json
    assert drawn["policy"] == "random"
    best = run("odds", duel, SHOT, "--best-for", "crew", "--budget", 300, "--json").json
    assert best["policy"] == "best for crew"
    assert run("odds", duel, SHOT, "--best-for", "nobody").code == 2


def test_odds_are_worked_out_from_what_a_seat_may_know(run: Run, duel: Path) -> None:
    duel.write_text(DUEL.replace('weapons    = ["vulcan-cricket"]', 'weapons = ["vulcan-cricket"]\nsecret = ["hp"]\nhp = 2'))
    known = run("odds", duel, SHOT, "--as", "gm", "--json").json
    assumed = run("odds", duel, SHOT, "--as", "player:ana", "--json").json
    assert {each["changes"]["tor.hp"][0] for each in known["outcomes"] if "tor.hp" in each["changes"]} == {2}
    assert {each["changes"]["tor.hp"][0] for each in assumed["outcomes"] if "tor.hp" in each["changes"]} == {6}
    assert run("odds", duel, SHOT, "--as", "player:nobody").code == 2


def test_the_odds_of_the_step_that_is_due(run: Run, duel: Path) -> None:
    duel.write_text("""rulebook = "socs"
[[combatant]]
id = "red"
archetype = "kestrel"
side = "league"
[[combatant]]
id = "black"
archetype = "hammer"
side = "raiders"
""")
    found = run("odds", duel, "due", "--json").json
    assert (found["action"], found["exact"], found["begun-with-seed"]) == ("fire-phase gm", True, None)
    assert sum(each["p"] for each in found["outcomes"]) == pytest.approx(1)


def test_where_no_step_is_due_somebody_has_to_act(run: Run, duel: Path) -> None:
    ran = run("odds", duel, "due")
    assert (ran.code, ran.err) == (1, "starfray: no step is due: somebody has to act [fight.turn] Possible: mira.\n")


def test_outcomes_that_read_alike_are_told_as_one() -> None:
    fight = starfray.load(Path(starfray.__file__).parent / "demos" / "needle-and-pin.toml").begin()
    odds = fight.odds("attack nix tik")
    words = [each for _, each in odds.told()]
    assert len(words) == len(set(words)) < len(odds.outcomes)
    assert sum(p for p, _ in odds.told()) == pytest.approx(1)


def test_the_same_act_several_times_is_told_in_bars_and_adds_up(run: Run, duel: Path) -> None:
    out = run("odds", duel, SHOT, "--times", 10).out
    assert f"{SHOT}, 10 times" in out
    assert "Every one starts from the position as it stands" in out
    assert "tor.hp changes by -" in out
    assert "; falls by 6 or more: " in out
    assert "█" in out
    assert "exact; decided by: sensible" in out
    found = run("odds", duel, SHOT, "--times", 10, "--json").json
    once = run("odds", duel, SHOT, "--json").json
    hp = found["times"]["figures"]["tor.hp"]
    assert found["times"]["count"] == 10
    assert hp["expected"] == pytest.approx(10 * once["combatants"]["tor"]["figures"]["tor.hp"]["expected"])
    assert sum(hp["changes"].values()) == pytest.approx(1)
    assert "times" not in once


def test_where_nothing_turns_on_the_dice_several_times_say_so(run: Run, duel: Path) -> None:
    assert "No figure turns on the dice here" in run("odds", duel, "end-turn mira", "--times", 3).out


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--times", "0"), "--times: 0 times; expected 1 to 1,000"), (("--times", "2000"), "expected 1 to 1,000"),
     (("--times", "3", "--report", "page.html"), "a report tells of one act")],
)  # fmt: skip
def test_how_often_must_make_sense(run: Run, duel: Path, words: tuple[str, ...], told: str) -> None:
    ran = run("odds", duel, SHOT, *words)
    assert ran.code == 2
    assert told in ran.err
