"""The instructions that playing takes, counted by valgrind: the same each time, whatever else the machine does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.beside import ROOT

COLLECTED = re.compile(r"Collected : (\d+)")


def counted(source: Path, job: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The instructions inside `playout` for a job of bench.release_worker, played by the compiled package in a folder; and what
    the worker answers.
    """
    command = [
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=CPyDef_playout___playout*",
        sys.executable, "-P", "-m", "bench.release_worker",
    ]  # fmt: skip
    path = f"{source.resolve()}{os.pathsep}{ROOT}"
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "STARFRAY_INTERPRETED": ""}
    found = subprocess.run(
        command, input=json.dumps(job), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    collected = COLLECTED.search(found.stderr)
    if found.returncode or collected is None or not int(collected[1]):
        raise SystemExit(f"{job['demo']} in {source}:\n{found.stderr[-2000:]}")
    answer: dict[str, Any] = json.loads(found.stdout)
    return int(collected[1]), answer
