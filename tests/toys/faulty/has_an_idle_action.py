"""A kind of action that no form ever offers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from starfray.engine.actions import Action
from tests.toys.duel import BOOK as HONEST


@dataclass(frozen=True, slots=True)
class Bow(Action):
    KIND: ClassVar[str] = "bow"


BOOK = replace(HONEST, actions={**HONEST.actions, "bow": Bow})
