"""The pilot: into the best firing position, or away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Refused, Table
from starfray.rulebooks.icar.common.actions import Check
from starfray.rulebooks.icar.common.check import CRITICAL, PASS, refuse_attribute
from starfray.rulebooks.icar.common.records import PILOT, Craft
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import ship, special, vessel
from starfray.rulebooks.icar.space.role_options import OF_ROLE, OPTIONS, attempt, change_stn, described, option_kind, stn_effect


@dataclass(frozen=True, slots=True)
class Aggressive(Check):
    KIND: ClassVar[str] = "aggressive"


@dataclass(frozen=True, slots=True)
class SpinningAndSkidding(Check):
    KIND: ClassVar[str] = "spinning-and-skidding"


@dataclass(frozen=True, slots=True)
class InEveryAxis(Check):
    KIND: ClassVar[str] = "in-every-axis"


@dataclass(frozen=True, slots=True)
class RippingBalls(Check):
    KIND: ClassVar[str] = "ripping-balls"


def no_manoeuvre(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    craft = ship(vessel(state, actor))
    if craft.stance == "flee" and not craft.down("grav-engine"):
        return Refused("icar.space.ops.final-say", "Operations says flee", ["run-away", "light-jump", "stand-by"])
    return no_engine(craft)


def no_engine(craft: Craft) -> Refused | None:
    if craft.down("grav-engine"):
        return Refused("icar.space.system.grav-engine", "the grav engine is down", ["light-jump", "stand-by"])
    return None


def manoeuvre(state: Icar, table: Table, action: Check) -> None:
    """Aggressive, spinning and skidding, in every axis, ripping balls."""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    option = OPTIONS[action.KIND]
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    effect = stn_effect(state, option)
    rule = option.rule if effect == option.stn else "icar.ruling.ripping-value"
    change_stn(state, table, effect, rule, actor.id)
    slip_away(state, table, actor, result)


AGGRESSIVE = option_kind(Aggressive, manoeuvre, no_manoeuvre)
SPINNING_AND_SKIDDING = option_kind(SpinningAndSkidding, manoeuvre, no_manoeuvre)
IN_EVERY_AXIS = option_kind(InEveryAxis, manoeuvre, no_manoeuvre)
RIPPING_BALLS = option_kind(RippingBalls, manoeuvre, no_manoeuvre)


@dataclass(frozen=True, slots=True)
class RunAway(Check):
    KIND: ClassVar[str] = "run-away"


def no_run(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    craft = ship(vessel(state, actor))
    if craft.stance == "attack" and not craft.down("grav-engine"):
        return Refused("icar.space.ops.final-say", "Operations says attack", OF_ROLE[PILOT])
    return held_fast(state, actor) or no_engine(craft)


def held_fast(state: Icar, actor: Actor) -> Refused | None:
    """icar.ruling.tractor-beam: no getting away while an enemy's beam pulls"""
    own = vessel(state, actor)
    for foe in state.roster.values():
        beam = foe.craft is not None and foe.craft.beam == own.id and not foe.craft.down("tractor-beam")
        if beam and foe.side != own.side and not foe.out:
            return Refused("icar.ruling.tractor-beam", f"the beam of {foe.id} holds {own.id}", ["stand-by"])
    return None


def run_away(state: Icar, table: Table, action: RunAway) -> None:
    """+6 to the own gunners' STN, pass or fail; a pass takes the craft out of range. icar.ruling.run-away"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    own = special(state, "run-away", vessel(state, actor))
    amount, rule = own if own is not None else (OPTIONS[action.KIND].stn, "icar.space.pilot.run-away")
    change_stn(state, table, amount, rule, actor.id)
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    ship(vessel(state, actor)).running = True
    table.emit("icar.space.end.run-away", actor.id)
    slip_away(state, table, actor, result)


RUN_AWAY = option_kind(RunAway, run_away, no_run)


def slip_away(state: Icar, table: Table, actor: Actor, result: int) -> None:
    """A critical Pilot pass: no enemy can shoot the craft in the turn that follows. icar.ruling.crit-pilot"""
    if result == CRITICAL and described(table, actor):
        ship(vessel(state, actor)).untouchable = True
        table.emit("icar.space.crit.pilot", actor.id)


@dataclass(frozen=True, slots=True)
class LightJump(Action):
    KIND: ClassVar[str] = "light-jump"


def no_jump(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    craft = ship(vessel(state, actor))
    if craft.stance == "attack":
        return Refused("icar.space.ops.final-say", "Operations says attack", OF_ROLE[PILOT])
    if "light-jump" not in craft.systems or craft.down("light-jump"):
        return Refused("icar.space.system.light-jump", "no working light jump engine", OF_ROLE[PILOT])
    if not craft.away:
        return Refused("icar.space.end.run-away", "the craft must have run away first", ["run-away"])
    return held_fast(state, actor)


def light_jump(state: Icar, table: Table, action: LightJump) -> None:
    """The turn after a successful run: far from the battle. icar.space.end.run-away"""
    actor = state.roster[action.actor]
    table.allowed()
    state.space.acted[actor.id] = action.KIND
    own = vessel(state, actor)
    for craft in (own, *in_tow(state, own)):
        craft.out = "jumped"
        table.emit("icar.space.end.run-away", actor.id, craft.id, note="in a light jump")
    table.cite("icar.space.end.follow")


LIGHT_JUMP = option_kind(LightJump, light_jump, no_jump)


def in_tow(state: Icar, own: Actor) -> list[Actor]:
    """A friend or a wreck goes along; an enemy that still fights stays behind. icar.ruling.tractor-beam"""
    held = state.roster.get(ship(own).beam)
    if held is None or not (held.out == "wreck" or (held.side == own.side and not held.out)):
        return []
    return [held]
