"""The promises every book makes: saves, undo, replay, views, exact odds against brute force and against the dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.rulebooks.socs import BOOK
from starfray.testing import check_rulebook

pytestmark = pytest.mark.slow

CHASE = """
rulebook = "socs"
seed = 2
[[combatant]]
id = "petrel"
archetype = "petrel"
side = "navy"
[[combatant]]
id = "h"
archetype = "hammer"
count = 2
side = "foe"
"""

DEBRIS = """
rulebook = "socs"
seed = 3
[now]
phase = "maneuver"
hazards = "debris field"
[[combatant]]
id = "k"
archetype = "kestrel"
count = 3
side = "navy"
[[combatant]]
id = "resolute"
archetype = "resolute"
side = "navy"
[[combatant]]
id = "h"
archetype = "hammer"
count = 3
side = "foe"
position = { k-1 = 2 }
"""


def test_the_book_conforms_and_every_step_and_question_is_reached() -> None:
    shown: list[str] = []
    example = Path(__file__).parents[2] / "examples" / "socs-dogfight.toml"
    report = check_rulebook(BOOK, [example, CHASE, DEBRIS], unreached_ok=["socs.other-maneuvers.newer"], show=shown.append)
    assert report.ok
    assert [reach.missed for reach in report.reach] == [[], [], ["socs.other-maneuvers.newer"]]  # comes with a pack only
