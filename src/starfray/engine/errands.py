"""Errands: where the goals of a fight send somebody, for policies that mean to meet them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from starfray.engine.goals import CONTROL, REACH, STOP, TAKE, Goal, at_place, there, words_of
from starfray.engine.scene import Point, apart

if TYPE_CHECKING:
    from starfray.engine.position import AnyPosition, Combatant
    from starfray.engine.rulebook import Rulebook

INSIDE: Final = 0.8  # of the radius: as far as that one goes in


@dataclass(frozen=True, slots=True)
class Errand:
    """Where to, how near, and what for."""

    at: Point
    near: float
    why: str


def errand_of(book: Rulebook, state: AnyPosition, actor: Combatant) -> Errand | None:
    """Where somebody has to go. As many go as a goal needs, the nearest of those who count; the others fight. Nobody goes to
    hold a place where a foe stands: he must be driven off first. Whom another side means to stop tries to get away.
    """
    if actor.at is None:
        return None
    for goal in state.goals:
        place = place_of(book, state, goal, actor)
        if place is not None and not at_place(state, actor, place, goal.radius):
            why = "to get away" if goal.kind == STOP else f"to {words_of(goal)}"
            return Errand(place, goal.radius * INSIDE, why)
    return None


def place_of(book: Rulebook, state: AnyPosition, goal: Goal, actor: Combatant) -> Point | None:
    """Where the goal sends somebody, if it does."""
    if goal.at is None or (goal.side == actor.side) == (goal.kind == STOP):
        return None
    if goal.kind == TAKE and goal.by:
        return goal.to if goal.by == actor.id else None
    if goal.kind not in (REACH, CONTROL, TAKE, STOP):
        return None
    return goal.at if actor.id in those_sent(book, state, goal, goal.at, actor.side) else None


def those_sent(book: Rulebook, state: AnyPosition, goal: Goal, place: Point, side: str) -> list[str]:
    """Whom of a side the goal sends to its place: the nearest, as many as it needs; nobody while a foe holds the place."""
    everyone: list[Combatant] = state.everyone()
    up = [one for one in everyone if one.at is not None and book.stands(state, one)]
    if goal.kind == CONTROL and any(one.side != goal.side and there(state, goal, one) for one in up):
        return []
    meant = [one for one in up if one.side == side and (goal.kind == CONTROL or not goal.who or one.id in goal.who)]
    wanted = 1 if goal.kind in (CONTROL, TAKE) else goal.count or len(meant)
    nearest = sorted([(gap_to(place, one.at), number, one.id) for number, one in enumerate(meant)])
    return [who for _, _, who in nearest[:wanted]]


def gap_to(one: Point | None, other: Point | None) -> float:
    return apart(one, other) if one is not None and other is not None else 0.0
