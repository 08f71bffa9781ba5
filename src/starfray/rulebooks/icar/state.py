"""What an Icar fight holds. A combatant is a person, or a spacecraft or vehicle if it has the record of one."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.position import Combatant, Position
from starfray.engine.scene import Point
from starfray.rulebooks.icar.ground.records import FIRST, UNTOLD, Armour, Combo, GroundTurn, Shield, Suit, Weapon
from starfray.rulebooks.icar.hacking.records import Daemon, Intrusion, Thing
from starfray.rulebooks.icar.space.records import DERIVED, Craft, SpaceTurn
from starfray.rulebooks.icar.vehicle.records import Vehicle, VehicleTurn


@dataclass(slots=True, kw_only=True)
class Attributes:
    battle: int = 2
    shift: int = 2
    meat: int = 2
    soul: int = 2
    wit: int = 2


@dataclass(slots=True, kw_only=True)
class Kit:
    """Equipment that helps with skills. icar.check.equipment-bonus"""

    key: str
    name: str = ""
    skills: dict[str, int] = field(default_factory=dict)
    hypo: bool = False  # brings Stun back to half
    half_heal: bool = False  # a patient gets half the maximum hit points back, once in 40 hours


@dataclass(slots=True, kw_only=True)
class Actor(Combatant):
    pc: bool = False  # a player's character: may draw from the shared pool
    attributes: Attributes = field(default_factory=Attributes)
    skills: dict[str, int] = field(default_factory=dict)
    kit: list[Kit] = field(default_factory=list)
    # --- body and gear
    hp: int = UNTOLD
    max_hp: int = DERIVED  # a human 10; with bionics, theirs
    stun: int = UNTOLD
    max_stun: int = DERIVED  # 5 + 2 x Meat (icar.ruling.stun-max)
    rp: int = 0
    weapons: list[Weapon] = field(default_factory=list)
    hand: str = FIRST  # the weapon or object held; empty: bare hands
    armour: list[Armour] = field(default_factory=list)
    shields: list[Shield] = field(default_factory=list)
    suits: list[Suit] = field(default_factory=list)  # bionics
    aug: bool = False  # augmented, whatever suits are listed
    automaton: bool = False
    gaia_link: bool = False
    hack_passes: int = 0  # an Aug without a listed suit: what it takes to get in
    combos: list[Combo] = field(default_factory=list)
    daemons: list[str] = field(default_factory=list)  # bought in the Undergaia
    medical_ai: bool = False  # asks the Star Civilisation AI over Gaia
    # --- condition
    area: str = ""  # the room it is in; shut doors part rooms
    initiative: int = 0
    acted: str = ""  # the main action of this turn
    quick: int = 0  # quick tasks the GM has granted this turn
    asked_quick: bool = False
    tasks: int = 0  # hacking actions used this turn
    swapped: int = 0  # swap moves used this turn
    surprised: bool = False
    prone: bool = False
    tripped_by: str = ""
    held_by: str = ""
    fell: bool = False  # down or held only since this turn: no escape yet
    struggled: bool = False  # this turn's escape check is made
    away: int = 0  # pushed clear: turns until back
    asleep: int = 0  # turns left
    dying: int = 0  # turns left to live
    tries: int = 0  # Medicine checks that may still be tried on the dying
    stable: bool = False
    brain_gone: bool = False
    vaporised: bool = False
    lost: list[str] = field(default_factory=list)  # limbs and organs
    disabled: list[str] = field(default_factory=list)  # what a hacker has switched off in an Aug
    blinded: int = 0  # an Aug whose sensors are off: what it adds to the target numbers of shots
    burning: int = 0  # napalm: damage at the end of every turn
    moving: bool = False
    plan: Point | None = None  # a move declared, not made yet
    in_cover: bool = False
    aim: str = ""  # aims at, this turn
    aimed: str = ""  # has aimed at for the whole previous turn
    shot: list[str] = field(default_factory=list)  # targets of this turn
    shot_before: list[str] = field(default_factory=list)  # … and of the last
    said: str = ""
    # --- aboard a craft or vehicle
    aboard: str = ""
    role: str = ""  # at which station; none: a passenger
    at_system: str = ""  # the inoperable system an engineer has travelled to
    cluster: int = 0  # which of the craft's clusters a gunner has, from 1
    inside: str = ""  # a hacker: the enemy spacecraft it has got into or stands on
    dangling: bool = False  # hangs off the vehicle it tried to board
    craft: Craft | None = None
    vehicle: Vehicle | None = None
    gunner: int = 0  # a craft without a crew of its own: the enemy's Gunner ability
    stn: int = 0  # … and the STN it shoots at


@dataclass(slots=True, kw_only=True)
class Icar(Position[Actor]):
    turn: int = 0  # 0: not begun
    pool: int = DERIVED  # dice in the shared pool
    things: list[Thing] = field(default_factory=list)  # doors, lights, data … that can be hacked
    hacks: list[Intrusion] = field(default_factory=list)
    at_work: list[Daemon] = field(default_factory=list)
    ground: GroundTurn = field(default_factory=GroundTurn)
    chase: VehicleTurn = field(default_factory=VehicleTurn)
    space: SpaceTurn = field(default_factory=SpaceTurn)
