"""What space combat adds to a fight: a spacecraft's sheet and damage, and the turn its crew is building."""

from __future__ import annotations

from dataclasses import dataclass, field

DERIVED = -1  # a figure left out of the file: the book works it out

OPERATIONS, ENGINEER, PILOT, HACKER, GUNNER = "operations", "engineer", "pilot", "hacker", "gunner"
#: icar.space.jobs, in the order of icar.ruling.role-order
ROLES: tuple[str, ...] = (OPERATIONS, ENGINEER, PILOT, HACKER, GUNNER)
PLACES = {role: place for place, role in enumerate(ROLES)}
ENERGY_WEB = "energy-web"
SYSTEMS = {  # icar.space.system.limits: each system and the rule that says what is lost with it
    "shield-generator": "icar.space.system.shield-generator",
    "tractor-beam": "icar.space.system.tractor-beam",
    "light-jump": "icar.space.system.light-jump",
    "grav-field": "icar.space.system.grav-field",
    "grav-engine": "icar.space.system.grav-engine",
    "generators": "icar.space.system.generators",
    "life-support": "icar.space.system.life-support",
    ENERGY_WEB: "icar.space.system.energy-web",
}


#: special rules of a craft: the number they put in place of the book's. icar.space.special.override
SPECIALS = {
    "hull-or-shield": "to the STN for shooting its hull or shields, or for its own shots at them",
    "run-away": "to the STN of its gunners while it runs",
    "repair": "target number of a repair aboard",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """One row of a craft's system table. icar.space.system.table"""

    level: int  # hull damage in K that makes it inoperable
    modifier: int = 0  # to the STN of who shoots at it


@dataclass(slots=True, kw_only=True)
class Craft:
    """A spacecraft's sheet, and what has become of it."""

    key: str
    name: str = ""
    base_stn: int = 16
    max_shields: int = 0
    clusters: list[int] = field(default_factory=list)  # K a turn each
    systems: dict[str, System] = field(default_factory=dict)  # a system not listed is not on board
    fighter: bool = False
    special: dict[str, int] = field(default_factory=dict)  # numbers of its own, see SPECIALS
    unstable_cargo: bool = False  # it may explode
    moles: list[str] = field(default_factory=list)  # sides that have planted a Gaia Mole aboard
    aim: str = ""  # an enemy of two numbers: the system the GM has it shoot at once shields are gone
    shields: int = DERIVED  # still up
    shield_hit: bool = False  # the shield that is up goes down when the shooting side's turn ends
    hull_damage: int = 0  # K
    inoperable: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)  # of these, the ones lost this turn
    destroyed: list[str] = field(default_factory=list)  # of these, the ones the GM says are beyond repair
    hack_coming: list[str] = field(default_factory=list)  # switched off by a hacker from the end of this turn
    hacked: list[str] = field(default_factory=list)  # … this turn
    spent: list[str] = field(default_factory=list)  # options that can be used once per combat and were
    stance: str = ""  # attack or flee, by word of Operations
    running: bool = False  # ran away this turn
    away: bool = False  # out of everybody's range
    untouchable: bool = False  # until its next turn, by a critical Pilot pass
    foreseen: bool = False  # its enemies' plan is read until its next turn, by a critical Operations pass

    def down(self, key: str) -> bool:
        """Inoperable, or switched off by a hacker. icar.ruling.space-hack-effect"""
        return key in self.inoperable or key in self.hacked

    @property
    def hull(self) -> int:
        """The hull damage in K that makes a wreck of it. icar.space.end.collapse"""
        return self.systems[ENERGY_WEB].level


@dataclass(slots=True, kw_only=True)
class Modifier:
    """A term of the STN, or of a crew member's target number, with who brought it about."""

    amount: int
    rule: str
    by: str = ""
    on: str = ""  # the crew member whose target number it is; empty: the STN, or whoever has the role
    role: str = ""  # the role it counts in; empty: the STN


@dataclass(slots=True, kw_only=True)
class SpaceTurn:
    up: str = ""  # the craft whose crew acts
    done: list[str] = field(default_factory=list)  # craft whose turn is over
    stn: list[Modifier] = field(default_factory=list)  # what the gunners will have to reach, term by term
    helps: list[Modifier] = field(default_factory=list)  # to target numbers of crew members
    acted: dict[str, str] = field(default_factory=dict)  # crew member → the option taken
    swapped: list[str] = field(default_factory=list)  # who took another role this turn
    decided: bool = False  # Operations has spoken on attack or flight this turn
    sued: bool = False  # peace was offered this turn
    case_made: bool = False  # the strategy and tactics bonus was asked for
    players: str = ""  # the side that goes first
