"""A map of the positions fights come to: what is done in each, which dice are thrown for it, and where each reading leads."""

from __future__ import annotations

from typing import Any

from starfray.engine.actions import Action
from starfray.engine.dice import Shape
from starfray.engine.errors import HiddenChange
from starfray.engine.values import Outcome


class Branch:
    """What comes next in an act: a throw, or its end."""


class Throw(Branch):
    """Dice that are thrown, and where their readings lead."""

    __slots__ = ("branches", "secret", "shape")

    def __init__(self, shape: Shape, secret: bool) -> None:
        self.shape = shape
        self.secret = secret
        self.branches: dict[int, Branch] = {}


class Harm:
    """What an act did: figures taken off others (whose.figure → how much), and who was down after it, and by what."""

    __slots__ = ("dealt", "down")

    def __init__(self) -> None:
        self.dealt: list[tuple[str, int]] = []
        self.down: list[tuple[str, str]] = []


class Ending(Branch):
    """The end of an act: what it was, who did something to whom in it, and the position it led to."""

    __slots__ = ("harm", "step", "struck", "time", "to")

    def __init__(self, step: Action, struck: dict[str, str], to: Place, time: int) -> None:
        self.step = step
        self.struck = struck
        self.to = to
        self.time = time  # that passed
        self.harm: Harm | None = None  # as the statistics count it


class Place:
    """A position on the map. Its state is never played on. It stands for positions that differ in nothing but time."""

    __slots__ = ("first", "idle", "outcome", "spent", "state")

    def __init__(self, state: Any, outcome: Outcome | None) -> None:
        self.state = state
        self.outcome = outcome
        self.first: Branch | None = None
        self.idle = False  # nobody does anything here
        self.spent: dict[str, int] | None = None  # what was used up in fights that end here; a cache of the statistics


class Played:
    """A fight at its end. `place` is where on the map it ended, if it never left the map."""

    __slots__ = ("acts", "outcome", "place", "state")

    def __init__(self, outcome: Outcome | None, acts: int, state: Any, place: Place | None) -> None:
        self.outcome = outcome
        self.acts = acts
        self.state = state
        self.place = place


def merged(old: Branch | None, new: Branch, step: Action) -> Branch:
    """The branch with another one added; both must make the same throws up to a reading not met before."""
    if old is None:
        return new
    if not (isinstance(old, Throw) and isinstance(new, Throw) and old.shape.label == new.shape.label):
        raise HiddenChange(f"{step}: the same position and dice led to other throws than before")
    for value, branch in new.branches.items():
        old.branches[value] = merged(old.branches.get(value), branch, step)
    return old
