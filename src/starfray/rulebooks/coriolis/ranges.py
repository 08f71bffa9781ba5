"""Distance bands, who is engaged with whom."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import distance, known_distance
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

BANDS = ("close", "short", "long", "extreme")
#: coriolis.range.close, .short, .long, .extreme; limits inclusive (coriolis.ruling.range-boundary)
LIMITS = (2.0, 20.0, 100.0, 1000.0)
CLOSE: float = LIMITS[0]


def band_at(metres: float) -> int:
    """The place of the band in BANDS; beyond the last nothing can be attacked."""
    for place, limit in enumerate(LIMITS):
        if metres <= limit:
            return place
    raise Refused("coriolis.range.extreme", f"{metres:.0f} m is out of every range", ["1000 m or nearer"])


def band(state: Coriolis, one: Fighter, other: Fighter) -> int:
    return band_at(distance(state, one, other))


def hostile(one: Fighter, other: Fighter) -> bool:
    return one.side != other.side


def sees(one: Fighter, other: Fighter) -> bool:
    """May she know that the other is there?"""
    return one.side == other.side or not other.hidden


def spoken(one: Fighter, other: Fighter) -> str:
    """What a question to her calls the other."""
    return other.name or other.id if sees(one, other) else "somebody unseen"


def engages(one: Fighter) -> bool:
    """Able to fight and aware; a stunned fighter still engages. coriolis.ruling.engaged, coriolis.ruling.crit.stunned"""
    return not one.immobile and one.aware and one.person and not one.aboard  # coriolis.ruling.vehicle.occupants


def engaged(state: Coriolis, one: Fighter, other: Fighter) -> bool:
    """Hostile, within 2 m, both able to act and aware of one another: nobody hidden is engaged. coriolis.ruling.engaged"""
    if not hostile(one, other) or one.hidden or other.hidden:
        return False
    return within(state, one, other, CLOSE) and engages(one) and engages(other)


def engaged_with_anyone(state: Coriolis, one: Fighter) -> bool:
    if one.hidden or not engages(one):
        return False
    return any(
        each.side != one.side and not each.hidden and within(state, one, each, CLOSE) and engages(each)
        for each in state.roster.values()
    )


def within(state: Coriolis, one: Fighter, other: Fighter, metres: float) -> bool:
    known = known_distance(state, one, other)
    return known is not None and known <= metres
