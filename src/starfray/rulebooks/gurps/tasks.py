"""Tasks outside a fight: difficulty, equipment, time, adjectives; defaults, helpers, what a level is called."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.gurps.rolls import roll_with_margin, skill_tally

#: gurps.task.*: the figures of each label, nearer zero first
TASKS = {
    "automatic": (10,), "trivial": (8, 9), "very-easy": (6, 7), "easy": (4, 5), "very-favorable": (2, 3), "favorable": (1,),
    "average": (0,), "unfavorable": (-1,), "very-unfavorable": (-2, -3), "hard": (-4, -5), "very-hard": (-6, -7),
    "dangerous": (-8, -9),
}  # fmt: skip
#: gurps.equipment.*: for a technological skill, for another
EQUIPMENT = {"none": (-10, -5), "improvised": (-5, -2), "basic": (0, 0), "good": (1, 1), "fine": (2, 2)}
EXTRA = ((30, 5), (15, 4), (8, 3), (4, 2), (2, 1))  # gurps.time.extra
#: gurps.skill-level.*: the highest level of each
LABELS = (
    (7, "unskilled"), (9, "feeble"), (11, "average"), (13, "competent"), (16, "exceptional"), (19, "heroic"),
    (21, "larger-than-life"), (23, "legendary"), (26, "superhuman"),
)  # fmt: skip
HELP = {"critical success": 2, "success": 1, "failure": -1, "critical failure": -2}  # gurps.complementary.*


@dataclass(frozen=True, slots=True)
class Task(Action):
    """`figure` picks one of a label's two; `time` is how many times as long, `haste` how many percent less."""

    KIND: ClassVar[str] = "task"
    skill: int
    difficulty: str = "average"
    figure: int = 0
    equipment: str = "basic"
    technological: bool = False
    tl: int = 0
    time: float = 1.0
    haste: int = 0
    adjectives: tuple[str, ...] = ()
    modifier: int = 0


def task(table: Table, args: Task) -> dict[str, Plain]:
    """A success roll with everything that bears on the task. gurps.core.effective-skill"""
    tally = skill_tally(table, args.skill, args.modifier)
    add_difficulty(table, args, tally)
    add_equipment(table, args, tally)
    add_time(table, args, tally)
    if args.adjectives:
        tally.add(-len(args.adjectives), "gurps.quick.adjectives", ", ".join(args.adjectives))
    degree, margin = roll_with_margin(table, args.actor, tally)
    return {"effective": tally.total, "degree": degree, "margin": margin}


def add_difficulty(table: Table, args: Task, tally: Tally) -> None:
    """The caller picks; a bare label is the figure nearer zero. gurps.ruling.task-pairs"""
    if args.difficulty not in TASKS:
        raise BadInput(f"{args.difficulty!r}", field="task.difficulty", expected=suggest(args.difficulty, TASKS))
    figures = TASKS[args.difficulty]
    if args.figure and args.figure not in figures:
        raise BadInput(f"{args.figure}", field="task.figure", expected=" or ".join(str(each) for each in figures))
    tally.add(args.figure or figures[0], f"gurps.task.{args.difficulty}")
    if len(figures) > 1:
        table.emit("gurps.ruling.task-pairs", args.actor, number=args.figure or figures[0])


def add_equipment(table: Table, args: Task, tally: Tally) -> None:
    if args.equipment == "best":  # literally, even where fine is better. gurps.ruling.equipment-best
        tally.add(args.tl // 2, "gurps.equipment.best", f"TL {args.tl}")
        table.emit("gurps.ruling.equipment-best", args.actor, number=args.tl // 2)
        return
    if args.equipment not in EQUIPMENT:
        raise BadInput(f"{args.equipment!r}", field="task.equipment", expected=suggest(args.equipment, [*EQUIPMENT, "best"]))
    tally.add(EQUIPMENT[args.equipment][0 if args.technological else 1], f"gurps.equipment.{args.equipment}")


def add_time(table: Table, args: Task, tally: Tally) -> None:
    """The last step reached; haste rounds against the hasty, at most 90 %. gurps.time.extra, gurps.time.haste"""
    if args.time < 1 or not 0 <= args.haste <= 90:
        raise BadInput("time out of bounds", field="task.time", expected="time from 1, haste 0 to 90 percent")
    bonus = next((more for least, more in EXTRA if args.time >= least), 0)
    if bonus:
        tally.add(bonus, "gurps.time.extra", f"{args.time:g} times as long")
        table.emit("gurps.ruling.extra-time-steps", args.actor, number=bonus)
    if args.haste:
        tally.add(-ceil(args.haste / 10), "gurps.time.haste", f"{args.haste} % less")
        table.emit("gurps.ruling.haste-rounding", args.actor, number=-ceil(args.haste / 10))


@dataclass(frozen=True, slots=True)
class Helped(Action):
    """A helper's skill first, then the main one."""

    KIND: ClassVar[str] = "helped"
    helper: int
    skill: int
    modifier: int = 0


def helped(table: Table, args: Helped) -> dict[str, Plain]:
    """One helper for each task, rolled first. gurps.order.helper, gurps.ruling.complementary"""
    table.emit("gurps.order.helper", args.actor)
    degree, _ = roll_with_margin(table, "helper", skill_tally(table, args.helper, 0))
    tally = skill_tally(table, args.skill, args.modifier)
    tally.add(HELP[degree], f"gurps.complementary.{degree.replace(' ', '-')}")
    table.emit("gurps.ruling.complementary", args.actor, number=HELP[degree])
    result, margin = roll_with_margin(table, args.actor, tally)
    return {"helper": degree, "bonus": HELP[degree], "effective": tally.total, "degree": result, "margin": margin}


@dataclass(frozen=True, slots=True)
class Default(Action):
    """`related`: levels of related skills, as 12+10."""

    KIND: ClassVar[str] = "default"
    attribute: int
    related: tuple[str, ...] = ()


def default(table: Table, args: Default) -> dict[str, Plain]:
    """Attribute - 5 or a related skill - 3, whichever is better. gurps.ruling.defaults"""
    level, rule = args.attribute - 5, "gurps.default.attribute"
    for word in args.related:
        if not word.isascii() or not word.isdigit():
            raise BadInput(f"{word!r}", field="default.related", expected="levels, as 12+10")
        if int(word) - 3 > level:
            level, rule = int(word) - 3, "gurps.default.skill"
    table.emit(rule, args.actor, number=level)
    table.emit("gurps.ruling.defaults", args.actor, number=level)
    return {"level": level, "from": "attribute" if rule.endswith("attribute") else "skill"}


@dataclass(frozen=True, slots=True)
class SkillLevel(Action):
    KIND: ClassVar[str] = "skill-level"
    level: int


def skill_level(table: Table, args: SkillLevel) -> dict[str, Plain]:
    """What people call such a level. gurps.skill-level.*"""
    word = next((name for most, name in LABELS if args.level <= most), "godlike")
    table.emit(f"gurps.skill-level.{word}", args.actor, number=args.level)
    return {"label": word.replace("-", " ")}


TASKS_DONE = (
    Procedure(Task, task, "A task: skill, difficulty, equipment, time, adjectives.", "gurps.core.effective-skill"),
    Procedure(Helped, helped, "A task with a helper's complementary skill.", "gurps.ruling.complementary"),
    Procedure(Default, default, "The level of an untrained skill.", "gurps.ruling.defaults"),
    Procedure(SkillLevel, skill_level, "What a skill level is called.", "gurps.skill-level.average"),
)
