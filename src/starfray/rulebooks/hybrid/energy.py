"""Fatigue and exhaustion of body and mind: how they are lost and how they come back."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Rest
from starfray.rulebooks.hybrid.clock import reach
from starfray.rulebooks.hybrid.state import Fighter, Hybrid

REST = 10  # counts of doing nothing for one point of fatigue: hybrid.ruling.restore
#: rate → points per count: PFT, PEX. hybrid.energy.activity.physical, a count is 0.1 s
PACE_COST = {"walk": (1 / 600, 0.0), "jog": (0.0, 1 / 600), "run": (0.0, 6 / 600), "dash": (0.0, 0.2)}


def lose_fatigue(table: Table, one: Fighter, points: int, mind: bool = False) -> None:
    """Every tenth point, counted over the whole fight, costs one of exhaustion. hybrid.ruling.energy-tally"""
    if not points:
        return
    used = one.mind_used if mind else one.fatigue_used
    tens = (used + points) // 10 - used // 10
    if mind:
        one.mft -= points
        one.mind_used += points
    else:
        one.pft -= points
        one.fatigue_used += points
    table.emit("hybrid.energy.fatigue.loss", one.id, number=points, note="MFT" if mind else "PFT")
    if (one.mft if mind else one.pft) == 0:
        table.emit("hybrid.energy.fatigue.empty", one.id, note="MFT" if mind else "PFT")
    if tens:
        table.emit("hybrid.energy.exhaustion.per-ten", one.id, number=tens, note="MEX" if mind else "PEX")
        table.emit("hybrid.ruling.energy-tally", one.id, number=one.mind_used if mind else one.fatigue_used)
        lose_exhaustion(table, one, tens, mind)


def lose_exhaustion(table: Table, one: Fighter, points: int, mind: bool = False) -> None:
    """hybrid.energy.exhaustion.loss"""
    left = one.mex if mind else one.pex
    lost = min(left, points)
    if not lost:
        return
    if mind:
        one.mex -= lost
    else:
        one.pex -= lost
    table.emit("hybrid.energy.exhaustion.loss", one.id, number=lost, note="MEX" if mind else "PEX")
    if lost == left:
        table.emit("hybrid.energy.exhaustion.low", one.id, note="MEX" if mind else "PEX")


def exert(table: Table, one: Fighter, points: int, mind: bool = False) -> None:
    """An effort: fatigue first, what is lacking from the reserve. hybrid.energy.roles, hybrid.ruling.energy-overflow"""
    quick = min(points, one.mft if mind else one.pft)
    lose_fatigue(table, one, quick, mind)
    if points > quick:
        table.emit("hybrid.ruling.energy-overflow", one.id, number=points - quick, note="MEX" if mind else "PEX")
        lose_exhaustion(table, one, points - quick, mind)


def pay_for_pace(state: Hybrid, table: Table, one: Fighter) -> None:
    """What moving at one rate has cost, pro rata, rounded down at its end. hybrid.ruling.energy-partial"""
    counts = state.count - one.pace_since
    one.pace_since = state.count
    if one.pace not in PACE_COST or counts <= 0:
        return
    fatigue, exhaustion = PACE_COST[one.pace]
    paid = int(fatigue * counts + 1e-9), int(exhaustion * counts + 1e-9)
    if any(paid):
        table.emit("hybrid.energy.activity.physical", one.id, number=counts, note=one.pace)
    exert(table, one, paid[0])
    lose_exhaustion(table, one, paid[1])


def set_pace(state: Hybrid, table: Table, one: Fighter, pace: str) -> None:
    """Another rate: what the old one has cost is paid."""
    pay_for_pace(state, table, one)
    one.pace = pace
    if pace == "none":
        one.heading = None
        one.chasing = ""


def tired(one: Fighter) -> bool:
    return one.pft < one.max_pft or one.mft < one.max_mft


def begin_rest(state: Hybrid, one: Fighter) -> None:
    """Who waits and does nothing else gets breath back, counted from now on. hybrid.ruling.restore"""
    busy = one.evading or one.mind_evading or one.pace != "none"
    if one.resting < 0 and tired(one) and not busy and not one.bleeding:
        one.resting = state.count


def resting(one: Fighter) -> bool:
    """Does nothing at all: no action, no active defence, no evasion; nobody rests while bleeding. hybrid.ruling.restore"""
    return one.resting >= 0 and one.able and not one.evading and not one.mind_evading and not one.bleeding and tired(one)


def rest(state: Hybrid, table: Table, act: Rest) -> None:
    """A point of fatigue for ten counts of nothing, body and mind each for itself. hybrid.energy.restore.independent"""
    one = state.roster[act.who]
    reach(state, one.resting + REST)
    one.resting += REST
    one.pft = min(one.max_pft, one.pft + 1)
    one.mft = min(one.max_mft, one.mft + 1)
    if not tired(one):
        one.resting = -1
    table.emit("hybrid.ruling.restore", one.id, number=1)
    table.emit("hybrid.energy.restore.independent", one.id)
