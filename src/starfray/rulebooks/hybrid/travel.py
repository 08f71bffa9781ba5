"""Hours, minutes and seconds: energy over an activity or a rest, rates and distances, counts as time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar

from starfray.engine.rules import Action, BadInput, Content, Plain, Procedure, Table, suggest
from starfray.rulebooks.hybrid.clock import rate_of
from starfray.rulebooks.hybrid.state import RATES, Fighter

#: per second: fatigue, exhaustion of its own. hybrid.energy.activity.physical, .mental
ACTIVITIES = {
    "crawling": (Fraction(0), Fraction(0), False),
    "walking": (Fraction(1, 60), Fraction(0), False),
    "jogging": (Fraction(0), Fraction(1, 60), False),
    "running": (Fraction(0), Fraction(6, 60), False),
    "dash": (Fraction(0), Fraction(2), False),
    "chopping-wood": (Fraction(3, 60), Fraction(0), False),
    "studying": (Fraction(1, 60), Fraction(0), True),
    "spell-research": (Fraction(3, 60), Fraction(0), True),
}
DOUBLED = ("walking", "chopping-wood", "studying", "spell-research")  # their printed exhaustion is the ten-to-one rule
#: exhaustion per hour; fatigue comes back at 1 a second in all of them. hybrid.energy.restore.rates
RESTS = {"sitting": 2, "resting": 5, "sleeping": 10, "eating": 0}
MEAL = 6  # exhaustion, once


@dataclass(frozen=True, slots=True)
class Activity(Action):
    """Seconds of an activity with so much fatigue and exhaustion left; `used`: fatigue used so far."""

    KIND: ClassVar[str] = "activity"
    name: str
    seconds: int
    fatigue: int
    exhaustion: int
    used: int = 0


def activity(table: Table, args: Activity) -> dict[str, Plain]:
    """Fatigue, every tenth point exhaustion; with none left the reserve pays. hybrid.ruling.energy-tally"""
    if args.name not in ACTIVITIES:
        raise BadInput(f"{args.name!r}", field="activity.name", expected=suggest(args.name, ACTIVITIES))
    if min(args.seconds, args.fatigue, args.exhaustion, args.used) < 0:
        raise BadInput("less than nothing", field="activity", expected="0 or more")
    per_fatigue, per_exhaustion, mental = ACTIVITIES[args.name]
    rule = "hybrid.energy.activity.mental" if mental else "hybrid.energy.activity.physical"
    table.emit(rule, args.actor, number=args.seconds, note=args.name)
    table.emit("hybrid.energy.pools", args.actor, note="MFT and MEX" if mental else "PFT and PEX")
    spent, strain = floor(per_fatigue * args.seconds), floor(per_exhaustion * args.seconds)
    if per_fatigue * args.seconds != spent or per_exhaustion * args.seconds != strain:
        table.cite("hybrid.ruling.energy-partial")
    if args.name in DOUBLED:
        table.emit("hybrid.ruling.energy-double", args.actor, note=args.name)
    quick = min(spent, args.fatigue)
    tens = (args.used + quick) // 10 - args.used // 10
    if quick:
        table.emit("hybrid.energy.fatigue.loss", args.actor, number=quick, note="MFT" if mental else "PFT")
        table.emit("hybrid.ruling.energy-tally", args.actor, number=args.used + quick)
    if quick == args.fatigue and spent:
        table.emit("hybrid.energy.fatigue.empty", args.actor, note="MFT" if mental else "PFT")
    if spent > quick:
        table.emit("hybrid.energy.roles", args.actor, number=spent - quick)
        table.emit("hybrid.ruling.energy-overflow", args.actor, number=spent - quick)
    if tens:
        table.emit("hybrid.energy.exhaustion.per-ten", args.actor, number=tens)
    lost = min(args.exhaustion, tens + strain + spent - quick)
    if lost:
        table.emit("hybrid.energy.exhaustion.loss", args.actor, number=lost)
    if lost == args.exhaustion:
        table.emit("hybrid.energy.exhaustion.low", args.actor, note="MEX" if mental else "PEX")
    return {
        "fatigue": args.fatigue - quick,
        "exhaustion": args.exhaustion - lost,
        "used": args.used + quick,
        "exhausted": lost == args.exhaustion,
    }


def write_activity(table: Table, actor: Fighter, content: Content, args: Activity, result: dict[str, Plain]) -> None:
    if ACTIVITIES[args.name][2]:
        actor.mft, actor.mex, actor.mind_used = int(result["fatigue"]), int(result["exhaustion"]), int(result["used"])
    else:
        actor.pft, actor.pex, actor.fatigue_used = int(result["fatigue"]), int(result["exhaustion"]), int(result["used"])


@dataclass(frozen=True, slots=True)
class Restore(Action):
    """Seconds of rest for pools that lack so much."""

    KIND: ClassVar[str] = "restore"
    how: str
    seconds: int
    fatigue_lost: int
    exhaustion_lost: int


def restore(table: Table, args: Restore) -> dict[str, Plain]:
    """Both come back separately, never above the maximum. hybrid.energy.restore.rates, hybrid.ruling.restore"""
    if args.how not in RESTS:
        raise BadInput(f"{args.how!r}", field="restore.how", expected="one of " + ", ".join(RESTS))
    if min(args.seconds, args.fatigue_lost, args.exhaustion_lost) < 0:
        raise BadInput("less than nothing", field="restore", expected="0 or more")
    table.emit("hybrid.energy.restore.rates", args.actor, number=args.seconds, note=args.how)
    table.cite("hybrid.energy.restore.independent")
    fatigue = min(args.fatigue_lost, args.seconds)
    back = MEAL if args.how == "eating" else RESTS[args.how] * args.seconds // 3600
    exhaustion = min(args.exhaustion_lost, back)
    if exhaustion < back or fatigue < args.seconds:
        table.emit("hybrid.ruling.restore", args.actor, number=fatigue)
    return {"fatigue": fatigue, "exhaustion": exhaustion}


def write_restore(table: Table, actor: Fighter, content: Content, args: Restore, result: dict[str, Plain]) -> None:
    """Body and mind rest together. hybrid.ruling.restore"""
    fatigue, exhaustion = int(result["fatigue"]), int(result["exhaustion"])
    actor.pft, actor.pex = min(actor.max_pft, actor.pft + fatigue), min(actor.max_pex, actor.pex + exhaustion)
    actor.mft, actor.mex = min(actor.max_mft, actor.mft + fatigue), min(actor.max_mex, actor.mex + exhaustion)


@dataclass(frozen=True, slots=True)
class Rates(Action):
    """The five rates of somebody whose dash is so many metres per second."""

    KIND: ClassVar[str] = "rates"
    dash: float


def rates(table: Table, args: Rates) -> dict[str, Plain]:
    """hybrid.move.rates; shown to one decimal, halves up."""
    check_dash(args.dash)
    table.cite("hybrid.move.stat")
    table.emit("hybrid.move.types", args.actor, number=len(RATES) - 1)
    table.cite("hybrid.move.rates")
    table.cite("hybrid.ruling.move-dash")
    return {rate: floor(rate_of(args.dash, rate) * 10 + 0.5) / 10 for rate in RATES}


def check_dash(dash: float) -> None:
    if not 0 <= dash <= 1000:
        raise BadInput(f"dash {dash:g}", field="dash", expected="0 to 1000 metres per second")


@dataclass(frozen=True, slots=True)
class Travel(Action):
    """Seconds at a rate."""

    KIND: ClassVar[str] = "travel"
    dash: float
    rate: str
    seconds: float


def travel(table: Table, args: Travel) -> dict[str, Plain]:
    """Rate times time; the time spent accelerating is ignored. hybrid.move.distance"""
    check_dash(args.dash)
    if args.rate not in RATES or not 0 <= args.seconds <= 10_000_000:
        words = "0 or more at one of " + ", ".join(RATES)
        raise BadInput(f"{args.seconds:g} s at {args.rate!r}", field="travel", expected=words)
    table.cite("hybrid.time.storytelling")
    table.cite("hybrid.move.distance")
    return {"metres": rate_of(args.dash, args.rate) * args.seconds}


@dataclass(frozen=True, slots=True)
class MentalTravel(Action):
    KIND: ClassVar[str] = "mental-movement"
    mst: int
    mag: int


def mental_travel(table: Table, args: MentalTravel) -> dict[str, Plain]:
    """hybrid.move.mental: psionics and computer work only."""
    table.cite("hybrid.move.mental")
    return {"mmv": (args.mst + args.mag) / 5}


@dataclass(frozen=True, slots=True)
class Counts(Action):
    KIND: ClassVar[str] = "counts"
    counts: int


def counts(table: Table, args: Counts) -> dict[str, Plain]:
    """A count, a ct. and a pulse are the same tenth of a second. hybrid.ruling.time-units"""
    table.emit("hybrid.time.count", args.actor, number=args.counts)
    table.emit("hybrid.ruling.time-units", args.actor, number=args.counts)
    return {"seconds": args.counts / 10}


JOURNEYS = (
    Procedure(
        Activity, activity, "Energy used over seconds of an activity.", "hybrid.energy.activity.physical", write_activity
    ),
    Procedure(Restore, restore, "Energy that comes back over seconds of rest.", "hybrid.energy.restore.rates", write_restore),
    Procedure(Rates, rates, "The five rates of movement.", "hybrid.move.rates"),
    Procedure(Travel, travel, "Distance over time at a rate.", "hybrid.move.distance"),
    Procedure(MentalTravel, mental_travel, "The speed of mental travel.", "hybrid.move.mental"),
    Procedure(Counts, counts, "Counts as seconds.", "hybrid.ruling.time-units"),
)
