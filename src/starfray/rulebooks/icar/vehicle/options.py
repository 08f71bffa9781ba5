"""The lists each role of a vehicle's crew chooses from, and when an option is not to be had."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.core import DEFAULT_TN, HARD, agreed_attribute, take_off_ability, told_check
from starfray.rulebooks.icar.ground.spend import hacking_on, spend, why_not_free, why_not_up
from starfray.rulebooks.icar.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import car, enemies, flying, foes_on, in_phase, open_roles, phase_of, vehicles
from starfray.rulebooks.icar.vehicle.records import (
    BOARD,
    DECLARE,
    DODGE,
    ENGINEER,
    ESCAPE,
    FIRING_POSITION,
    GOALS,
    GUNNER,
    HACKER,
    PILOT,
)

HACKING, MENDING, FLYING, SHOOTING, LEAPING = "hacking", "micro-engineering", "grav-pilot", "shooting", "acrobatics"
ROLE_RULE = {
    HACKER: "icar.vehicle.hacker.check", ENGINEER: "icar.vehicle.engineer.check",
    PILOT: "icar.vehicle.pilot.check", GUNNER: "icar.vehicle.gunner.check",
}  # fmt: skip
HELP = 2  # to the pilot's or the gunners' roll


@dataclass(frozen=True, slots=True)
class CrewOption:
    """One line of a role's list."""

    kind: str
    role: str
    rule: str
    skill: str
    tn: int = DEFAULT_TN
    goals: tuple[str, ...] = ()  # the pilot's check it helps, if that is what it does


OPTIONS: dict[str, CrewOption] = {
    option.kind: option
    for option in (
        CrewOption("traffic", HACKER, "icar.vehicle.hacker.traffic", HACKING, goals=(ESCAPE, DODGE)),
        CrewOption("short-cut", HACKER, "icar.vehicle.hacker.doors", HACKING, goals=GOALS),
        CrewOption("hack-enemy", HACKER, "icar.vehicle.hacker.enemy", HACKING, HARD),
        CrewOption("hack-autopilot", HACKER, "icar.vehicle.autopilot.hack", HACKING),
        CrewOption("improvise", HACKER, "icar.vehicle.hacker.imagination", HACKING),
        CrewOption("engine-power", ENGINEER, "icar.vehicle.engineer.engine", MENDING, goals=(ESCAPE,)),
        CrewOption("plates-power", ENGINEER, "icar.vehicle.engineer.plates", MENDING, goals=(FIRING_POSITION,)),
        CrewOption("mend-shield", ENGINEER, "icar.vehicle.engineer.shield", MENDING),
        CrewOption("fly", PILOT, "icar.vehicle.pilot.check", FLYING),
        CrewOption("gun", GUNNER, "icar.vehicle.gunner.check", SHOOTING),
    )
}


def of_role(role: str) -> list[str]:
    return [option.kind for option in OPTIONS.values() if option.role == role]


# --- may it be chosen? -----------------------------------------------------------------------------------------


def refuse_unless_free(state: Icar, one: Actor, kind: str) -> None:
    reason = why_not(state, one, kind)
    if reason is not None:
        raise reason


def why_not(state: Icar, one: Actor, kind: str) -> Refused | None:
    """The reason this one cannot take this option now, whatever its target."""
    phase = phase_of(state)
    reason = why_not_up(state, one) or why_not_here(state, one, phase)
    if reason is not None:
        return reason
    if kind in ("declare", "autopilot"):
        return _why_not_at_the_controls(state, one, kind, phase)
    if kind == "take-role":
        return None if open_roles(state, one) else Refused("icar.vehicle.roles", "no role could be taken now", ["stand-by"])
    if kind == "stand-by" and hacking_on(one):
        return None
    reason = why_not_free(state, one, kind)
    if reason is not None or kind == "stand-by":
        return reason
    if kind == "wait":
        fine = phase in (HACKER, ENGINEER, PILOT)
        return None if fine else Refused("icar.vehicle.turn.order", "boarding comes between pilot and gunners", ["stand-by"])
    if kind in ("jump", "climb"):
        return _why_no_leap(state, one, kind, phase)
    return _why_not_option(state, one, kind, phase)


def why_not_here(state: Icar, one: Actor, phase: str) -> Refused | None:
    """Everybody aboard acts in the vehicle's turn, each at their place. icar.vehicle.turn.order"""
    if not phase or one.aboard != state.chase.up:
        return Refused("icar.vehicle.turn.order", f"it is not the turn of {one.id}'s vehicle", [])
    now = [each.id for each in in_phase(state, phase)]
    if one.id not in now:
        return Refused("icar.vehicle.turn.order", f"{phase} comes first", now)
    return None


def _why_not_at_the_controls(state: Icar, one: Actor, kind: str, phase: str) -> Refused | None:
    vehicle = state.roster[one.aboard]
    if kind == "autopilot" and car(vehicle).autopilot and one.side == vehicle.side and not one.dangling:
        return None
    if phase == DECLARE:
        return None
    return Refused("icar.vehicle.pilot.final-say", "that is said by the pilot, before anybody acts", of_role(one.role))


def _why_no_leap(state: Icar, one: Actor, kind: str, phase: str) -> Refused | None:
    if kind == "climb":
        return None if one.dangling else Refused("icar.vehicle.board.fail", f"{one.id} does not dangle", ["jump"])
    if one.dangling:
        return Refused("icar.ruling.dangling", f"{one.id} hangs on by the fingers", ["climb"])
    fired = any(each.acted == "gun" and each.role == GUNNER and each.aboard == one.aboard for each in state.roster.values())
    if phase not in (BOARD, GUNNER) or (phase == GUNNER and fired):
        return Refused("icar.ruling.dice-order", "boarding comes between pilot and gunners", ["wait", "stand-by"])
    if not [each for each in vehicles(state) if each.id != one.aboard and not car(each).gone]:
        return Refused("icar.vehicle.board", "there is no vehicle to jump to", ["stand-by"])
    return None


def _why_not_option(state: Icar, one: Actor, kind: str, phase: str) -> Refused | None:
    option = OPTIONS[kind]
    vehicle = state.roster[one.aboard]
    if kind == "gun" and phase == BOARD and foes_on(state, one):
        return None  # at somebody aboard the same vehicle
    if one.role != option.role or phase != option.role:
        rule = ROLE_RULE.get(one.role, "icar.vehicle.roles")
        return Refused(rule, f"{kind} is for the {option.role}", of_role(one.role) or ["take-role", "stand-by"])
    if kind == "mend-shield" and car(vehicle).shields + car(vehicle).mending >= car(vehicle).max_shields:
        return Refused("icar.vehicle.engineer.shield", "no shield is down", of_role(ENGINEER))
    if kind == "hack-autopilot" and car(vehicle).tamed_autopilot:
        return Refused("icar.vehicle.autopilot.hack", "it has been hacked already", of_role(HACKER))
    if kind == "hack-enemy" and not enemies(state, vehicle):
        return Refused("icar.vehicle.hacker.enemy", "there is no enemy vehicle", of_role(HACKER))
    if kind == "fly" and not flying(vehicle):
        return Refused("icar.vehicle.damage.zero", "it falls", ["jump"])
    return None


# --- the check -------------------------------------------------------------------------------------------------


def add_target_number(state: Icar, tally: Tally, one: Actor, option: CrewOption) -> None:
    """12 unless the option says otherwise. icar.vehicle.turn.tn, icar.ruling.vehicle-tn"""
    if option.tn == DEFAULT_TN:
        tally.add(option.tn, ROLE_RULE[option.role], "target number")
    else:
        tally.add(option.tn, "icar.ruling.vehicle-tn", "target number")


def attempt(state: Icar, table: Table, one: Actor, kind: str, attribute: str, tn: int = 0) -> bool:
    """Spend the action and roll for the option; True if it is passed."""
    option = OPTIONS[kind]
    spend(state, table, one, kind)
    agreed = agreed_attribute(table, one, option.skill, attribute)
    tally = table.tally()
    if tn:
        tally.add(tn, option.rule, "target number")
    else:
        add_target_number(state, tally, one, option)
    take_off_ability(tally, one, option.skill, agreed)
    passed = told_check(state, table, one, tally, option.rule)
    if not passed:
        table.emit(ROLE_RULE[option.role], one.id, note="no use this turn")
    return passed
