"""What a page shows beside the card: what is expected of whom, who may react to a move."""

from __future__ import annotations

from starfray.engine.rules import Point
from starfray.rulebooks.gurps.state import Fighter, Gurps


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
