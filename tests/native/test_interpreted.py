"""STARFRAY_INTERPRETED reads the source, whatever lies beside it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import starfray

PACKAGE = Path(starfray.__file__).parent


def version(folder: Path, interpreted: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(folder), "STARFRAY_INTERPRETED": interpreted}
    return subprocess.run([sys.executable, "-P", "-c", "from starfray.cli import main; main(['--version'])"], env=environment,
                          capture_output=True, text=True, timeout=60, check=False, cwd=folder)


def test_what_is_compiled_is_left_aside_when_asked(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "starfray", ignore=shutil.ignore_patterns("__pycache__", "*.so", "static"))
    (tmp_path / "starfray" / "engine" / "dice.so").write_bytes(b"no library at all")
    assert version(tmp_path, "1").stdout.strip().endswith("(interpreted)")
    assert "ImportError" in version(tmp_path, "").stderr  # without the word the compiled one comes first
