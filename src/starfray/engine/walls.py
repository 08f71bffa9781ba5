"""Walls, windows and doors: what stands between two points of the map. Geometry only; what follows from it is the book's.

Places are counted in tenths of a millimetre, so every answer is exact: the same from both ends, and without a gap where two
walls meet. A line that touches a wall is stopped by it, also at its corners and ends; only where somebody stands on the wall
itself does it not count for that end.
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from starfray.engine.codec import read, show
from starfray.engine.errors import BadInput, suggest
from starfray.engine.scene import Point, Wall, apart, nearest_on

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition, Combatant

WALL, WINDOW, DOOR = "wall", "window", "door"
KINDS = (WALL, WINDOW, DOOR)
FINE = 10_000  # parts of a unit that are told apart
FRAME = 2.0  # how near a window or an open door one must be to stand behind its frame
SHORT_OF = 0.2  # so far before a wall ends what runs or flies into it
MAX_WALLS = 2_000
MAX_SEGMENTS = 8_000
MAX_POINTS = 1_000  # of one wall
FARTHEST = 100_000.0
FEW = 16  # segments that are looked through one by one
MAX_MEMO = 50_000
MAX_INDEXES = 64

Segment = tuple[int, int, int, int, int]  # from x, y to x, y, and the number of the wall


class Segments:
    """Pieces of walls, and which of them a line meets first."""

    def __init__(self, pieces: list[Segment], *, ends_count: bool) -> None:
        self.pieces = pieces
        self.ends_count = ends_count  # does it count if the line ends on a wall?
        self.memo: dict[tuple[int, int, int, int], int] = {}
        self.cells: dict[tuple[int, int], list[int]] = {}
        self.size = 0
        self.low_x = self.low_y = self.high_x = self.high_y = 0
        if len(pieces) > FEW:
            self._sort_into_cells()

    def first(self, start: Point, end: Point) -> int:
        """The number of the wall the line meets first; -1 if it meets none."""
        ax, ay = round(start[0] * FINE), round(start[1] * FINE)
        bx, by = round(end[0] * FINE), round(end[1] * FINE)
        key = (ax, ay, bx, by)
        known = self.memo.get(key)
        if known is None:
            if len(self.memo) >= MAX_MEMO:
                self.memo.clear()
            met = self.met(ax, ay, bx, by)
            known = self.memo[key] = min(met)[1] if met else -1
        return known

    def all(self, start: Point, end: Point) -> list[tuple[float, int]]:
        """Every wall the line meets, with the share of the line that lies before it."""
        return sorted(self.met(round(start[0] * FINE), round(start[1] * FINE), round(end[0] * FINE), round(end[1] * FINE)))

    def met(self, ax: int, ay: int, bx: int, by: int) -> list[tuple[float, int]]:
        found = []
        numbers = self._near(ax, ay, bx, by) if self.size else range(len(self.pieces))
        for number in numbers:
            piece = self.pieces[number]
            share = meets(ax, ay, bx, by, piece, self.ends_count)
            if share >= 0.0:
                found.append((share, piece[4]))
        return found

    # --- cells -----------------------------------------------------------------------------------------------------

    def _sort_into_cells(self) -> None:
        low_x = min(min(piece[0], piece[2]) for piece in self.pieces)
        low_y = min(min(piece[1], piece[3]) for piece in self.pieces)
        high_x = max(max(piece[0], piece[2]) for piece in self.pieces)
        high_y = max(max(piece[1], piece[3]) for piece in self.pieces)
        self.size = max(FINE, int(max(high_x - low_x, high_y - low_y) / (2 * sqrt(len(self.pieces)))) + 1)
        self.low_x, self.low_y = low_x // self.size, low_y // self.size
        self.high_x, self.high_y = high_x // self.size, high_y // self.size
        for number, piece in enumerate(self.pieces):
            for cell in self._cells_of(piece[0], piece[1], piece[2], piece[3]):
                self.cells.setdefault(cell, []).append(number)

    def _near(self, ax: int, ay: int, bx: int, by: int) -> list[int]:
        """The pieces in the cells a line goes through."""
        found: dict[int, None] = {}
        for cell in self._cells_of(ax, ay, bx, by):
            here = self.cells.get(cell)
            if here is not None:
                for number in here:
                    found[number] = None
        return list(found)

    def _cells_of(self, ax: int, ay: int, bx: int, by: int) -> list[tuple[int, int]]:
        """The cells a line goes through, and perhaps some beside it; none outside of what the walls take up."""
        if bx < ax:
            ax, ay, bx, by = bx, by, ax, ay
        size, cells = self.size, []
        for column in range(max(ax // size, self.low_x), min(bx // size, self.high_x) + 1):
            low, high = ay, by
            if ax != bx:
                left, right = max(ax, column * size), min(bx, (column + 1) * size)
                low = ay + (left - ax) * (by - ay) // (bx - ax)
                high = ay + (right - ax) * (by - ay) // (bx - ax)
            first, last = (min(low, high) - 1) // size, (max(low, high) + 1) // size
            for row in range(max(first, self.low_y), min(last, self.high_y) + 1):
                cells.append((column, row))
        return cells


def meets(ax: int, ay: int, bx: int, by: int, piece: Segment, ends_count: bool) -> float:
    """The share of the line that lies before the piece of wall it meets; -1 if it does not meet it.

    Its start never counts, its end where the ends count.
    """
    px, py, qx, qy, _ = piece
    wx, wy, lx, ly = qx - px, qy - py, bx - ax, by - ay
    from_start, from_end = wx * (ay - py) - wy * (ax - px), wx * (by - py) - wy * (bx - px)
    if (from_start > 0 and from_end > 0) or (from_start < 0 and from_end < 0):
        return -1.0
    if from_start == 0 and from_end == 0:
        return meets_along(ax, ay, bx, by, piece, ends_count)
    if from_start == 0 or (from_end == 0 and not ends_count):
        return -1.0
    one, other = lx * (py - ay) - ly * (px - ax), lx * (qy - ay) - ly * (qx - ax)
    if (one > 0 and other > 0) or (one < 0 and other < 0):
        return -1.0
    return from_start / (from_start - from_end)


def meets_along(ax: int, ay: int, bx: int, by: int, piece: Segment, ends_count: bool) -> float:
    """The same for a line that runs along the wall, or that is a single point on it."""
    px, py, qx, qy, _ = piece
    lx, ly = bx - ax, by - ay
    length = lx * lx + ly * ly
    first, last = lx * (px - ax) + ly * (py - ay), lx * (qx - ax) + ly * (qy - ay)
    low, high = min(first, last), max(first, last)
    if length == 0:
        wx, wy = qx - px, qy - py
        inside = ends_count and wx * (ax - px) + wy * (ay - py) >= 0
        return 0.0 if inside and wx * (ax - qx) + wy * (ay - qy) <= 0 else -1.0
    if high <= 0 or low > length or (low == length and not ends_count):
        return -1.0
    return max(0.0, low / length)


class WallIndex:
    """The walls of one scene, sorted by what they stop. Made once: walls are never changed, they are replaced."""

    def __init__(self, walls: tuple[Wall, ...]) -> None:
        self.walls = walls
        self.sight = Segments(pieces_of(walls, blocks_sight), ends_count=False)
        self.ways = Segments(pieces_of(walls, blocks_way), ends_count=True)
        self.frames = Segments(pieces_of(walls, has_frame), ends_count=False)


def blocks_sight(wall: Wall) -> bool:
    return wall.kind == WALL or (wall.kind == DOOR and not wall.open)


def blocks_way(wall: Wall) -> bool:
    return wall.kind != DOOR or not wall.open


def has_frame(wall: Wall) -> bool:
    """One can look and shoot through it, past a frame."""
    return wall.kind == WINDOW or (wall.kind == DOOR and wall.open)


def pieces_of(walls: tuple[Wall, ...], wanted: Any) -> list[Segment]:
    found = []
    for number, wall in enumerate(walls):
        if wanted(wall):
            corners = [(round(x * FINE), round(y * FINE)) for x, y in wall.points]
            for here, there in pairwise(corners):
                found.append((here[0], here[1], there[0], there[1], number))
    return found


_indexes: Final[dict[int, WallIndex]] = {}


def index_of(walls: tuple[Wall, ...]) -> WallIndex:
    """The index of these walls. It holds on to them, so that no others can have their identity while it is known."""
    known = _indexes.get(id(walls))
    if known is None or known.walls is not walls:
        if len(_indexes) >= MAX_INDEXES:
            _indexes.clear()
        known = _indexes[id(walls)] = WallIndex(walls)
    return known


# --- what stands between --------------------------------------------------------------------------------------------


def wall_between(state: AnyPosition, here: Point | None, there: Point | None) -> Wall | None:
    """The wall or closed door that stops sight and fire from one point to another; without a place nothing does."""
    walls = state.scene.walls
    if not walls or here is None or there is None:
        return None
    number = index_of(walls).sight.first(here, there)
    return walls[number] if number >= 0 else None


def wall_index(walls: tuple[Wall, ...]) -> WallIndex | None:
    """What these walls stop; None where there are none."""
    return index_of(walls) if walls else None


def walled_off(state: AnyPosition, actor: Combatant, other: Combatant) -> bool:
    """Does a wall or a closed door stand between two combatants?"""
    return bool(state.scene.walls) and wall_between(state, actor.at, other.at) is not None


def wall_in_way(state: AnyPosition, start: Point | None, path: tuple[Point, ...]) -> Wall | None:
    """The first wall, window or closed door that a path runs into."""
    walls = state.scene.walls
    if not walls or start is None:
        return None
    ways, here = index_of(walls).ways, start
    for there in path:
        number = ways.first(here, there)
        if number >= 0:
            return walls[number]
        here = there
    return None


def short_of_walls(state: AnyPosition, start: Point, end: Point, *, on_foot: bool) -> Point:
    """How far something that goes straight gets: to the end, or a little before the first wall (or, on foot, the window)."""
    walls = state.scene.walls
    if not walls or start == end:
        return end
    index = index_of(walls)
    met = (index.ways if on_foot else index.sight).all(start, end)
    if not met:
        return end
    share = max(0.0, met[0][0] - SHORT_OF / apart(start, end))
    return (round(start[0] + share * (end[0] - start[0]), 2), round(start[1] + share * (end[1] - start[1]), 2))


def frame_before(state: AnyPosition, start: Point | None, end: Point | None, reach: float = FRAME) -> Wall | None:
    """The window or open door through which a line reaches somebody who stands within `reach` behind it."""
    walls = state.scene.walls
    if not walls or start is None or end is None:
        return None
    whole = apart(start, end)
    found = None
    for share, number in index_of(walls).frames.all(start, end):
        if whole * (1 - share) <= reach:
            found = walls[number]
    return found


def doors_near(state: AnyPosition, point: Point | None, reach: float) -> list[Wall]:
    """The doors within reach of a point, with nothing in between."""
    return near_walls(state, point, reach, is_door)


def frames_near(state: AnyPosition, point: Point | None, reach: float = FRAME) -> list[Wall]:
    """The windows and open doors behind whose frames one can stand at a point."""
    return near_walls(state, point, reach, has_frame)


def near_walls(state: AnyPosition, point: Point | None, reach: float, wanted: Any) -> list[Wall]:
    walls = state.scene.walls
    if not walls or point is None:
        return []
    return [
        wall
        for wall in walls
        if wanted(wall)
        and apart(spot := nearest_part(wall, point), point) <= reach
        and wall_between(state, point, spot) is None
    ]


def is_door(wall: Wall) -> bool:
    return wall.kind == DOOR


def nearest_part(wall: Wall, point: Point) -> Point:
    """The point of a wall that is nearest to a point."""
    found = wall.points[0]
    for here, there in pairwise(wall.points):
        spot = nearest_on(here, there, point)
        if apart(spot, point) < apart(found, point):
            found = spot
    return found


def middle_of(wall: Wall) -> Point:
    first, last = wall.points[0], wall.points[-1]
    return ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)


def spoken_wall(wall: Wall) -> str:
    """As people say it: 'a wall', 'the window north', 'the closed door hatch'."""
    what = f"{'open' if wall.open else 'closed'} {DOOR}" if wall.kind == DOOR else wall.kind
    return f"the {what} {wall.name}" if wall.name else f"{'an' if wall.open else 'a'} {what}"


# --- from files -------------------------------------------------------------------------------------------------------

FIELDS = ("from", "to", "points", "kind", "open", "name")


def read_walls(data: Any) -> tuple[Wall, ...]:
    """The `[[wall]]` tables of a file: each from one point to another, or along several."""
    rows = data if isinstance(data, list | tuple) else None
    if rows is None:
        raise BadInput(f"{show(data)} is not a list", field="wall", expected="[[wall]] tables")
    if len(rows) > MAX_WALLS:
        raise BadInput(f"{len(rows)} walls", field="wall", expected=f"at most {MAX_WALLS}")
    walls = tuple([read_wall(row, f"wall.{number}") for number, row in enumerate(rows)])
    check_walls(walls, "wall")
    return named_openings(walls)


def read_wall(row: Any, where: str) -> Wall:
    if not isinstance(row, dict):
        raise BadInput(f"{show(row)} is not a wall", field=where, expected="a [[wall]] table")
    for key in row:
        if key not in FIELDS:
            raise BadInput(f"unknown field {key!r}", field=f"{where}.{key}", expected=suggest(key, FIELDS))
    if "points" in row:
        if "from" in row or "to" in row:
            raise BadInput("both points and from/to are given", field=f"{where}.points", expected="one of the two")
        points = read(tuple[Point, ...], row["points"], f"{where}.points")
    else:
        for end in ("from", "to"):
            if end not in row:
                raise BadInput(
                    f"'{end}' is missing", field=where, expected="from = [x, y] and to = [x, y], or points = [[x, y], …]"
                )
        points = (read(Point, row["from"], f"{where}.from"), read(Point, row["to"], f"{where}.to"))
    wall = Wall(
        name=read(str, row.get("name", ""), f"{where}.name"),
        kind=read(str, row.get("kind", WALL), f"{where}.kind"),
        points=points,
        open=read(bool, row.get("open", False), f"{where}.open"),
    )
    check_wall(wall, where)
    return wall


def check_wall(wall: Wall, where: str) -> None:
    """Refuse what is no wall: of no kind there is, without length, off the map."""
    if wall.kind not in KINDS:
        raise BadInput(f"kind = {show(wall.kind)}", field=f"{where}.kind", expected="one of " + ", ".join(KINDS))
    if wall.open and wall.kind != DOOR:
        raise BadInput(f"a {wall.kind} cannot be open", field=f"{where}.open", expected='kind = "door"')
    if not 2 <= len(wall.points) <= (2 if wall.kind == DOOR else MAX_POINTS):
        most = "two points" if wall.kind == DOOR else f"2 to {MAX_POINTS} points"
        raise BadInput(f"a {wall.kind} of {len(wall.points)} points", field=f"{where}.points", expected=most)
    if any(abs(each) > FARTHEST for point in wall.points for each in point):
        raise BadInput("a point off the map", field=f"{where}.points", expected=f"coordinates up to {FARTHEST:g}")
    for here, there in pairwise(wall.points):
        if round(here[0] * FINE) == round(there[0] * FINE) and round(here[1] * FINE) == round(there[1] * FINE):
            raise BadInput(f"a {wall.kind} without length", field=f"{where}.points", expected="two different points")
    if len(wall.name) > 60 or not wall.name.isprintable():
        raise BadInput(
            f"name = {show(wall.name)}", field=f"{where}.name", expected="a name people can read, of 60 letters at most"
        )


def check_walls(walls: tuple[Wall, ...], where: str) -> None:
    """What holds for all of them together: not too many, and no two doors of one name."""
    for number, wall in enumerate(walls):
        check_wall(wall, f"{where}.{number}")
    if len(walls) > MAX_WALLS or sum(len(wall.points) - 1 for wall in walls) > MAX_SEGMENTS:
        raise BadInput(
            f"{len(walls)} walls", field=where, expected=f"at most {MAX_WALLS} walls of {MAX_SEGMENTS} pieces together"
        )
    taken: set[str] = set()
    for number, wall in enumerate(walls):
        if wall.kind == DOOR and wall.name and wall.name in taken:
            raise BadInput(f"a second door {wall.name!r}", field=f"{where}.{number}.name", expected="a name of its own")
        if wall.kind == DOOR:
            taken.add(wall.name)


def named_openings(walls: tuple[Wall, ...]) -> tuple[Wall, ...]:
    """The same walls; doors and windows without a name are numbered, for people have to be able to say which one they mean."""
    taken = {wall.name for wall in walls if wall.kind != WALL}
    named = []
    count = {DOOR: 0, WINDOW: 0}
    for wall in walls:
        if wall.kind != WALL and not wall.name:
            count[wall.kind] += 1
            while f"{wall.kind}-{count[wall.kind]}" in taken:
                count[wall.kind] += 1
            wall = Wall(name=f"{wall.kind}-{count[wall.kind]}", kind=wall.kind, points=wall.points, open=wall.open)
        named.append(wall)
    return tuple(named)


def door_called(state: AnyPosition, name: str) -> Wall:
    doors = {wall.name: wall for wall in state.scene.walls if wall.kind == DOOR}
    if name not in doors:
        raise BadInput(f"there is no door {name!r}", expected=suggest(name, doors) if doors else "a fight with doors")
    return doors[name]


def swing(state: AnyPosition, door: Wall, opened: bool) -> None:
    """Open or close a door: the walls of the scene are replaced."""
    swung = Wall(name=door.name, kind=DOOR, points=door.points, open=opened)
    state.scene.walls = tuple([swung if wall is door else wall for wall in state.scene.walls])
