"""The steps of a turn. Nobody acts out of them: pilots and gunners are asked inside the phases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action


@dataclass(frozen=True, slots=True)
class FirePhase(Action):
    KIND: ClassVar[str] = "fire-phase"


@dataclass(frozen=True, slots=True)
class ManeuverPhase(Action):
    KIND: ClassVar[str] = "maneuver-phase"


@dataclass(frozen=True, slots=True)
class EndOfTurn(Action):
    KIND: ClassVar[str] = "end-of-turn"


ACTIONS: dict[str, type[Action]] = {}
STEPS: dict[str, type[Action]] = {kind.KIND: kind for kind in (FirePhase, ManeuverPhase, EndOfTurn)}
