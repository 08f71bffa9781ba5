"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling
from starfray.rulebooks.gurps.state import Gurps

RULINGS = (
    Ruling(
        "knockdown-penalty", "gurps.ruling.knockdown-penalty", ("major", "always"),
        "The -5 and -10 on knockdown rolls hold for a major wound to that place, or for every wound there.",
    ),
    Ruling(
        "posture-scope", "gurps.ruling.posture-scope", ("melee", "all"),
        "The posture's penalty to attack holds in melee only, or for shots as well.",
    ),
    Ruling("skull-dr", "gurps.ruling.skull-dr", ("2", "0"), "The DR of the skull itself."),
)


def ruling(state: Gurps, name: str) -> str:
    chosen = state.rulings.get(name)
    return chosen if chosen is not None else next(each.choices[0] for each in RULINGS if each.key == name)
