"""The three ranges between ships. Every pair has its own; a pair not named has the fight's usual one."""

from __future__ import annotations

from starfray.rulebooks.socs.state import Gun, RangeBetween, Ship, Socs

BANDS = ("short", "long", "out")
RANGE_RULE = {each: f"socs.range.{each}" for each in BANDS}


def band(state: Socs, one: Ship, other: Ship) -> str:
    for pair in state.ranges:
        first, second = pair.between
        if (first == one.id and second == other.id) or (first == other.id and second == one.id):
            return pair.band
    return state.range


def set_band(state: Socs, one: Ship, other: Ship, to: str) -> None:
    for pair in state.ranges:
        if one.id in pair.between and other.id in pair.between:
            pair.band = to
            return
    state.ranges.append(RangeBetween(between=(one.id, other.id), band=to))


def reaches(gun: Gun, where: str) -> bool:
    """Short: every weapon; long: only long-range ones; out: none."""
    return where == "short" or (where == "long" and gun.range == "long")
