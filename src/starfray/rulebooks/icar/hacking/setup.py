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
        if thing.barriers < 0:
            raise BadInput(f"barriers = {thing.barriers}", field=f"{where}.barriers", expected="0 (as its kind has) or more")
    for index, one in enumerate(state.roster.values()):
        for key in one.daemons:
            content.entry("daemons", key, f"combatant.{index}.daemons")
    for hack in state.hacks:
        if hack.target not in state.roster and hack.target not in names:
            known = suggest(hack.target, [*state.roster, *names])
            raise BadInput(f"nothing is called {hack.target!r}", field="now.hacks", expected=known)
