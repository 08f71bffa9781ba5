"""What follows from any act, whoever did it: melees and grapples that no longer stand, the fallen, hiders in the open, saving
throws that come back.
"""

from __future__ import annotations

from starfray.engine.rules import Table
from starfray.engine.scene import known_distance
from starfray.rulebooks.compound_x.engagement import end_melees, long_arm, near, out_of_view
from starfray.rulebooks.compound_x.health import downing_ends, let_go, lose_aim
from starfray.rulebooks.compound_x.sight import come_to_light
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Grapple, holds_anything

MOST_SAVES = 3  # cx.dst.max


def settle(state: CompoundX, table: Table) -> None:
    if state.reacting:
        return
    owed = engaged = False
    for actor in state.everyone():
        if not actor.awake:
            fall(state, table, actor)
        elif actor.dst_failures:  # on its feet again by the GM's hand
            downing_ends(table, actor)
        if not owed:
            owed = owes_a_save(actor)
        if actor.aim:
            follow(state, table, actor)
        if actor.stealth:
            come_to_light(state, table, actor)
        if actor.engaged:
            engaged = True
    if state.grapples:
        end_grapples(state, table)
    if engaged:
        end_melees(state, table)
    if owed and state.round:
        regain_saves(state, table)


def fall(state: CompoundX, table: Table, actor: Fighter) -> None:
    """However it came about: nobody stands, aims or holds anything who is Downed or unconscious. cx.down.state"""
    upright = actor.stance != "prone" or actor.hunkered
    if not actor.out and (upright or actor.aim or actor.held is not None or holds_anything(actor)):
        let_go(state, table, actor)


def follow(state: CompoundX, table: Table, actor: Fighter) -> None:
    """Whoever is in sight is aimed at where he is, however he got there; at the dead and those who are gone nobody aims.

    cx.ruling.aim-persistence, cx.aim.cease.dies
    """
    target = state.roster[actor.aim]
    if target.dead or target.out:
        actor.fallen = target.id if target.dead else ""
        lose_aim(table, actor, "cx.aim.cease.dies" if target.dead else "cx.aim.cease.moves", target.id)
    elif actor.aim_at is not target.at and actor.aim_at != target.at and not out_of_view(state, actor, target):
        actor.aim_at = target.at


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
    if not hold.kept and any(each.dead or each.downed for each in (first, second)):
        return False
    reach = 3.0 if long_arm(first) or long_arm(second) else 1.0
    return known_distance(state, first, second) is None or near(state, first, second, reach)


def owes_a_save(actor: Fighter) -> bool:
    """Is there one to be given back, or to be taken back again? Who has failed one gets none back. cx.dst.regain"""
    return actor.dst_regained or (actor.dst_allowance < MOST_SAVES and not actor.dst_failed and not actor.dead)


def regain_saves(state: CompoundX, table: Table) -> None:
    """A whole encounter without a failed death saving throw gives one back, never above 3. cx.dst.regain, cx.dst.max

    It is given when the fight is over, and taken back if it goes on after all.
    """
    over = bool(state.ended) or (not state.goes_on and one_side_is_able(state))
    for actor in filter(owes_a_save, state.everyone()):
        if over and not actor.dst_regained:
            actor.dst_allowance, actor.dst_regained = actor.dst_allowance + 1, True
            table.emit("cx.dst.regain", actor.id, number=actor.dst_allowance)
        elif not over and actor.dst_regained:
            actor.dst_allowance, actor.dst_regained = actor.dst_allowance - 1, False


def one_side_is_able(state: CompoundX) -> bool:
    """Or none."""
    side: str | None = None
    for each in state.roster.values():
        if each.side != side and each.able:
            if side is not None:
                return False
            side = each.side
    return True
