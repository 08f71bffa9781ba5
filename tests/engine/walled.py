"""Positions in which there is nothing but walls."""

from __future__ import annotations

from typing import Any

from starfray.engine.position import AnyPosition, Position
from starfray.engine.scene import Point, Scene, Wall


def walled(*walls: Wall) -> AnyPosition:
    position: Position[Any] = Position(scene=Scene(walls=walls))
    return position


def wall(*points: Point, kind: str = "wall", open: bool = False, name: str = "") -> Wall:
    return Wall(points=points, kind=kind, open=open, name=name)
