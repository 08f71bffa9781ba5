"""What vehicle combat adds to a fight: a vehicle's sheet and state, and the turn its crew is in."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.rulebooks.icar.ground.records import Weapon

DERIVED = -1  # a figure left out of the file: the book works it out

HACKER, ENGINEER, PILOT, GUNNER = "hacker", "engineer", "pilot", "gunner"
#: icar.vehicle.roles, in the order of icar.vehicle.turn.order
ROLES: tuple[str, ...] = (HACKER, ENGINEER, PILOT, GUNNER)
BEFORE_BOARDING: tuple[str, ...] = (HACKER, ENGINEER, PILOT)
BOARD = "board"  # between the pilot and the gunners: jumping across, climbing in, fighting aboard
DECLARE = "declare"
PHASES = (DECLARE, HACKER, ENGINEER, PILOT, BOARD, GUNNER)
ESCAPED, PARKED, CRASHED = "escaped", "parked", "crashed"

ESCAPE, FIRING_POSITION, RAM, DODGE, OTHER = "escape", "firing-position", "ram", "dodge", "other"
GOALS = (ESCAPE, FIRING_POSITION, RAM, DODGE, OTHER)


@dataclass(slots=True, kw_only=True)
class Vehicle:
    """A vehicle's sheet, and what has become of it."""

    key: str
    name: str = ""
    speed: int = 100
    max_hp: int = 20
    open: bool = False  # its occupants are exposed. icar.vehicle.damage.where
    max_shields: int = 0
    shield_hp: int = 0  # what one shield stops in a turn
    mounted: list[Weapon] = field(default_factory=list)
    cost: int = 0  # new; 0: not for sale
    hp: int = DERIVED
    shields: int = DERIVED  # still working; one of them is up
    soaked: int = 0  # damage the shield that is up has taken this turn
    mending: int = 0  # shields that come back with the next turn
    goal: str = ""  # what the team has declared for this turn
    whom: str = ""  # … against which vehicle
    firing_position: bool = False  # this turn, for all its gunners
    dodging: bool = False  # until its pilot's next check
    lost_control: bool = False  # its pilot's next check fails by itself
    losing_power: bool = False  # speed 0 and no mounted weapons next turn
    lost_power: bool = False  # … this turn
    contact: list[str] = field(default_factory=list)  # vehicles it has rammed, until its next turn
    autopilot: bool = False
    tamed_autopilot: bool = False  # hacked: it does not stop at the first danger
    falling: int = 0  # turns until it hits the ground; 0: it flies
    gone: str = ""  # escaped, parked or crashed: no longer in the chase


@dataclass(slots=True, kw_only=True)
class Boost:
    """What one role gives another's check this turn."""

    amount: int
    rule: str
    by: str
    on: str  # pilot or gunner
    goals: list[str] = field(default_factory=list)  # only when the pilot tries one of these; none: whatever it is


@dataclass(slots=True, kw_only=True)
class VehicleTurn:
    order: list[str] = field(default_factory=list)  # vehicles, highest initiative first
    up: str = ""  # the vehicle whose crew acts
    done: list[str] = field(default_factory=list)  # vehicles whose turn is over
    waiting: list[str] = field(default_factory=list)  # who keeps the action for boarding
    swapped: list[str] = field(default_factory=list)  # who took another role this turn
    boosts: list[Boost] = field(default_factory=list)
