"""What takes minutes, hours and days: rest, wounds left alone, study, marching."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.procedures import Procedure
from starfray.engine.table import Table
from starfray.rulebooks.gurps.clock import bleed, fight_for_life
from starfray.rulebooks.gurps.core import MOVE_FACTOR, halved
from starfray.rulebooks.gurps.injury import HALF_HOUR, MINUTE
from starfray.rulebooks.gurps.state import Attributes, Fighter

TERRAIN = {"very-bad": 0.2, "bad": 0.5, "average": 1.0, "good": 1.25}  # gurps.hike.terrain
SNOW = {"none": 1.0, "snow": 0.5, "deep": 0.25}  # gurps.hike.snow
LOADS = ("none", "light", "medium", "heavy", "extra-heavy")
WORKING, FREE = 50, 90  # gurps.study.free-hours
POINT = 200  # hours. gurps.study.point


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """`sp` and `max_sp` where the table plays with Stun Points; `power`: they are Power Points."""

    KIND: ClassVar[str] = "rest"
    minutes: int
    fp: int
    max_fp: int
    very_fit: bool = False
    sp: int = 0
    max_sp: int = 0
    hp: int = 1
    times: int = 5
    power: bool = False


def rest(table: Table, args: Rest) -> dict[str, Plain]:
    """1 FP in ten minutes, or in five; Stun and Power Points by their own measure. gurps.fp.recovery"""
    if args.minutes < 0 or args.max_fp < 0:
        raise BadInput(f"{args.minutes}", field="rest.minutes", expected="0 or more")
    back = args.minutes // (5 if args.very_fit else 10)
    fp = min(args.max_fp, args.fp + back)
    table.emit("gurps.fp.recovery", args.actor, number=fp - args.fp)
    result: dict[str, Plain] = {"fp": fp}
    if args.max_sp:
        each = args.times
        if args.power:
            each = max(1, args.max_sp // max(1, args.max_fp))
            table.emit("gurps.power-points.recovery", args.actor, number=each)
            table.emit("gurps.ruling.power-recovery", args.actor, number=each)
        else:
            table.emit("gurps.ruling.stun-recovery", args.actor, number=each)
        sp = min(args.max_sp, args.sp + each * (args.minutes // 10))
        result |= {"sp": sp, "awake": sp > 0 and args.hp > 0}
    return result


@dataclass(frozen=True, slots=True)
class Bleeding(Action):
    """`minutes` at most; it ends earlier if the bleeding stops."""

    KIND: ClassVar[str] = "bleeding"
    ht: int
    hp: int
    max_hp: int
    minutes: int = 1


def bleeding(table: Table, args: Bleeding) -> dict[str, Plain]:
    """Minute by minute until it stops. gurps.injury.bleeding"""
    one = patient(args.actor, args.ht, args.hp, args.max_hp)
    one.bleeding = MINUTE
    passed = 0
    while passed < min(args.minutes, 600) and one.bleeding and not one.dead:
        passed += 1
        bleed(table, one, (passed, one.hp, one.clotting, one.mortal))
    return {
        "minutes": passed,
        "hp": one.hp,
        "bleeding": one.bleeding > 0 and not one.dead,
        "dead": one.dead,
        "mortally-wounded": one.mortal,
    }


def patient(who: str, ht: int, hp: int, max_hp: int) -> Fighter:
    if max_hp < 1 or hp > max_hp:
        raise BadInput(f"{hp}", field="hp", expected=f"at most {max_hp}")
    return Fighter(id=who, attributes=Attributes(ht=ht), max_hp=max_hp, hp=hp, max_fp=10, fp=10, posture="lying")


@dataclass(frozen=True, slots=True)
class MortalWound(Action):
    KIND: ClassVar[str] = "mortal-wound"
    ht: int
    half_hours: int = 1


def mortal_wound(table: Table, args: MortalWound) -> dict[str, Plain]:
    """HT every half hour until it is decided. gurps.injury.mortal.half-hour"""
    one = patient(args.actor, args.ht, 0, 10)
    one.mortal, one.mortal_clock = True, HALF_HOUR
    passed = 0
    while passed < min(args.half_hours, 200) and one.mortal and not one.dead:
        passed += 1
        fight_for_life(table, one, (passed,))
    return {"half-hours": passed, "dead": one.dead, "mortally-wounded": one.mortal and not one.dead}


@dataclass(frozen=True, slots=True)
class Study(Action):
    """Hours spent in each way; `foreign_days` among strangers; `working`: with a job."""

    KIND: ClassVar[str] = "study"
    job: float = 0.0
    self_teaching: float = 0.0
    education: float = 0.0
    intensive: float = 0.0
    foreign_days: int = 0
    working: bool = True


def study(table: Table, args: Study) -> dict[str, Plain]:
    """Hours of every kind as hours of learning; 200 of them are a point. gurps.study.point"""
    hours = 0.0
    for rule, spent, costs in (("job", args.job, 4.0), ("self-teaching", args.self_teaching, 2.0),
                               ("education", args.education, 1.0), ("intensive", args.intensive, 0.5)):  # fmt: skip
        if spent < 0:
            raise BadInput(f"{spent}", field=f"study.{rule}", expected="0 or more hours")
        if spent:
            hours += spent / costs
            table.emit(f"gurps.study.{rule}", args.actor, number=floor(spent / costs))
    free = WORKING if args.working else FREE
    table.emit("gurps.study.free-hours", args.actor, number=free)
    culture = 4 * max(0, args.foreign_days)
    if culture:
        table.emit("gurps.study.immersion", args.actor, number=culture)
    table.emit("gurps.study.point", args.actor, number=floor(hours / POINT))
    return {
        "learning-hours": hours,
        "points": floor(hours / POINT),
        "free-hours-a-week": free,
        "culture-hours": culture,
        "culture-points": culture // POINT,
    }


@dataclass(frozen=True, slots=True)
class Hike(Action):
    """A day's march; `hp`, `fp` where the hiker is hurt or tired; `hours` on the way."""

    KIND: ClassVar[str] = "hike"
    move: int
    load: str = "none"
    terrain: str = "average"
    rain: bool = False
    road: bool = False
    snow: str = "none"
    hours: int = 1
    max_hp: int = 10
    hp: int = 10
    max_fp: int = 10
    fp: int = 10


def hike(table: Table, args: Hike) -> dict[str, Plain]:
    """10 miles for each point of Move, by load, wounds, terrain and weather. gurps.hike.speed"""
    for word, known in ((args.load, LOADS), (args.terrain, TERRAIN), (args.snow, SNOW)):
        if word not in known:
            raise BadInput(f"{word!r}", field="hike", expected=suggest(word, list(known)))
    level = LOADS.index(args.load)
    one = Fighter(id=args.actor, max_hp=args.max_hp, hp=args.hp, max_fp=args.max_fp, fp=args.fp)
    move = halved(one, max(1, args.move * MOVE_FACTOR[level] // 10) if args.move > 0 else 0)
    table.emit("gurps.hike.speed", args.actor, number=move)
    factor = TERRAIN[args.terrain]
    table.emit("gurps.hike.terrain", args.actor, note=args.terrain)
    if args.rain:
        table.emit("gurps.hike.rain", args.actor, note="on the road" if args.road else "off the road")
        table.emit("gurps.ruling.hike-weather", args.actor)
        factor *= 1.0 if args.road else 0.5
    if args.snow != "none":
        table.emit("gurps.hike.snow", args.actor, note=args.snow)
        factor *= SNOW[args.snow]
    tired = (level + 1) * max(0, args.hours)
    table.emit("gurps.hike.fatigue", args.actor, number=tired)
    return {"miles-a-day": round(10 * move * factor, 2), "fp": tired, "move": move}


HOURS = (
    Procedure(Rest, rest, "Rest: FP, Stun Points, Power Points.", "gurps.fp.recovery"),
    Procedure(Bleeding, bleeding, "A wound that nobody dresses, minute by minute.", "gurps.injury.bleeding"),
    Procedure(MortalWound, mortal_wound, "A mortal wound, half hour by half hour.", "gurps.injury.mortal.half-hour"),
    Procedure(Study, study, "Hours of learning and the points they give.", "gurps.study.point"),
    Procedure(Hike, hike, "A day's march and what it costs.", "gurps.hike.speed"),
)
