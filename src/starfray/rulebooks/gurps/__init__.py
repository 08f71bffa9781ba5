"""GURPS: a fight second by second, from the quick reference sheet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.gurps import blows, group, magic, maneuvers, ready, turn
from starfray.rulebooks.gurps.actions import ACTIONS, STEPS
from starfray.rulebooks.gurps.cards import describe
from starfray.rulebooks.gurps.gcs.sheet import read_gcs
from starfray.rulebooks.gurps.legal import legal
from starfray.rulebooks.gurps.policy import Sensible, worth
from starfray.rulebooks.gurps.procedures import PROCEDURES
from starfray.rulebooks.gurps.rulings import RULINGS
from starfray.rulebooks.gurps.setup import key, start, view
from starfray.rulebooks.gurps.state import Fighter, Gurps

RULES: dict[str, Callable[[Gurps, Table, Any], None]] = {
    "begin": turn.begin,
    "turn-end": turn.turn_end,
    "attack": blows.attack,
    "all-out-attack": blows.all_out_attack,
    "committed-attack": blows.committed_attack,
    "defensive-attack": blows.defensive_attack,
    "move-and-attack": blows.move_and_attack,
    "feint": blows.feint,
    "evaluate": maneuvers.evaluate,
    "concentrate": maneuvers.concentrate,
    "cast": magic.cast,
    "all-out-defense": maneuvers.all_out_defense,
    "aim": maneuvers.aim,
    "move": maneuvers.move,
    "wait": maneuvers.wait,
    "ready": ready.ready,
    "change-posture": ready.change_posture,
    "crouch": ready.crouch,
    "face": maneuvers.face,
    "group-attack": group.group_attack,
    "group-move": group.group_move,
    "group-defense": group.group_defense,
    "fall-out": group.fall_out,
    "do-nothing": maneuvers.do_nothing,
}


def play(state: Gurps, table: Table, action: Any) -> None:
    RULES[action.KIND](state, table, action)


BOOK = Rulebook(
    name="gurps",
    title="GURPS: man to man",
    unit="yards",
    unit_sign="yd",
    version="1",
    folder=Path(__file__).parent,
    state=Gurps,
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
    tick="second",
    view=view,
    agenda=turn.agenda,
    describe=describe,
    key=key,
    policy=Sensible,
    worth=worth,
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={"weapons": "weapons", "armour": "armour", "shield": "shields", "traits": "traits"},
    carried=(
        "attributes",
        "skills",
        "traits",
        "armour",
        "weapons",
        "shield",
        "max_hp",
        "hp",
        "max_fp",
        "fp",
        "will",
        "per",
        "speed",
        "basic_move",
        "encumbrance",
        "crippled",
        "marks",
        "unconscious",
        "mortal",
        "dead",
        "max_sp",
        "sp",
        "size",
        "nature",
        "inanimate",
        "weight",
        "material",
        "inches",
        "dr",
        "bleeding",
        "clotting",
        "mortal_clock",
    ),
    imports={".gcs": read_gcs},
    concealable=("hp", "fp", "skills", "armour", "attributes", "weapons"),
)
