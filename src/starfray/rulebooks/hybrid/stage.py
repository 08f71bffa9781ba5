"""What a page shows beside the card: what is expected of whom."""

from __future__ import annotations

from starfray.rulebooks.hybrid.state import Fighter, Hybrid


def expects(state: Hybrid, actor: Fighter) -> str:
    """hybrid.initiative.trigger"""
    return f"Choose what to do on count {state.count}"
