"""Distance bands, who is engaged with whom."""

from __future__ import annotations

from math import inf

from starfray.engine import barriers
from starfray.engine.barriers import way_blocked
from starfray.engine.rules import Point, Refused, Table, distance, distance_or
from starfray.engine.walls import walled_off
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, vehicle_of

BANDS = ("close", "short", "long", "extreme")
#: coriolis.range.close, .short, .long, .extreme; limits inclusive (coriolis.ruling.range-boundary)
LIMITS = (2.0, 20.0, 100.0, 1000.0)
CLOSE: float = LIMITS[0]


def band_at(metres: float) -> int:
    """The place of the band in BANDS; beyond the last nothing can be attacked. coriolis.range.bands"""
    for place, limit in enumerate(LIMITS):
        if metres <= limit:
            return place
    raise Refused("coriolis.range.extreme", f"{metres:.0f} m is out of every range", ["1000 m or nearer"])


def band(state: Coriolis, actor: Fighter, other: Fighter) -> int:
    return band_at(distance(state, actor, other))


def hostile(actor: Fighter, other: Fighter) -> bool:
    return actor.side != other.side


def sees(actor: Fighter, other: Fighter) -> bool:
    """May she know that the other is there?"""
    return actor.side == other.side or not other.hidden


def spoken(actor: Fighter, other: Fighter) -> str:
    """What a question to her calls the other."""
    return other.name or other.id if sees(actor, other) else "somebody unseen"


def reveal(state: Coriolis, table: Table, actor: Fighter) -> None:
    """Whoever attacks from hiding is seen by everybody from then on, and so is the vehicle she does it from.

    coriolis.ruling.sneak.revealed
    """
    for one in (actor, vehicle_of(state, actor)):
        if one is not None and one.hidden:
            one.hidden = False
            table.emit("coriolis.ruling.sneak.revealed", one.id)


def notice(state: Coriolis, table: Table, actor: Fighter) -> None:
    """In a running fight nobody is taken unawares twice; before it the whole side is until all free actions are done.

    coriolis.ruling.sneak.noticed, coriolis.ruling.sneak.target
    """
    if not actor.aware and not state.free_actions and state.turn > 0 and actor.conscious:
        actor.aware = True
        table.emit("coriolis.ruling.sneak.noticed", actor.id)


def engages(actor: Fighter) -> bool:
    """Able to fight, aware and on foot; a stunned fighter still engages. coriolis.ruling.engaged

    coriolis.ruling.crit.stunned, coriolis.ruling.vehicle.occupants
    """
    return not actor.immobile and actor.aware and actor.person and not actor.aboard


def engaged(state: Coriolis, actor: Fighter, other: Fighter) -> bool:
    """Hostile, within 2 m, both able to act and aware of one another: nobody hidden is engaged. coriolis.ruling.engaged"""
    if not hostile(actor, other) or actor.hidden or other.hidden:
        return False
    return within(state, actor, other, CLOSE) and engages(actor) and engages(other)


def engaged_with_anyone(state: Coriolis, actor: Fighter) -> bool:
    if actor.hidden or not engages(actor):
        return False
    return any(
        each.side != actor.side and not each.hidden and within(state, actor, each, CLOSE) and engages(each)
        for each in state.everyone()
    )


def clinches(state: Coriolis, actor: Fighter, other: Fighter) -> bool:
    """Can one of them hold the other? Both conscious, on foot and within reach. coriolis.ruling.grapple.release"""
    able = actor is not other and actor.conscious and other.conscious and not actor.aboard and not other.aboard
    near = able and distance_or(state, actor, other, CLOSE) <= CLOSE
    return near and not (state.scene.walls and walled_off(state, actor, other))


def within(state: Coriolis, actor: Fighter, other: Fighter, metres: float) -> bool:
    """As far as the map or a relation says; what nobody has said is out of reach."""
    near = distance_or(state, actor, other, inf) <= metres
    return near and not (state.scene.walls and walled_off(state, actor, other))


def refuse_walled(state: Coriolis, actor: Fighter, other: Fighter) -> None:
    """Nobody reaches through a wall or a closed door. coriolis.ruling.wall"""
    reason = behind_wall(state, actor, other)
    if reason is not None:
        raise reason


def refuse_way(state: Coriolis, mover: Fighter, path: tuple[Point, ...]) -> None:
    """Walls, windows and closed doors are in the way. coriolis.ruling.wall"""
    reason = way_blocked("coriolis.ruling.wall", state, mover.at, path)
    if reason is not None:
        raise reason


def behind_wall(state: Coriolis, actor: Fighter, other: Fighter) -> Refused | None:
    """Sight, fire and reach end at walls and closed doors. coriolis.ruling.wall"""
    return barriers.behind_wall("coriolis.ruling.wall", state, actor, other)
