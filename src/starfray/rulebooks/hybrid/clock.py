"""The count: whose choice comes when, and what passing time does by itself to places and stances."""

from __future__ import annotations

from math import ceil

from starfray.engine.scene import Point, apart, known_distance, relate
from starfray.engine.table import Table
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, action_of

STEP_SHORT = 1.0  # metres: whoever runs at somebody stops a step away
PER_COUNT = 0.1  # seconds: hybrid.ruling.time-units
PARTS_OF_A_DASH = {"crawl": 16, "walk": 8, "jog": 4, "run": 2, "dash": 1}  # hybrid.move.rates, hybrid.ruling.move-dash


def choice_count(state: Hybrid, one: Fighter) -> int | None:
    """The count on which a fighter chooses next; None while something else must happen first."""
    if not one.able or one.landed or action_of(state, one.id) is not None:
        return None
    return max(one.initiative, one.wait_until)


def out_of_turn(state: Hybrid, one: Fighter) -> bool:
    """Acting, recovering or waiting: the next choice lies ahead."""
    chooses = choice_count(state, one)
    return chooses is None or chooses > state.count


def waits(state: Hybrid, one: Fighter) -> bool:
    """Ready and holding back, without a preset: free to defend, retreat or evade meanwhile. hybrid.ruling.wait"""
    if one.preset is not None or one.initiative > state.count or one.wait_until <= state.count:
        return False
    return choice_count(state, one) is not None


def rate_of(pmv: float, rate: str) -> float:
    """Metres per second: each rate is half of the next. hybrid.move.rates, hybrid.ruling.move-dash"""
    return 0.0 if rate == "none" else float(pmv) / PARTS_OF_A_DASH[rate]


def metres_left(state: Hybrid, one: Fighter) -> float | None:
    """How far it is to where a fighter is going; None if nowhere in particular."""
    if one.pace == "none":
        return None
    if one.chasing and one.chasing in state.roster:
        gap = known_distance(state, one, state.roster[one.chasing])
        return None if gap is None else max(0.0, gap - STEP_SHORT)
    if one.heading is None or one.at is None:
        return None
    return apart(one.at, one.heading)


def arrival(state: Hybrid, one: Fighter) -> int | None:
    """The count on which a moving fighter gets there."""
    left = metres_left(state, one)
    if left is None:
        return None
    per_count = rate_of(one.pmv, one.pace) * PER_COUNT
    return state.count + ceil(left / per_count - 1e-9) if per_count > 0 else None


def glide(state: Hybrid, counts: int) -> None:
    """Everybody on the move comes nearer to where they are going, rate x 0.1 m per count. hybrid.ruling.accel"""
    if counts <= 0:
        return
    for one in state.roster.values():
        left = metres_left(state, one)
        if left is None:
            continue
        way = min(left, rate_of(one.pmv, one.pace) * PER_COUNT * counts)
        goal = state.roster[one.chasing].at if one.chasing in state.roster else one.heading
        if one.at is not None and goal is not None:
            one.at = toward(one.at, goal, way)
        elif one.chasing:
            other = state.roster[one.chasing]
            relate(state.scene, "distance", one.id, other.id, round((known_distance(state, one, other) or 0.0) - way, 3))


def toward(start: Point, goal: Point, way: float) -> Point:
    far = apart(start, goal)
    if far <= 1e-9:
        return start
    share = min(1.0, way / far)
    return (round(start[0] + share * (goal[0] - start[0]), 3), round(start[1] + share * (goal[1] - start[1]), 3))


def tick(state: Hybrid, table: Table, who: str, count: int) -> None:
    """The clock moves on to something everybody sees, and says so. hybrid.time.count"""
    if count > state.count:
        table.emit("hybrid.time.count", who, number=count)
    reach(state, count)


def reach(state: Hybrid, count: int) -> None:
    """The clock moves on; whoever's count has come knows what is going on. hybrid.ruling.aware"""
    glide(state, count - state.count)
    state.count = max(state.count, count)
    for one in state.roster.values():
        if one.initiative <= state.count:
            one.aware = True
        if one.preset is not None and not one.preset.fired and one.wait_until <= state.count:
            one.preset = None  # held until now, and no longer
        chooses = choice_count(state, one) if one.stance else None
        if chooses is not None and one.stance_since < chooses <= state.count:
            end_stance(one)


def end_stance(one: Fighter) -> None:
    """With the next choice; whoever was walking back stops. hybrid.ruling.stance-duration"""
    if "retreat" in one.stance and one.pace == "walk" and not one.chasing:
        one.pace, one.heading = "none", None
    one.stance = []
