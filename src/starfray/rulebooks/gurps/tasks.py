"""Tasks outside a fight: difficulty, equipment, time, adjectives; defaults, helpers, what a level is called."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Annotated, ClassVar, Literal

from starfray.engine.rules import Action, BadInput, Between, Plain, Procedure, Table, Tally, total
from starfray.rulebooks.gurps.core import tell_critical
from starfray.rulebooks.gurps.dice import degree_of

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
DEGREES = ("critical success", "success", "failure", "critical failure")


@dataclass(frozen=True, slots=True)
class Task(Action):
    """`figure` picks one of a label's two; `time` is how many times as long, `haste` how many percent less."""

    KIND: ClassVar[str] = "task"
    skill: int
    difficulty: Literal["automatic", "trivial", "very-easy", "easy", "very-favorable", "favorable", "average", "unfavorable",
                        "very-unfavorable", "hard", "very-hard", "dangerous"] = "average"  # fmt: skip
    figure: int = 0
    equipment: Literal["none", "improvised", "basic", "good", "fine", "best"] = "basic"
    technological: bool = False
    tl: Annotated[int, Between(0)] = 0
    time: Annotated[float, Between(1)] = 1.0
    haste: Annotated[int, Between(0, 90)] = 0  # percent
    adjectives: tuple[str, ...] = ()
    modifier: int = 0


def task(table: Table, args: Task) -> dict[str, Plain]:
    """A success roll with everything that bears on the task. gurps.core.effective-skill"""
    tally = skill_tally(table, args.skill, args.modifier)
    add_difficulty(args, tally)
    add_equipment(args, tally)
    add_time(args, tally)
    tally.add(-len(args.adjectives), "gurps.quick.adjectives", ", ".join(args.adjectives))
    degree, margin = roll_with_margin(table, args.actor, tally)
    return {"effective": tally.total, "degree": degree, "margin": margin}


def add_difficulty(args: Task, tally: Tally) -> None:
    """The caller picks; a bare label is the figure nearer zero. gurps.ruling.task-pairs"""
    figures = TASKS[args.difficulty]
    if args.figure and args.figure not in figures:
        raise BadInput(f"{args.figure}", field="task.figure", expected=" or ".join(str(figure) for figure in figures))
    tally.add(args.figure or figures[0], f"gurps.task.{args.difficulty}")


def add_equipment(args: Task, tally: Tally) -> None:
    if args.equipment == "best":  # literally, even where fine is better. gurps.ruling.equipment-best
        tally.add(args.tl // 2, "gurps.equipment.best", f"TL {args.tl}")
        return
    tally.add(EQUIPMENT[args.equipment][0 if args.technological else 1], f"gurps.equipment.{args.equipment}")


def add_time(args: Task, tally: Tally) -> None:
    """The last step reached; haste rounds against the hasty, at most 90 %. gurps.time.extra, gurps.time.haste"""
    bonus = next((more for least, more in EXTRA if args.time >= least), 0)  # gurps.ruling.extra-time-steps
    tally.add(bonus, "gurps.time.extra", f"{args.time:g} times as long")
    tally.add(-ceil(args.haste / 10), "gurps.time.haste", f"{args.haste} % less")  # gurps.ruling.haste-rounding


@dataclass(frozen=True, slots=True)
class Helped(Action):
    """A helper's skill first, then the main one."""

    KIND: ClassVar[str] = "helped"
    helper: int
    skill: int
    modifier: int = 0


def helped(table: Table, args: Helped) -> dict[str, Plain]:
    """One helper for each task, rolled first. gurps.order.helper, gurps.ruling.complementary"""
    degree, _ = roll_with_margin(table, "helper", skill_tally(table, args.helper, 0))
    tally = skill_tally(table, args.skill, args.modifier)
    tally.add(HELP[degree], f"gurps.complementary.{degree.replace(' ', '-')}")
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


def skill_tally(table: Table, skill: int, modifier: int) -> Tally:
    tally = table.tally()
    tally.add(skill, "gurps.core.effective-skill", "base")
    tally.add(modifier, "gurps.core.effective-skill", "modifier")
    return tally


def roll_with_margin(table: Table, who: str, tally: Tally, rule: str = "gurps.core.success-roll") -> tuple[str, int]:
    """A success has a margin of at least 0, a failure of at most -1.

    gurps.ruling.auto-result-margin, gurps.ruling.crit-scope, gurps.ruling.minimum-skill
    """
    skill = tally.total
    rolled = table.roll(rule, who, total(3, 6), tally)
    place = degree_of(skill, rolled)
    tell_critical(table, who, skill, place == 0, place == 3)
    margin = max(0, skill - rolled) if place <= 1 else min(-1, skill - rolled)
    table.emit("gurps.core.margin", who, number=margin, note=DEGREES[place])
    return DEGREES[place], margin
