"""What can be done in a GURPS fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """One attack, after a step of up to a yard (on a map by `path`, else to `yards` from the target)."""

    KIND: ClassVar[str] = "attack"
    target: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class AllOutAttack(Action):
    KIND: ClassVar[str] = "all-out-attack"
    target: str
    option: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class AllOutDefense(Action):
    KIND: ClassVar[str] = "all-out-defense"
    option: str
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class TakeAim(Action):
    KIND: ClassVar[str] = "aim"
    target: str
    weapon: str = ""
    braced: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Along a path of points; without a map, to so many yards from somebody."""

    KIND: ClassVar[str] = "move"
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Hold until the trigger, then attack whoever sets it off, or make something ready."""

    KIND: ClassVar[str] = "wait"
    trigger: str
    watching: str = ""
    ally: str = ""
    yards: float = -1.0
    text: str = ""
    maneuver: str = "attack"
    option: str = ""
    weapon: str = ""
    location: str = ""
    chink: bool = False


@dataclass(frozen=True, slots=True)
class Ready(Action):
    """Draw, pick up, turn the right way, reload; 'shield' for a shield that was knocked aside."""

    KIND: ClassVar[str] = "ready"
    item: str
    hand: str = ""


@dataclass(frozen=True, slots=True)
class ChangePosture(Action):
    KIND: ClassVar[str] = "change-posture"
    posture: str


@dataclass(frozen=True, slots=True)
class Crouch(Action):
    """Free: from standing to crouching, or back up."""

    KIND: ClassVar[str] = "crouch"


@dataclass(frozen=True, slots=True)
class DoNothing(Action):
    KIND: ClassVar[str] = "do-nothing"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnEnd(Action):
    KIND: ClassVar[str] = "turn-end"


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Attack, AllOutAttack, AllOutDefense, TakeAim, Move, Wait, Ready, ChangePosture, Crouch, DoNothing,
    )
}  # fmt: skip
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, TurnEnd)}
