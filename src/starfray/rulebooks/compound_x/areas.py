"""Areas under fire: whom they take in, who is safe there, who is suppressed."""

from __future__ import annotations

from starfray.engine.scene import Point, apart, related
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Suppression, fighter


def affects(state: CompoundX, zone: Suppression, one: Fighter) -> bool:
    """Everybody but the suppressor, friends too, while he is in the fight. cx.ruling.suppress-area"""
    return one.id != zone.by and not one.dead and not one.out and fighter(state, zone.by).able


def in_area(zone: Suppression, one: Fighter, at: Point | None) -> bool:
    if zone.at is None or at is None:
        return one.id == zone.target
    return apart(zone.at, at) <= zone.radius + 1e-9


def sheltered(state: CompoundX, zone: Suppression, one: Fighter) -> bool:
    """Whoever physically cannot be hit is not suppressed. cx.suppression.barrier"""
    return one.cover == "concealed" or behind_barrier(state, zone, one)


def behind_barrier(state: CompoundX, zone: Suppression, one: Fighter) -> bool:
    return bool(related(state, "barrier", zone.by, one.id))


def suppressed(state: CompoundX, one: Fighter) -> bool:
    """In some area under fire, and within reach of its bullets: +1, never more. cx.suppression.malus"""
    return any(
        affects(state, zone, one) and in_area(zone, one, one.at) and not sheltered(state, zone, one) for zone in state.zones
    )
