"""The picture of a dogfight: who is on whose tail, with which bonus, at what range."""

from __future__ import annotations

from starfray.engine.diagram import Diagram, Link, Node
from starfray.rulebooks.socs.ships import LOST_MR
from starfray.rulebooks.socs.state import Ship, Socs, band, pilot_of
from starfray.rulebooks.socs.vitals import status

RANGES = {"short": "short range", "long": "long range", "out": "out of range"}


def diagram(state: Socs) -> Diagram:
    return Diagram("tails", "Who is on whose tail", nodes=[node(ship) for ship in state.roster.values()], links=links(state))


def node(ship: Ship) -> Node:
    return Node(ship.id, ship.name or ship.id, ship.id, status(ship)[0], pilot_words(ship))


def pilot_words(ship: Ship) -> str:
    """Who flies, and how well; not where that is only guessed at. socs.maneuver.roll, socs.ship.mr"""
    pilot = pilot_of(ship)
    if pilot is None or any(path.startswith(("crew", "mr")) for path in ship.assumed):
        return ""
    rating = ship.mr + sum(LOST_MR.get(place, 0) for place in ship.lost)
    return f"{pilot.name or pilot.key}, piloting {pilot.piloting}" + (f" {rating:+d}" if rating else "")


def links(state: Socs) -> list[Link]:
    """Every Position AB; and the range of other hostile pairs where it is not the usual one. socs.ab.position"""
    there = [ship for ship in state.roster.values() if not ship.gone]
    found = []
    for ship in there:
        for target, bonus in ship.position.items():
            other = state.roster.get(target)
            if other is not None and not other.gone:
                found.append(Link(ship.id, target, f"position +{bonus}, {RANGES[band(state, ship, other)]}", bonus))
    tied = {frozenset((each.source, each.to)) for each in found}
    for place, ship in enumerate(there):
        for other in there[place + 1 :]:
            where = band(state, ship, other)
            if ship.side != other.side and where != state.range and frozenset((ship.id, other.id)) not in tied:
                found.append(Link(ship.id, other.id, RANGES[where]))
    return found
