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
    standing = {one.side for one in fight.state.roster.values() if book.standing(fight.state, one)}
    assert len(standing) > 1
    here = [one for one in fight.state.roster.values() if one.side in standing and not one.out]  # a crate is on no such side
    assert all(book.standing(fight.state, one) for one in here)
    before = book.clock(fight.state)
    fight.auto(acts=2000)
    assert fight.over is not None
    assert book.clock(fight.state) >= max(1, before)  # a duel may end with the first shot
    fallen = [one for one in fight.state.roster.values() if not book.standing(fight.state, one)]
    assert fallen or not fight.over.winners or fight.over.rule == "fight.goal"
