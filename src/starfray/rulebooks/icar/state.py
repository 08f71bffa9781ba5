"""What an Icar fight holds. A combatant is a person, or a spacecraft if it has the record `craft`."""

from __future__ import annotations

from dataclasses import dataclass, field

from starfray.engine.position import Combatant, Position
from starfray.rulebooks.icar.space.records import DERIVED, Craft, SpaceTurn


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


@dataclass(slots=True, kw_only=True)
class Actor(Combatant):
    pc: bool = False  # a player's character: may draw from the shared pool
    attributes: Attributes = field(default_factory=Attributes)
    skills: dict[str, int] = field(default_factory=dict)
    kit: list[Kit] = field(default_factory=list)
    aboard: str = ""  # the craft
    role: str = ""  # at which station; none: a passenger
    at_system: str = ""  # the inoperable system an engineer has travelled to
    cluster: int = 0  # which of the craft's clusters a gunner has, from 1
    craft: Craft | None = None
    gunner: int = 0  # a craft without a crew of its own: the enemy's Gunner ability
    stn: int = 0  # … and the STN it shoots at


@dataclass(slots=True, kw_only=True)
class Icar(Position[Actor]):
    turn: int = 0  # 0: not begun
    pool: int = DERIVED  # dice in the shared pool
    space: SpaceTurn = field(default_factory=SpaceTurn)
