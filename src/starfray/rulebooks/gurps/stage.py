"""What a page shows beside the card: what is expected of whom, who may react to a move, what is watched or under fire."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.areas import BLAST, Area
from starfray.engine.content import Content
from starfray.engine.rules import Point
from starfray.rulebooks.gurps.core import damage_roll
from starfray.rulebooks.gurps.state import DERIVED, Fighter, Gurps
from starfray.rulebooks.gurps.weapons import weapon_of


def expects(state: Gurps, actor: Fighter) -> str:
    """gurps.core.turn, gurps.maneuver.do-nothing.stunned"""
    if actor.stunned or actor.dazed:
        return "Do nothing this second: stunned"
    return "Choose a maneuver for this second"


def reacts(state: Gurps, actor: Fighter, at: Point) -> list[tuple[str, str]]:
    """Those who wait for something. gurps.maneuver.wait"""
    watchers = [each for each in state.roster.values() if each.side != actor.side and each.able and each.waiting is not None]
    return [
        (each.id, "waits, and may act first")
        for each in watchers
        if each.waiting is not None and each.waiting.watching in ("", actor.id)
    ]


def facing(state: Gurps, actor: Fighter) -> float | None:
    """Kept for those who have one; others are turned to everybody."""
    return None if actor.facing == DERIVED else actor.facing


def blast_area(state: Gurps, action: Action, content: Content) -> Area | None:
    """As far as an explosion can still hurt: its damage is divided by 3 x yards. gurps.core.basic-damage"""
    actor, target = state.roster.get(action.actor), state.roster.get(getattr(action, "target", ""))
    if actor is None or target is None or target.at is None:
        return None
    weapon = weapon_of(actor, getattr(action, "weapon", ""))
    if weapon is None or not weapon.explosive:
        return None
    roll = damage_roll(content, actor, weapon.damage)
    most = 6 * roll.dice + roll.adds if roll is not None else 0
    return Area(BLAST, weapon.name, target.at, float(most // 3), actor.id, rule="gurps.core.basic-damage")
