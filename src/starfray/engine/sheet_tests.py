"""The tests a sheet offers: what somebody may roll at any time, each worked out from the own figures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SheetTest:
    """`text` is the procedure of the book that rolls it. With an `open_end` the GM has still to say something after it."""

    label: str
    why: str  # what it is made of, as people say it: "Agility 4 + 3"
    text: str
    rule: str
    figure: str = ""  # what is rolled, as people say it: "7 dice"
    p: float | None = None  # the chance to pass with nothing else in play
    open_end: str = ""  # what the GM has to say, as "dc="
    key: bool = False  # one of the few that stand above the others, as attributes


NO_TESTS: list[SheetTest] = []
