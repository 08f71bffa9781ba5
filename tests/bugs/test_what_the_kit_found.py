"""Faults the conformance kit found in the engine, each with the fight that shows it."""

from __future__ import annotations

import starfray
from starfray.engine.values import Event, Tally
from starfray.engine.view import shown

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


def test_an_event_is_told_without_the_words_that_name_a_combatant_hidden_from_the_viewer() -> None:
    fight = starfray.loads(ON_A_MAP)
    tally = Tally()
    tally.add(2, "coriolis.core.pool", "helped by vex")
    order = Event("coriolis.turn.definition", "gm", note="mira vex tor")
    helped = Event("coriolis.core.pool", "tor", "", 1, "5d6>=6", tally=tally, faces=[6, 1, 1, 1, 1])
    plain = Event("coriolis.core.pool", "tor", "", 1, "vexed", faces=[6])
    assert shown(fight.state, order, "side:crew").plain() == {"rule": "coriolis.turn.definition", "who": "gm"}  # type: ignore[union-attr]
    assert shown(fight.state, helped, "side:crew").tally is None  # type: ignore[union-attr]
    assert shown(fight.state, plain, "side:crew") is plain
    for event in (order, helped):
        assert shown(fight.state, event, "side:syndicate") is event
        assert shown(fight.state, event, "gm") is event
