"""Is this the compiled build? The rules are the same either way, and so is every result."""

from __future__ import annotations

from typing import Final

COMPILED: Final = not __file__.endswith(".py")
