"""What can be done in a Compound X fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Run(Action):
    """Along a path of points, for 1 or 2 Actions; without a map, to a distance from somebody."""

    KIND: ClassVar[str] = "run"
    path: tuple[Point, ...] = ()
    actions: int = 2
    cover: str = ""  # the cover to end up behind
    sprint: bool = False
    target: str = ""
    metres: float = -1.0


@dataclass(frozen=True, slots=True)
class Aim(Action):
    KIND: ClassVar[str] = "aim"
    target: str


@dataclass(frozen=True, slots=True)
class CeaseAim(Action):
    KIND: ClassVar[str] = "cease-aim"


@dataclass(frozen=True, slots=True)
class Fire(Action):
    KIND: ClassVar[str] = "fire"
    target: str
    weapon: str = ""
    mode: str = "semi"
    blind: bool = False


@dataclass(frozen=True, slots=True)
class Suppress(Action):
    """The last Action of the turn: it ends it."""

    KIND: ClassVar[str] = "suppress"
    target: str
    weapon: str = ""
    level: str = ""


@dataclass(frozen=True, slots=True)
class Hold(Action):
    """Keep 1 or 2 Actions for a trigger; it ends the turn. The plan is verbs joined by +, as aim+semi."""

    KIND: ClassVar[str] = "hold"
    trigger: str
    plan: tuple[str, ...] = ()
    actions: int = 1
    foe: str = ""
    at: Point | None = None
    radius: float = 1.0
    text: str = ""
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Rechamber(Action):
    KIND: ClassVar[str] = "rechamber"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Reload(Action):
    KIND: ClassVar[str] = "reload"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class ClearJam(Action):
    KIND: ClassVar[str] = "clear-jam"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Take up a weapon, from the holster or from the ground."""

    KIND: ClassVar[str] = "draw"
    weapon: str


@dataclass(frozen=True, slots=True)
class Crouch(Action):
    KIND: ClassVar[str] = "crouch"


@dataclass(frozen=True, slots=True)
class GoProne(Action):
    KIND: ClassVar[str] = "go-prone"


@dataclass(frozen=True, slots=True)
class Stand(Action):
    KIND: ClassVar[str] = "stand"


@dataclass(frozen=True, slots=True)
class Hunker(Action):
    KIND: ClassVar[str] = "hunker"


@dataclass(frozen=True, slots=True)
class Unhunker(Action):
    KIND: ClassVar[str] = "unhunker"


@dataclass(frozen=True, slots=True)
class TakeCover(Action):
    """Use cover that is within reach of where one is."""

    KIND: ClassVar[str] = "take-cover"
    cover: str = ""


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    """Unspent Actions are lost."""

    KIND: ClassVar[str] = "end-turn"


@dataclass(frozen=True, slots=True)
class Begin(Action):
    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class TurnStart(Action):
    KIND: ClassVar[str] = "turn-start"
    who: str


@dataclass(frozen=True, slots=True)
class TurnOver(Action):
    """Whoever is Downed, passes out or leaves in the middle of a turn has no more of it."""

    KIND: ClassVar[str] = "turn-over"
    who: str


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Run, Aim, CeaseAim, Fire, Suppress, Hold, Rechamber, Reload, ClearJam, Draw, Crouch, GoProne, Stand, Hunker,
        Unhunker, TakeCover, EndTurn,
    )
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, TurnStart, TurnOver)}
