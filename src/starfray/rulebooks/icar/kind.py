"""What a kind of fight is made of: the functions each of them fulfils."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starfray.engine.actions import Action
from starfray.engine.content import Content
from starfray.engine.policy import Policy
from starfray.engine.table import Table
from starfray.engine.values import Form, Line, Moment, Outcome
from starfray.rulebooks.icar.state import Actor, Icar

Rule = Callable[[Icar, Table, Any], None]


@dataclass(frozen=True, slots=True)
class Kind:
    actions: dict[str, type[Action]]
    steps: dict[str, type[Action]]
    rules: dict[str, Rule]  # by kind of action
    start: Callable[[Icar, Content], None]
    due: Callable[[Icar], Action | None]
    actors: Callable[[Icar], list[str]]
    legal: Callable[[Icar, str], list[Form]]
    over: Callable[[Icar], Outcome | None]
    standing: Callable[[Icar, Actor], bool]
    clock: Callable[[Icar], int]
    agenda: Callable[[Icar], list[Moment]]
    describe: Callable[[Icar, Actor], list[Line]]
    policy: Callable[[], Policy]
    worth: Callable[[Icar, str], float]
