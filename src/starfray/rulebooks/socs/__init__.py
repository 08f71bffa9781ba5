"""The Space Opera Combat System: dogfights and broadsides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.socs import gunnery, maneuvers, turn
from starfray.rulebooks.socs.actions import ACTIONS, STEPS
from starfray.rulebooks.socs.legal import describe, legal
from starfray.rulebooks.socs.policy import Wingman, worth
from starfray.rulebooks.socs.procedures import PROCEDURES
from starfray.rulebooks.socs.rulings import RULINGS
from starfray.rulebooks.socs.setup import key, start, view
from starfray.rulebooks.socs.state import Ship, Socs

RULES: dict[str, Callable[[Socs, Table, Any], None]] = {
    "fire-phase": gunnery.fire_phase,
    "maneuver-phase": maneuvers.maneuver_phase,
    "end-of-turn": turn.end_of_turn,
}


def play(state: Socs, table: Table, action: Any) -> None:
    RULES[action.KIND](state, table, action)


BOOK = Rulebook(
    name="socs",
    title="Space Opera Combat System",
    version="1",
    folder=Path(__file__).parent,
    state=Socs,
    combatant=Ship,
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
    key=key,
    policy=Wingman,
    worth=worth,
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={"guns": "weapons", "crew": "crew"},
    carried=("craft", "mr", "size", "shield", "guns", "crew", "pilot", "locations", "lost", "condition"),
    concealable=("mr", "shield", "guns", "crew"),
)
