"""Rules outside the clock: the plain check, the success table, perception, opposed rolls, hit locations."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import ClassVar

from starfray.engine.rules import Action, BadInput, Plain, Procedure, Table, Tally, procedures, suggest
from starfray.rulebooks.hybrid.derived import SITUATIONS
from starfray.rulebooks.hybrid.injury import PLACE, place_name
from starfray.rulebooks.hybrid.learning import LEARNING
from starfray.rulebooks.hybrid.long_tasks import UNDERTAKINGS
from starfray.rulebooks.hybrid.perceiving import LOOKING, TELLS
from starfray.rulebooks.hybrid.skill_check import (
    DEGREES,
    EFFECT_QUARTERS,
    ROWS,
    SOLID_FAILURE,
    SUCCESS,
    columns,
    degree_of,
    percent_bands,
    percentile,
    row_of,
    success_chance,
    take_share,
    tell_opposed,
)
from starfray.rulebooks.hybrid.travel import JOURNEYS


@dataclass(frozen=True, slots=True)
class SuccessTable(Action):
    KIND: ClassVar[str] = "success-table"
    df: int
    beginnings: bool = False


def read_table(table: Table, args: SuccessTable) -> dict[str, Plain]:
    """One row with its columns. hybrid.check.success-table"""
    chance = success_chance(args.df)
    table.emit("hybrid.check.success-table", args.actor, number=chance)
    table.emit("hybrid.check.row-lookup", args.actor, number=row_of(args.df))
    table.cite("hybrid.check.degree.columns")
    table.emit("hybrid.ruling.failure-columns", args.actor, note="beginnings" if args.beginnings else "upper ends")
    if args.df < ROWS[0]:
        table.emit("hybrid.ruling.df-below-table", args.actor, number=args.df)
    if args.df > ROWS[-1]:
        table.emit("hybrid.ruling.df-above-table", args.actor, number=args.df)
    bounds = [*columns(chance, args.beginnings), chance + 125]  # hybrid.check.failure.columns: the printed last bound
    named = dict(zip(DEGREES, bounds, strict=True))
    if not args.beginnings:
        del named[DEGREES[SOLID_FAILURE]]
    return {"df": args.df, "row": row_of(args.df), "chance": chance, "columns": named}


@dataclass(frozen=True, slots=True)
class Check(Action):
    """stat + rank + pool + difficulty + modifier; bonus and opposed in percentage points; time as a share of 100."""

    KIND: ClassVar[str] = "check"
    stat: float
    rank: int = 0
    pool: int = 0
    difficulty: int = 0
    modifier: float = 0
    bonus: int = 0
    opposed: int = 0
    unranked: bool = False
    time: int = 100
    open: bool = False
    beginnings: bool = False


def check(table: Table, args: Check) -> dict[str, Plain]:
    """hybrid.check.roll: work out the DF, read the row, roll against it."""
    if not 0 <= args.rank <= 30:
        raise BadInput(f"rank {args.rank}", field="check.rank", expected="0 to 30")
    if not 1 <= args.time <= 100:
        raise BadInput(f"time {args.time}", field="check.time", expected="1 to 100 percent of the time it takes")
    df = table.tally()
    for term, note in (
        (args.stat, "stat"),
        (args.rank, "rank"),
        (args.pool, "pool"),
        (args.difficulty, "difficulty"),
        (args.modifier, "other"),
    ):
        if term:
            df.add_part(term, "hybrid.check.df-equation", note)
    low = floor(df.parts) - df.parts
    if low:
        df.add_part(low, "hybrid.ruling.df-fraction", "down to a whole number")
    df.drop_fractions("hybrid.ruling.df-fraction")
    chance = Tally(table.explains)
    chance.add(success_chance(df.total), "hybrid.check.success-table", f"DF {df}")
    if args.bonus:
        chance.add(args.bonus, "hybrid.ruling.chance-order", "bonus")
    if args.unranked and args.time < 100:
        take_share(chance, args.time, 200, "hybrid.ruling.unranked", "unranked, rushed")
    elif args.unranked:
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    elif args.time < 100:
        take_share(chance, args.time, 100, "hybrid.action.speed-up", f"{args.time} % of the time")
    if args.opposed:
        chance.add(-args.opposed, "hybrid.oppose.sn")
    if chance.total != success_chance(df.total):
        table.emit("hybrid.ruling.degree-after-percent", args.actor, number=chance.total)
    return {"df": df.total, **rolled(table, args.actor, chance, "hybrid.check.roll", args.open, args.beginnings)}


def rolled(
    table: Table, who: str, chance: Tally, rule: str, open_ended: bool = False, beginnings: bool = False
) -> dict[str, Plain]:
    """The die with everything it means; `open_ended` rolls again on a 100."""
    if open_ended:
        degree = table.roll(rule, who, percent_bands(chance.total, columns(chance.total, beginnings), True), chance)
        die: Plain = None
        sn: Plain = None
    else:
        die = table.roll(rule, who, percentile(chance.total), chance)
        degree = degree_of(chance.total, die, beginnings)
        sn = chance.total - die
        say_die(table, who, chance.total, die)
    if open_ended or die == 100:
        table.emit("hybrid.ruling.d100-closed", who, note="open" if open_ended else "closed")
    made = degree <= SUCCESS
    number = sn if sn is not None else 0
    table.emit("hybrid.check.success" if made else "hybrid.check.failure.columns", who, number=number, note=DEGREES[degree])
    if degree == SOLID_FAILURE:
        table.cite("hybrid.ruling.solid-failure")
    return {
        "chance": chance.total,
        "die": die,
        "degree": DEGREES[degree],
        "made": made,
        "sn": sn,
        "effect": EFFECT_QUARTERS[degree] / 4,
    }


def say_die(table: Table, who: str, chance: int, die: int) -> None:
    if die == chance:
        table.emit("hybrid.ruling.roll-or-less", who, number=die)
    if chance <= 0 or chance >= 100:
        table.emit("hybrid.ruling.auto", who, number=chance)
    if die <= chance:
        table.emit("hybrid.ruling.sn", who, number=chance - die)


@dataclass(frozen=True, slots=True)
class Oppose(Action):
    """The first roller's chance, then each opponent's."""

    KIND: ClassVar[str] = "oppose"
    first: int
    others: tuple[str, ...]


def oppose(table: Table, args: Oppose) -> dict[str, Plain]:
    """The first roller's SN is a minus on everybody else's roll. hybrid.oppose.definition, hybrid.oppose.conceal"""
    chance = table.tally()
    chance.add(args.first, "hybrid.oppose.definition")
    sn = max(0, args.first - table.roll("hybrid.oppose.definition", args.actor, percentile(args.first), chance))
    table.emit("hybrid.ruling.sn", args.actor, number=sn)
    against: list[Plain] = []
    for word in args.others:
        theirs = table.tally()
        theirs.add(whole_number(word, "oppose.others"), "hybrid.oppose.definition")
        theirs.add(-sn, "hybrid.oppose.sn")
        die = table.roll("hybrid.oppose.conceal", args.actor, percentile(theirs.total), theirs)
        tell_opposed(table, args.actor, theirs, sn)
        against.append({"chance": theirs.total, "die": die, "made": die <= theirs.total})
    return {"sn": sn, "others": against}


def whole_number(word: str, where: str) -> int:
    if not word.removeprefix("-").isdecimal() or len(word) > 6:
        raise BadInput(f"{word!r} is not a whole number", field=where, expected="numbers joined by +, as 60+45")
    return int(word)


@dataclass(frozen=True, slots=True)
class Perception(Action):
    """`situation`: words joined by +, as blinded+not-alert; `doing`: two things at once; `preset`: on the watch for it;
    `hidden`: SN of the one who hides; `plain`: it is plain to see.
    """

    KIND: ClassVar[str] = "perception"
    paw: int
    rank: int = 0
    modifier: int = 0
    passive: bool = False
    situation: tuple[str, ...] = ()
    doing: bool = False
    preset: bool = False
    hidden: int = 0
    plain: bool = False


def perception(table: Table, args: Perception) -> dict[str, Plain]:
    """Active, 8 counts; or passive at a quarter of the chance, no time. hybrid.perception.active, .passive"""
    if args.plain:
        table.cite("hybrid.perception.self-evident")
        return {"made": True, "understanding": "plain to see", "counts": 0}
    df = table.tally()
    df.add(args.paw, "hybrid.perception.active", "PAW")
    if args.rank:
        df.add(args.rank, "hybrid.check.df-equation", "rank")
    for word in args.situation:
        if word not in SITUATIONS:
            raise BadInput(f"{word!r}", field="perception.situation", expected=suggest(word, SITUATIONS))
        df.add(SITUATIONS[word], "hybrid.ruling.perception-modifiers", word)
    if args.modifier:
        df.add(args.modifier, "hybrid.initiative.perception-mods")
    if args.preset:
        df.add(4, "hybrid.initiative.preset.perception")
    if args.doing and not args.passive:
        df.add(-2, "hybrid.mod.florentine.awareness")
    chance = Tally(table.explains)
    chance.add(success_chance(df.total), "hybrid.check.success-table", f"DF {df}")
    if args.passive:
        take_share(chance, 1, 4, "hybrid.perception.passive", "passive")
        table.cite("hybrid.perception.passive.free")
    else:
        table.emit("hybrid.perception.active.time", args.actor, number=LOOKING)
    table.emit("hybrid.perception.when", args.actor, note="looks closer")
    if args.hidden:
        chance.add(-args.hidden, "hybrid.oppose.sn")
    result = rolled(table, args.actor, chance, "hybrid.perception.use")
    understanding, detail, timing = TELLS[DEGREES.index(result["degree"])]
    table.cite("hybrid.check.task-results")
    table.emit("hybrid.perception.results", args.actor, note=understanding)
    return {
        **result,
        "understanding": understanding,
        "detail": detail,
        "timing": timing,
        "counts": 0 if args.passive else LOOKING,
    }


@dataclass(frozen=True, slots=True)
class Effect(Action):
    """What a degree makes of an amount; the degree in words, as solid-failure."""

    KIND: ClassVar[str] = "effect"
    degree: str
    amount: int


def effect(table: Table, args: Effect) -> dict[str, Plain]:
    """hybrid.check.degree.effect"""
    names = [degree.lower().replace(" ", "-") for degree in DEGREES]
    if args.degree not in names:
        raise BadInput(f"{args.degree!r} is no degree", field="effect.degree", expected=suggest(args.degree, names))
    degree = names.index(args.degree)
    table.emit("hybrid.check.degree.effect", args.actor, number=25 * EFFECT_QUARTERS[degree], note=DEGREES[degree])
    if degree == SOLID_FAILURE:
        table.cite("hybrid.ruling.solid-failure")
    if EFFECT_QUARTERS[degree] < 0:
        table.emit("hybrid.ruling.negative-effect", args.actor, number=25 * EFFECT_QUARTERS[degree])
    value = args.amount * EFFECT_QUARTERS[degree] / 4
    table.emit("hybrid.ruling.rounding", args.actor, number=floor(value))
    return {"times": EFFECT_QUARTERS[degree] / 4, "effect": floor(value)}


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
    Procedure(Effect, effect, "What a degree makes of an amount.", "hybrid.check.degree.effect"),
    Procedure(Oppose, oppose, "Skill against skill, one against several.", "hybrid.oppose.definition"),
    Procedure(Perception, perception, "A perception roll, active or passive, and what it tells.", "hybrid.perception.active"),
    Procedure(Location, location, "Roll on the hit location table.", "hybrid.location.table"),
    *UNDERTAKINGS,
    *LEARNING,
    *JOURNEYS,
)
