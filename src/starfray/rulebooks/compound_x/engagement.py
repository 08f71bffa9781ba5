"""Who stands where: next to whom, in melee with whom, facing which way, in which areas under fire."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from starfray.engine.barriers import behind_wall, way_blocked
from starfray.engine.rules import Refused
from starfray.engine.scene import Point, apart, bearing, known_distance, related
from starfray.engine.table import Table
from starfray.engine.walls import spoken_wall, wall_between, walled_off
from starfray.rulebooks.compound_x.state import ADJACENT, CompoundX, Fighter, Suppression, fighter, hostile, in_order, unnoticed

BEHIND = 135.0  # degrees from the facing: cx.ruling.flank-facing


def near(state: CompoundX, actor: Fighter, other: Fighter, reach: float = 1.0) -> bool:
    """Within melee range: in a neighbouring 1 m space, or within a longer weapon's reach. cx.melee.adjacent

    Nobody reaches through what is impenetrable. cx.suppression.barrier
    """
    metres = known_distance(state, actor, other)
    in_reach = metres is not None and metres <= max(reach, ADJACENT) + 1e-9
    return in_reach and not behind_barrier(state, actor.id, other.id)


def check_reach(state: CompoundX, actor: Fighter, target: Fighter, reach: float = 1.0) -> None:
    """Somebody within reach of a blow or a hand. cx.melee.adjacent, cx.suppression.barrier"""
    if behind_barrier(state, actor.id, target.id):
        raise barrier(state, actor, target)
    if not near(state, actor, target, reach):
        raise Refused("cx.melee.adjacent", f"{target.id} is out of reach", ["run"])


def engage(table: Table, actor: Fighter, other: Fighter) -> None:
    """Both are in melee as soon as one has tried to attack the other at melee range. cx.melee.engaged"""
    if other.id not in actor.engaged:
        actor.engaged.append(other.id)
        table.emit("cx.melee.engaged", actor.id, other.id)
    if actor.id not in other.engaged:
        other.engaged.append(actor.id)


def opponents(state: CompoundX, actor: Fighter) -> list[Fighter]:
    """Those it is in melee with, in initiative order."""
    if not actor.engaged:
        return []
    return [each for each in in_order(state) if each.id in actor.engaged and each.awake and near(state, actor, each)]


def why_no_space(state: CompoundX, actor: Fighter, end: Point) -> Refused | None:
    """Everybody on his feet keeps the space around him. cx.melee.space"""
    for other in state.roster.values():
        there = other is not actor and other.awake and other.at is not None and not unnoticed(state, other, actor)
        if there and other.at is not None and apart(other.at, end) < 1 - 0.05:
            return Refused("cx.melee.space", f"{other.id} stands there", ["1 m away"])
    return None


def end_melees(state: CompoundX, table: Table) -> None:
    """Melee ends between those who are apart, Downed, unconscious or gone, once an act is over. cx.ruling.melee-end"""
    if state.reacting:
        return
    for actor in state.everyone():
        if not actor.engaged:
            continue
        foes = [state.roster[who] for who in actor.engaged if who in state.roster and actor.awake and state.roster[who].awake]
        still = [foe.id for foe in foes if near(state, actor, foe, 3.0 if long_arm(actor) or long_arm(foe) else 1.0)]
        if still != actor.engaged:
            actor.engaged = still
            if not still:
                table.emit("cx.ruling.melee-end", actor.id)


def long_arm(actor: Fighter) -> bool:
    return any(each.in_hand and each.reach > ADJACENT for each in actor.melee)


def moved(start: Point, angle: float, metres: float) -> Point:
    """So far from there in that direction, on a grid of centimetres."""
    x, y = start[0] + metres * cos(radians(angle)), start[1] + metres * sin(radians(angle))
    return (round(x, 2) + 0.0, round(y, 2) + 0.0)  # never -0.0


def clear_wards(state: CompoundX) -> None:
    """Another Action: whoever has been offered an attack on the mover may be offered one again. cx.ruling.opportunity-once"""
    if not state.reacting:
        for each in state.roster.values():
            each.warded = []


# --- facing -------------------------------------------------------------------------------------------------------
def face(actor: Fighter, toward: Point | None) -> None:
    """The direction of the last attack or move. cx.ruling.flank-facing"""
    here = actor.at
    if here is not None and toward is not None and apart(here, toward) > 1e-6:
        # along x it depends on the sign of a nought which way is meant, and a cache knows none
        actor.facing = direction(here, toward) if here[1] != toward[1] else round(bearing(here, toward), 1)


@lru_cache(maxsize=1024)
def direction(start: Point, end: Point) -> float:
    """To a tenth of a degree. Who has taken up a place and a target turns there at every attack."""
    return round(bearing(start, end), 1)


def facing_of(state: CompoundX, actor: Fighter) -> float | None:
    """Until it has done something, toward the nearest enemy."""
    if actor.facing is not None or actor.at is None:
        return actor.facing
    foes = [each for each in state.roster.values() if hostile(actor, each) and each.at is not None and not each.out]
    seen = [each.at for each in foes if each.at is not None and not each.hidden]
    if not seen:
        return None
    here = actor.at
    return bearing(here, min(seen, key=lambda at: apart(here, at)))


def flanks(state: CompoundX, actor: Fighter, target: Fighter) -> bool:
    """From the three rear spaces, 135 degrees or more from the facing. cx.flank.melee"""
    facing = facing_of(state, target)
    if facing is None or actor.at is None or target.at is None or actor.at == target.at:
        return False
    turn = abs((bearing(target.at, actor.at) - facing + 180) % 360 - 180)
    return turn >= BEHIND - 1e-6


def crosses(before: Point, after: Point, start: Point, end: Point) -> bool:
    """Does the step from before to after cut (or end on) the line from start to end? A step along it does not."""
    first, second = side_of_line(start, end, before), side_of_line(start, end, after)
    if first == 0 or first * second > 0:
        return False
    return side_of_line(before, after, start) * side_of_line(before, after, end) <= 0


def side_of_line(start: Point, end: Point, point: Point) -> float:
    """Positive on the left of the line, negative on the right, 0 on it."""
    across = (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])
    return 0.0 if abs(across) < 1e-9 else across


# --- areas under fire -----------------------------------------------------------------------------------------------
def affects(state: CompoundX, zone: Suppression, actor: Fighter) -> bool:
    """Everybody but the suppressor, friends too, while he is in the fight. cx.ruling.suppress-area"""
    return actor.id != zone.by and not actor.dead and not actor.out and fighter(state, zone.by).able


def in_area(zone: Suppression, actor: Fighter, at: Point | None) -> bool:
    if zone.at is None or at is None:
        return actor.id == zone.target
    return apart(zone.at, at) <= zone.radius + 1e-9


def sheltered(state: CompoundX, zone: Suppression, actor: Fighter) -> bool:
    """Whoever physically cannot be hit is not suppressed. cx.suppression.barrier"""
    return actor.cover == "concealed" or behind_barrier(state, zone.by, actor.id)


def behind_barrier(state: CompoundX, one: str, other: str) -> bool:
    """Something impenetrable stands between the two: nothing gets through, either way. cx.suppression.barrier

    A wall or a closed door of the map is that, too. cx.ruling.wall
    """
    if state.scene.walls and walled_off(state, state.roster[one], state.roster[other]):
        return True
    if not state.scene.relation:
        return False
    return bool(related(state, "barrier", one, other) or related(state, "barrier", other, one))


def out_of_view(state: CompoundX, actor: Fighter, target: Fighter) -> bool:
    """Completely concealed, or behind a wall. cx.ruling.wall"""
    return target.cover == "concealed" or walled_off(state, actor, target)


def can_be_hit(state: CompoundX, actor: Fighter, other: Fighter) -> bool:
    """Not completely concealed, and with nothing impenetrable between. cx.suppression.barrier"""
    return other.cover != "concealed" and not behind_barrier(state, actor.id, other.id)


def check_line(state: CompoundX, actor: Fighter, target: Fighter, what: str) -> None:
    """Somebody else who is there, not completely concealed, with nothing impenetrable between. cx.ranged.preconditions"""
    if target is actor or target.dead or target.out:
        raise Refused("cx.ranged.preconditions", f"{target.id} cannot be {what}", [])
    if target.cover == "concealed":
        raise Refused("cx.suppression.barrier", f"{target.id} cannot be hit where he is", ["run"])
    if behind_barrier(state, actor.id, target.id):
        raise barrier(state, actor, target)


def barrier(state: CompoundX, actor: Fighter, target: Fighter, instead: tuple[str, ...] = ("run",)) -> Refused:
    """What keeps one from the other, in words: a wall of the map, or what the GM said."""
    wall = behind_wall("cx.ruling.wall", state, actor, target)
    return wall or Refused("cx.suppression.barrier", f"there is a barrier between {actor.id} and {target.id}", instead)


def wall_to(state: CompoundX, actor: Fighter, point: Point) -> Refused | None:
    """Nothing is shot or thrown to a place behind a wall. cx.ruling.wall"""
    wall = wall_between(state, actor.at, point)
    return Refused("cx.ruling.wall", f"{spoken_wall(wall)} is before that place", ["run"]) if wall is not None else None


def refuse_way(state: CompoundX, actor: Fighter, path: tuple[Point, ...]) -> None:
    """Nobody moves through walls, windows and closed doors. cx.ruling.wall"""
    blocked = way_blocked("cx.ruling.wall", state, actor.at, path)
    if blocked is not None:
        raise blocked


def suppressed(state: CompoundX, actor: Fighter) -> bool:
    """In some area under fire, and within reach of its bullets: +1, never more. cx.suppression.malus"""
    return any(
        affects(state, zone, actor) and in_area(zone, actor, actor.at) and not sheltered(state, zone, actor)
        for zone in state.zones
    )
