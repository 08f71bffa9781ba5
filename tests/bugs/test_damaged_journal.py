"""A journal that was tampered with: going back says so, and nothing is half done."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray import TapeMismatch

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_step_that_was_not_due_is_told_and_the_fight_stays_as_it_is() -> None:
    fight = starfray.load(EXAMPLES / "hybrid-duel.toml").auto(acts=6)
    fight.undo()
    entries = fight.journal.entries
    for entry in entries[1:]:
        entry.before = None
    land = next(place for place, entry in enumerate(entries) if entry.action.KIND == "land")
    entries.insert(1, entries[land])
    before = fight.hash
    with pytest.raises(TapeMismatch, match="land"):
        fight.undo()
    assert fight.hash == before
