"""What an Icar fight holds. A combatant is a person, or a spacecraft or vehicle if it has the record of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from starfray.engine.rules import Between, Combatant, Point, Position
from starfray.rulebooks.icar.common.records import (
    DERIVED,
    FIRST,
    UNTOLD,
    Armour,
    Combo,
    Count,
    Craft,
    Daemon,
    GroundTurn,
    Intrusion,
    Lying,
    Shield,
    SpaceTurn,
    Suit,
    Thing,
    Vehicle,
    VehicleTurn,
    Weapon,
)

Attribute = Annotated[int, Between(1, 30)]


@dataclass(slots=True, kw_only=True)
class Attributes:
    battle: Attribute = 2
    shift: Attribute = 2
    meat: Attribute = 2
    soul: Attribute = 2
    wit: Attribute = 2


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
    skills: dict[str, Annotated[int, Between(0, 20)]] = field(default_factory=dict)
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
    quick: Count = 0  # quick tasks the GM has granted this turn
    asked_quick: bool = False
    hurried: bool = False  # has fitted in a quick task this turn
    tasks: Count = 0  # hacking actions used this turn
    swapped: Count = 0  # swap moves used this turn
    surprised: bool = False
    prone: bool = False
    tripped_by: str = ""
    held_by: str = ""
    fell: bool = False  # down or held only since this turn: no escape yet
    struggled: bool = False  # this turn's escape check is made
    away: Count = 0  # pushed clear: turns until back
    asleep: Count = 0  # turns left
    dying: Count = 0  # turns left to live
    fresh: list[str] = field(default_factory=list)  # which of these two began this turn: its end does not count
    healed: bool = False  # a medic has given hit points back today
    tries: Count = 0  # Medicine checks that may still be tried on the dying
    stable: bool = False
    brain_gone: bool = False
    vaporised: bool = False
    lost: list[str] = field(default_factory=list)  # limbs and organs
    disabled: list[str] = field(default_factory=list)  # what a hacker has switched off in an Aug
    blinded: Count = 0  # an Aug whose sensors are off: what it adds to the target numbers of shots
    burning: Count = 0  # napalm: damage at the end of every turn
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
    gunner: Annotated[int, Between(2, 10)] = 0  # a craft without a crew: the enemy's Gunner ability, awful to masterful
    stn: Annotated[int, Between(12, 20)] = 0  # … and the STN it shoots at, easy to hard


@dataclass(slots=True, kw_only=True)
class Icar(Position[Actor]):
    turn: int = 0  # 0: not begun
    pool: int = DERIVED  # dice in the shared pool
    lying: list[Lying] = field(default_factory=list)  # weapons on the floor
    things: list[Thing] = field(default_factory=list)  # doors, lights, data … that can be hacked
    hacks: list[Intrusion] = field(default_factory=list)
    at_work: list[Daemon] = field(default_factory=list)
    ground: GroundTurn = field(default_factory=GroundTurn)
    chase: VehicleTurn = field(default_factory=VehicleTurn)
    space: SpaceTurn = field(default_factory=SpaceTurn)
