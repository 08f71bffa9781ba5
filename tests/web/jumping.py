"""The book of the smallest rules with one more: a jump, whose landing is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.table import Table
from starfray.engine.values import Form
from starfray.rulebooks import register
from tests.engine import toys

FAR = 5


@dataclass(frozen=True, slots=True)
class Jump(Action):
    KIND: ClassVar[str] = "jump"


def play(state: Any, table: Table, act: Any) -> None:
    if not isinstance(act, Jump):
        toys.play(state, table, act)
        return
    one = state.roster[act.actor]
    one.at = table.point("toy.near", one.id, one.at, FAR, "where do you land?")
    table.emit("toy.near", one.id, note="landed")


def legal(state: Any, who: str, content: Content) -> list[Form]:
    return [*toys.legal(state, who, content), Form("jump", "free", [], None, "toy.near")]


def make_known() -> None:
    register(replace(toys.BOOK, name="jumping", actions={**toys.ACTIONS, "jump": Jump}, play=play, legal=legal))


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
