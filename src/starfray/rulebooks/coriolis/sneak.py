"""Sneak attacks and ambushes: the tests before the fight, and the free actions they win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, ActionKind, Table, known_distance
from starfray.rulebooks.coriolis.core import add_skill, skill_test
from starfray.rulebooks.coriolis.ranges import BANDS, LIMITS, hostile, reveal
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

#: coriolis.sneak.mod.close, coriolis.sneak.mod.short, coriolis.sneak.mod.long, coriolis.sneak.mod.extreme
GETTING_TO = {"close": -2, "short": 0, "long": 2, "extreme": 4}


def sneakers(state: Coriolis) -> list[Fighter]:
    """Who sneaks up before the fight, or joins it so. coriolis.ruling.sneak.late"""
    late = state.turn > 0
    return [one for one in state.roster.values() if one.sneaks and one.conscious and not (late and one.id in state.order)]


def sneaks_to(state: Coriolis, actor: Fighter) -> str:
    """How near she gets: the band of the nearest enemy, or what was said where no distance is known.

    coriolis.ruling.sneak.distance
    """
    enemies = [each for each in state.roster.values() if hostile(actor, each) and each.person and each.conscious]
    gaps = [gap for gap in (known_distance(state, actor, each) for each in enemies) if gap is not None]
    return next((BANDS[place] for place, limit in enumerate(LIMITS) if min(gaps) <= limit), "extreme") if gaps else actor.sneaks


@dataclass(frozen=True, slots=True)
class SneakUp(Action):
    """The sneak attackers test Infiltration."""

    KIND: ClassVar[str] = "sneak-up"


def sneak_up(state: Coriolis, table: Table, action: SneakUp) -> None:
    """Everyone rolls Infiltration once, in roster order, all of them; if one fails, all fail. coriolis.sneak.joint"""
    group = sneakers(state)
    failed = False
    table.emit("coriolis.sneak.definition", group[0].id, number=len(group))
    if len(group) > 1:
        table.emit("coriolis.sneak.joint", group[0].id, number=len(group))
    for one in group:
        table.merge("coriolis.sneak.test", (one.id, failed))
        table.enter((one.id, failed))
        failed = infiltrate(state, table, one) == 0 or failed
        table.leave()
    for one in group:
        one.sneaks = ""
    if failed:
        if len(group) > 1:
            table.emit("coriolis.sneak.joint.one-fails", group[0].id, number=len(group))
        table.emit("coriolis.sneak.fail", group[0].id)
        for one in group:
            reveal(state, table, one)
        return
    state.free_actions = [one.id for one in group]
    table.emit("coriolis.sneak.success", group[0].id, number=len(group))
    if len(group) > 1:
        table.cite("coriolis.ruling.sneak.order")
    table.cite("coriolis.ruling.sneak.surprise")  # no +2 for it: that is the GM's word alone
    ours = [one.side for one in group]
    for other in state.roster.values():
        if other.side not in ours and other.aware:
            other.aware = False  # coriolis.ruling.sneak.target: the whole side, until the last free action is done
            state.caught_out.append(other.id)


SNEAK_UP = ActionKind(SneakUp, sneak_up)


def sneaking_over(state: Coriolis) -> None:
    """The last free action is done: nobody is unaware for it any more. coriolis.ruling.sneak.target"""
    for who in state.caught_out:
        if who in state.roster:
            state.roster[who].aware = True
    state.caught_out = []


def infiltrate(state: Coriolis, table: Table, actor: Fighter) -> int:
    tally = table.tally(actor)
    add_skill(tally, actor, "infiltration")
    how_near = sneaks_to(state, actor)
    tally.add(GETTING_TO[how_near], f"coriolis.sneak.mod.{how_near}")
    if actor.ambush:  # coriolis.ambush: lying in wait, it is the target that moves
        tally.add(2, "coriolis.ambush.bonus")
    sixes = skill_test(state, table, actor, tally, "coriolis.sneak.test")
    if state.ruling("sneak") != "opposed":
        return sixes
    table.merge("coriolis.ruling.sneak.opposed", (actor.id, sixes))
    return sixes if sixes > sharpest_eyes(state, table, actor, sixes) else 0  # coriolis.ruling.sneak.opposed


def sharpest_eyes(state: Coriolis, table: Table, actor: Fighter, sixes: int) -> int:
    """The best observer of the other sides rolls against it."""
    watchers = [each for each in state.roster.values() if each.side != actor.side and each.person and each.conscious]
    if not watchers:
        return 0
    best = max(watchers, key=lambda each: each.attributes.wits + each.skills.get("observation", 0))
    tally = table.tally(best)
    add_skill(tally, best, "observation")
    seen = skill_test(state, table, best, tally, "coriolis.ruling.sneak.opposed")
    table.against(actor.id, seen, sixes, "sixes")
    return seen
