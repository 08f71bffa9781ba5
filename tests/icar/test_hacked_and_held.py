"""What was hacked works, what a beam holds goes along or stays, and nothing works aboard a wreck."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.icar import build
from tests.icar.scenes import SHIP, hacker
from tests.icar.street import refused


def through(board: Fight, *dice: int) -> Fight:
    """Everybody left stands by, the enemies throw these, and the next turn has begun."""
    while board.actors:
        board.play(f"stand-by {board.actors[0]}", dice=[])
    return board.step(dice=list(dice))


@pytest.mark.rule("icar.ruling.tractor-beam", "icar.space.end.run-away")
def test_an_enemy_in_the_beam_stays_behind_in_a_light_jump() -> None:
    board = build.fight(ship="away = true").begin()
    build.stand_by(board, "ops").play("tractor eng foe", dice=[8]).play("light-jump pil", dice=[])
    assert (board.get("ship.out"), board.get("foe.out")) == ("jumped", "")


@pytest.mark.rule("icar.space.system.energy-web", "icar.space.system.life-support")
def test_aboard_a_wreck_the_air_runs_out() -> None:
    mate = '[[combatant]]\nid = "tug"\nside = "crew"\ncraft = { key = "freighter", air = 2 }\n'
    board = build.fight(more=mate + '[[combatant]]\nid = "tom"\naboard = "tug"\nrole = "gunner"\n').begin()
    board.gm("down tug")
    assert through(board, 2).get("tug.craft.air") == 1
    assert through(board, 2).get("tom.dying") == 40


@pytest.mark.rule("icar.hack.vehicle.systems", "icar.hack.vehicle.duration")
def test_all_doors_of_a_spacecraft_stand_open_for_the_one_turn_they_are_hacked() -> None:
    hatch = '{ name = "hatch", joins = ["hall", "yard"], holder = "ship" }'
    board = hacker(hatch, a='aboard = "ship"\narea = "hall"\n', b='aboard = "ship"\narea = "yard"\n', more=SHIP)
    for system in ("", "", " doors"):
        board.play(f"hack a ship{system}", dice=[9])
    refused(board.play("stand-by b", dice=[]).step(dice=[]), "hit a ship", "icar.ruling.illegal")
    assert (board.get("turn"), board.refusal("hit a b"), board.refusal("move a area=yard")) == (2, None, None)
    board.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[])
    refused(board, "hit a b", "icar.hack.door")


@pytest.mark.rule("icar.fire.harder", "icar.hack.combat.environment")
def test_lights_and_gravity_add_up_and_are_weighed_anew_when_one_comes_back() -> None:
    board = hacker('{ name = "lamp", kind = "lights" }, { name = "field", kind = "gravity" }')
    board.play("hack a lamp", dice=[9], answers=["1"])
    board.seats.hand.add("a")
    board.play("hack a field").answer(board.asks[0], [9])
    assert board.asks[0].suggested == "2"  # both count
    board.answer(board.asks[0], "3")
    assert (board.get("ground.surroundings"), board.get("ground.words")) == (3, "lamp off, field off")
    board.play("hack a lamp", dice=[9], answers=["1"])
    assert (board.get("ground.surroundings"), board.get("ground.words")) == (1, "field off")


@pytest.mark.rule("icar.fire.harder", "icar.hack.spacecraft.place")
def test_gravity_of_a_spacecraft_is_off_for_one_turn_and_the_gm_says_what_that_means() -> None:
    board = hacker("", a='aboard = "ship"\n', b='aboard = "ship"\n', more=SHIP)
    for system in ("", "", " grav-field"):
        board.play(f"hack a ship{system}", dice=[9])
    board.play("stand-by b", dice=[]).step(dice=[], answers=["2"])
    assert board.get("ground.words") == "gravity aboard ship off"
    board.play("stand-by a", dice=[]).play("stand-by b", dice=[]).step(dice=[], answers=["0"])
    assert (board.get("ground.surroundings"), board.get("turn")) == (0, 3)
