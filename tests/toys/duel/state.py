"""A small game to try the kit on: duellists with breath, skill and blood."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.position import Combatant, Position

GM = "gm"


@dataclass(slots=True, kw_only=True)
class Duellist(Combatant):
    skill: int = 3
    hp: int = 7
    breath: int = 2
    kept: int = 0
    initiative: int = 0
    open: bool = False  # her guard
    marks: list[str] = field(default_factory=list)  # whose measure she has taken, once for each time

    @property
    def up(self) -> bool:
        return self.hp > 0 and not self.out


@dataclass(slots=True, kw_only=True)
class Duel(Position[Duellist]):
    turn: int = 0
    order: list[str] = field(default_factory=list)
    acted: list[str] = field(default_factory=list)
    active: str = ""
    bleeding: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Strike(Action):
    KIND: ClassVar[str] = "strike"
    target: str


@dataclass(frozen=True, slots=True)
class Measure(Action):
    KIND: ClassVar[str] = "measure"
    target: str


@dataclass(frozen=True, slots=True)
class Feint(Action):
    KIND: ClassVar[str] = "feint"
    target: str


@dataclass(frozen=True, slots=True)
class Hide(Action):
    KIND: ClassVar[str] = "slip-away"


@dataclass(frozen=True, slots=True)
class Wait(Action):
    KIND: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"


@dataclass(frozen=True, slots=True)
class Bleed(Action):
    KIND: ClassVar[str] = "bleed"
    who: str


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """The slot of one who is down or gone."""

    KIND: ClassVar[str] = "pass"
