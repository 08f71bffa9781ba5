"""What can be done in a Hybrid fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.scene import Point


@dataclass(frozen=True, slots=True)
class Blow(Action):
    """Begin a blow; it lands some counts later. `points`: own speed points spent; `rush`: counts taken, fewer than needed.
    `at`: a called location; `how`: spin or jump; `club`: a long weapon used as a club by one who has been closed upon.
    `draw`: get the weapon into the hand first (`fast`: by a roll); `set-up`: take time to prepare; `unlock`: roll against
    the filter skill for the full rank; `skill`: a related skill instead of the weapon's.
    """

    KIND: ClassVar[str] = "blow"
    target: str
    weapon: str = ""
    points: int = 0
    rush: int = 0
    at: str = ""
    how: str = ""
    club: bool = False
    draw: bool = False
    fast: bool = False
    set_up: bool = False
    unlock: bool = False
    skill: str = ""


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """Shoot or throw at somebody, or (an explosive) at a point; `lob`: indirect, in a high arc."""

    KIND: ClassVar[str] = "shoot"
    target: str = ""
    weapon: str = ""
    points: int = 0
    rush: int = 0
    at: str = ""
    how: str = ""
    lob: bool = False
    to: Point | None = None
    draw: bool = False
    fast: bool = False
    set_up: bool = False
    unlock: bool = False
    skill: str = ""


@dataclass(frozen=True, slots=True)
class Mind(Action):
    """A mental attack on somebody, on everybody in range (an area attack), or on a thing."""

    KIND: ClassVar[str] = "mind"
    target: str = ""
    weapon: str = ""
    thing: str = ""
    points: int = 0
    rush: int = 0
    set_up: bool = False


@dataclass(frozen=True, slots=True)
class Florentine(Action):
    """Two attacks at once, each landing on its own count; the first named is the primary."""

    KIND: ClassVar[str] = "florentine"
    target: str
    weapon: str
    second: str
    second_target: str = ""


@dataclass(frozen=True, slots=True)
class Close(Action):
    """Begin to get inside the reach of a longer weapon."""

    KIND: ClassVar[str] = "close"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Feint(Action):
    """Begin a deception with a weapon."""

    KIND: ClassVar[str] = "feint"
    weapon: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class Disarm(Action):
    KIND: ClassVar[str] = "disarm"
    target: str
    weapon: str = ""
    points: int = 0


@dataclass(frozen=True, slots=True)
class Grapple(Action):
    """Begin to get a hand hold on somebody close."""

    KIND: ClassVar[str] = "grapple"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Overbear(Action):
    KIND: ClassVar[str] = "overbear"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Throw(Action):
    KIND: ClassVar[str] = "throw"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Improve(Action):
    """Begin to strengthen a hold."""

    KIND: ClassVar[str] = "improve"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class BreakFree(Action):
    """Begin to wear a hold down."""

    KIND: ClassVar[str] = "break-free"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class LetGo(Action):
    KIND: ClassVar[str] = "let-go"
    target: str


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Begin to get a weapon into the hand; what no longer fits is dropped at once. `fast`: by a roll, in half the time."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    points: int = 0
    fast: bool = False


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Drop a weapon; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "discard"
    weapon: str


@dataclass(frozen=True, slots=True)
class Stance(Action):
    """all-out, advance (on somebody) or retreat, until the next choice; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "stance"
    how: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Begin to free a bound weapon."""

    KIND: ClassVar[str] = "release"
    points: int = 0


@dataclass(frozen=True, slots=True)
class Rise(Action):
    """Begin to get up from the ground."""

    KIND: ClassVar[str] = "rise"
    points: int = 0


@dataclass(frozen=True, slots=True)
class Evade(Action):
    """Begin or end an evasion of body or mind; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "evade"
    stop: bool = False
    mind: bool = False


@dataclass(frozen=True, slots=True)
class Dodge(Action):
    """Throw oneself out of the way: 20 counts that end in a fall."""

    KIND: ClassVar[str] = "dodge"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop prone: 5 counts."""

    KIND: ClassVar[str] = "drop"


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Set out at a rate, speed up, slow down or stop, toward a point or somebody; another action may follow at once."""

    KIND: ClassVar[str] = "move"
    rate: str
    to: Point | None = None
    toward: str = ""


@dataclass(frozen=True, slots=True)
class CarryOn(Action):
    """Nothing more after a movement choice: initiative is rolled at once."""

    KIND: ClassVar[str] = "carry-on"


@dataclass(frozen=True, slots=True)
class SetPreset(Action):
    """Hold a response ready for a trigger, at most until a count."""

    KIND: ClassVar[str] = "preset"
    trigger: str
    response: str
    until: int
    of: str = ""
    target: str = ""
    weapon: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Give up a preset and choose."""

    KIND: ClassVar[str] = "give-up"


@dataclass(frozen=True, slots=True)
class Look(Action):
    """Begin an active perception roll: 8 counts."""

    KIND: ClassVar[str] = "look"
    points: int = 0


@dataclass(frozen=True, slots=True)
class Glance(Action):
    """A passive perception roll: no time, a quarter of the chance, once per count."""

    KIND: ClassVar[str] = "glance"


@dataclass(frozen=True, slots=True)
class Hide(Action):
    KIND: ClassVar[str] = "hide"
    points: int = 0


@dataclass(frozen=True, slots=True)
class Aid(Action):
    """Begin to stop somebody's bleeding."""

    KIND: ClassVar[str] = "aid"
    target: str


@dataclass(frozen=True, slots=True)
class Familiarise(Action):
    """Begin to get used to an unfamiliar tool."""

    KIND: ClassVar[str] = "familiarise"
    weapon: str


@dataclass(frozen=True, slots=True)
class Work(Action):
    """Begin a task from the list that is done in counts."""

    KIND: ClassVar[str] = "work"
    task: str
    skill: str = ""
    difficulty: int = 0
    set_up: bool = False


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Hold back until a later count, ready to defend."""

    KIND: ClassVar[str] = "wait"
    until: int


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Perception and initiative of everybody."""

    KIND: ClassVar[str] = "begin"


@dataclass(frozen=True, slots=True)
class Count(Action):
    """The clock moves to the next count on which somebody chooses."""

    KIND: ClassVar[str] = "count"


@dataclass(frozen=True, slots=True)
class Land(Action):
    """What `who` has under way takes effect on its count."""

    KIND: ClassVar[str] = "land"
    who: str


@dataclass(frozen=True, slots=True)
class RollInitiative(Action):
    """The next initiative, after an action is over."""

    KIND: ClassVar[str] = "roll-initiative"
    who: str


@dataclass(frozen=True, slots=True)
class Bleed(Action):
    KIND: ClassVar[str] = "bleed"
    who: str


@dataclass(frozen=True, slots=True)
class Recover(Action):
    """A recovery roll from shock."""

    KIND: ClassVar[str] = "recover"
    who: str


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """Ten counts of doing nothing give back a point of fatigue."""

    KIND: ClassVar[str] = "rest"
    who: str


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Somebody on the move is where they wanted to be."""

    KIND: ClassVar[str] = "arrive"
    who: str


@dataclass(frozen=True, slots=True)
class HoldPreset(Action):
    """Holding a preset has its price."""

    KIND: ClassVar[str] = "hold-preset"
    who: str


@dataclass(frozen=True, slots=True)
class Respond(Action):
    """The response of a preset that has gone off begins."""

    KIND: ClassVar[str] = "respond"
    who: str


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Blow, Shoot, Mind, Florentine, Feint, Disarm, Close, Grapple, Overbear, Throw, Improve, BreakFree, LetGo, Draw, Discard,
        Release, Move, Rise, Stance, Evade, Dodge, Drop, SetPreset, GiveUp, Look, Glance, Hide, Aid, Familiarise, Work, CarryOn,
        Wait,
    )
}  # fmt: skip
STEPS: dict[str, type[Action]] = {
    kind.KIND: kind for kind in (Begin, Count, Land, RollInitiative, Bleed, Recover, Rest, Arrive, HoldPreset, Respond)
}
