"""How hard a planner thinks, and what it cares for: levels and temperaments, by the name `planner:LEVEL:TEMPERAMENT`."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.errors import BadInput, suggest

#: playouts for one action; a question gets a quarter of them
LEVELS = {"1": 100, "2": 400, "3": 1600}
USUAL_LEVEL = "2"
NAME = "planner"


@dataclass(frozen=True, slots=True)
class Weights:
    """What a playout is worth: each figure lies between 0 and 1 and counts so much.

    `win`: the fight is won in the end. `outlook`: the position at the horizon, see `Rulebook.outlook`. `own`: those of our side
    who are still up at the end. `others`: the same without the one who decides. `foes`: those of the other sides who are down.
    """

    win: float = 1.0
    outlook: float = 1.0
    own: float = 0.0
    others: float = 0.0
    foes: float = 0.0

    @property
    def whole(self) -> float:
        return self.win + self.outlook + self.own + self.others + self.foes


TEMPERAMENTS = {
    "steady": Weights(),
    "cautious": Weights(win=1.0, outlook=1.0, own=2.0),
    "reckless": Weights(win=1.0, outlook=0.5, foes=1.5),
    "protective": Weights(win=1.0, outlook=1.0, others=2.0),
    "cruel": Weights(win=0.5, outlook=0.5, foes=3.0),
}
STEADY = TEMPERAMENTS["steady"]


def is_planner(name: str) -> bool:
    return name == NAME or name.startswith(f"{NAME}:")


def read_settings(name: str) -> tuple[int, str]:
    """'planner', 'planner:2', 'planner:2:cautious': the playouts for an action, and the temperament."""
    _, level, temperament, *more = [*name.split(":"), "", ""][: max(3, name.count(":") + 1)]
    level, temperament = level or USUAL_LEVEL, temperament or "steady"
    if level not in LEVELS or more:
        raise BadInput(f"no policy {name!r}", field="--policy", expected=f"planner:LEVEL, LEVEL one of {', '.join(LEVELS)}")
    if temperament not in TEMPERAMENTS:
        raise BadInput(f"no temperament {temperament!r}", field="--policy", expected=suggest(temperament, list(TEMPERAMENTS)))
    return LEVELS[level], temperament
