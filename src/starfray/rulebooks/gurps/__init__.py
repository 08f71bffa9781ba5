"""GURPS: a fight second by second, from the quick reference sheet."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rules import Decision, Rulebook, Time, gather
from starfray.rulebooks.gurps import (
    aid,
    attack_maneuvers,
    doors,
    gm_actions,
    grabs,
    group,
    group_drill,
    magic,
    maneuvers,
    ready,
    turn,
    wait,
)
from starfray.rulebooks.gurps.budgets import budgets
from starfray.rulebooks.gurps.cards import FIGURES, describe, remarks
from starfray.rulebooks.gurps.foreign import READERS
from starfray.rulebooks.gurps.gcs.sheet import GCS
from starfray.rulebooks.gurps.policy import Sensible, worth
from starfray.rulebooks.gurps.procedures import PROCEDURES
from starfray.rulebooks.gurps.setup import derive_printed, mend_saved, start
from starfray.rulebooks.gurps.sheet_tests import sheet_tests
from starfray.rulebooks.gurps.stage import blast_area, expects, facing, reacts
from starfray.rulebooks.gurps.state import CARRIED, Fighter, Gurps
from starfray.rulebooks.gurps.vitals import vitals

BOOK = Rulebook(
    name="gurps",
    title="GURPS: man to man",
    unit="yards",
    unit_sign="yd",
    version="2",
    folder=Path(__file__).parent,
    state=Gurps,
    combatant=Fighter,
    kinds=gather(attack_maneuvers, maneuvers, magic, wait, ready, group, group_drill, grabs, aid, doors),
    steps={step.name: step for step in turn.STEPS},
    start=start,
    mend_saved=mend_saved,
    due=turn.due,
    actors=turn.actors,
    refusal=turn.refusal,
    idle=turn.idle,
    settle=turn.settle,
    gm_kinds=gather(gm_actions),
    figures=FIGURES,
    standing=turn.standing,
    end_rule="gurps.core.turn",
    time=Time("second"),
    derive=derive_printed,
    timeline=turn.agenda,
    tests=sheet_tests,
    budgets=budgets,
    describe=describe,
    remarks=remarks,
    vitals=vitals,
    expects=expects,
    blast=blast_area,
    facing=facing,
    cells="hexes",
    decisions={"gurps.core.active-defense": Decision("", "no", "before the defence")},
    reacts=reacts,
    policy=Sensible,
    value=worth,
    procedures=PROCEDURES,
    items={"weapons": "weapons", "armour": "armour", "shield": "shields", "traits": "traits"},
    carried=CARRIED,
    sheets=(GCS, *READERS),
    concealable=("hp", "fp", "skills", "armour", "attributes", "weapons"),
)
