"""Icar keeps the contract of a rulebook."""

from __future__ import annotations

from pathlib import Path

from starfray.rulebooks import find
from starfray.testing import check_rulebook

CORVETTE = Path(__file__).parents[2] / "examples" / "icar-corvette.toml"

#: two engineers aboard a ship with something to travel to and to repair; a foe without shields who takes long to sink
HIT = """
rulebook = "icar"
kind = "space"
title = "Already hit"
[[combatant]]
id = "halcyon"
side = "crew"
craft = { key = "gaterunner", inoperable = ["tractor-beam", "light-jump", "grav-field"] }
[[combatant]]
id = "ana"
archetype = "good-ops"
aboard = "halcyon"
[[combatant]]
id = "john"
archetype = "john-smith"
aboard = "halcyon"
role = "engineer"
at-system = "tractor-beam"
[[combatant]]
id = "mary"
archetype = "john-smith"
aboard = "halcyon"
role = "engineer"
[[combatant]]
id = "pia"
archetype = "good-pilot"
aboard = "halcyon"
[[combatant]]
id = "gus"
archetype = "good-gunner"
aboard = "halcyon"
[[combatant]]
id = "raider"
archetype = "typical-crew"
side = "pirates"
craft = { key = "cyclone", shields = 0 }
"""


def test_icar_conforms() -> None:
    check_rulebook(find("icar"), [CORVETTE, HIT], rounds=3)
