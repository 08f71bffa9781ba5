"""Coriolis keeps the contract of a rulebook."""

from __future__ import annotations

from starfray.rulebooks import find
from starfray.testing import check_rulebook

#: close together, with blades and automatic fire
CANTINA = """
rulebook = "coriolis"
title = "A cantina brawl"
[[combatant]]
id = "mira"
archetype = "corsair-boarder"
side = "crew"
seat = "ana"
at = [2, 4]
[[combatant]]
id = "jory"
archetype = "wall-gunner"
side = "crew"
at = [3, 6]
[[combatant]]
id = "tor"
archetype = "dockside-bruiser"
side = "syndicate"
at = [4, 4]
[[combatant]]
id = "vex"
archetype = "pit-wrestler"
side = "syndicate"
at = [5, 6]
"""

#: cover, empty magazines, overwatch across a hall; one of them not seen yet
HALL = """
rulebook = "coriolis"
title = "Across the hall"
notes = "the lights go out in turn 3"
[[cover]]
name = "crates"
rating = 3
at = [1, 0]
[[combatant]]
id = "sana"
archetype = "convoy-gunner"
side = "crew"
weapons = [{ key = "vulcan-carbine", empty = true, in-hand = true }]
at = [0, 0]
[[combatant]]
id = "edda"
archetype = "ridge-marksman"
side = "crew"
at = [0, 4]
hidden = true
[[combatant]]
id = "okan"
archetype = "station-guard"
side = "legion"
at = [14, 0]
secret = ["hp"]
[[combatant]]
id = "brix"
archetype = "patrol-sergeant"
side = "legion"
at = [15, 5]
"""


def test_coriolis_conforms() -> None:
    check_rulebook(find("coriolis"), [CANTINA, HALL])
