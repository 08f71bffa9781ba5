"""Which build is running is said where it matters."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import starfray
from starfray.cli import main
from starfray.engine.compiled import COMPILED
from starfray.interpreted import build_kind

TEN_PACES = str(Path(starfray.__file__).parent / "demos" / "ten-paces.toml")


def test_the_version_says_whether_the_rules_are_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--version"])
    assert capsys.readouterr().out.strip() == f"starfray {starfray.__version__} ({build_kind()})"


@pytest.mark.skipif(COMPILED, reason="the compiled build has nothing to mention")
def test_a_simulation_mentions_that_it_runs_interpreted(capsys: pytest.CaptureFixture[str]) -> None:
    main(["sim", TEN_PACES, "-n", "20", "--workers", "1"])
    assert "make compile" in capsys.readouterr().out


def test_the_version_is_told_without_loading_the_engine() -> None:
    """What nobody asked for is not loaded: that is most of the time a command takes to start."""
    told = "import sys, starfray.cli; starfray.cli.main(['--version']); print([m for m in sys.modules if 'fight' in m])"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("module", "needless"),
    [("do", "starfray.sim"), ("odds", "multiprocessing"), ("play", "multiprocessing"), ("check", "starfray.sim")],
)
def test_a_command_loads_nothing_of_the_simulation_it_does_not_use(module: str, needless: str) -> None:
    code = f"import sys, starfray.terminal.{module}; print([m for m in sys.modules if m.startswith({needless!r})])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"
