"""Hackers and engineers: what they do for the pilot, the shields, and to the enemy."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.icar.actions import Check
from starfray.rulebooks.icar.core import DEFAULT_TN, refuse_attribute
from starfray.rulebooks.icar.state import Icar
from starfray.rulebooks.icar.vehicle.actions import HackAutopilot, HackEnemy, Improvise, MendShield
from starfray.rulebooks.icar.vehicle.crew import car, enemies, vehicle_named
from starfray.rulebooks.icar.vehicle.options import HELP, OPTIONS, attempt, refuse_unless_free
from starfray.rulebooks.icar.vehicle.records import GOALS, GUNNER, PILOT, Boost

CONTROL, POWER = "control", "power"
EFFECTS = (CONTROL, POWER)  # icar.ruling.vehicle-hack-effect
STORY = "story"


def help_pilot(state: Icar, table: Table, act: Check) -> None:
    """Traffic, a short cut, power to the engine or to the grav plates: +2 to the pilot's check, if it is for that."""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    option = OPTIONS[act.KIND]
    if not attempt(state, table, one, act.KIND, act.attribute):
        return
    rule = "icar.ruling.vehicle-hacker-bonus" if option.role == "hacker" else option.rule
    state.chase.boosts.append(Boost(amount=HELP, rule=rule, by=one.id, on=PILOT, goals=list(option.goals)))
    table.emit(option.rule, one.id, one.aboard, HELP, "whatever it is" if option.goals == GOALS else " or ".join(option.goals))


def hack_enemy(state: Icar, table: Table, act: HackEnemy) -> None:
    """Quick and brief: the enemy loses control or power; which is chosen before the die. icar.ruling.vehicle-hack-two-ways"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    target = vehicle_named(state, one, act.target, "icar.vehicle.hacker.enemy")
    foes = [each.id for each in enemies(state, state.roster[one.aboard])]
    if target.id not in foes:
        raise Refused("icar.vehicle.hacker.enemy", f"{target.id} is no enemy vehicle in the chase", foes)
    if act.effect not in EFFECTS:
        raise Refused("icar.ruling.vehicle-hack-effect", f"{act.effect!r}: control or power, before the die", EFFECTS)
    if not attempt(state, table, one, act.KIND, act.attribute):
        return
    table.emit("icar.vehicle.hacker.enemy", one.id, target.id, note=act.effect)
    if act.effect == CONTROL:
        car(target).lost_control = True
        table.emit("icar.ruling.vehicle-hack-effect", target.id, note="the pilot's next check fails")
    else:
        car(target).losing_power = True
        table.emit("icar.ruling.vehicle-hack-effect", target.id, note="no speed and no mounted weapons next turn")


def hack_autopilot(state: Icar, table: Table, act: HackAutopilot) -> None:
    """So that it does not stop at the first danger. icar.vehicle.autopilot.hack"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    if attempt(state, table, one, act.KIND, act.attribute):
        car(state.roster[one.aboard]).tamed_autopilot = True
        table.emit("icar.vehicle.autopilot.hack", one.id, one.aboard)


def improvise(state: Icar, table: Table, act: Improvise) -> None:
    """The list is open: the GM says how hard the idea is, and after a pass whom it helps. icar.vehicle.hacker.imagination"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    if not act.idea.strip():
        raise Refused("icar.vehicle.hacker.imagination", "the idea has to be told", ['idea="…"'])
    rule = "icar.vehicle.hacker.imagination"
    tn = table.number(rule, GM, 10, 22, f"How hard is it? The hacker's target number is 12: {act.idea}", DEFAULT_TN)
    if not attempt(state, table, one, act.KIND, act.attribute, tn):
        return
    options = [Option(PILOT, "+2 for the pilot", rule), Option(GUNNER, "+2 for the gunners", rule), Option(STORY)]
    helped = table.choose("icar.ruling.vehicle-hacker-bonus", GM, options, f"Whom does it help? {act.idea}", PILOT)
    if helped != STORY:
        state.chase.boosts.append(Boost(amount=HELP, rule=rule, by=one.id, on=helped))
    table.emit(rule, one.id, one.aboard, note=helped)


def mend_shield(state: Icar, table: Table, act: MendShield) -> None:
    """One shield is back with the next turn, without the sixty seconds. icar.ruling.vehicle-shields"""
    one = state.roster[act.actor]
    refuse_unless_free(state, one, act.KIND)
    refuse_attribute(act.attribute)
    if attempt(state, table, one, act.KIND, act.attribute):
        car(state.roster[one.aboard]).mending += 1
        table.emit("icar.vehicle.engineer.shield", one.id, one.aboard)
