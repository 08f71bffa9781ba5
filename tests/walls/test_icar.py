"""Icar on foot among walls: they part people as shut doors between rooms do."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.icar.street import street
from tests.walls.scenes import HOUSE

GUN = 'weapons = ["arms-2"]\n'


def house(a: str, b: str, *, opened: bool = False, own: str = "") -> Fight:
    """a, who is up, in the west of the wall, b in the east."""
    return street(own, more=HOUSE.format(open=str(opened).lower())).gm(f"place a {a}").gm(f"place b {b}")


def refused(fight: Fight, action: str) -> Refused:
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


@pytest.mark.rule("icar.ruling.wall")
def test_a_wall_stops_blows_and_ways() -> None:
    assert refused(house("9.6,5", "10.4,5"), "hit a b").rule == "icar.ruling.wall"
    for y, what in (("5", "a wall"), ("15", "the window pane"), ("9", "the closed door hatch")):
        assert f"{what} is in the way" in str(refused(house(f"9,{y}", "15,2"), f"move a 11,{y}"))
    assert house("9,9", "15,2", opened=True).play("move a 11,9", dice=[]).get("a.at") == [11, 9]


@pytest.mark.rule("icar.ruling.wall", "icar.ruling.frame")
def test_shots_go_through_windows_and_open_doors_and_a_frame_is_cover() -> None:
    def number(a: str, b: str, *, opened: bool = False) -> int:
        seen = house(a, b, opened=opened, own=GUN).preview("fire a b")
        assert seen.tally is not None, seen.refused
        return seen.tally.total

    assert refused(house("5,5", "15,5", own=GUN), "fire a b").rule == "icar.ruling.wall"
    assert refused(house("5,9", "15,9", own=GUN), "fire a b").rule == "icar.ruling.wall"
    behind, far_in = number("7,15", "11,15"), number("7,15", "13,15")
    assert behind > far_in
    assert number("7,9", "11,9", opened=True) == behind


@pytest.mark.rule("icar.ruling.wall", "icar.ruling.taking")
def test_nobody_takes_what_lies_on_the_other_side_of_a_wall() -> None:
    knife = 'turn = 1\nlying = [{ weapon = { key = "knife", name = "knife" }, at = [9.6, 5.0] }]'
    fight = street(more=HOUSE.format(open="false"), now=knife).gm("place a 10.4,5")
    assert refused(fight, "take a knife").rule == "icar.ruling.taking"
    assert fight.gm("place a 9.6,5.5").preview("take a knife").refused is None


@pytest.mark.rule("icar.ruling.door")
def test_a_door_is_a_quick_task_or_a_main_action() -> None:
    fight = house("9,9", "15,5").play("open-door a hatch", dice=[])
    assert fight.state.scene.walls[1].open
    assert fight.get("a.acted") == "open-door"
    assert starfray.replay(fight.transcript()).ok
    assert not fight.undo().state.scene.walls[1].open
    assert refused(house("5,9", "15,5"), "open-door a hatch").rule == "icar.ruling.door"
