"""Is this the compiled build? The rules are the same either way, and so is every result."""

from __future__ import annotations

from collections.abc import Sized
from typing import Final, TypeVar

COMPILED: Final = not __file__.endswith(".py")

S = TypeVar("S", bound=Sized)


def same_length(first: Sized, second: S) -> S:
    """The second list; raises if it is not as long as the first. Stands for `zip(…, strict=True)` in the compiled build
    (native/transformers)."""
    if len(first) != len(second):
        raise ValueError(f"zip() of {len(first)} and {len(second)} items, and strict")
    return second
