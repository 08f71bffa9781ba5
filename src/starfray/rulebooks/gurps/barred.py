"""What walls stop. gurps.ruling.wall"""

from __future__ import annotations

from starfray.engine import barriers
from starfray.engine.rules import Point, Refused
from starfray.rulebooks.gurps.state import Fighter, Gurps


def behind_wall(state: Gurps, actor: Fighter, other: Fighter, path: tuple[Point, ...] = ()) -> Refused | None:
    """Walls and closed doors stop attacks, spells and hands, from where one will stand. gurps.ruling.wall"""
    return barriers.behind_wall("gurps.ruling.wall", state, actor, other, path[-1] if path else None)
