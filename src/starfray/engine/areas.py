"""Parts of the map that matter for a while: what somebody watches, what is under fire, how far a blast would reach."""

from __future__ import annotations

from dataclasses import dataclass

from starfray.engine.scene import Point, apart, in_arc

WATCH, FIRE, SMOKE, GAS, TRIGGER, BLAST = "watch", "fire", "smoke", "gas", "trigger", "blast"


@dataclass(frozen=True, slots=True)
class Area:
    """A circle, or an arc where `toward` is given. `radius` 0: it has no end."""

    kind: str  # watch | fire | smoke | gas | trigger | blast
    label: str
    at: Point
    radius: float = 0.0
    who: str = ""  # whose it is
    toward: Point | None = None  # the line of aim in the middle of an arc,
    width: float = 0.0  # and how many degrees it takes in
    rule: str = ""
    plan: bool = False  # what somebody means to do: nobody of another side is told

    def holds(self, point: Point) -> bool:
        if self.radius and apart(self.at, point) > self.radius + 1e-9:
            return False
        return self.toward is None or in_arc(self.at, self.toward, point, self.width)
