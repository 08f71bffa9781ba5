"""What can be done in a Coriolis fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Shot(Action):
    KIND: ClassVar[str] = "shot"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class AimedShot(Action):
    KIND: ClassVar[str] = "aimed-shot"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class QuickShot(Action):
    KIND: ClassVar[str] = "quick-shot"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class FullAuto(Action):
    KIND: ClassVar[str] = "full-auto"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class MeleeAttack(Action):
    KIND: ClassVar[str] = "melee-attack"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class QuickMelee(Action):
    KIND: ClassVar[str] = "quick-melee"
    target: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Along a path of points; without a map, to a distance from somebody."""

    KIND: ClassVar[str] = "move"
    path: tuple[Point, ...] = ()
    target: str = ""
    metres: float = -1.0


@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    KIND: ClassVar[str] = "take-cover"
    cover: str = ""


@dataclass(frozen=True, slots=True)
class EnterOverwatch(Action):
    """Toward a point; without a map, on the people named."""

    KIND: ClassVar[str] = "overwatch"
    toward: Point | None = None
    watching: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reload(Action):
    KIND: ClassVar[str] = "reload"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Action):
    KIND: ClassVar[str] = "draw"
    weapon: str


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    KIND: ClassVar[str] = "pick-up"
    weapon: str


@dataclass(frozen=True, slots=True)
class GoProne(Action):
    KIND: ClassVar[str] = "go-prone"


@dataclass(frozen=True, slots=True)
class GetUp(Action):
    KIND: ClassVar[str] = "get-up"


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """The slot is over; unspent AP stay for reactions until the turn ends."""

    KIND: ClassVar[str] = "end-turn"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Shot, AimedShot, QuickShot, FullAuto, MeleeAttack, QuickMelee, Move, TakeCover, EnterOverwatch, Reload, Draw,
        PickUp, GoProne, GetUp, EndTurn,
    )
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, TurnStart)}
