"""Tasks outside the fight: the ready-made ones, several lumped into one, words for difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, BadInput, Plain, Procedure, Table, Tally, suggest
from starfray.rulebooks.hybrid.derived import half_up
from starfray.rulebooks.hybrid.skill_check import (
    DEGREES,
    EFFECT_QUARTERS,
    SUCCESS,
    degree_of,
    percentile,
    success_chance,
    take_share,
)

#: hybrid.task.subjective
SUBJECTIVE = {
    "trivial": 2, "simple": 0, "non-trivial": -2, "tough": -5, "very-tough": -7, "damned-tough": -10, "nearly-impossible": -20,
}  # fmt: skip
LUMPED = 10  # hybrid.task.multiple
COUNTS_OF = {"counts": 1, "seconds": 10, "minutes": 600}
MANY_MINUTES = 6000  # counts: from here on setting up takes a quarter. hybrid.setup.time
SAMPLES = {
    "pick-locks": "hybrid.task.sample.pick-locks", "judgement-of-quality": "hybrid.task.common.judgement-of-quality",
    "common-action": "hybrid.task.common.common-action",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TaskOf(Action):
    """A task of the list: the stats of its base joined by +, the rank used; `set-up`: prepare first; `minutes`: it takes
    longer than printed.
    """

    KIND: ClassVar[str] = "task"
    name: str
    stats: tuple[str, ...]
    rank: int = -1
    modifier: int = 0
    set_up: bool = False
    minutes: int = 0


def task(table: Table, args: TaskOf) -> dict[str, Plain]:
    """Stat base, difficulty, time, suggested skills; then the roll. hybrid.task.elements"""
    row = table.content.entry("tasks", args.name)
    table.emit("hybrid.task.elements", args.actor, note=str(row["name"]))
    if args.name in SAMPLES:
        table.cite(SAMPLES[args.name])
    stats = [numbered(word) for word in args.stats]
    df = table.tally()
    if len(stats) > 1:
        df.add(half_up(sum(stats), len(stats)), "hybrid.ruling.stat-combination", str(row["basis"]))
    else:
        df.add(stats[0], "hybrid.ruling.stat-basis-full", str(row["basis"]))
    if args.rank > 0:
        df.add(args.rank, "hybrid.check.df-equation", "rank")
    df.add(int(row["difficulty"]), "hybrid.task.difficulty-range", "difficulty")
    if args.modifier:
        df.add(args.modifier, "hybrid.check.df-equation", "other")
    chance = Tally(table.explains)
    chance.add(success_chance(df.total), "hybrid.check.success-table", f"DF {df}")
    counts = args.minutes * 600 or int(row["time"]) * COUNTS_OF[str(row["unit"])]
    first = 0
    if args.set_up:
        first = counts if counts < MANY_MINUTES else -(-counts // 4)
        table.emit("hybrid.setup.time", args.actor, number=first)
        chance.add(20 + 2 * max(0, args.rank), "hybrid.setup.bonus")
    if args.rank < 0 and row["skills"] and not row.get("stat-roll", False):
        take_share(chance, 1, 2, "hybrid.ruling.unranked", "unranked")
    die = table.roll("hybrid.check.roll", args.actor, percentile(chance.total), chance)
    degree = degree_of(chance.total, die)
    return {
        "df": df.total,
        "chance": chance.total,
        "die": die,
        "degree": DEGREES[degree],
        "made": degree <= SUCCESS,
        "effect": EFFECT_QUARTERS[degree] / 4,
        "counts": counts + first,
    }


def numbered(word: str) -> int:
    if not word.isdecimal() or len(word) > 3:
        raise BadInput(f"{word!r} is not a stat", field="task.stats", expected="numbers joined by +, as 13+12")
    return int(word)


@dataclass(frozen=True, slots=True)
class Lump(Action):
    """Difficulties of the actions joined by +, as 0+-2; `df`: of stat and rank alone."""

    KIND: ClassVar[str] = "lump"
    difficulties: tuple[str, ...]
    df: int = 0


def lump(table: Table, args: Lump) -> dict[str, Plain]:
    """The toughest counts; a routine needs no roll unless something is at stake. hybrid.task.multiple"""
    if not 1 <= len(args.difficulties) <= LUMPED:
        raise BadInput(f"{len(args.difficulties)} actions", field="lump.difficulties", expected=f"1 to {LUMPED}")
    for word in args.difficulties:
        if not word.removeprefix("-").isdecimal() or len(word) > 4:
            raise BadInput(f"{word!r} is not a difficulty", field="lump.difficulties", expected="numbers joined by +, as -2+-5")
    toughest = min(int(word) for word in args.difficulties)
    table.emit("hybrid.task.multiple", args.actor, number=toughest)
    if not table.confirm("hybrid.task.multiple.when", GM, "Is anything at stake (somebody looking, a fall)?"):
        return {"difficulty": toughest, "rolled": False, "made": True}
    chance = Tally(table.explains)
    chance.add(success_chance(args.df + toughest), "hybrid.check.success-table", f"DF {args.df + toughest}")
    die = table.roll("hybrid.check.roll", args.actor, percentile(chance.total), chance)
    return {"difficulty": toughest, "rolled": True, "chance": chance.total, "die": die, "made": die <= chance.total}


@dataclass(frozen=True, slots=True)
class Difficulty(Action):
    KIND: ClassVar[str] = "difficulty"
    word: str


def difficulty(table: Table, args: Difficulty) -> dict[str, Plain]:
    if args.word not in SUBJECTIVE:
        raise BadInput(f"{args.word!r}", field="difficulty.word", expected=suggest(args.word, SUBJECTIVE))
    table.emit("hybrid.task.subjective", args.actor, number=SUBJECTIVE[args.word], note=args.word)
    return {"difficulty": SUBJECTIVE[args.word]}


UNDERTAKINGS = (
    Procedure(TaskOf, task, "A task of the list, with or without setting up.", "hybrid.task.elements"),
    Procedure(Lump, lump, "Several actions as one task.", "hybrid.task.multiple"),
    Procedure(Difficulty, difficulty, "A difficulty in words.", "hybrid.task.subjective"),
)
