"""Vehicle combat keeps the contract of a rulebook: by itself, with everything its crews can do."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.rulebooks.icar import BOOK
from starfray.testing import check_rulebook

pytestmark = pytest.mark.slow

SKYWAY = Path(starfray.__file__).parent / "demos" / "skyway.toml"

#: shields to mend, a hacker with a Daemon, a boarder, somebody who dangles, an autopilot, a vehicle that falls
CROWDED = """
rulebook = "icar"
kind = "vehicle"
title = "Crowded air"
[rulings]
dice-pool = "on"
[[combatant]]
id = "eagle"
side = "crew"
vehicle = { key = "star-enforcer-fortitude", shields = 1 }
[[combatant]]
id = "pil"
archetype = "adam-harrod"
aboard = "eagle"
role = "pilot"
seat = "ana"
[[combatant]]
id = "hax"
archetype = "hacker"
aboard = "eagle"
role = "hacker"
seat = "ben"
[[combatant]]
id = "eng"
archetype = "john-smith"
aboard = "eagle"
role = "engineer"
[[combatant]]
id = "gus"
archetype = "good-gunner"
aboard = "eagle"
role = "gunner"
[[combatant]]
id = "van"
side = "gang"
vehicle = { key = "orbihaul", mounted = ["astraripper-5"] }
[[combatant]]
id = "wheel"
archetype = "adam-harrod"
aboard = "van"
role = "pilot"
[[combatant]]
id = "thug"
archetype = "simon"
side = "gang"
aboard = "eagle"
prone = true
tripped-by = "gus"
[[combatant]]
id = "limpet"
archetype = "gideon"
side = "gang"
aboard = "eagle"
dangling = true
[[combatant]]
id = "bike"
side = "gang"
vehicle = { key = "rattlesnake", falling = 1, hp = 0 }
[[combatant]]
id = "kid"
archetype = "byrnie"
side = "gang"
aboard = "bike"
[[combatant]]
id = "cab"
side = "gang"
vehicle = { key = "kestrel", autopilot = true }
[[combatant]]
id = "fare"
archetype = "hacker"
side = "gang"
aboard = "cab"
role = "hacker"
"""
#: a fast pilot and a hacker against a slow one: they get away, with ideas of their own
GETAWAY = """
rulebook = "icar"
kind = "vehicle"
title = "Getaway"
[now]
turn = 1
chase = { order = ["fast", "slow"], up = "fast" }
[[combatant]]
id = "fast"
side = "crew"
vehicle = { key = "sports-v", goal = "other" }
[[combatant]]
id = "pil"
archetype = "adam-harrod"
aboard = "fast"
role = "pilot"
[[combatant]]
id = "hax"
archetype = "hacker"
aboard = "fast"
role = "hacker"
[[combatant]]
id = "slow"
side = "gang"
vehicle = "rover"
[[combatant]]
id = "wheel"
archetype = "adam-harrod"
aboard = "slow"
role = "pilot"
"""
OTHERS = [
    *(kind for kind in (*BOOK.actions, *BOOK.steps) if kind not in BOOK.fight_kinds["vehicle"]),
    "icar.space.*", "icar.close.*", "icar.fire.*", "icar.hack.*", "icar.heal.*", "icar.hp.*", "icar.turn.*", "icar.crit.*",
    "icar.check.*", "icar.ruling.duel-*", "icar.ruling.gunfu-roll", "icar.ruling.overloader", "icar.ruling.fire-*",
    "icar.pool.*",
    "unlock", "hypo", "stabilise", "impersonate", "search", "destroy", "release", "shield-on", "restart-shield",
    "heal", "take",  # as on foot
    "join",  # comes of the GM's hand: test_second_reading_aboard.py
]  # fmt: skip


def test_vehicle_combat_conforms() -> None:
    check_rulebook(BOOK, [SKYWAY, CROWDED, GETAWAY], rounds=3, unreached_ok=OTHERS)
