"""Opening and closing doors in passing. hybrid.ruling.door"""

from __future__ import annotations

from starfray.engine.doors import CloseDoor, OpenDoor, door_kind, door_meant
from starfray.engine.rules import Table
from starfray.engine.walls import swing
from starfray.rulebooks.hybrid.defence import ARMS_REACH
from starfray.rulebooks.hybrid.state import Hybrid, fighter

RULE = "hybrid.ruling.door"


def open_door(state: Hybrid, table: Table, action: OpenDoor | CloseDoor) -> None:
    """In passing: no time of its own, another action follows at once. hybrid.ruling.door"""
    actor = fighter(state, action.actor)
    opened = isinstance(action, CloseDoor)
    door = door_meant(state, actor, action.door, RULE, ARMS_REACH, opened=opened)
    table.allowed()
    swing(state, door, not opened)
    table.emit(RULE, actor.id, note=f"{'closes' if opened else 'opens'} the door {door.name}")


OPEN_DOOR = door_kind(OpenDoor, open_door, RULE, ARMS_REACH)
CLOSE_DOOR = door_kind(CloseDoor, open_door, RULE, ARMS_REACH)
