"""The Space Opera Combat System: dogfights and broadsides."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rules import Rulebook, Time, gather
from starfray.rulebooks.socs import gm_actions, turn
from starfray.rulebooks.socs.cards import WORKED_OUT, describe
from starfray.rulebooks.socs.policy import Wingman, worth
from starfray.rulebooks.socs.procedures import PROCEDURES
from starfray.rulebooks.socs.settling import settle
from starfray.rulebooks.socs.setup import derive, printed, start
from starfray.rulebooks.socs.sheet_tests import sheet_tests
from starfray.rulebooks.socs.stage import choices, diagram
from starfray.rulebooks.socs.state import Ship, Socs
from starfray.rulebooks.socs.vitals import vitals

BOOK = Rulebook(
    name="socs",
    title="Space Opera Combat System",
    version="2",
    folder=Path(__file__).parent,
    state=Socs,
    combatant=Ship,
    kinds={},  # everything is decided inside the phases
    steps={kind.name: kind for kind in turn.STEPS},
    gm_kinds=gather(gm_actions),
    start=start,
    settle=settle,
    due=turn.due,
    actors=turn.actors,
    outcome=turn.over,
    standing=turn.standing,
    time=Time("turn"),
    derive=derive,
    printed=printed,
    timeline=turn.agenda,
    tests=sheet_tests,
    describe=describe,
    vitals=vitals,
    diagram=diagram,
    choices=choices,
    figures=dict(WORKED_OUT),
    policy=Wingman,
    value=worth,
    procedures=PROCEDURES,
    items={"guns": "weapons", "crew": "crew"},
    carried=("craft", "mr", "size", "shield", "guns", "crew", "pilot", "locations", "lost", "condition"),
    concealable=("mr", "shield", "guns", "crew"),
)
