"""What a fight of the Space Opera Combat System holds: ships with their guns and crews, Aiming Bonuses, ranges, the phase."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from starfray.engine.rules import Between, Combatant, Position

Skill = Annotated[int, Between(0, 40)]
BANDS = ("short", "long", "out")
RANGE_RULE = {band: f"socs.range.{band}" for band in BANDS}
PHASES = ("fire", "maneuver", "end")


@dataclass(slots=True, kw_only=True)
class Person:
    """Somebody aboard. socs.character.major, socs.character.minor"""

    key: str
    name: str = ""
    major: bool = False
    piloting: Skill = 10
    gunner: Skill = 10
    sensors: Skill = 10
    mechanic: Skill = 10  # damage control; socs.ruling.continuing-damage: 10 without a sheet
    ht: Skill = 10  # socs.ruling.great-major: 10 without a sheet
    dead: bool = False


@dataclass(slots=True, kw_only=True)
class Gun:
    """A weapon of a ship, who mans it, and the Sustained Fire AB its gunner has built up."""

    key: str
    name: str = ""
    firepower: Annotated[int, Between(1, 5)] = 2  # socs.weapon.firepower: levels 1 to 5
    range: str = "short"  # socs.weapon.range: short or long
    accuracy: int = 0  # socs.weapon.accuracy
    hull: bool = False  # sits in the hull: never lost with a location
    gunner: str = ""  # a key of the crew
    mount: str = ""  # the hit location that carries it
    target: str = ""  # whom it fired at last turn
    sustained: Annotated[int, Between(0)] = 0  # socs.ab.sustained: the bonus against that target


@dataclass(slots=True, kw_only=True)
class Continuing:
    """Continuing damage: one track per ship. socs.ruling.continuing-damage"""

    failures: int = 0
    fresh: bool = True  # begun this turn: no roll at the end of it


@dataclass(slots=True, kw_only=True)
class Ship(Combatant):
    craft: str = "fighter"  # smaller, fighter, shuttle, cutter, yacht, line, freighter, station, planet
    mr: int = 0  # socs.ship.mr
    size: int | None = None  # to be hit; by class if left out
    shield: Annotated[int, Between(0, 2)] = 0  # socs.ruling.shields: 0 to 2 levels
    guns: list[Gun] = field(default_factory=list)
    crew: list[Person] = field(default_factory=list)
    pilot: str = ""  # a key of the crew; the first of it if left out
    locations: list[str] = field(default_factory=list)  # socs.ship.locations: six, by one die; by class if left out
    lost: list[str] = field(default_factory=list)  # locations disabled for the fight
    position: dict[str, Annotated[int, Between(1)]] = field(default_factory=dict)  # socs.ab.position: bonus by target
    condition: str = ""  # disabled, destroyed, vaporised
    loses_turn: bool = False  # the next one. socs.ruling.light-turn
    adrift: bool = False  # this turn is lost
    no_fire: bool = False  # in the next Fire Phase. socs.maneuver.total-defense.no-fire
    auto_hit: str = ""  # in the next Fire Phase, at this foe. socs.ruling.auto-hit
    continuing: Continuing | None = None
    override_used: bool = False

    @property
    def able(self) -> bool:
        """Neither disabled nor gone. socs.ruling.disabled"""
        return not self.condition and not self.out

    @property
    def gone(self) -> bool:
        """No longer there to be shot at."""
        return self.condition in ("destroyed", "vaporised") or bool(self.out)


@dataclass(slots=True, kw_only=True)
class RangeBetween:
    """The range of one pair of ships where it is not the usual one of the fight."""

    between: tuple[str, str]
    band: str = "short"


@dataclass(slots=True, kw_only=True)
class Socs(Position[Ship]):
    turn: int = 1
    phase: str = "fire"  # fire, maneuver, end: the one that comes next
    seconds: int = 10  # socs.turn.length
    range: str = "short"  # of every pair not named in `ranges`; set by the scenario
    ranges: list[RangeBetween] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)  # craft paired off into dogfights. socs.ruling.furball-count
    hazards: str = ""  # what there is to fly into: an asteroid field. socs.follow.enter


def person(ship: Ship, key: str) -> Person | None:
    for member in ship.crew:
        if member.key == key:
            return member
    return None


def pilot_of(ship: Ship) -> Person | None:
    """The one at the controls, if alive."""
    pilot = person(ship, ship.pilot)
    return pilot if pilot is not None and not pilot.dead else None


def gunner_of(ship: Ship, gun: Gun) -> Person | None:
    gunner = person(ship, gun.gunner)
    return gunner if gunner is not None and not gunner.dead else None


def gun_of(ship: Ship, key: str) -> Gun:
    return next(gun for gun in ship.guns if gun.key == key)


def foes_of(state: Socs, ship: Ship) -> list[Ship]:
    """Ships of other sides that are still there and known to be, in roster order."""
    return [foe for foe in state.roster.values() if foe.side != ship.side and not foe.hidden and not foe.gone]


def station(ship: Ship, key: str) -> str:
    """Who is asked for somebody aboard: the person's own seat if the ship has one for it, else the ship's."""
    return f"{ship.id}/{key}" if key in ship.stations else ship.id


# --- ranges: every pair has its own; a pair not named has the fight's usual one ----------------------------------
def band(state: Socs, ship: Ship, other: Ship) -> str:
    for pair in state.ranges:
        first, second = pair.between
        if (first == ship.id and second == other.id) or (first == other.id and second == ship.id):
            return pair.band
    return state.range


def set_band(state: Socs, ship: Ship, other: Ship, to: str) -> None:
    for pair in state.ranges:
        if ship.id in pair.between and other.id in pair.between:
            pair.band = to
            return
    state.ranges.append(RangeBetween(between=(ship.id, other.id), band=to))


def reaches(gun: Gun, where: str) -> bool:
    """Short: every weapon; long: only long-range ones; out: none."""
    return where == "short" or (where == "long" and gun.range == "long")
