"""Facing: whoever is turned somewhere has a side and a back. Without a map a relation 'side' or 'behind' says it."""

from __future__ import annotations

from starfray.engine.scene import Point, bearing, related
from starfray.rulebooks.gurps.state import DERIVED, Fighter, Gurps

FRONT = 180  # degrees of the arc in front; the back has 60, the sides lie between
BACK = 60


def side_struck(state: Gurps, attacker: Fighter, target: Fighter) -> str:
    """front, side or behind, as the target is turned."""
    if related(state, "behind", attacker.id, target.id):
        return "behind"
    if related(state, "side", attacker.id, target.id):
        return "side"
    if target.facing == DERIVED or target.at is None or attacker.at is None or target.at == attacker.at:
        return "front"
    turn = abs((bearing(target.at, attacker.at) - target.facing + 180) % 360 - 180)
    if turn <= FRONT / 2 + 1e-9:
        return "front"
    return "behind" if turn >= 180 - BACK / 2 - 1e-9 else "side"


def past_shield(attacker: Fighter, target: Fighter) -> bool:
    """Does a blow at the side come from where the shield is not? Without a map nobody can tell."""
    if target.shield is None or target.facing == DERIVED or target.at is None or attacker.at is None:
        return False
    turn = (bearing(target.at, attacker.at) - target.facing + 180) % 360 - 180
    return (turn > 0) != (target.shield.hand == "left")


def turn_to(one: Fighter, point: Point | None) -> None:
    """Only those whose facing is kept turn."""
    if one.facing != DERIVED and one.at is not None and point is not None and point != one.at:
        one.facing = round(bearing(one.at, point), 1)
