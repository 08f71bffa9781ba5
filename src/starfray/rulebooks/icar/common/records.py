"""Records inside a combatant or a position: gear and turns on foot, what hackers work on, vehicles, spacecraft."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from starfray.engine.bounds import Between
from starfray.engine.scene import Point

Count = Annotated[int, Between(0)]

DERIVED = -1  # a figure left out of the file: the book works it out
UNTOLD = -(10**9)  # … where the figure itself may be negative
FIRST = "first"  # the hand is on the first weapon of the list unless the file says otherwise

PISTOLS = ("pistol", "machine pistol")
FIREARMS = (*PISTOLS, "sub-machine gun", "rifle", "sniper rifle")  # icar.close.weapon.firearm: fit for close quarters


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A named feature or factory option of a weapon. icar.fire.sheet.features, icar.fire.sheet.options"""

    name: str
    words: str = ""
    cost: int = 0
    rarity: int = 0
    fitted: bool = False
    damage: int = 0  # what a fitted one adds to the weapon's own figures
    magazine: int = 0
    to_hit: int = 0


@dataclass(slots=True, kw_only=True)
class Weapon:
    """A weapon's sheet, and what is left in it. icar.fire.sheet.ownership: no sheet, no weapon."""

    key: str
    name: str = ""  # icar.fire.sheet.name
    type: str = "hand"  # icar.fire.sheet.type: hand, improvised, pistol, rifle …
    cost: int = 0  # icar.fire.sheet.cost
    rarity: int = 0  # icar.fire.sheet.rarity
    features: list[Feature] = field(default_factory=list)
    options: list[Feature] = field(default_factory=list)
    note: str = ""  # icar.fire.sheet.note
    damage: int = 0  # icar.fire.stat.damage
    stun: int = DERIVED  # icar.ruling.firearm-stun: equal to the damage unless listed
    magazine: int = 0  # icar.fire.stat.magazine; 0: no firearm
    to_hit: int = 0  # icar.fire.stat.to-hit
    bonus: int = 0  # icar.ruling.strike-damage: of a hand weapon, on top of Meat
    radius: int = 0  # metres; a grenade hits everybody within
    burns: bool = False  # goes on burning, its damage every turn
    reach: int = 0  # metres; a shot goes no further (0: no limit)
    mounted: bool = False
    rounds: int = DERIVED
    spares: int = DERIVED  # magazines left; not listed: enough
    apart: bool = False  # dismantled
    fitted_out: bool = False  # its fitted options are counted in its figures

    @property
    def gun(self) -> bool:
        return self.magazine > 0

    def fit_options(self) -> None:
        """What the factory has built in counts in the figures, once. icar.fire.sheet.options"""
        fitted = [option for option in self.options if option.fitted]
        if fitted and not self.fitted_out:
            self.fitted_out = True
            self.damage += sum(option.damage for option in fitted)
            self.magazine += sum(option.magazine for option in fitted)
            self.to_hit += sum(option.to_hit for option in fitted)


@dataclass(slots=True, kw_only=True)
class Lying:
    """A weapon on the floor. icar.ruling.taking"""

    weapon: Weapon
    at: Point | None = None
    area: str = ""
    aboard: str = ""  # the vehicle it lies in


@dataclass(slots=True, kw_only=True)
class Armour:
    """An extra pool of hit points. icar.ruling.armour"""

    key: str
    name: str = ""
    hp: int = 0
    left: Count = DERIVED
    powered: bool = False
    vacuum: bool = False
    cost: int = 0
    min_meat: int = 0  # what its wearer needs
    meat: int = 0
    shift: int = 0
    shields: list[int] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Shield:
    """A shield, or one of several in a system. icar.shield.capacity"""

    key: str = "shield"
    name: str = ""
    hp: Count = 0  # what it stops in one turn
    cost: int = 0
    up: bool = False
    taken: Count = 0  # this turn
    shut: bool = False  # overloaded; wants a restart
    wait: Count = 0  # turns until a restart may be tried


@dataclass(slots=True, kw_only=True)
class Suit:
    """Bionics: changes to the natural attributes, new hit points. The wearer is an Aug."""

    key: str
    name: str = ""
    kind: str = ""
    passes: int = 8  # icar.ruling.hack-aug
    battle: int = 0
    meat: int = 0
    shift: int = 0
    soul: int = 0
    hp: int = 0
    gaia_link: bool = True


@dataclass(slots=True, kw_only=True)
class Combo:
    """A chain of moves bought with roleplaying points. icar.close.build.record"""

    name: str
    moves: list[str]
    difficulty: int = DERIVED  # a figure given is the table's word and stays
    agreed: bool = False  # the table has agreed to it whatever the levels say (icar.ruling.example-levels)
    words: str = ""  # what its owner is wont to say


@dataclass(slots=True, kw_only=True)
class Shot:
    """A hit that takes effect when everybody has thrown. icar.fire.simultaneous"""

    by: str
    target: str
    damage: int
    stun: int
    weapon: str = ""
    spot: str = ""
    burns: bool = False
    shielded: bool = False  # the target's shield was up when the die was thrown (icar.ruling.shield-on-turn)


@dataclass(slots=True, kw_only=True)
class GroundTurn:
    order: list[str] = field(default_factory=list)  # highest initiative first
    asked: list[str] = field(default_factory=list)  # who has decided in the fire phase of this turn
    held: list[str] = field(default_factory=list)  # who has held fire this turn: no shot any more
    acting: bool = False  # the fire phase is over
    shots: list[Shot] = field(default_factory=list)
    surroundings: int = 0  # the GM's word on light and weather, on every shot's target number
    words: str = ""  # … and what it is


# --- hacking -------------------------------------------------------------------------------------------------------

DOOR, AIRLOCK, LIGHTS, GRAVITY, GENERATOR = "door", "airlock", "lights", "gravity", "generator"
DATA, SENSORS, UNDERGAIA = "data", "sensors", "undergaia"


@dataclass(slots=True, kw_only=True)
class Thing:
    """Something in Gaia that is not a combatant: a door, the lights, somebody's secrets."""

    name: str
    kind: str = DOOR
    barriers: int = 0  # successes it takes; 0: as many as its kind has
    open: bool = False  # a door; of lights and gravity: off
    joins: list[str] = field(default_factory=list)  # a door or airlock: the two areas it lies between
    size: str = "small"  # a generator: small, medium, large
    holder: str = ""  # the combatant (vehicle, spacecraft) it belongs to
    words: str = ""  # data: what is to be found
    area: str = ""  # the room it stands in
    looks: str = ""  # what a Chameleon makes of it for strangers


@dataclass(slots=True, kw_only=True)
class Intrusion:
    """A break-in: whose, into what, how many passes so far, and what it has switched off."""

    by: str
    target: str  # a combatant or a thing
    passes: int = 0  # successful rolls, all of them
    before: int = 0  # … and those before the hacker was thrown out
    inside: bool = False
    back_door: bool = False  # a way back in for everybody
    seen_by: str = ""  # who has found the hacker there: a human, a clever Entity
    off: list[str] = field(default_factory=list)  # systems that are off this turn
    coming: list[str] = field(default_factory=list)  # … and those that will be in the next
    for_good: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Daemon:
    """A Daemon at work on something. icar.hack.daemon.goal"""

    key: str
    by: str
    target: str
    turns: int = 0  # left, where it has a clock
    noticed: list[str] = field(default_factory=list)  # who has seen the Trail


# --- aboard a vehicle or spacecraft --------------------------------------------------------------------------------

OPERATIONS, ENGINEER, PILOT, HACKER, GUNNER = "operations", "engineer", "pilot", "hacker", "gunner"

ESCAPED, PARKED, CRASHED = "escaped", "parked", "crashed"
GONE = (ESCAPED, PARKED, CRASHED)
STILL_THERE = ("", "wreck", "at peace", "surrendered")  # how a craft is that a beam can hold

ESCAPE, FIRING_POSITION, RAM, DODGE, OTHER = "escape", "firing-position", "ram", "dodge", "other"
GOALS = (ESCAPE, FIRING_POSITION, RAM, DODGE, OTHER)


@dataclass(slots=True, kw_only=True)
class Vehicle:
    """A vehicle's sheet, and what has become of it."""

    key: str
    name: str = ""
    speed: Count = 100
    max_hp: Annotated[int, Between(1)] = 20
    open: bool = False  # its occupants are exposed. icar.vehicle.damage.where
    max_shields: int = 0
    shield_hp: Count = 0  # what one shield stops in a turn
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
    falling: Count = 0  # turns until it hits the ground; 0: it flies
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


# --- spacecraft ----------------------------------------------------------------------------------------------------

ENERGY_WEB, GRAV_FIELD = "energy-web", "grav-field"
SYSTEMS = {  # icar.space.system.limits: each system and the rule that says what is lost with it
    "shield-generator": "icar.space.system.shield-generator",
    "tractor-beam": "icar.space.system.tractor-beam",
    "light-jump": "icar.space.system.light-jump",
    GRAV_FIELD: "icar.space.system.grav-field",
    "grav-engine": "icar.space.system.grav-engine",
    "generators": "icar.space.system.generators",
    "life-support": "icar.space.system.life-support",
    ENERGY_WEB: "icar.space.system.energy-web",
}


DOORS = "doors"  # no system of the table, but a hacker opens them
AIR_TURNS = 12_000  # icar.space.system.life-support: ten hours


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
    clusters: list[Annotated[int, Between(5, 50)]] = field(default_factory=list)  # K a turn each. icar.space.damage.size
    systems: dict[str, System] = field(default_factory=dict)  # a system not listed is not on board
    fighter: bool = False
    special: dict[str, int] = field(default_factory=dict)  # numbers of its own, see SPECIALS
    unstable_cargo: bool = False  # it may explode
    moles: list[str] = field(default_factory=list)  # sides that have planted a Gaia Mole aboard
    aim: str = ""  # an enemy of two numbers: the system the GM has it shoot at once shields are gone
    shields: int = DERIVED  # still up
    shield_hit: bool = False  # the shield that is up goes down when the shooting side's turn ends
    hull_damage: Count = 0  # K
    inoperable: list[str] = field(default_factory=list)
    fresh: list[str] = field(default_factory=list)  # of these, the ones lost this turn
    destroyed: list[str] = field(default_factory=list)  # of these, the ones the GM says are beyond repair
    hack_coming: list[str] = field(default_factory=list)  # switched off by a hacker from the end of this turn
    hacked: list[str] = field(default_factory=list)  # … this turn
    spent: list[str] = field(default_factory=list)  # options that can be used once per combat and were
    beam: str = ""  # the craft its tractor beam holds, until its next turn
    air: Count = AIR_TURNS  # turns of air left while life support is down
    stance: str = ""  # attack or flee, by word of Operations
    running: bool = False  # ran away this turn
    away: bool = False  # out of everybody's range
    untouchable: bool = False  # until its next turn, by a critical Pilot pass
    foreseen: bool = False  # its enemies' plan is read until its next turn, by a critical Operations pass

    def down(self, key: str) -> bool:
        """Inoperable, or switched off by a hacker; no life support behind open airlocks. icar.ruling.space-hack-effect

        Nothing works aboard a wreck. icar.space.system.energy-web
        """
        open_locks = key == "life-support" and DOORS in self.hacked
        return key in self.inoperable or key in self.hacked or open_locks or ENERGY_WEB in self.inoperable

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
