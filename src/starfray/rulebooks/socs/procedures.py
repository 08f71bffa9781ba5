"""Rules outside the turn: any roll of the book without a fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, BadInput, Plain, Procedure, Table, procedures, suggest
from starfray.rulebooks.socs.core import CRITICAL, CRITICAL_FAILURE, DEGREES, FAILURE, check, contest_roll, hit_or_miss
from starfray.rulebooks.socs.follow_the_leader import LARGEST_PENALTY
from starfray.rulebooks.socs.gunnery import AT_LOCATION, SNAP_SHOT
from starfray.rulebooks.socs.ships import PLANET, RANK, SIZE_RULE, printed_size
from starfray.rulebooks.socs.tactics import LARGEST_PENALTY as MOST_DANGER
from starfray.rulebooks.socs.tactics import tactic_level


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
    if RANK[args.target] == PLANET and not args.location:
        table.emit("socs.to-hit.planet", args.actor)
        return {"hit": True, "critical": False}
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
    margin, degree = contest_roll(table, rule, args.actor, mine)
    other, other_degree = contest_roll(table, rule, args.actor, theirs)
    table.against(args.actor, other, margin, "margin")
    winner = "attacker" if margin > other else "reverser" if other > margin else "nobody"
    won_critically = {"attacker": degree, "reverser": other_degree, "nobody": FAILURE}[winner] == CRITICAL
    return {"winner": winner, "margins": [margin, other], "critical": won_critically}


@dataclass(frozen=True, slots=True)
class FollowTheLeader(Action):
    KIND: ClassVar[str] = "follow-the-leader"
    lead: int
    chaser: int
    penalty: int = 0


def follow_the_leader(table: Table, args: FollowTheLeader) -> dict[str, Plain]:
    """Both roll Piloting + MR less the lead's penalty; a lead who is lost ends the chase. socs.follow.roll"""
    if not 0 <= args.penalty <= LARGEST_PENALTY:
        raise BadInput(f"penalty = {args.penalty}", field="penalty", expected=f"0 to {LARGEST_PENALTY}")
    degrees: list[int] = []
    for name, skill in (("lead", args.lead), ("chaser", args.chaser)):
        if degrees != [CRITICAL_FAILURE]:
            tally = table.tally()
            tally.add(skill, "socs.follow.roll", name)
            tally.add(-args.penalty, "socs.ruling.follow-penalty")
            degrees.append(check(table, "socs.follow.roll", args.actor, tally))
    return {"lead": DEGREES[degrees[0]], "chaser": DEGREES[degrees[1]] if len(degrees) > 1 else "does not roll"}


@dataclass(frozen=True, slots=True)
class Unorthodox(Action):
    KIND: ClassVar[str] = "unorthodox"
    skill: int
    penalty: int


def unorthodox(table: Table, args: Unorthodox) -> dict[str, Plain]:
    """Piloting + MR less the danger: that much Position AB, or a hit of a third of it. socs.ruling.unorthodox"""
    if not 1 <= args.penalty <= MOST_DANGER:
        raise BadInput(f"penalty = {args.penalty}", field="penalty", expected=f"1 to {MOST_DANGER}")
    tally = table.tally()
    tally.add(args.skill, "socs.maneuver.roll", "Piloting + MR")
    tally.add(-args.penalty, "socs.unorthodox.effect")
    degree = check(table, "socs.unorthodox", args.actor, tally)
    if degree < FAILURE:
        return {"degree": DEGREES[degree], "gain": args.penalty, "hit": 0}
    return {"degree": DEGREES[degree], "gain": 0, "hit": tactic_level(args.penalty)}


PROCEDURES = procedures(
    Procedure(ToHit, to_hit, "A gunner's roll: Gunner, Accuracy, class of the target, ABs.", "socs.fire.roll"),
    Procedure(ManeuverRoll, maneuver_roll, "A maneuver roll: Piloting, MR.", "socs.maneuver.roll"),
    Procedure(Reversal, reversal, "The contest of a Reversal: Piloting + MR of both.", "socs.maneuver.reversal.contest"),
    Procedure(
        FollowTheLeader,
        follow_the_leader,
        "Through a hazard: Piloting + MR of lead and chaser, the penalty.",
        "socs.follow.roll",
    ),
    Procedure(Unorthodox, unorthodox, "A suicidal tactic: Piloting + MR, how dangerous it is.", "socs.ruling.unorthodox"),
)
