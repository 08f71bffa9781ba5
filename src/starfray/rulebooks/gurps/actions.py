"""What can be done in a GURPS fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """One attack, after a step of up to a yard (on a map by `path`, else to `yards` from the target).

    `deceptive` counts steps of -2 to hit; `second` is the other foe of a Rapid Strike or Dual-Weapon Attack; `strikes` names
    the foe's weapon aimed at with location=weapon.
    """

    KIND: ClassVar[str] = "attack"
    target: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False


@dataclass(frozen=True, slots=True)
class AllOutAttack(Action):
    """`option`: determined, double, strong, feint or ranged; `lowers` is what the feint is to lower."""

    KIND: ClassVar[str] = "all-out-attack"
    target: str
    option: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False
    lowers: str = "defence"


@dataclass(frozen=True, slots=True)
class CommittedAttack(Action):
    """`option`: hit (+2) or damage (+1). A way of more than one yard costs 2."""

    KIND: ClassVar[str] = "committed-attack"
    target: str
    option: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False


@dataclass(frozen=True, slots=True)
class DefensiveAttack(Action):
    """`option`: parry, block, or kick for a kick; `grapple` grabs instead of hurting."""

    KIND: ClassVar[str] = "defensive-attack"
    target: str
    option: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    rapid: bool = False
    dual: bool = False
    flurry: bool = False
    second: str = ""
    second_weapon: str = ""
    strikes: str = ""
    disarm: bool = False
    grapple: bool = False


@dataclass(frozen=True, slots=True)
class MoveAndAttack(Action):
    KIND: ClassVar[str] = "move-and-attack"
    target: str
    weapon: str = ""
    location: str = ""
    chink: bool = False
    path: tuple[Point, ...] = ()
    yards: float = -1.0
    shots: int = 1
    deceptive: int = 0
    telegraphic: bool = False
    mighty: bool = False
    heroic: bool = False
    strikes: str = ""
    disarm: bool = False


@dataclass(frozen=True, slots=True)
class Feint(Action):
    """Fake a blow: on a win the foe's defence, or next attack, is `lowers`ed."""

    KIND: ClassVar[str] = "feint"
    target: str
    weapon: str = ""
    lowers: str = "defence"
    path: tuple[Point, ...] = ()
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class Evaluate(Action):
    KIND: ClassVar[str] = "evaluate"
    target: str
    path: tuple[Point, ...] = ()
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class Concentrate(Action):
    """On a spell about to be cast, or on any other task of the mind."""

    KIND: ClassVar[str] = "concentrate"
    task: str = ""
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class Cast(Action):
    """A spell of the data on one or several targets; `pay` is fatigue or power."""

    KIND: ClassVar[str] = "cast"
    spell: str
    targets: tuple[str, ...]
    pay: str = "fatigue"


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
    """Hold until the trigger, then attack or feint at whoever sets it off, or make something ready."""

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
    shots: int = 1
    lowers: str = "defence"


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
class Face(Action):
    """Free: turn towards somebody."""

    KIND: ClassVar[str] = "face"
    target: str


@dataclass(frozen=True, slots=True)
class GroupAttack(Action):
    """Everybody of the group who can, with one roll. `targets`: the foes faced; `all_out` leaves no guard."""

    KIND: ClassVar[str] = "group-attack"
    targets: tuple[str, ...]
    all_out: bool = False


@dataclass(frozen=True, slots=True)
class GroupMove(Action):
    """The whole group by the same way; without a map, all to `yards` from the target and his group."""

    KIND: ClassVar[str] = "group-move"
    path: tuple[Point, ...] = ()
    target: str = ""
    yards: float = -1.0


@dataclass(frozen=True, slots=True)
class GroupDefense(Action):
    """All-Out Defense of a group: dodge (+2), or double (a second kind against what was not dodged)."""

    KIND: ClassVar[str] = "group-defense"
    option: str


@dataclass(frozen=True, slots=True)
class FallOut(Action):
    """Free: leave the group and act alone from now on."""

    KIND: ClassVar[str] = "fall-out"


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
        Attack, AllOutAttack, CommittedAttack, DefensiveAttack, MoveAndAttack, Feint, Evaluate, Concentrate, Cast,
        AllOutDefense, TakeAim, Move, Wait, Ready, ChangePosture, Crouch, Face, GroupAttack, GroupMove, GroupDefense,
        FallOut, DoNothing,
    )
}  # fmt: skip
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, TurnEnd)}
