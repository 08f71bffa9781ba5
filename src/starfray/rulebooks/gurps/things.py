"""Things and crowds outside a fight: HP and DR of objects, knockback, what share of a crowd succeeds, Stun Points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.rulebooks.gurps.objects import ENDS, TIMES, material_dr, object_hp

#: one in so many. gurps.group-roll.succeed, gurps.group-roll.fail
SUCCEED = {3: 200, 4: 50, 5: 20, 6: 10, 7: 6, 8: 4, 9: 3, 10: 2}
FAIL = {11: 3, 12: 4, 13: 6, 14: 10, 15: 20, 16: 50, 17: 100, 18: 200}


@dataclass(frozen=True, slots=True)
class ObjectHp(Action):
    KIND: ClassVar[str] = "object-hp"
    weight: float
    nature: str = "unliving"


def hp_of_object(table: Table, args: ObjectHp) -> dict[str, Plain]:
    """4 or 8 x the cube root of the weight in pounds. gurps.object.hp.unliving, gurps.object.hp.homogenous"""
    if args.nature not in TIMES or args.weight <= 0:
        raise BadInput(f"{args.nature!r}", field="object-hp", expected="a weight, and " + ", ".join(TIMES))
    points = object_hp(args.nature, args.weight)
    rule = "gurps.object.hp.unliving" if args.nature == "unliving" else "gurps.object.hp.homogenous"
    table.emit(rule, args.actor, number=points)
    table.emit("gurps.ruling.object-hp-rounding", args.actor, number=points)
    return {"hp": points}


@dataclass(frozen=True, slots=True)
class ObjectDr(Action):
    KIND: ClassVar[str] = "object-dr"
    material: str
    inches: float
    end: str = "low"


def dr_of_object(table: Table, args: ObjectDr) -> dict[str, Plain]:
    """Inches times the figure of the material. gurps.object.dr, gurps.ruling.material-range"""
    rows = table.content.tables["materials"]
    if args.material not in rows:
        raise BadInput(f"{args.material!r}", field="object-dr.material", expected=suggest(args.material, rows))
    if args.end not in ENDS or args.inches < 0:
        raise BadInput(f"{args.end!r}", field="object-dr.end", expected=", ".join(ENDS))
    points = material_dr(table.content, args.material, args.inches, args.end)
    mark = str(rows[args.material].get("mark", ""))
    table.emit(f"gurps.object.dr.{args.material}", args.actor, number=points)
    table.emit("gurps.object.dr", args.actor, number=points)
    table.emit("gurps.ruling.material-range", args.actor, note=args.end)
    if mark:  # kept as data, without effect. gurps.ruling.material-marks
        table.emit("gurps.ruling.material-marks", args.actor, note=mark)
    return {"dr": points, "mark": mark}


@dataclass(frozen=True, slots=True)
class Knockback(Action):
    """`st` 0: a thing without ST, or somebody who does not resist: HP stand in for it."""

    KIND: ClassVar[str] = "knockback"
    damage: int
    st: int
    hp: int = 0


def knockback(table: Table, args: Knockback) -> dict[str, Plain]:
    """Yards, and the modifier on the roll to keep one's feet. gurps.knockback.distance"""
    power = args.st
    if not power:
        power = args.hp
        table.emit("gurps.knockback.no-st", args.actor, number=args.hp)
        table.emit("gurps.ruling.knockback-hp", args.actor, number=args.hp - 2)
    weak = power <= 3
    yards = max(0, args.damage) if weak else max(0, args.damage) // (power - 2)
    table.emit("gurps.knockback.weak" if weak else "gurps.knockback.distance", args.actor, number=yards)
    return {"yards": yards, "balance": min(0, 1 - yards)}


@dataclass(frozen=True, slots=True)
class GroupRoll(Action):
    KIND: ClassVar[str] = "group-roll"
    target: int
    people: int


def group_roll(table: Table, args: GroupRoll) -> dict[str, Plain]:
    """How many of a crowd succeed, without dice. gurps.group-roll.succeed, gurps.group-roll.fail"""
    if args.people < 0:
        raise BadInput(f"{args.people}", field="group-roll.people", expected="0 or more")
    target = min(18, args.target)
    if target < 3:
        good, rule = 0, "gurps.group-roll.succeed"
    elif target <= 10:
        good, rule = rounded(args.people, SUCCEED[target]), "gurps.group-roll.succeed"
    else:
        good, rule = args.people - rounded(args.people, FAIL[target]), "gurps.group-roll.fail"
    table.emit(rule, args.actor, number=good)
    table.emit("gurps.ruling.group-rounding", args.actor, number=good)
    return {"succeed": good, "fail": args.people - good}


def rounded(people: int, one_in: int) -> int:
    """Half a person counts as one."""
    return (2 * people + one_in) // (2 * one_in)


@dataclass(frozen=True, slots=True)
class StunPoints(Action):
    """`lost` is an injury taken; `sp` what is left before it."""

    KIND: ClassVar[str] = "stun-points"
    hp: int
    times: int = 5
    lost: int = 0
    sp: int = -1


def stun_points(table: Table, args: StunPoints) -> dict[str, Plain]:
    """N x HP; an injury comes off them, 1/N of it off HP. gurps.stun-points.total, gurps.stun-points.loss"""
    if args.times < 1 or args.hp < 1:
        raise BadInput(f"{args.times}", field="stun-points.times", expected="1 or more")
    most = args.hp * args.times
    left = most if args.sp < 0 else args.sp
    table.emit("gurps.stun-points.total", args.actor, number=most)
    result: dict[str, Plain] = {"sp": most, "hp": args.hp}
    if args.lost:
        table.emit("gurps.stun-points.loss", args.actor, number=args.lost)
        result = {"sp": max(0, left - args.lost), "hp": args.hp - args.lost // args.times, "unconscious": left <= args.lost}
    return result


THINGS = (
    Procedure(ObjectHp, hp_of_object, "HP of a thing by its weight.", "gurps.object.hp.unliving"),
    Procedure(ObjectDr, dr_of_object, "DR of a thing by material and inches.", "gurps.object.dr"),
    Procedure(Knockback, knockback, "How far a blow throws somebody or something.", "gurps.knockback.distance"),
    Procedure(GroupRoll, group_roll, "How many of a crowd succeed.", "gurps.group-roll.succeed"),
    Procedure(StunPoints, stun_points, "Stun Points, and what an injury leaves of them.", "gurps.stun-points.total"),
)
