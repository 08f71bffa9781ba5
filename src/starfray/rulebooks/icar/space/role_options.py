"""The lists of options each role chooses from: target numbers, what a pass brings, and whose they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from starfray.engine.kinds import ActionKind, no_fields, no_refusal
from starfray.engine.rules import Action, Content, Field, Refused, Table, Tally
from starfray.rulebooks.icar.common.action_economy import unable
from starfray.rulebooks.icar.common.check import (
    ATTRIBUTES,
    DEFAULT_TN,
    FUMBLE,
    HARD,
    PASS,
    agreed_attribute,
    attribute_field,
    check,
    percent,
    take_off_ability,
)
from starfray.rulebooks.icar.common.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, Modifier
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import ROLES, SKILL_RULE, at_role, rides_along, roles_now, ship, special, vessel

Fields = Callable[[Icar, Actor, Content], list[Field]]

UNSTATED = "icar.ruling.tn-unstated"


@dataclass(frozen=True, slots=True)
class RoleOption:
    """One line of a role's list."""

    kind: str
    role: str
    rule: str
    skill: str
    tn: int = 0  # 0: no check
    tn_rule: str = ""
    stn: int = 0  # to the STN, on a pass
    pilot: int = 0  # to the pilot's target number, on a pass
    once: bool = False  # per combat


OPS, ENG, FLY, HACK, GUN = "spacecraft-ops", "macro-engineering", "spacecraft-pilot", "hacking", "shooting"
TALKING = ("persuade", "interrogate", "street-deal", "impersonation", "intimidate", "counsel")  # icar.space.ops.cajole

OPTIONS: dict[str, RoleOption] = {
    option.kind: option
    for option in (
        RoleOption("investigate", OPERATIONS, "icar.space.ops.investigate", OPS, 12, "icar.space.ops.investigate"),
        RoleOption("pool", OPERATIONS, "icar.space.ops.pool", OPS, DEFAULT_TN, "icar.ruling.ops-pool"),
        RoleOption("help-eng", OPERATIONS, "icar.space.ops.help-eng", OPS, DEFAULT_TN, UNSTATED),
        RoleOption("stn", OPERATIONS, "icar.space.ops.stn", OPS, DEFAULT_TN, UNSTATED, stn=-1),
        RoleOption("cajole", OPERATIONS, "icar.space.ops.cajole", "persuade", 12, "icar.space.ops.cajole", stn=-2),
        RoleOption("reroute", ENGINEER, "icar.space.eng.reroute", ENG, DEFAULT_TN, UNSTATED, stn=-2),
        RoleOption("shutdown", ENGINEER, "icar.space.eng.shutdown", ENG, 14, "icar.space.eng.shutdown", stn=-3, once=True),
        RoleOption("engines", ENGINEER, "icar.space.eng.engines", ENG, DEFAULT_TN, UNSTATED, stn=-1, pilot=-2),
        RoleOption("dump-web", ENGINEER, "icar.space.eng.dump-web", ENG, 14, "icar.space.eng.dump-web", pilot=-4, once=True),
        RoleOption("technobabble", ENGINEER, "icar.space.eng.technobabble", ENG, 16, "icar.space.eng.technobabble", stn=-4),
        RoleOption("travel", ENGINEER, "icar.space.eng.travel", ENG),  # icar.ruling.travel: no check
        RoleOption("repair", ENGINEER, "icar.space.eng.repair", ENG, 12, "icar.space.eng.repair"),
        RoleOption("engies", ENGINEER, "icar.space.eng.engies", ENG, 14, "icar.space.eng.engies"),
        RoleOption("tractor", ENGINEER, "icar.ruling.tractor-beam", ENG, DEFAULT_TN, UNSTATED),
        RoleOption("aggressive", PILOT, "icar.space.pilot.aggressive", FLY, DEFAULT_TN, UNSTATED, stn=-1),
        RoleOption("spinning-and-skidding", PILOT, "icar.space.pilot.spinning-and-skidding", FLY, 14,
               "icar.space.pilot.spinning-and-skidding", stn=-2),
        RoleOption("in-every-axis", PILOT, "icar.space.pilot.in-every-axis", FLY, 16, "icar.space.pilot.in-every-axis", stn=-3),
        RoleOption("ripping-balls", PILOT, "icar.space.pilot.ripping-balls", FLY, 18, "icar.space.pilot.ripping-balls", stn=-5),
        RoleOption("run-away", PILOT, "icar.space.pilot.run-away", FLY, DEFAULT_TN, "icar.ruling.run-away", stn=6),
        RoleOption("light-jump", PILOT, "icar.space.end.run-away", FLY),
        RoleOption("hack-craft", HACKER, "icar.space.hacker.one-action", HACK, 12, "icar.space.hacker.generators"),
        RoleOption("shoot", GUNNER, "icar.space.gunner.turns", GUN),
    )
}  # fmt: skip
NO_DICE = ("travel", "stand-by")
AT_ANY_PLACE = ("decide", "take-role")  # these have their own time
FOR_PASSENGERS = ("heal", "hypo", "stabilise", "unlock", "take-role")  # icar.ruling.passengers
STN_OPTIONS = ("reroute", "shutdown", "engines", "technobabble")  # icar.ruling.stn-engineer
AFTER_GENERATORS = ("travel", "repair", "engies")  # icar.ruling.generators
OF_ROLE = {role: [option.kind for option in OPTIONS.values() if option.role == role] for role in ROLES}


# --- who may choose what ---------------------------------------------------------------------------------------
def option_kind(
    action: type[Action],
    play: Callable[[Icar, Table, Any], None],
    refusal: Callable[[Icar, Actor, Content], Refused | None] = no_refusal,
    fields: Fields | None = None,
) -> ActionKind:
    """The action that stands for a line of a role's list."""
    option = OPTIONS[action.KIND]
    found = fields or (chance_fields(option) if option.tn else no_fields)
    advice = partial(chance_words, option=option)
    return ActionKind(action, play, option.rule, 1, "option", option.role, refusal, found, hint_now=advice)


def chance_words(state: Icar, actor: Actor, option: RoleOption) -> str:
    """The chance, and what a pass brings. icar.space.stn.options"""
    if option.kind == "cajole":
        skill = min(TALKING, key=lambda name: need_of(state, actor, option, name))
        return f"{skill} {percent(need_of(state, actor, option, skill))}, STN -2 or more"
    brings = [f"STN {stn_effect(state, option):+d}"] if option.stn else []
    brings += [f"pilot's target number {option.pilot:+d}"] if option.pilot else []
    return ", ".join(([percent(need_of(state, actor, option))] if option.tn else ["no check"]) + brings)


def chance_fields(option: RoleOption) -> Fields:
    """For a line that asks for nothing but the attribute."""

    def fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
        return [chance_field(state, actor, option)]

    return fields


def idle(state: Icar, actor: Actor) -> Refused | None:
    """Why somebody may do nothing now."""
    if actor.craft is not None:
        return Refused("icar.space.roles.assign", "its crew acts for it")
    return unable(actor) or off_station(state, actor) or not_yet(state, actor)


def off_station(state: Icar, actor: Actor) -> Refused | None:
    return None if actor.role and actor.aboard == state.space.up else no_station(actor)


def no_station(actor: Actor) -> Refused:
    possible = () if actor.role else FOR_PASSENGERS
    return Refused("icar.space.roles.assign", f"{actor.id} has no station on the craft whose turn it is", possible)


def refusal(state: Icar, actor: Actor, kind: ActionKind) -> Refused | None:
    """At a station of the craft whose turn it is, at the role's place in it, out of the role's own list.

    A passenger looks after the wounded, or takes a vacant role, at any place in it. icar.ruling.passengers
    """
    if rides_along(state, actor):
        return None if kind.name in FOR_PASSENGERS else no_station(actor)
    off = off_station(state, actor)
    if off is not None or kind.name in AT_ANY_PLACE:
        return off
    early = not_yet(state, actor)
    if early is not None:
        return early
    option = OPTIONS.get(kind.name)
    if option is not None and option.role != actor.role:
        reason = f"{actor.id} is at {actor.role}: {kind.name} is for {option.role}"
        return Refused(SKILL_RULE[actor.role], reason, OF_ROLE[actor.role])
    if option is not None and option.once and kind.name in ship(vessel(state, actor)).spent:
        return Refused("icar.ruling.one-use", f"{kind.name} can be used once per combat", OF_ROLE[actor.role])
    return None


def not_yet(state: Icar, actor: Actor) -> Refused | None:
    if actor.id in state.space.acted:
        return Refused(SKILL_RULE[actor.role], f"{actor.id} has taken an option this turn", ["wait for the next turn"])
    phases = roles_now(state)
    if actor.role not in phases:
        team = [member for role in phases for member in at_role(state, actor.aboard, role)]
        waiting = [member.id for member in team if member.id not in state.space.acted]
        rule = "icar.space.gunner-last" if actor.role == GUNNER else "icar.ruling.role-order"
        return Refused(rule, f"{' and '.join(phases)} acts before {actor.role}", waiting)
    return None


def chance_field(state: Icar, actor: Actor, option: RoleOption) -> Field:
    """The choice of an attribute, with the chance each would give. icar.space.stn.options"""
    needs = {name: percent(need_of(state, actor, option, "", name)) for name in ATTRIBUTES}
    return attribute_field(option.skill, needs)


def need_of(state: Icar, actor: Actor, option: RoleOption, skill: str = "", attribute: str = "") -> int:
    """What the die must show."""
    tally = Tally(False)
    add_target_number(state, tally, actor, option)
    take_off_ability(tally, actor, skill or option.skill, attribute)
    return tally.total


# --- the check -------------------------------------------------------------------------------------------------
def add_target_number(state: Icar, tally: Tally, actor: Actor, option: RoleOption) -> None:
    """The option's target number and what others have done to it this turn."""
    if option.kind == "repair":
        add_repair_number(state, tally, actor, option)
    elif option.kind == "travel":
        tally.add(DEFAULT_TN, "icar.ruling.travel", "target number")
    else:
        tally.add(option.tn, option.tn_rule, "target number")
    for term in helps_of(state, actor):
        tally.add(term.amount, term.rule, f"by {term.by}")


def add_repair_number(state: Icar, tally: Tally, actor: Actor, option: RoleOption) -> None:
    craft = vessel(state, actor)
    own = special(state, "repair", craft)
    if own is not None:
        tally.add(own[0], own[1], "target number")
    elif ship(craft).down("grav-field"):
        tally.add(HARD, "icar.space.system.grav-field", "target number")  # icar.ruling.grav-field-tn: in place of 12
    else:
        tally.add(option.tn, option.tn_rule, "target number")


def helps_of(state: Icar, actor: Actor) -> list[Modifier]:
    """What others have done this turn for the actor's target number, or for that of the role."""
    return [term for term in state.space.helps if term.role == actor.role and term.on in ("", actor.id)]


def attempt(state: Icar, table: Table, actor: Actor, kind: str, attribute: str, skill: str = "") -> int:
    """Mark the option as taken and roll for it. icar.space.stn.check"""
    option = OPTIONS[kind]
    skill = skill or option.skill
    state.space.acted[actor.id] = kind
    agreed = agreed_attribute(table, actor, skill, attribute)
    tally = table.tally()
    add_target_number(state, tally, actor, option)
    take_off_ability(tally, actor, skill, agreed)
    if option.once:
        ship(vessel(state, actor)).spent.append(kind)  # icar.ruling.one-use: spent when tried
    if skill not in actor.skills:
        table.cite("icar.space.small-crew.unskilled")
    result = told(table, actor, check(state, table, actor, tally, option.rule))
    if result < PASS:
        no_effect(table, actor.id)
    return result


def told(table: Table, actor: Actor, result: int) -> int:
    """A natural 1 in space fails, and what comes of it is a story. icar.ruling.crit-fail-space"""
    if result == FUMBLE:
        table.cite("icar.ruling.crit-fail-space")
    return result


def stn_effect(state: Icar, option: RoleOption) -> int:
    """What a pass does to the STN."""
    if option.kind == "ripping-balls" and state.ruling("ripping-value") == "4":
        return -4
    return option.stn


def change_stn(state: Icar, table: Table, amount: int, rule: str, by: str) -> None:
    state.space.stn.append(Modifier(amount=amount, rule=rule, by=by))
    table.emit("icar.space.stn", by, number=stn_so_far(state), note=f"{amount:+d}")


def stn_so_far(state: Icar) -> int:
    return sum(term.amount for term in state.space.stn)


def no_effect(table: Table, who: str) -> None:
    table.emit("icar.space.stn.check", who, note="no effect this turn")


def described(table: Table, actor: Actor) -> bool:
    """A critical pass brings its bonus once the player has told how. icar.space.crit.narrative"""
    return bool(table.text("icar.space.crit.narrative", actor.id, "A critical pass! How does it look?").strip())
