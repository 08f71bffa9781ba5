"""Hiding ends with any attack, and what is hidden cannot be hacked."""

from __future__ import annotations

import pytest

from tests.icar import build
from tests.icar.chase import chase, stand_by
from tests.icar.street import refused


@pytest.mark.rule("icar.ruling.hidden-ends")
@pytest.mark.parametrize("die", [2, 6])
def test_a_vehicle_that_rams_from_hiding_is_seen_whether_it_strikes_or_not(die: int) -> None:
    board = chase(begun=False).gm("hide car").step(dice=[5, 5])
    stand_by(board.play("declare pil ram van", dice=[]), "hax", "eng").play("fly pil", dice=[die])
    assert (board.get("car.hidden"), board.get("gun.hidden")) == (False, False)


@pytest.mark.rule("icar.vehicle.pilot.check")
def test_a_vehicle_that_only_dodges_stays_hidden() -> None:
    board = chase(begun=False).gm("hide car").step(dice=[5, 5])
    stand_by(board.play("declare pil dodge", dice=[]), "hax", "eng").play("fly pil", dice=[6])
    assert board.get("car.hidden") is True


@pytest.mark.rule("icar.ruling.hidden-ends", "icar.vehicle.board")
def test_whoever_boards_an_enemy_from_hiding_is_seen_and_whoever_joins_a_friend_is_not() -> None:
    board = chase(begun=False).gm("hide car").step(dice=[5, 5])
    stand_by(board.play("declare pil dodge", dice=[]).play("wait hax", dice=[]), "eng", "pil")
    board.play("jump hax van", dice=[10], answers=["alongside", "Like a cat.", "0"])
    assert (board.get("hax.hidden"), board.get("hax.aboard"), board.get("car.hidden")) == (False, "van", False)
    friend = '[[combatant]]\nid = "jeep"\nside = "crew"\nvehicle = "rover"\n'
    board = chase(more=friend, begun=False).gm("hide car").step(dice=[5, 5])
    stand_by(board.play("declare pil dodge", dice=[]).play("wait hax", dice=[]), "eng", "pil")
    board.play("jump hax jeep", dice=[10], answers=["alongside", "Like a cat.", "0"])
    assert (board.get("hax.hidden"), board.get("car.hidden")) == (True, True)


@pytest.mark.rule("icar.ruling.hidden-ends", "icar.ruling.tractor-beam")
def test_a_craft_that_pulls_an_enemy_from_hiding_is_seen() -> None:
    board = build.fight().gm("hide ship").begin()
    build.stand_by(board, "ops").play("tractor eng foe", dice=[2])
    assert board.get("ship.hidden") is False


@pytest.mark.rule("icar.ruling.illegal")
def test_nobody_hacks_what_is_hidden() -> None:
    ghost = '[[combatant]]\nid = "ghost"\nside = "gang"\nhidden = true\nvehicle = "rover"\n'
    board = chase(more=ghost + '[[combatant]]\nid = "gp"\naboard = "ghost"\nrole = "pilot"\n', begun=False).step(dice=[5, 5, 3])
    refused(board.play("declare pil dodge", dice=[]), "hack hax ghost", "icar.ruling.illegal")
    board.gm("reveal ghost").play("hack hax ghost", dice=[9])
