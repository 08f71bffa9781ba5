"""What follows from any act, whoever did it: melees and grapples that no longer stand, the fallen, saving throws come back."""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.engine.scene import known_distance
from starfray.rulebooks.compound_x.engagement import end_melees, long_arm, near
from starfray.rulebooks.compound_x.health import downing_ends, let_go
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Grapple, held_items

MOST_SAVES = 3  # cx.dst.max


def settle(state: CompoundX, table: Table) -> None:
    if state.reacting:
        return
    for actor in state.roster.values():
        if not actor.awake:
            fall(state, table, actor)
        elif actor.dst_failures:  # on its feet again by the GM's hand
            downing_ends(table, actor)
    if state.grapples:
        end_grapples(state, table)
    end_melees(state, table)
    regain_saves(state, table)


def fall(state: CompoundX, table: Table, actor: Fighter) -> None:
    """However it came about: nobody stands, aims or holds anything who is Downed or unconscious. cx.down.state"""
    upright = actor.stance != "prone" or actor.hunkered
    if not actor.out and (upright or actor.aim or actor.held is not None or held_items(actor)):
        let_go(state, table, actor)


def end_grapples(state: CompoundX, table: Table) -> None:
    """A grapple ends for both when one of them leaves, is carried off, or goes down. cx.grapple.limits, cx.melee.adjacent"""
    over = [hold for hold in state.grapples if not stands(state, hold)]
    for hold in over:
        state.grapples = [each for each in state.grapples if each is not hold]
        table.emit("cx.ruling.grapple-end", hold.first, hold.second)


def stands(state: CompoundX, hold: Grapple) -> bool:
    """Both are there and within reach; whoever was knocked out or killed in it is let go with an Action.

    cx.grapple.still-held
    """
    first, second = state.roster.get(hold.first), state.roster.get(hold.second)
    if first is None or second is None or first.out or second.out:
        return False
    if not hold.kept and (first.health < 1 or second.health < 1):
        return False
    reach = 3.0 if long_arm(first) or long_arm(second) else 1.0
    return known_distance(state, first, second) is None or near(state, first, second, reach)


def regain_saves(state: CompoundX, table: Table) -> None:
    """A whole encounter without a failed death saving throw gives one back, never above 3. cx.dst.regain, cx.dst.max

    It is given when the fight is over, and taken back if it goes on after all.
    """
    owed = [each for each in state.roster.values() if each.dst_allowance < MOST_SAVES or each.dst_regained]
    if not owed or not state.round:
        return
    sides = {each.side for each in state.roster.values() if each.able}
    over = bool(state.ended) or (len(sides) < 2 and not state.goes_on)
    for actor in owed:
        if over and not actor.dst_regained and not actor.dst_failed and not actor.dead:
            actor.dst_allowance, actor.dst_regained = actor.dst_allowance + 1, True
            table.emit("cx.dst.regain", actor.id, number=actor.dst_allowance)
        elif not over and actor.dst_regained:
            actor.dst_allowance, actor.dst_regained = actor.dst_allowance - 1, False
