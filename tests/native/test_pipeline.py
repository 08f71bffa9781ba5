"""The text written for the compiler is the same program: it reads, and plays the same fights."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from native.pipeline import TRANSFORMERS, expand, transformed
from native.unit import Unit

import starfray
from tests.native.same import told

ROOT = Path(__file__).parents[2]
PACKAGE = Path(starfray.__file__).parent
ONE_PER_BOOK = ["ten-paces", "needle-and-pin", "long-shot", "furball", "last-orders", "cargo-shadows"]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("native")
    shutil.copytree(PACKAGE, target / "starfray", ignore=shutil.ignore_patterns("*.so", "__pycache__", "static"))
    expand(PACKAGE, target)
    return target


@pytest.mark.slow
def test_the_written_text_plays_the_same_fights(written: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{written}{os.pathsep}{ROOT}", "STARFRAY_INTERPRETED": "1"}
    found = subprocess.run(
        [sys.executable, "-P", "-m", "tests.native.same", *ONE_PER_BOOK],
        env=environment,
        cwd=written,
        capture_output=True,
        text=True,
        timeout=240,
        check=True,
    )
    assert found.stdout.splitlines()[1:] == [f"{demo} {told(demo)}" for demo in ONE_PER_BOOK]


def test_no_dataclass_is_left_to_be_made_up_at_run_time(written: Path) -> None:
    for path in (written / "starfray" / "rulebooks").rglob("*.py"):
        assert "\n@dataclass" not in path.read_text(encoding="utf-8"), path


def test_strict_pairs_stay_strict(written: Path) -> None:
    for part in ("engine", "rulebooks"):
        for path in (PACKAGE / part).rglob("*.py"):
            before = path.read_text(encoding="utf-8")
            after = (written / "starfray" / path.relative_to(PACKAGE)).read_text(encoding="utf-8")
            assert strict_calls(before) == strict_calls(after), path


def strict_calls(text: str) -> int:
    """How many calls of `zip` check that their arguments are of one length."""
    calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call) and ast.unparse(node.func) == "zip"]
    return sum("strict=True" in ast.unparse(call) or "_same_length(" in ast.unparse(call) for call in calls)


def test_files_that_have_not_changed_are_not_written_again(written: Path) -> None:
    path = written / "starfray" / "engine" / "dice.py"
    gone = written / "starfray" / "engine" / "no_longer_there.py"
    gone.touch()
    before = path.stat().st_mtime_ns
    expand(PACKAGE, written)
    assert path.stat().st_mtime_ns == before
    assert not gone.exists()


def test_transformers_can_be_left_out_and_only_what_is_used_is_imported() -> None:
    unit = Unit("starfray.rulebooks.x", ModuleType("x"))
    text = '"""Words."""\nfrom __future__ import annotations\nLIMIT: int = 3\n'
    assert transformed(text, unit).splitlines() == [
        '"""Words."""',
        "from __future__ import annotations",
        "from typing import Final as _Final",
        "LIMIT: _Final[int] = 3",
    ]
    assert "_Final" not in transformed(text, unit, without=["Constants"])


def test_what_a_comment_allows_is_allowed_in_the_whole_file() -> None:
    unit = Unit("starfray.rulebooks.x", ModuleType("x"))
    text = "a = b  # type: ignore[arg-type]\nc = d  # type: ignore[attr-defined, arg-type]\n"
    assert transformed(text, unit).startswith('# mypy: disable-error-code="arg-type,attr-defined"\n')


def test_a_transformer_stands_in_the_pipeline_once() -> None:
    names = [each.__name__ for each in TRANSFORMERS]
    assert len(set(names)) == len(names)
    files = {path.stem for path in (ROOT / "native" / "transformers").glob("*.py")} - {"__init__"}
    assert {each.__module__.rpartition(".")[2] for each in TRANSFORMERS} == files
