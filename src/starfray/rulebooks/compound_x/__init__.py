"""Compound X: guns, blades and grenades, held Actions and suppression, armour, shields and the dying."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.compound_x import (
    doing,
    fire,
    grapple,
    grenades,
    holding,
    maneuvers,
    melee,
    movement,
    stabilise,
    thrown,
    turn,
)
from starfray.rulebooks.compound_x.actions import ACTIONS, STEPS
from starfray.rulebooks.compound_x.cards import describe
from starfray.rulebooks.compound_x.engagement import end_melees
from starfray.rulebooks.compound_x.gate import check_gate
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
    "jump": movement.jump,
    "aim": movement.aim,
    "cease-aim": movement.cease_aim,
    "shift-aim": movement.shift_aim,
    "crouch": movement.crouch,
    "go-prone": movement.go_prone,
    "stand": movement.stand,
    "hunker": movement.hunker,
    "unhunker": movement.unhunker,
    "take-cover": movement.take_cover,
    "fire": fire.fire,
    "suppress": fire.suppress,
    "hold": holding.hold,
    "rechamber": fire.rechamber,
    "reload": fire.reload,
    "clear-jam": fire.clear_jam,
    "deploy": fire.deploy,
    "flip": fire.flip,
    "adjust": fire.adjust,
    "draw": fire.draw,
    "strike": melee.strike,
    "grapple": grapple.take_hold,
    "pin": grapple.pin,
    "restrain": grapple.restrain,
    "choke": grapple.choke,
    "disengage": grapple.disengage,
    "gain-control": grapple.gain_control,
    "break-bonds": grapple.break_bonds,
    "shove": maneuvers.shove,
    "kick": maneuvers.kick,
    "trip": maneuvers.trip,
    "disarm": maneuvers.disarm,
    "throw": thrown.throw,
    "cook": grenades.cook,
    "lob": grenades.lob,
    "set-charge": thrown.set_charge,
    "detonate": thrown.detonate,
    "stabilise": stabilise.stabilise_someone,
    "treat": stabilise.treat,
    "skill": doing.skill,
    "use-ability": doing.use_ability,
    "use-kit": doing.use_kit,
    "cloak": doing.cloak,
    "look-out": doing.look_out,
    "calm": doing.calm,
    "flashlight": doing.flashlight,
    "free": doing.free_action,
}


def play(state: CompoundX, table: Table, action: Any) -> None:
    check_gate(state, action)
    RULES[action.KIND](state, table, action)
    end_melees(state, table)


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
    asides=turn.asides,
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
    items={
        "weapons": "weapons",
        "armour": "armour",
        "melee": "melee",
        "thrown": "thrown",
        "grenades": "grenades",
        "shield": "shields",
        "abilities": "abilities",
    },
    carried=(
        "stats",
        "skills",
        "profession",
        "proficiencies",
        "abilities",
        "mechanical",
        "armour",
        "weapons",
        "melee",
        "thrown",
        "grenades",
        "kits",
        "rigs",
        "material",
        "suit",
        "helmet",
        "modules",
        "shield",
        "initiative_bonus",
        "movement_speed",
        "carry",
        "health",
        "nanites",
        "max_nanites",
        "dst_allowance",
        "dead",
    ),
    concealable=("health", "armour", "armour-points", "stats", "skills", "shield", "nanites"),
)
