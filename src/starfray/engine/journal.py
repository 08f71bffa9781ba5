"""The journal: everything that happened in a fight, each entry with its tape, so that anything can be taken back.

Snapshots are kept for recent entries and for some earlier ones; what lies between is rebuilt by running the
entries again. Nothing is ever thrown away: undone lines that were not redone stay in `abandoned`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.codec import clone
from starfray.engine.errors import OtherRules, Refused
from starfray.engine.tape import Taped
from starfray.engine.values import GM, Ask, Event

RECENT = 100
EVERY = 50
#: an entry that other rules wrote: it goes the same way by ours, or it would go another way and is never run again
SAME, OTHER = "same", "other"


@dataclass(slots=True)
class Entry:
    """One act: an action somebody took, a step that fell due, an edit of the GM."""

    kind: str  # action | due | gm
    action: Action
    by: str
    tape: list[Taped]
    events: list[Event]
    before: Any = None  # the position before it, where a snapshot is kept
    corrected: str = ""  # what was corrected on its tape afterwards
    number: int = 0  # the version of the fight after it; rises with every change, undo too
    past: str = ""  # SAME or OTHER, if other rules wrote it
    after: Any = None  # the position after it, if it was taken back and cannot be run again

    @property
    def fell(self) -> bool:
        """Did a die fall?"""
        return any(entry.kind == "dice" for entry in self.tape)

    @property
    def decided(self) -> bool:
        """Did somebody decide something (a person, a policy, a script)?"""
        return any(entry.kind != "dice" and entry.source not in ("only", "order") for entry in self.tape)


@dataclass(slots=True)
class Draft:
    """An act under way: what has been thrown and said so far, and what is still asked."""

    kind: str
    action: Action
    by: str
    tape: list[Taped] = field(default_factory=list)
    given: dict[str, Taped] = field(default_factory=dict)
    asks: list[Ask] = field(default_factory=list)
    shown: list[Event] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)  # the question of each entry of the tape, as the last run asked it
    corrected: str = ""  # what was corrected on its tape
    then: Draft | None = None  # the act that waits for this one (a distance to be set first)

    @property
    def fell(self) -> bool:
        return any(entry.kind == "dice" for entry in [*self.tape, *self.given.values()])

    @property
    def touched(self) -> bool:
        """Has a die fallen or somebody other than the actor answered?"""
        entries = [*self.tape, *self.given.values()]
        others = [e for e in entries if e.kind != "dice" and e.source in ("person", "gm") and e.who != self.action.actor]
        return any(e.kind == "dice" for e in entries) or bool(others)


class Journal:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.undone: list[list[Entry]] = []
        self.abandoned: list[list[Entry]] = []
        self.version = 0

    def add(self, entry: Entry) -> None:
        self.abandon_undone()
        self.append(entry)

    def abandon_undone(self) -> None:
        """What was undone can no longer be redone; it is kept as a line of its own."""
        if self.undone:
            self.abandoned.append([each for group in reversed(self.undone) for each in group])
            self.undone = []

    def append(self, entry: Entry) -> None:
        self.version += 1
        entry.number = self.version
        self.entries.append(entry)
        old = len(self.entries) - 1 - RECENT
        if old > 0 and old % EVERY and self.entries[old - 1].past != OTHER:
            self.entries[old].before = None

    def last_group(self) -> list[Entry]:
        """The last act with the due steps that followed it. A due step in which somebody decided is an act, too."""
        at = len(self.entries)
        while at > 0:
            at -= 1
            if self.entries[at].kind != "due" or self.entries[at].decided:
                break
        return self.entries[at:]

    def take_back(self, first: int = -1) -> list[Entry]:
        """The last act, or everything from entry `first` on, as one group."""
        group = self.last_group() if first < 0 else self.entries[first:]
        if not group:
            raise Refused("fight.undo", "there is nothing to undo")
        del self.entries[len(self.entries) - len(group) :]
        self.undone.append(group)
        self.version += 1
        return group

    def next_redo(self) -> list[Entry]:
        if not self.undone:
            raise Refused("fight.undo", "there is nothing to redo")
        return self.undone.pop()

    def position_before(self, index: int, rerun: Callable[[Any, Entry], Any]) -> Any:
        """The position before entry `index`: a snapshot, or the nearest earlier one with the entries run again."""
        at = index
        while self.entries[at].before is None:
            at -= 1
        state = clone(self.entries[at].before)
        for entry in self.entries[at:index]:
            state = rerun(state, entry)
        return state

    def known_before(self, index: int, rerun: Callable[[Any, Entry], Any]) -> tuple[int, Any]:
        """The position before entry `index`. Where an act before it would go another way now: the one before that act, which
        is known, and its place.
        """
        try:
            return index, self.position_before(index, rerun)
        except OtherRules as changed:
            place = next(place for place, entry in enumerate(self.entries) if entry is changed.entry)
        while place > 0 and self.entries[place].kind == "due" and not self.entries[place].decided:
            place -= 1
        return self.known_before(place, rerun)


def may_undo(group: list[Entry], by: str, seats_of: Callable[[str], str]) -> None:
    """A player may undo only their own last act, if no die fell, nothing was revealed and nobody acted since."""
    if by == GM:
        return
    act = group[0]
    if act.by != by or act.kind == "gm":
        raise Refused("fight.undo", "that was not your act; ask the GM to undo it")
    if any(entry.fell for entry in group):
        raise Refused("fight.undo", "a die has fallen; ask the GM to undo it")
    for entry in group:
        for each in entry.tape:
            if each.source in ("person", "gm") and seats_of(each.who) != by:
                raise Refused("fight.undo", "somebody else has answered; ask the GM to undo it")
        if any(event.rule == "gm.reveal" for event in entry.events):
            raise Refused("fight.undo", "something was revealed; ask the GM to undo it")
