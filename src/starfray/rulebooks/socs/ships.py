"""Ships by class: size, who may gain position on whom and dodge whom, hit locations and what losing one costs."""

from __future__ import annotations

from starfray.engine.values import Tally
from starfray.rulebooks.socs.state import Person, Ship, pilot_of

FIGHTER, CUTTER, LINE, STATION, PLANET = 0, 1, 2, 3, 4
#: socs.ruling.unarmed-class: Shuttle as fighter, Yacht as cutter, Freighter as ship of the line; socs.ruling.smaller
RANK = {
    "smaller": FIGHTER, "fighter": FIGHTER, "shuttle": FIGHTER,
    "cutter": CUTTER, "yacht": CUTTER,
    "line": LINE, "freighter": LINE,
    "station": STATION, "planet": PLANET,
}  # fmt: skip
SIZE = {FIGHTER: 0, CUTTER: 2, LINE: 4, STATION: 6, PLANET: 6}  # a place on a planet: socs.ruling.planet-location
SMALLER = -1  # socs.ruling.smaller: a drone; -2 a missile, -3 a person in a suit
SIZE_RULE = {
    FIGHTER: "socs.to-hit.fighter", CUTTER: "socs.to-hit.cutter", LINE: "socs.to-hit.line", STATION: "socs.to-hit.station",
    PLANET: "socs.ruling.planet-location",
}  # fmt: skip
SHIP_RULE = {
    FIGHTER: "socs.ship.fighter", CUTTER: "socs.ship.cutter", LINE: "socs.ship.line", STATION: "socs.to-hit.station",
    PLANET: "socs.to-hit.planet",
}  # fmt: skip

#: by one die; fighters have none. socs.ship.locations
LOCATIONS = {
    CUTTER: ["bridge", "turret-a", "turret-b", "engine-room", "nacelle", "cargo-pod"],
    LINE: ["bridge", "port-battery", "starboard-battery", "port-nacelle", "engine-room", "hull-pod"],
    STATION: ["command", "north-battery", "south-battery", "reactor", "docks", "habitat-ring"],
}
MOUNTS = {
    CUTTER: ("turret-a", "turret-b"), LINE: ("port-battery", "starboard-battery"), STATION: ("north-battery", "south-battery"),
}  # fmt: skip
#: socs.ruling.locations: what a disabled location takes off
LOST_MR = {"engine-room": -2, "reactor": -2, "nacelle": -1, "port-nacelle": -1, "starboard-nacelle": -1}
LOST_PILOTING = {"bridge": -2, "command": -2}


def rank(ship: Ship) -> int:
    """Fighters and smaller craft (socs.ship.fighter), cutters (socs.ship.cutter), ships of the line (socs.ship.line), stations,
    planets; what is unarmed counts as the armed class of its size (socs.ship.unarmed).
    """
    return RANK[ship.craft]


def printed_size(craft: str) -> int:
    """What the size adds to the roll of whoever shoots at it: 0 for a fighter (socs.to-hit.fighter), more for larger ships."""
    return SMALLER if craft == "smaller" else SIZE[RANK[craft]]


def size_rule(ship: Ship) -> str:
    return "socs.to-hit.smaller" if ship.craft == "smaller" else SIZE_RULE[rank(ship)]


def position_barred(ship: Ship, on: Ship) -> str:
    """The rule that keeps a class from gaining Position AB on a smaller one; '' if it may."""
    own = rank(ship)
    if own == FIGHTER:
        return ""
    if own == CUTTER and rank(on) == FIGHTER:
        return "socs.limit.cutter-position"
    if own == LINE and rank(on) in (FIGHTER, CUTTER):
        return "socs.limit.line-position"
    return "socs.ruling.station-dodge" if own >= STATION else ""


def dodge_barred(target: Ship, shooter: Ship) -> str:
    """The rule that keeps the target from dodging this shooter; '' if it may try."""
    if not target.able:
        return "socs.ruling.disabled"
    own = rank(target)
    if own >= STATION:
        return "socs.ruling.station-dodge"
    if own == CUTTER and rank(shooter) == FIGHTER:
        return "socs.limit.cutter-dodge"
    if own == LINE and rank(shooter) in (FIGHTER, CUTTER):
        return "socs.limit.line-dodge"
    return ""


def flies(ship: Ship) -> bool:
    """Can it be maneuvered at all? Stations and planets never are. socs.ruling.station-dodge, socs.ruling.disabled"""
    return ship.able and rank(ship) < STATION and pilot_of(ship) is not None


def add_mr(tally: Tally, ship: Ship) -> None:
    """The ship's Maneuver Rating and what lost engines take off it."""
    tally.add(ship.mr, "socs.ship.mr", "MR")
    for place in ship.lost:
        if place in LOST_MR:
            tally.add(LOST_MR[place], "socs.ruling.locations", place)


def add_piloting(tally: Tally, ship: Ship, pilot: Person | None, rule: str) -> None:
    """Somebody's Piloting and what a lost bridge takes off it."""
    tally.add(pilot.piloting if pilot is not None else 0, rule, "Piloting")
    for place in ship.lost:
        if place in LOST_PILOTING:
            tally.add(LOST_PILOTING[place], "socs.ruling.locations", place)
