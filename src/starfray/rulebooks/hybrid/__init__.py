"""Hybrid: fights on the pulse count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.hybrid import choices, injury, landing, turn
from starfray.rulebooks.hybrid.actions import ACTIONS, STEPS
from starfray.rulebooks.hybrid.legal import describe, legal
from starfray.rulebooks.hybrid.policy import Steady, worth
from starfray.rulebooks.hybrid.procedures import PROCEDURES
from starfray.rulebooks.hybrid.rulings import RULINGS
from starfray.rulebooks.hybrid.setup import key, start, view
from starfray.rulebooks.hybrid.state import Fighter, Hybrid

RULES: dict[str, Callable[[Hybrid, Table, Any], None]] = {
    "begin": turn.begin,
    "count": turn.move_clock,
    "roll-initiative": turn.next_initiative,
    "land": landing.land,
    "bleed": injury.bleed,
    "recover": injury.recover,
    "blow": choices.blow,
    "close": choices.close,
    "draw": choices.draw,
    "stance": choices.stance,
    "release": choices.release,
    "rise": choices.rise,
    "evade": choices.evade,
    "dodge": choices.dodge,
    "drop": choices.drop,
    "wait": choices.wait,
}


def play(state: Hybrid, table: Table, action: Any) -> None:
    RULES[action.KIND](state, table, action)


BOOK = Rulebook(
    name="hybrid",
    title="Hybrid: fights on the pulse count",
    version="1",
    folder=Path(__file__).parent,
    state=Hybrid,
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
    view=view,
    agenda=turn.agenda,
    describe=describe,
    key=key,
    policy=Steady,
    worth=worth,
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={"weapons": "weapons", "armour": "armour"},
    carried=(
        "stats", "skills", "weapons", "armour", "body_factor", "pbd", "pft", "pex", "fatigue_used",
    ),
    concealable=("pbd", "pft", "pex", "skills", "stats", "pdf", "pca"),
)
