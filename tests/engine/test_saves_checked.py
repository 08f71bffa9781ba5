"""A save whose acts would go another way now keeps its position and its past; what cannot be run again is undone together."""

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
        plain(replace(self, value=str(min(int(self.value), 2))), book, content, state, table)

    monkeypatch.setattr(gm.SetValue, "apply", otherwise)
    first = starfray.loads(FIGHT).get("jarl.hp")
    fight = starfray.restore(data)
    assert fight.get("jarl.hp") == 5
    assert len(fight.journal.entries) == 5
    assert "3 of its 5 acts would go another way" in fight.dropped[-1]
    fight.gm("set jarl.hp 1")
    again = starfray.restore(json.loads(json.dumps(fight.to_json())))  # a save of that keeps the positions, too
    for each in (fight, again):
        assert each.get("jarl.hp") == 1
        assert each.undo().get("jarl.hp") == 5
        assert each.undo().get("jarl.hp") == 2  # three acts at once: by these rules each would give 2
        assert "3 acts were taken back together" in each.dropped[-1]
        assert [each.undo().get("jarl.hp"), each.undo().get("jarl.hp")] == [1, first]
        for then in (1, 2, 5, 1):
            assert each.redo().get("jarl.hp") == then
        with pytest.raises(starfray.Refused, match="the rules have changed"):
            each.correct(3, 0, [1])
