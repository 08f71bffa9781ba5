"""The fight most Icar tests start from: a crew of four in a Gaterunner against one enemy craft."""

from __future__ import annotations

import starfray
from starfray.fight import Fight

#: Gaterunner: base STN 14, 4 shields, 2 clusters of 10K. Ops 3 + Wit 4; Macro Engineering 4 + Wit 4 (no kit);
#: Spacecraft Pilot 3 + Shift 4; Shooting 3 + Battle 4.
CREW = """
[[combatant]]
id = "ops"
archetype = "good-ops"
aboard = "ship"
seat = "ana"
[[combatant]]
id = "eng"
archetype = "john-smith"
kit = []
aboard = "ship"
seat = "ben"
[[combatant]]
id = "pil"
archetype = "good-pilot"
aboard = "ship"
seat = "cleo"
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
seat = "dov"
"""
#: Scout: 2 shields, one cluster of 5K, energy web at 16K; Gunner ability 6 against STN 15: needs a 9
FOE = """
[[combatant]]
id = "foe"
side = "pirates"
craft = { key = "scout", FOE }
gunner = 6
stn = 15
"""


def fight(*, ship: str = "", foe: str = "", crew: str = CREW, more: str = "", head: str = "", now: str = "") -> Fight:
    """`ship` and `foe` are further fields of the two craft, `more` further combatants."""
    own = '{ key = "gaterunner"' + (", " + ship if ship else "") + " }"
    other = FOE.replace(", FOE", ", " + foe if foe else "")
    begun = f"[now]\n{now}\n" if now else ""
    text = f'rulebook = "icar"\nkind = "space"\n{head}\n{begun}'
    text += f'[[combatant]]\nid = "ship"\nside = "crew"\ncraft = {own}\n{crew}{more}{other}'
    return starfray.loads(text)


def stand_by(board: Fight, *who: str) -> Fight:
    for each in who:
        board.play(f"stand-by {each}", dice=[])
    return board


def stn(board: Fight) -> int:
    """The Shooting target number as the crew has built it up so far."""
    return sum(term.amount for term in board.state.space.stn)


def rules(board: Fight) -> list[str]:
    return [rule for event in board.events for rule in (event.rule, *event.by)]


def last_tally(board: Fight) -> int:
    """What the last die had to show."""
    return next(event.tally.total for event in reversed(board.events) if event.tally is not None and event.faces)
