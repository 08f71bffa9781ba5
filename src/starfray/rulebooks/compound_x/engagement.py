"""Melee range: who stands next to whom, who is in melee with whom, who faces where, who could be struck from behind."""

from __future__ import annotations

from math import cos, radians, sin

from starfray.engine.scene import Point, apart, bearing, known_distance
from starfray.engine.table import Table
from starfray.rulebooks.compound_x.state import ADJACENT, CompoundX, Fighter, hostile, in_order

BEHIND = 135.0  # degrees from the facing: cx.ruling.flank-facing


def near(state: CompoundX, one: Fighter, other: Fighter, reach: float = 1.0) -> bool:
    """Within melee range: in a neighbouring 1 m space, or within a longer weapon's reach. cx.melee.adjacent"""
    metres = known_distance(state, one, other)
    return metres is not None and metres <= max(reach, ADJACENT) + 1e-9


def engage(table: Table, one: Fighter, other: Fighter) -> None:
    """Both are in melee as soon as one has tried to attack the other at melee range. cx.melee.engaged"""
    if other.id not in one.engaged:
        one.engaged.append(other.id)
        table.emit("cx.melee.engaged", one.id, other.id)
    if one.id not in other.engaged:
        other.engaged.append(one.id)


def opponents(state: CompoundX, one: Fighter) -> list[Fighter]:
    """Those it is in melee with, in initiative order."""
    if not one.engaged:
        return []
    return [each for each in in_order(state) if each.id in one.engaged and each.awake and near(state, one, each)]


def end_melees(state: CompoundX, table: Table) -> None:
    """Melee ends between those who are apart, Downed, unconscious or gone. cx.ruling.melee-end"""
    for one in state.roster.values():
        if not one.engaged:
            continue
        still = [who for who in one.engaged if who in state.roster and goes_on(state, one, state.roster[who])]
        if still != one.engaged:
            one.engaged = still
            if not still:
                table.emit("cx.ruling.melee-end", one.id)


def goes_on(state: CompoundX, one: Fighter, other: Fighter) -> bool:
    return one.awake and other.awake and near(state, one, other, 3.0 if long_arm(one) or long_arm(other) else 1.0)


def long_arm(one: Fighter) -> bool:
    return any(each.in_hand and each.reach > ADJACENT for each in one.melee)


def moved(start: Point, angle: float, metres: float) -> Point:
    """So far from there in that direction, on a grid of centimetres."""
    return (round(start[0] + metres * cos(radians(angle)), 2), round(start[1] + metres * sin(radians(angle)), 2))


def clear_wards(state: CompoundX) -> None:
    """Another Action: whoever has been offered an attack on the mover may be offered one again. cx.ruling.opportunity-once"""
    if not state.reacting:
        for each in state.roster.values():
            each.warded = []


# --- facing -------------------------------------------------------------------------------------------------------


def face(one: Fighter, toward: Point | None) -> None:
    """The direction of the last attack or move. cx.ruling.flank-facing"""
    if one.at is not None and toward is not None and apart(one.at, toward) > 1e-6:
        one.facing = round(bearing(one.at, toward), 1)


def facing_of(state: CompoundX, one: Fighter) -> float | None:
    """Until it has done something, toward the nearest enemy."""
    if one.facing is not None or one.at is None:
        return one.facing
    foes = [each for each in state.roster.values() if hostile(one, each) and each.at is not None and not each.out]
    seen = [each.at for each in foes if each.at is not None and not each.hidden]
    if not seen:
        return None
    here = one.at
    return bearing(here, min(seen, key=lambda at: apart(here, at)))


def flanks(state: CompoundX, one: Fighter, target: Fighter) -> bool:
    """From the three rear spaces, 135 degrees or more from the facing. cx.flank.melee"""
    facing = facing_of(state, target)
    if facing is None or one.at is None or target.at is None or one.at == target.at:
        return False
    turn = abs((bearing(target.at, one.at) - facing + 180) % 360 - 180)
    return turn >= BEHIND - 1e-6
