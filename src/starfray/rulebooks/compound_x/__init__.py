"""Compound X: guns, held Actions and suppression."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.compound_x import fire, movement, turn
from starfray.rulebooks.compound_x.actions import ACTIONS, STEPS
from starfray.rulebooks.compound_x.cards import describe
from starfray.rulebooks.compound_x.legal import legal
from starfray.rulebooks.compound_x.policy import Sensible, worth
from starfray.rulebooks.compound_x.procedures import PROCEDURES
from starfray.rulebooks.compound_x.rulings import RULINGS
from starfray.rulebooks.compound_x.setup import key, start, view
from starfray.rulebooks.compound_x.state import CompoundX, Fighter

RULES: dict[str, Callable[[CompoundX, Table, Any], None]] = {
    "begin": turn.begin,
    "turn-start": turn.turn_start,
    "turn-over": turn.turn_over,
    "end-turn": turn.end_turn,
    "run": movement.run,
    "aim": movement.aim,
    "cease-aim": movement.cease_aim,
    "crouch": movement.crouch,
    "go-prone": movement.go_prone,
    "stand": movement.stand,
    "hunker": movement.hunker,
    "unhunker": movement.unhunker,
    "take-cover": movement.take_cover,
    "fire": fire.fire,
    "suppress": fire.suppress,
    "hold": fire.hold,
    "rechamber": fire.rechamber,
    "reload": fire.reload,
    "clear-jam": fire.clear_jam,
    "draw": fire.draw,
}


def play(state: CompoundX, table: Table, action: Any) -> None:
    RULES[action.KIND](state, table, action)


BOOK = Rulebook(
    name="compound-x",
    title="Compound X",
    version="1",
    folder=Path(__file__).parent,
    state=CompoundX,
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
    policy=Sensible,
    worth=worth,
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={"weapons": "weapons", "armour": "armour"},
    carried=(
        "stats", "skills", "armour", "weapons", "initiative_bonus", "movement_speed", "carry", "health", "dst_allowance",
        "dead",
    ),
    concealable=("health", "armour", "armour-points", "stats", "skills"),
)
