"""Fatigue and exhaustion of body and mind: how they are lost and how they come back."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.rulebooks.hybrid.state import Fighter, Hybrid

REST = 10  # counts of doing nothing for one point of fatigue: hybrid.ruling.restore
#: rate → counts for a point of PFT or of PEX: hybrid.energy.activity.physical, a count is 0.1 s
COUNTS_A_POINT = {"walk": 600, "jog": 600, "run": 100, "dash": 5}


def lose_fatigue(table: Table, actor: Fighter, points: int, mind: bool = False) -> None:
    """Every tenth point, counted over the whole fight, costs one of exhaustion. hybrid.ruling.energy-tally"""
    if not points:
        return
    used = actor.mind_used if mind else actor.fatigue_used
    tens = (used + points) // 10 - used // 10
    if mind:
        actor.mft -= points
        actor.mind_used += points
    else:
        actor.pft -= points
        actor.fatigue_used += points
    table.emit("hybrid.energy.fatigue.loss", actor.id, number=points, note="MFT" if mind else "PFT")
    if (actor.mft if mind else actor.pft) == 0:
        table.emit("hybrid.energy.fatigue.empty", actor.id, note="MFT" if mind else "PFT")
    if tens:
        table.emit("hybrid.energy.exhaustion.per-ten", actor.id, number=tens, note="MEX" if mind else "PEX")
        table.emit("hybrid.ruling.energy-tally", actor.id, number=actor.mind_used if mind else actor.fatigue_used)
        lose_exhaustion(table, actor, tens, mind)


def lose_exhaustion(table: Table, actor: Fighter, points: int, mind: bool = False) -> None:
    """hybrid.energy.exhaustion.loss"""
    left = actor.mex if mind else actor.pex
    lost = min(left, points)
    if not lost:
        return
    if mind:
        actor.mex -= lost
    else:
        actor.pex -= lost
    table.emit("hybrid.energy.exhaustion.loss", actor.id, number=lost, note="MEX" if mind else "PEX")
    if lost == left:
        table.emit("hybrid.energy.exhaustion.low", actor.id, note="MEX" if mind else "PEX")


def exert(table: Table, actor: Fighter, points: int, mind: bool = False) -> None:
    """An effort: fatigue first, what is lacking from the reserve. hybrid.energy.roles, hybrid.ruling.energy-overflow"""
    quick = min(points, actor.mft if mind else actor.pft)
    lose_fatigue(table, actor, quick, mind)
    if points > quick:
        table.emit("hybrid.ruling.energy-overflow", actor.id, number=points - quick, note="MEX" if mind else "PEX")
        lose_exhaustion(table, actor, points - quick, mind)


def pay_for_pace(state: Hybrid, table: Table, actor: Fighter) -> None:
    """What moving at a rate costs is paid while it lasts; parts of a point are not. hybrid.ruling.energy-partial"""
    if actor.pace == "none" or actor.pace not in COUNTS_A_POINT:
        return
    each = COUNTS_A_POINT[actor.pace]
    points = (state.count - actor.pace_since) // each
    if points <= 0:
        return
    actor.pace_since += points * each
    table.emit("hybrid.energy.activity.physical", actor.id, number=points * each, note=actor.pace)
    if actor.pace == "walk":
        exert(table, actor, points)
    else:
        lose_exhaustion(table, actor, points)


def set_pace(state: Hybrid, table: Table, actor: Fighter, pace: str) -> None:
    """Another rate. Part of a point of the old one is lost."""
    pay_for_pace(state, table, actor)
    actor.pace = pace
    actor.pace_since = state.count
    if pace == "none":
        actor.heading = None
        actor.chasing = ""


def tired(actor: Fighter) -> bool:
    return actor.pft < actor.max_pft or actor.mft < actor.max_mft


def begin_rest(state: Hybrid, actor: Fighter) -> None:
    """Who waits and does nothing else gets breath back, counted from now on. hybrid.ruling.restore"""
    busy = actor.evading or actor.mind_evading or actor.pace != "none"
    if actor.resting < 0 and tired(actor) and not busy and not actor.bleeding:
        actor.resting = state.count


def resting(actor: Fighter) -> bool:
    """Does nothing at all: no action, no active defence, no evasion; nobody rests while bleeding. hybrid.ruling.restore"""
    return (
        actor.resting >= 0
        and actor.able
        and not actor.evading
        and not actor.mind_evading
        and not actor.bleeding
        and tired(actor)
    )
