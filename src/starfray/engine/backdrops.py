"""The picture under a map, from a file or the GM's hand. Where it lies on the server is known by its name alone."""

from __future__ import annotations

import re

from starfray.engine.codec import Plain, from_plain, show
from starfray.engine.errors import BadInput
from starfray.engine.scene import Backdrop

GRIDS = ("none", "square", "hex")
A_PICTURE = re.compile(r"[0-9a-f]{40}")
FARTHEST = 100_000.0
SMALLEST, LARGEST = 0.1, 1_000.0  # a cell


def read_backdrop(data: Plain) -> Backdrop:
    if not isinstance(data, dict):
        raise BadInput(f"{show(data)} is not a table", field="backdrop", expected="a [backdrop] table")
    made = from_plain(Backdrop, data, "backdrop")
    check_backdrop(made, "backdrop")
    return made


def check_backdrop(made: Backdrop, where: str) -> None:
    """Refuse what cannot be drawn."""
    if made.picture and not A_PICTURE.fullmatch(made.picture):
        raise BadInput(
            f"picture = {show(made.picture)}", field=f"{where}.picture", expected="the name of a picture of a campaign"
        )
    if made.grid not in GRIDS:
        raise BadInput(f"grid = {show(made.grid)}", field=f"{where}.grid", expected="one of " + ", ".join(GRIDS))
    if not SMALLEST <= made.cell <= LARGEST:
        raise BadInput(f"cell = {made.cell:g}", field=f"{where}.cell", expected=f"{SMALLEST:g} to {LARGEST:g}")
    for field, point in (("at", made.at), ("offset", made.offset), ("size", made.size or (1.0, 1.0))):
        if any(abs(number) > FARTHEST for number in point):
            raise BadInput(f"a {field} off the map", field=f"{where}.{field}", expected=f"coordinates up to {FARTHEST:g}")
    if made.size is not None and min(made.size) <= 0:
        raise BadInput("a picture without size", field=f"{where}.size", expected="[width, height] above 0")
