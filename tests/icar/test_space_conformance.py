"""Space combat keeps the contract of a rulebook: by itself, with everything its crews can do."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.rulebooks.icar import BOOK
from starfray.testing import check_rulebook

pytestmark = pytest.mark.slow

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
BATTERED = """
rulebook = "icar"
kind = "space"
title = "Battered"
[orders]
"icar.space.crit.narrative" = "With a bang."
[[combatant]]
id = "ship"
side = "crew"
craft = { key = "gaterunner", shields = 0, hull-damage = 20, inoperable = ["tractor-beam", "generators", "grav-engine"] }
[[combatant]]
id = "eng"
archetype = "john-smith"
aboard = "ship"
seat = "ana"
at-system = "generators"
[[combatant]]
id = "eng2"
archetype = "john-smith"
name = "Jane Smith"
aboard = "ship"
seat = "ben"
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
seat = "cleo"
[[combatant]]
id = "foe"
side = "pirates"
craft = { key = "gaterunner", shields = 0 }
[[combatant]]
id = "hap"
name = "Hap"
archetype = "good-gunner"
aboard = "foe"
[[combatant]]
id = "hip"
name = "Hip"
archetype = "good-pilot"
aboard = "foe"
"""


BROADSIDE = """
rulebook = "icar"
kind = "space"
title = "Broadside"
[orders]
"icar.space.crit.narrative" = "With a bang."
[[combatant]]
id = "ship"
side = "crew"
craft = { key = "fleet-cruiser", shields = 0 }
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
count = 6
[[combatant]]
id = "foe"
side = "pirates"
craft = { key = "fleet-cruiser", shields = 0, clusters = [] }
"""
#: a hacker with a Mole aboard an enemy with a crew and unstable cargo; roles in any order, dice in the pool
MOLE = """
rulebook = "icar"
kind = "space"
title = "Mole"
[rulings]
strict-order = "off"
dice-pool = "on"
[[combatant]]
id = "ship"
side = "crew"
craft = { key = "gaterunner", special = { repair = 10 } }
[[combatant]]
id = "hax"
archetype = "hacker"
role = "hacker"
aboard = "ship"
seat = "ana"
[[combatant]]
id = "pil"
archetype = "good-pilot"
aboard = "ship"
seat = "ben"
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
[[combatant]]
id = "foe"
side = "pirates"
craft = { key = "pirate-raider", shields = 0, hull-damage = 9, moles = ["crew"], unstable-cargo = true }
[[combatant]]
id = "hap"
name = "Hap"
archetype = "bad-gunner"
aboard = "foe"
[[combatant]]
id = "hop"
name = "Hop"
archetype = "bad-ops"
aboard = "foe"
"""
#: a medic at a station, and aboard the dying, the wounded, the sleeping and an Aug whose body is locked
SICKBAY = """
rulebook = "icar"
kind = "space"
title = "Sickbay"
[orders]
"icar.space.crit.narrative" = "With a bang."
"icar.hp.brain" = "whole"
[[combatant]]
id = "ship"
side = "crew"
craft = "gaterunner"
[[combatant]]
id = "doc"
archetype = "medic"
aboard = "ship"
role = "engineer"
skills = { medicine = 3, bionics-engineering = 3 }
seat = "ana"
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
hp = 2
[[combatant]]
id = "pil"
archetype = "good-pilot"
aboard = "ship"
asleep = 3
[[combatant]]
id = "dying"
aboard = "ship"
hp = -1
[[combatant]]
id = "borg"
archetype = "williamson"
aboard = "ship"
disabled = ["body"]
[[combatant]]
id = "foe"
archetype = "typical-crew"
side = "pirates"
craft = "cyclone"
"""
OTHERS = [
    *(kind for kind in (*BOOK.actions, *BOOK.steps) if kind not in BOOK.fight_kinds["space"]),
    "icar.vehicle.*", "icar.close.*", "icar.fire.*", "icar.hack.*", "icar.heal.*", "icar.hp.*", "icar.turn.*", "icar.crit.*",
    "icar.check.order", "icar.ruling.*",
]  # fmt: skip


def test_space_combat_conforms() -> None:
    check_rulebook(BOOK, [CORVETTE, HIT, BATTERED, BROADSIDE, MOLE, SICKBAY], rounds=2, unreached_ok=OTHERS)
