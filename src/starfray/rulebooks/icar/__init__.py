"""Icar: close combat, fire fights, vehicles, space, and the hacking that touches all of them."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rulebook import Rulebook, Time
from starfray.rulebooks.icar.budgets import budgets
from starfray.rulebooks.icar.common.state import Actor, Icar
from starfray.rulebooks.icar.common.vitals import vitals
from starfray.rulebooks.icar.fight_kinds import FIGHT_KINDS, KINDS, STEPS, actors, due, outcome, refusal, standing, start
from starfray.rulebooks.icar.figures import FIGURES
from starfray.rulebooks.icar.gm_actions import GM_KINDS
from starfray.rulebooks.icar.ground.cards import rings
from starfray.rulebooks.icar.ground.movement import placed
from starfray.rulebooks.icar.pictures import diagram
from starfray.rulebooks.icar.policy import Sensible
from starfray.rulebooks.icar.procedures import PROCEDURES
from starfray.rulebooks.icar.settle import settle
from starfray.rulebooks.icar.setup import derive_printed, printed, seen_by
from starfray.rulebooks.icar.sheet_tests import sheet_tests
from starfray.rulebooks.icar.stage import blast_area, expects

BOOK = Rulebook(
    name="icar",
    title="Icar",
    version="3",
    folder=Path(__file__).parent,
    state=Icar,
    combatant=Actor,
    kinds=KINDS,
    steps=STEPS,
    fight_kinds={
        name: {**fight.kinds, **{step.name: step for step in fight.steps}} for name, fight in FIGHT_KINDS.items()
    },
    fight_kind_rule="icar.combat.types",
    start=start,
    due=due,
    actors=actors,
    refusal=refusal,
    outcome=outcome,
    standing=standing,
    settle=settle,
    placed=lambda state, actor: placed(state, actor) if state.kind == "ground" else None,
    idle=lambda state, actor: FIGHT_KINDS[state.kind].idle(state, actor),
    gm_kinds=GM_KINDS,
    time=Time("turn", 2),
    derive=derive_printed,
    seen_by=seen_by,
    printed=printed,
    timeline=lambda state: FIGHT_KINDS[state.kind].timeline(state),
    budgets=budgets,
    tests=sheet_tests,
    describe=lambda state, actor: FIGHT_KINDS[state.kind].describe(state, actor),
    vitals=vitals,
    figures=FIGURES,
    diagram=diagram,
    expects=expects,
    blast=blast_area,
    policy=Sensible,
    value=lambda state, side: FIGHT_KINDS[state.kind].value(state, side),
    rings=rings,
    procedures=PROCEDURES,
    items={
        "craft": "spacecraft", "kit": "kits", "weapons": "weapons", "armour": "armour", "shields": "shields",
        "suits": "suits", "vehicle": "vehicles", "vehicle.mounted": "weapons",
    },
    carried=(
        "attributes", "skills", "kit", "role", "craft", "vehicle", "hp", "max_hp", "max_stun", "rp", "weapons",
        "armour", "shields", "suits", "aug", "gaia_link", "hack_passes", "combos", "daemons", "lost",
    ),
    concealable=(
        "craft", "vehicle", "gunner", "stn", "attributes", "skills", "hp", "stun", "weapons", "armour", "shields",
        "suits", "combos",
    ),
)  # fmt: skip
