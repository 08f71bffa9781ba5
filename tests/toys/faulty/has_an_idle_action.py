"""A kind of action that no form ever offers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.errors import Refused
from starfray.engine.kinds import ActionKind
from starfray.engine.table import Table
from tests.toys.duel import BOOK as HONEST
from tests.toys.duel.state import Duel


@dataclass(frozen=True, slots=True)
class Bow(Action):
    KIND: ClassVar[str] = "bow"


def bow(state: Duel, table: Table, action: Bow) -> None:
    raise Refused("duel.wait", "nobody bows here", ["wait"])


BOOK = replace(HONEST, kinds={**HONEST.kinds, "bow": ActionKind(Bow, bow, "duel.wait")})
