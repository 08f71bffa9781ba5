"""A coordinate rounded to -0.0 is saved and read back as the same place."""

from __future__ import annotations

import json
from typing import Any

import starfray
from starfray.engine.codec import fingerprint
from starfray.saves import restore

DUEL = """
rulebook = "gurps"
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
[[combatant]]
id = "b"
side = "blue"
at = [0, 3]
"""


def test_a_save_of_somebody_at_minus_zero_loads() -> None:
    fight = starfray.loads(DUEL)
    somebody: Any = fight.state.roster["a"]
    somebody.at = (-0.0, -0.0)
    assert fingerprint(fight.state) == starfray.loads(DUEL).hash
    assert restore(json.loads(json.dumps(fight.to_json()))).hash == fight.hash
