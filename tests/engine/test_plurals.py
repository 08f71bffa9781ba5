"""Numbers with the word that goes with them."""

from __future__ import annotations

import pytest

from starfray.engine.plurals import counted


@pytest.mark.parametrize(
    ("number", "words", "text"),
    [
        (1, ("turn",), "1 turn"),
        (0, ("turn",), "0 turns"),
        (3, ("turn",), "3 turns"),
        (-1, ("turn",), "-1 turn"),
        (1, ("six", "sixes"), "1 six"),
        (2, ("six", "sixes"), "2 sixes"),
    ],
)
def test_one_of_something_is_one(number: int, words: tuple[str, ...], text: str) -> None:
    assert counted(number, *words) == text
