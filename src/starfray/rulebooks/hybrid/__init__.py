"""Hybrid: fights on the pulse count."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rules import Decision, Rulebook, Time, gather
from starfray.rulebooks.hybrid import (
    attack_actions,
    closing,
    doors,
    feint_disarm,
    florentine,
    grapple,
    hands,
    injury,
    manoeuvres,
    movement,
    perceiving,
    presets,
    resolution,
    shock,
    tasks,
    turn,
)
from starfray.rulebooks.hybrid.budgets import budgets
from starfray.rulebooks.hybrid.cards import WORKED_OUT, cost_words, describe, rings
from starfray.rulebooks.hybrid.clock import refusal
from starfray.rulebooks.hybrid.gm_actions import GM_KINDS
from starfray.rulebooks.hybrid.policy import Steady, worth
from starfray.rulebooks.hybrid.procedures import PROCEDURES
from starfray.rulebooks.hybrid.settling import settle
from starfray.rulebooks.hybrid.setup import derive, key, seen_by, start
from starfray.rulebooks.hybrid.sheet_tests import sheet_tests
from starfray.rulebooks.hybrid.stage import choices, diagram, expects
from starfray.rulebooks.hybrid.state import Fighter, Hybrid
from starfray.rulebooks.hybrid.vitals import vitals

KINDS = gather(
    attack_actions, doors, florentine, feint_disarm, closing, grapple, hands, manoeuvres, movement, presets, perceiving, tasks
)

#: what a party takes from one fight to the next
CARRIED = (
    "stats", "skills", "eep", "pools", "related", "weapons", "armour", "tools", "moves", "body_factor", "mind_factor",
    "move_factor", "pbd", "pft", "pex", "fatigue_used", "mbd", "mft", "mex", "mind_used",
)  # fmt: skip

BOOK = Rulebook(
    name="hybrid",
    title="Hybrid: fights on the pulse count",
    version="3",
    folder=Path(__file__).parent,
    state=Hybrid,
    combatant=Fighter,
    kinds=KINDS,
    steps={kind.name: kind for chapter in (turn, resolution, injury, shock, movement, presets) for kind in chapter.STEPS},
    refusal=refusal,
    start=start,
    gm_kinds=GM_KINDS,
    settle=settle,
    idle=turn.idle,
    due=turn.due,
    actors=turn.actors,
    asides=turn.asides,
    cost_words=cost_words,
    outcome=turn.over,
    standing=turn.standing,
    time=Time("count"),
    derive=derive,
    seen_by=seen_by,
    timeline=turn.agenda,
    tests=sheet_tests,
    budgets=budgets,
    describe=describe,
    vitals=vitals,
    diagram=diagram,
    choices=choices,
    walks=("move rate=jog", "move rate=walk"),
    expects=expects,
    decisions={"hybrid.ruling.defence-declare": Decision("", "no", "with the normal defence only")},
    figures=dict(WORKED_OUT),
    merge_key=key,
    policy=Steady,
    value=worth,
    procedures=PROCEDURES,
    settles={kind.name: "land" for kind in KINDS.values() if kind.cost},  # what takes time takes effect when it lands
    rings=rings,
    items={"weapons": "weapons", "armour": "armour", "tools": "tools", "moves": "moves"},
    carried=CARRIED,
    concealable=("pbd", "pft", "pex", "mbd", "mft", "mex", "skills", "stats", "pdf", "mdf", "pca", "acc", "mca"),
)
