"""Rules outside the clock: the plain check, the success table, perception, hit locations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.dice import total
from starfray.engine.procedures import Procedure, procedures
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.hybrid.check import (
    DEGREES,
    EFFECT_QUARTERS,
    SUCCESS,
    chance_of,
    columns,
    degree_of,
    row_of,
    success_chance,
    take_share,
)  # fmt: skip
from starfray.rulebooks.hybrid.injury import PLACE, place_name

#: hybrid.perception.results: understanding, detail, timing by degree
PERCEPTION = (
    ("total understanding", "300%", "+-0%"),
    ("total identification", "200%", "+-5%"),
    ("total identification", "150%", "+-10%"),
    ("exact identification", "125%", "+-25%"),
    ("basic identification", "100%", "+-50%"),
    ("vague identification", "25%", "+-75%"),
    ("wrong identification", "+-125%", "+-175%"),
    ("wrong identification", "+-150%", "+-200%"),
    ("wildly wrong identification", "+-250%", "+-300%"),
)


@dataclass(frozen=True, slots=True)
class SuccessTable(Action):
    KIND: ClassVar[str] = "success-table"
    df: int


def read_table(table: Table, args: SuccessTable) -> dict[str, Plain]:
    """One row with its nine columns. hybrid.check.success-table"""
    chance = success_chance(args.df)
    table.emit("hybrid.check.success-table", args.actor, number=chance)
    table.emit("hybrid.check.row-lookup", args.actor, number=row_of(args.df))
    if args.df < row_of(args.df):
        table.emit("hybrid.ruling.df-below-table", args.actor, number=args.df)
    bounds = [*columns(chance), chance + 125]  # hybrid.check.failure.columns: the printed last bound
    return {"df": args.df, "row": row_of(args.df), "chance": chance,
            "columns": dict(zip(DEGREES, bounds, strict=True))}


@dataclass(frozen=True, slots=True)
class Check(Action):
    """stat + rank + pool + difficulty + modifier; bonus and opposed in percentage points."""

    KIND: ClassVar[str] = "check"
    stat: int
    rank: int = 0
    pool: int = 0
    difficulty: int = 0
    modifier: int = 0
    bonus: int = 0
    opposed: int = 0
    unranked: bool = False


def check(table: Table, args: Check) -> dict[str, Plain]:
    """hybrid.check.roll: work out the DF, read the row, roll against it."""
    df = table.tally()
    df.add(args.stat, "hybrid.check.df-equation", "stat")
    for amount, note in ((args.rank, "rank"), (args.pool, "pool"), (args.difficulty, "difficulty"), (args.modifier, "other")):
        if amount:
            df.add(amount, "hybrid.check.df-equation", note)
    chance = chance_of(table, df)
    if args.bonus:
        chance.add(args.bonus, "hybrid.ruling.chance-order", "bonus")
    if args.unranked:
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    if args.opposed:
        chance.add(-args.opposed, "hybrid.oppose.sn")
    return {"df": df.total, **rolled(table, args.actor, chance, "hybrid.check.roll")}


def rolled(table: Table, who: str, chance: Tally, rule: str) -> dict[str, Plain]:
    die = table.roll(rule, who, total(1, 100), chance)
    degree = degree_of(chance.total, die)
    word = "hybrid.check.success" if degree <= SUCCESS else "hybrid.check.failure.columns"
    table.emit(word, who, number=chance.total - die, note=DEGREES[degree])
    return {"chance": chance.total, "die": die, "degree": DEGREES[degree], "made": degree <= SUCCESS,
            "sn": chance.total - die, "effect": EFFECT_QUARTERS[degree] / 4}


@dataclass(frozen=True, slots=True)
class Perception(Action):
    KIND: ClassVar[str] = "perception"
    paw: int
    rank: int = 0
    modifier: int = 0
    passive: bool = False


def perception(table: Table, args: Perception) -> dict[str, Plain]:
    """Active, 8 counts; or passive at a quarter of the chance, no time. hybrid.perception.active, .passive"""
    df = table.tally()
    df.add(args.paw, "hybrid.perception.active", "PAW")
    if args.rank:
        df.add(args.rank, "hybrid.check.df-equation", "rank")
    if args.modifier:
        df.add(args.modifier, "hybrid.initiative.perception-mods")
    chance = chance_of(table, df)
    if args.passive:
        take_share(chance, 1, 4, "hybrid.perception.passive", "passive")
        table.emit("hybrid.perception.passive.free", args.actor)
    else:
        table.emit("hybrid.perception.active.time", args.actor, number=8)
    result = rolled(table, args.actor, chance, "hybrid.perception.use")
    understanding, detail, timing = PERCEPTION[DEGREES.index(result["degree"])]
    table.emit("hybrid.perception.results", args.actor, note=understanding)
    return {**result, "understanding": understanding, "detail": detail, "timing": timing, "counts": 0 if args.passive else 8}


@dataclass(frozen=True, slots=True)
class Location(Action):
    KIND: ClassVar[str] = "location"


def location(table: Table, args: Location) -> dict[str, Plain]:
    """Table 9.2. hybrid.location.table"""
    name = place_name(table.roll("hybrid.location.roll", args.actor, PLACE))
    table.emit("hybrid.location.table", args.actor, note=name)
    return {"location": name}


PROCEDURES = procedures(
    Procedure(Check, check, "A plain skill roll: stat, rank, pool, difficulty, modifiers.", "hybrid.check.roll"),
    Procedure(SuccessTable, read_table, "A row of the success table.", "hybrid.check.success-table"),
    Procedure(Perception, perception, "A perception roll, active or passive.", "hybrid.perception.active"),
    Procedure(Location, location, "Roll on the hit location table.", "hybrid.location.table"),
)
