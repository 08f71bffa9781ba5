"""Rules outside the turn: plain success rolls, contests, reactions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from starfray.engine.rules import Action, Between, Plain, Procedure, Table, procedures, total
from starfray.rulebooks.gurps.objects import THINGS
from starfray.rulebooks.gurps.ritual_magic import RITES
from starfray.rulebooks.gurps.tasks import TASKS_DONE, roll_with_margin, skill_tally
from starfray.rulebooks.gurps.time_procedures import HOURS

#: gurps.reaction.*: the highest roll of each
REACTIONS = ((0, "disastrous"), (3, "very-bad"), (6, "bad"), (9, "poor"), (12, "neutral"), (15, "good"), (18, "very-good"))


@dataclass(frozen=True, slots=True)
class SuccessRoll(Action):
    KIND: ClassVar[str] = "success-roll"
    skill: int
    modifier: int = 0


def success_roll(table: Table, args: SuccessRoll) -> dict[str, Plain]:
    """3d6 against skill and modifier: the degree and the margin. gurps.core.success-roll, gurps.core.margin"""
    tally = skill_tally(table, args.skill, args.modifier)
    degree, margin = roll_with_margin(table, args.actor, tally)
    return {"effective": tally.total, "degree": degree, "margin": margin}


@dataclass(frozen=True, slots=True)
class QuickContest(Action):
    KIND: ClassVar[str] = "quick-contest"
    skill: int
    against: int


def quick_contest(table: Table, args: QuickContest) -> dict[str, Plain]:
    """Both roll, the one who started it first; the better margin wins. gurps.core.quick-contest, gurps.order.contest"""
    mine = roll_with_margin(table, args.actor, skill_tally(table, args.skill, 0))
    theirs = roll_with_margin(table, "other", skill_tally(table, args.against, 0))
    winner = "nobody" if mine[1] == theirs[1] else "first" if mine[1] > theirs[1] else "second"
    victory = abs(mine[1] - theirs[1])
    table.emit("gurps.core.quick-contest", args.actor, number=victory, note=winner)
    table.against("other", mine[1], theirs[1], "margin")
    return {"winner": winner, "victory": victory, "first": mine[1], "second": theirs[1]}


@dataclass(frozen=True, slots=True)
class Reaction(Action):
    KIND: ClassVar[str] = "reaction"
    modifier: int = 0


def reaction(table: Table, args: Reaction) -> dict[str, Plain]:
    """3d6 and modifiers, high is good; criticals do not count. gurps.reaction.roll"""
    number, word = react(table, args.actor, args.modifier, "gurps.reaction.roll")
    return {"total": number, "reaction": word.replace("-", " ")}


def react(table: Table, who: str, modifier: int, rule: str) -> tuple[int, str]:
    """The roll and its label; where the book breaks off, the label stands. gurps.order.reaction, gurps.ruling.reaction-poor"""
    tally = table.tally()
    tally.add(modifier, "gurps.reaction.roll", "modifier")
    number = table.roll(rule, who, total(3, 6), tally) + tally.total
    word = next((name for limit, name in REACTIONS if number <= limit), "excellent")
    table.emit(f"gurps.reaction.{word}", who, number=number)
    return number, word


@dataclass(frozen=True, slots=True)
class Morale(Action):
    """`strength` is from -5 to 5: how much stronger than the NPCs the party looks."""

    KIND: ClassVar[str] = "morale"
    strength: Annotated[int, Between(-5, 5)] = 0
    no_language: bool = False
    home_turf: bool = False


def morale(table: Table, args: Morale) -> dict[str, Plain]:
    """A reaction roll in mid-fight: Good or better, and they run or give up. gurps.morale.check"""
    modifier = args.strength
    if modifier:
        table.emit("gurps.morale.stronger" if modifier > 0 else "gurps.morale.weaker", args.actor, number=modifier)
    if args.no_language:
        modifier -= 2
        table.emit("gurps.morale.no-language", args.actor, number=-2)
    if args.home_turf:
        modifier -= 2
        table.emit("gurps.morale.home-turf", args.actor, number=-2)
    number, word = react(table, args.actor, modifier, "gurps.morale.check")
    return {"total": number, "reaction": word.replace("-", " "), "breaks": number >= 13}


PROCEDURES = procedures(
    Procedure(SuccessRoll, success_roll, "A plain success roll: skill, modifier.", "gurps.core.success-roll"),
    Procedure(QuickContest, quick_contest, "A Quick Contest of two skills.", "gurps.core.quick-contest"),
    Procedure(Reaction, reaction, "A reaction roll.", "gurps.reaction.roll"),
    Procedure(Morale, morale, "A morale check.", "gurps.morale.check"),
    *TASKS_DONE,
    *THINGS,
    *HOURS,
    *RITES,
)
