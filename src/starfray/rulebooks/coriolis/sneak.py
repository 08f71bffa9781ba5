"""Sneak attacks and ambushes: the tests before the fight, and the free actions they win."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import SneakUp
from starfray.rulebooks.coriolis.core import add_skill, skill_test
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

GETTING_TO = {"close": -2, "short": 0, "long": 2, "extreme": 4}  # coriolis.sneak.mod.close … .extreme


def sneakers(state: Coriolis) -> list[Fighter]:
    return [one for one in state.roster.values() if one.sneaks and not one.out and one.conscious]


def sneak_up(state: Coriolis, table: Table, act: SneakUp) -> None:
    """Everyone rolls Infiltration once, in roster order, all of them; if one fails, all fail. coriolis.sneak.joint"""
    group = sneakers(state)
    failed = False
    table.emit("coriolis.sneak.definition", group[0].id, number=len(group))
    if len(group) > 1:
        table.emit("coriolis.sneak.joint", group[0].id, number=len(group))
    for one in group:
        table.same("coriolis.sneak.test", (one.id, failed))
        table.remember((one.id, failed))
        failed = infiltrate(state, table, one) == 0 or failed
        table.forget()
    for one in group:
        one.sneaks = ""
    if failed:
        if len(group) > 1:
            table.emit("coriolis.sneak.joint.one-fails", group[0].id, number=len(group))
        table.emit("coriolis.sneak.fail", group[0].id)
        return
    state.free_actions = [one.id for one in group]
    table.emit("coriolis.sneak.success", group[0].id, number=len(group))
    if len(group) > 1:
        table.emit("coriolis.ruling.sneak.order", group[0].id, note=", ".join(state.free_actions))
    table.emit("coriolis.ruling.sneak.surprise", group[0].id)  # no +2 for it: that is the GM's word alone
    ours = [one.side for one in group]
    for other in state.roster.values():
        if other.side not in ours:
            other.aware = False  # the whole side, until the last free action is done
            table.emit("coriolis.ruling.sneak.target", other.id)


def infiltrate(state: Coriolis, table: Table, one: Fighter) -> int:
    tally = table.tally(one)
    add_skill(tally, one, "infiltration")
    tally.add(GETTING_TO[one.sneaks], f"coriolis.sneak.mod.{one.sneaks}")
    if one.ambush:  # lying in wait: it is the target that moves
        tally.add(2, "coriolis.ambush.bonus")
        table.emit("coriolis.ambush", one.id)
    sixes = skill_test(state, table, one, tally, "coriolis.sneak.test")
    if state.rulings.get("sneak") != "opposed":
        return sixes
    table.same("coriolis.ruling.sneak.opposed", (one.id, sixes))
    return sixes if sixes > sharpest_eyes(state, table, one) else 0  # coriolis.ruling.sneak.opposed


def sharpest_eyes(state: Coriolis, table: Table, one: Fighter) -> int:
    """The best observer of the other sides rolls against it."""
    watchers = [each for each in state.roster.values() if each.side != one.side and each.person and each.conscious]
    if not watchers:
        return 0
    best = max(watchers, key=lambda each: each.attributes.wits + each.skills.get("observation", 0))
    tally = table.tally(best)
    add_skill(tally, best, "observation")
    return skill_test(state, table, best, tally, "coriolis.ruling.sneak.opposed")
