"""What every maneuver begins with: may she act, who cuts in first, what it makes her forget."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.gurps.interrupts import interrupts
from starfray.rulebooks.gurps.state import Fighter, Gurps, fighter

STEP = 1.0  # gurps.core.turn: one hex is one yard


def actor_of(state: Gurps, who: str) -> Fighter:
    """Whoever is stunned or dazed can only do nothing; whoever is in a group acts with it. gurps.injury.stunned"""
    one = fighter(state, who)
    fault = able_fault(one)
    if fault is not None:
        raise fault
    if one.group:
        legal = ["group-attack", "group-move", "group-defense", "fall-out", "do-nothing"]
        raise Refused("gurps.group-combat.single-roll", f"{who} acts with the group {one.group!r}", legal)
    return one


def able_fault(one: Fighter) -> Refused | None:
    if one.stunned:
        return Refused("gurps.injury.stunned", f"{one.id} is stunned", ["do-nothing"])
    if one.dazed:
        return Refused("gurps.critical.hit.table", f"{one.id} must do nothing this turn", ["do-nothing"])
    return None


def others_first(state: Gurps, table: Table, one: Fighter) -> bool:
    return interrupts(state, table, one, "other")


def forget(one: Fighter, *, aim: bool = True, study: bool = True, thought: bool = True) -> None:
    """A new maneuver ends the run-up and the thought; one that moves about or handles things ends the aim, one that is
    neither Evaluate nor a blow what was learned of a foe. gurps.ruling.evaluate-loss
    """
    one.ran = False
    if aim:
        one.aim = None
    if study:
        one.study = None
    if thought:
        one.thought = None
