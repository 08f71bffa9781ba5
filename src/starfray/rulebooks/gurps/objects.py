"""Things and crowds outside a fight: HP and DR of objects, knockback, what share of a crowd succeeds, Stun Points."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Annotated, ClassVar, Literal

from starfray.engine.rules import Action, BadInput, Between, Content, Plain, Procedure, Table
from starfray.rulebooks.gurps.state import Fighter

#: one in so many. gurps.group-roll.succeed, gurps.group-roll.fail
SUCCEED = {3: 200, 4: 50, 5: 20, 6: 10, 7: 6, 8: 4, 9: 3, 10: 2}
FAIL = {11: 3, 12: 4, 13: 6, 14: 10, 15: 20, 16: 50, 17: 100, 18: 200}
TIMES = {"unliving": 4, "homogenous": 8, "diffuse": 8}  # gurps.object.hp.unliving, gurps.object.hp.homogenous


@dataclass(frozen=True, slots=True)
class ObjectHp(Action):
    KIND: ClassVar[str] = "object-hp"
    weight: Annotated[float, Between(0.001)]
    nature: Literal["unliving", "homogenous", "diffuse"] = "unliving"


def hp_of_object(table: Table, args: ObjectHp) -> dict[str, Plain]:
    """4 or 8 x the cube root of the weight in pounds. gurps.object.hp.unliving, gurps.object.hp.homogenous"""
    points = object_hp(args.nature, args.weight)
    rule = "gurps.object.hp.unliving" if args.nature == "unliving" else "gurps.object.hp.homogenous"
    table.emit(rule, args.actor, number=points)
    return {"hp": points}


@dataclass(frozen=True, slots=True)
class ObjectDr(Action):
    KIND: ClassVar[str] = "object-dr"
    material: str
    inches: Annotated[float, Between(0)]
    end: Literal["low", "middle", "high"] = "low"  # gurps.ruling.material-range


def dr_of_object(table: Table, args: ObjectDr) -> dict[str, Plain]:
    """Inches times the figure of the material. gurps.object.dr, gurps.ruling.material-range"""
    points = material_dr(table.content, args.material, args.inches, args.end)
    mark = str(table.content.entry("materials", args.material).get("mark", ""))
    table.emit(f"gurps.object.dr.{args.material}", args.actor, number=points)
    return {"dr": points, "mark": mark}  # the mark has no effect. gurps.ruling.material-marks


@dataclass(frozen=True, slots=True)
class Knockback(Action):
    """`st` 0: a thing without ST, or somebody who does not resist: HP stand in for it."""

    KIND: ClassVar[str] = "knockback"
    damage: Annotated[int, Between(0)]
    st: Annotated[int, Between(0)]
    hp: Annotated[int, Between(0)] = 0


def knockback(table: Table, args: Knockback) -> dict[str, Plain]:
    """Yards, and the modifier on the roll to keep one's feet. gurps.knockback.distance"""
    power = args.st
    if not power:
        power = args.hp  # gurps.ruling.knockback-hp
        table.emit("gurps.knockback.no-st", args.actor, number=args.hp)
    weak = power <= 3
    yards = args.damage if weak else args.damage // (power - 2)
    table.emit("gurps.knockback.weak" if weak else "gurps.knockback.distance", args.actor, number=yards)
    return {"yards": yards, "balance": min(0, 1 - yards)}


@dataclass(frozen=True, slots=True)
class GroupRoll(Action):
    KIND: ClassVar[str] = "group-roll"
    target: int
    people: Annotated[int, Between(0)]


def group_roll(table: Table, args: GroupRoll) -> dict[str, Plain]:
    """How many of a crowd succeed, without dice. gurps.group-roll.succeed, .fail, gurps.ruling.group-rounding"""
    target = min(18, args.target)
    if target < 3:
        good, rule = 0, "gurps.group-roll.succeed"
    elif target <= 10:
        good, rule = rounded(args.people, SUCCEED[target]), "gurps.group-roll.succeed"
    else:
        good, rule = args.people - rounded(args.people, FAIL[target]), "gurps.group-roll.fail"
    table.emit(rule, args.actor, number=good)
    return {"succeed": good, "fail": args.people - good}


def rounded(people: int, one_in: int) -> int:
    """Half a person counts as one."""
    return (2 * people + one_in) // (2 * one_in)


@dataclass(frozen=True, slots=True)
class StunPoints(Action):
    """`lost` is an injury taken; `sp` what is left before it."""

    KIND: ClassVar[str] = "stun-points"
    hp: Annotated[int, Between(1)]
    times: Annotated[int, Between(1)] = 5
    lost: Annotated[int, Between(0)] = 0
    sp: Annotated[int, Between(0)] = -1


def stun_points(table: Table, args: StunPoints) -> dict[str, Plain]:
    """N x HP; an injury comes off them, 1/N of it off HP. gurps.stun-points.total, gurps.stun-points.loss"""
    most = args.hp * args.times
    left = most if args.sp < 0 else args.sp
    if left > most:
        raise BadInput(f"sp = {left}", field="stun-points.sp", expected=f"at most {most}")
    table.emit("gurps.stun-points.total", args.actor, number=most)
    result: dict[str, Plain] = {"sp": most, "hp": args.hp}
    if args.lost:
        if not left:  # gurps.stun-points.after: nothing left to take it
            table.emit("gurps.stun-points.after", args.actor, number=args.lost)
            return {"sp": 0, "hp": args.hp - args.lost, "unconscious": True}
        table.emit("gurps.stun-points.loss", args.actor, number=args.lost)
        result = {"sp": max(0, left - args.lost), "hp": args.hp - args.lost // args.times, "unconscious": left <= args.lost}
    return result


def write_stun_points(table: Table, actor: Fighter, content: Content, args: StunPoints, result: dict[str, Plain]) -> None:
    actor.hp, actor.sp = min(actor.max_hp, result["hp"]), min(actor.max_sp, result["sp"])
    actor.unconscious = actor.unconscious or bool(result.get("unconscious", False))


THINGS = (
    Procedure(ObjectHp, hp_of_object, "HP of a thing by its weight.", "gurps.object.hp.unliving"),
    Procedure(ObjectDr, dr_of_object, "DR of a thing by material and inches.", "gurps.object.dr"),
    Procedure(Knockback, knockback, "How far a blow throws somebody or something.", "gurps.knockback.distance"),
    Procedure(GroupRoll, group_roll, "How many of a crowd succeed.", "gurps.group-roll.succeed"),
    Procedure(StunPoints, stun_points, "Stun Points, and what an injury leaves.", "gurps.stun-points.total", write_stun_points),
)


def object_hp(nature: str, weight: float) -> int:
    """So many times the cube root of the weight in pounds, to the nearest whole, at least 1. gurps.ruling.object-hp-rounding

    The nearest whole is found by comparing cubes: 64 lb is 4 x 4 = 16, whatever a root in fractions says.
    """
    times = TIMES[nature]
    cube = weight * times * times * times
    points = int(cube ** (1 / 3))
    while (points + 0.5) ** 3 <= cube:
        points += 1
    while points > 0 and (points - 0.5) ** 3 > cube:
        points -= 1
    return max(1, points)


def material_dr(content: Content, material: str, inches: float, end: str = "low") -> int:
    """Inches times the figure; the low end if nobody says, rounded down. gurps.object.dr"""
    row = content.entry("materials", material)
    low, high = float(row["low"]), float(row["high"])
    figure = {"low": low, "middle": (low + high) / 2, "high": high}[end]
    return floor(figure * inches + 1e-9)
