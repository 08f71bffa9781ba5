"""The switches: choices where tables differ and play changes. The first choice is the default."""

from __future__ import annotations

from starfray.engine.position import AnyPosition
from starfray.engine.rulebook import Ruling

RULINGS = (
    Ruling("stn-owner", "icar.ruling.stn-owner", ("shooter", "target"),
           "The base STN is that of the craft that shoots, or of the craft shot at."),
    Ruling("system-hull", "icar.ruling.system-hull", ("no", "yes"),
           "A hit on a system also damages the hull."),
    Ruling("strict-order", "icar.space.strict-order", ("on", "off"),
           "In space roles act in a strict order, or in any order the crew likes with the gunners last."),
    Ruling("ripping-value", "icar.ruling.ripping-value", ("5", "4"),
           "What Ripping balls takes off the STN."),
    Ruling("system-modifier", "icar.ruling.system-modifier", ("modifier", "target-number"),
           "A system's figure is added to the STN, or 12 + the figure takes the place of the base STN."),
    Ruling("travel", "icar.ruling.travel", ("free", "check"),
           "An engineer gets to a broken system without a die, or with a check at 12."),
    Ruling("enemy-shot", "icar.ruling.enemy-shot", ("plain", "minus-6"),
           "Enemies of two numbers shoot at their STN, or at 6 less as the players' gunners do."),
    Ruling("life-support-target", "icar.ruling.life-support-target", ("yes", "no"),
           "Life support may be shot at directly."),
    Ruling("dice-pool", "icar.pool.optional", ("off", "on"),
           "The shared pool: as many D10 as there are players, to add to checks."),
)


def ruled(state: AnyPosition, key: str) -> str:
    """The choice that holds in this fight."""
    default = next(ruling.choices[0] for ruling in RULINGS if ruling.key == key)
    return state.rulings.get(key, default)
