"""GURPS among walls: attacks, ways, explosions, doors."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight, Refused
from tests.gurps.fights import duel, gun
from tests.walls.scenes import HOUSE


def house(ann: str, bob: str, *, opened: bool = False, first: dict[str, str] | None = None) -> Fight:
    """Ann, who is up, in the west of the wall, Bob in the east."""
    fight = duel(first, more=HOUSE.format(open=str(opened).lower()))
    return fight.gm(f"place ann {ann}").gm(f"place bob {bob}")


def refused(fight: Fight, action: str) -> Refused:
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


PISTOL = gun("auto-pistol")


@pytest.mark.rule("gurps.ruling.wall")
def test_a_wall_stops_blows_shots_aiming_and_spells() -> None:
    near = house("9.5,5", "10.5,5")
    assert refused(near, "attack ann bob").rule == "gurps.ruling.wall"
    assert "a wall is between ann and bob" in str(refused(near, "attack ann bob"))
    far = house("5,5", "15,5", first=PISTOL)
    assert refused(far, "attack ann bob").rule == "gurps.ruling.wall"
    assert refused(far, "aim ann bob").rule == "gurps.ruling.wall"


@pytest.mark.rule("gurps.ruling.wall")
def test_windows_and_open_doors_stop_no_shot_closed_ones_do() -> None:
    for place, opened in (("15", False), ("9", True)):
        fight = house(f"5,{place}", f"15,{place}", opened=opened, first=PISTOL)
        fight.play("attack ann bob", dice=[6, 6, 4])
        assert any(event.rule == "gurps.maneuver.attack" for event in fight.events)
    assert "the closed door hatch is between" in str(refused(house("5,9", "15,9", first=PISTOL), "attack ann bob"))


@pytest.mark.rule("gurps.ruling.wall")
def test_a_step_may_bring_one_past_the_wall_and_no_way_goes_through_one() -> None:
    for way, what in (("12,5", "a wall"), ("12,15", "the window pane"), ("12,9", "the closed door hatch")):
        y = way.split(",")[1]
        assert f"{what} is in the way" in str(refused(house(f"9,{y}", "15,2"), f"move ann {way}"))
    door = house("9.5,8.5", "10.3,7.5", opened=True)
    assert refused(door, "attack ann bob").rule == "gurps.ruling.wall"
    door.play("attack ann bob path=10.1,8.5", dice=[6, 6, 4])
    assert door.get("ann.at") == [10.1, 8.5]


@pytest.mark.rule("gurps.ruling.wall")
def test_nobody_evaluates_a_foe_behind_a_wall_unless_a_step_brings_him_into_sight() -> None:
    assert refused(house("9.5,5", "10.5,5"), "evaluate ann bob").rule == "gurps.ruling.wall"
    door = house("9.5,8.5", "10.3,7.5", opened=True)
    assert refused(door, "evaluate ann bob").rule == "gurps.ruling.wall"
    door.play("evaluate ann bob path=10.1,8.5", dice=[])
    assert door.get("ann.study.turns") == 1


@pytest.mark.rule("gurps.ruling.door")
def test_opening_a_door_takes_the_turn() -> None:
    fight = house("9,9", "15,5").play("open-door ann hatch", dice=[])
    assert fight.state.scene.walls[1].open
    with pytest.raises(Refused):
        fight.play("do-nothing ann", dice=[])
    assert starfray.replay(fight.transcript()).ok
    assert not fight.undo().state.scene.walls[1].open
    assert refused(house("7,9", "15,5"), "open-door ann hatch").rule == "gurps.ruling.door"
