"""Small Coriolis fights for tests."""

from __future__ import annotations

import starfray
from starfray import Fight

NEVER = {"coriolis.core.pray": "never"}


def duel(*, a: str = "", b: str = "", gap: float = 10, now: str = 'turn = 1\nup = "a"', more: str = "") -> Fight:
    """Two fighters `gap` metres apart, a's slot; nobody prays or claims unless told otherwise. `a` and `b` are TOML lines."""
    red = sheet(
        a,
        "attributes = { strength = 4, agility = 4 }",
        "skills = { ranged-combat = 2, melee-combat = 2 }",
        'weapons = ["vulcan-carbine"]',
    )
    blue = sheet(
        b,
        "attributes = { strength = 3, agility = 3 }",
        "skills = { ranged-combat = 1, melee-combat = 1 }",
        'weapons = ["vulcan-pistol"]',
    )
    text = f"""
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
"coriolis.initiative.weapon" = "never"
[now]
{now}
[[combatant]]
id = "a"
side = "red"
at = [0, 0]
{red}
[[combatant]]
id = "b"
side = "blue"
at = [{gap}, 0]
{blue}
{more}
"""
    return starfray.loads(text)


def sheet(given: str, *defaults: str) -> str:
    """The given lines, and each default whose field is not among them."""
    fields = [line.split(" = ")[0] for line in given.splitlines()]
    return "\n".join([given, *(line for line in defaults if line.split(" = ")[0] not in fields)])
