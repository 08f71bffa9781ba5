"""Positions from files, standing orders, and figures that follow from a sheet."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.icar import build
from tests.icar.chase import chase, declared
from tests.icar.scenes import CAR
from tests.icar.street import street


@pytest.mark.rule("icar.turn.vehicle")
def test_whoever_gets_out_stands_where_the_vehicle_is() -> None:
    near = CAR.replace("FIELDS", "").replace("[10, 0]", "[1.5, 0]")
    board = street(b='aboard = "car"\n', more=near).play("stand-by a", dice=[])
    moved = starfray.loads(board.to_text()).gm("place car 40,0").play("get-out b", dice=[])
    assert moved.get("b.at") == [40, 0]
    assert board.play("get-out b", dice=[]).get("b.at") == [1, 0]  # within reach of it as before


@pytest.mark.parametrize(
    ("load", "words"),
    [
        (lambda: build.fight(ship='beam = "ship"'), "one of foe"),
        (lambda: chase(car='contact = ["vam"]'), "'van'"),
        (lambda: chase(car='whom = "car"'), "one of van"),
        (lambda: street('aboard = "car"\n'), "of which there is none"),
        (lambda: street(head='[orders]\n"icar.crit.reward" = "9"\n'), "one of 0, 1, 2, 3, 4, 5"),
    ],
)
def test_positions_and_orders_that_cannot_be_are_refused(load: object, words: str) -> None:
    assert callable(load)
    with pytest.raises(BadInput, match=words):
        load()


@pytest.mark.rule("icar.close.aug.tougher", "icar.turn.move", "icar.ruling.aug-regain")
def test_what_follows_from_a_sheet_can_be_read() -> None:
    board = street('suits = ["industrial-borg"]\n')
    suit = board.get("a.suits.0")
    assert isinstance(suit, dict)
    assert board.get("a.meat") == 3 + suit["meat"]
    assert board.get("a.move") == 4 * board.get("a.shift")
    assert (board.get("b.rest"), board.get("b.move"), board.get("b.speed")) == (1, 8, 0)
    road = declared("dodge")
    assert (road.get("car.speed"), road.gm("set car.vehicle.lost-power true").get("car.speed")) == (140, 0)
    space = build.fight(foe="hull-damage = 6").begin()
    assert (space.get("foe.hull"), space.get("foe.move")) == (10, 0)


def test_nobody_stands_in_an_order_twice() -> None:
    people = "".join(f'[[combatant]]\nid = "{who}"\nside = "{who}"\nat = [0, 0]\n' for who in "ab")
    with pytest.raises(BadInput, match=r"now.ground.order: somebody stands in it twice; expected everybody once"):
        starfray.loads(f'rulebook = "icar"\nkind = "ground"\n[now]\nturn = 1\nground = {{ order = ["a", "b", "a"] }}\n{people}')
