"""The way from room to room: which door comes next."""

from __future__ import annotations

from collections.abc import Collection

from starfray.rulebooks.icar.common.records import AIRLOCK, DOOR, Thing
from starfray.rulebooks.icar.common.state import Icar


def next_door(state: Icar, here: str, wanted: Collection[str]) -> tuple[Thing, str] | None:
    """The first door on the way with the fewest doors to one of the rooms wanted, and the room behind it."""
    doors = [thing for thing in state.things if thing.kind in (DOOR, AIRLOCK)]
    first: dict[str, tuple[Thing, str]] = {}
    edge = [here]
    while edge:
        room = edge.pop(0)
        for door in doors:
            for area in door.joins if room in door.joins else ():
                if area != here and area not in first:
                    first[area] = first.get(room, (door, area))
                    edge.append(area)
                    if area in wanted:
                        return first[area]
    return None
