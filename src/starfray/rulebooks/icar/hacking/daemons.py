"""Daemons: each with one goal, brought to life by a Hacking roll."""

from __future__ import annotations

from starfray.engine.errors import Refused
from starfray.engine.table import Table
from starfray.engine.values import GM
from starfray.rulebooks.icar.core import EASY, refuse_attribute
from starfray.rulebooks.icar.hacking.actions import Destroy, Release, Search
from starfray.rulebooks.icar.hacking.break_in import REFAIL, refuse_hack, roll_hack, use_task
from starfray.rulebooks.icar.hacking.reach import MOLE, is_inside, why_no_hacking
from starfray.rulebooks.icar.hacking.records import GENERATOR, SENSORS, Daemon
from starfray.rulebooks.icar.hacking.systems import OVERLOADER, STEALTH_TRAIL, TRAILS, enter, thing_of
from starfray.rulebooks.icar.rulings import ruled
from starfray.rulebooks.icar.state import Actor, Icar

BACK_DOOR, LOOPER, CHAMELEON = "back-door", "looper", "chameleon"
STEALTH = 3  # a Stealth Trail is so much harder to notice
SEARCHED = (BACK_DOOR, *TRAILS)
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
    if daemon == CHAMELEON and (thing is None or thing.looks):
        return Refused("icar.hack.daemon.goal", "a Chameleon gives an object one other look, for good")
    if daemon == REFAIL:
        return Refused("icar.hack.daemon.goal", "Refail waits for a roll that fails", ["hack"])
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
    elif daemon == LOOPER:  # all sensors round about
        for each in state.things:
            each.open = each.open or each.kind == SENSORS
    elif daemon == CHAMELEON:
        thing = thing_of(state, target)
        assert thing is not None
        looks = table.text("icar.hack.daemon.goal", one.id, f"What does {target} look like from now on?")
        thing.looks = looks.strip() or "something else"
    elif daemon == MOLE:
        table.emit("icar.space.hacker.mole", one.id, target)
    table.emit("icar.hack.daemon.start", one.id, target, note=daemon)
    state.at_work.append(Daemon(key=daemon, by=one.id, target=target, turns=turns))


def search(state: Icar, table: Table, act: Search) -> None:
    """Back Doors are Easy to find for other hackers and administrators; a Trail is noticed by a Hacking check."""
    one = state.roster[act.actor]
    if act.daemon not in SEARCHED:
        raise Refused("icar.hack.daemon.goal", f"nobody searches for {act.daemon!r}", list(SEARCHED))
    why = why_no_hacking(state, one) if act.target == one.id else None
    if why is not None:
        raise why
    if act.target != one.id:
        refuse_hack(state, one, act.target)
    refuse_attribute(act.attribute)
    use_task(state, table, one)
    if act.daemon in TRAILS:
        notice(state, table, one, act)
        return
    rule = "icar.hack.daemon.backdoor.find"
    if not roll_hack(state, table, one, act.attribute, rule, act.target, tn=EASY):
        return
    found = [each for each in state.hacks if each.target == act.target and each.back_door and each.by != one.id]
    for each in found:
        each.back_door = False
    table.emit(rule, one.id, act.target, len(found), "shut" if found else "nothing to find")


def notice(state: Icar, table: Table, one: Actor, act: Search) -> None:
    """Hacking at 12, three harder for the stealthy kind. icar.hack.daemon.goal"""
    harder = STEALTH if act.daemon == STEALTH_TRAIL else 0
    if not roll_hack(state, table, one, act.attribute, "icar.hack.daemon.goal", act.target, penalty=harder):
        return
    found = [each for each in state.at_work if (each.key, each.target) == (act.daemon, act.target)]
    for each in found:
        each.noticed.append(one.id)
    table.emit("icar.hack.daemon.goal", one.id, act.target, note=f"{act.daemon}: {'noticed' if found else 'nothing to find'}")


def why_no_destroy(state: Icar, one: Actor, daemon: str, target: str) -> Refused | None:
    """A Trail has to be noticed first; an Overloader is taken out only at the generator. icar.hack.daemon.goal"""
    there = [each for each in state.at_work if (each.key, each.target) == (daemon, target)]
    if daemon == OVERLOADER and there:
        thing = thing_of(state, target)
        at_it = thing.area == one.area if thing is not None else one.aboard == target
        return None if at_it else Refused("icar.hack.daemon.overloader", f"{one.id} is not at the generator", ["move"])
    if daemon not in TRAILS or not any(one.id in each.noticed for each in there):
        return Refused("icar.hack.daemon.goal", f"{one.id} knows of no {daemon} in {target}", ["search"])
    return None


def destroy(state: Icar, table: Table, act: Destroy) -> None:
    """One more Hacking check, and it is gone."""
    one = state.roster[act.actor]
    why = why_no_hacking(state, one) or why_no_destroy(state, one, act.daemon, act.target)
    if why is not None:
        raise why
    refuse_attribute(act.attribute)
    use_task(state, table, one)
    if roll_hack(state, table, one, act.attribute, "icar.hack.daemon.goal", act.target):
        state.at_work = [each for each in state.at_work if (each.key, each.target) != (act.daemon, act.target)]
        table.emit("icar.hack.daemon.goal", one.id, act.target, note=f"{act.daemon}: destroyed")
