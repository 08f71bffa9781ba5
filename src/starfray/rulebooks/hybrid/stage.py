"""What a page shows beside the card: what is expected of whom, and the line of counts with what is in the air."""

from __future__ import annotations

from starfray.engine.diagram import Bar, Diagram
from starfray.rulebooks.hybrid.derived import SHOCK_NAMES
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, actions_of
from starfray.rulebooks.hybrid.turn import describe_action


def expects(state: Hybrid, actor: Fighter) -> str:
    """hybrid.initiative.trigger"""
    return f"Choose what to do on count {state.count}"


def diagram(state: Hybrid) -> Diagram | None:
    """hybrid.ruling.timeline"""
    if not state.begun:
        return None
    bars = [bar for actor in state.roster.values() if not actor.fallen for bar in bars_of(state, actor)]
    return Diagram("timeline", "The count", bars=bars, now=state.count)


def bars_of(state: Hybrid, actor: Fighter) -> list[Bar]:
    """What somebody has under way, or the count on which they choose; and what befalls them meanwhile."""
    found = [Bar(actor.id, describe_action(each), each.began, each.lands, "air") for each in actions_of(state, actor.id)]
    if not found and actor.able and not actor.landed:
        if actor.initiative > state.count:
            found.append(Bar(actor.id, "chooses", state.count, actor.initiative, "ready"))
        elif actor.wait_until > state.count:
            found.append(Bar(actor.id, "waits", actor.initiative, actor.wait_until, "wait"))
        else:
            found.append(Bar(actor.id, "chooses now", state.count, state.count, "ready"))
    if actor.shock is not None:
        words = f"{SHOCK_NAMES[actor.shock.level]}, rolls to recover"
        found.append(Bar(actor.id, words, state.count, max(state.count, actor.shock.rolls), "shock"))
    if actor.bleeding:
        found.append(Bar(actor.id, "bleeds", state.count, max(state.count, min(actor.bleeding)), "bleeding"))
    return found
