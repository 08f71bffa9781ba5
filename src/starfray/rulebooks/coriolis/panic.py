"""The slots of somebody who has broken down under stress and runs or strikes out: nobody tells her what to do.

coriolis.ruling.stress.zero, at a table that rolls for it; how it comes to this is in stress.py.
"""

from __future__ import annotations

from starfray.engine.scene import Point, apart, known_distance, relate
from starfray.engine.table import Table
from starfray.rulebooks.coriolis.actions import Panic
from starfray.rulebooks.coriolis.core import FAST, NORMAL
from starfray.rulebooks.coriolis.declare import Deed
from starfray.rulebooks.coriolis.injury import let_go
from starfray.rulebooks.coriolis.interrupts import Happening, carried_out, walk
from starfray.rulebooks.coriolis.melee import strike
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import CLOSE, hostile, sees
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, drop, fighter
from starfray.rulebooks.coriolis.stress import ZERO
from starfray.rulebooks.coriolis.turn import next_slot, slot_over


def panic(state: Coriolis, table: Table, act: Panic) -> None:
    one = fighter(state, act.actor)
    if one.breakdown == "flees":
        flee(state, table, one)
    else:
        lash_out(state, table, one)
        one.breakdown = "frozen"  # it lasted for one turn
        let_go(state, one)
    slot_over(state, one.id)
    next_slot(state, table)


# --- running away ----------------------------------------------------------------------------------------------


def flee(state: Coriolis, table: Table, one: Fighter) -> None:
    """One Move a turn, straight away from the nearest enemy; out of a vehicle first, and a gun that is set up stays behind."""
    foes = [each for each in state.roster.values() if hostile(one, each) and each.conscious and sees(one, each)]
    foe = nearest_to(state, one, foes)
    if foe is None or one.paralysed or one.ap < FAST:
        return
    one.ap -= FAST
    if not carried_out(state, table, Happening("move", one)):
        return
    if one.aboard:
        table.emit("coriolis.action.vehicle-enter", one.id, one.aboard, note="gets out of")
        one.aboard, one.drives = "", False
        return
    leave_gun(one)
    table.emit(ZERO, one.id, foe.id, note="flees from")
    if one.at is None or foe.at is None:
        for each in foes:
            gap = known_distance(state, one, each)
            if gap is not None:
                relate(state.scene, "distance", one.id, each.id, gap + movement_of(state, one))
        return
    start, threat = one.at, foe.at
    metres = movement_of(state, one, (beyond(threat, start, movement_of(state, one)),))
    walk(state, table, one, (beyond(threat, start, metres),))


def leave_gun(one: Fighter) -> None:
    for weapon in one.weapons:
        if one.set_up and weapon.in_hand and "mounted" in weapon.features:
            drop(one, weapon)


def beyond(threat: Point, start: Point, metres: float) -> Point:
    """So many metres on from `start`, straight away from the threat; along x if that is where she stands."""
    gap = apart(threat, start)
    x, y = ((start[0] - threat[0]) / gap, (start[1] - threat[1]) / gap) if gap else (1.0, 0.0)
    return round(start[0] + x * metres, 2), round(start[1] + y * metres, 2)


# --- striking out ----------------------------------------------------------------------------------------------


def lash_out(state: Coriolis, table: Table, one: Fighter) -> None:
    """Bare hands against the nearest person, friend or foe: up, near, and a blow for what points are left."""
    people = [
        each
        for each in state.roster.values()
        if each is not one and each.person and not each.dead and not each.out and not each.aboard and sees(one, each)
    ]
    victim = nearest_to(state, one, people)
    if victim is None or one.paralysed or one.aboard:
        return
    table.emit(ZERO, one.id, victim.id, note="turns on")
    if one.prone and one.ap >= FAST:
        one.ap -= FAST
        if carried_out(state, table, Happening("get-up", one)):
            one.prone = False
            table.emit("coriolis.action.get-up", one.id)
    while one.wild and one.ap >= FAST and gap_to(state, one, victim) > CLOSE:
        come_near(state, table, one, victim)
    if one.wild and not one.prone and one.ap >= FAST and gap_to(state, one, victim) <= CLOSE:
        bare_hands(state, table, one, victim)


def come_near(state: Coriolis, table: Table, one: Fighter, victim: Fighter) -> None:
    """A Move towards her."""
    one.ap -= FAST
    if not carried_out(state, table, Happening("move", one)):
        return
    leave_gun(one)
    gap, step = gap_to(state, one, victim), movement_of(state, one)
    if one.at is None or victim.at is None:
        relate(state.scene, "distance", one.id, victim.id, max(CLOSE, gap - step))
        return
    step = movement_of(state, one, (beyond(victim.at, one.at, -min(step, gap - 1)),))
    walk(state, table, one, (beyond(victim.at, one.at, -min(step, gap - 1)),))  # to a metre from her


def bare_hands(state: Coriolis, table: Table, one: Fighter, victim: Fighter) -> None:
    """A melee attack for two points, a quick one for the last."""
    quick = one.ap < NORMAL
    kind, cost = ("quick-melee", FAST) if quick else ("melee-attack", NORMAL)
    one.ap -= cost
    rule = f"coriolis.action.{kind}"
    table.emit(rule, one.id, victim.id, note=UNARMED.name)
    if carried_out(state, table, Happening(kind, one, victim)):
        strike(state, table, one, victim, UNARMED, -2 if quick else 0, rule, Deed(kind, cost, victim.id, UNARMED.key))


def gap_to(state: Coriolis, one: Fighter, other: Fighter) -> float:
    gap = known_distance(state, one, other)
    assert gap is not None  # nearest_to names nobody whose distance nobody knows
    return gap


def nearest_to(state: Coriolis, one: Fighter, others: list[Fighter]) -> Fighter | None:
    """The first of those nearest; None if nobody's distance is known."""
    found: Fighter | None = None
    least = 0.0
    for each in others:
        gap = known_distance(state, one, each)
        if gap is not None and (found is None or gap < least):
            found, least = each, gap
    return found
