"""Where things are: points in metres on a map, or bare relations between combatants. Geometry only, no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, degrees, sqrt
from typing import TYPE_CHECKING

from starfray.engine.errors import Unset

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition, Combatant

Point = tuple[float, float]
NOT_SAID = -1e300  # no distance


@dataclass(slots=True, kw_only=True)
class Cover:
    """Something to hide behind; what its rating means is the book's business."""

    name: str
    rating: int = 0
    at: Point | None = None
    reach: float = 2.0  # how near one must be to use it, in metres
    kind: str = ""


@dataclass(slots=True, kw_only=True)
class Zone:
    """A circle on the map with a name: darkness, deep snow, a blast."""

    name: str
    kind: str = ""
    at: Point
    radius: float = 1.0


@dataclass(slots=True, kw_only=True)
class Relation:
    """A distance between two combatants (or 'watching', as 1) set by hand where there is no map."""

    kind: str
    between: tuple[str, str]
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A wall, a window or a door, along two or more points. It never changes: a door that opens is replaced by an open one."""

    name: str = ""
    kind: str = "wall"  # wall, window, door
    points: tuple[Point, ...]
    open: bool = False  # of a door


@dataclass(frozen=True, slots=True, kw_only=True)
class Backdrop:
    """What is drawn under the map: a picture where it lies, and the lines of its grid. No rule looks at it."""

    picture: str = ""  # its name on the server
    at: Point = (0.0, 0.0)  # of its lower left corner
    size: Point | None = None  # what it covers; left out: the whole map
    grid: str = "none"  # none, square, hex
    cell: float = 1.0  # across a square; from one side of a hex to the other
    offset: Point = (0.0, 0.0)  # where the lines begin


@dataclass(slots=True, kw_only=True)
class Scene:
    cover: list[Cover] = field(default_factory=list)
    zone: list[Zone] = field(default_factory=list)
    relation: list[Relation] = field(default_factory=list)
    size: Point | None = None  # width and height of the map in metres, for drawing
    walls: tuple[Wall, ...] = ()
    backdrop: Backdrop | None = None
    fog: bool = False  # players are shown what their side has been able to see; no rule looks at it


def apart(first: Point, second: Point) -> float:
    dx, dy = first[0] - second[0], first[1] - second[1]
    return sqrt(dx * dx + dy * dy)


def known_distance(state: AnyPosition, actor: Combatant, other: Combatant) -> float | None:
    """Metres between two combatants by the map or a relation; None if neither says."""
    metres = distance_or(state, actor, other, NOT_SAID)
    return None if metres == NOT_SAID else metres


def distance_or(state: AnyPosition, actor: Combatant, other: Combatant, unknown: float) -> float:
    """Metres between two combatants by the map or a relation; `unknown` if neither says."""
    here, there = actor.at, other.at
    if here is not None and there is not None:
        return apart(here, there)
    for relation in state.scene.relation:
        if relation.kind == "distance":
            first, second = relation.between
            if (first == actor.id and second == other.id) or (first == other.id and second == actor.id):
                return relation.value
    return unknown


def distance(state: AnyPosition, actor: Combatant, other: Combatant) -> float:
    """Metres between two combatants; Unset if nobody has said (the GM is then asked once)."""
    if actor.id == other.id:
        return 0.0
    metres = known_distance(state, actor, other)
    if metres is None:
        raise Unset("distance", actor.id, other.id)
    return metres


def related(state: AnyPosition, kind: str, first: str, second: str) -> float | None:
    """The value of a directed relation, None if not set."""
    for relation in state.scene.relation:
        if relation.kind == kind and relation.between == (first, second):
            return relation.value
    return None


def relate(scene: Scene, kind: str, first: str, second: str, value: float) -> None:
    """Set a relation; a distance holds both ways."""
    for relation in scene.relation:
        same = relation.between == (first, second)
        if kind == "distance":
            same = same or relation.between == (second, first)
        if relation.kind == kind and same:
            relation.value = value
            return
    scene.relation.append(Relation(kind=kind, between=(first, second), value=value))


def covers_at(state: AnyPosition, point: Point | None) -> list[Cover]:
    """The cover within reach; without a map all cover is."""
    if point is None:
        return list(state.scene.cover)
    return [each for each in state.scene.cover if each.at is None or apart(each.at, point) <= each.reach]


def zones_at(state: AnyPosition, point: Point | None) -> list[Zone]:
    if point is None:
        return []
    return [each for each in state.scene.zone if apart(each.at, point) <= each.radius]


def bearing(start: Point, end: Point) -> float:
    """Compass-free direction in degrees, 0 along x, counted anticlockwise."""
    return degrees(atan2(end[1] - start[1], end[0] - start[0]))


def in_arc(apex: Point, toward: Point, point: Point, width: float) -> bool:
    """Is the point inside the arc of `width` degrees centred on the line of aim? Edges count as inside."""
    if point == apex:
        return True
    turn = abs((bearing(apex, point) - bearing(apex, toward) + 180) % 360 - 180)
    return turn <= width / 2 + 1e-9


def nearest_on(start: Point, end: Point, point: Point) -> Point:
    """The point of the straight way from start to end that is nearest to `point`."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    if length == 0:
        return start
    share = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length))
    return (start[0] + share * dx, start[1] + share * dy)


def path_length(start: Point, path: tuple[Point, ...]) -> float:
    length, here = 0.0, start
    for step in path:
        length += apart(here, step)
        here = step
    return length


def along(start: Point, path: tuple[Point, ...], step: float = 0.5) -> list[Point]:
    """Points along a path about `step` metres apart, both ends included: where interrupts look."""
    points = [start]
    here = start
    for there in path:
        pieces = max(1, int(apart(here, there) / step + 0.999))
        for piece in range(1, pieces + 1):
            share = piece / pieces
            points.append((here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1])))
        here = there
    return points
