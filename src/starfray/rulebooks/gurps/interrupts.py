"""Wait: who may cut in before somebody else's act is carried out. gurps.maneuver.wait, gurps.ruling.wait-list

Those who wait are looked at in turn order. A Wait is used up by acting, so blows may nest, but never without end.
"""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.scene import Point, apart, known_distance
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.gurps.core import half_move, hexes, hostile, move_of
from starfray.rulebooks.gurps.injury import Frame
from starfray.rulebooks.gurps.state import Fighter, Gurps, Waiting, Weapon, held, named

#: the closed list: a foe moves within reach, comes within so many yards, attacks anybody, attacks that ally, or as the GM says
TRIGGERS = ("reach", "distance", "attacks", "attacks-ally", "gm")


@dataclass(frozen=True, slots=True)
class Happening:
    """What is about to happen, for those who wait."""

    kind: str  # move, attack, other
    actor: str
    targets: tuple[str, ...] = ()  # of an attack
    before: Point | None = None  # a move on a map: the point before this one; None at its first
    frame: Frame = ()


def somebody_waits(state: Gurps) -> bool:
    return any(one.waiting is not None for one in state.roster.values())


def interrupts(
    state: Gurps,
    table: Table,
    actor: Fighter,
    kind: str,
    targets: tuple[str, ...] = (),
    frame: Frame = (),
    before: Point | None = None,
) -> bool:
    """Those who wait for it cut in. Can the actor still go on?"""
    if somebody_waits(state):
        ask_watchers(state, table, actor, Happening(kind, actor.id, targets, before, frame))
    return actor.able


def ask_watchers(state: Gurps, table: Table, actor: Fighter, what: Happening) -> None:
    """Everybody whose trigger this is, as long as the actor can go on."""
    for who in state.order:
        watcher = state.roster[who]
        if watcher.waiting is None or watcher is actor:
            continue
        if not actor.able:
            return
        if not watcher.able:
            continue
        if not triggered(state, watcher, watcher.waiting, actor, what) or not possible(state, table, watcher, actor):
            continue
        table.same("gurps.maneuver.wait", (what, who))
        if watcher.waiting.trigger == "gm":
            prompt = f"{who} waits for: {watcher.waiting.text}. Is this it ({what.kind} of {actor.id})?"
            if not table.confirm("gurps.maneuver.wait", GM, prompt):
                continue
        options = [Option("act", watcher.waiting.maneuver, rule="gurps.ruling.wait-list"), Option("hold")]
        if table.choose("gurps.maneuver.wait", who, options, f"{named(actor)}: {what.kind}. Act now?") == "act":
            act_now(state, table, watcher, actor, (what, who))


def triggered(state: Gurps, watcher: Fighter, waiting: Waiting, actor: Fighter, what: Happening) -> bool:
    if waiting.watching not in ("", actor.id):
        return False
    if waiting.trigger == "gm":
        return what.kind != "move" or what.before is None
    if not hostile(watcher, actor):
        return False
    if waiting.trigger == "attacks":
        return what.kind == "attack"
    if waiting.trigger == "attacks-ally":
        return what.kind == "attack" and waiting.ally in what.targets
    if what.kind != "move":
        return False
    gap = known_distance(state, watcher, actor)
    if gap is None or not within(watcher, waiting, gap):
        return False
    if what.before is None or watcher.at is None:
        return True
    return not within(watcher, waiting, apart(watcher.at, what.before))  # asked once, on coming in


def within(watcher: Fighter, waiting: Waiting, gap: float) -> bool:
    from starfray.rulebooks.gurps.attack import weapon_of

    if waiting.trigger == "distance":
        return gap <= waiting.yards
    weapon = weapon_of(watcher, waiting.weapon)
    return weapon is not None and weapon.melee and hexes(gap) in weapon.reach


def possible(state: Gurps, table: Table, watcher: Fighter, actor: Fighter) -> bool:
    """Could she carry out what she waits to do?"""
    from starfray.rulebooks.gurps.attack import weapon_of

    waiting = watcher.waiting
    assert waiting is not None
    if waiting.maneuver == "ready":
        return True
    gap = known_distance(state, watcher, actor)
    weapon = weapon_of(watcher, waiting.weapon)
    if gap is None or weapon is None or (waiting.location == "weapon" and not held(actor)):
        return False
    return where_to_strike(watcher, actor, weapon, gap, waiting.maneuver) >= 0


def where_to_strike(watcher: Fighter, actor: Fighter, weapon: Weapon, gap: float, maneuver: str) -> float:
    """How far from the foe she strikes: from here, else after no longer a way than the maneuver allows; -1 if from nowhere.

    gurps.maneuver.wait
    """
    from starfray.rulebooks.gurps.attack import bar_to_attack

    bar = bar_to_attack(watcher, actor, weapon, gap)
    if bar != "reach":
        return -1.0 if bar else gap
    most = half_move(watcher) if maneuver == "all-out-attack" else min(1, move_of(watcher))
    best = -1.0
    for reach in weapon.reach:
        way = abs(gap - reach)
        if way <= most + 1e-9 and (best < 0 or way < abs(gap - best)):
            best = float(reach)
    return best


def step_up(state: Gurps, table: Table, watcher: Fighter, actor: Fighter, weapon: Weapon, maneuver: str, frame: Frame) -> bool:
    """The way to where she strikes, if there is one. Can she go on?"""
    from starfray.rulebooks.gurps.knockback import beyond
    from starfray.rulebooks.gurps.movement import go

    gap = known_distance(state, watcher, actor)
    place = where_to_strike(watcher, actor, weapon, gap, maneuver) if gap is not None else -1.0
    if gap is None or place < 0 or place == gap:
        return True
    if watcher.at is not None and actor.at is not None:
        return go(state, table, watcher, (beyond(actor.at, watcher.at, place - gap),), actor.id, -1.0, frame)
    return go(state, table, watcher, (), actor.id, place, frame)


def act_now(state: Gurps, table: Table, watcher: Fighter, actor: Fighter, frame: Frame) -> None:
    """The maneuver she held, before the triggering act is resolved."""
    from starfray.rulebooks.gurps.attack import carry_out, feign, weapon_of
    from starfray.rulebooks.gurps.ready import make_ready
    from starfray.rulebooks.gurps.swing import Swing

    waiting = watcher.waiting
    assert waiting is not None
    watcher.waiting = None
    table.emit("gurps.maneuver.wait", watcher.id, actor.id, note=waiting.maneuver)
    if waiting.maneuver == "ready":
        make_ready(table, watcher, waiting.weapon, "")
        return
    weapon = weapon_of(watcher, waiting.weapon)
    assert weapon is not None
    if not step_up(state, table, watcher, actor, weapon, waiting.maneuver, (frame, "step")):
        return
    if waiting.maneuver == "feint":
        feign(state, table, watcher, actor, weapon, waiting.lowers, frame)
        return
    option = waiting.option if waiting.maneuver == "all-out-attack" else ""
    shots = max(1, min(waiting.shots, weapon.rof, weapon.shots if weapon.magazine else weapon.rof))
    swing = Swing(weapon, waiting.location, waiting.chink, option, waiting.maneuver, shots=shots, lowers=waiting.lowers)
    carry_out(state, table, watcher, actor, swing, frame)
