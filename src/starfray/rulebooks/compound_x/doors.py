"""Opening and closing doors."""

from __future__ import annotations

from starfray.engine.doors import CloseDoor, OpenDoor, door_kind, door_meant
from starfray.engine.rules import Table
from starfray.engine.walls import swing
from starfray.rulebooks.compound_x.interrupts import Declaration, undertake
from starfray.rulebooks.compound_x.state import CompoundX, afford, fighter

RULE = "cx.ruling.door"
REACH = 1.5  # metres, as for what lies on the ground


def open_door(state: CompoundX, table: Table, action: OpenDoor | CloseDoor) -> None:
    """One Action, either way. cx.ruling.door"""
    actor = fighter(state, action.actor)
    opened = isinstance(action, CloseDoor)
    door = door_meant(state, actor, action.door, RULE, REACH, opened=opened)
    afford(actor, 1)
    if undertake(state, table, Declaration("acts", actor)):
        swing(state, door, not opened)
        table.emit(RULE, actor.id, note=f"{'closes' if opened else 'opens'} the door {door.name}")


OPEN_DOOR = door_kind(OpenDoor, open_door, RULE, REACH, 1)
CLOSE_DOOR = door_kind(CloseDoor, open_door, RULE, REACH, 1)
