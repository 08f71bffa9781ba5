"""What fog leaves of a seat's view: nothing that lies in places its side has never seen is sent."""

from __future__ import annotations

import hashlib
import io
from itertools import pairwise
from typing import Any

from PIL import Image, ImageDraw

from starfray.engine.scene import Point, apart
from starfray.engine.view import NO_SIDE, own_of, side_of
from starfray.room.fog import Cells, seen_by
from starfray.room.state import Covered, RoomState, View

NOWHERE: View = {"at": None, "facing": None, "rings": []}  # of a card whose place is not known
MOST_COVERED = 64  # pictures of a room with the unseen blacked out that are known by name


def without_unseen(room: RoomState, viewer: str, shared: View) -> View:
    """The part of a view that seats share, without what lies in the fog for this viewer."""
    seen = seen_by(room, viewer)
    if seen is None:
        return shared
    state = room.fight.state
    cells = Cells.of(state.scene.size)
    side, own = side_of(state, viewer), own_of(state, viewer)
    foes = {
        who
        for who, card in shared["cards"].items()
        if (card["side"] != side or side == NO_SIDE) and who not in own and not stands_seen(cells, seen, card["at"])
    }
    return {
        **shared,
        "cards": {who: {**card, **NOWHERE} if who in foes else card for who, card in shared["cards"].items()},
        "scene": seen_scene(room, cells, seen, shared["scene"]),
        "areas": [area for area in shared["areas"] if area["who"] not in foes and cells.shows(seen, area["at"])],
        "goals": [
            goal if goal["side"] == side or stands_seen(cells, seen, goal["at"]) else {**goal, "at": None}
            for goal in shared["goals"]
        ],
    }


def stands_seen(cells: Cells, seen: int, at: Any) -> bool:
    return at is None or cells.shows(seen, at)


def seen_scene(room: RoomState, cells: Cells, seen: int, scene: View) -> View:
    return {
        **scene,
        "fog": {"edge": cells.edge, "rows": cells.words(seen)},
        "cover": [each for each in scene["cover"] if stands_seen(cells, seen, each["at"])],
        "zones": [each for each in scene["zones"] if cells.touches(seen, each["at"])],
        "walls": [part for wall in scene["walls"] for part in seen_parts(cells, seen, wall)],
        "backdrop": seen_backdrop(room, cells, seen, scene["backdrop"]),
    }


def seen_parts(cells: Cells, seen: int, wall: View) -> list[View]:
    """The stretches of a wall beside which something is seen; a door is seen as a whole."""
    points = wall["points"]
    if wall["kind"] == "door":
        middle = [(points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2]
        return [wall] if any(cells.touches(seen, (x, y)) for x, y in (*points, middle)) else []
    parts: list[list[Point]] = [[]]
    for here, there in pairwise(points):
        steps = max(1, round(2 * apart((here[0], here[1]), (there[0], there[1])) / cells.edge))
        for step in range(steps):
            ends = [along(here, there, step / steps), along(here, there, (step + 1) / steps)]
            if not cells.touches(seen, along(here, there, (step + 0.5) / steps)):
                parts.append([])
            elif parts[-1] and parts[-1][-1] == ends[0]:
                parts[-1].append(ends[1])
            else:
                parts.append(ends)
    return [{**wall, "points": [list(point) for point in straightened(part)]} for part in parts if len(part) > 1]


def along(here: list[float], there: list[float], share: float) -> Point:
    return (round(here[0] + share * (there[0] - here[0]), 3), round(here[1] + share * (there[1] - here[1]), 3))


def straightened(part: list[Point]) -> list[Point]:
    """Without the points between the ends of a straight stretch."""
    kept = part[:1]
    for here, there in pairwise(part[1:]):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], here, there
        if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) > 1e-2 * max(1.0, apart(kept[-1], there)):
            kept.append(here)
    return [*kept, part[-1]]


# --- the picture -----------------------------------------------------------------------------------------------------


def seen_backdrop(room: RoomState, cells: Cells, seen: int, under: View | None) -> View | None:
    """The picture goes by another name, under which its unseen places are black. Nobody can guess it who does not know the
    picture itself.
    """
    if under is None or not under["picture"]:
        return under
    covered = Covered(under["picture"], tuple(under["at"]), tuple(under["size"]), cells, seen)
    name = hashlib.sha256(repr(covered).encode()).hexdigest()[:40]
    if name not in room.covered:
        while len(room.covered) >= MOST_COVERED:
            del room.covered[next(iter(room.covered))]
        room.covered[name] = covered
    return {**under, "picture": "", "covered": name}


def blacked_out(data: bytes, covered: Covered) -> bytes:
    """The picture as WebP with everything black that is not seen, or not on the map."""
    cells = covered.cells
    with Image.open(io.BytesIO(data)) as opened:
        whole = opened.convert("RGB")
    mask = Image.new("1", whole.size, 0)
    pen = ImageDraw.Draw(mask)
    across, up = whole.width / covered.size[0], whole.height / covered.size[1]
    for row, word in enumerate(cells.words(covered.seen)):
        top = round(whole.height - ((row + 1) * cells.edge - covered.at[1]) * up)
        bottom = round(whole.height - (row * cells.edge - covered.at[1]) * up)
        for column, mark in enumerate(word):
            left = round((column * cells.edge - covered.at[0]) * across)
            right = round(((column + 1) * cells.edge - covered.at[0]) * across)
            if mark == "1" and right > left and bottom > top:
                pen.rectangle((left, top, right - 1, bottom - 1), fill=1)
    held = io.BytesIO()
    Image.composite(whole, Image.new("RGB", whole.size), mask).save(held, "WEBP", quality=82, method=2)
    return held.getvalue()
