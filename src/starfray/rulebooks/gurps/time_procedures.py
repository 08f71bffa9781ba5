"""What takes minutes, hours and days: rest, wounds left alone, study, marching."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Annotated, ClassVar, Literal

from starfray.engine.rules import Action, BadInput, Between, Content, Plain, Procedure, Table
from starfray.rulebooks.gurps.clock import bleed, fight_for_life
from starfray.rulebooks.gurps.core import MOVE_FACTOR, halved, very_fit
from starfray.rulebooks.gurps.injury import HALF_HOUR, MINUTE, lose_fp, put_out
from starfray.rulebooks.gurps.state import Attributes, Fighter

TERRAIN = {"very-bad": 0.2, "bad": 0.5, "average": 1.0, "good": 1.25}  # gurps.hike.terrain
SNOW = {"snow": 0.5, "deep": 0.25}  # gurps.hike.snow
LOADS = ("none", "light", "medium", "heavy", "extra-heavy")
WORKING, FREE = 50, 90  # gurps.study.free-hours
POINT = 200  # hours. gurps.study.point
Count = Annotated[int, Between(0)]
Hours = Annotated[float, Between(0)]


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """`sp` and `max_sp` where the table plays with Stun Points; `power`: they are Power Points."""

    KIND: ClassVar[str] = "rest"
    minutes: Count
    fp: int
    max_fp: Count
    very_fit: bool = False
    sp: Count = 0
    max_sp: Count = 0
    hp: int = 1
    times: Annotated[int, Between(1)] = 5
    power: bool = False


def rest(table: Table, args: Rest) -> dict[str, Plain]:
    """1 FP in ten minutes, or in five; Stun and Power Points by their own measure. gurps.fp.recovery"""
    if args.fp > args.max_fp or args.sp > args.max_sp:
        raise BadInput("points above their maximum", field="rest", expected=f"fp at most {args.max_fp}, sp {args.max_sp}")
    back = args.minutes // (5 if args.very_fit else 10)
    fp = min(args.max_fp, args.fp + back)
    table.emit("gurps.fp.recovery", args.actor, number=fp - args.fp)
    result: dict[str, Plain] = {"fp": fp}
    if args.max_sp:
        each = args.times
        if args.power:
            each = max(1, args.max_sp // max(1, args.max_fp))  # gurps.ruling.power-recovery
            table.emit("gurps.power-points.recovery", args.actor, number=each)
        else:
            table.emit("gurps.ruling.stun-recovery", args.actor, number=each)
        sp = min(args.max_sp, args.sp + each * (args.minutes // 10))
        result |= {"sp": sp, "awake": sp > 0 and args.hp > 0}
    return result


def write_rest(table: Table, actor: Fighter, content: Content, args: Rest, result: dict[str, Plain]) -> None:
    """On the sheet; whoever was out for want of FP comes to. gurps.fp.collapse, gurps.fp.unconscious"""
    if actor.fp <= 0 < result["fp"]:
        actor.incapacitated = False
        actor.unconscious = actor.unconscious and actor.hp <= 0
    actor.fp = min(actor.max_fp, result["fp"])
    if "sp" in result:
        actor.sp = min(actor.max_sp, result["sp"])
        actor.unconscious = actor.unconscious and not result["awake"]


@dataclass(frozen=True, slots=True)
class Bleeding(Action):
    """`minutes` at most; it ends earlier if the bleeding stops."""

    KIND: ClassVar[str] = "bleeding"
    ht: int
    hp: int
    max_hp: int
    minutes: Annotated[int, Between(1, 600)] = 1


def bleeding(table: Table, args: Bleeding) -> dict[str, Plain]:
    """Minute by minute until it stops. gurps.injury.bleeding"""
    actor = patient(args.actor, args.ht, args.hp, args.max_hp)
    actor.bleeding = MINUTE
    passed = 0
    while passed < args.minutes and actor.bleeding and not actor.dead:
        passed += 1
        table.enter((passed, actor.hp, actor.clotting, actor.mortal))
        bleed(table, actor)
        table.leave()
    return {
        "minutes": passed,
        "hp": actor.hp,
        "bleeding": actor.bleeding > 0 and not actor.dead,
        "dead": actor.dead,
        "mortally-wounded": actor.mortal,
    }


def write_bleeding(table: Table, actor: Fighter, content: Content, args: Bleeding, result: dict[str, Plain]) -> None:
    actor.hp, actor.dead, actor.mortal = result["hp"], result["dead"], result["mortally-wounded"]
    actor.bleeding = MINUTE if result["bleeding"] else 0
    if actor.mortal and not actor.mortal_clock:
        actor.mortal_clock = HALF_HOUR
    if actor.dead or actor.mortal:
        put_out(table, actor)  # on the ground, with nothing in hand. gurps.injury.mortal


def patient(who: str, ht: int, hp: int, max_hp: int) -> Fighter:
    if max_hp < 1 or hp > max_hp:
        raise BadInput(f"{hp}", field="hp", expected=f"at most {max_hp}")
    return Fighter(id=who, attributes=Attributes(ht=ht), max_hp=max_hp, hp=hp, max_fp=10, fp=10, posture="lying")


@dataclass(frozen=True, slots=True)
class MortalWound(Action):
    KIND: ClassVar[str] = "mortal-wound"
    ht: int
    half_hours: Annotated[int, Between(1, 200)] = 1


def mortal_wound(table: Table, args: MortalWound) -> dict[str, Plain]:
    """HT every half hour until it is decided. gurps.injury.mortal.half-hour"""
    actor = patient(args.actor, args.ht, 0, 10)
    actor.mortal, actor.mortal_clock = True, HALF_HOUR
    passed = 0
    while passed < args.half_hours and actor.mortal and not actor.dead:
        passed += 1
        table.enter(passed)
        fight_for_life(table, actor)
        table.leave()
    return {"half-hours": passed, "dead": actor.dead, "mortally-wounded": actor.mortal and not actor.dead}


def write_mortal_wound(table: Table, actor: Fighter, content: Content, args: MortalWound, result: dict[str, Plain]) -> None:
    actor.dead, actor.mortal = result["dead"], result["mortally-wounded"]
    actor.incapacitated = not actor.dead and not actor.mortal  # gurps.injury.mortal.critical
    if not actor.mortal:
        actor.mortal_clock = 0


@dataclass(frozen=True, slots=True)
class Study(Action):
    """Hours spent in each way; `foreign_days` among strangers; `working`: with a job."""

    KIND: ClassVar[str] = "study"
    job: Hours = 0.0
    self_teaching: Hours = 0.0
    education: Hours = 0.0
    intensive: Hours = 0.0
    foreign_days: Count = 0
    working: bool = True


def study(table: Table, args: Study) -> dict[str, Plain]:
    """Hours of every kind as hours of learning; 200 of them are a point. gurps.study.point"""
    hours = 0.0
    for rule, spent, costs in (("job", args.job, 4.0), ("self-teaching", args.self_teaching, 2.0),
                               ("education", args.education, 1.0), ("intensive", args.intensive, 0.5)):  # fmt: skip
        if spent:
            hours += spent / costs
            table.emit(f"gurps.study.{rule}", args.actor, number=floor(spent / costs))
    free = WORKING if args.working else FREE
    table.emit("gurps.study.free-hours", args.actor, number=free)
    culture = 4 * args.foreign_days  # gurps.study.immersion
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
    move: Count
    load: Literal["none", "light", "medium", "heavy", "extra-heavy"] = "none"
    terrain: Literal["very-bad", "bad", "average", "good"] = "average"
    rain: bool = False
    road: bool = False
    snow: Literal["none", "snow", "deep"] = "none"
    hours: Annotated[int, Between(0, 24)] = 1
    max_hp: Annotated[int, Between(1)] = 10
    hp: int = 10
    max_fp: Annotated[int, Between(1)] = 10
    fp: int = 10


def hike(table: Table, args: Hike) -> dict[str, Plain]:
    """10 miles for each point of Move, by load, wounds, terrain and weather. gurps.hike.speed"""
    level = LOADS.index(args.load)
    actor = Fighter(id=args.actor, max_hp=args.max_hp, hp=args.hp, max_fp=args.max_fp, fp=args.fp)
    move = halved(actor, max(1, args.move * MOVE_FACTOR[level] // 10) if args.move else 0)
    table.emit("gurps.hike.speed", args.actor, number=move)
    factor = TERRAIN[args.terrain]
    table.emit("gurps.hike.terrain", args.actor, note=args.terrain)
    if args.rain:
        table.emit("gurps.hike.rain", args.actor, note="on the road" if args.road else "off the road")
        factor *= 1.0 if args.road else 0.5  # gurps.ruling.hike-weather
    if args.snow in SNOW:
        table.emit("gurps.hike.snow", args.actor, note=args.snow)
        factor *= SNOW[args.snow]
    tired = (level + 1) * args.hours
    table.emit("gurps.hike.fatigue", args.actor, number=tired)
    return {"miles-a-day": round(10 * move * factor, 2), "fp": tired, "move": move}


def write_hike(table: Table, actor: Fighter, content: Content, args: Hike, result: dict[str, Plain]) -> None:
    """On the sheet, with what follows below 0. gurps.fp.hp-loss, gurps.fp.unconscious, gurps.fp.overflow"""
    lose_fp(table, actor, result["fp"])


def tiredness(actor: Fighter) -> dict[str, Plain]:
    stunned = {"sp": actor.sp, "max_sp": actor.max_sp} if actor.max_sp > 0 else {}
    return {"fp": actor.fp, "max_fp": actor.max_fp, "hp": actor.hp, "very_fit": very_fit(actor), **stunned}


def health(actor: Fighter) -> dict[str, Plain]:
    return {"ht": actor.attributes.ht}


def wounds(actor: Fighter) -> dict[str, Plain]:
    return {**health(actor), "hp": actor.hp, "max_hp": actor.max_hp}


def marching(actor: Fighter) -> dict[str, Plain]:
    """Basic Move, the load, and what wounds and tiredness make of them."""
    points = {"hp": actor.hp, "max_hp": actor.max_hp, "fp": actor.fp, "max_fp": actor.max_fp}
    return {"move": actor.basic_move, "load": LOADS[actor.encumbrance], **points}


HOURS = (
    Procedure(Rest, rest, "Rest: FP, Stun Points, Power Points.", "gurps.fp.recovery", write_rest, tiredness),
    Procedure(
        Bleeding, bleeding, "A wound that nobody dresses, minute by minute.", "gurps.injury.bleeding", write_bleeding, wounds
    ),
    Procedure(
        MortalWound,
        mortal_wound,
        "A mortal wound, half hour by half hour.",
        "gurps.injury.mortal.half-hour",
        write_mortal_wound,
        health,
    ),
    Procedure(Study, study, "Hours of learning and the points they give.", "gurps.study.point"),
    Procedure(Hike, hike, "A day's march and what it costs.", "gurps.hike.speed", write_hike, marching),
)
