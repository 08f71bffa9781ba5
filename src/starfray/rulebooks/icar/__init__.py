"""Icar: close combat, fire fights, vehicles, space, and the hacking that touches all of them."""

from __future__ import annotations

from pathlib import Path

from starfray.engine.rulebook import Rulebook
from starfray.rulebooks.icar import kinds
from starfray.rulebooks.icar.policy import Sensible
from starfray.rulebooks.icar.procedures import PROCEDURES
from starfray.rulebooks.icar.rulings import RULINGS
from starfray.rulebooks.icar.setup import key, view
from starfray.rulebooks.icar.state import Actor, Icar

BOOK = Rulebook(
    name="icar",
    title="Icar",
    version="2",
    folder=Path(__file__).parent,
    state=Icar,
    combatant=Actor,
    actions=kinds.ACTIONS,
    steps=kinds.STEPS,
    start=kinds.start,
    due=kinds.due,
    actors=kinds.actors,
    legal=kinds.legal,
    play=kinds.play,
    over=kinds.over,
    standing=kinds.standing,
    clock=kinds.clock,
    tick="turn",
    view=view,
    agenda=kinds.agenda,
    describe=kinds.describe,
    key=key,
    policy=Sensible,
    worth=kinds.worth,
    rings=kinds.rings,
    kinds=tuple(kinds.KINDS),
    rulings=RULINGS,
    procedures=PROCEDURES,
    items={
        "craft": "spacecraft",
        "kit": "kits",
        "weapons": "weapons",
        "armour": "armour",
        "shields": "shields",
        "suits": "suits",
        "vehicle": "vehicles",
        "vehicle.mounted": "weapons",
    },
    carried=(
        "attributes",
        "skills",
        "kit",
        "role",
        "craft",
        "vehicle",
        "hp",
        "max_hp",
        "max_stun",
        "rp",
        "weapons",
        "armour",
        "shields",
        "suits",
        "aug",
        "gaia_link",
        "hack_passes",
        "combos",
        "daemons",
        "lost",
    ),
    concealable=(
        "craft",
        "vehicle",
        "gunner",
        "stn",
        "attributes",
        "skills",
        "hp",
        "stun",
        "weapons",
        "armour",
        "shields",
        "suits",
        "combos",
    ),
)
