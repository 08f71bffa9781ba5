"""What somebody on foot can do, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point
from starfray.rulebooks.icar.actions import Begin, StandBy, TurnEnd


@dataclass(frozen=True, slots=True)
class Hit(Action):
    """One blow. `thing` is what is swung, if it is not in the hand already."""

    KIND: ClassVar[str] = "hit"
    target: str
    thing: str = ""
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class UseCombo(Action):
    """A combo for each foe (one name serves all). `words` describe it; `swap` is `2:hold`, or `foe/2:hold` among several."""

    KIND: ClassVar[str] = "combo"
    foes: tuple[str, ...]
    combos: tuple[str, ...]
    words: str = ""
    swap: tuple[str, ...] = ()
    attribute: str = ""
    victim: str = ""  # whom Puppet shoots
    crush: bool = False  # an Aug's choice: as much Damage as Stun
    thing: str = ""  # what lies about and is picked up for a Strike


@dataclass(frozen=True, slots=True)
class Escape(Action):
    """Up from the floor, out of a hold. The attribute is asked for when pinned: meat or shift."""

    KIND: ClassVar[str] = "escape"
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Fire(Action):
    """One shot at each target, in the order named."""

    KIND: ClassVar[str] = "fire"
    targets: tuple[str, ...]
    spot: str = ""  # a chosen spot, as "gun hand"
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class HoldFire(Action):
    """Not to shoot, and to act at one's place when the shooting is over."""

    KIND: ClassVar[str] = "hold-fire"


@dataclass(frozen=True, slots=True)
class Aim(Action):
    KIND: ClassVar[str] = "aim"
    target: str


@dataclass(frozen=True, slots=True)
class Move(Action):
    """To a point of the map; or, without one, toward or away from somebody by so many metres. `area`: the next room."""

    KIND: ClassVar[str] = "move"
    to: Point | None = None
    toward: str = ""
    metres: float = 0.0
    area: str = ""
    cover: bool = False


@dataclass(frozen=True, slots=True)
class ChangeMagazine(Action):
    KIND: ClassVar[str] = "change-magazine"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class ChangeWeapon(Action):
    """Take another weapon in hand and stow the old one; none: only stow."""

    KIND: ClassVar[str] = "change-weapon"
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class RecoverStun(Action):
    KIND: ClassVar[str] = "recover-stun"


@dataclass(frozen=True, slots=True)
class GetIn(Action):
    """Into a vehicle or spacecraft; `hull`: only onto the spacecraft's hull."""

    KIND: ClassVar[str] = "get-in"
    vehicle: str
    hull: bool = False


@dataclass(frozen=True, slots=True)
class GetOut(Action):
    KIND: ClassVar[str] = "get-out"


@dataclass(frozen=True, slots=True)
class Say(Action):
    KIND: ClassVar[str] = "say"
    words: str


@dataclass(frozen=True, slots=True)
class QuickTask(Action):
    KIND: ClassVar[str] = "quick-task"
    words: str = ""


@dataclass(frozen=True, slots=True)
class ShieldOn(Action):
    KIND: ClassVar[str] = "shield-on"


@dataclass(frozen=True, slots=True)
class RestartShield(Action):
    KIND: ClassVar[str] = "restart-shield"
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Stabilise(Action):
    KIND: ClassVar[str] = "stabilise"
    patient: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Hypo(Action):
    KIND: ClassVar[str] = "hypo"
    patient: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Unlock(Action):
    """Free an Aug whom a hacker has locked in or crippled."""

    KIND: ClassVar[str] = "unlock"
    patient: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Attempt(Action):
    """Anything else that is possible: the GM sets the target number, the player proposes the attribute."""

    KIND: ClassVar[str] = "attempt"
    words: str
    skill: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class ShotsLand(Action):
    KIND: ClassVar[str] = "shots-land"


@dataclass(frozen=True, slots=True)
class CarryOut(Action):
    """A move declared while others shot is made at its place."""

    KIND: ClassVar[str] = "carry-out"
    who: str


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Hit,
        UseCombo,
        Escape,
        Fire,
        HoldFire,
        Aim,
        Move,
        ChangeMagazine,
        ChangeWeapon,
        RecoverStun,
        GetIn,
        GetOut,
        Say,
        QuickTask,
        ShieldOn,
        RestartShield,
        Stabilise,
        Hypo,
        Unlock,
        Attempt,
        StandBy,
    )
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, ShotsLand, CarryOut, TurnEnd)}
