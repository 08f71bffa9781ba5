"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.rulebook import Ruling
from starfray.rulebooks.socs.state import Socs

RULINGS = (
    Ruling(
        "dodge-roll", "socs.ruling.dodge-roll", ("half-piloting", "piloting", "automatic"),
        "A dodge rolls half the Piloting skill + MR, the whole of it + MR, or succeeds by itself.",
    ),
    Ruling(
        "crit-from-one", "socs.ruling.crit-from-one", ("literal", "two-more"),
        "A critical success with a Position AB of 1 makes it 2 (doubled), or gives at least two more.",
    ),
    Ruling(
        "minor-vs-major", "socs.ruling.minor-vs-major", ("off", "cap-at-light"),
        "Hits by minor characters on a ship with a major character aboard count in full, or as Light at most.",
    ),
)  # fmt: skip


def ruled(state: Socs, key: str) -> str:
    """The choice made for this fight, else the default."""
    default = next(ruling.choices[0] for ruling in RULINGS if ruling.key == key)
    return state.rulings.get(key, default)
