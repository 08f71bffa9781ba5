"""Ways around walls: past corners, through doors, and never through a wall."""

from __future__ import annotations

import random

from starfray.engine.position import AnyPosition
from starfray.engine.routes import MAX_TESTS, Router, advance, route, way_length
from starfray.engine.scene import apart, path_length
from starfray.engine.walls import wall_between, wall_in_way
from tests.engine.walled import wall, walled


def room(door: bool) -> AnyPosition:
    return walled(
        wall((5, 4), (5, 0), (15, 0), (15, 10), (5, 10), (5, 6)), wall((5, 4), (5, 6), kind="door", open=door, name="hatch")
    )


def test_without_a_wall_in_between_the_way_is_straight() -> None:
    found = route(walled(wall((5, 0), (5, 10))), (0, 0), (3, 9))
    assert found is not None
    assert (found.points, found.door) == (((3, 9),), "")


def test_a_wall_is_walked_around_by_its_nearer_end() -> None:
    place = walled(wall((5, 0), (5, 10)))
    found = route(place, (0, 7), (10, 7))
    assert found is not None
    assert 11.6 < path_length((0, 7), found.points) < 12.6  # 11.66 past the very end
    assert all(y > 6.9 for _, y in found.points)
    assert wall_in_way(place, (0, 7), found.points) is None


def test_the_way_into_a_room_is_its_door_open_or_closed() -> None:
    inside = route(room(True), (10, 20), (10, 5))
    closed = route(room(False), (10, 20), (10, 5))
    assert inside is not None
    assert closed is not None
    assert (inside.door, closed.door) == ("", "hatch")
    assert wall_in_way(room(True), (10, 20), inside.points) is None


def test_a_closed_door_is_left_closed_if_the_way_around_is_short() -> None:
    place = walled(wall((5, 4), (5, 0)), wall((5, 4), (5, 6), kind="door", name="hatch"))
    found = route(place, (4, 5), (6, 5))
    assert found is not None
    assert found.door == ""


def test_there_is_no_way_into_a_room_without_doors() -> None:
    box = walled(wall((5, 0), (15, 0), (15, 10), (5, 10), (5, 0)))
    assert route(box, (0, 5), (10, 5)) is None
    assert advance(box, (0, 5), (10, 5), 5, 2) is None
    assert way_length(box, (0, 5), (10, 5)) == 10


def test_one_advances_to_the_door_opens_it_and_goes_on_until_the_goal_is_in_sight() -> None:
    outside = advance(room(False), (0, 5), (10, 8), 20, 50)
    assert outside is not None
    assert outside.door == "hatch"
    assert apart(outside.path[-1], (5, 5)) < 1
    inside = advance(room(True), outside.path[-1], (10, 8), 20, 50)
    assert inside is not None
    end = inside.path[-1] if inside.path else outside.path[-1]
    assert wall_between(room(True), end, (10, 8)) is None
    short = advance(room(True), (0, 5), (14, 9), 3, 1)
    assert short is not None
    assert path_length((0, 5), short.path) <= 3


def test_straight_on_to_a_closed_door_one_goes_as_far_as_the_door() -> None:
    there = advance(room(False), (0, 5), (10, 5), 20, 2)
    assert there is not None
    assert there.door == "hatch"
    assert 4 < there.path[-1][0] < 5


def test_in_random_scenes_no_way_crosses_a_wall_and_none_is_missed_where_one_is_known() -> None:
    dice = random.Random(5)
    found = 0
    for _ in range(60):
        walls = []
        for _ in range(12):
            x, y = dice.randrange(30), dice.randrange(30)
            walls.append(wall((x, y), (x + dice.randrange(1, 8), y + dice.randrange(-8, 8))))
        place = walled(*walls)
        start, goal = (dice.random() * 30, dice.random() * 30), (dice.random() * 30, dice.random() * 30)
        there = route(place, start, goal)
        if there is not None:
            found += 1
            assert wall_in_way(place, start, there.points) is None
            assert path_length(start, there.points) >= apart(start, goal) - 1e-9
            part = advance(place, start, goal, 4.0, 1.0)
            assert part is not None
            assert path_length(start, part.path) <= 4.0
            assert wall_in_way(place, start, part.path) is None
    assert found > 40  # lines in the open seldom close anybody in


def test_a_search_in_a_huge_maze_gives_up_and_does_not_hang() -> None:
    fence = wall((-5, -5), (50, -5), (50, 50), (-5, 50), (-5, -5))
    walls = (fence, *(wall((x, y), (x + 0.7, y)) for x in range(40) for y in range(20)))
    router = Router(walls)
    assert router.route((20, 10.5), (100, 100)) is None
    assert router.tests <= MAX_TESTS + 2 * len(router.nodes)
