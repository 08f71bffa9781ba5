"""A medicurg and her patient, for tests of healing."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.coriolis.build import sheet

KIDNEY = '{ number = 41, name = "Lacerated kidney", fatal = true, limit = 2, unit = "days", healing-days = 9, strain = true }'
ARTERY = (
    '{ number = 55, name = "Severed artery (arm)", fatal = true, limit = 1, unit = "minutes", modifier = -1,'
    " healing-days = 4, skills = { dexterity = -1 } }"
)
WRIST = '{ number = 13, name = "Sprained wrist", healing-days = 3, skills = { ranged-combat = -1, melee-combat = -1 } }'


def ward(
    medic: str = 'gear = ["medkit"]', patient: str = "hp = 0\nprone = true", *, gap: float = 1, more: str = "", foe: str = ""
) -> Fight:
    """m, a medicurg with 4 + 2 dice, her slot; p, her comrade, Broken unless told otherwise; an enemy 90 m away."""
    m = sheet(medic, "attributes = { strength = 3, agility = 4, wits = 4, empathy = 3 }", "skills = { medicurgy = 2 }")
    p = sheet(patient, "attributes = { strength = 3, agility = 3 }")
    return starfray.loads(f"""
rulebook = "coriolis"
[orders]
"coriolis.core.pray" = "never"
"coriolis.initiative.weapon" = "never"
[now]
turn = 1
up = "m"
[[combatant]]
id = "m"
side = "red"
at = [0, 0]
{m}
[[combatant]]
id = "p"
side = "red"
at = [{gap}, 0]
{p}
[[combatant]]
id = "foe"
side = "blue"
at = [90, 0]
{foe}
{more}
""")


def refused(fight: Fight, action: str) -> Refused:
    """The refusal of an action, with nothing touched by it."""
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


def next_turn(fight: Fight, dice: list[int] | None = None) -> None:
    """Everybody who can ends their slot, and the next turn starts with these dice."""
    while fight.due is None and not fight.over:
        fight.play(f"end-turn {fight.actors[0]}", dice=[])
    fight.step(dice=dice or [])


def call(fight: Fight, text: str, dice: list[int] | None = None) -> Fight:
    """A procedure the GM calls for in this fight."""
    return fight.gm(f'call "{text}"', dice=dice or [])
