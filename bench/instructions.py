"""The instructions that playing takes, counted by valgrind: the same each time, whatever else the machine does.

A process of `bench.counted_worker` plays one job after the other under valgrind. Only what happens inside `playout` is counted,
and only while a job is played is anything looked at: starting Python and loading fights would take minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

from bench.beside import BUILD, ROOT, Missing, Talk, last_line

TOTAL = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)
#: what a program says to the valgrind it runs under
REQUESTS = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(void) { CALLGRIND_DUMP_STATS; CALLGRIND_STOP_INSTRUMENTATION; }
"""


def requests() -> Path:
    """The library with the two requests, compiled where it is missing."""
    for program in ("valgrind", "cc"):
        if shutil.which(program) is None:
            raise Missing(f"there is no {program} on this machine")
    library = BUILD / "bench-requests" / "requests.so"
    source = library.with_suffix(".c")
    if not library.exists() or source.read_text(encoding="utf-8") != REQUESTS:
        library.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(REQUESTS, encoding="utf-8")
        command = ["cc", "-O2", "-shared", "-fPIC", "-o", str(library), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing(f"valgrind's headers: {last_line(done.stderr)}")
    return library


class Counter:
    """Counts the instructions of jobs of bench.release_worker, played by the compiled package in a folder."""

    def __init__(self, source: Path) -> None:
        self.source = source.resolve()
        self.folder = TemporaryDirectory()
        self.jobs = 0
        command: list[str | Path] = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={self.folder.name}/counts", "--instr-atstart=no",
            "--toggle-collect=CPyDef_playout___playout*", sys.executable, "-P", "-m", "bench.counted_worker", requests(),
        ]  # fmt: skip
        path = f"{self.source}{os.pathsep}{ROOT}"
        self.talk = Talk("valgrind", command, {"PYTHONPATH": path, "PYTHONHASHSEED": "0", "STARFRAY_INTERPRETED": ""})

    def __enter__(self) -> Counter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.talk.close()
        self.folder.cleanup()

    def counted(self, **job: Any) -> tuple[int, dict[str, Any]]:
        """The instructions inside `playout` for a job, and what the worker answers."""
        answer = self.talk.ask(**job)
        self.jobs += 1
        total = TOTAL.search(Path(f"{self.folder.name}/counts.{self.jobs}").read_text(encoding="utf-8"))
        if total is None or not int(total[1]):
            raise Missing(f"{job['demo']} in {self.source}: nothing was counted")
        return int(total[1]), answer
