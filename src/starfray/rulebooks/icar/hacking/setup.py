"""What a file may say about things that can be hacked."""

from __future__ import annotations

from starfray.engine.content import Content
from starfray.engine.errors import BadInput, suggest
from starfray.rulebooks.icar.hacking.records import AIRLOCK, DATA, DOOR, GENERATOR, GRAVITY, LIGHTS, SENSORS, UNDERGAIA
from starfray.rulebooks.icar.state import Icar

KINDS = (DOOR, AIRLOCK, LIGHTS, GRAVITY, GENERATOR, DATA, SENSORS, UNDERGAIA)
SIZES = ("small", "medium", "large")


def check_things(state: Icar, content: Content) -> None:
    names = [thing.name for thing in state.things]
    for place, thing in enumerate(state.things):
        where = f"now.things.{place}"
        if thing.kind not in KINDS:
            raise BadInput(f"no kind {thing.kind!r}", field=f"{where}.kind", expected=suggest(thing.kind, KINDS))
        if thing.size not in SIZES:
            raise BadInput(f"size = {thing.size!r}", field=f"{where}.size", expected=suggest(thing.size, SIZES))
        if thing.name in state.roster or names.count(thing.name) > 1 or not thing.name:
            raise BadInput(f"name = {thing.name!r}", field=f"{where}.name", expected="a name of its own")
        if thing.joins and (len(set(thing.joins)) != 2 or thing.kind not in (DOOR, AIRLOCK)):
            raise BadInput(f"joins = {thing.joins}", field=f"{where}.joins", expected="a door or airlock between two areas")
        if thing.barriers < 0:
            raise BadInput(f"barriers = {thing.barriers}", field=f"{where}.barriers", expected="0 (as its kind has) or more")
    for index, one in enumerate(state.roster.values()):
        for key in one.daemons:
            content.entry("daemons", key, f"combatant.{index}.daemons")
    for place, hack in enumerate(state.hacks):
        check_work(state, hack.by, hack.target, f"now.hacks.{place}")
    for place, daemon in enumerate(state.at_work):
        content.entry("daemons", daemon.key, f"now.at-work.{place}.key")
        check_work(state, daemon.by, daemon.target, f"now.at-work.{place}")
        if daemon.turns < 0:
            raise BadInput(f"turns = {daemon.turns}", field=f"now.at-work.{place}.turns", expected="0 or more")


def check_work(state: Icar, by: str, target: str, where: str) -> None:
    """A hacker there is, at something there is."""
    if by not in state.roster:
        raise BadInput(f"nobody is called {by!r}", field=f"{where}.by", expected=suggest(by, state.roster))
    known = [*state.roster, *(thing.name for thing in state.things)]
    if target not in known:
        raise BadInput(f"nothing is called {target!r}", field=f"{where}.target", expected=suggest(target, known))
