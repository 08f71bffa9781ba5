"""A save of an older engine under which fights went the same way keeps everything that can be undone."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.releases import plays_as_before


@pytest.mark.parametrize(
    ("engine", "entries_kept"), [("0.1.0", True), (starfray.__version__, True), ("0.0.9", False), ("99.0", False)]
)
def test_what_came_before_can_be_undone_unless_the_rules_may_have_been_others(engine: str, entries_kept: bool) -> None:
    fight = starfray.load(demo_path("ten-paces")).auto(acts=4)
    save = {**fight.to_json(), "engine": engine}
    again = starfray.restore(save)
    assert again.hash == fight.hash
    assert bool(again.journal.entries) is entries_kept
    if entries_kept:
        assert again.undo().hash == fight.undo().hash


def test_only_listed_versions_without_later_changes_play_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {"engine": {"0.1.0": [], "0.2.0": ["the dice fall faster"], "0.3.0": []}}
    monkeypatch.setattr("starfray.releases.list_of_changes", lambda: listed)
    assert [version for version in ("0.1.0", "0.2.0", "0.3.0", "0.4.0") if plays_as_before(version)] == ["0.2.0", "0.3.0"]
