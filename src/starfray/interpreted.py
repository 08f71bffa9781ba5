"""STARFRAY_INTERPRETED=1: read the source even where a compiled build lies beside it (tests, debuggers, comparisons)."""

from __future__ import annotations

import os
import sys
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path


def prefer_source() -> None:
    """Called before anything of the package is imported: its folders are searched for source files only."""
    if os.environ.get("STARFRAY_INTERPRETED", "") in ("", "0"):
        return
    for folder, _, _ in os.walk(Path(__file__).parent):
        sys.path_importer_cache[folder] = FileFinder(folder, (SourceFileLoader, [".py"]))
