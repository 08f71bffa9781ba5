"""The designer's walk: every command on the page runs, from the fight as written to the one that is fair."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from starfray.cli import main
from starfray.sim import balance
from starfray.sim.planner import settings

PAGE = Path(__file__).parents[2] / "docs" / "designers.md"
#: the figures on the page come from many fights; that the commands work is seen in a few
FEW = {"-n": "8", "--strong-fights": "1", "--check": "40", "--budget": "8"}


def walk() -> tuple[str, list[str]]:
    """The fight of the walk and its commands, in order."""
    text = PAGE.read_text(encoding="utf-8").split("## A walk")[1].split("\n## ")[0]
    fight = text.split("```toml\n")[1].split("```")[0]
    blocks = re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return fight, [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


@pytest.mark.slow
def test_every_command_of_the_walk_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(settings.LEVELS, "1", 8)
    monkeypatch.setattr(balance, "FIRST", 8)
    monkeypatch.setattr(balance, "SECOND", 16)
    fight, commands = walk()
    (tmp_path / "alley.toml").write_text(fight, encoding="utf-8")
    assert len(commands) >= 6
    for command in commands:
        words = shlex.split(command)
        assert words[0] == "starfray"
        for option, few in FEW.items():
            if option in words:
                words[words.index(option) + 1] = few
        if words[1] in ("sim", "whatif", "balance", "review"):
            words += ["--workers", "1"]
        assert main(words[1:]) == 0, f"{command}: {capsys.readouterr().err}"
        capsys.readouterr()
    assert (tmp_path / "alley-kept").is_dir()
