"""What follows from any act, whoever did it: who is out of the fight holds no Aiming Bonus, and none is held on who is gone."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.socs.damage import clear_bonuses, forget_target
from starfray.rulebooks.socs.state import Ship, Socs


def settle(state: Socs, table: Table) -> None:
    """By the GM's word, or by giving up. socs.ruling.disabled"""
    gone: list[Ship] = []
    for ship in state.roster.values():
        if ship.able:
            continue
        if ship.position or ship.continuing is not None or any(gun.target for gun in ship.guns):
            clear_bonuses(ship)
            ship.continuing = None
        if ship.gone:
            gone.append(ship)
    if gone:
        aimed_at = targets_of(state)
        for ship in gone:
            if ship.id in aimed_at:
                forget_target(state, ship)


def targets_of(state: Socs) -> set[str]:
    """All on whom somebody holds an Aiming Bonus."""
    found: set[str] = set()
    for ship in state.roster.values():
        if ship.position:
            found.update(ship.position)
        for gun in ship.guns:
            if gun.target:
                found.add(gun.target)
    return found
