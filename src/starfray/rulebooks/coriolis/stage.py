"""What a page shows beside the card: what is expected of whom, who may react to a move, what is watched or under fire."""

from __future__ import annotations

from collections.abc import Callable

from starfray.engine.actions import Action
from starfray.engine.areas import BLAST, SMOKE, WATCH, Area
from starfray.engine.codec import shallow
from starfray.engine.content import Content
from starfray.engine.rules import Point
from starfray.engine.view import project
from starfray.rulebooks.coriolis.blast import SHORT, WIDE, Detonate, Throw
from starfray.rulebooks.coriolis.interrupts import arcs_entered, enemies_of, leaves, passes
from starfray.rulebooks.coriolis.overwatch import ARC, can_watch_fire, may_react
from starfray.rulebooks.coriolis.ranges import CLOSE
from starfray.rulebooks.coriolis.state import Coriolis, Fighter, planted


def expects(state: Coriolis, actor: Fighter) -> str:
    """coriolis.ap.pool"""
    return f"Act, or end the turn: {actor.ap} AP left" if actor.ap else "End the turn: no AP left"


def reacts(state: Coriolis, actor: Fighter, at: Point) -> list[tuple[str, str]]:
    """coriolis.action.overwatch-fire, coriolis.action.opportunity.leaving, coriolis.action.opportunity.passing"""
    if actor.at is None:
        return []
    found: dict[str, str] = {}
    for enemy in enemies_of(state, actor):
        if can_watch_fire(state, enemy, actor):
            found[enemy.id] = "may fire from overwatch"
    for stop in arcs_entered(state, actor, (at,)):
        if stop.by.side != actor.side:
            found[stop.by.id] = "may fire from overwatch"
    for enemy in enemies_of(state, actor):
        if may_react(enemy) and (leaves(state, actor, enemy, at) or passes(enemy, actor.at, (at,)) is not None):
            found.setdefault(enemy.id, "may strike in passing")
    return list(found.items())


def areas(state: Coriolis) -> list[Area]:
    """Who watches which way. coriolis.action.overwatch.arc"""
    found = []
    for actor in state.roster.values():
        watch = actor.overwatch
        if watch is not None and watch.toward is not None and actor.at is not None:
            rule = "coriolis.action.overwatch.arc"
            found.append(Area(WATCH, "overwatch", actor.at, 0.0, actor.id, watch.toward, ARC, rule))
    return found


def blast_area(state: Coriolis, action: Action, content: Content) -> Area | None:
    """A grenade at its target, a charge where it lies: everybody within Close Range, within Short Range of a great one."""
    actor = state.roster.get(action.actor)
    if actor is None or not isinstance(action, Throw | Detonate):
        return None
    weapon = next((each for each in actor.weapons if each.key == action.weapon), None)
    if weapon is None:
        return None
    if isinstance(action, Throw):
        target = state.roster.get(action.target)
        at = target.at if target is not None else None
    else:
        charge = planted(state, actor, weapon)
        at = charge.at if charge is not None else None
    if at is None:
        return None
    if "smoke" in weapon.features:
        return Area(SMOKE, weapon.name, at, CLOSE, actor.id)
    return Area(BLAST, weapon.name, at, SHORT if weapon.blast >= WIDE else CLOSE, actor.id)


def seen_by(state: Coriolis, who: str, printed: Callable[[Fighter], Fighter]) -> Coriolis:
    """A charge that somebody hidden has planted is hidden, too."""
    seen: Coriolis = project(state, who, printed)
    if seen is state or not state.scene.zone:
        return seen
    hidden = [each for each in state.roster if each not in seen.roster]
    charges = {zone.name for zone in state.scene.zone for each in hidden if zone.name.startswith(f"{each}'s ")}
    if charges:
        seen.scene = shallow(seen.scene)
        seen.scene.zone = [zone for zone in seen.scene.zone if zone.name not in charges]
    return seen
