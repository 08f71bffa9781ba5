"""When an option is not to be had: the reason, and what would be legal instead."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.space.crew import (
    SKILL_RULE,
    at_role,
    last_gunner,
    may_decide,
    open_roles,
    roles_now,
    ship,
    swappable_roles,
    vessel,
)
from starfray.rulebooks.icar.space.options import AFTER_GENERATORS, NO_DICE, OF_ROLE, OPTIONS, STN_OPTIONS
from starfray.rulebooks.icar.space.records import ENGINEER, GUNNER, HACKER, OPERATIONS, PILOT, Craft
from starfray.rulebooks.icar.state import Actor, Icar


def why_not(state: Icar, one: Actor, kind: str) -> Refused | None:
    """The reason this crew member cannot take this option now, whatever its target."""
    if not one.role or one.aboard != state.space.up:
        return Refused("icar.space.roles.assign", f"{one.id} has no station on the craft whose turn it is", [])
    if kind == "decide":
        if one.role == OPERATIONS and may_decide(state, one):
            return None
        return Refused("icar.space.ops.final-say", "only Operations, once a turn, before the pilot acts", ["stand-by"])
    if kind == "take-role":
        if open_roles(state, one) or swappable_roles(state, one):
            return None
        if last_gunner(state, one):
            return Refused("icar.space.small-crew.gunner", "the Gunner is the one role that must be filled", ["shoot"])
        return Refused("icar.space.small-crew.swap", f"no vacant role {one.id} could take now", ["stand-by"])
    early = _not_yet(state, one)
    return early if early is not None else why_no_option(state, one, kind)


def why_no_option(state: Icar, one: Actor, kind: str) -> Refused | None:
    """… if it is this crew member's place in the turn."""
    if kind == "stand-by":
        return None
    if kind == "strategy":
        if state.turn == 1 and not state.space.acted and not state.space.case_made:
            return None
        return Refused("icar.space.strategy", "only once, in the first turn, before anybody acts", OF_ROLE[one.role])
    if kind == "sue-for-peace":
        return _why_no_peace(state, one)
    if OPTIONS[kind].role != one.role:
        reason = f"{one.id} is at {one.role}: {kind} is for {OPTIONS[kind].role}"
        return Refused(SKILL_RULE[one.role], reason, OF_ROLE[one.role])
    if one.role == OPERATIONS:
        return _why_not_operations(state, one, kind)
    if one.role == ENGINEER:
        return _why_not_engineer(state, one, kind)
    if one.role == PILOT:
        return _why_not_pilot(state, one, kind)
    if one.role == HACKER:
        return None  # icar.space.hacker.no-gaia depends on the craft
    return _why_not_gunner(state, one)


def refuse_unless_free(state: Icar, one: Actor, kind: str) -> None:
    reason = why_not(state, one, kind)
    if reason is not None:
        raise reason


def _not_yet(state: Icar, one: Actor) -> Refused | None:
    if one.id in state.space.acted:
        return Refused(SKILL_RULE[one.role], f"{one.id} has taken an option this turn", ["wait for the next turn"])
    phases = roles_now(state)
    if one.role not in phases:
        waiting = [each.id for role in phases for each in at_role(state, one.aboard, role) if each.id not in state.space.acted]
        rule = "icar.space.gunner-last" if one.role == GUNNER else "icar.ruling.role-order"
        return Refused(rule, f"{' and '.join(phases)} acts before {one.role}", waiting)
    return None


def _why_no_peace(state: Icar, one: Actor) -> Refused | None:
    if state.space.sued:
        return Refused("icar.space.end.peace", "peace was offered this turn already", OF_ROLE[one.role])
    if one.role != OPERATIONS and at_role(state, one.aboard, OPERATIONS):
        return Refused("icar.space.ops.final-say", "that is for Operations to decide", OF_ROLE[one.role])
    return None


def _why_not_operations(state: Icar, one: Actor, kind: str) -> Refused | None:
    craft = ship(vessel(state, one))
    if OPTIONS[kind].stn and craft.down("generators"):
        return Refused(
            "icar.space.system.generators",
            "without main power Operations does nothing for the STN",
            ["investigate", "help-eng"],
        )
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
            return Refused("icar.ruling.engies", "Power to the Engies comes before the other engineers", OF_ROLE[ENGINEER])
    elif kind not in NO_DICE or (kind == "travel" and ruled(state, "travel") == "check"):
        first = next(each for each in team if each.id not in space.acted)
        if first is not one:
            return Refused("icar.ruling.dice-order", f"{first.id} acts first", ["engies", "travel", "stand-by"])
    if craft.down("generators") and kind not in AFTER_GENERATORS:
        return Refused("icar.ruling.generators", "main power is lost", AFTER_GENERATORS)
    if OPTIONS[kind].once and kind in craft.spent:
        return Refused("icar.ruling.one-use", f"{kind} can be used once per combat", OF_ROLE[ENGINEER])
    if kind in STN_OPTIONS and any(other in STN_OPTIONS for other in rolled):
        return Refused(
            "icar.space.engineers.one-stn",
            "another engineer works on the STN this turn",
            ["dump-web", "travel", "repair", "engies"],
        )
    if kind == "engies" and len(team) == 1:
        return Refused("icar.space.eng.engies", "there is no other engineer to help", OF_ROLE[ENGINEER])
    if kind == "travel":
        return _why_no_travel(craft, one)
    if kind == "repair":
        return _why_no_repair(craft, one)
    return None


def _why_no_travel(craft: Craft, one: Actor) -> Refused | None:
    if [each for each in craft.inoperable if each != one.at_system]:
        return None
    if one.at_system in craft.inoperable:
        return Refused("icar.ruling.repair-same-place", f"already at the {one.at_system}", ["repair"])
    return Refused("icar.space.eng.travel", "no inoperable system to go to", OF_ROLE[ENGINEER])


def _why_no_repair(craft: Craft, one: Actor) -> Refused | None:
    if not craft.inoperable:
        return Refused("icar.space.eng.repair", "nothing is inoperable", OF_ROLE[ENGINEER])
    if one.at_system not in craft.inoperable:
        return Refused("icar.space.repair.time", "it takes a turn to get to the system", ["travel"])
    if one.at_system in craft.destroyed:
        return Refused("icar.space.system.not-destroyed", "the GM says it is destroyed", ["travel", "stand-by"])
    if one.at_system in craft.fresh:
        return Refused("icar.space.system.fix-next-turn", "it can be fixed in the following turn", ["stand-by"])
    return None


def _why_not_pilot(state: Icar, one: Actor, kind: str) -> Refused | None:
    craft = ship(vessel(state, one))
    if kind == "light-jump":
        if "light-jump" not in craft.systems or craft.down("light-jump"):
            return Refused("icar.space.system.light-jump", "no working light jump engine", OF_ROLE[PILOT])
        if not craft.away:
            return Refused("icar.space.end.run-away", "the craft must have run away first", ["run-away"])
        return None
    if craft.down("grav-engine"):
        return Refused("icar.space.system.grav-engine", "the grav engine is down", ["light-jump", "stand-by"])
    if kind == "run-away" and craft.stance == "attack":
        return Refused("icar.space.ops.final-say", "Operations says attack", OF_ROLE[PILOT])
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
