"""A preset has gone off: on its count the named response begins, if it still can. hybrid.ruling.preset-in-play"""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.hybrid.actions import Blow, Close, Dodge, Drop, Mind, Respond, Shoot
from starfray.rulebooks.hybrid.attack import out_of_range
from starfray.rulebooks.hybrid.choices import blow, mind, shoot
from starfray.rulebooks.hybrid.choosing import crowded, holds_off, usable
from starfray.rulebooks.hybrid.clock import choice_count, tick
from starfray.rulebooks.hybrid.manoeuvres import close, dodge, drop, too_far
from starfray.rulebooks.hybrid.state import Fighter, Hybrid, Preset, Weapon, are_closed, held

WAYS_OF = {"blow": ("melee",), "shoot": ("missile", "thrown"), "mind": ("mental",)}


def respond(state: Hybrid, table: Table, act: Respond) -> None:
    one = state.roster[act.who]
    preset = one.preset
    assert preset is not None
    tick(state, table, one.id, choice_count(state, one) or state.count)
    one.preset = None
    target = state.roster.get(preset.target)
    weapon = weapon_for(state, one, preset, target)
    if preset.response in WAYS_OF and (target is None or weapon is None):
        table.emit("hybrid.ruling.preset-in-play", one.id, number=state.count, note="the response has become impossible")
        return
    if preset.response in ("close", "dodge", "drop") and not can_still(state, one, preset, target):
        table.emit("hybrid.ruling.preset-in-play", one.id, number=state.count, note="the response has become impossible")
        return
    begin_response(state, table, one, preset, weapon)


def begin_response(state: Hybrid, table: Table, one: Fighter, preset: Preset, weapon: Weapon | None) -> None:
    key = weapon.key if weapon is not None else ""
    if preset.response == "blow":
        blow(state, table, Blow(one.id, preset.target, key))
    elif preset.response == "shoot":
        shoot(state, table, Shoot(one.id, preset.target, key))
    elif preset.response == "mind":
        mind(state, table, Mind(one.id, preset.target, key))
    elif preset.response == "close":
        close(state, table, Close(one.id, preset.target))
    elif preset.response == "dodge":
        dodge(state, table, Dodge(one.id))
    else:
        drop(state, table, Drop(one.id))


def weapon_for(state: Hybrid, one: Fighter, preset: Preset, target: Fighter | None) -> Weapon | None:
    """The weapon named, or the first that will do, if the target can still be struck with it."""
    if preset.response not in WAYS_OF or target is None or target.fallen or target is one:
        return None
    for weapon in usable(state, one, WAYS_OF[preset.response]):
        fits = preset.weapon in ("", weapon.key) and not out_of_range(state, one, target, weapon)
        paid = one.mft + one.mex >= weapon.cost
        if fits and paid and not holds_off(state, one, target, weapon) and not crowded(state, one, target, weapon):
            return weapon
    return None


def can_still(state: Hybrid, one: Fighter, preset: Preset, target: Fighter | None) -> bool:
    if one.prone or held(state, one) or (preset.response == "drop" and state.weightless):
        return False
    if preset.response != "close":
        return True
    return (
        target is not None
        and target is not one
        and target.able
        and not are_closed(state, one, target)
        and not too_far(state, one, target)
    )
