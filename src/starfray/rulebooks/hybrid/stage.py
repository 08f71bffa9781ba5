"""What a page shows beside the card: what is expected of whom, and the line of counts with what is in the air."""

from __future__ import annotations

from starfray.engine.choices import Choice
from starfray.engine.diagram import Bar, Diagram
from starfray.engine.rules import Ask, counted
from starfray.rulebooks.hybrid.defence import can_answer
from starfray.rulebooks.hybrid.derived import SHOCK_NAMES, half_speed
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, actions_of, in_melee
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


def choices(state: Hybrid, ask: Ask) -> dict[str, Choice]:
    """The parries that come too late for the blow that lands now, and by how much. hybrid.ruling.usable-initiative"""
    target = state.roster.get(ask.who)
    if ask.rule != "hybrid.ruling.defence-declare" or target is None or not can_answer(state, target):
        return {}
    lands = min((each.lands for each in state.under_way if each.target == target.id), default=state.count)
    found = {}
    for weapon in in_melee(target):
        needs = half_speed(weapon)
        ready = target.initiative + needs
        if ready > lands and f"parry-{weapon.key}" not in [option.key for option in ask.options]:
            late = counted(ready - lands, "count")
            words = f"needs {counted(needs, 'count')}, ready on {ready}; it lands on {lands}"
            found[f"parry-{weapon.key}"] = Choice(
                f"Parry with the {weapon.name or weapon.key}", words, refused=f"{late} too late"
            )
    return found
