"""The lists of options each role chooses from: target numbers, what a pass brings, and when one is not to be had."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import Tally
from starfray.rulebooks.icar.core import DEFAULT_TN, HARD, agreed_attribute, check, take_off_ability
from starfray.rulebooks.icar.space.crew import SKILL_RULE, at_role, last_gunner, may_decide, open_roles, phase_of, ship, vessel
from starfray.rulebooks.icar.space.records import ENGINEER, GUNNER, OPERATIONS, PILOT, Modifier
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


OPS, ENG, FLY, GUN = "spacecraft-ops", "macro-engineering", "spacecraft-pilot", "shooting"
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
        RoleOption("shoot", GUNNER, "icar.space.gunner.turns", GUN),
    )
}  # fmt: skip
NO_DICE = ("travel", "stand-by")
STN_OPTIONS = ("reroute", "shutdown", "engines", "technobabble")  # icar.ruling.stn-engineer
AFTER_GENERATORS = ("travel", "repair", "engies")  # icar.ruling.generators


def of_role(role: str) -> list[str]:
    return [option.kind for option in OPTIONS.values() if option.role == role]


# --- may it be chosen? -----------------------------------------------------------------------------------------


def why_not(state: Icar, one: Actor, kind: str) -> Refused | None:
    """The reason this crew member cannot take this option now, whatever its target."""
    if not one.role or one.aboard != state.space.up:
        return Refused("icar.space.roles.assign", f"{one.id} has no station on the craft whose turn it is", [])
    if kind == "decide":
        if one.role == OPERATIONS and may_decide(state, one):
            return None
        return Refused("icar.space.ops.final-say", "only Operations, once a turn, before the pilot acts", ["stand-by"])
    if kind == "take-role":
        if open_roles(state, one):
            return None
        if last_gunner(state, one):
            return Refused("icar.space.small-crew.gunner", "the Gunner is the one role that must be filled", ["shoot"])
        return Refused("icar.space.small-crew.swap", f"no vacant role {one.id} could take now", ["stand-by"])
    early = _not_yet(state, one)
    if early is not None:
        return early
    if kind == "stand-by":
        return None
    if kind == "strategy":
        if state.turn == 1 and not state.space.acted and not state.space.case_made:
            return None
        return Refused("icar.space.strategy", "only once, in the first turn, before anybody acts", of_role(one.role))
    if kind == "sue-for-peace":
        return _why_no_peace(state, one)
    if OPTIONS[kind].role != one.role:
        reason = f"{one.id} is at {one.role}: {kind} is for {OPTIONS[kind].role}"
        return Refused(SKILL_RULE[one.role], reason, of_role(one.role))
    if one.role == OPERATIONS:
        return _why_not_operations(state, one, kind)
    if one.role == ENGINEER:
        return _why_not_engineer(state, one, kind)
    if one.role == PILOT:
        return _why_not_pilot(state, one, kind)
    return _why_not_gunner(state, one)


def refuse_unless_free(state: Icar, one: Actor, kind: str) -> None:
    reason = why_not(state, one, kind)
    if reason is not None:
        raise reason


def _not_yet(state: Icar, one: Actor) -> Refused | None:
    if one.id in state.space.acted:
        return Refused(SKILL_RULE[one.role], f"{one.id} has taken an option this turn", ["wait for the next turn"])
    phase = phase_of(state)
    if one.role != phase:
        waiting = [each.id for each in at_role(state, one.aboard, phase) if each.id not in state.space.acted]
        rule = "icar.space.gunner-last" if one.role == GUNNER else "icar.ruling.role-order"
        return Refused(rule, f"{phase} acts before {one.role}", waiting)
    return None


def _why_no_peace(state: Icar, one: Actor) -> Refused | None:
    if state.space.sued:
        return Refused("icar.space.end.peace", "peace was offered this turn already", of_role(one.role))
    if one.role != OPERATIONS and at_role(state, one.aboard, OPERATIONS):
        return Refused("icar.space.ops.final-say", "that is for Operations to decide", of_role(one.role))
    return None


def _why_not_operations(state: Icar, one: Actor, kind: str) -> Refused | None:
    craft = ship(vessel(state, one))
    if OPTIONS[kind].stn and "generators" in craft.inoperable:
        return Refused("icar.space.system.generators", "without main power Operations does nothing for the STN",
                       ["investigate", "help-eng"])
    if kind == "help-eng" and not at_role(state, one.aboard, ENGINEER):
        return Refused("icar.space.ops.help-eng", "there is no engineer to help", ["stn", "cajole"])
    return None


def _why_not_engineer(state: Icar, one: Actor, kind: str) -> Refused | None:
    craft = ship(vessel(state, one))
    space = state.space
    team = at_role(state, one.aboard, ENGINEER)
    rolled = [space.acted[each.id] for each in team if each.id in space.acted and space.acted[each.id] not in NO_DICE]
    if kind == "engies":
        if any(other != "engies" for other in rolled):
            return Refused("icar.ruling.engies", "Power to the Engies comes before the other engineers", of_role(ENGINEER))
    elif kind not in NO_DICE:
        first = next(each for each in team if each.id not in space.acted)
        if first is not one:
            return Refused("icar.ruling.dice-order", f"{first.id} acts first", ["engies", "travel", "stand-by"])
    if "generators" in craft.inoperable and kind not in AFTER_GENERATORS:
        return Refused("icar.ruling.generators", "main power is lost", AFTER_GENERATORS)
    if OPTIONS[kind].once and kind in craft.spent:
        return Refused("icar.ruling.one-use", f"{kind} can be used once per combat", of_role(ENGINEER))
    if kind in STN_OPTIONS and any(other in STN_OPTIONS for other in rolled):
        return Refused("icar.space.engineers.one-stn", "another engineer works on the STN this turn",
                       ["dump-web", "travel", "repair", "engies"])
    if kind == "engies" and len(team) == 1:
        return Refused("icar.space.eng.engies", "there is no other engineer to help", of_role(ENGINEER))
    if kind == "travel" and not [each for each in craft.inoperable if each != one.at_system]:
        return Refused("icar.space.eng.travel", "no inoperable system to go to", of_role(ENGINEER))
    if kind == "repair":
        return _why_no_repair(craft.inoperable, craft.fresh, one)
    return None


def _why_no_repair(inoperable: list[str], fresh: list[str], one: Actor) -> Refused | None:
    if not inoperable:
        return Refused("icar.space.eng.repair", "nothing is inoperable", of_role(ENGINEER))
    if one.at_system not in inoperable:
        return Refused("icar.space.repair.time", "it takes a turn to get to the system", ["travel"])
    if one.at_system in fresh:
        return Refused("icar.space.system.fix-next-turn", "it can be fixed in the following turn", ["stand-by"])
    return None


def _why_not_pilot(state: Icar, one: Actor, kind: str) -> Refused | None:
    craft = ship(vessel(state, one))
    if kind == "light-jump":
        if "light-jump" not in craft.systems or "light-jump" in craft.inoperable:
            return Refused("icar.space.system.light-jump", "no working light jump engine", of_role(PILOT))
        if not craft.away:
            return Refused("icar.space.end.run-away", "the craft must have run away first", ["run-away"])
        return None
    if "grav-engine" in craft.inoperable:
        return Refused("icar.space.system.grav-engine", "the grav engine is down", ["light-jump", "stand-by"])
    if kind == "run-away" and craft.stance == "attack":
        return Refused("icar.space.ops.final-say", "Operations says attack", of_role(PILOT))
    if kind != "run-away" and craft.stance == "flee":
        return Refused("icar.space.ops.final-say", "Operations says flee", ["run-away", "light-jump", "stand-by"])
    return None


def _why_not_gunner(state: Icar, one: Actor) -> Refused | None:
    team = at_role(state, one.aboard, GUNNER)
    first = next(each for each in team if each.id not in state.space.acted)
    if first is not one:
        return Refused("icar.ruling.dice-order", f"{first.id} shoots first", ["stand-by"])
    if not one.cluster:
        return Refused("icar.ruling.gunner-cluster", f"{one.id} has no weapon cluster", ["stand-by"])
    return None


# --- the check -------------------------------------------------------------------------------------------------


def add_target_number(state: Icar, tally: Tally, one: Actor, option: RoleOption) -> None:
    """The option's target number and what others have done to it this turn."""
    craft = ship(vessel(state, one))
    if option.kind == "repair" and "grav-field" in craft.inoperable:
        tally.add(HARD, "icar.space.system.grav-field", "target number")  # icar.ruling.grav-field-tn: 16 replaces 12
    else:
        tally.add(option.tn, option.tn_rule, "target number")
    for each in state.space.helps:
        if each.on == one.id:
            tally.add(each.amount, each.rule, f"by {each.by}")


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
    return check(state, table, one, tally, option.rule)


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

