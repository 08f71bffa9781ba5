"""Ready and postures: what is in hand, and how one stands."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.scene import apart
from starfray.engine.table import Table
from starfray.rulebooks.gurps import actions
from starfray.rulebooks.gurps.core import POSTURES
from starfray.rulebooks.gurps.state import (
    Fighter,
    Gurps,
    Weapon,
    bodily,
    drop,
    free_hands,
    hand_for,
    hand_works,
    hands_of,
    held,
    leg_works,
    uses,
)
from starfray.rulebooks.gurps.turn import takes_heart
from starfray.rulebooks.gurps.turns import STEP, actor_of, forget, others_first


def ready(state: Gurps, table: Table, act: actions.Ready) -> None:
    """Draw, pick up, turn the right way, reload. gurps.maneuver.ready"""
    one = actor_of(state, act.actor)
    check_ready(one, act.item, act.hand)
    if not takes_heart(state, table, one):
        return
    forget(one)
    if others_first(state, table, one):
        make_ready(table, one, act.item, act.hand)


def check_ready(one: Fighter, item: str, hand: str) -> None:
    fault = ready_fault(one, item, hand)
    if fault is not None:
        raise fault


def ready_fault(one: Fighter, item: str, hand: str) -> Refused | None:
    """Why this cannot be made ready; None if it can."""
    if hand not in ("", "right", "left"):
        return Refused("gurps.maneuver.ready", f"{hand!r} is no hand", ["right", "left"])
    if item == "shield":
        if one.shield is None or not one.shield.unready:
            return Refused("gurps.maneuver.ready", f"{one.id} has no shield to make ready", [])
        return None
    weapon = next((each for each in one.weapons if each.key == item), None)
    if weapon is None or weapon.broken:
        keys = [each.key for each in one.weapons if not each.broken]
        return Refused("gurps.maneuver.ready", f"{one.id} has no {item!r} to make ready", keys)
    if (weapon.hand or bodily(weapon)) and not weapon.unready and weapon.shots >= weapon.magazine:
        return Refused("gurps.maneuver.ready", f"the {weapon.name} is ready", [])
    if weapon.dropped and weapon.lies is not None and one.at is not None and apart(weapon.lies, one.at) > STEP + 0.5:
        return Refused("gurps.maneuver.ready", f"the {weapon.name} lies too far away", ["move"])
    if not weapon.hand and not bodily(weapon) and len(grip(one, weapon, hand)) < weapon.hands:
        return Refused("gurps.maneuver.ready", f"{one.id} has no hand for the {weapon.name}", [])
    return None


def grip(one: Fighter, weapon: Weapon, hand: str) -> list[str]:
    """The hands that will take it: free ones first, then those whose weapon is let go; never the shield's."""
    usable = [each for each in ("right", "left") if hand_works(one, each)]
    if one.shield is not None:
        usable = [each for each in usable if each != one.shield.hand]
    if weapon.hands == 2:
        return usable
    if hand:
        return [each for each in usable if each == hand]
    free = [each for each in free_hands(one) if each in usable]
    return (free or usable)[:1]


def make_ready(table: Table, one: Fighter, item: str, hand: str) -> None:
    if item == "shield":
        if one.shield is not None:
            one.shield.unready = False
            table.emit("gurps.maneuver.ready", one.id, note=one.shield.name)
        return
    weapon = next(each for each in one.weapons if each.key == item)
    if not weapon.hand and not bodily(weapon):
        hands = grip(one, weapon, hand)
        if len(hands) < weapon.hands:
            return
        for other in held(one):
            if any(each in hands_of(other) for each in hands):
                drop(other, one)
        for use in uses(one, weapon):
            use.hand, use.dropped, use.lies = hand_for(one, weapon, hands[0]), False, None
    elif weapon.unready:
        for use in uses(one, weapon):
            use.unready = False
    else:
        weapon.reloading += 1
        if weapon.reloading >= weapon.reload:
            weapon.reloading = 0
            weapon.shots = weapon.shots + 1 if weapon.reload_each else weapon.magazine
    table.emit("gurps.maneuver.ready", one.id, note=weapon.name)


def change_posture(state: Gurps, table: Table, act: actions.ChangePosture) -> None:
    """From the ground to one's feet takes two turns, kneeling between. gurps.ruling.rise-path"""
    one = actor_of(state, act.actor)
    if act.posture not in POSTURES or act.posture == "crouching":
        kinds = [each for each in POSTURES if each not in ("crouching", one.posture)]
        raise Refused("gurps.maneuver.change-posture", f"{act.posture!r} is no posture to take", kinds)
    if act.posture == one.posture:
        raise Refused("gurps.maneuver.change-posture", f"{one.id} is {one.posture} already", [])
    if act.posture == "standing" and not (leg_works(one, "right") and leg_works(one, "left")):
        raise Refused("gurps.location.leg", f"{one.id} cannot stand on that leg", ["kneeling", "sitting", "crawling"])
    if not takes_heart(state, table, one):
        return
    forget(one)
    if not others_first(state, table, one):
        return
    if act.posture == "standing" and one.posture == "lying":
        one.posture = "kneeling"
        table.emit("gurps.maneuver.change-posture.two-turns", one.id)
        table.emit("gurps.ruling.rise-path", one.id)
    else:
        one.posture = act.posture
        table.emit("gurps.maneuver.change-posture", one.id, note=act.posture)


def crouch(state: Gurps, table: Table, act: actions.Crouch) -> None:
    """Free, and only from or to standing. gurps.ruling.crouch-free"""
    one = actor_of(state, act.actor)
    if one.posture not in ("standing", "crouching"):
        raise Refused("gurps.ruling.crouch-free", f"{one.id} is {one.posture}", ["change-posture"])
    one.posture = "crouching" if one.posture == "standing" else "standing"
    table.emit("gurps.ruling.crouch-free", one.id, note=one.posture)
