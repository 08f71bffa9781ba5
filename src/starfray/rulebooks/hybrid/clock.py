"""The count: whose choice comes when, and what passing time does by itself to places and stances."""

from __future__ import annotations

from math import ceil, inf

from starfray.engine.rules import ActionKind, Point, Refused, Table, apart, known_distance, relate
from starfray.engine.walls import short_of_walls
from starfray.rulebooks.hybrid.energy import pay_for_pace
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, action_of

ANY_TIME = ("glance", "give-up")  # takes no time, whatever else is going on
WHILE_WAITING = ("evade", "stance")  # to begin an evasion and to retreat: hybrid.ruling.wait
STEP_SHORT = 1.0  # metres: whoever runs at somebody stops a step away
PER_COUNT = 0.1  # seconds: hybrid.ruling.time-units
PARTS_OF_A_DASH = {"crawl": 16, "walk": 8, "jog": 4, "run": 2, "dash": 1}  # hybrid.move.rates, hybrid.ruling.move-dash


def choice_count(state: Hybrid, actor: Fighter) -> int | None:
    """The count on which a fighter chooses next; None while something else must happen first."""
    if not actor.able or actor.landed or action_of(state, actor.id) is not None:
        return None
    return next_choice(actor)


def next_choice(actor: Fighter) -> int:
    """The same for one who is known to be able, to have rolled, and to have nothing under way."""
    return max(actor.initiative, actor.wait_until)


def out_of_turn(state: Hybrid, actor: Fighter) -> bool:
    """Acting, recovering or waiting: the next choice lies ahead."""
    chooses = choice_count(state, actor)
    return chooses is None or chooses > state.count


def waits(state: Hybrid, actor: Fighter) -> bool:
    """Whose choice lies ahead: does he hold back, ready and without a preset? He may retreat or evade. hybrid.ruling.wait"""
    return actor.preset is None and actor.initiative <= state.count and choice_count(state, actor) is not None


def refusal(state: Hybrid, actor: Fighter, kind: ActionKind) -> Refused | None:
    """An action is chosen on one's count. Meanwhile there are glances, and a little more for who waits. hybrid.action.begin"""
    if kind.name in ANY_TIME:
        return None
    if actor.preset is not None:
        return Refused("hybrid.ruling.preset-in-play", f"{actor.id} holds a preset", ["give-up"])
    if out_of_turn(state, actor) and not (kind.name in WHILE_WAITING and waits(state, actor)):
        return not_yet(state, actor)
    return None


def not_yet(state: Hybrid, actor: Fighter) -> Refused:
    open_now = ["glance", "evade", "stance retreat"] if waits(state, actor) else ["glance"]
    under_way, chooses = action_of(state, actor.id), choice_count(state, actor)
    if under_way is not None:
        why = f"acts until {under_way.lands}"
    else:
        why = "rolls initiative first" if chooses is None else f"chooses on {chooses}"
    return Refused("hybrid.action.begin", f"{actor.id} does not choose on this count, but {why}", open_now)


def rate_of(pmv: float, rate: str) -> float:
    """Metres per second: each rate is half of the next. hybrid.move.rates, hybrid.ruling.move-dash"""
    return 0.0 if rate == "none" else float(pmv) / PARTS_OF_A_DASH[rate]


def metres_left(state: Hybrid, actor: Fighter) -> float | None:
    """How far it is to where a fighter is going; None if nowhere in particular."""
    if actor.pace == "none":
        return None
    if actor.chasing and actor.chasing in state.roster:
        other = state.roster[actor.chasing]
        gap = known_distance(state, actor, other)
        left = None if gap is None else max(0.0, gap - STEP_SHORT)
        return left if left is None or not state.scene.walls else min(left, free_way(state, actor, other.at))
    if actor.heading is None or actor.at is None:
        return None
    return free_way(state, actor, actor.heading) if state.scene.walls else apart(actor.at, actor.heading)


def free_way(state: Hybrid, actor: Fighter, goal: Point | None) -> float:
    """How far somebody gets on the straight way there before a wall stops them. hybrid.ruling.wall"""
    if actor.at is None or goal is None:
        return inf
    return apart(actor.at, short_of_walls(state, actor.at, goal, on_foot=True))


def arrival(state: Hybrid, actor: Fighter) -> int | None:
    """The count on which a moving fighter gets there."""
    left = metres_left(state, actor)
    if left is None:
        return None
    per_count = rate_of(actor.pmv, actor.pace) * PER_COUNT
    return state.count + ceil(left / per_count - 1e-9) if per_count > 0 else None


def glide(state: Hybrid, counts: int) -> None:
    """Everybody on the move comes nearer to where they are going, rate x 0.1 m per count. hybrid.ruling.accel"""
    if counts <= 0:
        return
    for actor in state.roster.values():
        left = metres_left(state, actor)
        if left is None:
            continue
        way = min(left, rate_of(actor.pmv, actor.pace) * PER_COUNT * counts)
        goal = state.roster[actor.chasing].at if actor.chasing in state.roster else actor.heading
        if actor.at is not None and goal is not None:
            actor.at = toward(actor.at, goal, way)
        else:
            other = state.roster[actor.chasing]
            relate(state.scene, "distance", actor.id, other.id, round((known_distance(state, actor, other) or 0.0) - way, 3))


def toward(start: Point, goal: Point, way: float) -> Point:
    far = apart(start, goal)
    if far <= 1e-9:
        return start
    share = min(1.0, way / far)
    return (round(start[0] + share * (goal[0] - start[0]), 3), round(start[1] + share * (goal[1] - start[1]), 3))


def away_from(start: Point, other: Point, way: float, digits: int = 3) -> Point:
    """So many metres back from somebody; from somebody on the same spot, any way will do."""
    far = apart(start, other)
    dx, dy = ((start[0] - other[0]) / far, (start[1] - other[1]) / far) if far > 1e-9 else (1.0, 0.0)
    return (round(start[0] + way * dx, digits), round(start[1] + way * dy, digits))


def tick(state: Hybrid, table: Table, who: str, count: int) -> None:
    """The clock moves on to something everybody sees, and says so. hybrid.time.count"""
    if count > state.count:
        table.emit("hybrid.time.count", who, number=count)
    reach(state, table, count)


def reach(state: Hybrid, table: Table, count: int) -> None:
    """The clock moves on; whoever's count has come knows what is going on. hybrid.ruling.aware"""
    glide(state, count - state.count)
    state.count = max(state.count, count)
    for actor in state.roster.values():
        pay_for_pace(state, table, actor)
        if actor.initiative <= state.count:
            actor.aware = True
        if actor.preset is not None and not actor.preset.fired and actor.wait_until <= state.count:
            actor.preset = None  # hybrid.ruling.preset-in-play: held until now, and no longer
        chooses = choice_count(state, actor) if actor.stance else None
        if chooses is not None and actor.stance_since < chooses <= state.count:
            end_stance(actor)


def end_stance(actor: Fighter) -> None:
    """With the next choice; whoever was walking back stops. hybrid.ruling.stance-duration"""
    if "retreat" in actor.stance and actor.pace == "walk" and not actor.chasing:
        actor.pace, actor.heading = "none", None
    actor.stance = []
