"""What every book tells of a fight beside its rules: who still takes part, and what time it is."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray

DEMOS = sorted((Path(starfray.__file__).parent / "demos").glob("*.toml"))


@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.stem)
def test_the_clock_runs_and_the_losers_no_longer_stand(path: Path) -> None:
    fight = starfray.load(path)
    book = fight.book
    assert all(book.standing(fight.state, one) for one in fight.state.roster.values() if not one.out)
    before = book.clock(fight.state)
    fight.auto(acts=2000)
    assert fight.over is not None
    assert book.clock(fight.state) > before
    fallen = [one for one in fight.state.roster.values() if not book.standing(fight.state, one)]
    assert fallen or not fight.over.winners
