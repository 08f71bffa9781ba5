"""Reactions: who may cut in before a declared action is carried out. coriolis.ruling.reaction-windows

(a) everybody on overwatch, in turn order; (b) for a move, attacks of opportunity in turn order. Defending is asked by the
melee attack itself. A reaction opens no further window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starfray.engine.rules import Option, Table
from starfray.engine.scene import Point, apart, nearest_on
from starfray.engine.walls import wall_between
from starfray.rulebooks.coriolis.core import FAST
from starfray.rulebooks.coriolis.declare import pay_reaction
from starfray.rulebooks.coriolis.injury import lose_overwatch
from starfray.rulebooks.coriolis.overwatch import (
    comes_into_sight,
    enters_arc,
    in_sight,
    may_react,
    offer_overwatch_fire,
    watched,
)
from starfray.rulebooks.coriolis.ranges import CLOSE, engaged, engaged_with_anyone, engages, hostile, notice, reveal, sees
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, Weapon, blades_of

SHOTS = ("shot", "aimed-shot", "quick-shot", "full-auto")
BLOWS = ("melee-attack", "quick-melee", "grapple-attack")
SHOWS = (*SHOTS, *BLOWS, "throw", "ram", "inject", "give-poison")  # coriolis.ruling.sneak.revealed


#: how a blow is struck, registered by the chapter on close combat, whose blows open windows for reactions themselves
STRIKES: list[Callable[[Coriolis, Table, Fighter, Fighter, Weapon, int, str], None]] = []


@dataclass(slots=True)
class Declaration:
    """What has been declared and paid for, for those who may react to it."""

    kind: str
    actor: Fighter
    target: Fighter | None = None
    weapon: Weapon | None = None


def carried_out(state: Coriolis, table: Table, declaration: Declaration) -> bool:
    """Reactions come first. Can the actor then still do what she declared? She may do nothing else.

    coriolis.action.overwatch-fire.no-change, coriolis.ruling.ap.declared
    """
    actor = declaration.actor
    end_own_overwatch(state, table, declaration)
    fired = False
    for place, who in enumerate(state.order):
        watcher = state.roster.get(who)
        if watcher is None or watcher.overwatch is None or watcher is actor or not sees(watcher, actor):
            continue
        table.enter(place)
        fired = offer_overwatch_fire(state, table, watcher, actor, declaration.target) or fired
        table.leave()
    reason = prevented(declaration)
    if reason:
        table.emit("coriolis.ruling.ap.declared", actor.id, note=reason)
        return False
    if fired:
        table.cite("coriolis.action.overwatch-fire.no-change")
    if declaration.kind in SHOWS:
        reveal(state, table, actor)
        notice(state, table, actor)
    return True


def prevented(declaration: Declaration) -> str:
    """What a reaction has made impossible: nobody acts when down, without the weapon, or on the dead."""
    actor, target, weapon = declaration.actor, declaration.target, declaration.weapon
    if not actor.able and not actor.wild:
        return "out of action"
    if weapon is not None and weapon.dropped:
        return "disarmed"
    if declaration.kind in BLOWS and actor.prone:
        return "knocked down"
    clinch = {"grapple-attack": actor.grapples, "break-free": actor.grappled_by}
    if clinch.get(declaration.kind) == "":
        return "the clinch is over"
    if declaration.kind in ("move", "get-up") and actor.paralysed:
        return "paralysed"
    if target is not None and (target.dead or target.out):
        return "the target is gone"
    return ""


def end_own_overwatch(state: Coriolis, table: Table, declaration: Declaration) -> None:
    """Any action of yours but a shot into the arc ends it, a shout too. coriolis.ruling.overwatch.strict"""
    actor, target = declaration.actor, declaration.target
    if actor.overwatch is None:
        return
    if declaration.kind in SHOTS and target is not None and watched(state, actor, target):
        return
    lose_overwatch(table, actor, "coriolis.action.overwatch.lost-action")
    if declaration.kind == "shout":
        table.cite("coriolis.ruling.overwatch.strict")


def in_turn_order(state: Coriolis) -> list[Fighter]:
    return [state.roster[who] for who in state.order if who in state.roster]


def note_engagements(state: Coriolis, table: Table) -> None:
    """Whoever has become engaged watches no more and has no cover. coriolis.ruling.cover.lost"""
    for one in state.roster.values():
        if (one.overwatch is not None or one.cover) and engaged_with_anyone(state, one):
            lose_overwatch(table, one, "coriolis.action.overwatch.lost-engaged")
            leave_cover(table, one)


def leave_cover(table: Table, actor: Fighter) -> None:
    if actor.cover:
        actor.cover, actor.frame = 0, ""
        table.emit("coriolis.ruling.cover.lost", actor.id)


# --- a move ----------------------------------------------------------------------------------------------------
@dataclass(slots=True)
class Stop:
    """A point of the path where somebody may cut in."""

    metres: float  # from the start
    point: Point
    by: Fighter
    overwatch: bool  # an arc entered; otherwise an enemy passed


def walk(state: Coriolis, table: Table, mover: Fighter, path: tuple[Point, ...]) -> None:
    """Along the path, as far as reactions let her.

    Enemies she leaves strike before the metres are moved, those she passes at the nearest point; a watcher whose arc did
    not hold the start is asked where the path enters it. coriolis.ruling.opportunity.timing
    """
    assert mover.at is not None
    leaving = [each for each in enemies_of(state, mover) if leaves(state, mover, each, path[-1])]
    stops = stops_on(state, mover, path)
    if len(leaving) + sum(not stop.overwatch for stop in stops) > 1:
        table.cite("coriolis.ruling.opportunity.many")
    for enemy in leaving:
        table.enter(enemy.id)
        offer_opportunity(state, table, enemy, mover, "coriolis.action.opportunity.leaving")
        table.leave()
        if stopped(table, mover):
            return
    for place, stop in enumerate(stops):
        mover.at = stop.point
        note_engagements(state, table)
        table.enter(place)
        if stop.overwatch:
            offer_overwatch_fire(state, table, stop.by, mover, None)
        else:
            offer_opportunity(state, table, stop.by, mover, "coriolis.action.opportunity.passing")
        table.leave()
        if stopped(table, mover):
            return
    mover.at = path[-1]


def step_off(state: Coriolis, table: Table, mover: Fighter, other: Fighter, metres: float) -> bool:
    """A move without a map, to some metres from somebody: an enemy left that way strikes. Does the mover get there?"""
    if engaged(state, mover, other) and metres > CLOSE:
        offer_opportunity(state, table, other, mover, "coriolis.action.opportunity.leaving")
    return not stopped(table, mover)


def stopped(table: Table, mover: Fighter) -> bool:
    """Broken or pinned, the rest of the move is lost, its AP too. coriolis.ruling.opportunity.timing"""
    if (mover.able or mover.wild) and not mover.grappled_by:
        return False
    table.emit("coriolis.ruling.opportunity.timing", mover.id)
    return True


def enemies_of(state: Coriolis, mover: Fighter) -> list[Fighter]:
    """Who may strike at a mover, in turn order: enemies on foot who see her and are awake."""
    return [each for each in in_turn_order(state) if hostile(mover, each) and engages(each) and sees(each, mover)]


def leaves(state: Coriolis, mover: Fighter, enemy: Fighter, end: Point) -> bool:
    """Trigger 1: engaged at the start, more than 2 m away at the end. coriolis.ruling.opportunity.geometry"""
    return engaged(state, mover, enemy) and enemy.at is not None and apart(enemy.at, end) > CLOSE


def stops_on(state: Coriolis, mover: Fighter, path: tuple[Point, ...]) -> list[Stop]:
    """Where the path enters an arc that did not hold its start, and where it passes an enemy; overwatch before blows."""
    start = mover.at
    assert start is not None
    stops = arcs_entered(state, mover, path)
    for enemy in enemies_of(state, mover):
        nearest = passes(enemy, start, path)
        if nearest is not None and wall_between(state, enemy.at, nearest[1]) is None:
            stops.append(Stop(nearest[0], nearest[1], enemy, False))
    return sorted(stops, key=lambda stop: (round(stop.metres, 6), not stop.overwatch))


def arcs_entered(state: Coriolis, mover: Fighter, path: tuple[Point, ...]) -> list[Stop]:
    """Whose arc, that did not hold the start, the path of a person or a vehicle comes into, and where."""
    start = mover.at
    assert start is not None
    stops = []
    for watcher in in_turn_order(state):
        rides = mover.craft is not None and watcher.aboard == mover.id
        if watcher is mover or rides or not sees(watcher, mover):
            continue
        entry = comes_into_sight(state, watcher, start, path) if state.scene.walls else enters_arc(watcher, start, path)
        if entry is not None and not (watched(state, watcher, mover, start) and in_sight(state, watcher, start)):
            stops.append(Stop(entry[0], entry[1], watcher, True))
    return stops


def passes(enemy: Fighter, start: Point, path: tuple[Point, ...]) -> tuple[float, Point] | None:
    """Trigger 2: start and end more than 2 m away, some point of the path within; the nearest one, and how far along.

    coriolis.action.opportunity.passing-limits
    """
    if enemy.at is None or apart(enemy.at, start) <= CLOSE or apart(enemy.at, path[-1]) <= CLOSE:
        return None
    best: tuple[float, Point] | None = None
    gap, walked = CLOSE, 0.0
    for here, there in zip((start, *path), path, strict=False):
        point = nearest_on(here, there, enemy.at)
        near = apart(point, enemy.at)
        if near < gap or (best is None and near <= gap):
            gap, best = near, (walked + apart(here, point), point)
        walked += apart(here, there)
    return best


def offer_opportunity(state: Coriolis, table: Table, enemy: Fighter, mover: Fighter, trigger: str) -> None:
    """An attack of opportunity, if she wishes: 1 AP, +2, otherwise like any other melee attack. coriolis.action.opportunity"""
    if not may_react(enemy) or enemy.ap < FAST or enemy.prone:
        return
    blades = blades_of(enemy)
    options = [Option(each.key, each.name, rule="coriolis.action.opportunity.like-attack") for each in blades]
    options.append(Option("no", "let her go"))
    pick = table.choose("coriolis.action.opportunity", enemy.id, options, f"Strike at {mover.id}?", facts={"ap": enemy.ap})
    if pick == "no":
        return
    pay_reaction(table, enemy, FAST)
    lose_overwatch(table, enemy, "coriolis.action.overwatch.lost-action")
    reveal(state, table, enemy)
    table.emit(trigger, enemy.id, mover.id)
    if mover.ap >= FAST:  # paid for out of what the move has left
        table.emit("coriolis.ruling.opportunity.defend", mover.id, enemy.id, mover.ap)
    weapon = next(each for each in blades if each.key == pick)
    STRIKES[0](state, table, enemy, mover, weapon, 2, "coriolis.action.opportunity.bonus")
