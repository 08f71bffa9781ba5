"""The lists of options each role chooses from: target numbers, what a pass brings, and when one is not to be had."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.core import DEFAULT_TN, FUMBLE, HARD, agreed_attribute, check, take_off_ability
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.crew import ship, special, vessel
from starfray.rulebooks.icar.space.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, ROLES, Modifier
from starfray.rulebooks.icar.state import Actor, Icar

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
STN_OPTIONS = ("reroute", "shutdown", "engines", "technobabble")  # icar.ruling.stn-engineer
AFTER_GENERATORS = ("travel", "repair", "engies")  # icar.ruling.generators
OF_ROLE = {role: [option.kind for option in OPTIONS.values() if option.role == role] for role in ROLES}


# --- the check -------------------------------------------------------------------------------------------------


def add_target_number(state: Icar, tally: Tally, one: Actor, option: RoleOption) -> None:
    """The option's target number and what others have done to it this turn."""
    if option.kind == "repair":
        add_repair_number(state, tally, one, option)
    elif option.kind == "travel":
        tally.add(DEFAULT_TN, "icar.ruling.travel", "target number")
    else:
        tally.add(option.tn, option.tn_rule, "target number")
    for each in helps_of(state, one):
        tally.add(each.amount, each.rule, f"by {each.by}")


def add_repair_number(state: Icar, tally: Tally, one: Actor, option: RoleOption) -> None:
    craft = vessel(state, one)
    own = special(state, "repair", craft)
    if own is not None:
        tally.add(own[0], own[1], "target number")
    elif ship(craft).down("grav-field"):
        tally.add(HARD, "icar.space.system.grav-field", "target number")
        tally.add(0, "icar.ruling.grav-field-tn", "in place of 12")
    else:
        tally.add(option.tn, option.tn_rule, "target number")


def helps_of(state: Icar, one: Actor) -> list[Modifier]:
    """What others have done this turn for this one's target number, or for that of the role."""
    return [each for each in state.space.helps if each.role == one.role and each.on in ("", one.id)]


def attempt(state: Icar, table: Table, one: Actor, kind: str, attribute: str, skill: str = "") -> int:
    """Mark the option as taken and roll for it. icar.space.stn.check"""
    option = OPTIONS[kind]
    skill = skill or option.skill
    state.space.acted[one.id] = kind
    agreed = agreed_attribute(table, one, skill, attribute)
    tally = table.tally()
    add_target_number(state, tally, one, option)
    take_off_ability(tally, one, skill, agreed)
    if option.once:
        ship(vessel(state, one)).spent.append(kind)  # icar.ruling.one-use: spent when tried
    if skill not in one.skills:
        table.emit("icar.space.small-crew.unskilled", one.id, note=skill)
    return told(table, one, check(state, table, one, tally, option.rule))


def told(table: Table, one: Actor, result: int) -> int:
    """A natural 1 in space fails, and what comes of it is a story. icar.ruling.crit-fail-space"""
    if result == FUMBLE:
        table.emit("icar.ruling.crit-fail-space", one.id)
    return result


def stn_effect(state: Icar, option: RoleOption) -> int:
    """What a pass does to the STN."""
    if option.kind == "ripping-balls" and ruled(state, "ripping-value") == "4":
        return -4
    return option.stn


def change_stn(state: Icar, table: Table, amount: int, rule: str, by: str) -> None:
    state.space.stn.append(Modifier(amount=amount, rule=rule, by=by))
    table.emit("icar.space.stn", by, number=stn_so_far(state), note=f"{amount:+d}")


def stn_so_far(state: Icar) -> int:
    return sum(each.amount for each in state.space.stn)


def no_effect(table: Table, who: str) -> None:
    table.emit("icar.space.stn.check", who, note="no effect this turn")


def described(table: Table, one: Actor) -> bool:
    """A critical pass brings its bonus once the player has told how. icar.space.crit.narrative"""
    return bool(table.text("icar.space.crit.narrative", one.id, "A critical pass! How does it look?").strip())
