"""Distance bands, who is engaged with whom."""

from __future__ import annotations

from starfray.engine.rules import Refused, Table, distance, known_distance
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

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


def reveal(table: Table, actor: Fighter) -> None:
    """Whoever attacks from hiding is seen by everybody from then on. coriolis.ruling.sneak.revealed"""
    if actor.hidden:
        actor.hidden = False
        table.emit("coriolis.ruling.sneak.revealed", actor.id)


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
        for each in state.roster.values()
    )


def within(state: Coriolis, actor: Fighter, other: Fighter, metres: float) -> bool:
    known = known_distance(state, actor, other)
    return known is not None and known <= metres
