"""Coriolis: ground combat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.coriolis import (
    attack,
    blast,
    grapple,
    healing,
    help,
    melee,
    movement,
    panic,
    remedies,
    sneak,
    turn,
    vehicle,
)
from starfray.rulebooks.coriolis.actions import ACTIONS, STEPS
from starfray.rulebooks.coriolis.cards import describe, rings
from starfray.rulebooks.coriolis.interrupts import note_engagements
from starfray.rulebooks.coriolis.legal import legal
from starfray.rulebooks.coriolis.policy import Sensible, worth
from starfray.rulebooks.coriolis.procedures import PROCEDURES
from starfray.rulebooks.coriolis.rulings import RULINGS
from starfray.rulebooks.coriolis.setup import key, start, view
from starfray.rulebooks.coriolis.state import Coriolis, Fighter

RULES: dict[str, Callable[[Coriolis, Table, Any], None]] = {
    "begin": turn.begin,
    "join": turn.join,
    "slot-passes": turn.slot_passes,
    "panic": panic.panic,
    "delay": turn.delay,
    "help": help.help_other,
    "command": help.command,
    "rally": help.rally,
    "shout": help.shout,
    "tinker": help.tinker,
    "mystic-power": help.mystic_power,
    "grapple-attack": grapple.grapple_attack,
    "break-free": grapple.break_free,
    "release": grapple.release,
    "part": grapple.part,
    "first-aid": healing.first_aid,
    "surgery": healing.surgery,
    "treat-radiation": healing.treat_radiation,
    "inject": healing.inject,
    "apply": remedies.apply_gear,
    "spider": remedies.spider_treats,
    "douse": remedies.douse,
    "take-drug": remedies.take_drug,
    "poison-weapon": remedies.poison_weapon,
    "throw": blast.throw,
    "plant": blast.plant,
    "detonate": blast.detonate,
    "set-up": attack.set_up,
    "enter": vehicle.enter,
    "leave": vehicle.leave,
    "start": vehicle.start_vehicle,
    "drive": vehicle.drive,
    "ram": vehicle.ram,
    "sneak-up": sneak.sneak_up,
    "turn-start": turn.turn_start,
    "end-turn": turn.end_turn,
    "shot": attack.shot,
    "aimed-shot": attack.aimed_shot,
    "quick-shot": attack.quick_shot,
    "full-auto": attack.full_auto,
    "melee-attack": melee.melee_attack,
    "quick-melee": melee.quick_melee,
    "move": movement.move,
    "take-cover": attack.take_cover,
    "overwatch": attack.enter_overwatch,
    "reload": attack.reload,
    "draw": movement.draw,
    "pick-up": movement.pick_up,
    "go-prone": movement.go_prone,
    "get-up": movement.get_up,
}


def play(state: Coriolis, table: Table, action: Any) -> None:
    RULES[action.KIND](state, table, action)
    note_engagements(state, table)


BOOK = Rulebook(
    name="coriolis",
    title="Coriolis: ground combat",
    version="1",
    folder=Path(__file__).parent,
    state=Coriolis,
    combatant=Fighter,
    actions=ACTIONS,
    steps=STEPS,
    start=start,
    due=turn.due,
    actors=turn.actors,
    legal=legal,
    play=play,
    over=turn.over,
    standing=turn.standing,
    clock=turn.clock,
    tick="turn",
    view=view,
    agenda=turn.agenda,
    describe=describe,
    rings=rings,
    key=key,
    policy=Sensible,
    worth=worth,
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={"weapons": "weapons", "armour": "armour", "talents": "talents", "gear": "gear", "craft": "vehicles"},
    carried=(
        "attributes",
        "skills",
        "talents",
        "armour",
        "weapons",
        "gear",
        "reloads",
        "hp",
        "mp",
        "injuries",
        "unconscious",
        "dead",
        "radiation",
        "weakened",
        "drugged",
        "drug_hours",
        "broken_hours",
        "stress_hours",
        "poisoned",
    ),
    concealable=("hp", "mp", "skills", "armour", "attributes"),
)
