"""What an installation lacks is told with the line that brings it; shells complete what people type."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from starfray.cli import COMMANDS
from starfray.room import doctor
from tests.cli.conftest import Run


def states(run: Run, *words: str) -> dict[str, str]:
    return {finding["part"]: finding["state"] for finding in run("doctor", "--json", *words).json["found"]}


def test_a_whole_installation_is_ready(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--db", str(tmp_path / "rooms.db"), "--port", "0")
    assert ran.code == 0
    assert "Ready" in ran.out
    assert "hybrid" in ran.out
    assert not list(tmp_path.iterdir())


def test_what_is_missing_comes_with_the_line_that_brings_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(*names: str) -> None:
        def version(name: str) -> str:
            if name in names:
                raise PackageNotFoundError(name)
            return "1.0"

        monkeypatch.setattr(doctor, "version", version)

    without("psycopg")
    ran = run("doctor", "--port", "0")
    assert ran.code == 0
    assert "pip install 'starfray[postgresql]'" in ran.out
    without("uvicorn")
    ran = run("doctor", "--port", "0")
    assert ran.code == 2
    assert "without uvicorn" in ran.out


def test_what_is_missing_is_brought_by_the_tool_that_made_the_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nothing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version", nothing)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "starfray"))
    monkeypatch.setattr(sys, "executable", "/a b/python")
    (tmp_path / "starfray").mkdir()
    for mark, line in (
        ("none", "→ pip install 'starfray[mcp]'"),
        ("uv-receipt.toml", "→ uv pip install --python '/a b/python' 'starfray[mcp]'"),
        ("pipx_metadata.json", "→ pipx runpip starfray install 'starfray[mcp]'"),
    ):
        (tmp_path / "starfray" / mark).touch()
        assert line in run("doctor", "--port", "0").out


def test_a_port_in_use_and_a_place_that_cannot_be_written_are_told(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        assert states(run, "--port", str(taken.getsockname()[1]))["the port"] == "missing"
    assert states(run, "--port", "0", "--db", str(tmp_path))["the rooms"] == "broken"
    assert states(run, "--port", "0", "--db", str(tmp_path / "nowhere" / "rooms.db"))["the rooms"] == "broken"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh", "powershell"])
def test_every_command_is_completed(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert ran.code == 0
    assert [name for name in COMMANDS if name not in ran.out] == []
    if shell == "bash" and shutil.which("bash"):
        assert subprocess.run(["bash", "-n"], input=ran.out, text=True, check=False).returncode == 0


def test_bash_completes_commands_options_and_demos(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "starfray.bash"
    script.write_text(run("completion", "bash").out, encoding="utf-8")

    def completed(*words: str) -> list[str]:
        asked = " ".join(f"'{word}'" for word in words)
        trial = (
            f". {script}; COMP_WORDS=(starfray {asked}); COMP_CWORD={len(words)}; "
            "$(complete -p starfray | sed 's/.*-F \\([^ ]*\\).*/\\1/') starfray '' ''; printf '%s\\n' \"${COMPREPLY[@]}\""
        )
        return subprocess.run(["bash", "-c", trial], capture_output=True, text=True, check=True).stdout.split()

    assert completed("ser") == ["serve"]
    assert "--database" in completed("serve", "--d")
    assert completed("play", "--demo", "dock") == ["dock-9"]
