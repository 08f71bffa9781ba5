"""Is this the compiled build? The rules are the same either way, and so is every result."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final

COMPILED: Final = not __file__.endswith(".py")
PACKAGE: Final = Path(__file__).parents[1]
PARTS: Final = ("engine", "rulebooks", "sim/playout.py", "sim/watching.py")  # what is compiled
MARK: Final = "compiled-from"  # beside a build in place: what its source was


def sources(package: Path = PACKAGE) -> list[Path]:
    """The files that are compiled, in order."""
    found: list[Path] = []
    for part in PARTS:
        path = package / part
        found.extend(sorted(path.rglob("*.py")) if path.is_dir() else [path])
    return found


def mark_of(package: Path = PACKAGE) -> str:
    """A fingerprint of the source of what is compiled."""
    known = hashlib.sha256()
    for path in sources(package):
        known.update(path.relative_to(package).as_posix().encode())
        known.update(path.read_bytes())
    return known.hexdigest()


def build_kind() -> str:
    """In a word or two: interpreted, compiled, or compiled from what the source no longer is."""
    if not COMPILED:
        return "interpreted"
    mark = PACKAGE / MARK
    if mark.exists() and mark.read_text(encoding="utf-8") != mark_of():
        return "compiled from an older source: make compile"
    return "compiled"
