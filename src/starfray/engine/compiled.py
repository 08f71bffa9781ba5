"""Is this the compiled build? The rules are the same either way, and so is every result."""

from __future__ import annotations

from typing import Final

from starfray.interpreted import is_old

COMPILED: Final = not __file__.endswith(".py")


def build_kind() -> str:
    """In a few words: what is running, and why if it is not the compiled build that is there."""
    if COMPILED:
        return "compiled"
    return "interpreted; the compiled build is older than the source: make compile" if is_old() else "interpreted"
