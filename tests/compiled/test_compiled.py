"""The compiled build against the source: the same seeds, the same results, bit for bit. Run by `make test-compiled`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from starfray.engine.compiled import COMPILED
from starfray.interpreted import build_kind

ROOT = Path(__file__).parents[2]


def every_demo(interpreted: str) -> list[str]:
    environment = {**os.environ, "STARFRAY_INTERPRETED": interpreted}
    found = subprocess.run(
        [sys.executable, "-m", "tests.native.same"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    return found.stdout.splitlines()


def test_this_is_the_compiled_build() -> None:
    assert COMPILED
    assert build_kind() == "compiled"


def test_every_demo_fight_goes_the_same_way_compiled_and_interpreted() -> None:
    compiled, interpreted = every_demo(""), every_demo("1")
    assert (compiled[0], interpreted[0]) == ("compiled", "interpreted")
    assert compiled[1:] == interpreted[1:]
    assert len(compiled) > 20
