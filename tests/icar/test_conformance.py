"""Fights on foot keep the contract of a rulebook."""

from __future__ import annotations

from starfray.rulebooks.icar import BOOK
from starfray.rulebooks.icar.kinds import KINDS
from starfray.testing import check_rulebook

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
[[combatant]]
id = "doc"
archetype = "medic"
side = "red"
at = [0, 1]
area = "bar"
[[combatant]]
id = "hurt"
archetype = "bar-regular"
side = "red"
at = [0, 2]
area = "bar"
hp = -1
dying = 30
tries = 9
[[combatant]]
id = "locked"
archetype = "williamson"
side = "red"
at = [1, 0]
area = "bar"
disabled = ["body"]
[[combatant]]
id = "hack"
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
id = "car"
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
between = ["a", "b"]
value = 30
[[combatant]]
id = "a"
archetype = "good-gunner"
side = "red"
armour = ["moss-sports-weave"]
[[combatant]]
id = "b"
archetype = "adam-harrod"
side = "blue"
weapons = ["raqax-2e", "knife"]
max-stun = 40
"""
OTHERS = [
    *(kind for kind in (*BOOK.actions, *BOOK.steps) if kind not in (*KINDS["ground"].actions, *KINDS["ground"].steps)),
    "icar.space.*", "icar.vehicle.*", "icar.ruling.fire-base-tn", "icar.ruling.overloader", "icar.hack.impersonation",
    "impersonate", "icar.ruling.vehicle-*", "icar.ruling.boarding",
]  # fmt: skip


def test_fights_on_foot_conform() -> None:
    check_rulebook(BOOK, [TAVERN, STREET], rounds=2, unreached_ok=OTHERS)
