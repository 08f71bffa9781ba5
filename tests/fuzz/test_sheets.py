"""A few hundred altered sheets; `make fuzz` tries ten thousand."""

from __future__ import annotations

from tests.fuzz.sheets import run


def test_altered_sheets_are_taken_or_refused_in_one_line() -> None:
    ended, wrong = run(300, seed=7)
    assert wrong == []
    assert ended["taken"] > 30
    assert ended["refused"] > 30
