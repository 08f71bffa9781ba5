"""What a wall refuses, in words; the rule by which it does is the book's."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.position import AnyPosition, Combatant
from starfray.engine.scene import Point
from starfray.engine.walls import DOOR, spoken_wall, wall_between, wall_in_way


def behind_wall(rule: str, state: AnyPosition, actor: Combatant, other: Combatant, at: Point | None = None) -> Refused | None:
    """Why one cannot see, shoot or reach the other, from where one stands or from `at`: a wall or a closed door."""
    if not state.scene.walls:
        return None
    wall = wall_between(state, at if at is not None else actor.at, other.at)
    return Refused(rule, f"{spoken_wall(wall)} is between {actor.id} and {other.id}", ["move"]) if wall is not None else None


def way_blocked(rule: str, state: AnyPosition, start: Point | None, path: tuple[Point, ...]) -> Refused | None:
    """Why a way cannot be gone: a wall, a window or a closed door."""
    wall = wall_in_way(state, start, path) if state.scene.walls else None
    if wall is None:
        return None
    return Refused(rule, f"{spoken_wall(wall)} is in the way", ["open-door"] if wall.kind == DOOR else [])
