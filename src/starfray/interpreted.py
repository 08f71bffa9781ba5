"""Choose between the source and the compiled build. Python prefers compiled modules; this one may choose the source.

STARFRAY_INTERPRETED=1 asks for the source (tests, debuggers, comparisons). A compiled build that is older than the
source beside it is not used either: it would mix old rules with new ones.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path

PACKAGE = Path(__file__).parent
#: what is compiled
PARTS = (
    "engine", "rulebooks", "stalemate.py",
    "sim/playout.py", "sim/position_map.py", "sim/recall.py", "sim/components.py", "sim/solve.py", "sim/statistics.py",
)  # fmt: skip
MARK = "compiled-from"  # lies in the package beside a build in place


def sources(package: Path = PACKAGE) -> list[Path]:
    """The files that are compiled, in order."""
    found: list[Path] = []
    for part in PARTS:
        path = package / part
        found.extend(sorted(path.rglob("*.py")) if path.is_dir() else [path])
    return found


def is_old(package: Path = PACKAGE) -> bool:
    """Is there a compiled build that is older than its source?"""
    mark = package / MARK
    return mark.exists() and max(path.stat().st_mtime for path in sources(package)) > mark.stat().st_mtime


def prefer_source() -> None:
    """Called before anything else of the package is imported: its folders are searched for source files only."""
    if os.environ.get("STARFRAY_INTERPRETED", "") in ("", "0") and not is_old():
        return
    for folder, _, _ in os.walk(PACKAGE):
        sys.path_importer_cache[folder] = FileFinder(folder, (SourceFileLoader, [".py"]))


def build_kind() -> str:
    """Which build is running, in a few words; and why, if a compiled one is there but not used."""
    from starfray.engine.compiled import COMPILED  # here only: this module comes before all others

    if COMPILED:
        return "compiled"
    return "interpreted; the compiled build is older than the source: make compile" if is_old() else "interpreted"
