"""What the command line makes of a stalemate."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.sim.test_stalemate import CRIPPLED


@pytest.fixture
def crippled(tmp_path: Path) -> Path:
    path = tmp_path / "crippled.toml"
    path.write_text(CRIPPLED)
    return path


def test_the_computer_stops_in_a_stalemate_and_says_so(run: Run, crippled: Path) -> None:
    told = run("play", crippled, "--ai", "all").out
    assert "A stalemate: nothing has changed for 100 rounds." in told
    assert "gm end stalemate" in " ".join(told.split())  # lines are as wide as the terminal
    assert "no end in sight" not in told


def test_sim_tells_how_many_are_stalemates(run: Run, crippled: Path) -> None:
    assert "100.0 %" in (told := run("sim", crippled, "-n", "2", "--stalemate", "20").out)
    assert "stalemate" in told
    assert run("sim", crippled, "-n", "2", "--stalemate", "-1").code == 2
