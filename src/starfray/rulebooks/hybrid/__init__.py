"""Hybrid: fights on the pulse count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from starfray.engine.errors import Refused
from starfray.engine.rulebook import Rulebook
from starfray.engine.table import Table
from starfray.rulebooks.hybrid import (
    choices,
    energy,
    grapple,
    initiative,
    injury,
    landing,
    legal,
    manoeuvres,
    movement,
    perceiving,
    respond,
    shock,
    tricks,
    turn,
)
from starfray.rulebooks.hybrid.actions import ACTIONS, STEPS
from starfray.rulebooks.hybrid.card import describe, rings
from starfray.rulebooks.hybrid.clock import out_of_turn
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
    "recover": shock.recover,
    "rest": energy.rest,
    "arrive": movement.get_there,
    "hold-preset": initiative.hold_preset,
    "respond": respond.respond,
    "blow": choices.blow,
    "shoot": choices.shoot,
    "mind": choices.mind,
    "florentine": choices.florentine,
    "feint": tricks.feint,
    "disarm": tricks.disarm,
    "close": manoeuvres.close,
    "grapple": grapple.seize,
    "overbear": grapple.seize,
    "throw": grapple.seize,
    "improve": grapple.improve,
    "break-free": grapple.break_free,
    "let-go": grapple.let_go,
    "draw": manoeuvres.draw,
    "discard": manoeuvres.discard,
    "stance": manoeuvres.stance,
    "release": manoeuvres.release,
    "move": movement.move,
    "carry-on": movement.carry_on,
    "rise": manoeuvres.rise,
    "evade": manoeuvres.evade,
    "dodge": manoeuvres.dodge,
    "drop": manoeuvres.drop,
    "preset": initiative.set_preset,
    "give-up": initiative.give_up,
    "look": manoeuvres.look,
    "glance": perceiving.glance,
    "hide": manoeuvres.hide,
    "aid": manoeuvres.aid,
    "familiarise": manoeuvres.familiarise,
    "work": manoeuvres.work,
    "wait": manoeuvres.wait,
}

#: what takes effect when it lands, some counts later
SETTLES = dict.fromkeys((
    "blow", "shoot", "mind", "florentine", "feint", "disarm", "close", "grapple", "overbear", "throw", "improve", "break-free",
    "draw", "release", "rise", "dodge", "drop", "look", "hide", "aid", "familiarise", "work",
), "land")  # fmt: skip


def play(state: Hybrid, table: Table, action: Any) -> None:
    one = state.roster.get(action.actor)
    if one is not None and action.KIND not in ("glance", "give-up"):
        if one.preset is not None:
            raise Refused("hybrid.ruling.preset-in-play", f"{one.id} holds a preset", ["give-up"])
        if out_of_turn(state, one):
            legal.refuse_meanwhile(state, one, action)
    RULES[action.KIND](state, table, action)


BOOK = Rulebook(
    name="hybrid",
    title="Hybrid: fights on the pulse count",
    version="2",
    folder=Path(__file__).parent,
    state=Hybrid,
    combatant=Fighter,
    actions=ACTIONS,
    steps=STEPS,
    start=start,
    due=turn.due,
    actors=turn.actors,
    asides=turn.asides,
    legal=legal.legal,
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
    settles=SETTLES,
    rings=rings,
    items={"weapons": "weapons", "armour": "armour", "moves": "moves"},
    carried=(
        "stats",
        "skills",
        "pools",
        "related",
        "weapons",
        "armour",
        "moves",
        "body_factor",
        "mind_factor",
        "move_factor",
        "pbd",
        "pft",
        "pex",
        "fatigue_used",
        "mbd",
        "mft",
        "mex",
        "mind_used",
    ),
    concealable=("pbd", "pft", "pex", "mbd", "mft", "mex", "skills", "stats", "pdf", "mdf", "pca", "acc", "mca"),
)
