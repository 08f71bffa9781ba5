"""What other rules wrote: which acts of a journal still go the way they went, and which are only kept as they were.

Some positions of a fight are known: the beginning, snapshots, the one it was left in. Between two of them the acts are run
again. If that leads from the one to the other, all positions between are right. If not, the acts from the first one that goes
another way stay in the journal to be read and taken back together, and are never run again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from starfray.engine.codec import clone, fingerprint
from starfray.engine.errors import StarfrayError
from starfray.engine.journal import OTHER, SAME, Entry
from starfray.engine.runner import Running, tells_the_same


def check_past(fight: Running, known: dict[int, Any]) -> int:
    """Check the journal between known positions, each given by the number of entries before it, 0 among them. How many acts
    would go another way now comes back.
    """
    entries = fight.journal.entries
    for first, last in pairwise(sorted(known)):
        stretch = entries[first:last]
        stretch[0].before = known[first]
        if stretch[0].past != OTHER:
            check_stretch(fight, stretch, known[last])
    return sum(entry.past == OTHER for entry in entries)


def check_stretch(fight: Running, entries: Sequence[Entry], after: Any) -> None:
    state = entries[0].before
    alike = len(entries)  # so many tell what they told then
    for place, entry in enumerate(entries):
        entry.before, entry.past = state, SAME
        state = clone(state)
        try:
            told = fight.retold(state, entry)
        except StarfrayError:
            keep_only(entries, min(place, alike))
            return
        if not tells_the_same(entry, told):
            alike = min(place, alike)
    if fingerprint(state) != fingerprint(after):
        keep_only(entries, alike if alike < len(entries) else 0)


def keep_only(entries: Sequence[Entry], first: int) -> None:
    """From this entry on they are only to be read."""
    for place, entry in enumerate(entries[first:]):
        entry.past = OTHER
        if place:
            entry.before = None
