"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "suppressive-fire",
        "coriolis.ruling.suppress.full-auto",
        ("per-purchase", "once"),
        "In full auto each purchase of suppressive fire gives 2 stress, or one more in all.",
    ),
    Ruling(
        "close-helpless",
        "coriolis.ruling.ranged.close-helpless",
        ("replaces", "adds"),
        "Shooting the helpless at Close Range is +3 instead of -3, or +3 on top of it.",
    ),
    Ruling(
        "severity",
        "coriolis.ruling.crit.severity",
        ("more-rolls", "tens"),
        "Further sixes roll more d66 and keep the highest, or add 1 each to the tens die.",
    ),
    Ruling(
        "untrained-first-aid",
        "coriolis.ruling.first-aid.untrained",
        ("forbidden", "allowed"),
        "Whether people without Medicurgy may try first aid, on Wits alone.",
    ),
    Ruling(
        "sneak",
        "coriolis.ruling.sneak.opposed",
        ("plain", "opposed"),
        "Infiltration is a plain test, or opposed by the best Observation of the other side.",
    ),
    Ruling(
        "ram-damage",
        "coriolis.ruling.vehicle.which-hp",
        ("current", "maximum"),
        "Ramming does a fifth of the vehicle's present Hit Points, or of its maximum.",
    ),
    Ruling(
        "crit-needs-damage",
        "coriolis.ruling.crit.needs-damage",
        ("yes", "no"),
        "Whether a bought injury needs a point of damage to get through the armour.",
    ),
    Ruling(
        "breakdown",
        "coriolis.ruling.stress.zero",
        ("out", "table"),
        "Whoever has no Mind Points left lies there out of the fight, or a D6 says how she breaks down.",
    ),
    Ruling(
        "counter-timing",
        "coriolis.ruling.melee.counter-timing",
        ("simultaneous", "after"),
        "A counterattack lands even if the attack breaks the defender, or only if she still stands.",
    ),
    Ruling(
        "defend",
        "coriolis.ruling.melee.defend-declare",
        ("before", "after"),
        "The defence is declared before the attack is rolled, or after seeing it.",
    ),
    Ruling(
        "claim",
        "coriolis.ruling.initiative.claim-scope",
        ("first", "all"),
        "A claimed weapon must be used for the first action of the slot, or for all of them.",
    ),
    Ruling(
        "desperation",
        "coriolis.ruling.desperation-six-count",
        ("one", "two"),
        "Two sixes of a desperation roll count as one six, or as two.",
    ),
)
