"""Where talents may speak. Each hook reads one typed field of the talents a fighter has; their effects are data."""

from __future__ import annotations

from starfray.rulebooks.coriolis.core import NORMAL
from starfray.rulebooks.coriolis.state import Fighter, Weapon


def initiative_dice(one: Fighter) -> int:
    """coriolis.initiative.talent: Combat Veteran rolls two and keeps the higher."""
    dice = 1
    for talent in one.talents:
        dice = max(dice, talent.initiative_dice)
    return dice


def ignored_ones(one: Fighter, gun: Weapon) -> int:
    """Extra 1s a burst shrugs off: High Capacity and Machinegunner one each. coriolis.ruling.full-auto.stop"""
    return sum(talent.ignored_ones for talent in one.talents) + ("high-capacity" in gun.features)


def reload_cost(one: Fighter) -> int:
    costs = [talent.reload_cost for talent in one.talents if talent.reload_cost]
    return min(costs, default=NORMAL)  # coriolis.action.reload


def free_defences(one: Fighter) -> int:
    return sum(talent.free_defences for talent in one.talents)


def close_range_modifier(one: Fighter) -> int:
    """coriolis.ranged.mod.range.close: -3, unless a talent says otherwise."""
    given = [talent.close_range for talent in one.talents if talent.close_range is not None]
    return max(given, default=-3)


def extra_severity(one: Fighter) -> int:
    return sum(talent.severity for talent in one.talents)


def first_aid_dice(one: Fighter) -> int:
    """Field Medicurg: a die more on first aid."""
    return sum(talent.first_aid for talent in one.talents)


def extra_hp(one: Fighter) -> int:
    return sum(talent.hp for talent in one.talents)


def extra_mp(one: Fighter) -> int:
    return sum(talent.mp for talent in one.talents)


def movement_rate(one: Fighter) -> int:
    """coriolis.action.move: 10 m as a rule."""
    return max((talent.movement for talent in one.talents if talent.movement), default=10)
