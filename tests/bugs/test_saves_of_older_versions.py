"""A save keeps everything that can be undone, whatever version wrote it."""

from __future__ import annotations

import pytest

import starfray
from starfray.demo_files import demo_path
from starfray.releases import plays_as_before


@pytest.mark.parametrize("engine", ["0.1.0", starfray.__version__, "0.0.9", "99.0"])
def test_what_came_before_can_be_undone_whatever_version_wrote_it(engine: str) -> None:
    fight = starfray.load(demo_path("ten-paces")).auto(acts=4)
    again = starfray.restore({**fight.to_json(), "engine": engine})
    assert again.hash == fight.hash
    while fight.journal.entries:
        assert again.undo().hash == fight.undo().hash
    assert not again.journal.entries


def test_only_listed_versions_without_later_changes_play_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {"engine": {"0.1.0": [], "0.2.0": ["the dice fall faster"], "0.3.0": []}}
    monkeypatch.setattr("starfray.releases.list_of_changes", lambda: listed)
    assert [version for version in ("0.1.0", "0.2.0", "0.3.0", "0.4.0") if plays_as_before(version)] == ["0.2.0", "0.3.0"]
