"""How a fight would go on: played out many times by policies, from a position or from what an act not yet played leads to."""

from __future__ import annotations

import time
from dataclasses import dataclass

from starfray.engine.codec import Plain
from starfray.engine.policy import Policies
from starfray.engine.tables.exact import spread
from starfray.fight import Fight
from starfray.sim.job import Job
from starfray.sim.result import Result, wilson

MOST_PLAYOUTS = 1000
PLAYOUT_TIME = 1.5  # seconds
ENOUGH = 0.04  # chances known to ± this are good enough for a bar
LOOK_EVERY = 50  # playouts
ACT_RUNS = 200  # of an act not yet played,
MOST_ENDS = 24  # and as many of the positions it leads to, the likeliest, are played out


def prospects_plain(fight: Fight) -> dict[str, Plain]:
    """The share of each side, and how often each combatant is left standing: played out until time or number is up."""
    job = Job(fight.book, fight.content, fight.state, {}, 1)
    found = job.block(0, 0)
    until = time.monotonic() + PLAYOUT_TIME
    while found.fights < MOST_PLAYOUTS and time.monotonic() < until:
        job.play(found.fights, found)
    plain = found.plain(0.0)
    return {
        "fights": found.fights,
        "draws": found.draws,
        "stalemates": found.stalemates,
        "unfinished": found.unfinished,
        "rounds": plain["rounds"]["mean"],
        "wins": [
            {"side": side, "count": share["wins"], "low": share["low"], "high": share["high"]}
            for side, share in plain["sides"].items()
        ],
        "standing": [
            {"who": combatant.id, "name": combatant.name or combatant.id, "p": plain["combatants"][combatant.id]["survives"]}
            for combatant in fight.state.roster.values()
        ],
    }


@dataclass(slots=True)
class Branch:
    """One position to play out from, and its share."""

    job: Job
    share: float
    result: Result


def outlook_plain(fight: Fight, action: str) -> dict[str, Plain]:
    """Each side's chance to win, with the bounds within which it lies in 19 of 20 cases. With an action: after that act."""
    branches = branches_of(fight, action)
    sides = list(dict.fromkeys(combatant.side for combatant in fight.state.roster.values()))
    until = time.monotonic() + PLAYOUT_TIME
    played = 0
    while played < MOST_PLAYOUTS and (time.monotonic() < until or played < len(branches)):
        behind = max(branches, key=lambda each: each.share - each.result.fights / (played + 1))
        behind.job.play(behind.result.fights, behind.result)
        played += 1
        if played % LOOK_EVERY == 0 and all(half_width(share, played) <= ENOUGH for share in shares(branches, sides).values()):
            break
    counted = shares(branches, sides)
    bounds = {side: wilson(round(share * played), played) for side, share in counted.items()}
    return {
        "action": action,
        "fights": played,
        "sides": [{"side": side, "p": counted[side], "low": bounds[side][0], "high": bounds[side][1]} for side in sides],
        "nobody": max(0.0, 1 - sum(counted.values())),
    }


def shares(branches: list[Branch], sides: list[str]) -> dict[str, float]:
    """Each side's chance to win, over all positions that were played out."""
    return {
        side: sum(each.share * each.result.wins.get(side, 0) / max(1, each.result.fights) for each in branches)
        for side in sides
    }


def half_width(share: float, played: int) -> float:
    low, high = wilson(round(share * played), played)
    return (high - low) / 2


def branches_of(fight: Fight, action: str) -> list[Branch]:
    if not action:
        ends = [(fight.state, 1.0)]
    else:
        act = fight.parse(action)
        fight.check_turn(act, fight.state)
        found = spread(fight.book, fight.state, act, Policies(fight.book.policy()), budget=ACT_RUNS, content=fight.content)
        ends = sorted(((leaf.state, leaf.weight) for leaf in found.leaves), key=lambda end: -end[1])[:MOST_ENDS]
    total = sum(share for _, share in ends)
    branches = []
    for state, share in ends:
        job = Job(fight.book, fight.content, state, {}, 1)
        branches.append(Branch(job, share / total, job.block(0, 0)))
    return branches
