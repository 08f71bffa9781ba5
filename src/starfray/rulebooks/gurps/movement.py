"""Moving: how far, along which way, and who cuts in on the way."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import Point, along, apart, bearing, distance, path_length, relate
from starfray.engine.table import Table
from starfray.rulebooks.gurps.injury import Frame
from starfray.rulebooks.gurps.interrupts import interrupts, somebody_waits
from starfray.rulebooks.gurps.state import DERIVED, Fighter, Gurps, fighter

Path = tuple[Point, ...]


def check_way(state: Gurps, one: Fighter, path: Path, target: str, yards: float, most: float, rule: str) -> None:
    """Is the way no longer than the maneuver allows? Without a map it is a change of distance to somebody."""
    if path:
        if one.at is None:
            raise Refused(rule, f"{one.id} has no place on the map", ["target=… yards=…"])
        length = path_length(one.at, path)
        if length > most + 1e-9:
            raise Refused(rule, f"{length:.1f} yards is further than {most:g}", [f"{most:g} yards"])
    elif yards >= 0:
        other = fighter(state, target)
        if one.at is not None and other.at is not None:
            raise Refused(rule, f"{one.id} has a place on the map", ["path=X,Y"])
        gap = distance(state, one, other)
        if abs(gap - yards) > most + 1e-9:
            low, high = max(0.0, gap - most), gap + most
            raise Refused(rule, f"{one.id} is {gap:g} yards from {other.id}", [f"{low:g} to {high:g} yards"])


def way_length(state: Gurps, one: Fighter, path: Path, target: str, yards: float) -> float:
    """How far the way goes; without a map the change of distance."""
    if path:
        return path_length(one.at, path) if one.at is not None else 0.0
    return abs(distance(state, one, fighter(state, target)) - yards)


def gap_after(state: Gurps, one: Fighter, other: Fighter, path: Path, yards: float) -> float:
    """How far the two will be apart once the way is gone."""
    if path and other.at is not None:
        return apart(path[-1], other.at)
    return yards if yards >= 0 else distance(state, one, other)


def go(state: Gurps, table: Table, one: Fighter, path: Path, target: str, yards: float, frame: Frame) -> bool:
    """Walk; those who wait for it cut in, and a mover who is down stops there. Can she go on?"""
    if path:
        return walk(state, table, one, path, frame)
    if yards < 0:
        return True
    relate(state.scene, "distance", one.id, target, yards)
    return interrupts(state, table, one, "move", (), frame)


def walk(state: Gurps, table: Table, one: Fighter, path: Path, frame: Frame) -> bool:
    assert one.at is not None
    start = path[-2] if len(path) > 1 else one.at
    if one.facing != DERIVED and start != path[-1]:  # she looks where she goes
        one.facing = round(bearing(start, path[-1]), 1)
    posture = one.posture
    before: Point | None = None
    points = along(one.at, path)[1:]
    if one.able and not somebody_waits(state):
        points = points[-1:]  # nothing can happen on the way
    for index, point in enumerate(points):
        one.at = (round(point[0], 4), round(point[1], 4))
        here = one.at
        if not interrupts(state, table, one, "move", (), (frame, index), before):
            return False
        if one.posture != posture or one.at != here:  # thrown down, or driven back: the way ends here
            return one.able
        before = here
    return True
