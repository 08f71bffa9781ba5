"""What can be done in a Hybrid fight, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action


@dataclass(frozen=True, slots=True)
class Blow(Action):
    """Begin a blow; it lands some counts later. `points`: own speed points spent; `rush`: counts taken, fewer than needed.
    `at`: a called location; `how`: spin or jump; `club`: a long weapon used as a club by one who has been closed upon.
    """

    KIND: ClassVar[str] = "blow"
    target: str
    weapon: str = ""
    points: int = 0
    rush: int = 0
    at: str = ""
    how: str = ""
    club: bool = False


@dataclass(frozen=True, slots=True)
class Close(Action):
    """Begin to get inside the reach of a longer weapon."""

    KIND: ClassVar[str] = "close"
    target: str
    points: int = 0


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Begin to get a weapon into the hand; what no longer fits is dropped at once."""

    KIND: ClassVar[str] = "draw"
    weapon: str
    points: int = 0


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
    """Begin or end an evasion; takes no time and leaves the choice open."""

    KIND: ClassVar[str] = "evade"
    stop: bool = False


@dataclass(frozen=True, slots=True)
class Dodge(Action):
    """Throw oneself out of the way: 20 counts that end in a fall."""

    KIND: ClassVar[str] = "dodge"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop prone: 5 counts."""

    KIND: ClassVar[str] = "drop"


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


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind for kind in (Blow, Close, Draw, Release, Rise, Stance, Evade, Dodge, Drop, Wait)
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, Count, Land, RollInitiative, Bleed, Recover)}
