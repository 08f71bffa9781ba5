"""Rules outside the turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.dice import digits, pool
from starfray.engine.procedures import Procedure, procedures
from starfray.engine.table import Table


@dataclass(frozen=True, slots=True)
class Test(Action):
    KIND: ClassVar[str] = "test"
    attribute: int
    skill: int = 0
    modifier: int = 0


def plain_test(table: Table, args: Test) -> dict[str, Plain]:
    """A pool of attribute + skill + modifier. coriolis.core.pool"""
    tally = table.tally()
    tally.add(args.attribute, "coriolis.core.attributes")
    tally.add(args.skill, "coriolis.core.skill-attribute")
    if args.modifier:
        tally.add(args.modifier, "coriolis.core.pool", "modifier")
    if tally.total <= 0:  # coriolis.core.zero-dice
        sixes = 1 if table.roll("coriolis.core.zero-dice", args.actor, pool(2), tally) == 2 else 0
    else:
        sixes = table.roll("coriolis.core.pool", args.actor, pool(tally.total), tally)
    grade = "failure" if sixes == 0 else "limited success" if sixes <= 2 else "critical success"
    table.emit("coriolis.core.grades", args.actor, number=sixes, note=grade)
    return {"sixes": sixes, "grade": grade}


@dataclass(frozen=True, slots=True)
class RollInjury(Action):
    KIND: ClassVar[str] = "injury"
    rolls: int = 1


def roll_injury(table: Table, args: RollInjury) -> dict[str, Plain]:
    """The critical injury table: the highest of several d66. coriolis.ruling.crit.severity"""
    numbers = [table.roll("coriolis.ruling.crit.severity", args.actor, digits(2, 6)) for _ in range(max(1, args.rolls))]
    row = table.content.entry("injuries", str(max(numbers)))
    return {"number": max(numbers), **row}


PROCEDURES = procedures(
    Procedure(Test, plain_test, "A plain test: attribute, skill, modifier.", "coriolis.core.pool"),
    Procedure(RollInjury, roll_injury, "Roll on the critical injury table.", "coriolis.ruling.crit.severity"),
)
