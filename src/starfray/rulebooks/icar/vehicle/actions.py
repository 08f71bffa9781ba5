"""What a vehicle's crew can do, as values; and the steps that happen by themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.rulebooks.icar.actions import Begin, Check, StandBy, TakeRole, TurnEnd


@dataclass(frozen=True, slots=True)
class Declare(Action):
    """What the team is after this turn: escape, firing-position, ram, dodge, or other in words."""

    KIND: ClassVar[str] = "declare"
    goal: str
    target: str = ""
    words: str = ""


# --- Hacker ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Traffic(Check):
    KIND: ClassVar[str] = "traffic"


@dataclass(frozen=True, slots=True)
class ShortCut(Check):
    KIND: ClassVar[str] = "short-cut"


@dataclass(frozen=True, slots=True)
class HackEnemy(Action):
    """The enemy vehicle loses control or power."""

    KIND: ClassVar[str] = "hack-enemy"
    target: str
    effect: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class HackAutopilot(Check):
    KIND: ClassVar[str] = "hack-autopilot"


@dataclass(frozen=True, slots=True)
class Improvise(Action):
    """Something the list does not name. The GM says how hard it is and what it brings."""

    KIND: ClassVar[str] = "improvise"
    idea: str
    attribute: str = ""


# --- Engineer --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EnginePower(Check):
    KIND: ClassVar[str] = "engine-power"


@dataclass(frozen=True, slots=True)
class PlatesPower(Check):
    KIND: ClassVar[str] = "plates-power"


@dataclass(frozen=True, slots=True)
class MendShield(Check):
    KIND: ClassVar[str] = "mend-shield"


# --- Pilot -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fly(Action):
    """The pilot's check for what was declared, or for something else: the pilot has the final say."""

    KIND: ClassVar[str] = "fly"
    goal: str = ""
    target: str = ""
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Autopilot(Action):
    KIND: ClassVar[str] = "autopilot"
    on: bool = True


# --- Gunner, and everybody aboard ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Gun(Action):
    """At a vehicle, or (aim) at somebody in it; with a mounted or a hand-held weapon."""

    KIND: ClassVar[str] = "gun"
    target: str
    aim: str = "vehicle"
    weapon: str = ""
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Jump(Action):
    KIND: ClassVar[str] = "jump"
    target: str
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class Climb(Check):
    KIND: ClassVar[str] = "climb"


@dataclass(frozen=True, slots=True)
class Wait(Action):
    """Leave the role alone this turn and keep the action for boarding and fighting aboard."""

    KIND: ClassVar[str] = "wait"


# --- what happens by itself ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VehicleUp(Action):
    KIND: ClassVar[str] = "vehicle-turn"
    vehicle: str


@dataclass(frozen=True, slots=True)
class VehicleEnd(Action):
    KIND: ClassVar[str] = "vehicle-end"


ACTIONS: dict[str, type[Action]] = {
    kind.KIND: kind
    for kind in (
        Declare,
        Traffic,
        ShortCut,
        HackEnemy,
        HackAutopilot,
        Improvise,
        EnginePower,
        PlatesPower,
        MendShield,
        Fly,
        Gun,
        Jump,
        Climb,
        Autopilot,
        TakeRole,
        Wait,
        StandBy,
    )
}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (Begin, VehicleUp, VehicleEnd, TurnEnd)}
