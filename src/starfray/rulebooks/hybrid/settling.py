"""What follows from any act, whoever did it: clinches, grips and locks that no longer stand end for both."""

from __future__ import annotations

from starfray.engine.rules import Table, known_distance
from starfray.engine.walls import walled_off
from starfray.rulebooks.hybrid.defence import ARMS_REACH
from starfray.rulebooks.hybrid.energy import set_pace
from starfray.rulebooks.hybrid.shock import leave
from starfray.rulebooks.hybrid.state import Bind, Fighter, Hybrid, action_of, are_closed, part_from

ON_THE_GROUND = ("none", "crawl")  # rates: hybrid.defence.prone.rise


def settle(state: Hybrid, table: Table) -> None:
    """Holds need two who are close and a holder on the feet; a clinch needs two who are able and within reach of each other.
    hybrid.ruling.hold-effects, hybrid.grapple.range
    """
    for actor in state.roster.values():
        if not actor.able and unsettled(state, actor):  # by the GM's word, or by giving up: hybrid.ruling.death
            leave(state, table, actor)
        if actor.prone and (actor.evading or actor.pace not in ON_THE_GROUND):  # by the GM's word
            actor.evading = False
            set_pace(state, table, actor, "none")
    if state.closed:
        end_clinches(state, table)
    if state.holds:
        end_holds(state, table)
    if state.binds:
        state.binds = [lock for lock in state.binds if stands(state, lock)]


def end_clinches(state: Hybrid, table: Table) -> None:
    for pair in list(state.closed):
        one, other = state.roster.get(pair.one), state.roster.get(pair.other)
        if one is None or other is None:
            state.closed.remove(pair)
        elif not within_reach(state, one, other):
            part_from(state, one, other)
            table.emit("hybrid.grapple.range", one.id, other.id, note="no longer within reach")


def end_holds(state: Hybrid, table: Table) -> None:
    for hold in list(state.holds):
        holder, held = state.roster.get(hold.holder), state.roster.get(hold.held)
        if holder is None or held is None or not are_closed(state, holder, held):
            state.holds.remove(hold)
        elif holder.prone:  # one on the ground holds nobody
            state.holds.remove(hold)
            table.emit("hybrid.ruling.hold-effects", holder.id, held.id, note="loses hold")


def unsettled(state: Hybrid, actor: Fighter) -> bool:
    """Does somebody who is out still do something?"""
    if actor.evading or actor.mind_evading or actor.preset is not None or actor.pace != "none":
        return True
    under_way = action_of(state, actor.id)
    return under_way is not None and not under_way.assured


def within_reach(state: Hybrid, one: Fighter, other: Fighter) -> bool:
    gap = known_distance(state, one, other)
    near = one.able and other.able and (gap is None or gap <= ARMS_REACH)
    return near and not (state.scene.walls and walled_off(state, one, other))


def stands(state: Hybrid, lock: Bind) -> bool:
    """Both are able and have the weapons in hand that are locked. hybrid.ruling.bound"""
    for who, key in ((lock.attacker, lock.attacker_weapon), (lock.defender, lock.defender_weapon)):
        actor = state.roster.get(who)
        if actor is None or not actor.able:
            return False
        if not any(weapon.key == key and (weapon.in_hand or weapon.natural) for weapon in actor.weapons):
            return False
    return True
