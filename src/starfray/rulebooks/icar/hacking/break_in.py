"""Breaking in: one roll at a time, and what comes of it."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM, Option
from starfray.rulebooks.icar.core import (
    DEFAULT_TN,
    FUMBLE,
    PASS,
    agreed_attribute,
    attribute_of,
    check,
    narrate,
    refuse_attribute,
    take_off_ability,
)
from starfray.rulebooks.icar.ground.escape import fall
from starfray.rulebooks.icar.ground.injury import let_go
from starfray.rulebooks.icar.ground.people import person
from starfray.rulebooks.icar.ground.spend import HACK, spend
from starfray.rulebooks.icar.hacking.actions import Hack, Impersonate
from starfray.rulebooks.icar.hacking.reach import is_inside, needed, refuse_system, system_rule, why_no_hacking, why_not_target
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DATA, DOOR, GRAVITY, LIGHTS, Intrusion, Thing
from starfray.rulebooks.icar.hacking.systems import enter, intrusion, open_way, switch_off, thing_of
from starfray.rulebooks.icar.state import Actor, Icar

HACKING, IMPERSONATION = "hacking", "impersonation"
REFAIL = "refail"
HUMAN, CLEVER, DULL, NOBODY = "human", "clever-entity", "dull-entity", "nobody"


def hack(state: Icar, table: Table, act: Hack) -> None:
    """One success per barrier; inside, one per system. icar.ruling.hack-rolls"""
    one = state.roster[act.actor]
    refuse_hack(state, one, act.target)
    refuse_system(state, one, act.target, act.system)
    refuse_attribute(act.attribute)
    use_task(state, table, one)
    if not roll_hack(state, table, one, act.attribute, system_rule(state, act.target), act.target):
        return
    gain(state, table, one, act.target, act.system)


def refuse_hack(state: Icar, one: Actor, target: str) -> None:
    why = why_no_hacking(state, one) or why_not_target(state, one, target)
    if why is not None:
        raise why
    there = intrusion(state, one.id, target)
    if there is not None and there.seen_by:
        raise Refused("icar.hack.impersonation", f"a {there.seen_by} has found {one.id} there", ["impersonate"])


def use_task(state: Icar, table: Table, one: Actor) -> None:
    """As many hacking actions as Shift, the augmented one. icar.hack.combat.actions, icar.hack.combat.aug-shift"""
    if one.acted != HACK:
        spend(state, table, one, HACK)
        one.tasks = 0
    one.tasks += 1
    left = attribute_of(one, "shift") - one.tasks
    table.emit("icar.hack.combat.aug-shift" if one.aug or one.suits else "icar.hack.combat.actions", one.id, number=left)


def roll_hack(
    state: Icar, table: Table, one: Actor, wanted: str, rule: str, target: str, tn: int = DEFAULT_TN, penalty: int = 0
) -> bool:
    """Hacking against 12. A natural 1 may be noticed; the Refail Daemon rolls a failure again."""
    attribute = agreed_attribute(table, one, HACKING, wanted)
    tally = table.tally()
    tally.add(tn, "icar.ruling.tn-unstated" if tn == DEFAULT_TN else "icar.tn.table")
    if penalty:
        tally.add(penalty, "icar.ruling.daemon-tn" if rule == "icar.hack.daemon.start" else rule)
    take_off_ability(tally, one, HACKING, attribute)
    result = check(state, table, one, tally, rule)
    if result < PASS and REFAIL in one.daemons and table.confirm("icar.hack.daemon.goal", one.id, "Use Refail?", "yes"):
        one.daemons.remove(REFAIL)
        result = check(state, table, one, tally, rule)
    if result == FUMBLE:
        narrate(table, one, False)
        be_found(state, table, one, target)
    elif result > PASS:
        narrate(table, one, True)
    if result < PASS:
        table.emit("icar.ruling.hack-fail", one.id, target)
    return result >= PASS


def be_found(state: Icar, table: Table, one: Actor, target: str) -> None:
    """Who, if anybody, has found the hacker where no hacker should be? icar.hack.impersonation"""
    options = [Option(HUMAN), Option(CLEVER), Option(DULL), Option(NOBODY)]
    who = table.choose("icar.hack.impersonation", GM, options, f"Who finds {one.name or one.id} in {target}?", NOBODY)
    if who == DULL:
        throw_out(state, table, one, target)
    elif who != NOBODY:
        enter(state, one.id, target).seen_by = who


def throw_out(state: Icar, table: Table, one: Actor, target: str) -> None:
    """The break-in begins anew; what is off stays off, a Back Door open, a machine's successes count. icar.ruling.hack-count"""
    there = intrusion(state, one.id, target)
    other = state.roster.get(target)
    machine = other is not None and not person(other)
    if there is not None and (machine or there.back_door):
        there.before += there.passes
        there.passes, there.inside, there.seen_by = 0, False, ""
    elif there is not None:
        state.hacks = [each for each in state.hacks if each is not there]
    table.emit("icar.hack.impersonation", one.id, target, note="thrown out")


def gain(state: Icar, table: Table, one: Actor, target: str, system: str) -> None:
    """A success: one barrier less, or the thing one came for."""
    there = enter(state, one.id, target)
    thing = thing_of(state, target)
    was_inside = is_inside(state, one, target)
    there.passes += 1
    table.emit(system_rule(state, target), one.id, target, there.passes)
    if open_way(state, target) and not there.inside:
        table.emit("icar.hack.daemon.backdoor", one.id, target)
    there.inside = was_inside or there.passes >= needed(state, target, system)
    if thing is not None:
        if there.inside:
            done_to_thing(state, table, one, thing, system)
    elif state.roster[target].craft is not None or state.roster[target].vehicle is not None:
        in_a_machine(state, table, one, there, system, was_inside)
    elif there.inside and system:
        cripple(state, table, one, state.roster[target], system)


def in_a_machine(state: Icar, table: Table, one: Actor, there: Intrusion, system: str, was_inside: bool) -> None:
    """Two successes through security, then one for each system. icar.hack.vehicle.entry, icar.hack.vehicle.system"""
    if not was_inside:
        table.emit("icar.hack.vehicle.entry", one.id, there.target, there.passes)
        return
    table.emit("icar.hack.vehicle.system", one.id, there.target, note=system)
    switch_off(state, table, one.id, there.target, system)


def done_to_thing(state: Icar, table: Table, one: Actor, thing: Thing, system: str) -> None:
    """A door opens or shuts, lights and gravity go off or on, data is read. icar.hack.combat.environment"""
    if thing.kind == DATA:
        table.emit("icar.hack.data", one.id, thing.name, note="altered" if system else thing.words)
        return
    thing.open = not thing.open
    words = {DOOR: ("shut", "open"), AIRLOCK: ("shut", "open")}.get(thing.kind, ("on", "off"))[thing.open]
    table.emit("icar.hack.combat.environment", one.id, thing.name, note=words)
    if thing.kind in (LIGHTS, GRAVITY):
        prompt = f"{thing.name} {words}: what does it add to the target numbers of shots?"
        state.ground.surroundings = table.number("icar.fire.harder", GM, 0, 10, prompt, 1 if thing.open else 0)
        state.ground.words = f"{thing.name} {words}" if state.ground.surroundings else ""


def cripple(state: Icar, table: Table, one: Actor, aug: Actor, effect: str) -> None:
    """icar.hack.aug.effects: what is switched off stays off until a medic with bionics helps"""
    if effect not in aug.disabled:
        aug.disabled.append(effect)
    table.emit("icar.hack.aug.effects", one.id, aug.id, note=effect)
    let_go(state, table)  # who is locked in holds nobody
    if effect == "balance":
        fall(table, aug, one)
    elif effect == "sensors":
        prompt = f"{aug.name or aug.id}'s sensors are off: how much harder are their shots?"
        aug.blinded = table.number("icar.hack.aug.effects", GM, 0, 10, prompt, 1)


def impersonate(state: Icar, table: Table, act: Impersonate) -> None:
    """It works on people and clever Entities. icar.hack.impersonation"""
    one = state.roster[act.actor]
    why = why_no_hacking(state, one)
    if why is not None:
        raise why
    there = intrusion(state, one.id, act.target)
    if there is None or not there.seen_by:
        raise Refused("icar.hack.impersonation", f"nobody has found {one.id} there")
    refuse_attribute(act.attribute)
    use_task(state, table, one)
    attribute = agreed_attribute(table, one, IMPERSONATION, act.attribute)
    tally = table.tally()
    tally.add(DEFAULT_TN, "icar.ruling.tn-unstated")
    take_off_ability(tally, one, IMPERSONATION, attribute)
    result = check(state, table, one, tally, "icar.hack.impersonation")
    if result >= PASS:
        there.seen_by = ""
        table.emit("icar.hack.impersonation", one.id, act.target, note="believed")
    else:
        throw_out(state, table, one, act.target)
