"""Compound X: guns, blades and grenades, held Actions and suppression, armour, shields and the dying."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rules import Rulebook, Time, gather
from starfray.rulebooks.compound_x import (
    aim,
    doors,
    fire,
    gm_actions,
    grapple,
    grenades,
    gun_actions,
    hands,
    held_actions,
    interrupts,
    maneuvers,
    melee,
    movement,
    opportunity,
    other_actions,
    stabilise,
    stances,
    suppression,
    thrown,
    turn,
)
from starfray.rulebooks.compound_x.budgets import budgets
from starfray.rulebooks.compound_x.cards import FIGURES, describe
from starfray.rulebooks.compound_x.engagement import facing_of
from starfray.rulebooks.compound_x.policy import Sensible, worth
from starfray.rulebooks.compound_x.procedures import PROCEDURES
from starfray.rulebooks.compound_x.settle import settle
from starfray.rulebooks.compound_x.setup import CARRIED, CONCEALABLE, ITEMS, derive, key, mend_saved, start
from starfray.rulebooks.compound_x.sheet_tests import sheet_tests
from starfray.rulebooks.compound_x.stage import areas, blast_area, expects, reacts
from starfray.rulebooks.compound_x.state import CompoundX, Fighter
from starfray.rulebooks.compound_x.vitals import vitals

# a fighter's own Reactions in this order: cx.order.reactions
interrupts.register(opportunity.OPPORTUNITY_ATTACK, held_actions.HELD_ACTIONS, suppression.SUPPRESSING_FIRE)

BOOK = Rulebook(
    name="compound-x",
    title="Compound X",
    version="2",
    folder=Path(__file__).parent,
    state=CompoundX,
    combatant=Fighter,
    kinds=gather(
        movement, aim, fire, suppression, held_actions, gun_actions, hands, melee, grapple, maneuvers, thrown, grenades,
        stabilise, other_actions, stances, turn, doors,
    ),
    steps={kind.name: kind for kind in turn.STEPS},
    start=start,
    due=turn.due,
    actors=turn.actors,
    asides=turn.asides,
    refusal=turn.refusal,
    idle=turn.idle,
    gm_kinds=gather(gm_actions),
    figures=FIGURES,
    settle=settle,
    cost_words=turn.cost_words,
    standing=turn.standing,
    end_rule="cx.down.state",
    time=Time("round"),
    derive=derive,
    mend_saved=mend_saved,
    timeline=turn.agenda,
    tests=sheet_tests,
    budgets=budgets,
    describe=describe,
    vitals=vitals,
    expects=expects,
    areas=areas,
    blast=blast_area,
    facing=facing_of,
    reacts=reacts,
    walks=("run",),
    merge_key=key,
    policy=Sensible,
    value=worth,
    procedures=PROCEDURES,
    items=ITEMS,
    carried=CARRIED,
    concealable=CONCEALABLE,
)  # fmt: skip
