"""What a fight of the Space Opera Combat System holds: ships with their guns and crews, Aiming Bonuses, ranges, the phase."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.position import Combatant, Position


@dataclass(slots=True, kw_only=True)
class Person:
    """Somebody aboard. socs.character.major, socs.character.minor"""

    key: str
    name: str = ""
    major: bool = False
    piloting: int = 10
    gunner: int = 10
    sensors: int = 10
    mechanic: int = 10  # damage control; socs.ruling.continuing-damage: 10 without a sheet
    ht: int = 10  # socs.ruling.great-major: 10 without a sheet
    dead: bool = False


@dataclass(slots=True, kw_only=True)
class Gun:
    """A weapon of a ship, who mans it, and the Sustained Fire AB its gunner has built up."""

    key: str
    name: str = ""
    firepower: int = 2  # socs.weapon.firepower: levels 1 to 5
    range: str = "short"  # socs.weapon.range: short or long
    accuracy: int = 0  # socs.weapon.accuracy
    hull: bool = False  # sits in the hull: never lost with a location
    gunner: str = ""  # a key of the crew
    mount: str = ""  # the hit location that carries it
    target: str = ""  # whom it fired at last turn
    sustained: int = 0  # socs.ab.sustained: the bonus against that target


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
    shield: int = 0  # socs.ruling.shields: 0 to 2 levels
    guns: list[Gun] = field(default_factory=list)
    crew: list[Person] = field(default_factory=list)
    pilot: str = ""  # a key of the crew; the first of it if left out
    locations: list[str] = field(default_factory=list)  # socs.ship.locations: six, by one die; by class if left out
    lost: list[str] = field(default_factory=list)  # locations disabled for the fight
    position: dict[str, int] = field(default_factory=dict)  # socs.ab.position: bonus by target
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
    for each in ship.crew:
        if each.key == key:
            return each
    return None


def pilot_of(ship: Ship) -> Person | None:
    """The one at the controls, if alive."""
    one = person(ship, ship.pilot)
    return one if one is not None and not one.dead else None


def gunner_of(ship: Ship, gun: Gun) -> Person | None:
    one = person(ship, gun.gunner)
    return one if one is not None and not one.dead else None


def gun_of(ship: Ship, key: str) -> Gun:
    return next(each for each in ship.guns if each.key == key)


def foes_of(state: Socs, one: Ship) -> list[Ship]:
    """Ships of other sides that are still there and known to be, in roster order."""
    return [each for each in state.roster.values() if each.side != one.side and not each.hidden and not each.gone]


def station(ship: Ship, key: str) -> str:
    """Who is asked for somebody aboard: the person's own seat if the ship has one for it, else the ship's."""
    return f"{ship.id}/{key}" if key in ship.stations else ship.id
