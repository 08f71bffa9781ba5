"""A small map in letters: who and what cover stands where."""

from __future__ import annotations

from typing import Any

from starfray.engine.scene import Point
from starfray.terminal.output import Output
from starfray.terminal.screen import called, side_colour

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
WIDEST, HIGHEST = 64, 20


def show_map(output: Output, view: Any) -> None:
    standing = [combatant for combatant in view.roster.values() if combatant.at is not None and not combatant.out]
    covers = [cover for cover in view.scene.cover if cover.at is not None]
    if not standing:
        output.say("Nobody has a place on the map; distances are said by the GM (gm distance ONE OTHER METRES).")
        return
    points: list[Point] = [combatant.at for combatant in standing] + [cover.at for cover in covers]
    low, high = bounds(points, view.scene.size)
    columns, rows, across, down = grid(low, high, min(WIDEST, output.width - 8))
    field = [["·"] * columns for _ in range(rows)]
    for cover in covers:
        column, row = cell(cover.at, low, across, down)
        field[row][column] = output.paint("#", "dim")
    for letter, combatant in zip(LETTERS, standing, strict=False):
        column, row = cell(combatant.at, low, across, down)
        field[row][column] = output.paint(letter, "bold", side_colour(view, combatant.side))
    for number, line in enumerate(field):
        output.say(f"{low[1] + number * down:5.0f} " + "".join(line))
    marks = "".join(f"{low[0] + column * across:<8.0f}" for column in range(0, columns, 8))
    output.say("      " + marks[: columns + 4], "dim")
    output.flow(
        [
            f"{letter} {called(view, combatant.id)} {combatant.at[0]:g},{combatant.at[1]:g}"
            for letter, combatant in zip(LETTERS, standing, strict=False)
        ],
        "   ",
        "  ",
    )
    output.flow(
        [f"# {cover.name} {cover.rating or cover.kind} at {cover.at[0]:g},{cover.at[1]:g}" for cover in covers], "   ", "  "
    )


def bounds(points: list[Point], size: Point | None) -> tuple[Point, Point]:
    """The corners of what must be seen: the map as given, and everybody who stands outside it."""
    xs = [point[0] for point in points] + ([0.0, size[0]] if size else [])
    ys = [point[1] for point in points] + ([0.0, size[1]] if size else [])
    return (min(xs), min(ys)), (max(xs), max(ys))


def grid(low: Point, high: Point, widest: int) -> tuple[int, int, float, float]:
    """Columns, rows, metres per column and per row; a letter is about twice as high as wide."""
    wide, tall = high[0] - low[0], high[1] - low[1]
    across = max(0.5, wide / (widest - 1), tall / (HIGHEST - 1) / 2)
    down = 2 * across
    return int(wide / across) + 1, int(tall / down + 0.5) + 1, across, down


def cell(point: Point, low: Point, across: float, down: float) -> tuple[int, int]:
    return int((point[0] - low[0]) / across + 1e-9), int((point[1] - low[1]) / down + 0.5 - 1e-9)
