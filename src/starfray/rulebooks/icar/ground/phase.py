"""Whose say it is: first the shooting, lowest initiative first; then everybody else, highest first. icar.ruling.mixed-combat"""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.rulebooks.icar.core import attribute_of
from starfray.rulebooks.icar.ground.fire import can_shoot
from starfray.rulebooks.icar.ground.people import able, gun_in_hand
from starfray.rulebooks.icar.ground.spend import HACK
from starfray.rulebooks.icar.state import Actor, Icar


def in_order(state: Icar) -> list[Actor]:
    """Highest initiative first. icar.combat.order"""
    return [state.roster[who] for who in state.ground.order if who in state.roster]


def next_shooter(state: Icar) -> Actor | None:
    """The lowest who has a loaded gun in the hand, somebody to shoot at, and has not decided yet. icar.fire.declare-order"""
    if state.ground.acting or state.kind != "ground":
        return None
    for who in reversed(state.ground.order):
        one = state.roster.get(who)
        if one is not None and gun_in_hand(one) is not None and who not in state.ground.asked and can_shoot(state, one):
            return one
    return None


def why_not_yet(state: Icar, one: Actor) -> Refused | None:
    """Who does not shoot acts when the shots have fallen, at the place of their initiative. icar.ruling.mixed-combat"""
    if state.ground.acting or gun_in_hand(one) is None or next_shooter(state) is not one:
        return None
    others = [each for each in in_order(state) if each is not one and each.id not in state.ground.asked]
    shooters = [each for each in others if is_known(each, one) and can_shoot(state, each)]
    if not state.ground.shots and not shooters and not is_later(state, one):
        return None
    return Refused(
        "icar.ruling.mixed-combat", "first those who shoot, then the others, highest initiative first", ["hold-fire", "fire"]
    )


def is_later(state: Icar, one: Actor) -> bool:
    """Is somebody with a higher initiative still to act?"""
    for each in in_order(state):
        if each is one:
            return False
        if able(each) and busy(each) and is_known(each, one):
            return True
    return False


def is_known(other: Actor, one: Actor) -> bool:
    """Nobody waits for an enemy in hiding: that would give the enemy away."""
    return other.side == one.side or not other.hidden


def next_to_act(state: Icar) -> Actor | None:
    """The highest who can act and has not; or who is still at quick tasks, hacking, or has a move to make."""
    for who in state.ground.order:
        one = state.roster.get(who)
        if one is not None and (one.plan is not None or (able(one) and busy(one))):
            return one
    return None


def busy(one: Actor) -> bool:
    if not one.acted:
        return True
    return one.quick > 0 or (one.acted == HACK and one.tasks < attribute_of(one, "shift"))
