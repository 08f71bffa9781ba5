"""The pilot: into the best firing position, or away."""

from __future__ import annotations

from starfray.engine.table import Table
from starfray.rulebooks.icar.actions import Check
from starfray.rulebooks.icar.core import CRITICAL, PASS, refuse_attribute
from starfray.rulebooks.icar.space.actions import LightJump, RunAway
from starfray.rulebooks.icar.space.allowed import refuse_unless_free
from starfray.rulebooks.icar.space.crew import ship, special, vessel
from starfray.rulebooks.icar.space.options import OPTIONS, attempt, change_stn, described, no_effect, stn_effect
from starfray.rulebooks.icar.state import Actor, Icar


def manoeuvre(state: Icar, table: Table, act: Check) -> None:
    """Aggressive, spinning and skidding, in every axis, ripping balls."""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    option = OPTIONS[act.KIND]
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    effect = stn_effect(state, option)
    rule = option.rule if effect == option.stn else "icar.ruling.ripping-value"
    change_stn(state, table, effect, rule, one.id)
    slip_away(state, table, one, result)


def run_away(state: Icar, table: Table, act: RunAway) -> None:
    """+6 to the own gunners' STN, pass or fail; a pass takes the craft out of range. icar.ruling.run-away"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    own = special(state, "run-away", vessel(state, one))
    amount, rule = own if own is not None else (OPTIONS[act.KIND].stn, "icar.space.pilot.run-away")
    change_stn(state, table, amount, rule, one.id)
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    ship(vessel(state, one)).running = True
    table.emit("icar.space.end.run-away", one.id)
    slip_away(state, table, one, result)


def slip_away(state: Icar, table: Table, one: Actor, result: int) -> None:
    """A critical Pilot pass: no enemy can shoot the craft in the turn that follows. icar.ruling.crit-pilot"""
    if result == CRITICAL and described(table, one):
        ship(vessel(state, one)).untouchable = True
        table.emit("icar.space.crit.pilot", one.id)


def light_jump(state: Icar, table: Table, act: LightJump) -> None:
    """The turn after a successful run: far from the battle. icar.space.end.run-away"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    state.space.acted[one.id] = act.KIND
    vessel(state, one).out = "jumped"
    table.emit("icar.space.end.run-away", one.id, note="in a light jump")
    table.emit("icar.space.end.follow", one.aboard)
