"""Where talents may speak. Each hook reads one typed field of the talents a fighter has; their effects are data."""

from __future__ import annotations

from starfray.rulebooks.coriolis.core import NORMAL
from starfray.rulebooks.coriolis.state import Fighter, Weapon


def initiative_dice(actor: Fighter) -> int:
    """coriolis.initiative.talent: Combat Veteran rolls two and keeps the higher."""
    dice = 1
    for talent in actor.talents:
        dice = max(dice, talent.initiative_dice)
    return dice


def ignored_ones(actor: Fighter, gun: Weapon) -> int:
    """Extra 1s a burst shrugs off: High Capacity and Machinegunner one each. coriolis.ruling.full-auto.stop"""
    return sum(talent.ignored_ones for talent in actor.talents) + ("high-capacity" in gun.features)


def reload_cost(actor: Fighter) -> int:
    costs = [talent.reload_cost for talent in actor.talents if talent.reload_cost]
    return min(costs, default=NORMAL)  # coriolis.action.reload


def free_defences(actor: Fighter) -> int:
    return sum(talent.free_defences for talent in actor.talents)


def close_range_modifier(actor: Fighter) -> int:
    """coriolis.ranged.mod.range.close: -3, unless a talent says otherwise."""
    given = [talent.close_range for talent in actor.talents if talent.close_range is not None]
    return max(given, default=-3)


def extra_severity(actor: Fighter) -> int:
    return sum(talent.severity for talent in actor.talents)


def first_aid_dice(actor: Fighter) -> int:
    """Field Medicurg: a die more on first aid."""
    return sum(talent.first_aid for talent in actor.talents)


def full_hp(actor: Fighter) -> int:
    return actor.attributes.strength + actor.attributes.agility + sum(each.hp for each in actor.talents)  # coriolis.core.hp


def full_mp(actor: Fighter) -> int:
    return actor.attributes.wits + actor.attributes.empathy + sum(each.mp for each in actor.talents)  # coriolis.core.mp


def movement_rate(actor: Fighter) -> int:
    """coriolis.action.move: 10 m as a rule."""
    return max((talent.movement for talent in actor.talents if talent.movement), default=10)
