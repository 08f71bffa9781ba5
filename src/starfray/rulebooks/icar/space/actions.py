"""What a crew can do, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.rulebooks.icar.actions import Begin, Check, StandBy, TakeRole, TurnEnd

# --- Operations ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Investigate(Action):
    KIND: ClassVar[str] = "investigate"
    target: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class PoolDie(Check):
    KIND: ClassVar[str] = "pool"


@dataclass(frozen=True, slots=True)
class HelpEngineering(Action):
    KIND: ClassVar[str] = "help-eng"
    engineer: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class LowerStn(Check):
    KIND: ClassVar[str] = "stn"


@dataclass(frozen=True, slots=True)
class Cajole(Action):
    KIND: ClassVar[str] = "cajole"
    skill: str
    speech: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Decide(Action):
    """Attack or flee: the final say. It takes no time."""

    KIND: ClassVar[str] = "decide"
    stance: str


@dataclass(frozen=True, slots=True)
class SueForPeace(Action):
    KIND: ClassVar[str] = "sue-for-peace"
    words: str = ""


# --- Engineering -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reroute(Check):
    KIND: ClassVar[str] = "reroute"


@dataclass(frozen=True, slots=True)
class ShutDown(Check):
    KIND: ClassVar[str] = "shutdown"


@dataclass(frozen=True, slots=True)
class PowerToEngines(Check):
    KIND: ClassVar[str] = "engines"


@dataclass(frozen=True, slots=True)
class DumpWeb(Check):
    KIND: ClassVar[str] = "dump-web"


@dataclass(frozen=True, slots=True)
class Technobabble(Check):
    KIND: ClassVar[str] = "technobabble"


@dataclass(frozen=True, slots=True)
class Travel(Action):
    KIND: ClassVar[str] = "travel"
    system: str


@dataclass(frozen=True, slots=True)
class Repair(Check):
    KIND: ClassVar[str] = "repair"


@dataclass(frozen=True, slots=True)
class Engies(Check):
    KIND: ClassVar[str] = "engies"


# --- Pilot -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aggressive(Check):
    KIND: ClassVar[str] = "aggressive"


@dataclass(frozen=True, slots=True)
class SpinningAndSkidding(Check):
    KIND: ClassVar[str] = "spinning-and-skidding"


@dataclass(frozen=True, slots=True)
class InEveryAxis(Check):
    KIND: ClassVar[str] = "in-every-axis"


@dataclass(frozen=True, slots=True)
class RippingBalls(Check):
    KIND: ClassVar[str] = "ripping-balls"


@dataclass(frozen=True, slots=True)
class RunAway(Check):
    KIND: ClassVar[str] = "run-away"


@dataclass(frozen=True, slots=True)
class LightJump(Action):
    KIND: ClassVar[str] = "light-jump"


# --- Hacker ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HackCraft(Action):
    """Switch something off aboard an enemy craft: life-support, gravity, generators, or open its doors."""

    KIND: ClassVar[str] = "hack-craft"
    target: str
    system: str
    attribute: str = ""


# --- Gunner, and everybody -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shoot(Action):
    """At the hull (or the shield that is up), or at a system."""

    KIND: ClassVar[str] = "shoot"
    target: str
    aim: str = "hull"
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Strategy(Action):
    """The case for a strategy and tactics bonus, in words."""

    KIND: ClassVar[str] = "strategy"
    case: str


# --- what happens by itself ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CraftTurn(Action):
    """A craft's turn starts; one without a crew of its own shoots and is done."""

    KIND: ClassVar[str] = "craft-turn"
    craft: str


@dataclass(frozen=True, slots=True)
class CraftEnd(Action):
    KIND: ClassVar[str] = "craft-end"


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Investigate,
        PoolDie,
        HelpEngineering,
        LowerStn,
        Cajole,
        Decide,
        SueForPeace,
        Reroute,
        ShutDown,
        PowerToEngines,
        DumpWeb,
        Technobabble,
        Travel,
        Repair,
        Engies,
        Aggressive,
        SpinningAndSkidding,
        InEveryAxis,
        RippingBalls,
        RunAway,
        LightJump,
        HackCraft,
        Shoot,
        Strategy,
        TakeRole,
        StandBy,
    )
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, CraftTurn, CraftEnd, TurnEnd)}
