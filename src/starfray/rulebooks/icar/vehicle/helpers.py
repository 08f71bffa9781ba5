"""Hackers and engineers: what they do for the pilot, the shields, and to the enemy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, Content, Field, Option, Refused, Table, one_of, somebody
from starfray.rulebooks.icar.common.actions import Check
from starfray.rulebooks.icar.common.check import DEFAULT_TN, HARD, attribute_field, refuse_attribute
from starfray.rulebooks.icar.common.records import ENGINEER, GOALS, GUNNER, HACKER, PILOT, Boost
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vehicles import car
from starfray.rulebooks.icar.vehicle.crew import enemies, vehicle_named
from starfray.rulebooks.icar.vehicle.role_options import HACKING, HELP, OPTIONS, attempt, chances, of_role, option_kind

CONTROL, POWER = "control", "power"
EFFECTS = (CONTROL, POWER)  # icar.ruling.vehicle-hack-effect
STORY = "story"


@dataclass(frozen=True, slots=True)
class Traffic(Check):
    KIND: ClassVar[str] = "traffic"


@dataclass(frozen=True, slots=True)
class ShortCut(Check):
    KIND: ClassVar[str] = "short-cut"


@dataclass(frozen=True, slots=True)
class EnginePower(Check):
    KIND: ClassVar[str] = "engine-power"


@dataclass(frozen=True, slots=True)
class PlatesPower(Check):
    KIND: ClassVar[str] = "plates-power"


def help_pilot(state: Icar, table: Table, action: Check) -> None:
    """Traffic, a short cut, power to the engine or to the grav plates: +2 to the pilot's check, if it is for that."""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    option = OPTIONS[action.KIND]
    if not attempt(state, table, actor, action.KIND, action.attribute):
        return
    rule = "icar.ruling.vehicle-hacker-bonus" if option.role == "hacker" else option.rule
    state.chase.boosts.append(Boost(amount=HELP, rule=rule, by=actor.id, on=PILOT, goals=list(option.goals)))
    table.emit(
        option.rule, actor.id, actor.aboard, HELP, "whatever it is" if option.goals == GOALS else " or ".join(option.goals)
    )


TRAFFIC = option_kind(Traffic, help_pilot)
SHORT_CUT = option_kind(ShortCut, help_pilot)
ENGINE_POWER = option_kind(EnginePower, help_pilot)
PLATES_POWER = option_kind(PlatesPower, help_pilot)


@dataclass(frozen=True, slots=True)
class HackEnemy(Action):
    """The enemy vehicle loses control or power."""

    KIND: ClassVar[str] = "hack-enemy"
    target: str
    effect: str
    attribute: str = ""


def no_enemy(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if enemies(state, state.roster[actor.aboard]):
        return None
    return Refused("icar.vehicle.hacker.enemy", "there is no enemy vehicle", of_role(HACKER))


def hack_enemy_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    foes = somebody("target", enemies(state, state.roster[actor.aboard]))
    return [foes, one_of("effect", EFFECTS), attribute_field(HACKING, chances(actor, HACKING, HARD))]


def hack_enemy(state: Icar, table: Table, action: HackEnemy) -> None:
    """Quick and brief: the enemy loses control or power; which is chosen before the die. icar.ruling.vehicle-hack-two-ways"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    target = vehicle_named(state, actor, action.target, "icar.vehicle.hacker.enemy")
    foes = [foe.id for foe in enemies(state, state.roster[actor.aboard])]
    if target.id not in foes:
        raise Refused("icar.vehicle.hacker.enemy", f"{target.id} is no enemy vehicle in the chase", foes)
    if action.effect not in EFFECTS:
        raise Refused("icar.ruling.vehicle-hack-effect", f"{action.effect!r}: control or power, before the die", EFFECTS)
    table.allowed()
    if not attempt(state, table, actor, action.KIND, action.attribute):
        return
    table.emit("icar.vehicle.hacker.enemy", actor.id, target.id, note=action.effect)
    if action.effect == CONTROL:
        car(target).lost_control = True
        table.emit("icar.ruling.vehicle-hack-effect", target.id, note="the pilot's next check fails")
    else:
        car(target).losing_power = True
        table.emit("icar.ruling.vehicle-hack-effect", target.id, note="no speed and no mounted weapons next turn")


HACK_ENEMY = option_kind(HackEnemy, hack_enemy, no_enemy, hack_enemy_fields)


@dataclass(frozen=True, slots=True)
class HackAutopilot(Check):
    KIND: ClassVar[str] = "hack-autopilot"


def tamed(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    if car(state.roster[actor.aboard]).tamed_autopilot:
        return Refused("icar.vehicle.autopilot.hack", "it has been hacked already", of_role(HACKER))
    return None


def hack_autopilot(state: Icar, table: Table, action: HackAutopilot) -> None:
    """So that it does not stop at the first danger. icar.vehicle.autopilot.hack"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    if attempt(state, table, actor, action.KIND, action.attribute):
        car(state.roster[actor.aboard]).tamed_autopilot = True
        table.emit("icar.vehicle.autopilot.hack", actor.id, actor.aboard)


HACK_AUTOPILOT = option_kind(HackAutopilot, hack_autopilot, tamed)


@dataclass(frozen=True, slots=True)
class Improvise(Action):
    """Something the list does not name. The GM says how hard it is and what it brings."""

    KIND: ClassVar[str] = "improvise"
    idea: str
    attribute: str = ""


def improvise_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [Field("idea", "text"), attribute_field(HACKING, chances(actor, HACKING, DEFAULT_TN))]


def improvise(state: Icar, table: Table, action: Improvise) -> None:
    """The list is open: the GM says how hard the idea is, and after a pass whom it helps. icar.vehicle.hacker.imagination"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    if not action.idea.strip():
        raise Refused("icar.vehicle.hacker.imagination", "the idea has to be told", ['idea="…"'])
    table.allowed()
    rule = "icar.vehicle.hacker.imagination"
    tn = table.number(rule, GM, 10, 22, f"How hard is it? The hacker's target number is 12: {action.idea}", DEFAULT_TN)
    if not attempt(state, table, actor, action.KIND, action.attribute, tn):
        return
    options = [Option(PILOT, "+2 for the pilot", rule), Option(GUNNER, "+2 for the gunners", rule), Option(STORY)]
    helped = table.choose("icar.ruling.vehicle-hacker-bonus", GM, options, f"Whom does it help? {action.idea}", PILOT)
    if helped != STORY:
        state.chase.boosts.append(Boost(amount=HELP, rule=rule, by=actor.id, on=helped))
    table.emit(rule, actor.id, actor.aboard, note=helped)


IMPROVISE = option_kind(Improvise, improvise, fields=improvise_fields)


@dataclass(frozen=True, slots=True)
class MendShield(Check):
    KIND: ClassVar[str] = "mend-shield"


def shields_up(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    vehicle = car(state.roster[actor.aboard])
    if vehicle.shields + vehicle.mending >= vehicle.max_shields:
        return Refused("icar.vehicle.engineer.shield", "no shield is down", of_role(ENGINEER))
    return None


def mend_shield(state: Icar, table: Table, action: MendShield) -> None:
    """One shield is back with the next turn, without the sixty seconds. icar.ruling.vehicle-shields"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    if attempt(state, table, actor, action.KIND, action.attribute):
        car(state.roster[actor.aboard]).mending += 1
        table.emit("icar.vehicle.engineer.shield", actor.id, actor.aboard)


MEND_SHIELD = option_kind(MendShield, mend_shield, shields_up)
