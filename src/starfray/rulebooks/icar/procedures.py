"""Rules outside the turn: the plain check, and the lists of space combat with their chances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import Refused
from starfray.engine.procedures import Procedure, procedures
from starfray.engine.table import Table
from starfray.rulebooks.icar.core import CRITICAL, DEFAULT_TN, EASY, FUMBLE, HARD, IMPOSSIBLE, NORMAL, PASS, chance, throw
from starfray.rulebooks.icar.ground.builder import BUILDER
from starfray.rulebooks.icar.ground.procedures import GROUND
from starfray.rulebooks.icar.hacking.procedures import HACKING
from starfray.rulebooks.icar.space.options import OPTIONS
from starfray.rulebooks.icar.space.procedures import SPACE
from starfray.rulebooks.icar.space.records import ROLES
from starfray.rulebooks.icar.vehicle.procedures import VEHICLE

GRADES = {FUMBLE: "critical failure", PASS: "pass", CRITICAL: "critical pass"}


@dataclass(frozen=True, slots=True)
class PlainCheck(Action):
    KIND: ClassVar[str] = "check"
    skill: int = 0
    attribute: int = 2
    bonus: int = 0
    tn: int = DEFAULT_TN


def plain_check(table: Table, args: PlainCheck) -> dict[str, Plain]:
    """Skill + attribute + bonus + D10 against a target number. icar.check.core"""
    tally = table.tally()
    tally.add(args.tn, "icar.check.default-tn" if args.tn == DEFAULT_TN else "icar.check.free-tn", "target number")
    tally.add(-args.attribute, "icar.check.core", "attribute")
    tally.add(-args.skill, "icar.check.core" if args.skill else "icar.check.unskilled", "skill")
    if args.bonus:
        tally.add(-args.bonus, "icar.check.equipment-bonus", "bonus")
    if tally.total < 0:
        table.emit("icar.ruling.negative-total", args.actor, number=tally.total)
    result = throw(table, args.actor, tally, "icar.check.core")
    return {"passed": result >= PASS, "result": GRADES.get(result, "failure"), "needed": tally.total}


@dataclass(frozen=True, slots=True)
class TargetNumbers(Action):
    KIND: ClassVar[str] = "target-numbers"


def target_numbers(table: Table, args: TargetNumbers) -> dict[str, Plain]:
    """icar.tn.table"""
    table.emit("icar.tn.table", args.actor)
    return {"easy": EASY, "normal": NORMAL, "hard": HARD, "impossible": IMPOSSIBLE}


@dataclass(frozen=True, slots=True)
class SpaceOptions(Action):
    """`ability` is skill + attribute + bonuses; `help` what others take off the target number, as 2."""

    KIND: ClassVar[str] = "space-options"
    ability: int
    role: str = ""
    help: int = 0


def space_options(table: Table, args: SpaceOptions) -> dict[str, Plain]:
    """Every option that is a check, with target number, chance and effect. icar.space.stn.options"""
    table.emit("icar.space.stn.options", args.actor)
    rows: list[Plain] = []
    for option in OPTIONS.values():
        if option.tn and args.role in ("", option.role):
            tn = option.tn - args.help
            rows.append({
                "option": option.kind, "role": option.role, "tn": tn, "chance": chance(tn - args.ability),
                "stn": option.stn, "pilot": option.pilot, "once": option.once, "rule": option.rule,
            })  # fmt: skip
    return {"ability": args.ability, "options": rows, "roles": list(ROLES)}


@dataclass(frozen=True, slots=True)
class PoolLeftover(Action):
    KIND: ClassVar[str] = "pool-leftover"
    dice: int
    players: int


def pool_leftover(table: Table, args: PoolLeftover) -> dict[str, Plain]:
    """At the end of the game dice become roleplaying points; the rest is told to the GM. icar.ruling.pool-leftover"""
    if args.players < 1 or args.dice < 0:
        raise Refused("icar.pool.leftover", "at least one player and no fewer than 0 dice", ["pool-leftover 5 4"])
    table.emit("icar.pool.leftover", args.actor, number=args.dice // args.players)
    if args.dice % args.players:
        table.emit("icar.ruling.pool-leftover", args.actor, number=args.dice % args.players)
    return {"each": args.dice // args.players, "left": args.dice % args.players}


PROCEDURES = procedures(
    Procedure(PlainCheck, plain_check, "A check: skill, attribute, bonus, target number.", "icar.check.core"),
    Procedure(TargetNumbers, target_numbers, "The table of target numbers.", "icar.tn.table"),
    Procedure(PoolLeftover, pool_leftover, "Roleplaying points from dice left in the pool.", "icar.pool.leftover"),
    Procedure(SpaceOptions, space_options, "The options of space combat with their chances.", "icar.space.stn.options"),
    *GROUND,
    *BUILDER,
    *HACKING,
    *SPACE,
    *VEHICLE,
)
