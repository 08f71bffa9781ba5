"""What `starfray replay` says about older files is complete: every version is listed, and every change of a rule."""

from __future__ import annotations

import pytest

import starfray
from starfray import releases
from starfray.releases import Writer, list_of_changes, since, writer_of
from starfray.rulebooks import find
from tests.archive.leeway import changes
from tests.archive.storing import path_of, read, shelves

HEAD = "starfray transcript 1 · coriolis 1 · engine 0.1.0\nend 1"


@pytest.fixture
def three_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {"engine": {"0.1.0": ["never told"], "0.2.0": ["faster"]}, "coriolis": {"1": [], "2": ["a", "b"], "3": ["c"]}}
    monkeypatch.setattr(releases, "list_of_changes", lambda: listed)


@pytest.mark.usefixtures("three_versions")
def test_what_changed_is_told_from_the_version_after() -> None:
    assert since("coriolis", "1") == ["coriolis 2: a", "coriolis 2: b", "coriolis 3: c"]
    assert since("coriolis", "3") == []
    assert since("gurps", "1") == []
    assert Writer("0.1.0", "coriolis", "2").changes() == ["Starfray 0.2.0: faster", "coriolis 3: c"]


@pytest.mark.usefixtures("three_versions")
def test_of_a_later_version_nothing_is_known() -> None:
    assert since("coriolis", "4") == []
    assert Writer("0.3.0", "coriolis", "4").changes() == []


def test_transcripts_and_saves_say_what_wrote_them() -> None:
    assert writer_of(HEAD) == Writer("0.1.0", "coriolis", "1")
    assert writer_of('{"engine": "0.2.0", "rulebook": "gurps", "rulebook-version": "3"}') == Writer("0.2.0", "gurps", "3")


def test_the_versions_of_today_and_of_the_archive_are_listed() -> None:
    assert list(list_of_changes()["engine"])[-1] == starfray.__version__
    for each in shelves():
        shelf = read(path_of(*each))
        versions = list(list_of_changes()[shelf.book])
        assert versions[-1] == find(shelf.book).version
        assert shelf.version in versions
        assert shelf.engine in list_of_changes()["engine"]


def test_users_are_told_of_every_change_the_archive_lists() -> None:
    untold = [change for change in changes() if change.reason not in list_of_changes()[change.book].get(change.to, [])]
    assert untold == []
