"""Breaking in: one roll at a time, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Option, Refused, Table, one_of
from starfray.rulebooks.icar.common.action_economy import HACK, MAIN, spend
from starfray.rulebooks.icar.common.check import (
    DEFAULT_TN,
    FUMBLE,
    PASS,
    agreed_attribute,
    attribute_field,
    attribute_of,
    check,
    narrate,
    refuse_attribute,
    take_off_ability,
)
from starfray.rulebooks.icar.common.injury import fall
from starfray.rulebooks.icar.common.intrusions import enter, intrusion, open_way, thing_of
from starfray.rulebooks.icar.common.person import person
from starfray.rulebooks.icar.common.records import AIRLOCK, DATA, DOOR, GRAVITY, LIGHTS, Intrusion, Thing
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.hacking.systems import switch_off, weigh_surroundings
from starfray.rulebooks.icar.hacking.targets import (
    HACKING,
    HACKING_WORDS,
    is_inside,
    needed,
    refuse_system,
    system_rule,
    systems_of,
    target_field,
    targets,
    why_not_target,
)

IMPERSONATION = "impersonation"
REFAIL = "refail"
HUMAN, CLEVER, DULL, NOBODY = "human", "clever-entity", "dull-entity", "nobody"


@dataclass(frozen=True, slots=True)
class Hack(Action):
    """One roll at a door, a vehicle, an Aug …; `system` is what to switch off once inside, `alter` to change data."""

    KIND: ClassVar[str] = "hack"
    target: str
    system: str = ""
    attribute: str = ""


def hack_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    systems = list(dict.fromkeys(system for name in targets(state, actor) for system in systems_of(state, name)))
    system = one_of("system", systems, required=False)
    system.main = True
    return [target_field(state, actor), system, attribute_field(HACKING)]


def hack(state: Icar, table: Table, action: Hack) -> None:
    """One success per barrier; inside, one per system. icar.ruling.hack-rolls"""
    actor = state.roster[action.actor]
    refuse_hack(state, actor, action.target)
    refuse_system(state, actor, action.target, action.system)
    refuse_attribute(action.attribute)
    table.allowed()
    use_task(state, table, actor)
    if not roll_hack(state, table, actor, action.attribute, system_rule(state, action.target), action.target):
        return
    gain(state, table, actor, action.target, action.system)


HACK_IN = ActionKind(
    Hack, hack, "icar.hack.combat.environment", MAIN, HACKING_WORDS, HACKING, fields=hack_fields,
    hints=("icar.hack.definition", "icar.hack.realworld-analogy", "icar.hack.support", "icar.hack.others"),
)  # fmt: skip


def refuse_hack(state: Icar, actor: Actor, target: str) -> None:
    why = why_not_target(state, actor, target)
    if why is not None:
        raise why
    there = intrusion(state, actor.id, target)
    if there is not None and there.seen_by:
        raise Refused("icar.hack.impersonation", f"a {there.seen_by} has found {actor.id} there", ["impersonate"])


def use_task(state: Icar, table: Table, actor: Actor) -> None:
    """As many hacking actions as Shift, the augmented one. icar.hack.combat.actions, icar.hack.combat.aug-shift"""
    if actor.acted != HACK:
        spend(state, table, actor, HACK)
        actor.tasks = 0
    actor.tasks += 1
    left = attribute_of(actor, "shift") - actor.tasks
    table.emit("icar.hack.combat.aug-shift" if actor.aug or actor.suits else "icar.hack.combat.actions", actor.id, number=left)


def roll_hack(
    state: Icar, table: Table, actor: Actor, wanted: str, rule: str, target: str, tn: int = DEFAULT_TN, penalty: int = 0
) -> bool:
    """Hacking against 12. A natural 1 may be noticed; the Refail Daemon rolls a failure again."""
    attribute = agreed_attribute(table, actor, HACKING, wanted)
    tally = table.tally()
    tally.add(tn, "icar.ruling.tn-unstated" if tn == DEFAULT_TN else "icar.tn.table")
    if penalty:
        tally.add(penalty, "icar.ruling.daemon-tn" if rule == "icar.hack.daemon.start" else rule)
    take_off_ability(tally, actor, HACKING, attribute)
    result = check(state, table, actor, tally, rule)
    if result < PASS and REFAIL in actor.daemons and table.confirm("icar.hack.daemon.goal", actor.id, "Use Refail?", "yes"):
        actor.daemons.remove(REFAIL)
        result = check(state, table, actor, tally, rule)
    if result == FUMBLE:
        narrate(table, actor, False)
        be_found(state, table, actor, target)
    elif result > PASS:
        narrate(table, actor, True)
    if result < PASS:
        table.emit("icar.ruling.hack-fail", actor.id, target)
    return result >= PASS


def be_found(state: Icar, table: Table, actor: Actor, target: str) -> None:
    """Who, if anybody, has found the hacker where no hacker should be? icar.hack.impersonation"""
    options = [Option(HUMAN), Option(CLEVER), Option(DULL), Option(NOBODY)]
    who = table.choose("icar.hack.impersonation", GM, options, f"Who finds {actor.name or actor.id} in {target}?", NOBODY)
    if who == DULL:
        throw_out(state, table, actor, target)
    elif who != NOBODY:
        enter(state, actor.id, target).seen_by = who


def throw_out(state: Icar, table: Table, actor: Actor, target: str) -> None:
    """The break-in begins anew; what is off stays off, a Back Door open, a machine's successes count. icar.ruling.hack-count"""
    there = intrusion(state, actor.id, target)
    other = state.roster.get(target)
    machine = other is not None and not person(other)
    if there is not None and (machine or there.back_door):
        there.before += there.passes
        there.passes, there.inside, there.seen_by = 0, False, ""
    elif there is not None:
        state.hacks = [begun for begun in state.hacks if begun is not there]
    table.emit("icar.hack.impersonation", actor.id, target, note="thrown out")


def gain(state: Icar, table: Table, actor: Actor, target: str, system: str) -> None:
    """A success: one barrier less, or the thing one came for."""
    there = enter(state, actor.id, target)
    thing = thing_of(state, target)
    was_inside = is_inside(state, actor, target)
    there.passes += 1
    table.emit(system_rule(state, target), actor.id, target, there.passes)
    if open_way(state, target) and not there.inside:
        table.emit("icar.hack.daemon.backdoor", actor.id, target)
    there.inside = was_inside or there.passes >= needed(state, target, system)
    if thing is not None:
        if there.inside:
            done_to_thing(state, table, actor, thing, system)
    elif state.roster[target].craft is not None or state.roster[target].vehicle is not None:
        in_a_machine(state, table, actor, there, system, was_inside)
    elif there.inside and system:
        cripple(state, table, actor, state.roster[target], system)


def in_a_machine(state: Icar, table: Table, actor: Actor, there: Intrusion, system: str, was_inside: bool) -> None:
    """Two successes through security, then one for each system. icar.hack.vehicle.entry, icar.hack.vehicle.system"""
    if not was_inside:
        table.emit("icar.hack.vehicle.entry", actor.id, there.target, there.passes)
        return
    table.emit("icar.hack.vehicle.system", actor.id, there.target, note=system)
    switch_off(state, table, actor.id, there.target, system)


def done_to_thing(state: Icar, table: Table, actor: Actor, thing: Thing, system: str) -> None:
    """A door opens or shuts, lights and gravity go off or on, data is read. icar.hack.combat.environment"""
    if thing.kind == DATA:
        table.emit("icar.hack.data", actor.id, thing.name, note="altered" if system else thing.words)
        return
    thing.open = not thing.open
    words = {DOOR: ("shut", "open"), AIRLOCK: ("shut", "open")}.get(thing.kind, ("on", "off"))[thing.open]
    table.emit("icar.hack.combat.environment", actor.id, thing.name, note=words)
    if thing.kind in (LIGHTS, GRAVITY):
        weigh_surroundings(state, table, f"{thing.name} {words}")


def cripple(state: Icar, table: Table, actor: Actor, aug: Actor, effect: str) -> None:
    """icar.hack.aug.effects: what is switched off stays off until a medic with bionics helps"""
    if effect not in aug.disabled:
        aug.disabled.append(effect)
    table.emit("icar.hack.aug.effects", actor.id, aug.id, note=effect)
    if effect == "balance":
        fall(table, aug, actor)
    elif effect == "sensors":
        prompt = f"{aug.name or aug.id}'s sensors are off: how much harder are their shots?"
        aug.blinded = table.number("icar.hack.aug.effects", GM, 0, 10, prompt, 1)


@dataclass(frozen=True, slots=True)
class Impersonate(Action):
    """Pretend to belong where one has been found."""

    KIND: ClassVar[str] = "impersonate"
    target: str
    words: str
    attribute: str = ""


def not_found_out(state: Icar, actor: Actor, content: Content) -> Refused | None:
    if any(there.by == actor.id and there.seen_by for there in state.hacks):
        return None
    return Refused("icar.hack.impersonation", f"nobody has found {actor.id}")


def impersonate_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    found = [there.target for there in state.hacks if there.by == actor.id]
    return [one_of("target", found), Field("words", "text"), attribute_field(IMPERSONATION)]


def impersonate(state: Icar, table: Table, action: Impersonate) -> None:
    """It works on people and clever Entities. icar.hack.impersonation"""
    actor = state.roster[action.actor]
    there = intrusion(state, actor.id, action.target)
    if there is None or not there.seen_by:
        raise Refused("icar.hack.impersonation", f"nobody has found {actor.id} there")
    refuse_attribute(action.attribute)
    table.allowed()
    use_task(state, table, actor)
    attribute = agreed_attribute(table, actor, IMPERSONATION, action.attribute)
    tally = table.tally()
    tally.add(DEFAULT_TN, "icar.ruling.tn-unstated")
    take_off_ability(tally, actor, IMPERSONATION, attribute)
    result = check(state, table, actor, tally, "icar.hack.impersonation")
    if result >= PASS:
        there.seen_by = ""
        table.emit("icar.hack.impersonation", actor.id, action.target, note="believed")
    else:
        throw_out(state, table, actor, action.target)


IMPERSONATE = ActionKind(
    Impersonate, impersonate, "icar.hack.impersonation", MAIN, HACKING_WORDS, HACKING, refusal=not_found_out,
    fields=impersonate_fields,
)  # fmt: skip
