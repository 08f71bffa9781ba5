"""Engineering: power for the STN, the pilot or the repair team; travelling to broken systems and mending them."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Option
from starfray.rulebooks.icar.actions import Check
from starfray.rulebooks.icar.core import CRITICAL, PASS, refuse_attribute
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.actions import Engies, Repair, Travel
from starfray.rulebooks.icar.space.allowed import refuse_unless_free
from starfray.rulebooks.icar.space.crew import at_role, ship, vessel
from starfray.rulebooks.icar.space.options import OPTIONS, STN_OPTIONS, attempt, change_stn, described, no_effect
from starfray.rulebooks.icar.space.records import ENGINEER, PILOT, Craft, Modifier
from starfray.rulebooks.icar.state import Actor, Icar

ENGIES = -3  # icar.space.eng.engies


def give_power(state: Icar, table: Table, act: Check) -> None:
    """Reroute, shut down, power to engines, dump the web, technobabble: a check, then STN and pilot's number."""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    option = OPTIONS[act.KIND]
    if act.KIND in STN_OPTIONS and len(at_role(state, one.aboard, ENGINEER)) > 1:
        table.emit("icar.ruling.stn-engineer", one.id)
    if attempt(state, table, one, act.KIND, act.attribute) < PASS:
        no_effect(table, one.id)
        return
    if option.stn:
        change_stn(state, table, option.stn, option.rule, one.id)
    if option.pilot:  # whoever flies when the pilot's place in the turn comes
        state.space.helps.append(Modifier(amount=option.pilot, rule=option.rule, by=one.id, role=PILOT))
        for pilot in at_role(state, one.aboard, PILOT):
            table.emit(option.rule, one.id, pilot.id, option.pilot)


def engies(state: Icar, table: Table, act: Engies) -> None:
    """-3 to the other engineers' target numbers this turn; a second one adds nothing. icar.ruling.engies"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    if attempt(state, table, one, act.KIND, act.attribute) < PASS:
        no_effect(table, one.id)
        return
    rule = "icar.space.eng.engies"
    for other in at_role(state, one.aboard, ENGINEER):
        helped = any(each.on == other.id and each.rule == rule for each in state.space.helps)
        if other is not one and other.id not in state.space.acted and not helped:
            state.space.helps.append(Modifier(amount=ENGIES, rule=rule, by=one.id, on=other.id, role=ENGINEER))
            table.emit(rule, one.id, other.id, ENGIES)


def travel(state: Icar, table: Table, act: Travel) -> None:
    """One turn to get to an inoperable system, without a check unless ruled so. icar.ruling.travel"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    craft = ship(vessel(state, one))
    broken = [each for each in craft.inoperable if each != one.at_system]
    if act.system not in broken:
        raise Refused("icar.space.eng.travel", f"{act.system!r} is not an inoperable system elsewhere", broken)
    if ruled(state, "travel") == "check" and attempt(state, table, one, act.KIND, "") < PASS:
        no_effect(table, one.id)
        return
    state.space.acted[one.id] = act.KIND
    one.at_system = act.system
    table.emit("icar.space.eng.travel", one.id, note=act.system)


def repair(state: Icar, table: Table, act: Repair) -> None:
    """The system the engineer has travelled to. icar.space.repair.time"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    craft = ship(vessel(state, one))
    others = [each for each in craft.inoperable if each != one.at_system and each not in (*craft.fresh, *craft.destroyed)]
    result = attempt(state, table, one, act.KIND, act.attribute)
    if result < PASS:
        no_effect(table, one.id)
        return
    mend(table, craft, one, one.at_system)
    if list(state.space.acted.values()).count("repair") > 1:
        table.emit("icar.space.engineers.many-repairs", one.id)
    if result == CRITICAL and not others:
        table.emit("icar.ruling.crit-eng", one.id)
    elif result == CRITICAL and described(table, one):  # icar.ruling.crit-eng: a second one, without travel
        options = [Option(key, rule="icar.space.crit.eng") for key in others]
        second = table.choose("icar.space.crit.eng", one.id, options, "Which other system?")
        mend(table, craft, one, second)


def mend(table: Table, craft: Craft, one: Actor, key: str) -> None:
    """It works again; if the hull damage has reached it, until the hull is next hit. icar.space.repair.temporary"""
    craft.inoperable.remove(key)
    table.emit("icar.space.eng.repair", one.id, note=key)
    if craft.systems[key].level <= craft.hull_damage:
        table.emit("icar.space.repair.temporary", one.id, note=key)
