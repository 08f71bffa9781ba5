"""Sample book: a small game of shots and dodges, complete in itself. Make it yours, rule by rule."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rules import Rulebook, Time, gather
from starfray.samplebook import rules
from starfray.samplebook.cards import describe
from starfray.samplebook.policy import Steady
from starfray.samplebook.setup import derive, start
from starfray.samplebook.state import Fighter, Skirmish

STEPS = ("turn-start",)
KINDS = gather(rules)

BOOK = Rulebook(
    name="samplebook",
    title="Sample book",
    version="1",
    folder=Path(__file__).parent,
    state=Skirmish,
    combatant=Fighter,
    kinds={name: kind for name, kind in KINDS.items() if name not in STEPS},
    steps={name: KINDS[name] for name in STEPS},
    start=start,
    derive=derive,
    due=rules.due,
    actors=rules.actors,
    standing=rules.standing,
    end_rule="samplebook.end",
    describe=describe,
    policy=Steady,
    time=Time("turn"),
    items={"weapons": "weapons"},
    carried=("hp",),
    concealable=("hp", "aim"),
)
