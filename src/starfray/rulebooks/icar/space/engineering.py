"""Engineering: power for the STN, the pilot or the repair team; travelling to broken systems and mending them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import Action, Content, Field, Option, Refused, Table, one_of, somebody
from starfray.rulebooks.icar.common.actions import Check
from starfray.rulebooks.icar.common.check import CRITICAL, PASS, percent, refuse_attribute
from starfray.rulebooks.icar.common.person import come_out
from starfray.rulebooks.icar.common.records import ENGINEER, PILOT, STILL_THERE, Craft, Modifier
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.space.crew import at_role, ship, vessel
from starfray.rulebooks.icar.space.role_options import (
    AFTER_GENERATORS,
    NO_DICE,
    OF_ROLE,
    OPTIONS,
    STN_OPTIONS,
    attempt,
    chance_field,
    change_stn,
    described,
    need_of,
    option_kind,
)

ENGIES = -3  # icar.space.eng.engies


@dataclass(frozen=True, slots=True)
class Reroute(Check):
    KIND: ClassVar[str] = "reroute"


@dataclass(frozen=True, slots=True)
class ShutDown(Check):
    KIND: ClassVar[str] = "shutdown"


@dataclass(frozen=True, slots=True)
class PowerToEngines(Check):
    KIND: ClassVar[str] = "engines"


@dataclass(frozen=True, slots=True)
class DumpWeb(Check):
    KIND: ClassVar[str] = "dump-web"


@dataclass(frozen=True, slots=True)
class Technobabble(Check):
    KIND: ClassVar[str] = "technobabble"


def rolled(state: Icar, actor: Actor) -> list[str]:
    """What the craft's engineers have thrown dice for this turn."""
    acted = [state.space.acted.get(member.id, "") for member in at_role(state, actor.aboard, ENGINEER)]
    return [kind for kind in acted if kind and kind not in NO_DICE]


def not_first(state: Icar, actor: Actor) -> Refused | None:
    """Engineers throw in roster order. icar.ruling.dice-order"""
    team = at_role(state, actor.aboard, ENGINEER)
    first = next(member for member in team if member.id not in state.space.acted)
    if first is actor:
        return None
    return Refused("icar.ruling.dice-order", f"{first.id} acts first", ["engies", "travel", "stand-by"])


def no_power(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    found = not_first(state, actor)
    if found is None and ship(vessel(state, actor)).down("generators"):
        return Refused("icar.ruling.generators", "main power is lost", AFTER_GENERATORS)
    return found


def no_stn(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    """One engineer works on the STN. icar.space.engineers.one-stn"""
    found = no_power(state, actor)
    if found is None and any(kind in STN_OPTIONS for kind in rolled(state, actor)):
        others = ["dump-web", "travel", "repair", "engies"]
        return Refused("icar.space.engineers.one-stn", "another engineer works on the STN this turn", others)
    return found


def give_power(state: Icar, table: Table, action: Check) -> None:
    """Reroute, shut down, power to engines, dump the web, technobabble: a check, then STN and pilot's number."""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    option = OPTIONS[action.KIND]
    if action.KIND in STN_OPTIONS and len(at_role(state, actor.aboard, ENGINEER)) > 1:
        table.cite("icar.ruling.stn-engineer")
    if attempt(state, table, actor, action.KIND, action.attribute) < PASS:
        return
    if option.stn:
        change_stn(state, table, option.stn, option.rule, actor.id)
    if option.pilot:  # whoever flies when the pilot's place in the turn comes
        state.space.helps.append(Modifier(amount=option.pilot, rule=option.rule, by=actor.id, role=PILOT))
        for pilot in at_role(state, actor.aboard, PILOT):
            table.emit(option.rule, actor.id, pilot.id, option.pilot)


REROUTE = option_kind(Reroute, give_power, no_stn)
SHUT_DOWN = option_kind(ShutDown, give_power, no_stn)
POWER_TO_ENGINES = option_kind(PowerToEngines, give_power, no_stn)
DUMP_WEB = option_kind(DumpWeb, give_power, no_power)
TECHNOBABBLE = option_kind(Technobabble, give_power, no_stn)


@dataclass(frozen=True, slots=True)
class Engies(Check):
    KIND: ClassVar[str] = "engies"


def no_engies(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if any(kind != Engies.KIND for kind in rolled(state, actor)):
        return Refused("icar.ruling.engies", "Power to the Engies comes before the other engineers", OF_ROLE[ENGINEER])
    if len(at_role(state, actor.aboard, ENGINEER)) == 1:
        return Refused("icar.space.eng.engies", "there is no other engineer to help", OF_ROLE[ENGINEER])
    return None


def engies(state: Icar, table: Table, action: Engies) -> None:
    """-3 to the other engineers' target numbers this turn; a second one adds nothing. icar.ruling.engies"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    if attempt(state, table, actor, action.KIND, action.attribute) < PASS:
        return
    rule = "icar.space.eng.engies"
    for other in at_role(state, actor.aboard, ENGINEER):
        helped = any(term.on == other.id and term.rule == rule for term in state.space.helps)
        if other is not actor and other.id not in state.space.acted and not helped:
            state.space.helps.append(Modifier(amount=ENGIES, rule=rule, by=actor.id, on=other.id, role=ENGINEER))
            table.emit(rule, actor.id, other.id, ENGIES)


ENGIES_POWER = option_kind(Engies, engies, no_engies)


@dataclass(frozen=True, slots=True)
class Tractor(Action):
    """The tractor beam on another craft: an enemy is pulled within range and held there, anybody else taken in tow."""

    KIND: ClassVar[str] = "tractor"
    target: str
    attribute: str = ""


def no_beam(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    craft = ship(vessel(state, actor))
    if "tractor-beam" not in craft.systems or craft.down("tractor-beam"):
        return Refused("icar.space.system.tractor-beam", "no working tractor beam", OF_ROLE[ENGINEER])
    return no_power(state, actor)


def in_beam(state: Icar, actor: Actor) -> list[Actor]:
    """Every other craft there is, wrecks too: what has jumped or blown up is not."""
    return [
        other
        for other in state.roster.values()
        if other.craft is not None
        and other.id != actor.aboard
        and other.out in STILL_THERE
        and (other.side == actor.side or not other.hidden)
    ]


def beam_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    return [somebody("target", in_beam(state, actor)), chance_field(state, actor, OPTIONS["tractor"])]


def tractor(state: Icar, table: Table, action: Tractor) -> None:
    """icar.ruling.tractor-beam"""
    actor = state.roster[action.actor]
    there = [other.id for other in in_beam(state, actor)]
    if action.target not in there:
        raise Refused("icar.ruling.tractor-beam", f"{action.target!r} is no craft to be pulled", there)
    refuse_attribute(action.attribute)
    table.allowed()
    target = state.roster[action.target]
    if target.side != actor.side:
        come_out(state, table, actor)
    if attempt(state, table, actor, action.KIND, action.attribute) < PASS:
        return
    ship(vessel(state, actor)).beam = target.id
    ship(target).away = ship(target).running = False
    table.emit("icar.ruling.tractor-beam", actor.id, target.id)


TRACTOR = option_kind(Tractor, tractor, no_beam, beam_fields)


@dataclass(frozen=True, slots=True)
class Travel(Action):
    KIND: ClassVar[str] = "travel"
    system: str


def no_travel(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    found = not_first(state, actor) if state.ruling("travel") == "check" else None
    craft = ship(vessel(state, actor))
    if found is not None or any(system != actor.at_system for system in craft.inoperable):
        return found
    if actor.at_system in craft.inoperable:
        return Refused("icar.ruling.repair-same-place", f"already at the {actor.at_system}", ["repair"])
    return Refused("icar.space.eng.travel", "no inoperable system to go to", OF_ROLE[ENGINEER])


def travel_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    system = one_of("system", ship(vessel(state, actor)).inoperable)
    if state.ruling("travel") == "check":
        system.hint = percent(need_of(state, actor, OPTIONS["travel"]))
    return [system]


def travel(state: Icar, table: Table, action: Travel) -> None:
    """One turn to get to an inoperable system, without a check unless ruled so. icar.ruling.travel"""
    actor = state.roster[action.actor]
    craft = ship(vessel(state, actor))
    broken = [system for system in craft.inoperable if system != actor.at_system]
    if action.system not in broken:
        raise Refused("icar.space.eng.travel", f"{action.system!r} is not an inoperable system elsewhere", broken)
    table.allowed()
    if state.ruling("travel") == "check" and attempt(state, table, actor, action.KIND, "") < PASS:
        return
    state.space.acted[actor.id] = action.KIND
    actor.at_system = action.system
    table.emit("icar.space.eng.travel", actor.id, note=action.system)


TRAVEL = option_kind(Travel, travel, no_travel, travel_fields)


@dataclass(frozen=True, slots=True)
class Repair(Check):
    KIND: ClassVar[str] = "repair"


def no_repair(state: Icar, actor: Actor, content: Content | None = None) -> Refused | None:
    found = not_first(state, actor)
    craft = ship(vessel(state, actor))
    if found is not None:
        return found
    if not craft.inoperable:
        return Refused("icar.space.eng.repair", "nothing is inoperable", OF_ROLE[ENGINEER])
    if actor.at_system not in craft.inoperable:
        return Refused("icar.space.repair.time", "it takes a turn to get to the system", ["travel"])
    if actor.at_system in craft.destroyed:
        return Refused("icar.space.system.not-destroyed", "the GM says it is destroyed", ["travel", "stand-by"])
    if actor.at_system in craft.fresh:
        return Refused("icar.space.system.fix-next-turn", "it can be fixed in the following turn", ["stand-by"])
    return None


def repair(state: Icar, table: Table, action: Repair) -> None:
    """The system the engineer has travelled to. icar.space.repair.time"""
    actor = state.roster[action.actor]
    refuse_attribute(action.attribute)
    table.allowed()
    craft = ship(vessel(state, actor))
    barred = (actor.at_system, *craft.fresh, *craft.destroyed)
    others = [system for system in craft.inoperable if system not in barred]
    result = attempt(state, table, actor, action.KIND, action.attribute)
    if result < PASS:
        return
    mend(table, craft, actor, actor.at_system)
    if list(state.space.acted.values()).count("repair") > 1:
        table.cite("icar.space.engineers.many-repairs")
    if result == CRITICAL and not others:
        table.cite("icar.ruling.crit-eng")
    elif result == CRITICAL and described(table, actor):  # icar.ruling.crit-eng: a second one, without travel
        options = [Option(key, rule="icar.space.crit.eng") for key in others]
        second = table.choose("icar.space.crit.eng", actor.id, options, "Which other system?")
        mend(table, craft, actor, second)


REPAIR = option_kind(Repair, repair, no_repair)


def mend(table: Table, craft: Craft, actor: Actor, key: str) -> None:
    """It works again; if the hull damage has reached it, until the hull is next hit. icar.space.repair.temporary"""
    craft.inoperable.remove(key)
    table.emit("icar.space.eng.repair", actor.id, note=key)
    if craft.systems[key].level <= craft.hull_damage:
        table.emit("icar.space.repair.temporary", actor.id, note=key)
