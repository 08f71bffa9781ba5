"""Coriolis keeps the contract of a rulebook."""

from __future__ import annotations

import pytest

from starfray.rulebooks import find
from starfray.testing import Effort, check_rulebook
from tests.walls.scenes import DOORS

pytestmark = pytest.mark.slow

#: close together, with blades and automatic fire, one of them stealing up, two in a clinch
CANTINA = """
rulebook = "coriolis"
title = "A cantina brawl"
[[combatant]]
id = "mira"
archetype = "corsair-boarder"
side = "crew"
seat = "ana"
at = [1, 4]
sneaks = "short"
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
grapples = "ilo"
[[combatant]]
id = "ilo"
archetype = "bazaar-thief"
side = "crew"
at = [6, 6]
grappled-by = "vex"
orders = { "coriolis.initiative.weapon" = "no" }
"""

#: cover, overwatch across a hall in both directions; one of them not seen yet
HALL = """
rulebook = "coriolis"
title = "Across the hall"
notes = "the lights go out in turn 3"
[now]
turn = 1
up = "sana"
order = ["sana", "okan", "brix", "edda"]
[[cover]]
name = "crates"
rating = 3
at = [1, 0]
[[combatant]]
id = "sana"
archetype = "convoy-gunner"
side = "crew"
at = [0, 0]
[[combatant]]
id = "edda"
archetype = "ridge-marksman"
side = "crew"
at = [0, 4]
overwatch = { toward = [15, 4] }
[[combatant]]
id = "okan"
archetype = "station-guard"
side = "legion"
at = [14, 4]
secret = ["hp"]
overwatch = { toward = [0, 4] }
[[combatant]]
id = "brix"
archetype = "patrol-sergeant"
side = "legion"
at = [15, 5]
overwatch = { toward = [0, 2] }
[[combatant]]
id = "late"
archetype = "bazaar-thief"
side = "legion"
at = [30, 5]
hidden = true
"""

#: people to treat, things to treat them with, fire, poison, a charge to plant, two beside themselves
WARD = """
rulebook = "coriolis"
title = "The ward is on fire"
[rulings]
breakdown = "table"
[orders]
"coriolis.initiative.weapon" = "never"
[now]
turn = 1
up = "sefa"
order = ["sefa", "nour", "sapper", "raving", "fleeing", "gunner", "broken", "dying", "shaken", "glowing"]
[[zone]]
name = "sapper's mining-charge"
kind = "charge"
at = [18, 9]
radius = 2
[[combatant]]
id = "sefa"
archetype = "field-medicurg"
side = "ward"
seat = "ana"
at = [5, 5]
skills = { medicurgy = 3, command = 2 }
weapons = ["mining-charge"]
gear = ["medkit", "spider-doctor", "healing-scarab", "narcotics"]
[[combatant]]
id = "nour"
side = "ward"
at = [6, 5]
burning = 1
skills = { medicurgy = 2, mystic-powers = 1, technology = 1 }
weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "knife", in-hand = true }]
gear = ["ballistic-m-injector", "poison-2"]
[[combatant]]
id = "broken"
side = "ward"
at = [5, 6]
hp = 0
prone = true
[[combatant]]
id = "dying"
side = "ward"
at = [5, 4]
hp = 0
prone = true
injuries = [{ number = 54, name = "Internal bleeding", fatal = true, limit = 6, unit = "minutes", modifier = -1 }]
spider = "sefa"
spider-charges = 3
[[combatant]]
id = "shaken"
side = "ward"
at = [6, 6]
mp = 0
prone = true
[[combatant]]
id = "glowing"
side = "ward"
at = [6, 4]
hp = 0
prone = true
radiation = 6
[[combatant]]
id = "sapper"
side = "mob"
at = [18, 5]
attributes = { strength = 6, agility = 6, wits = 5, empathy = 5 }
weapons = [{ key = "frag-grenade", in-hand = true }, { key = "mining-charge", dropped = true, lies-at = [18, 9] }]
[[combatant]]
id = "gunner"
side = "mob"
at = [25, 5]
attributes = { strength = 4, agility = 9 }
skills = { ranged-combat = 9 }
weapons = ["vulcan-machine-gun"]
set-up = true
[[combatant]]
id = "raving"
side = "mob"
at = [20, 6]
mp = 0
breakdown = "attacks"
[[combatant]]
id = "fleeing"
side = "mob"
at = [21, 6]
mp = 0
breakdown = "flees"
"""

#: two vehicles, and people on foot between them; one has let go of another and fled
CHASE = """
rulebook = "coriolis"
title = "On the road"
[orders]
"coriolis.initiative.weapon" = "never"
[now]
turn = 1
up = "iri"
order = ["iri", "kor", "dast", "hound"]
[[combatant]]
id = "skimmer"
craft = "dune-skimmer"
side = "convoy"
at = [20, 10]
[[combatant]]
id = "car"
craft = "groundcar"
side = "raiders"
at = [40, 10]
[[combatant]]
id = "iri"
archetype = "skimmer-driver"
side = "convoy"
seat = "ana"
aboard = "skimmer"
drives = true
[[combatant]]
id = "dast"
archetype = "patrol-sergeant"
side = "convoy"
aboard = "skimmer"
[[combatant]]
id = "kor"
archetype = "skimmer-driver"
side = "raiders"
at = [40, 11]
[[combatant]]
id = "hound"
archetype = "dust-hound"
side = "raiders"
at = [30, 12]
[[combatant]]
id = "gone"
archetype = "pit-wrestler"
side = "convoy"
at = [31, 12]
out = "fled"
"""


def test_coriolis_conforms() -> None:
    check_rulebook(find("coriolis"), [CANTINA, HALL, WARD, CHASE], effort=Effort(rounds=3, acts=32), unreached_ok=DOORS)
