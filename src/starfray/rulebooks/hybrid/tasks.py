"""Tasks in the middle of a fight: first aid, getting used to a tool, and whatever is on the list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.forms import flag, somebody, something
from starfray.engine.rules import (
    Action,
    ActionKind,
    Content,
    Field,
    Option,
    Plain,
    Refused,
    Table,
    Tally,
    counted,
    known_distance,
    suggest,
)
from starfray.engine.walls import walled_off
from starfray.rulebooks.hybrid.attack import add_beside, regain_balance, say_degree
from starfray.rulebooks.hybrid.attack_options import (
    SIMPLE_ACTION,
    TASK_TIME,
    begin_simple,
    points_field,
    rush_field,
    unlock_flag,
)
from starfray.rulebooks.hybrid.defence import ARMS_REACH
from starfray.rulebooks.hybrid.derived import action_tally, add_basis, mental_stat, stat_base
from starfray.rulebooks.hybrid.long_tasks import COUNTS_OF, SAMPLES
from starfray.rulebooks.hybrid.perceiving import Hide, Look, cannot_hide, hide, look
from starfray.rulebooks.hybrid.skill_check import chance_of, passed, roll_degree
from starfray.rulebooks.hybrid.skills import SET_UP, Use, add_haste, capped_by, rank_of, skill_chance, unlock
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, UnderWay, fighter, weapon_of

FAMILIARISE_DF = -3  # hybrid.skill.unfamiliar-tool.remove
FIRST_AID = 300  # counts


# --- choosing --------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Aid(Action):
    """Begin to stop somebody's bleeding."""

    KIND: ClassVar[str] = "aid"
    target: str
    points: int = 0
    rush: int = 0


def bleeders(state: Hybrid, actor: Fighter) -> list[Fighter]:
    """Friends first."""
    found = [other for other in state.roster.values() if other.bleeding and (other.side == actor.side or not other.hidden)]
    return sorted(found, key=lambda other: other.side != actor.side)


def reaches(state: Hybrid, actor: Fighter, patient: Fighter) -> bool:
    gap = known_distance(state, actor, patient)
    if state.scene.walls and walled_off(state, actor, patient):  # hybrid.ruling.wall
        return False
    return patient is actor or gap is None or gap <= ARMS_REACH


def nobody_bleeds(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if any(other.bleeding for other in state.roster.values()):
        return None
    return Refused("hybrid.ruling.bleeding", "nobody is bleeding", ["wait"])


def aid_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    return [somebody("target", bleeders(state, actor)), *points_field(actor), rush_field(FIRST_AID)]


def aid(state: Hybrid, table: Table, action: Aid) -> None:
    """Stopping a wound. hybrid.ruling.bleeding"""
    actor, patient = fighter(state, action.actor), fighter(state, action.target)
    if not patient.bleeding:
        raise Refused("hybrid.ruling.bleeding", f"{patient.id} is not bleeding", ["wait"])
    if not reaches(state, actor, patient):
        raise Refused("hybrid.ruling.bleeding", f"{patient.id} is not within arm's reach", ["move"])
    under_way = UnderWay(actor=actor.id, kind="aid", lands=0, target=patient.id)
    begin_simple(state, table, actor, under_way, FIRST_AID, "hybrid.task.elements", action.points, action.rush)


AID = ActionKind(Aid, aid, "hybrid.ruling.bleeding", FIRST_AID, refusal=nobody_bleeds, fields=aid_fields)


@dataclass(frozen=True, slots=True)
class Familiarise(Action):
    """Begin to get used to an unfamiliar tool."""

    KIND: ClassVar[str] = "familiarise"
    weapon: str
    points: int = 0
    rush: int = 0


def all_familiar(state: Hybrid, actor: Fighter, content: Content) -> Refused | None:
    if any(weapon.unfamiliar for weapon in actor.weapons):
        return None
    return Refused("hybrid.skill.unfamiliar-tool", "every tool is familiar", ["wait"])


def familiarise_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    strange = [weapon for weapon in actor.weapons if weapon.unfamiliar]
    return [something("weapon", strange), *points_field(actor), rush_field(SIMPLE_ACTION)]


def familiarise(state: Hybrid, table: Table, action: Familiarise) -> None:
    """One standard action per try. hybrid.ruling.unfamiliar-removal"""
    actor = fighter(state, action.actor)
    strange = [weapon.key for weapon in actor.weapons if weapon.unfamiliar]
    if action.weapon not in strange:
        raise Refused("hybrid.skill.unfamiliar-tool", f"{action.weapon!r} is nothing strange to {actor.id}", strange)
    under_way = UnderWay(actor=actor.id, kind="familiarise", lands=0, weapon=action.weapon)
    begin_simple(state, table, actor, under_way, SIMPLE_ACTION, "hybrid.action.standard-speed", action.points, action.rush)


FAMILIARISE = ActionKind(
    Familiarise,
    familiarise,
    "hybrid.skill.unfamiliar-tool.remove",
    SIMPLE_ACTION,
    refusal=all_familiar,
    fields=familiarise_fields,
)


@dataclass(frozen=True, slots=True)
class Work(Action):
    """Begin a task from the list."""

    KIND: ClassVar[str] = "work"
    task: str
    skill: str = ""
    difficulty: int = 0
    set_up: bool = False
    points: int = 0
    rush: int = 0
    unlock: bool = False


def counts_of(row: dict[str, Plain]) -> int:
    """The task's own time, in counts. hybrid.task.elements"""
    return int(row["time"]) * COUNTS_OF[str(row["unit"])]


def in_a_fight(row: dict[str, Plain]) -> bool:
    return counts_of(row) > 0


def work_fields(state: Hybrid, actor: Fighter, content: Content) -> list[Field]:
    tables = content.tables
    tasks = [
        Option(key, str(row["name"]), note=counted(counts_of(row), "count"))
        for key, row in tables["tasks"].items()
        if in_a_fight(row)
    ]
    return [
        Field("task", "choice", tasks),
        Field("skill", "choice", [Option(key) for key in tables["skills"]], required=False),
        Field("difficulty", "number", low=-30, high=30, required=False, default="0"),
        flag("set-up", "as long again, +20 % and 2 % per rank"),
        unlock_flag(),
        *points_field(actor),
        rush_field(max(counts_of(row) for row in tables["tasks"].values())),
    ]


def work(state: Hybrid, table: Table, action: Work) -> None:
    """A task from the list, in its own time. hybrid.task.elements"""
    actor = fighter(state, action.actor)
    known = table.content.tables["tasks"]
    if action.task not in known:
        raise Refused("hybrid.task.elements", f"no task is called {action.task!r}", [suggest(action.task, known)])
    row = known[action.task]
    if not in_a_fight(row):
        legal = [str(row["action"])] if "action" in row else [key for key, other in known.items() if in_a_fight(other)]
        raise Refused("hybrid.task.elements", f"{row['name']} takes no time and is no work", legal)
    if "action" in row:
        work_by_action(state, table, actor, action, str(row["action"]))
        return
    check_tool(state, actor, row)
    skills = table.content.tables["skills"]
    if action.skill and action.skill not in skills:
        raise Refused("hybrid.skill.elements", f"no skill is called {action.skill!r}", [suggest(action.skill, skills)])
    if not -30 <= action.difficulty <= 30:
        raise Refused("hybrid.task.difficulty-range", f"a difficulty of {action.difficulty}", ["-30 to 30"])
    skill, bases = used_for(table, actor, action.task, action.skill)
    if action.unlock and (mental_stat(bases) or not capped_by(state, actor, rank_of(actor, skill) or 0)):
        raise Refused("hybrid.skill.filter.unlock", "nothing limits this skill here", ["unlock=no"])
    under_way = UnderWay(
        actor=actor.id,
        kind="task",
        lands=0,
        thing=action.task,
        skill=action.skill,
        difficulty=action.difficulty,
        set_up=action.set_up,
        unlock=action.unlock,
    )
    if action.task in SAMPLES:
        table.cite(SAMPLES[action.task])
    begin_simple(state, table, actor, under_way, counts_of(row), "hybrid.task.elements", action.points, action.rush)


def check_tool(state: Hybrid, actor: Fighter, row: dict[str, Plain]) -> None:
    """hybrid.ruling.task-tools, hybrid.task.sample.pick-locks"""
    needed = str(row.get("tools", ""))
    kinds = [tool.key.rstrip("-0123456789") for tool in actor.tools if tool.in_hand]
    if needed and state.ruling("task-tools") == "in-hand" and needed not in kinds:
        raise Refused("hybrid.ruling.task-tools", f"{row['name']} takes {needed} in the hand", [f"draw {needed}", "pick-up"])


def work_by_action(state: Hybrid, table: Table, actor: Fighter, action: Work, own: str) -> None:
    """A task that is an action of its own in a fight is that action: who hides at work is hidden. hybrid.task.elements"""
    if action.skill or action.difficulty or action.set_up or action.unlock:
        raise Refused("hybrid.task.elements", f"{action.task} is the action {own}, with its own skill and difficulty", [own])
    if own == "look":
        look(state, table, Look(actor.id, action.points, action.rush))
        return
    if own == "hide":
        refused = cannot_hide(state, actor, table.content)
        if refused is not None:
            raise refused
        hide(state, table, Hide(actor.id, action.points, action.rush))
        return
    if own == "aid":
        near = [patient for patient in bleeders(state, actor) if reaches(state, actor, patient)]
        aid(state, table, Aid(actor.id, near[0].id if near else actor.id, action.points, action.rush))
        return
    strange = [weapon.key for weapon in actor.weapons if weapon.unfamiliar]
    familiarise(state, table, Familiarise(actor.id, strange[0] if strange else "", action.points, action.rush))


WORK = ActionKind(
    Work,
    work,
    "hybrid.task.elements",
    TASK_TIME,
    fields=work_fields,
    hints=("hybrid.task.common.common-action", "hybrid.mod.environment.principle"),
)


# --- landing ---------------------------------------------------------------------------------------------------
def used_for(table: Table, actor: Fighter, key: str, named: str) -> tuple[str, str]:
    """The skill that serves a task, the one named or the first suggested that is known, and the stats it is based on."""
    task = table.content.entry("tasks", key)
    skill = named or next((known for known in task["skills"] if known in actor.skills), "")
    bases = str(task["basis"])
    if bases == "own":
        bases = str(table.content.entry("skills", skill)["basis"]) if skill else "paw"
    return skill, bases


def task_chance(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay, key: str) -> Tally:
    """Stat base, rank, difficulty. hybrid.task.elements"""
    task = table.content.entry("tasks", key)
    skill, bases = used_for(table, actor, key, under_way.skill)
    lifted = unlock(state, table, actor, rank_of(actor, skill)) if under_way.unlock else []
    df = action_tally(state, table, actor, mental_stat(bases))
    stat, rule = stat_base(actor, bases)
    df.add(stat, rule, bases.upper())
    add_beside(df, under_way)
    difficulty = int(task["difficulty"]) + under_way.difficulty
    if difficulty:
        df.add(difficulty, "hybrid.task.difficulty-range", str(task["name"]))
    if not skill and task["skills"] and not task.get("stat-roll", False):
        skill = task["skills"][0]  # it needs a skill, and the actor has none: hybrid.ruling.unranked
    if skill:
        use = Use(skill, (key,), under_way=under_way, mental=mental_stat(bases), lifted=lifted)
        return skill_chance(state, table, actor, df, use)
    chance = chance_of(table, df)
    if under_way.set_up:
        chance.add(SET_UP, "hybrid.setup.bonus")
    add_haste(chance, under_way)
    return chance


def work_at(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    chance = task_chance(state, table, actor, under_way, under_way.thing)
    regain_balance(state, table, actor)
    say_degree(table, actor, "", roll_degree(table, "hybrid.check.roll", actor.id, chance))


def give_aid(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """A success stops one wound. hybrid.ruling.bleeding"""
    patient = state.roster[under_way.target]
    if not patient.bleeding or not reaches(state, actor, patient):
        regain_balance(state, table, actor)
        words = "is out of reach" if patient.bleeding else "does not bleed any more"
        table.emit("hybrid.ruling.bleeding", patient.id, note=words)
        return
    chance = task_chance(state, table, actor, under_way, "first-aid")
    regain_balance(state, table, actor)
    made = passed(table, "hybrid.ruling.bleeding", actor.id, chance)
    if made:
        patient.bleeding.remove(max(patient.bleeding))
    table.emit("hybrid.ruling.bleeding", patient.id, note="a wound is stopped" if made else "bleeds on")


def become_familiar(state: Hybrid, table: Table, actor: Fighter, under_way: UnderWay) -> None:
    """Against the stat base alone; each success wears one DF off. hybrid.skill.unfamiliar-tool.remove"""
    weapon = weapon_of(actor, under_way.weapon)
    df = action_tally(state, table, actor)
    add_basis(df, actor, weapon)
    df.add(FAMILIARISE_DF, "hybrid.skill.unfamiliar-tool.remove")
    add_beside(df, under_way)
    regain_balance(state, table, actor)
    chance = chance_of(table, df)
    add_haste(chance, under_way)
    if passed(table, "hybrid.skill.unfamiliar-tool.remove", actor.id, chance):
        weapon.unfamiliar = max(0, weapon.unfamiliar - 1)
    table.emit("hybrid.ruling.unfamiliar-removal", actor.id, number=weapon.unfamiliar, note=weapon.name or weapon.key)
