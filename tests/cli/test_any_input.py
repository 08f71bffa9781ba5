"""Whatever is typed, the table stands: no fault, and the fight can be saved, checked and replayed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from starfray.demo_files import demo_names, demo_path
from tests.cli.conftest import Run

pytestmark = pytest.mark.slow

WORDS = [
    "", "1", "2", "3", "4", "5", "6 6 6", "1 1", "0", "-1", "99", "yes", "no", "y", "n", "auto", "auto", "auto", "auto on",
    "auto off", "why", "cards", "map", "log", "log 3", "log x", "undo", "undo", "redo", "cancel", "hand on", "hand off",
    "hand on all", "hand", "correct", "correct 1 1", "correct 1 1 1 1 1 1", "correct x", "rule prone", "rule", "gm", "p",
    "gm roll 2d6", "gm roll", "gm end", "p 1", "p", "go", "as nobody", "surrender", "flee", "export log", "export", "save",
    ".", ":", "::", ":log", "x" * 5000, '"', "1:1", "1:1 2:1", "a:b", "10,10", "tor", "gm set x 1", "gm note hello",
    "end-turn", "\x00", "é漢字", "p nonsense",
]  # fmt: skip


@pytest.mark.parametrize("demo", demo_names())
@pytest.mark.parametrize("seed", range(4))
def test_the_table_stands_whatever_is_typed(run: Run, tmp_path: Path, demo: str, seed: int) -> None:
    random = Random(f"{demo} {seed}")
    typed = "".join(random.choice(WORDS) + "\n" for _ in range(150))
    save = tmp_path / "kept.json"
    ran = run("play", demo_path(demo), "--save", save, "--seed", seed, typed=typed)
    assert (ran.code, ran.err) == (0, "")
    checked = run("check", save)
    assert checked.code == 0, checked.err
    assert run("replay", save).code == 0
