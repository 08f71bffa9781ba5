"""The slots of somebody who has broken down under stress and runs or strikes out: nobody tells her what to do.

coriolis.ruling.stress.zero, at a table that rolls for it; how it comes to this is in stress.py.
"""

from __future__ import annotations

from starfray.engine.rules import ActionKind, Point, Table, apart, known_distance, relate
from starfray.engine.walls import short_of_walls, walled_off
from starfray.rulebooks.coriolis.core import FAST, NORMAL
from starfray.rulebooks.coriolis.declare import Deed
from starfray.rulebooks.coriolis.injury import let_go
from starfray.rulebooks.coriolis.interrupts import Declaration, carried_out, walk
from starfray.rulebooks.coriolis.melee import strike
from starfray.rulebooks.coriolis.movement import movement_of
from starfray.rulebooks.coriolis.ranges import CLOSE, hostile, sees, within
from starfray.rulebooks.coriolis.state import UNARMED, Coriolis, Fighter, drop, fighter
from starfray.rulebooks.coriolis.stress import ZERO
from starfray.rulebooks.coriolis.turn import Panic, next_slot, slot_over


def panic(state: Coriolis, table: Table, action: Panic) -> None:
    actor = fighter(state, action.actor)
    if actor.breakdown == "flees":
        flee(state, table, actor)
    else:
        lash_out(state, table, actor)
        actor.breakdown = "frozen"  # it lasted for one turn
        let_go(state, actor)
    slot_over(state, actor.id)
    next_slot(state, table)


PANIC = ActionKind(Panic, panic)


# --- running away ----------------------------------------------------------------------------------------------
def flee(state: Coriolis, table: Table, actor: Fighter) -> None:
    """One Move a turn, straight away from the nearest enemy; out of a vehicle first, and a gun that is set up stays behind."""
    foes = [each for each in state.roster.values() if hostile(actor, each) and each.conscious and faces(state, actor, each)]
    foe = nearest_to(state, actor, foes)
    if foe is None or actor.paralysed or actor.ap < FAST:
        return
    actor.ap -= FAST
    if not carried_out(state, table, Declaration("move", actor)):
        return
    if actor.aboard:
        table.emit("coriolis.action.vehicle-enter", actor.id, actor.aboard, note="gets out of")
        actor.aboard, actor.drives = "", False
        return
    leave_gun(actor)
    table.emit(ZERO, actor.id, foe.id, note="flees from")
    if actor.at is None or foe.at is None:
        for each in foes:
            gap = known_distance(state, actor, each)
            if gap is not None:
                relate(state.scene, "distance", actor.id, each.id, gap + movement_of(state, actor))
        return
    start, threat = actor.at, foe.at
    metres = movement_of(state, actor, (beyond(threat, start, movement_of(state, actor)),))
    walk(state, table, actor, (short_of_walls(state, start, beyond(threat, start, metres), on_foot=True),))


def leave_gun(actor: Fighter) -> None:
    for weapon in actor.weapons:
        if actor.set_up and weapon.in_hand and "mounted" in weapon.features:
            drop(actor, weapon)


def beyond(threat: Point, start: Point, metres: float) -> Point:
    """So many metres on from `start`, straight away from the threat; along x if that is where she stands."""
    gap = apart(threat, start)
    x, y = ((start[0] - threat[0]) / gap, (start[1] - threat[1]) / gap) if gap else (1.0, 0.0)
    return round(start[0] + x * metres, 2), round(start[1] + y * metres, 2)


# --- striking out ----------------------------------------------------------------------------------------------
def lash_out(state: Coriolis, table: Table, actor: Fighter) -> None:
    """Bare hands against the nearest person, friend or foe: up, near, and a blow for what points are left."""
    people = [
        each
        for each in state.roster.values()
        if each is not actor
        and each.person
        and not each.dead
        and not each.out
        and not each.aboard
        and faces(state, actor, each)
    ]
    victim = nearest_to(state, actor, people)
    if victim is None or actor.paralysed or actor.aboard:
        return
    table.emit(ZERO, actor.id, victim.id, note="turns on")
    if actor.prone and actor.ap >= FAST:
        actor.ap -= FAST
        if carried_out(state, table, Declaration("get-up", actor)):
            actor.prone = False
            table.emit("coriolis.action.get-up", actor.id)
    while actor.wild and actor.ap >= FAST and gap_to(state, actor, victim) > CLOSE:
        come_near(state, table, actor, victim)
    if actor.wild and not actor.prone and actor.ap >= FAST and within(state, actor, victim, CLOSE):
        bare_hands(state, table, actor, victim)


def come_near(state: Coriolis, table: Table, actor: Fighter, victim: Fighter) -> None:
    """A Move towards her."""
    actor.ap -= FAST
    if not carried_out(state, table, Declaration("move", actor)):
        return
    leave_gun(actor)
    gap, step = gap_to(state, actor, victim), movement_of(state, actor)
    if actor.at is None or victim.at is None:
        relate(state.scene, "distance", actor.id, victim.id, max(CLOSE, gap - step))
        return
    step = movement_of(state, actor, (beyond(victim.at, actor.at, -min(step, gap - 1)),))
    end = beyond(victim.at, actor.at, -min(step, gap - 1))  # a metre from her
    walk(state, table, actor, (short_of_walls(state, actor.at, end, on_foot=True),))


def bare_hands(state: Coriolis, table: Table, actor: Fighter, victim: Fighter) -> None:
    """A melee attack for two points, a quick one for the last."""
    quick = actor.ap < NORMAL
    kind, cost = ("quick-melee", FAST) if quick else ("melee-attack", NORMAL)
    actor.ap -= cost
    rule = f"coriolis.action.{kind}"
    table.emit(rule, actor.id, victim.id, note=UNARMED.name)
    if carried_out(state, table, Declaration(kind, actor, victim)):
        strike(state, table, actor, victim, UNARMED, -2 if quick else 0, rule, Deed(kind, victim.id, UNARMED.key))


def gap_to(state: Coriolis, actor: Fighter, other: Fighter) -> float:
    gap = known_distance(state, actor, other)
    assert gap is not None  # nearest_to names nobody whose distance nobody knows
    return gap


def faces(state: Coriolis, actor: Fighter, other: Fighter) -> bool:
    """Does she know of the other, with no wall in between? Panic is about those in sight. coriolis.ruling.wall"""
    return sees(actor, other) and not walled_off(state, actor, other)


def nearest_to(state: Coriolis, actor: Fighter, others: list[Fighter]) -> Fighter | None:
    """The first of those nearest; None if nobody's distance is known."""
    found: Fighter | None = None
    least = 0.0
    for each in others:
        gap = known_distance(state, actor, each)
        if gap is not None and (found is None or gap < least):
            found, least = each, gap
    return found
