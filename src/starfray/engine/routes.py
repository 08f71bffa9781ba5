"""Ways around walls: the shortest path between two points past corners and through doors.

A path bends only beside the ends and corners of walls and in front of doors, so these are the places that are tried (A*). What
was found is kept with the index of the walls, and is forgotten when a door opens or a wall falls.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, Final

from starfray.engine.scene import Point, Wall, apart, path_length
from starfray.engine.walls import DOOR, FINE, MAX_INDEXES, Segments, index_of, middle_of, pieces_of, wall_between

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition

CLEARANCE = 0.3  # of a path from the corners it goes around
THRESHOLD = 0.6  # in front of a door
TOUCH = 0.1  # nearer to a wall nobody walks
DETOUR = 4.0  # as long a way around as people take to leave a closed door closed
MAX_TESTS = 40_000  # of lines in one search; beyond that no way is found
NEIGHBOURS = 80  # the nearest bends that are looked for from one
MAX_MEMO = 4_000
PIECE = 0.5  # of a path, where one looks whether somebody has come into sight


@dataclass(frozen=True, slots=True)
class Route:
    """The way from one point to another: the points after the start, and the first closed door in it, which must be opened."""

    points: tuple[Point, ...]
    door: str = ""


@dataclass(frozen=True, slots=True)
class Advance:
    """A part of a way: as far as one gets. At its end one can open the door, if one is named."""

    path: tuple[Point, ...]
    door: str = ""


class Router:
    """Finds ways among the walls of one scene."""

    def __init__(self, walls: tuple[Wall, ...]) -> None:
        self.walls = walls
        self.index = index_of(walls)
        self.solid = Segments(pieces_of(walls, is_solid), ends_count=True)
        self.nodes = bends(walls, self.index.ways)
        self.beside: dict[int, list[tuple[float, int]]] = {}  # from a node to the nodes it sees
        self.memo: dict[tuple[Point, Point], Route | None] = {}
        self.tests = 0

    def route(self, start: Point, goal: Point) -> Route | None:
        key = (start, goal)
        if key not in self.memo:
            if len(self.memo) >= MAX_MEMO:
                self.memo.clear()
            self.tests = 0
            points = self._search(start, goal)
            self.memo[key] = self._route(start, points) if points is not None else None
        return self.memo[key]

    def _route(self, start: Point, points: tuple[Point, ...]) -> Route:
        here = start
        for there in points:
            number = self.index.ways.first(here, there)
            if number >= 0 and self.walls[number].kind == DOOR:
                return Route(points, self.walls[number].name)
            here = there
        return Route(points)

    def _cost(self, here: Point, there: Point) -> float:
        """The length of a straight line, and more where it goes through a closed door; below 0 where a wall stops it."""
        self.tests += 1
        if self.solid.first(here, there) >= 0:
            return -1.0
        return apart(here, there) + (DETOUR if self.index.ways.first(here, there) >= 0 else 0.0)

    def _beside(self, node: int) -> list[tuple[float, int]]:
        known = self.beside.get(node)
        if known is None:
            here = self.nodes[node]
            others = [(apart(here, there), other) for other, there in enumerate(self.nodes) if other != node]
            near = sorted(others)[:NEIGHBOURS]
            costs = [(self._cost(here, self.nodes[other]), other) for _, other in near]
            known = self.beside[node] = [each for each in costs if each[0] >= 0]
        return known

    def _search(self, start: Point, goal: Point) -> tuple[Point, ...] | None:
        straight = self._cost(start, goal)
        if 0 <= straight <= apart(start, goal):
            return (goal,)
        last = len(self.nodes)  # the goal
        to_goal = [(node, self._cost(each, goal)) for node, each in enumerate(self.nodes)]
        ends = {node: cost for node, cost in to_goal if cost >= 0}
        best: dict[int, float] = {}
        came: dict[int, int] = {}
        queue: list[tuple[float, float, int, int]] = []
        if straight >= 0:
            queue.append((straight, straight, last, -1))
        for node, there in enumerate(self.nodes):
            cost = self._cost(start, there)
            if cost >= 0:
                heappush(queue, (cost + apart(there, goal), cost, node, -1))
        while queue and self.tests < MAX_TESTS:
            _, cost, node, before = heappop(queue)
            if node in best:
                continue
            best[node] = cost
            came[node] = before
            if node == last:
                return self._walked_back(came, goal)
            if node in ends:
                heappush(queue, (cost + ends[node], cost + ends[node], last, node))
            for step, other in self._beside(node):
                if other not in best:
                    heappush(queue, (cost + step + apart(self.nodes[other], goal), cost + step, other, node))
        return None

    def _walked_back(self, came: dict[int, int], goal: Point) -> tuple[Point, ...]:
        points = [goal]
        node = came[len(self.nodes)]
        while node >= 0:
            points.append(self.nodes[node])
            node = came[node]
        return tuple(reversed(points))


def is_solid(wall: Wall) -> bool:
    """Nobody gets through it, whatever is opened."""
    return wall.kind != DOOR


def bends(walls: tuple[Wall, ...], ways: Segments) -> list[Point]:
    """The places where a way may bend: around free ends and outer corners, and on both sides of doors."""
    directions: dict[tuple[int, int], list[float]] = {}
    for ax, ay, bx, by, _ in ways.pieces:
        directions.setdefault((ax, ay), []).append(atan2(by - ay, bx - ax))
        directions.setdefault((bx, by), []).append(atan2(ay - by, ax - bx))
    found: list[Point] = []
    for (x, y), angles in directions.items():
        for angle in open_directions(angles):
            found.append((round(x / FINE + CLEARANCE * cos(angle), 2), round(y / FINE + CLEARANCE * sin(angle), 2)))
    for wall in walls:
        if wall.kind == DOOR:
            (left, bottom), (right, top) = wall.points
            middle, length = middle_of(wall), hypot(right - left, top - bottom)
            across = (-(top - bottom) / length * THRESHOLD, (right - left) / length * THRESHOLD)
            for sign in (1, -1):
                found.append((round(middle[0] + sign * across[0], 2), round(middle[1] + sign * across[1], 2)))
    return [point for point in dict.fromkeys(found) if not touches(ways, point)]


def open_directions(angles: list[float]) -> list[float]:
    """Where a way goes around a corner: the middle of a gap of more than half a turn, and a free end on three sides."""
    angles = sorted(angles)
    found: list[float] = []
    for place, angle in enumerate(angles):
        after = angles[place + 1] if place + 1 < len(angles) else angles[0] + 2 * pi
        gap = after - angle
        if gap > 2 * pi - 0.01:
            found += [angle + gap / 4, angle + gap / 2, angle + 3 * gap / 4]
        elif gap > pi + 0.01:
            found.append(angle + gap / 2)
    return found


def touches(ways: Segments, point: Point) -> bool:
    """Is a wall so near that nobody can stand there?"""
    x, y = point
    cross = ((TOUCH, 0.0), (0.0, TOUCH), (TOUCH, TOUCH), (TOUCH, -TOUCH))
    return any(ways.first((x + dx, y + dy), (x - dx, y - dy)) >= 0 for dx, dy in cross)


_routers: Final[dict[int, Router]] = {}


def router_of(walls: tuple[Wall, ...]) -> Router:
    known = _routers.get(id(walls))
    if known is None or known.walls is not walls:
        if len(_routers) >= MAX_INDEXES:
            _routers.clear()
        known = _routers[id(walls)] = Router(walls)
    return known


def route(state: AnyPosition, start: Point, goal: Point) -> Route | None:
    """The shortest way around walls and through doors; None if there is none."""
    if not state.scene.walls:
        return Route((goal,))
    return router_of(state.scene.walls).route(start, goal)


def way_length(state: AnyPosition, start: Point, goal: Point) -> float:
    """How far it is on foot; straight through where there is no way at all, or no walls."""
    found = route(state, start, goal) if state.scene.walls else None
    return path_length(start, found.points) if found is not None else apart(start, goal)


def advance(state: AnyPosition, start: Point, goal: Point, metres: float, reach: float) -> Advance | None:
    """As far along the way as `metres` go, but not beyond the first place where the goal is in sight and within reach, nor
    through a closed door; None if there is no way.
    """
    found = route(state, start, goal)
    if found is None:
        return None
    path: list[Point] = []
    here, left = start, metres - 0.02
    for there in found.points:
        length = apart(here, there)
        pieces = max(1, int(length / PIECE))
        last = here
        for piece in range(1, pieces + 1):
            share = piece / pieces
            if length * share > left:
                share = max(0.0, left / length)
            spot = between(here, there, share)
            if found.door and wall_in_leg(state, here, spot):
                return Advance((*path, last) if last != here else tuple(path), found.door)
            if length * share >= left or (apart(spot, goal) <= reach and wall_between(state, spot, goal) is None):
                return Advance((*path, spot) if spot != here else tuple(path))
            last = spot
        path.append(last)
        here, left = there, left - length
    return Advance(tuple(path))


def between(here: Point, there: Point, share: float) -> Point:
    """On a grid of centimetres."""
    if share >= 1.0:
        return there
    return (round(here[0] + share * (there[0] - here[0]), 2), round(here[1] + share * (there[1] - here[1]), 2))


def wall_in_leg(state: AnyPosition, here: Point, there: Point) -> bool:
    return here != there and index_of(state.scene.walls).ways.first(here, there) >= 0
