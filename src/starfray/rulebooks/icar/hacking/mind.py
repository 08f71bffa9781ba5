"""What a hacker without a player does: an enemy Aug first, then a door that is in the way."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.rulebooks.icar.ground.people import conscious, foes, parted
from starfray.rulebooks.icar.hacking.actions import Hack, Impersonate
from starfray.rulebooks.icar.hacking.reach import is_inside, linked, suit_passes, why_no_hacking, why_not_target
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DOOR
from starfray.rulebooks.icar.hacking.systems import intrusion
from starfray.rulebooks.icar.state import Actor, Icar

EASY_SUIT = 4  # an Aug with more than this is left alone


def hack_plan(state: Icar, one: Actor) -> Action | None:
    """The next hacking action worth taking; None if there is none."""
    if not one.skills.get("hacking") or why_no_hacking(state, one) is not None:
        return None
    for each in state.hacks:
        if each.by == one.id and each.seen_by:
            return Impersonate(one.id, each.target, "I belong here, and you are late with the report.")
    enemies = [each for each in foes(state, one) if conscious(each)]
    for foe in enemies:
        weak = linked(foe) and suit_passes(foe) <= EASY_SUIT and "body" not in foe.disabled
        if weak and why_not_target(state, one, foe.id) is None:
            inside = is_inside(state, one, foe.id)
            return Hack(one.id, foe.id, "body" if inside or nearly(state, one, foe) else "")
    if not enemies or any(not parted(state, one, each) for each in enemies):
        return None
    for thing in state.things:
        shut = thing.kind in (DOOR, AIRLOCK) and not thing.open and one.area in thing.joins
        if shut and any(each.area in thing.joins for each in enemies):
            return Hack(one.id, thing.name)
    return None


def nearly(state: Icar, one: Actor, foe: Actor) -> bool:
    """Will the next success get in?"""
    there = intrusion(state, one.id, foe.id)
    return there is not None and there.passes + 1 >= suit_passes(foe)
