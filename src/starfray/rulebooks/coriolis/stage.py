"""What a page shows beside the card: what is expected of whom, who may react to a move."""

from __future__ import annotations

from starfray.engine.rules import Point
from starfray.rulebooks.coriolis.interrupts import arcs_entered, enemies_of, leaves, passes
from starfray.rulebooks.coriolis.overwatch import can_watch_fire, may_react
from starfray.rulebooks.coriolis.state import Coriolis, Fighter


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
