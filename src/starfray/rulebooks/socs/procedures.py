"""Rules outside the turn: any roll of the book without a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.actions import Action
from starfray.engine.codec import Plain
from starfray.engine.errors import BadInput, suggest
from starfray.engine.procedures import Procedure, procedures
from starfray.engine.table import Table
from starfray.rulebooks.socs.core import DEGREES, FAILURE, check, contest_roll, hit_or_miss
from starfray.rulebooks.socs.gunnery import AT_LOCATION, SNAP_SHOT
from starfray.rulebooks.socs.ships import RANK, SIZE_RULE, printed_size


@dataclass(frozen=True, slots=True)
class ToHit(Action):
    KIND: ClassVar[str] = "to-hit"
    gunner: int
    accuracy: int = 0
    target: str = "fighter"
    position: int = 0
    sustained: int = 0
    location: bool = False


def to_hit(table: Table, args: ToHit) -> dict[str, Plain]:
    """A gunner's roll. socs.fire.roll"""
    if args.target not in RANK:
        raise BadInput(f"no class {args.target!r}", field="target", expected=suggest(args.target, RANK))
    tally = table.tally()
    tally.add(args.gunner, "socs.fire.roll", "Gunner")
    tally.add(args.accuracy, "socs.weapon.accuracy")
    rule = "socs.to-hit.smaller" if args.target == "smaller" else SIZE_RULE[RANK[args.target]]
    tally.add(printed_size(args.target), rule)
    if args.location:
        tally.add(AT_LOCATION, "socs.ruling.locations")
    if args.position:
        tally.add(args.position, "socs.ab.position")
    if args.sustained:
        tally.add(args.sustained, "socs.ab.sustained")
    if not args.position and not args.sustained:
        tally.add(SNAP_SHOT, "socs.ab.snap-shot")
    degree = table.roll("socs.fire.roll", args.actor, hit_or_miss(tally.total), tally)
    return {"skill": tally.total, "hit": degree < FAILURE, "critical": degree == 0}


@dataclass(frozen=True, slots=True)
class ManeuverRoll(Action):
    KIND: ClassVar[str] = "maneuver-roll"
    piloting: int
    mr: int = 0
    total_defense: bool = False


def maneuver_roll(table: Table, args: ManeuverRoll) -> dict[str, Plain]:
    """Piloting + MR; Go Totally Defensive is rolled on Piloting alone. socs.maneuver.roll"""
    rule = "socs.maneuver.total-defense.roll" if args.total_defense else "socs.maneuver.roll"
    tally = table.tally()
    tally.add(args.piloting, rule, "Piloting")
    if not args.total_defense:
        tally.add(args.mr, "socs.ship.mr", "MR")
    degree = check(table, rule, args.actor, tally)
    return {"skill": tally.total, "degree": DEGREES[degree]}


@dataclass(frozen=True, slots=True)
class Reversal(Action):
    KIND: ClassVar[str] = "reversal"
    attacker: int
    reverser: int


def reversal(table: Table, args: Reversal) -> dict[str, Plain]:
    """A Quick Contest, attacker first; both figures are Piloting + MR. socs.maneuver.reversal.contest"""
    mine, theirs = table.tally(), table.tally()
    mine.add(args.attacker, "socs.maneuver.roll", "attacker")
    theirs.add(args.reverser, "socs.maneuver.roll", "reverser")
    rule = "socs.maneuver.reversal.contest"
    margin, critical = contest_roll(table, rule, args.actor, mine)
    other, other_critical = contest_roll(table, rule, args.actor, theirs)
    winner = "attacker" if margin > other else "reverser" if other > margin else "nobody"
    won_critically = critical if winner == "attacker" else other_critical and winner == "reverser"
    return {"winner": winner, "margins": [margin, other], "critical": won_critically}


PROCEDURES = procedures(
    Procedure(ToHit, to_hit, "A gunner's roll: Gunner, Accuracy, class of the target, ABs.", "socs.fire.roll"),
    Procedure(ManeuverRoll, maneuver_roll, "A maneuver roll: Piloting, MR.", "socs.maneuver.roll"),
    Procedure(Reversal, reversal, "The contest of a Reversal: Piloting + MR of both.", "socs.maneuver.reversal.contest"),
)
