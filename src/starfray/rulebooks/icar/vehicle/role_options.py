"""The lists each role of a vehicle's crew chooses from, and the check behind each line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starfray.engine.kinds import ActionKind, no_refusal
from starfray.engine.rules import Action, Content, Field, Refused, Table, Tally
from starfray.rulebooks.icar.common.action_economy import MAIN, spend
from starfray.rulebooks.icar.common.check import (
    ATTRIBUTES,
    DEFAULT_TN,
    HARD,
    attribute_field,
    percent,
    skill_check,
    take_off_ability,
)
from starfray.rulebooks.icar.common.intrusions import is_off
from starfray.rulebooks.icar.common.records import DODGE, ENGINEER, ESCAPE, FIRING_POSITION, GOALS, GUNNER, HACKER, PILOT
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.vehicle.crew import BOARD, flying, foes_on

Fields = Callable[[Icar, Actor, Content], list[Field]]

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


# --- what holds for a role's list ------------------------------------------------------------------------------
def option_kind(
    action: type[Action],
    play: Callable[[Icar, Table, Any], None],
    refusal: Callable[[Icar, Actor, Content], Refused | None] = no_refusal,
    fields: Fields | None = None,
) -> ActionKind:
    """The action that stands for a line of the list."""
    option = OPTIONS[action.KIND]
    hints = ("icar.vehicle.turn.tn",) if option.goals else ()
    found = fields or chance_fields(option)
    return ActionKind(action, play, option.rule, MAIN, "action", option.role, refusal, found, hints=hints)


def chance_fields(option: CrewOption) -> Fields:
    """For a line that asks for nothing but the attribute."""

    def fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
        hard = option.role == ENGINEER and is_off(state, actor.aboard, "gravity")
        return [attribute_field(option.skill, chances(actor, option.skill, HARD if hard else option.tn))]

    return fields


def wrong_role(state: Icar, actor: Actor, kind: str, phase: str) -> Refused | None:
    """Each line is for one role, at its place in the turn; a shot at somebody aboard the same vehicle is for all."""
    option = OPTIONS.get(kind)
    if option is None or (actor.role == option.role and phase == option.role):
        return None
    if kind == "gun" and phase == BOARD and foes_on(state, actor):
        return None
    if kind == "gun" and phase == BOARD and actor.role == GUNNER and not flying(state.roster[actor.aboard]):
        return None  # icar.vehicle.gunner.weapons: a gun in the hand fires from a falling car, too
    if actor.role == option.role and not flying(state.roster[actor.aboard]):
        return Refused("icar.vehicle.damage.zero", f"{actor.aboard} falls like a rock", ["jump", "stand-by"])
    if actor.role == option.role:  # the action was kept for boarding
        return Refused("icar.vehicle.turn.order", f"the {option.role}'s place in the turn is over", ["stand-by"])
    rule = ROLE_RULE.get(actor.role, "icar.vehicle.roles")
    return Refused(rule, f"{kind} is for the {option.role}", of_role(actor.role) or ["take-role", "stand-by"])


def chances(actor: Actor, skill: str, target_number: int) -> dict[str, str]:
    """What each attribute would come to."""
    found = {}
    for attribute in ATTRIBUTES:
        tally = Tally(False)
        tally.add(target_number, "icar.vehicle.turn.tn")
        take_off_ability(tally, actor, skill, attribute)
        found[attribute] = percent(tally.total)
    return found


# --- the check -------------------------------------------------------------------------------------------------
def attempt(state: Icar, table: Table, actor: Actor, kind: str, attribute: str, tn: int = 0) -> bool:
    """Spend the action and roll for the option: 12 unless it says otherwise. icar.vehicle.turn.tn, icar.ruling.vehicle-tn"""
    option = OPTIONS[kind]
    spend(state, table, actor, kind)
    source = option.rule if tn else ROLE_RULE[option.role] if option.tn == DEFAULT_TN else "icar.ruling.vehicle-tn"
    number = tn or option.tn
    if option.role == ENGINEER and is_off(state, actor.aboard, "gravity"):  # as without artificial gravity in space
        number, source = HARD, "icar.ruling.vehicle-systems-off"
    passed = skill_check(state, table, actor, option.skill, attribute, option.rule, number, source)
    if not passed:
        table.emit(ROLE_RULE[option.role], actor.id, note="no use this turn")
    return passed
