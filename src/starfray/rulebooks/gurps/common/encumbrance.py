"""Encumbrance: a load against Basic Lift."""

from __future__ import annotations

LIMITS = (1, 2, 3, 6, 10)  # gurps.core.encumbrance: multiples of Basic Lift


def level_of(load: float, lift: float) -> int | None:
    """None, light, medium, heavy, extra-heavy as 0 to 4; None for more than anybody can carry. gurps.core.encumbrance"""
    return next((level for level, times in enumerate(LIMITS) if load <= times * lift), None)
