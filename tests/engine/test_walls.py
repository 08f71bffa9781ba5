"""Walls: what they stop, exactly, and that a file, the GM's hand, a save and an undo keep them as they are."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import starfray
from starfray.engine.errors import BadInput
from starfray.engine.position import AnyPosition
from starfray.engine.scene import Point
from starfray.engine.walls import (
    FEW,
    FINE,
    Segments,
    WallIndex,
    frame_before,
    index_of,
    meets,
    read_walls,
    spoken_wall,
    wall_between,
    wall_in_way,
)
from tests.engine.toys import TWO, two
from tests.engine.walled import wall, walled

HOUSE = """
[[wall]]
points = [[0, 0], [10, 0], [10, 10]]

[[wall]]
from = [0, 0]
to = [0, 4]
kind = "window"
name = "west"

[[wall]]
from = [0, 4]
to = [0, 6]
kind = "door"
name = "hatch"
"""


def seen(place: AnyPosition, here: Point, there: Point) -> bool:
    both = [wall_between(place, here, there) is None, wall_between(place, there, here) is None]
    assert both[0] == both[1], "whoever sees somebody is seen by them"
    return both[0]


def free(place: AnyPosition, *points: Point) -> bool:
    return wall_in_way(place, points[0], points[1:]) is None


def test_a_wall_stops_sight_and_movement_and_a_line_beside_it_does_not() -> None:
    place = walled(wall((5, 0), (5, 10)))
    assert not seen(place, (0, 5), (9, 5))
    assert not free(place, (0, 5), (9, 5))
    assert seen(place, (0, 5), (9, 15.1))
    assert free(place, (0, 5), (0, 12), (9, 12), (9, 5))
    assert not free(place, (0, 5), (0, 9), (9, 9), (9, 5))


def test_a_line_that_touches_an_end_or_a_corner_is_stopped() -> None:
    place = walled(wall((5, 0), (5, 10)))
    assert not seen(place, (0, 10), (9, 10))
    corner = walled(wall((0, 5), (5, 5)), wall((5, 5), (5, 9)))  # two walls that meet leave no gap
    assert not seen(corner, (2, 8), (8, 2))
    assert not seen(corner, (4, 6), (6, 4))


def test_decimal_places_leave_no_gap_where_a_wall_ends_on_another() -> None:
    tee = walled(wall((0.1, 0.1), (0.3, 0.3)), wall((0.2, 0.2), (0.2, 9.2)))
    assert not seen(tee, (0.1, 0.3), (0.3, 0.1))
    assert not free(tee, (0.1, 0.3), (0.3, 0.1))


def test_who_stands_on_a_wall_sees_both_sides_but_nobody_may_stop_there() -> None:
    place = walled(wall((5, 0), (5, 10)))
    assert seen(place, (5, 5), (0, 5))
    assert seen(place, (5, 5), (9, 5))
    assert not seen(place, (5, 5), (5, 7))
    assert not free(place, (0, 5), (5, 5))
    assert free(place, (5, 5), (0, 5))


def test_windows_and_doors() -> None:
    window, shut, ajar = (
        wall((5, 0), (5, 2), kind="window"),
        wall((5, 2), (5, 4), kind="door"),
        wall((5, 4), (5, 6), kind="door", open=True),
    )
    place = walled(window, shut, ajar)
    assert seen(place, (0, 1), (9, 1))
    assert not free(place, (0, 1), (9, 1))
    assert not seen(place, (0, 3), (9, 3))
    assert not free(place, (0, 3), (9, 3))
    assert seen(place, (0, 5), (9, 5))
    assert free(place, (0, 5), (9, 5))
    assert frame_before(place, (0, 5), (6, 5)) is ajar
    assert frame_before(place, (0, 5), (9, 5)) is None  # too far behind it
    assert frame_before(place, (0, 1), (7, 1)) is window
    assert [spoken_wall(each) for each in (window, shut, ajar)] == ["a window", "a closed door", "an open door"]


def exact_meeting(line: tuple[Point, Point], piece: tuple[Point, Point], ends_count: bool) -> bool:
    """The same by fractions and another way: solve for the shares of both at which they meet."""
    (ax, ay), (bx, by) = [(Fraction(x), Fraction(y)) for x, y in line]
    (px, py), (qx, qy) = [(Fraction(x), Fraction(y)) for x, y in piece]
    lx, ly, wx, wy = bx - ax, by - ay, qx - px, qy - py
    cross = lx * wy - ly * wx
    if cross:
        along_line = ((px - ax) * wy - (py - ay) * wx) / cross
        along_wall = ((px - ax) * ly - (py - ay) * lx) / cross
        return along_line > 0 and (along_line <= 1 if ends_count else along_line < 1) and 0 <= along_wall <= 1
    if (px - ax) * ly - (py - ay) * lx or (lx == 0 and ly == 0):
        return False
    shares = sorted(((x - ax) * lx + (y - ay) * ly) / (lx * lx + ly * ly) for x, y in ((px, py), (qx, qy)))
    return shares[1] > 0 and (shares[0] <= 1 if ends_count else shares[0] < 1)


@pytest.mark.parametrize("ends_count", [True, False])
def test_what_meets_what_agrees_with_fractions_on_random_and_degenerate_lines(ends_count: bool) -> None:
    dice = random.Random(7)
    hits = 0
    for _ in range(8_000):  # few places, so that touching ends, corners and lines along walls are common
        ax, ay, bx, by, px, py, qx, qy = (dice.randrange(6) for _ in range(8))
        if (ax, ay) == (bx, by) or (px, py) == (qx, qy):
            continue
        found = meets(ax, ay, bx, by, (px, py, qx, qy, 0), ends_count) >= 0
        assert found == exact_meeting(((ax, ay), (bx, by)), ((px, py), (qx, qy)), ends_count)
        hits += found
    assert 1_200 < hits < 6_800


def test_the_index_of_many_walls_finds_what_looking_at_each_finds() -> None:
    dice = random.Random(11)
    pieces = []
    for number in range(300):
        x, y = dice.randrange(60 * FINE), dice.randrange(60 * FINE)
        pieces.append((x, y, x + dice.randrange(1, 9 * FINE), y + dice.randrange(-9 * FINE, 9 * FINE), number))
    many = Segments(pieces, ends_count=True)
    assert many.size
    assert len(pieces) > FEW
    blocked = 0
    for _ in range(1_000):
        line = [dice.randrange(-20 * FINE, 90 * FINE) for _ in range(4)]
        if dice.random() < 0.2:
            line[2] = line[0]  # straight up, along the cells
        one_by_one = {piece[4] for piece in pieces if meets(*line, piece, True) >= 0}  # type: ignore[call-arg, arg-type]
        assert {number for _, number in many.met(*line)} == one_by_one
        blocked += bool(one_by_one)
    assert 170 < blocked < 1_000


def test_a_line_across_the_whole_world_is_looked_up_where_the_walls_are() -> None:
    walls = tuple(wall((x, 0), (x, 1)) for x in range(40))
    index = WallIndex(walls)
    assert index.sight.first((-1e9, 0.5), (1e9, 0.5)) == 0
    assert index.sight.first((-1e9, 2.5), (1e9, 2.5)) == -1


def test_the_index_is_made_once_for_the_same_walls() -> None:
    walls = (wall((0, 0), (1, 1)),)
    assert index_of(walls) is index_of(walls)
    assert index_of((wall((0, 0), (1, 1)),)) is not index_of(walls)


# --- files, the GM's hand, saves ----------------------------------------------------------------------------------------


def test_walls_in_a_file_are_written_back_and_loaded_to_the_same_position() -> None:
    fight = two(HOUSE)
    assert [(each.kind, each.name, each.open, len(each.points)) for each in fight.state.scene.walls] == [
        ("wall", "", False, 3),
        ("window", "west", False, 2),
        ("door", "hatch", False, 2),
    ]
    again = starfray.loads(fight.to_text())
    assert again.state.scene.walls == fight.state.scene.walls
    assert starfray.restore(fight.to_json()).state.scene.walls == fight.state.scene.walls


def test_a_door_without_a_name_is_given_one() -> None:
    rows = [{"from": [0, 0], "to": [1, 0], "kind": "door"}, {"from": [1, 0], "to": [2, 0], "kind": "door", "name": "door-1"}]
    assert [each.name for each in read_walls(rows)] == ["door-2", "door-1"]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ({"from": [0, 0]}, "wall.0"),
        ({"from": [0, 0], "to": [0, 0]}, "wall.0.points"),
        ({"from": [0, 0], "to": [0.00001, 0]}, "wall.0.points"),
        ({"points": [[0, 0]]}, "wall.0.points"),
        ({"points": [[0, 0], [1, 1]], "from": [0, 0]}, "wall.0.points"),
        ({"points": [[0, 0], [1, 1], [2, 2]], "kind": "door"}, "wall.0.points"),
        ({"points": [[0, 0], [1, 1]], "kind": "hedge"}, "wall.0.kind"),
        ({"points": [[0, 0], [1, 1]], "open": True}, "wall.0.open"),
        ({"points": [[0, 0], [1e8, 1]]}, "wall.0.points"),
        ({"points": [[0, 0], [1, float("nan")]]}, "wall.0.points.1.1"),
        ({"points": [[0, 0], [1, 1]], "colour": "red"}, "wall.0.colour"),
        ({"points": [[0, 0], [1, 1]], "name": "x" * 61}, "wall.0.name"),
    ],
)
def test_what_is_no_wall_is_refused_and_the_field_named(row: dict[str, object], field: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_walls([row])
    assert caught.value.field == field


def test_two_doors_of_one_name_and_too_many_walls_are_refused() -> None:
    door = {"from": [0, 0], "to": [1, 0], "kind": "door", "name": "hatch"}
    with pytest.raises(BadInput, match="a second door 'hatch'"):
        read_walls([door, {**door, "to": [2, 0]}])
    with pytest.raises(BadInput, match="2001 walls"):
        read_walls([{"from": [0, 0], "to": [1, 0]}] * 2001)


def test_the_line_of_the_file_is_named() -> None:
    with pytest.raises(BadInput) as caught:
        starfray.loads(TWO + '\n[[wall]]\nfrom = [0, 0]\nto = [1, 1]\nkind = "hedge"\n')
    assert caught.value.line == TWO.count("\n") + 5


def test_the_gm_builds_opens_closes_and_removes_and_all_of_it_can_be_undone() -> None:
    fight = two(HOUSE)
    before = fight.to_text()
    fight.gm("door hatch").gm("door hatch open=no").gm("door hatch open=yes")
    assert [each.open for each in fight.state.scene.walls] == [False, False, True]
    with pytest.raises(BadInput, match="open already"):
        fight.gm("door hatch open=yes")
    fight.gm('wall 3,3>4,4 door name="back way"').gm("wall 1,1>2,2>3,1").gm("remove-wall west").gm("remove-wall 0")
    assert [each.name for each in fight.state.scene.walls] == ["hatch", "back way", ""]
    for bad in ("wall 1,1>1,1", "wall 1,1>2,2 door name=hatch", "remove-wall attic", "door attic", "door hatch open=perhaps"):
        with pytest.raises(BadInput):
            fight.gm(bad)
    assert starfray.replay(fight.transcript()).ok
    for _ in range(7):
        fight.undo()
    assert fight.to_text() == before


def test_walls_set_as_a_figure_are_checked_too() -> None:
    fight = two(HOUSE)
    fight.gm('set scene.walls "[{\\"points\\": [[0, 0], [1, 1]]}]"')
    assert len(fight.state.scene.walls) == 1
    with pytest.raises(BadInput, match="without length"):
        fight.gm('set scene.walls "[{\\"points\\": [[0, 0], [0, 0]]}]"')


def test_an_old_file_has_no_walls_and_says_nothing_of_them() -> None:
    fight = two()
    assert fight.state.scene.walls == ()
    assert "wall" not in fight.to_text()
