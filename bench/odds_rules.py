"""The questions of bench/odds.py as rules, written as those of a book are; native/build.py compiles them with the engine."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from starfray.engine.actions import Action
from starfray.engine.dice import Rounds, bands, pool, total
from starfray.engine.kinds import ActionKind
from starfray.engine.policy import RandomPolicy
from starfray.engine.position import Combatant, Position
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table


@dataclass(slots=True, kw_only=True)
class Board(Position[Combatant]):
    """Where the rules below write their figure."""

    value: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Question(Action):
    KIND: ClassVar[str] = "question"
    name: str = ""


class Contest(Rounds):
    """The d10 contest, ties thrown again."""

    __slots__ = ("gap",)

    def __init__(self, gap: int) -> None:
        super().__init__(f"contest at {gap:+d}", (10, 10))
        self.gap = gap

    def again(self, last: list[int]) -> bool:
        return contest(last[0], last[1], self.gap) == 0

    def value(self, last: list[int]) -> int:
        return contest(last[0], last[1], self.gap)


@lru_cache(maxsize=64)
def contest_dice(gap: int) -> Contest:
    return Contest(gap)


def contest(one: int, other: int, gap: int) -> int:
    """2 and 1: the first wins, with a ten or plainly; 0 a tie."""
    if one == other and one in (1, 10):
        return 1
    if one == 10 or other == 1:
        return 2
    if other == 10 or one == 1:
        return -2
    return 1 if one + gap > other else -1 if one + gap < other else 0


def wound(damage: int) -> int:
    through = damage - 4
    return 0 if through <= 0 else max(1, through * 3 // 2)


def attack(table: Table) -> int:
    hit = table.roll("bench.attack", "a", bands(3, 6, 3, 4, 12))  # 0: a three, 1: a four, 2: a hit, 3: a miss
    if hit == 0:
        return 12
    if hit == 3:
        return 0
    if hit == 2 and table.roll("bench.defence", "b", bands(3, 6, 9)) == 0:
        return 0
    table.merge("bench.damage")
    return wound(table.roll("bench.damage", "a", total(2, 6)))


def coriolis(table: Table) -> int:
    sixes = table.roll("bench.shot", "a", pool(8))
    return max(0, 2 + sixes - table.roll("bench.armour", "b", pool(4))) if sixes else 0


def play(state: Board, table: Table, action: Question) -> None:
    if action.name == "gurps":
        state.value = attack(table)
    elif action.name == "again":
        state.lost += attack(table)
    elif action.name == "coriolis":
        state.value = coriolis(table)
    elif action.name == "opposed":
        state.value = table.roll_difference("bench.opposed", "a", pool(8), "b", pool(6))
    elif action.name == "big":
        state.value = table.roll_difference("bench.opposed", "a", pool(30), "b", pool(20))
    elif action.name == "icar":
        state.value = table.roll("bench.contest", "a", contest_dice(1))
    else:
        one, other = bands(1, 100, 3, 13, 65, 95), bands(1, 100, 2, 10, 50, 95)  # degrees from the best, 0, down to 4
        state.value = -table.roll_difference("bench.degrees", "a", one, "b", other)


def nothing(*_: Any) -> Any:
    return None


BOOK = Rulebook(
    name="bench",
    title="Bench",
    version="1",
    folder=Path(__file__).parent,
    state=Board,
    combatant=Combatant,
    kinds={},
    steps={"question": ActionKind(Question, play)},
    start=nothing,
    due=nothing,
    actors=nothing,
    describe=nothing,
    policy=RandomPolicy,
)
