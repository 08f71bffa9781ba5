"""A boarding goes on as a ground fight aboard: the same rules, at one's place in the vehicle's turn."""

from __future__ import annotations

from starfray.engine.actions import Action
from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.icar.ground.actions import Hit, Hypo, Stabilise, Unlock, UseCombo
from starfray.rulebooks.icar.ground.kind import RULES
from starfray.rulebooks.icar.hacking.actions import Hack
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import foes_aboard, phase_of
from starfray.rulebooks.icar.vehicle.options import why_not_here
from starfray.rulebooks.icar.vehicle.records import HACKER

#: what people do to each other and for themselves aboard, by the rules of close combat
ABOARD = (
    "hit", "combo", "escape", "change-magazine", "change-weapon", "recover-stun", "shield-on", "restart-shield", "say",
    "stabilise", "hypo", "unlock", "attempt",
)  # fmt: skip
#: … and a hacker in Gaia, at the hacker's place
IN_GAIA = ("hack", "release", "search", "destroy", "impersonate")


def fight_aboard(state: Icar, table: Table, act: Action) -> None:
    one = state.roster[act.actor]
    reason = why_not_aboard(state, one, act.KIND)
    if reason is not None:
        raise reason
    refuse_elsewhere(state, one, act)
    RULES[act.KIND](state, table, act)
    if isinstance(act, Hack) and act.target in state.roster and state.roster[act.target].vehicle is not None:
        table.emit("icar.ruling.vehicle-hack-two-ways", one.id)


def why_not_aboard(state: Icar, one: Actor, kind: str) -> Refused | None:
    phase = phase_of(state)
    reason = why_not_here(state, one, phase)
    if reason is not None:
        return reason
    if kind in IN_GAIA and (one.role != HACKER or phase != HACKER):
        return Refused("icar.vehicle.hacker.check", "a full hack is for the hacker, at that place", ["take-role", "stand-by"])
    if one.dangling and kind != "say":
        return Refused("icar.ruling.dangling", f"{one.id} hangs on by the fingers", ["climb"])
    if kind in ("hit", "combo") and not foes_aboard(state, one):
        return Refused("icar.ruling.close-reach", "nobody to fight aboard the same vehicle", ["jump", "stand-by"])
    return None


def refuse_elsewhere(state: Icar, one: Actor, act: Action) -> None:
    """Only people aboard the same vehicle are within reach. icar.ruling.close-reach"""
    near = [each.id for each in state.roster.values() if each.aboard == one.aboard and not each.dangling]
    for whom in named(act):
        if whom not in near:
            raise Refused("icar.ruling.close-reach", f"{whom} is not aboard {one.aboard}", near)


def named(act: Action) -> tuple[str, ...]:
    if isinstance(act, Hit):
        return (act.target,)
    if isinstance(act, UseCombo):
        return (*act.foes, act.victim) if act.victim else act.foes
    if isinstance(act, Stabilise | Hypo | Unlock):
        return (act.patient,)
    return ()
