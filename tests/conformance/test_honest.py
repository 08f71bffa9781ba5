"""The honest toy passes, and the report says what was looked at."""

from __future__ import annotations

import pytest

from starfray.testing import check_rulebook
from tests.toys.duel import BOOK, FIGHTS

pytestmark = pytest.mark.slow


def test_an_honest_rulebook_conforms_and_everything_in_it_is_reached() -> None:
    shown: list[str] = []
    report = check_rulebook(BOOK, FIGHTS, show=shown.append)
    assert report.ok
    assert [reach.missed for reach in report.reach] == [[], [], []]
    for what in (
        "acts",
        "refusals",
        "saves reloaded",
        "acts undone",
        "transcripts replayed",
        "exact odds",
        "brute-force twins",
        "fights compared",
        "pairs that differ in a secret",
        "questions",
    ):
        assert report.counts[what] > 0, what
    assert shown == [report.text()]
    assert "questions: 4 of 4 reached" in report.text()
