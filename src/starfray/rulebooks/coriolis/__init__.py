"""Coriolis: ground combat."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rules import Decision, Rulebook, Time, gather
from starfray.rulebooks.coriolis import (
    attack,
    blast,
    gm_actions,
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
    walls,
)
from starfray.rulebooks.coriolis.cards import FIGURES, describe, rings
from starfray.rulebooks.coriolis.declare import cost_words, idle, refusal
from starfray.rulebooks.coriolis.foundry import FOUNDRY
from starfray.rulebooks.coriolis.policy import Sensible, worth
from starfray.rulebooks.coriolis.procedures import PROCEDURES
from starfray.rulebooks.coriolis.settle import settle
from starfray.rulebooks.coriolis.setup import derive, start
from starfray.rulebooks.coriolis.sheet_tests import sheet_tests
from starfray.rulebooks.coriolis.stage import areas, blast_area, expects, reacts, seen_by
from starfray.rulebooks.coriolis.stat_block import STAT_BLOCK
from starfray.rulebooks.coriolis.state import CARRIED, Coriolis, Fighter
from starfray.rulebooks.coriolis.vitals import vitals

KINDS = gather(attack, melee, grapple, blast, movement, help, healing, remedies, vehicle, sneak, panic, turn, walls)
STEPS = ("begin", "join", "turn-start", "slot-passes", "sneak-up", "panic", "spider")

BOOK = Rulebook(
    name="coriolis",
    title="Coriolis: ground combat",
    version="2",
    folder=Path(__file__).parent,
    state=Coriolis,
    combatant=Fighter,
    kinds={name: kind for name, kind in KINDS.items() if name not in STEPS},
    steps={name: KINDS[name] for name in STEPS},
    start=start,
    due=turn.due,
    actors=turn.actors,
    asides=turn.asides,
    tests=sheet_tests,
    describe=describe,
    vitals=vitals,
    expects=expects,
    areas=areas,
    blast=blast_area,
    seen_by=seen_by,
    decisions={
        "coriolis.core.pray": Decision("no", "yes", "with prayer"),
        "coriolis.action.defend": Decision("", "no", "before the defence"),
    },
    reacts=reacts,
    policy=Sensible,
    refusal=refusal,
    idle=idle,
    settle=settle,
    placed=vehicle.placed,
    derive=derive,
    time=Time("turn", 2),
    standing=turn.standing,
    outcome=turn.over,
    cost_words=cost_words,
    value=worth,
    timeline=turn.agenda,
    rings=rings,
    figures=FIGURES,
    procedures=PROCEDURES,
    gm_kinds=gather(gm_actions),
    items={"weapons": "weapons", "armour": "armour", "talents": "talents", "gear": "gear", "craft": "vehicles"},
    carried=CARRIED,
    sheets=(FOUNDRY, STAT_BLOCK),
    concealable=("hp", "mp", "skills", "armour", "attributes"),
)
