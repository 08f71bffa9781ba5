"""Daemons: each with one goal, brought to life by a Hacking roll."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.core import EASY, refuse_attribute
from starfray.rulebooks.icar.hacking.actions import Release, Search
from starfray.rulebooks.icar.hacking.break_in import refuse_hack, roll_hack, use_task
from starfray.rulebooks.icar.hacking.reach import MOLE, is_inside, why_no_hacking
from starfray.rulebooks.icar.hacking.records import GENERATOR, SENSORS, Daemon
from starfray.rulebooks.icar.hacking.systems import OVERLOADER, enter, thing_of
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar

BACK_DOOR, LOOPER = "back-door", "looper"
OVERLOAD_TURNS = {"small": 20, "medium": 200, "large": 1200}  # icar.ruling.overloader


def why_no_release(state: Icar, one: Actor, daemon: str, target: str) -> Refused | None:
    """Bought, and at a place where it can do its one thing. icar.hack.daemon.goal"""
    if daemon not in one.daemons:
        return Refused("icar.hack.daemon.goal", f"{one.id} has no {daemon!r}", one.daemons)
    thing = thing_of(state, target)
    other = state.roster.get(target)
    if daemon == BACK_DOOR and not is_inside(state, one, target):
        return Refused("icar.hack.daemon.backdoor", f"{one.id} is not inside {target}", ["hack"])
    if daemon == OVERLOADER and not (thing is not None and thing.kind == GENERATOR):
        craft = other is not None and other.craft is not None
        if not (craft and is_inside(state, one, target)):
            return Refused("icar.hack.daemon.overloader", f"{target} is no generator", generators(state))
    if daemon == MOLE and not (other is not None and other.craft is not None and one.aboard == other.id):
        return Refused("icar.space.hacker.mole", "a Mole is planted aboard, by hand")
    if daemon == LOOPER and not (thing is not None and thing.kind == SENSORS):
        return Refused("icar.hack.daemon.goal", "the Looper loops sensors")
    return None


def generators(state: Icar) -> list[str]:
    return [thing.name for thing in state.things if thing.kind == GENERATOR]


def release(state: Icar, table: Table, act: Release) -> None:
    """icar.hack.daemon.start"""
    one = state.roster[act.actor]
    if act.daemon == MOLE:
        why = why_no_hacking(state, one)
        if why is not None:
            raise why
    else:
        refuse_hack(state, one, act.target)
    why = why_no_release(state, one, act.daemon, act.target)
    if why is not None:
        raise why
    refuse_attribute(act.attribute)
    use_task(state, table, one)
    penalties = ruled(state, "daemon-tn") == "penalties"
    penalty = -int(table.content.entry("daemons", act.daemon).get("penalty", 0)) if penalties else 0
    if not roll_hack(state, table, one, act.attribute, "icar.hack.daemon.start", act.target, penalty=penalty):
        return
    set_to_work(state, table, one, act.daemon, act.target)


def set_to_work(state: Icar, table: Table, one: Actor, daemon: str, target: str) -> None:
    if daemon == BACK_DOOR:
        enter(state, one.id, target).back_door = True
        table.emit("icar.hack.daemon.backdoor", one.id, target)
        return
    turns = 0
    if daemon == OVERLOADER:
        thing = thing_of(state, target)
        most = OVERLOAD_TURNS[thing.size if thing is not None else "large"]
        turns = table.number("icar.ruling.overloader", GM, 1, most, f"Turns until the generator of {target} blows?", most)
        table.emit("icar.hack.daemon.overloader", one.id, target, turns)
    elif daemon == LOOPER:
        thing = thing_of(state, target)
        assert thing is not None
        thing.open = True
    elif daemon == MOLE:
        table.emit("icar.space.hacker.mole", one.id, target)
    table.emit("icar.hack.daemon.start", one.id, target, note=daemon)
    state.at_work.append(Daemon(key=daemon, by=one.id, target=target, turns=turns))


def search(state: Icar, table: Table, act: Search) -> None:
    """Back Doors are Easy to find for other hackers and administrators. icar.hack.daemon.backdoor.find"""
    one = state.roster[act.actor]
    refuse_hack(state, one, act.target)
    refuse_attribute(act.attribute)
    use_task(state, table, one)
    rule = "icar.hack.daemon.backdoor.find"
    if not roll_hack(state, table, one, act.attribute, rule, act.target, tn=EASY):
        return
    found = [each for each in state.hacks if each.target == act.target and each.back_door and each.by != one.id]
    for each in found:
        each.back_door = False
    table.emit(rule, one.id, act.target, len(found), "shut" if found else "nothing to find")
