"""A save whose acts would go another way now keeps its position, and says that they can no longer be undone."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import starfray
from starfray.engine import gm
from starfray.engine.compiled import COMPILED

FIGHT = """
rulebook = "coriolis"
seed = 7
[[combatant]]
id = "mira"
archetype = "patrol-sergeant"
side = "crew"
at = [5, 4]
[[combatant]]
id = "jarl"
archetype = "corsair-boarder"
side = "syndicate"
at = [12, 5]
"""


def saved() -> dict[str, Any]:
    fight = starfray.loads(FIGHT)
    for number in range(5):
        fight.gm(f"set jarl.hp {number + 1}")
    data: dict[str, Any] = json.loads(json.dumps(fight.to_json()))
    return data


def test_a_save_is_undone_to_the_beginning() -> None:
    fight = starfray.restore(saved())
    assert fight.dropped == []
    for number in range(4, 0, -1):
        assert fight.undo().get("jarl.hp") == number


@pytest.mark.skipif(COMPILED, reason="a compiled rule cannot be exchanged for another")
def test_rules_that_changed_without_a_version_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    data, plain = saved(), gm.SetValue.apply

    def otherwise(self: gm.SetValue, book: Any, content: Any, state: Any, table: Any) -> None:
        plain(replace(self, value=str(int(self.value) % 3 + 1)), book, content, state, table)

    monkeypatch.setattr(gm.SetValue, "apply", otherwise)
    fight = starfray.restore(data)
    assert fight.get("jarl.hp") == 5
    assert len(fight.journal.abandoned[-1]) == 5
    assert "5 acts before can be read, not undone" in fight.dropped[-1]
    fight.gm("set jarl.hp 3")
    assert fight.undo().get("jarl.hp") == 5
