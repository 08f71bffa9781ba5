"""The command line as a test uses it: run in process, lines typed through stdin."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from starfray.cli import main

DUEL = """rulebook = "coriolis"
title    = "Duel"
seed     = 3
[orders]
"coriolis.core.pray" = "never"
[[cover]]
name = "crate"
at   = [0, 1]
[[combatant]]
id         = "mira"
name       = "Mira"
side       = "crew"
seat       = "ana"
attributes = { strength = 3, agility = 2, wits = 3, empathy = 3 }
skills     = { ranged-combat = 1 }
weapons    = ["vulcan-pistol", "knife"]
at         = [0, 0]
[[combatant]]
id         = "tor"
name       = "Tor"
side       = "watch"
weapons    = ["vulcan-cricket"]
at         = [9, 0]
[now]
turn  = 1
up    = "mira"
order = ["mira", "tor"]
"""


@dataclass
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """run("odds", file, "shot mira tor", typed="…"): exit code and what was written."""

    def ran(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(word) for word in words])
        written = capsys.readouterr()
        return Ran(code, written.out, written.err)

    return ran


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    path = tmp_path / "duel.toml"
    path.write_text(DUEL, encoding="utf-8")
    return path
