"""The page about the command line: every command on it runs, and writes what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "cli.md"


def commands() -> list[tuple[str, list[str]]]:
    """Each command of the page with the lines shown below it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


@pytest.mark.slow
def test_every_command_of_the_page_runs_and_writes_what_it_says(tmp_path: Path) -> None:
    tool = tmp_path / "bin" / "starfray"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec {sys.executable} -m starfray.cli "$@"\n')
    tool.chmod(0o755)
    env = {**os.environ, "PATH": f"{tool.parent}:{os.environ['PATH']}"}
    assert len(commands()) > 20
    for command, shown in commands():
        ran = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, f"{command}: {ran.stderr}"
        for line in shown:
            assert line in ran.stdout, f"{command} should write {line!r}"


def test_the_fight_of_the_readme_is_sound_and_its_first_shot_can_be_looked_at(run: Run, tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    dock = tmp_path / "dock.toml"
    dock.write_text(readme.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert run("check", dock).code == 0
    shot = next(line for line in readme.splitlines() if "starfray odds dock.toml" in line).split('"')[1]
    assert run("odds", dock, shot, "--json", "--budget", 50).code == 0
