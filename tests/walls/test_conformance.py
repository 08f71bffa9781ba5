"""The conformance kit in a house: fights on both sides of a door, and around it."""

from __future__ import annotations

import pytest

from starfray.rulebooks import find
from starfray.testing import Effort, check_rulebook
from tests.walls.scenes import BOOKS, DOORS, PEOPLE, house_text

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("book", BOOKS)
def test_fights_around_a_door_conform(book: str) -> None:
    head, west, east = PEOPLE[book]
    people = {"w1": (9.2, 9.0), "w2": (4.0, 12.0), "e1": (10.8, 9.0), "e2": (16.0, 15.0)}
    rows = {who: f'archetype = "{west if who.startswith("w") else east}"' for who in people}
    text = house_text(f'rulebook = "{book}"\n{head}', people, rows)
    report = check_rulebook(find(book), [text], effort=Effort(rounds=3, acts=30), unreached_ok=["*"], show=lambda _: None)
    assert any(kind in report.reach[0].times for kind in DOORS)
