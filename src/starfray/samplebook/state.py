"""What a fight holds: fighters with their sheets, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from starfray.engine.rules import Between, Combatant, Position

UNSET = -1  # left out of the file: worked out by `derive`


@dataclass(slots=True, kw_only=True)
class Weapon:
    key: str
    name: str = ""
    damage: Annotated[int, Between(1, 10)] = 1  # for each hit


@dataclass(slots=True, kw_only=True)
class Fighter(Combatant):
    """Everything a fight file may say of somebody. Bounds stand on the fields and are checked by the engine."""

    aim: Annotated[int, Between(1, 8)] = 3
    max_hp: Annotated[int, Between(1, 30)] = 6
    hp: Annotated[int, Between(UNSET, 30)] = UNSET
    weapons: list[Weapon] = field(default_factory=list)
    covered: bool = False
    dodged: bool = False  # this turn


@dataclass(slots=True, kw_only=True)
class Skirmish(Position[Fighter]):
    turn: int = 0  # 0: the fight has not begun
    acted: list[str] = field(default_factory=list)  # who has acted this turn
