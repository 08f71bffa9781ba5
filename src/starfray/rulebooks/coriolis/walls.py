"""Walls and doors: what they stop, their frames as cover, opening and closing."""

from __future__ import annotations

from starfray.engine.doors import CloseDoor, OpenDoor, door_kind, door_meant
from starfray.engine.rules import Content, Refused, Table, covers_at
from starfray.engine.scene import Cover
from starfray.engine.walls import DOOR, frames_near, swing
from starfray.rulebooks.coriolis.core import FAST
from starfray.rulebooks.coriolis.declare import Deed, declare
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out
from starfray.rulebooks.coriolis.ranges import CLOSE
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, fighter

RULE = "coriolis.ruling.door"
FRAMES = {DOOR: "door", "window": "inner-wall"}  # as the table of covers has it: coriolis.ruling.frame


def covers_of(state: Coriolis, content: Content, actor: Fighter) -> list[Cover]:
    """What there is to hide behind: the scene's cover, and the frames of windows and open doors. coriolis.ruling.frame"""
    found = covers_at(state, actor.at)
    if not state.scene.walls:
        return found
    printed = content.tables["cover"]
    return found + [
        Cover(name=wall.name, rating=int(printed[FRAMES[wall.kind]]["rating"]), kind=FRAMES[wall.kind])
        for wall in frames_near(state, actor.at)
    ]


def is_frame(state: Coriolis, actor: Fighter, cover: Cover) -> bool:
    near = frames_near(state, actor.at) if state.scene.walls and cover.at is None else []
    return any(cover.name == wall.name for wall in near)


def open_door(state: Coriolis, table: Table, action: OpenDoor | CloseDoor) -> None:
    """Fast, either way, within Close Range. coriolis.ruling.door"""
    actor = fighter(state, action.actor)
    opened = isinstance(action, CloseDoor)
    if actor.aboard:
        raise Refused("coriolis.action.vehicle-enter", f"{actor.id} is aboard the {actor.aboard}", ["leave"])
    door = door_meant(state, actor, action.door, RULE, CLOSE, opened=opened)
    declare(state, table, actor, Deed(action.KIND))
    if carried_out(state, table, Declaration(action.KIND, actor)):
        swing(state, door, not opened)
        table.emit(RULE, actor.id, note=f"{'closes' if opened else 'opens'} the door {door.name}")


OPEN_DOOR = door_kind(OpenDoor, open_door, RULE, CLOSE, FAST)
CLOSE_DOOR = door_kind(CloseDoor, open_door, RULE, CLOSE, FAST)
