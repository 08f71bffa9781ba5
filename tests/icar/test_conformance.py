"""Fights on foot keep the contract of a rulebook."""

from __future__ import annotations

import pytest

from starfray.rulebooks.icar import BOOK
from starfray.testing import check_rulebook
from tests.walls.scenes import DOORS

pytestmark = pytest.mark.slow

#: people of every kind, a door to hack, somebody dying, an Aug, a car to get into
TAVERN = """
rulebook = "icar"
kind = "ground"
title = "The tavern"
[rulings]
dice-pool = "on"
[now]
things = [
  { name = "gate", kind = "door", open = true, joins = ["bar", "yard"] },
  { name = "lamps", kind = "lights" },
  { name = "plant", kind = "generator" },
]
hacks = [{ by = "gaz", target = "will", passes = 4, inside = true }]
[[cover]]
name = "bar"
at = [1, 2]
[[combatant]]
id = "byrnie"
archetype = "byrnie"
side = "red"
seat = "ana"
hand = ""
at = [0, 0]
area = "bar"
[[combatant]]
id = "monk"
archetype = "akarak-monk"
side = "red"
at = [1, 1]
area = "bar"
max-hp = 12
stun = 3
[[combatant]]
id = "doc"
archetype = "medic"
side = "red"
at = [0, 1]
area = "bar"
[[combatant]]
id = "rex"
archetype = "bar-regular"
side = "red"
at = [0, 2]
area = "bar"
hp = -1
dying = 30
tries = 9
[[combatant]]
id = "will"
archetype = "williamson"
side = "red"
at = [1, 0]
area = "bar"
disabled = ["body"]
[[combatant]]
id = "gaz"
archetype = "hacker"
side = "blue"
at = [2, 1]
area = "bar"
daemons = ["generator-overloader", "refail", "back-door"]
[[combatant]]
id = "simon"
archetype = "simon"
side = "blue"
seat = "ben"
hand = ""
at = [1, 0.5]
area = "bar"
[[combatant]]
id = "cop"
archetype = "star-enforcer"
side = "blue"
at = [2, 0]
area = "bar"
shields = ["moss-suresafe", { key = "moss-suresafe", shut = true }]
[[combatant]]
id = "kes"
side = "blue"
vehicle = "kestrel"
"""
#: two with guns on a street without a map
STREET = """
rulebook = "icar"
kind = "ground"
title = "The street"
[[relation]]
kind = "distance"
between = ["ada", "bob"]
value = 30
[[combatant]]
id = "ada"
archetype = "good-gunner"
side = "red"
armour = ["moss-sports-weave"]
weapons = ["napalm-grenade", "arms-5"]
[[combatant]]
id = "bob"
archetype = "adam-harrod"
side = "blue"
weapons = ["raqax-2e", "knife"]
max-stun = 40
"""
#: a clumsy hacker at lamps and generator, somebody on the floor, shots on a map, an Aug who fights back
YARD = """
rulebook = "icar"
kind = "ground"
title = "The yard"
[now]
things = [{ name = "lamps", kind = "lights" }, { name = "plant", kind = "generator" }]
hacks = [{ by = "gaz", target = "will", passes = 4, inside = true }]
[[combatant]]
id = "gaz"
archetype = "hacker"
side = "red"
seat = "ana"
skills = { hacking = 1 }
hand = ""
at = [0, 0]
daemons = ["generator-overloader", "refail", "trail", "chameleon"]
[[combatant]]
id = "byrnie"
archetype = "byrnie"
side = "red"
seat = "ben"
hand = ""
prone = true
tripped-by = "will"
at = [1, 0]
[[combatant]]
id = "ada"
archetype = "good-gunner"
side = "red"
count = 2
at = [0, 9]
[[combatant]]
id = "bob"
archetype = "good-gunner"
side = "blue"
at = [12, 9]
[[combatant]]
id = "will"
archetype = "williamson"
side = "blue"
attributes = { battle = 2, shift = 2, meat = 3, soul = 2, wit = 2 }
combos = [{ name = "two", moves = ["punch", "punch"] }]
at = [2, 0]
[[combatant]]
id = "shade"
archetype = "bar-regular"
side = "blue"
hidden = true
at = [3, 1]
"""
#: a hacker in the suit of somebody who is on fire
LAB = """
rulebook = "icar"
kind = "ground"
title = "The laboratory"
[now]
hacks = [{ by = "gaz", target = "will", passes = 4, inside = true }]
[[combatant]]
id = "gaz"
archetype = "hacker"
side = "red"
seat = "ana"
daemons = []
attributes = { battle = 2, shift = 6, wit = 5 }
at = [0, 0]
[[combatant]]
id = "will"
archetype = "williamson"
side = "blue"
disabled = ["body"]
burning = 1
at = [9, 0]
"""
#: two who know each other's combos, and are quicker than they are brave
DUEL = """
rulebook = "icar"
kind = "ground"
title = "The duel"
[[combatant]]
id = "byrnie"
archetype = "byrnie"
attributes = { battle = 3, shift = 5, meat = 1 }
side = "red"
hand = ""
max-stun = 60
at = [0, 0]
[[combatant]]
id = "simon"
archetype = "simon"
attributes = { battle = 3, shift = 5, meat = 1 }
side = "blue"
hand = ""
max-stun = 60
at = [1, 0]
"""
#: one who has come late, a medic, somebody wounded
LATE = """
rulebook = "icar"
kind = "ground"
[now]
turn = 1
ground = { order = ["doc", "byrnie"] }
[[combatant]]
id = "doc"
archetype = "medic"
side = "red"
at = [0, 0]
[[combatant]]
id = "late"
archetype = "bar-regular"
side = "red"
hp = 4
at = [0, 1]
[[combatant]]
id = "byrnie"
archetype = "byrnie"
side = "blue"
at = [1, 0]
"""
OTHERS = [
    *(kind for kind in (*BOOK.actions, *BOOK.steps) if kind not in BOOK.fight_kinds["ground"]),
    "icar.space.*", "icar.vehicle.*", "icar.ruling.fire-base-tn", "icar.ruling.overloader", "icar.hack.impersonation",
    "impersonate", "icar.close.aug.damage", "icar.ruling.gunfu-roll", "icar.ruling.vehicle-*", "icar.ruling.boarding",
    "icar.hack.aug.effects",
]  # fmt: skip


def test_fights_on_foot_conform() -> None:
    check_rulebook(BOOK, [TAVERN, STREET, YARD, LAB, DUEL, LATE], rounds=6, unreached_ok=[*OTHERS, *DOORS])
