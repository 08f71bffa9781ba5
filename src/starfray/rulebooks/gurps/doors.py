"""Opening and closing doors."""

from __future__ import annotations

from starfray.engine.doors import CloseDoor, OpenDoor, door_kind, door_meant
from starfray.engine.rules import Table
from starfray.engine.walls import swing
from starfray.rulebooks.gurps.core import STEP
from starfray.rulebooks.gurps.state import Gurps
from starfray.rulebooks.gurps.turn import begin_maneuver, others_first

RULE = "gurps.ruling.door"
REACH = STEP + 0.5  # yards, as for what lies at one's feet


def open_door(state: Gurps, table: Table, action: OpenDoor | CloseDoor) -> None:
    """A Ready maneuver, either way. gurps.ruling.door"""
    actor = state.roster[action.actor]
    opened = isinstance(action, CloseDoor)
    door = door_meant(state, actor, action.door, RULE, REACH, opened=opened)
    table.allowed()
    if not begin_maneuver(state, table, actor) or not others_first(state, table, actor):
        return
    swing(state, door, not opened)
    table.emit(RULE, actor.id, note=f"{'closes' if opened else 'opens'} the door {door.name}")


OPEN_DOOR = door_kind(OpenDoor, open_door, RULE, REACH, words="the turn")
CLOSE_DOOR = door_kind(CloseDoor, open_door, RULE, REACH, words="the turn")
