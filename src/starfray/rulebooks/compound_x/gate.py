"""What the condition one is in leaves one to do, whatever the action. Asked before anything is spent."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.errors import Refused
from starfray.rulebooks.compound_x.actions import Disarm, Kick, Shove, Strike, Trip
from starfray.rulebooks.compound_x.conditions import suffers
from starfray.rulebooks.compound_x.state import CompoundX, Fighter, Grapple, grapple_of, partner_of

FREE_KINDS = frozenset({"end-turn", "free", "cease-aim"})
#: what the book calls a free action, usable at any time; taking cover costs nothing but is a movement of one's own turn
AT_ANY_TIME = ("free", "crouch", "unhunker", "cease-aim", "shift-aim")
CONTROL = ("strike", "shove", "kick", "trip", "disarm", "pin", "restrain", "choke", "disengage")  # cx.grapple.actions.control
NO_CONTROL = ("strike", "disengage", "gain-control")  # cx.grapple.actions.nocontrol
IN_GRAPPLE = frozenset({"pin", "restrain", "choke", "disengage", "gain-control"})
FLIGHT = ("run", "jump", "calm", "hunker", "take-cover")
GREATER = 75  # DC from which Fear leaves nothing but the save
MOVING = ("run", "jump", "unhunker", "stand")
NANITE_WORK = ("cloak", "use-ability")  # a pack may still be taken


def barred(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    """Why this kind of action is closed to the fighter now."""
    if kind in FREE_KINDS:
        return None
    if one.restrained:
        bound = Refused("cx.ruling.restrained-helpless", f"{one.id} is bound", ["break-bonds"])
        return None if kind == "break-bonds" else bound
    if one.fear >= GREATER and kind != "calm":
        return Refused("cx.presumed.conditions", f"{one.id} is frozen with fear", ["calm"])
    if one.fear and kind not in FLIGHT:
        return Refused("cx.presumed.conditions", f"{one.id} is afraid", ["calm", "run"])
    if suffers(one, "pinned-down") and kind in MOVING:
        return Refused("cx.presumed.conditions", f"{one.id} is pinned down", ["calm"])
    if suffers(one, "disrupted") and kind in NANITE_WORK:
        return Refused("cx.presumed.conditions", f"{one.id} is disrupted", [])
    hold = grapple_of(state, one)
    if hold is not None:
        return barred_in_grapple(one, hold, kind)
    if kind in IN_GRAPPLE:
        return Refused("cx.grapple.actions.control", f"{one.id} is in no grapple", ["grapple"])
    return None


def out_of_turn(state: CompoundX, one: Fighter, kind: str) -> Refused | None:
    """Free actions may be used at any time, everything else in one's own turn. cx.free.limit"""
    if one.id == state.up or kind in AT_ANY_TIME:
        return None
    return Refused("cx.free.limit", f"out of turn {one.id} has free actions only", list(AT_ANY_TIME))


def barred_in_grapple(one: Fighter, hold: Grapple, kind: str) -> Refused | None:
    """Neither may reach beyond the grapple. cx.grapple.limits"""
    if hold.pinned == one.id:
        if kind != "disengage":
            return Refused("cx.grapple.pinned", f"{one.id} is pinned", ["disengage"])
        return None
    allowed = CONTROL if hold.control == one.id else NO_CONTROL
    if kind in allowed or kind == "unhunker":  # free, and nobody fights curled up
        return None
    rule = "cx.grapple.actions.control" if hold.control == one.id else "cx.grapple.actions.nocontrol"
    return Refused(rule, f"{one.id} is in a grapple", list(allowed))


def check_gate(state: CompoundX, act: Action) -> None:
    one = state.roster.get(act.actor)
    if one is None:
        return
    fault = out_of_turn(state, one, act.KIND) or barred(state, one, act.KIND)
    if fault is not None:
        raise fault
    partner = partner_of(state, one)
    if partner is not None and isinstance(act, Strike | Shove | Kick | Trip | Disarm) and act.target != partner.id:
        raise Refused("cx.grapple.limits", "no outsider can be got at from a grapple", [partner.id])
