"""What follows from any act, whoever did it: who is out of the fight holds no Aiming Bonus, and none is held on who is gone."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.socs.damage import clear_bonuses, forget_target
from starfray.rulebooks.socs.state import Ship, Socs


def settle(state: Socs, table: Table) -> None:
    """By the GM's word, or by giving up. socs.ruling.disabled"""
    for ship in state.roster.values():
        if ship.able:
            continue
        if ship.position or ship.continuing is not None or any(gun.target for gun in ship.guns):
            clear_bonuses(ship)
            ship.continuing = None
        if ship.gone and any(aimed_at(other, ship) for other in state.roster.values()):
            forget_target(state, ship)


def aimed_at(ship: Ship, gone: Ship) -> bool:
    return gone.id in ship.position or any(gun.target == gone.id for gun in ship.guns)
