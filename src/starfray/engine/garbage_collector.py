"""Pausing Python's cyclic garbage collector while thousands of positions are made: they never refer back to themselves."""

from __future__ import annotations

import gc
from types import TracebackType


class gc_paused:  # noqa: N801 (used like a function)
    """`with gc_paused():` the collector does not run inside; afterwards it is as it was."""

    def __init__(self) -> None:
        self.was_enabled = False

    def __enter__(self) -> None:
        self.was_enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if self.was_enabled:
            gc.enable()
