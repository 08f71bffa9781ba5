"""What somebody carries, against what can be carried."""

from __future__ import annotations

from starfray.engine.rules import Budget, Content
from starfray.rulebooks.gurps.common.encumbrance import LIMITS
from starfray.rulebooks.gurps.core import basic_lift, striking_strength
from starfray.rulebooks.gurps.setup import load_of
from starfray.rulebooks.gurps.state import Fighter

LEVELS = ("none", "light", "medium", "heavy", "extra-heavy")


def budgets(actor: Fighter, content: Content) -> list[Budget]:
    """Pounds of weapons, armour and shield, against ten times Basic Lift. gurps.core.encumbrance"""
    if actor.inanimate:
        return []
    lift = basic_lift(content, striking_strength(actor))
    words = f"Basic Lift {lift:g} lb; encumbrance {LEVELS[actor.encumbrance]}, {LIMITS[actor.encumbrance] * lift:g} lb at most"
    return [Budget("load in lb", round(load_of(actor), 2), LIMITS[-1] * lift, "gurps.core.encumbrance", words)]
