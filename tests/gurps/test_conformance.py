"""The conformance kit on the second-by-second fight: random fights looked at from all sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from starfray.rulebooks.gurps import BOOK
from starfray.testing import check_rulebook
from tests.walls.scenes import DOORS

pytestmark = pytest.mark.slow

EXAMPLE = Path(__file__).parents[2] / "examples" / "gurps-duel.toml"
ALLEY = """
rulebook = "gurps"
title = "Two and two in an alley, no map"
[[combatant]]
id = "ona"
archetype = "sword-and-shield"
side = "a"
seat = "ona"
[[combatant]]
id = "tob"
archetype = "smuggler"
side = "a"
[[combatant]]
id = "lurk"
archetype = "dock-guard"
side = "b"
hidden = true
[[combatant]]
id = "jo"
archetype = "ritualist"
side = "b"
secret = ["hp", "skills"]
[[relation]]
kind = "distance"
between = ["ona", "jo"]
value = 1
[[relation]]
kind = "distance"
between = ["ona", "lurk"]
value = 6
[[relation]]
kind = "distance"
between = ["tob", "jo"]
value = 4
[[relation]]
kind = "distance"
between = ["tob", "lurk"]
value = 9
"""
#: everybody on guard from the start, and one who waits for a sign
GUARDED = """
rulebook = "gurps"
title = "Guard against guard"
[[combatant]]
id = "kit"
archetype = "duellist"
side = "a"
at = [0, 0]
[[combatant]]
id = "moe"
archetype = "dock-guard"
side = "a"
at = [0, 2]
waiting = { trigger = "gm", text = "somebody shouts" }
[[combatant]]
id = "pell"
archetype = "boarder"
side = "b"
at = [1, 0]
waiting = { trigger = "attacks" }
[[combatant]]
id = "sim"
archetype = "sword-and-shield"
side = "b"
at = [1, 1]
waiting = { trigger = "reach" }
"""
#: two who have thought of any spell at all, one who knows a single great one, and one who throws an axe at a deft catcher
WIZARDS = """
rulebook = "gurps"
title = "Spells and an axe in the air"
[[combatant]]
id = "odo"
archetype = "ritualist"
side = "a"
at = [0, 0]
thought = { seconds = 2 }
skills = { thaumatology = 30, staff = 12 }
max-fp = 40
[[combatant]]
id = "wen"
side = "b"
at = [1, 0]
attributes = { dx = 14, ht = 12 }
skills = { ritual-magic = 25, acrobatics = 14 }
speed = 13
thought = { seconds = 1 }
spells = [{ by = "wen", spell = "dizzy-touch", cost = 1 }]
[[combatant]]
id = "axe"
side = "a"
at = [4, 0]
attributes = { st = 12, dx = 14 }
skills = { thrown-weapon = 18 }
weapons = ["throwing-axe", "frag-grenade"]
[[combatant]]
id = "saint"
side = "b"
at = [1, 2]
skills = { miracle = 40 }
thought = { seconds = 1 }
max-fp = 60
"""
MOB = """
rulebook = "gurps"
title = "Three against three as bodies"
[[combatant]]
id = "red"
archetype = "rioter"
side = "r"
group = "mob"
count = 3
at = [3, 3]
[[combatant]]
id = "blue"
archetype = "constable"
side = "b"
group = "line"
all-out-defense = "double"
count = 3
at = [4, 3]
"""
HELP = """
rulebook = "gurps"
title = "Friends in need: a stopped heart, a wound, a grip, a sign; a body that kneels with empty bows"
[[combatant]]
id = "doc"
side = "a"
at = [0, 0]
skills = { first-aid = 12, brawling = 14 }
weapons = []
[[combatant]]
id = "pat"
side = "a"
at = [1, 0]
heart = 200
incapacitated = true
bleeding = 40
[[combatant]]
id = "sly"
side = "a"
at = [0, 1]
waiting = { trigger = "sign" }
[[combatant]]
id = "tam"
side = "b"
at = [0, -1]
grabbed = "doc"
[[combatant]]
id = "bow"
side = "b"
at = [6, 0]
group = "bows"
count = 2
posture = "kneeling"
skills = { crossbow = 12 }
weapons = [{ key = "crossbow", shots = 0, hand = "both" }]
[[combatant]]
id = "late"
side = "b"
at = [7, 0]
"""


def test_the_book_keeps_its_contract() -> None:
    # what random walks seldom meet is proved by tests of its own: things caught, spells the GM tells or that are built of
    # components, signs, late comers
    magic = ["gurps.ruling.magic-effects", "gurps.magic.heroic.components"]
    seldom = ["gurps.critical.defense.ranged", *magic, *DOORS, "signal", "join", "let-go", "bandage"]
    duel = EXAMPLE.read_text(encoding="utf-8").replace('"guard"', '"warden"')  # `guard` is a figure of a fighter, too
    fights: list[str | Path] = [duel, ALLEY, GUARDED, WIZARDS, MOB, HELP]
    check_rulebook(BOOK, fights, unreached_ok=seldom)
