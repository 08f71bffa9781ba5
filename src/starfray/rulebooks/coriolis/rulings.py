"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "suppressive-fire", "coriolis.ruling.suppress.full-auto", ("per-purchase", "once"),
        "In full auto each purchase of suppressive fire gives 2 stress, or one more in all.",
    ),
)
