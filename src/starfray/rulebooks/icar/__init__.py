"""Icar: space combat."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.icar.procedures import PROCEDURES
from starfray.rulebooks.icar.rulings import RULINGS
from starfray.rulebooks.icar.setup import key, start, view
from starfray.rulebooks.icar.space import engineering, gunnery, operations, piloting, turn
from starfray.rulebooks.icar.space.actions import ACTIONS, STEPS
from starfray.rulebooks.icar.space.legal import describe, legal
from starfray.rulebooks.icar.space.policy import Crew, worth
from starfray.rulebooks.icar.state import Actor, Icar

RULES: dict[str, Callable[[Icar, Table, Any], None]] = {
    "begin": turn.begin,
    "craft-turn": turn.craft_turn,
    "craft-end": turn.craft_end,
    "turn-end": turn.turn_end,
    "investigate": operations.investigate,
    "pool": operations.put_die,
    "help-eng": operations.help_engineering,
    "stn": operations.lower_stn,
    "cajole": operations.cajole,
    "decide": operations.decide,
    "strategy": operations.make_case,
    "sue-for-peace": operations.sue_for_peace,
    "reroute": engineering.give_power,
    "shutdown": engineering.give_power,
    "engines": engineering.give_power,
    "dump-web": engineering.give_power,
    "technobabble": engineering.give_power,
    "engies": engineering.engies,
    "travel": engineering.travel,
    "repair": engineering.repair,
    "aggressive": piloting.manoeuvre,
    "spinning-and-skidding": piloting.manoeuvre,
    "in-every-axis": piloting.manoeuvre,
    "ripping-balls": piloting.manoeuvre,
    "run-away": piloting.run_away,
    "light-jump": piloting.light_jump,
    "shoot": gunnery.shoot,
    "take-role": turn.take_role,
    "stand-by": turn.stand_by,
}


def play(state: Icar, table: Table, action: Any) -> None:
    RULES[action.KIND](state, table, action)


BOOK = Rulebook(
    name="icar",
    title="Icar: space combat",
    version="1",
    folder=Path(__file__).parent,
    state=Icar,
    combatant=Actor,
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
    policy=Crew,
    worth=worth,
    kinds=("space",),
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={"craft": "spacecraft", "kit": "kits"},
    carried=("attributes", "skills", "kit", "role", "craft"),
    concealable=("craft", "gunner", "stn", "attributes", "skills"),
)
