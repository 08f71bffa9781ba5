"""Daemons: each with one goal, brought to life by a Hacking roll."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from starfray.engine.rules import GM, Action, ActionKind, Content, Field, Refused, Table, one_of
from starfray.rulebooks.icar.common.action_economy import MAIN
from starfray.rulebooks.icar.common.check import EASY, attribute_field, refuse_attribute
from starfray.rulebooks.icar.common.intrusions import enter, thing_of
from starfray.rulebooks.icar.common.records import GENERATOR, SENSORS, Daemon
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.hacking.break_in import REFAIL, refuse_hack, roll_hack, use_task
from starfray.rulebooks.icar.hacking.systems import OVERLOADER, STEALTH_TRAIL, TRAILS
from starfray.rulebooks.icar.hacking.targets import CHAMELEON, HACKING, HACKING_WORDS, MOLE, is_inside, target_field

BACK_DOOR, LOOPER = "back-door", "looper"
STEALTH = 3  # a Stealth Trail is so much harder to notice
SEARCHED = (BACK_DOOR, *TRAILS)
OVERLOAD_TURNS = {"small": 20, "medium": 200, "large": 1200}  # icar.ruling.overloader


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Bring a Daemon to life against something."""

    KIND: ClassVar[str] = "release"
    daemon: str
    target: str
    attribute: str = ""


def release_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    daemons = one_of("daemon", list(dict.fromkeys(actor.daemons)))
    return [daemons, target_field(state, actor, actor.aboard), attribute_field(HACKING)]


def why_no_release(state: Icar, actor: Actor, daemon: str, target: str) -> Refused | None:
    """Bought, and at a place where it can do its one thing. icar.hack.daemon.goal"""
    if daemon not in actor.daemons:
        return Refused("icar.hack.daemon.goal", f"{actor.id} has no {daemon!r}", actor.daemons)
    thing = thing_of(state, target)
    kind = thing.kind if thing is not None else ""
    other = state.roster.get(target)
    craft = other is not None and other.craft is not None
    if daemon == BACK_DOOR and not is_inside(state, actor, target):
        return Refused("icar.hack.daemon.backdoor", f"{actor.id} is not inside {target}", ["hack"])
    if daemon == OVERLOADER and kind != GENERATOR and not (craft and is_inside(state, actor, target)):
        return Refused("icar.hack.daemon.overloader", f"{target} is no generator", generators(state))
    if daemon == MOLE and not (craft and actor.aboard == target):
        return Refused("icar.space.hacker.mole", "a Mole is planted aboard, by hand")
    if daemon == LOOPER and kind != SENSORS:
        return Refused("icar.hack.daemon.goal", "the Looper loops sensors")
    if daemon == CHAMELEON and (thing is None or thing.looks):
        return Refused("icar.hack.daemon.goal", "a Chameleon gives an object one other look, for good")
    if daemon == REFAIL:
        return Refused("icar.hack.daemon.goal", "Refail waits for a roll that fails", ["hack"])
    return None


def generators(state: Icar) -> list[str]:
    return [thing.name for thing in state.things if thing.kind == GENERATOR]


def release(state: Icar, table: Table, action: Release) -> None:
    """icar.hack.daemon.start"""
    actor = state.roster[action.actor]
    if action.daemon != MOLE:
        refuse_hack(state, actor, action.target)
    why = why_no_release(state, actor, action.daemon, action.target)
    if why is not None:
        raise why
    refuse_attribute(action.attribute)
    table.allowed()
    use_task(state, table, actor)
    penalties = state.ruling("daemon-tn") == "penalties"
    penalty = -int(table.content.entry("daemons", action.daemon).get("penalty", 0)) if penalties else 0
    if not roll_hack(state, table, actor, action.attribute, "icar.hack.daemon.start", action.target, penalty=penalty):
        return
    set_to_work(state, table, actor, action.daemon, action.target)


RELEASE = ActionKind(
    Release, release, "icar.hack.daemon.start", MAIN, HACKING_WORDS, HACKING, fields=release_fields,
    hints=("icar.hack.daemon.goal",),
)  # fmt: skip


def set_to_work(state: Icar, table: Table, actor: Actor, daemon: str, target: str) -> None:
    if daemon == BACK_DOOR:
        enter(state, actor.id, target).back_door = True
        table.emit("icar.hack.daemon.backdoor", actor.id, target)
        return
    turns = 0
    if daemon == OVERLOADER:
        thing = thing_of(state, target)
        most = OVERLOAD_TURNS[thing.size if thing is not None else "large"]
        turns = table.number("icar.ruling.overloader", GM, 1, most, f"Turns until the generator of {target} blows?", most)
        table.emit("icar.hack.daemon.overloader", actor.id, target, turns)
    elif daemon == LOOPER:  # all sensors round about
        for sensor in state.things:
            sensor.open = sensor.open or sensor.kind == SENSORS
    elif daemon == CHAMELEON:
        thing = thing_of(state, target)
        assert thing is not None
        looks = table.text("icar.hack.daemon.goal", actor.id, f"What does {target} look like from now on?")
        thing.looks = looks.strip() or "something else"
    table.emit("icar.hack.daemon.start", actor.id, target, note=daemon)
    if daemon == MOLE:
        table.cite("icar.space.hacker.mole")
    state.at_work.append(Daemon(key=daemon, by=actor.id, target=target, turns=turns))


@dataclass(frozen=True, slots=True)
class Search(Action):
    """Look for a Back Door somebody has left, or for a `trail` or `stealth-trail` that follows somebody, oneself too."""

    KIND: ClassVar[str] = "search"
    target: str
    daemon: str = "back-door"
    attribute: str = ""


def search_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    daemons = one_of("daemon", SEARCHED, required=False, default=SEARCHED[0])
    daemons.main = True
    return [target_field(state, actor, actor.id), daemons, attribute_field(HACKING)]


def search(state: Icar, table: Table, action: Search) -> None:
    """Back Doors are Easy to find for other hackers and administrators; a Trail is noticed by a Hacking check."""
    actor = state.roster[action.actor]
    if action.daemon not in SEARCHED:
        raise Refused("icar.hack.daemon.goal", f"nobody searches for {action.daemon!r}", list(SEARCHED))
    if action.target != actor.id:
        refuse_hack(state, actor, action.target)
    refuse_attribute(action.attribute)
    table.allowed()
    use_task(state, table, actor)
    if action.daemon in TRAILS:
        notice(state, table, actor, action)
        return
    rule = "icar.hack.daemon.backdoor.find"
    if not roll_hack(state, table, actor, action.attribute, rule, action.target, tn=EASY):
        return
    found = [there for there in state.hacks if there.target == action.target and there.back_door and there.by != actor.id]
    for there in found:
        there.back_door = False
    table.emit(rule, actor.id, action.target, len(found), "shut" if found else "nothing to find")


SEARCH = ActionKind(
    Search, search, "icar.hack.daemon.backdoor.find", MAIN, HACKING_WORDS, HACKING, fields=search_fields
)  # fmt: skip


def notice(state: Icar, table: Table, actor: Actor, action: Search) -> None:
    """Hacking at 12, three harder for the stealthy kind. icar.hack.daemon.goal"""
    harder = STEALTH if action.daemon == STEALTH_TRAIL else 0
    if not roll_hack(state, table, actor, action.attribute, "icar.hack.daemon.goal", action.target, penalty=harder):
        return
    found = [daemon for daemon in state.at_work if (daemon.key, daemon.target) == (action.daemon, action.target)]
    for daemon in found:
        daemon.noticed.append(actor.id)
    table.emit(
        "icar.hack.daemon.goal", actor.id, action.target, note=f"{action.daemon}: {'noticed' if found else 'nothing to find'}"
    )


@dataclass(frozen=True, slots=True)
class Destroy(Action):
    """Do away with a Trail one has noticed, or with an Overloader, at the generator itself."""

    KIND: ClassVar[str] = "destroy"
    daemon: str
    target: str
    attribute: str = ""


def destroy_fields(state: Icar, actor: Actor, content: Content) -> list[Field]:
    daemons = one_of("daemon", list(dict.fromkeys(daemon.key for daemon in state.at_work)))
    places = one_of("target", list(dict.fromkeys(daemon.target for daemon in state.at_work)))
    return [daemons, places, attribute_field(HACKING)]


def why_no_destroy(state: Icar, actor: Actor, daemon: str, target: str) -> Refused | None:
    """A Trail has to be noticed first; an Overloader is taken out only at the generator. icar.hack.daemon.goal"""
    there = [running for running in state.at_work if (running.key, running.target) == (daemon, target)]
    if daemon == OVERLOADER and there:
        thing = thing_of(state, target)
        at_it = thing.area == actor.area if thing is not None else actor.aboard == target
        return None if at_it else Refused("icar.hack.daemon.overloader", f"{actor.id} is not at the generator", ["move"])
    if daemon not in TRAILS or not any(actor.id in other.noticed for other in there):
        return Refused("icar.hack.daemon.goal", f"{actor.id} knows of no {daemon} in {target}", ["search"])
    return None


def destroy(state: Icar, table: Table, action: Destroy) -> None:
    """One more Hacking check, and it is gone."""
    actor = state.roster[action.actor]
    why = why_no_destroy(state, actor, action.daemon, action.target)
    if why is not None:
        raise why
    refuse_attribute(action.attribute)
    table.allowed()
    use_task(state, table, actor)
    if roll_hack(state, table, actor, action.attribute, "icar.hack.daemon.goal", action.target):
        state.at_work = [daemon for daemon in state.at_work if (daemon.key, daemon.target) != (action.daemon, action.target)]
        table.emit("icar.hack.daemon.goal", actor.id, action.target, note=f"{action.daemon}: destroyed")


DESTROY = ActionKind(Destroy, destroy, "icar.hack.daemon.goal", MAIN, HACKING_WORDS, HACKING, fields=destroy_fields)
