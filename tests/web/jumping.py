"""The book of the smallest rules with one more: a jump, whose landing is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from starfray.engine.actions import Action
from starfray.engine.kinds import ActionKind
from starfray.engine.table import Table
from starfray.rulebooks import register
from tests.engine import toys

FAR = 5


@dataclass(frozen=True, slots=True)
class Jump(Action):
    KIND: ClassVar[str] = "jump"


def jump(state: Any, table: Table, action: Jump) -> None:
    table.allowed()
    one = state.roster[action.actor]
    one.at = table.point("toy.near", one.id, one.at, FAR, "where do you land?")
    table.emit("toy.near", one.id, note="landed")


JUMP = ActionKind(Jump, jump, "toy.near", cost_words="free")


def make_known() -> None:
    register(replace(toys.BOOK, name="jumping", kinds={**toys.BOOK.kinds, "jump": JUMP}))


FIGHT = """
rulebook = "jumping"
title = "Leap"
map = [20, 10]
[[combatant]]
id = "ann"
name = "Ann"
side = "us"
seat = "anna"
at = [4, 5]
[[combatant]]
id = "bob"
name = "Bob"
side = "them"
at = [12, 5]
"""
