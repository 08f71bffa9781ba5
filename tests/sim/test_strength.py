"""Plain play beside strong play, and whether it matters who plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from starfray.cli import main
from starfray.sim.strength import Both, strength_words

FOOLISH = """
from starfray.engine.actions import parse
from starfray.engine.policy import Policy, first_answer


class Idle(Policy):
    name = "idle"
    steady = True

    def act(self, book, view, who, generator):
        if view.roster[who].side == "blue":
            return parse(book.actions, f"end-turn {who}")
        return book.policy().act(book, view, who, generator)

    def answer(self, book, view, ask, generator):
        return first_answer(ask)
"""
DUEL = """
rulebook = "coriolis"
seed = 2
[orders]
"coriolis.core.pray" = "never"
"coriolis.initiative.weapon" = "no"
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
weapons = ["vulcan-pistol"]
[[combatant]]
id = "b"
side = "blue"
count = 2
at = [10, 0]
weapons = ["vulcan-pistol"]
"""


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "idle.py").write_text(FOOLISH, encoding="utf-8")
    (tmp_path / "duel.toml").write_text(DUEL, encoding="utf-8")
    return "duel.toml"


def test_a_difference_beyond_luck_is_said() -> None:
    assert Both("crew", 0.3, 400, 0.6, 100).differs
    assert not Both("crew", 0.3, 400, 0.35, 100).differs
    assert not Both("crew", 0.0, 10, 0.2, 10).differs
    words = strength_words([Both("crew", 0.3, 400, 0.6, 100), Both("dock", 0.7, 400, 0.4, 100)], "planner:1")
    assert "crew wins 30 % in plain play and 60 % if everybody plays by planner:1" in words
    assert "do not differ" in strength_words([Both("crew", 0.3, 400, 0.35, 100)], "planner:1")


def test_sim_shows_both(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["sim", duel, "-n", "60", "--strong", "idle.py:Idle", "--strong-fights", "40", "--workers", "1"]
    assert main(line) == 0
    told = capsys.readouterr().out
    assert "Who plays: plain play, and everybody by idle.py:Idle (40 fights)" in told
    assert "It matters who plays" in told
    assert main([*line, "--json"]) == 0
    strong = json.loads(capsys.readouterr().out)["strong"]
    assert strong["policy"] == "idle.py:Idle"
    assert strong["sides"]["red"]["differs"]
    assert strong["sides"]["red"]["strong"] > strong["sides"]["red"]["plain"]


def test_whatif_shows_both(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["whatif", duel, "--vary", "b -1", "-n", "40", "--strong", "idle.py:Idle", "--strong-fights", "20", "--workers", "1"]
    assert main(line) == 0
    told = capsys.readouterr().out
    assert "if everybody plays by idle.py:Idle" in told
    assert main([*line, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["strong"]["rows"]
    assert [row["what"] for row in rows] == ["as written", "b -1"]


def test_a_strong_policy_that_does_not_exist_is_refused_at_once(duel: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", duel, "--strong", "chess"]) == 2
    assert "no policy 'chess'" in capsys.readouterr().err
    assert main(["whatif", duel, "--strong", "greedy", "--strong-fights", "0"]) == 2
    assert "1 or more" in capsys.readouterr().err
