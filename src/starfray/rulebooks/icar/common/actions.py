"""Actions and steps that more than one kind of fight has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action


@dataclass(frozen=True, slots=True)
class Check(Action):
    """An option that is one check and takes nothing else. `attribute` proposes another than the usual one."""

    attribute: str = ""


@dataclass(frozen=True, slots=True)
class TakeRole(Action):
    KIND: ClassVar[str] = "take-role"
    role: str


@dataclass(frozen=True, slots=True)
class StandBy(Action):
    KIND: ClassVar[str] = "stand-by"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnEnd(Action):
    KIND: ClassVar[str] = "turn-end"


@dataclass(frozen=True, slots=True)
class Join(Action):
    """Whoever has come into a running fight takes a place in the order: in a chase the vehicle named."""

    KIND: ClassVar[str] = "join"
    who: str = ""
