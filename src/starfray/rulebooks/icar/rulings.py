"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling("stn-owner", "icar.ruling.stn-owner", ("shooter", "target"),
           "The base STN is that of the craft that shoots, or of the craft shot at."),
    Ruling("system-hull", "icar.ruling.system-hull", ("no", "yes"),
           "A hit on a system also damages the hull."),
    Ruling("dice-pool", "icar.pool.optional", ("off", "on"),
           "The shared pool: as many D10 as there are players, to add to checks."),
)


def ruled(state: AnyPosition, key: str) -> str:
    """The choice that holds in this fight."""
    default = next(ruling.choices[0] for ruling in RULINGS if ruling.key == key)
    return state.rulings.get(key, default)
