"""STARFRAY_INTERPRETED reads the source, whatever lies beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import starfray
from starfray.interpreted import MARK, PARTS, is_old

PACKAGE = Path(starfray.__file__).parent


def version(folder: Path, interpreted: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "STARFRAY_INTERPRETED": interpreted}
    return subprocess.run(
        [sys.executable, "-P", "-c", "from starfray.cli import main; main(['--version']); import starfray.engine.dice"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=folder,
    )


def test_a_build_older_than_its_source_is_left_aside(tmp_path: Path) -> None:
    for part in PARTS:
        path = tmp_path / part if part.endswith(".py") else tmp_path / part / "rule.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("damage = 1\n", encoding="utf-8")
        os.utime(path, (1000, 1000))
    assert not is_old(tmp_path)  # nothing was built here
    (tmp_path / MARK).touch()
    assert not is_old(tmp_path)
    os.utime(tmp_path / "engine" / "rule.py", (2_000_000_000, 2_000_000_000))
    assert is_old(tmp_path)


def test_what_is_compiled_is_left_aside_when_asked(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "starfray", ignore=shutil.ignore_patterns("__pycache__", "*.so", "static"))
    (tmp_path / "starfray" / "engine" / "dice.so").write_bytes(b"no library at all")
    assert version(tmp_path, "1").stdout.strip().endswith("(interpreted)")
    assert "ImportError" in version(tmp_path, "").stderr  # without the word the compiled one comes first
