"""Opening and closing the doors of the map. Those that join rooms are hacked: icar.hack.door."""

from __future__ import annotations

from starfray.engine.doors import CloseDoor, OpenDoor, door_kind, door_meant
from starfray.engine.rules import Refused, Table
from starfray.engine.walls import swing
from starfray.rulebooks.icar.common.action_economy import MAIN, QUICK_WORDS, spend
from starfray.rulebooks.icar.common.person import REACH
from starfray.rulebooks.icar.common.state import Icar
from starfray.rulebooks.icar.ground.fire import decide_unless_quick

RULE = "icar.ruling.door"


def open_door(state: Icar, table: Table, action: OpenDoor | CloseDoor) -> None:
    """A quick task, as taking something is. icar.ruling.door"""
    actor = state.roster[action.actor]
    opened = isinstance(action, CloseDoor)
    if actor.aboard:
        raise Refused("icar.turn.vehicle", f"{actor.id} is in {actor.aboard}", ["get-out"])
    door = door_meant(state, actor, action.door, RULE, REACH, opened=opened)
    table.allowed()
    spend(state, table, actor, action.KIND)
    decide_unless_quick(state, actor)
    swing(state, door, not opened)
    table.emit(RULE, actor.id, note=f"{'closes' if opened else 'opens'} the door {door.name}")


OPEN_DOOR = door_kind(OpenDoor, open_door, RULE, REACH, MAIN, QUICK_WORDS, "turn")
CLOSE_DOOR = door_kind(CloseDoor, open_door, RULE, REACH, MAIN, QUICK_WORDS, "turn")
