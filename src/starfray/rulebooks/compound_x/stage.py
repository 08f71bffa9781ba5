"""What a page shows beside the card: what is expected of whom, who may react to a move."""

from __future__ import annotations

from starfray.engine.rules import Point, apart, counted
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, free_to_react, hostile


def expects(state: CompoundX, actor: Fighter) -> str:
    """cx.actions.budget"""
    if not actor.actions:
        return "End the turn: no Actions left"
    return f"Act, or end the turn: {counted(actor.actions, 'Action')} left"


def reacts(state: CompoundX, actor: Fighter, at: Point) -> list[tuple[str, str]]:
    """Held Actions, and fire that covers where one is or goes. cx.held.use, cx.suppression.trigger"""
    found: dict[str, str] = {}
    for other in state.roster.values():
        if (
            hostile(other, actor)
            and other.held is not None
            and free_to_react(state, other)
            and other.held.foe in ("", actor.id)
        ):
            found[other.id] = "holds Actions for a moment like this"
    for zone in state.zones:
        owner = state.roster.get(zone.by)
        if owner is None or not hostile(owner, actor) or zone.at is None:
            continue
        if any(point is not None and apart(zone.at, point) <= zone.radius for point in (actor.at, at)):
            found.setdefault(zone.by, "keeps this place under fire")
    return list(found.items())
