"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling(
        "defence-units", "hybrid.ruling.defence-units", ("percent", "df"),
        "The target's PDF comes off the success chance in percentage points, or off the Difficulty Factor.",
    ),
    Ruling(
        "degree-damage", "hybrid.ruling.degree-damage", ("all", "surplus"),
        "The degree multiplies all damage before armour, or only its surplus counts and goes straight to PBD.",
    ),
    Ruling(
        "initiative-floor", "hybrid.ruling.initiative-floor", ("one", "zero"),
        "An initiative below 1 counts as 1, or as 0; the rest becomes speed points.",
    ),
)
