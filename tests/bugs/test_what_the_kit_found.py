"""Faults the conformance kit found in the engine, each with the fight that shows it."""

from __future__ import annotations

import starfray

ON_A_MAP = """
rulebook = "coriolis"
[[combatant]]
id = "mira"
archetype = "station-guard"
side = "crew"
at = [0, 0]
[[combatant]]
id = "tor"
archetype = "dockside-bruiser"
side = "syndicate"
at = [9, 0]
[[combatant]]
id = "vex"
archetype = "dockside-bruiser"
side = "syndicate"
at = [0, 3]
hidden = true
[now]
turn = 1
order = ["mira", "tor", "vex"]
up = "mira"
"""


def test_a_move_to_minus_zero_replays_to_the_same_words() -> None:
    fight = starfray.loads(ON_A_MAP.replace("hidden = true", ""))
    fight.play("move mira -0.0,2", dice=[], answers=[])
    again = starfray.replay(fight.transcript())
    assert again.ok
    assert [event.plain() for event in again.events] == [event.plain() for event in fight.events]


def test_the_forms_of_a_fighter_do_not_name_an_enemy_hidden_from_her() -> None:
    fight = starfray.loads(ON_A_MAP)
    forms = fight.legal("mira", "side:crew")
    offered = [option.key for form in forms for field in form.fields for option in field.options]
    assert "tor" in offered
    assert "vex" not in offered
