"""Opening and closing doors: what is the same in every book. What it costs, and by which rule, is the book's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.errors import Refused
from starfray.engine.kinds import ActionKind, Rule
from starfray.engine.scene import Wall, apart
from starfray.engine.values import Field, Option
from starfray.engine.walls import DOOR, doors_near, nearest_part, spoken_wall

IN_THE_WAY = 0.3  # so near to a door somebody keeps it from closing


@dataclass(frozen=True, slots=True)
class OpenDoor(Action):
    """Open a door within reach."""

    KIND: ClassVar[str] = "open-door"
    door: str


@dataclass(frozen=True, slots=True)
class CloseDoor(Action):
    """Close a door within reach."""

    KIND: ClassVar[str] = "close-door"
    door: str


def door_meant(state: Any, actor: Any, name: str, rule: str, reach: float, *, opened: bool) -> Wall:
    """The door that is opened or closed; refused if it is out of reach, is so already, or somebody stands in it."""
    near = doors_near(state, actor.at, reach)
    fit = [door.name for door in near if door.open == opened]
    door = next((each for each in near if each.name == name), None)
    if door is None:
        raise Refused(rule, f"no door {name!r} is within reach of {actor.id}", fit)
    if door.open != opened:
        raise Refused(rule, f"the door {name} is {'open' if door.open else 'closed'} already", fit)
    if opened:
        within = next((each for each in state.everyone() if stands_in(each, door)), None)
        if within is not None:
            raise Refused(rule, f"{within.id} stands in the door {name}", ["move"] if within is actor else [])
    return door


def has_doors(state: Any) -> bool:
    return any(wall.kind == DOOR for wall in state.scene.walls)


def stands_in(actor: Any, door: Wall) -> bool:
    return actor.at is not None and not actor.out and apart(nearest_part(door, actor.at), actor.at) < IN_THE_WAY


def no_door(rule: str, reach: float, *, opened: bool) -> Callable[[Any, Any, Content], Refused | None]:
    """Why nobody can open (or close) anything here, whatever door is meant."""

    def refusal(state: Any, actor: Any, content: Content) -> Refused | None:
        if any(door.open == opened for door in doors_near(state, actor.at, reach)):
            return None
        return Refused(rule, f"no {'open' if opened else 'closed'} door is within reach of {actor.id}", [])

    return refusal


def door_fields(reach: float, *, opened: bool) -> Callable[[Any, Any, Content], list[Field]]:
    def fields(state: Any, actor: Any, content: Content) -> list[Field]:
        doors = [door for door in doors_near(state, actor.at, reach) if door.open == opened]
        return [Field("door", "choice", [Option(door.name, spoken_wall(door)) for door in doors])]

    return fields


def door_kind(
    action: type[OpenDoor | CloseDoor],
    play: Rule,
    rule: str,
    reach: float,
    cost: int = 0,
    words: str = "",
    group: str = "other",
) -> ActionKind:
    """One of the two kinds of action as a book has it; forms leave it out where there are no doors."""
    opened = action is CloseDoor
    return ActionKind(
        action, play, rule, cost, words, group, refusal=no_door(rule, reach, opened=opened),
        fields=door_fields(reach, opened=opened), there=has_doors,
    )  # fmt: skip
