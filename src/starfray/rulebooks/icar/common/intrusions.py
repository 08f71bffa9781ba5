"""Who has broken into what, and what is switched off there."""

from __future__ import annotations

from starfray.rulebooks.icar.common.records import AIRLOCK, DOOR, DOORS, Intrusion, Thing
from starfray.rulebooks.icar.common.state import Icar


def intrusion(state: Icar, who: str, target: str) -> Intrusion | None:
    return next((there for there in state.hacks if there.by == who and there.target == target), None)


def enter(state: Icar, who: str, target: str) -> Intrusion:
    """The hacker's break-in there, begun if there is none."""
    found = intrusion(state, who, target)
    if found is None:
        found = Intrusion(by=who, target=target)
        state.hacks.append(found)
    return found


def open_way(state: Icar, target: str) -> bool:
    """Has anybody left a Back Door there? icar.hack.daemon.backdoor"""
    return any(there.back_door and there.target == target for there in state.hacks)


def thing_of(state: Icar, name: str) -> Thing | None:
    return next((thing for thing in state.things if thing.name == name), None)


def stands_open(state: Icar, thing: Thing) -> bool:
    """A door or airlock: opened by itself, or with all doors of what it belongs to. icar.hack.vehicle.systems"""
    return (thing.open or is_off(state, thing.holder, DOORS)) and thing.kind in (DOOR, AIRLOCK)


def is_off(state: Icar, target: str, system: str) -> bool:
    """Is the system switched off by a hacker in this turn?"""
    return any(there.target == target and system in there.off for there in state.hacks)
