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
    Ruling(
        "size-in-roll", "socs.ruling.size-in-roll", ("add", "leave-out"),
        "The size of the target is added to the gunner's roll, or left out of it.",
    ),
    Ruling(
        "furball-count", "socs.ruling.furball-count", ("seven", "six"),
        "A furball needs seven craft, or six.",
    ),
    Ruling(
        "reversal-swap", "socs.ruling.reversal-swap", ("positions", "sustained-too"),
        "A reverser's critical success swaps the Position Aiming Bonuses, or the Sustained Fire ones as well.",
    ),
    Ruling(
        "class-limit-choice", "socs.ruling.class-limit-choice", ("refuse", "without-effect"),
        "Maneuver Offensively on craft too small to gain on is not offered, or is flown without effect.",
    ),
)  # fmt: skip
DEFAULTS = {each.key: each.choices[0] for each in RULINGS}


def ruled(state: Socs, key: str) -> str:
    """The choice made for this fight, else the default."""
    chosen = state.rulings.get(key)
    return DEFAULTS[key] if chosen is None else chosen
