"""Fog: players are shown the places that somebody of their side has been able to see. The rules know nothing of it.

The map is divided into cells. A side has seen a cell when the line from one of its own who is up to the middle of the cell
met no wall or closed door. What is seen once stays seen, in whatever way the fight is taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Final

from starfray.engine.scene import Point
from starfray.engine.values import GM
from starfray.engine.view import ALL_SEEING, NO_SIDE, side_of
from starfray.engine.walls import WallIndex, wall_index

if TYPE_CHECKING:
    from starfray.room.state import RoomState

ACROSS = 48  # cells along the longer edge of a map
SMALLEST = 0.5
MOST_MEMO = 2_000
_memo: Final[dict[tuple[int, Point, Point], tuple[WallIndex, int]]] = {}


@dataclass(frozen=True, slots=True)
class Cells:
    """How a map is divided: columns from the west, rows from the south."""

    columns: int
    rows: int
    edge: float

    @classmethod
    def of(cls, size: Point) -> Cells:
        edge = max(SMALLEST, max(size) / ACROSS)
        return cls(ceil(size[0] / edge), ceil(size[1] / edge), edge)

    @property
    def all(self) -> int:
        return (1 << (self.columns * self.rows)) - 1

    def bit(self, x: float, y: float) -> int:
        """The bit of the cell a point lies in; a point off the map belongs to the cell nearest to it."""
        column = min(max(int(x / self.edge), 0), self.columns - 1)
        row = min(max(int(y / self.edge), 0), self.rows - 1)
        return 1 << (row * self.columns + column)

    def shows(self, seen: int, point: Point) -> bool:
        return bool(seen & self.bit(point[0], point[1]))

    def touches(self, seen: int, point: Point) -> bool:
        """Is a cell around the point seen? A wall that runs between two cells is seen from either side."""
        near = 0.6 * self.edge
        return any(seen & self.bit(point[0] + x, point[1] + y) for x in (-near, 0.0, near) for y in (-near, 0.0, near))

    def words(self, seen: int) -> list[str]:
        """A word for each row from the south: 1 for a cell that is seen, 0 for one that is not."""
        row = (1 << self.columns) - 1
        return [format(seen >> (number * self.columns) & row, f"0{self.columns}b")[::-1] for number in range(self.rows)]


def explore(room: RoomState) -> None:
    """Everybody who is up looks about from where they stand, and where the last act led them past."""
    state = room.fight.state
    size = state.scene.size
    if not state.scene.fog or size is None:
        return
    cells = Cells.of(size)
    if room.explored_size != size:
        room.explored, room.explored_size = {}, size
    for actor in state.everyone():
        if actor.at is None or not room.fight.book.stands(state, actor):
            continue
        for point in (actor.at, *passed(room, actor)):
            room.explored[actor.side] = room.explored.get(actor.side, 0) | seen_from(state, cells, size, point)


def passed(room: RoomState, actor: Any) -> tuple[Point, ...]:
    """The points of the way somebody has just gone to its end."""
    entries = room.fight.journal.entries
    action = entries[-1].action if entries else None
    path = getattr(action, "path", ()) if action is not None and action.actor == actor.id else ()
    return path if isinstance(path, tuple) and path and path[-1] == actor.at else ()


def seen_from(state: Any, cells: Cells, size: Point, point: Point) -> int:
    """The cells to whose middle nothing stops the view."""
    index = wall_index(state.scene.walls)
    if index is None:
        return cells.all
    key = (id(index), size, point)
    known = _memo.get(key)
    if known is not None and known[0] is index:
        return known[1]
    seen, bit = cells.bit(point[0], point[1]), 1
    for row in range(cells.rows):
        for column in range(cells.columns):
            middle = ((column + 0.5) * cells.edge, (row + 0.5) * cells.edge)
            if not index.sight.all(point, middle):
                seen |= bit
            bit <<= 1
    if len(_memo) >= MOST_MEMO:
        _memo.clear()
    _memo[key] = (index, seen)
    return seen


def seen_by(room: RoomState, viewer: str) -> int | None:
    """What a viewer is shown of the map; None: all of it. Those on no side see what every side that players play has seen."""
    state = room.fight.state
    if viewer in ALL_SEEING or not state.scene.fog or state.scene.size is None:
        return None
    explore(room)
    side = side_of(state, viewer)
    if side != NO_SIDE:
        return room.explored.get(side, 0)
    played = {one.side for one in state.everyone() if room.fight.seat_of(one.id) != GM}
    seen = Cells.of(state.scene.size).all if played else 0
    for each in sorted(played):
        seen &= room.explored.get(each, 0)
    return seen
