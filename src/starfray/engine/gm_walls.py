"""The GM's hand on walls: build one, take one away, open and close doors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from starfray.engine.common_action import CommonAction
from starfray.engine.content import Content
from starfray.engine.errors import BadInput
from starfray.engine.rulebook import Rulebook
from starfray.engine.scene import Point, Wall
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.engine.walls import check_wall, check_walls, door_called, named_openings, spoken_wall, swing


@dataclass(frozen=True, slots=True)
class AddWall(CommonAction):
    """A wall, window or door along these points: `gm wall 2,4>8,4 door name=hatch`."""

    KIND: ClassVar[str] = "wall"
    points: tuple[Point, ...]
    kind: str = "wall"
    open: bool = False
    name: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        check_wall(Wall(name=self.name, kind=self.kind, points=self.points, open=self.open), "wall")
        walls = named_openings((*state.scene.walls, Wall(name=self.name, kind=self.kind, points=self.points, open=self.open)))
        check_walls(walls, "wall")
        state.scene.walls = walls
        table.emit("gm.wall", GM, "", 0, spoken_wall(walls[-1]))


@dataclass(frozen=True, slots=True)
class RemoveWall(CommonAction):
    """Take a wall away, by its name or by its number in the file, counted from 0."""

    KIND: ClassVar[str] = "remove-wall"
    wall: str

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        walls = state.scene.walls
        found = [number for number, wall in enumerate(walls) if wall.name == self.wall]
        if not found and self.wall.isascii() and self.wall.isdigit() and len(self.wall) < 6 and int(self.wall) < len(walls):
            found = [int(self.wall)]
        if len(found) != 1:
            names = sorted({wall.name for wall in walls if wall.name})
            what = f"no wall is called {self.wall!r}" if not found else f"{len(found)} walls are called {self.wall!r}"
            known = f"0 to {len(walls) - 1}" + (f", or one of {', '.join(names[:20])}" if names else "") if walls else "a wall"
            raise BadInput(what, field="remove-wall", expected=known)
        state.scene.walls = (*walls[: found[0]], *walls[found[0] + 1 :])
        table.emit("gm.remove-wall", GM, "", 0, spoken_wall(walls[found[0]]))


@dataclass(frozen=True, slots=True)
class SetDoor(CommonAction):
    """Open or close a door, whoever does it: `gm door hatch open=yes`. Without `open` it is swung the other way."""

    KIND: ClassVar[str] = "door"
    door: str
    open: str = ""

    def apply(self, book: Rulebook, content: Content, state: Any, table: Table) -> None:
        door = door_called(state, self.door)
        if self.open not in ("", "yes", "no"):
            raise BadInput(f"open = {self.open!r}", field="door.open", expected="yes or no")
        opened = self.open == "yes" if self.open else not door.open
        if opened == door.open:
            raise BadInput(
                f"{spoken_wall(door)} is {'open' if opened else 'closed'} already", field="door.open", expected="the other"
            )
        swing(state, door, opened)
        table.emit("gm.door", GM, "", 0, f"the door {door.name} is {'open' if opened else 'closed'} now")
