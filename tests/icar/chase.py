"""The chase most vehicle tests start from: an open Anchorage R with a full crew against a closed Kestrel."""

from __future__ import annotations

import starfray
from starfray.fight import Fight

#: Hacking 4 + Wit 4; Micro Engineering 4 + Wit 4; Grav Pilot 3 + Shift 4; Shooting 3 + Battle 4 and an Arms 5 (23, +1)
CREW = """
[[combatant]]
id = "hax"
aboard = "car"
role = "hacker"
seat = "ana"
attributes = { shift = 3, wit = 4 }
skills = { hacking = 4 }
[[combatant]]
id = "eng"
aboard = "car"
role = "engineer"
seat = "ben"
attributes = { wit = 4 }
skills = { micro-engineering = 4 }
[[combatant]]
id = "pil"
aboard = "car"
role = "pilot"
seat = "cleo"
attributes = { battle = 3, shift = 4 }
skills = { grav-pilot = 3 }
[[combatant]]
id = "gun"
aboard = "car"
role = "gunner"
seat = "dov"
attributes = { battle = 4 }
skills = { shooting = 3 }
weapons = ["arms-5"]
"""
#: Grav Pilot 2 + Shift 3, Battle 2; Shooting 2 + Battle 2 and a Nelson H1 (6, +1)
FOES = """
[[combatant]]
id = "bad"
side = "gang"
aboard = "van"
role = "pilot"
attributes = { battle = 2, shift = 3 }
skills = { grav-pilot = 2 }
[[combatant]]
id = "goon"
side = "gang"
aboard = "van"
role = "gunner"
skills = { shooting = 2, street-fighting = 1 }
weapons = ["nelson-h1"]
"""


def chase(
    *, car: str = "", van: str = "", crew: str = CREW, foes: str = FOES, more: str = "", head: str = "", begun: bool = True
) -> Fight:
    """`car` and `van` are further fields of the two vehicles. Begun, the car's crew acts first."""
    own = '{ key = "anchorage-r"' + (", " + car if car else "") + " }"
    other = '{ key = "kestrel"' + (", " + van if van else "") + " }"
    text = f'rulebook = "icar"\nkind = "vehicle"\n{head}\n[[combatant]]\nid = "car"\nside = "crew"\nvehicle = {own}\n{crew}'
    text += f'[[combatant]]\nid = "van"\nside = "gang"\nvehicle = {other}\n{foes}{more}'
    board = starfray.loads(text)
    return board.step(dice=[5, 5]) if begun else board


def stand_by(board: Fight, *who: str) -> Fight:
    for each in who:
        board.play(f"stand-by {each}", dice=[])
    return board


def declared(
    goal: str,
    target: str = "",
    *,
    wait: tuple[str, ...] = ("hax", "eng"),
    car: str = "",
    van: str = "",
    more: str = "",
    head: str = "",
    crew: str = CREW,
    foes: str = FOES,
) -> Fight:
    """The car's team has said what it wants, and these have stood by."""
    board = chase(car=car, van=van, more=more, head=head, crew=crew, foes=foes)
    board.play(f"declare pil {goal} {target}", dice=[])
    return stand_by(board, *wait)


def rules(board: Fight) -> list[str]:
    return [event.rule for event in board.events]


def last_tally(board: Fight) -> int:
    """What the last die had to show."""
    return next(event.tally.total for event in reversed(board.events) if event.tally is not None and event.faces)
