"""Whose say it is: first the shooting, lowest initiative first; then everybody else, highest first. icar.ruling.mixed-combat"""

from __future__ import annotations

from starfray.engine.rules import ActionKind, Refused
from starfray.rulebooks.icar.common.action_economy import HACK, QUICK, no_action_left, unable
from starfray.rulebooks.icar.common.check import attribute_of
from starfray.rulebooks.icar.common.person import able, gun_in_hand, person
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.ground.fire import can_shoot
from starfray.rulebooks.icar.hacking.targets import HACKING, no_hacking

AT_ONCE = ("fire", "aim", "recover-stun", *QUICK)  # these are decided while others shoot; the rest waits


def in_order(state: Icar) -> list[Actor]:
    """Highest initiative first. icar.combat.order"""
    return [state.roster[who] for who in state.ground.order if who in state.roster]


def next_shooter(state: Icar) -> Actor | None:
    """The lowest who has a loaded gun in the hand, somebody to shoot at, and has not decided yet. icar.fire.declare-order"""
    if state.ground.acting or state.kind != "ground":
        return None
    for who in reversed(state.ground.order):
        actor = state.roster.get(who)
        if actor is None or actor.acted or gun_in_hand(actor) is None:
            continue
        if who not in state.ground.asked and can_shoot(state, actor):
            return actor
    return None


def refusal(state: Icar, actor: Actor, kind: ActionKind) -> Refused | None:
    """What costs an action wants one that is left, legs to stand on, and patience while others shoot."""
    found = unable(actor)
    if found is None and kind.cost:
        found = no_hacking(actor) if kind.group == HACKING else no_action_left(state, actor, kind.name)
        if found is None and kind.name not in AT_ONCE:
            found = not_yet(state, actor)
    return found


def idle(state: Icar, actor: Actor) -> Refused | None:
    """Why somebody may do nothing now: out of action, through with this turn, or behind others in the order."""
    if not person(actor):
        return Refused("icar.turn.vehicle", f"{actor.id} does nothing by itself")
    found = unable(actor)
    if found is None and not busy(actor):
        found = Refused("icar.ruling.actions-per-turn", f"{actor.id} has acted this turn")
    if found is not None:
        return found
    up = next_shooter(state)
    rule = "icar.combat.order" if up is None else "icar.fire.declare-order"
    up = up or next_to_act(state)
    known = [] if up is None or not is_known(up, actor) else [up.id]
    return Refused(rule, f"{known[0] if known else 'somebody else'} comes first", known)


def not_yet(state: Icar, actor: Actor) -> Refused | None:
    """Who does not shoot acts when the shots have fallen, at the place of their initiative. icar.ruling.mixed-combat"""
    if state.ground.acting or gun_in_hand(actor) is None or next_shooter(state) is not actor:
        return None
    others = [other for other in in_order(state) if other is not actor and other.id not in state.ground.asked]
    shooters = [person for person in others if is_known(person, actor) and can_shoot(state, person)]
    if not state.ground.shots and not shooters and not is_later(state, actor):
        return None
    return Refused(
        "icar.ruling.mixed-combat", "first those who shoot, then the others, highest initiative first", ["hold-fire", "fire"]
    )


def is_later(state: Icar, actor: Actor) -> bool:
    """Is somebody with a higher initiative still to act?"""
    for other in in_order(state):
        if other is actor:
            return False
        if able(other) and busy(other) and is_known(other, actor):
            return True
    return False


def is_known(other: Actor, actor: Actor) -> bool:
    """Nobody waits for an enemy in hiding: that would give the enemy away."""
    return other.side == actor.side or not other.hidden


def next_to_act(state: Icar) -> Actor | None:
    """The highest who can act and has not; or who is still at quick tasks, hacking, or has a move to make."""
    for who in state.ground.order:
        actor = state.roster.get(who)
        if actor is not None and (actor.plan is not None or (able(actor) and busy(actor))):
            return actor
    return None


def busy(actor: Actor) -> bool:
    if not actor.acted:
        return True
    return actor.quick > 0 or (actor.acted == HACK and actor.tasks < attribute_of(actor, "shift"))
