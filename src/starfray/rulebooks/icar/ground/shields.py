"""Personal shields: raised for nothing, overloaded at the turn's end, restarted after a minute."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.rulebooks.icar.core import DEFAULT_TN, agreed_attribute, refuse_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.actions import RestartShield, ShieldOn
from starfray.rulebooks.icar.ground.injury import shield_up
from starfray.rulebooks.icar.ground.spend import refuse_unless_free, refuse_unless_up, spend
from starfray.rulebooks.icar.state import Actor, Icar

RESTART_TURNS = 20  # icar.shield.restart: 60 seconds
MENDING = "micro-engineering"


def shield_on(state: Icar, table: Table, act: ShieldOn) -> None:
    """Free, at the user's own place in the order. icar.turn.shield-on, icar.ruling.shield-on-turn"""
    one = state.roster[act.actor]
    refuse_unless_up(state, one, act.KIND)
    why = why_no_shield(one)
    if why is not None:
        raise why
    raise_next(table, one)


def why_no_shield(one: Actor) -> Refused | None:
    if not one.shields:
        return Refused("icar.turn.shield-on", f"{one.id} has no shield")
    if shield_up(one) is not None:
        return Refused("icar.turn.shield-on", "the shield is up")
    if all(each.shut for each in one.shields):
        return Refused("icar.shield.restart", "it has shut down", ["restart-shield"])
    return None


def raise_next(table: Table, one: Actor) -> None:
    shield = next(each for each in one.shields if not each.shut)
    shield.up = True
    table.emit("icar.turn.shield-on", one.id, number=shield.hp)


def restart(state: Icar, table: Table, act: RestartShield) -> None:
    """A minute after it went down, by a Micro Engineering check. icar.shield.restart, icar.ruling.shield-restart"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    why = why_no_restart(one)
    if why is not None:
        raise why
    refuse_attribute(act.attribute)
    spend(state, table, one, act.KIND)
    shield = next(each for each in one.shields if each.shut and not each.wait)
    attribute = agreed_attribute(table, one, MENDING, act.attribute)
    tally = table.tally()
    tally.add(DEFAULT_TN, "icar.ruling.tn-unstated")
    take_off_ability(tally, one, MENDING, attribute)
    if told_check(state, table, one, tally, "icar.shield.restart"):
        shield.shut = False
        shield.taken = 0
        shield.up = shield_up(one) is None
        table.emit("icar.ruling.shield-restart", one.id, number=shield.hp)


def why_no_restart(one: Actor) -> Refused | None:
    shut = [each for each in one.shields if each.shut]
    if not shut:
        return Refused("icar.shield.restart", "no shield has shut down")
    if all(each.wait for each in shut):
        return Refused("icar.shield.restart", f"not for another {min(each.wait for each in shut)} turns")
    return None


def end_turn(table: Table, one: Actor) -> None:
    """More than its hit points in one turn shuts it down, a spare comes up; the rest begin afresh."""
    shield = shield_up(one)
    if shield is not None and shield.taken > shield.hp:  # icar.shield.overload: equal is not enough
        shield.up = False
        shield.shut = True
        shield.wait = RESTART_TURNS + 1
        table.emit("icar.shield.overload", one.id, number=shield.taken)
        if any(not each.shut for each in one.shields):
            spare = next(each for each in one.shields if not each.shut)
            spare.up = True
            table.emit("icar.shield.multiple", one.id, number=spare.hp)
    elif shield is not None and shield.taken:
        table.emit("icar.shield.refresh", one.id, number=shield.hp)
    for each in one.shields:
        each.taken = 0
        each.wait = max(0, each.wait - 1)
