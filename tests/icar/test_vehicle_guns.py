"""Vehicle combat: gunners, shields, exposed people, falling, and the two ways a chase ends."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.chase import CREW, FOES, chase, declared, last_tally, rules, stand_by

SHIELD = "max-shields = 1, shield-hp = 30"


def at_the_guns(*, car: str = "", van: str = "", more: str = "", crew: str = CREW, foes: str = FOES) -> Fight:
    return stand_by(declared("dodge", car=car, van=van, more=more, crew=crew, foes=foes), "pil")


def their_turn(board: Fight) -> Fight:
    """The van's crew does nothing for the rest of the turn."""
    board.step(dice=[])
    return stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])


@pytest.mark.rule("icar.vehicle.gunner.check", "icar.vehicle.gunner.vehicle", "icar.vehicle.gunner.weapons")
def test_the_vehicle_is_shot_at_14() -> None:
    board = at_the_guns(van="max-hp = 50").play("gun gun van", dice=[6])
    assert last_tally(board) == 14 - 1 - 7
    assert (board.get("van.vehicle.hp"), board.get("bad.hp"), board.get("gun.weapons.0.rounds")) == (27, 10, 1)


@pytest.mark.rule("icar.vehicle.gunner.weapons")
def test_mounted_guns_need_no_magazines_and_hand_held_ones_run_dry() -> None:
    board = at_the_guns(car='mounted = ["astraripper-5"]', van="max-hp = 90").play("gun gun van weapon=astraripper-5", dice=[5])
    assert last_tally(board) == 14 - 2 - 7
    assert (board.get("van.vehicle.hp"), board.get("car.vehicle.mounted.0.rounds")) == (72, 4)
    board = at_the_guns(crew=CREW.replace('["arms-5"]', '[{ key = "arms-5", rounds = 0 }]'))
    with pytest.raises(Refused, match="no gun that fires"):
        board.play("gun gun van", dice=[])
    assert board.play("change-magazine gun arms-5", dice=[]).get("gun.weapons.0.rounds") == 2


@pytest.mark.rule("icar.vehicle.gunner.people", "icar.vehicle.damage.where")
def test_people_in_an_open_vehicle_are_shot_at_16() -> None:
    board = at_the_guns(van="open = true").play("gun gun van bad", dice=[8], answers={"icar.hp.brain": ["whole"]})
    assert last_tally(board) == 16 - 1 - 7
    assert (board.get("bad.hp"), board.get("van.vehicle.hp")) == (10 - 23, 20)


@pytest.mark.rule("icar.ruling.vehicle-exposed", "icar.example.22")
def test_people_behind_shut_doors_cannot_be_aimed_at() -> None:
    board = at_the_guns()  # a Kestrel
    before = board.hash
    with pytest.raises(Refused, match="cannot be aimed at"):
        board.play("gun gun van bad", dice=[])
    assert board.hash == before
    with pytest.raises(Refused, match="is nobody in or on"):
        board.play("gun gun van hax", dice=[])


@pytest.mark.rule("icar.vehicle.gunner.people")
def test_somebody_who_dangles_can_be_shot_at_wherever_the_doors_are() -> None:
    foes = FOES + '[[combatant]]\nid = "jim"\nside = "gang"\naboard = "van"\ndangling = true\n'
    board = at_the_guns(foes=foes).play("gun gun van jim", dice=[8], answers={"icar.hp.brain": ["whole"]})
    assert (last_tally(board), board.get("jim.hp")) == (16 - 1 - 7, 10 - 23)


@pytest.mark.rule("icar.vehicle.gunner.shields", "icar.vehicle.damage.shields-first", "icar.shield.capacity")
def test_a_shield_is_shot_at_14_and_takes_all_whatever_the_aim() -> None:
    board = at_the_guns(van="open = true, " + SHIELD).play("gun gun van bad", dice=[6])
    assert last_tally(board) == 14 - 1 - 7
    assert (board.get("bad.hp"), board.get("van.vehicle.hp"), board.get("van.vehicle.soaked")) == (10, 20, 23)


@pytest.mark.rule("icar.shield.refresh")
def test_a_shield_begins_each_turn_afresh() -> None:
    board = their_turn(at_the_guns(van=SHIELD).play("gun gun van", dice=[6]))
    assert (board.get("van.vehicle.shields"), board.get("van.vehicle.soaked")) == (1, 0)


@pytest.mark.rule("icar.shield.overload", "icar.shield.multiple")
def test_more_than_its_hit_points_in_one_turn_shuts_a_shield_down_and_the_next_is_up() -> None:
    board = at_the_guns(van="max-shields = 2, shield-hp = 22").play("gun gun van", dice=[6])
    assert board.get("van.vehicle.shields") == 2
    board = their_turn(board)
    assert (board.get("van.vehicle.shields"), board.get("van.vehicle.hp")) == (1, 20)


def test_exactly_its_hit_points_do_not_overload_a_shield() -> None:
    board = their_turn(at_the_guns(van="max-shields = 1, shield-hp = 23").play("gun gun van", dice=[6]))
    assert board.get("van.vehicle.shields") == 1


@pytest.mark.rule("icar.vehicle.damage.zero")
def test_at_nought_a_vehicle_falls() -> None:
    board = at_the_guns().play("gun gun van", dice=[6])
    assert (board.get("van.vehicle.hp"), board.get("van.vehicle.falling"), board.get("van.out")) == (0, 4, "")
    board.step(dice=[])
    assert board.actors == ["bad", "goon"]
    with pytest.raises(Refused, match="is for the"):
        board.play("gun bad car", dice=[])


@pytest.mark.rule("icar.ruling.vehicle-crash", "icar.vehicle.end")
def test_after_three_turns_it_hits_the_ground_and_those_aboard_are_at_0() -> None:
    board = at_the_guns().play("gun gun van", dice=[6])
    for _ in range(3):
        board.step(dice=[])
        stand_by(board, "bad", "goon").step(dice=[])
        stand_by(board.play("declare pil dodge", dice=[]), "hax", "eng", "pil", "gun")
    assert board.get("bad.hp") == 10
    board.step(dice=[])
    landing = {"icar.ruling.vehicle-crash": ["yes", "no"], "icar.hp.brain": ["whole"]}
    stand_by(board, "bad", "goon").step(dice=[], answers=landing)
    assert (board.get("bad.hp"), board.get("goon.hp"), board.get("van.vehicle.gone")) == (0, 10, "crashed")
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == (["crew"], "icar.vehicle.end")


@pytest.mark.rule("icar.vehicle.end.escaped")
def test_an_escaped_vehicle_cannot_be_shot_at_again() -> None:
    third = '[[combatant]]\nid = "bike"\nside = "gang"\nvehicle = { key = "cobra", gone = "escaped" }\n'
    with pytest.raises(Refused, match="any more"):
        at_the_guns(more=third).play("gun gun bike", dice=[])


@pytest.mark.rule("icar.vehicle.gunner.check")
def test_friends_are_no_targets() -> None:
    with pytest.raises(Refused, match="no enemy"):
        at_the_guns(more='[[combatant]]\nid = "own"\nside = "crew"\nvehicle = "cobra"\n').play("gun gun own", dice=[])


@pytest.mark.rule("icar.vehicle.turn.order")
def test_the_turn_goes_declare_hacker_engineer_pilot_gunners() -> None:
    board = chase()
    seen = [board.actors]
    board.play("declare pil dodge", dice=[])
    for who in ("hax", "eng", "pil", "gun"):
        seen.append(board.actors)
        stand_by(board, who)
    assert seen == [["pil"], ["hax"], ["eng"], ["pil"], ["gun"]]
    with pytest.raises(Refused, match="declare comes first"):
        chase().play("traffic hax", dice=[])


@pytest.mark.rule("icar.ruling.vehicle-sides", "icar.vehicle.fly")
def test_pilots_roll_and_the_highest_vehicle_goes_first() -> None:
    board = chase(begun=False).step(dice=[2, 5])  # 7 + 2 against 5 + 5
    assert (board.get("chase.order"), board.actors) == (["van", "car"], ["bad"])


def test_vehicles_whose_pilots_are_level_throw_again() -> None:
    board = chase(begun=False).step(dice=[2, 4, 1, 9])  # 9 each, then 8 against 14
    assert board.get("chase.order") == ["van", "car"]


def test_a_vehicle_without_a_pilot_goes_last_and_takes_no_die() -> None:
    board = chase(begun=False, foes=FOES.replace('role = "pilot"', 'role = "gunner"'))
    assert board.step(dice=[1]).get("chase.order") == ["car", "van"]


@pytest.mark.rule("icar.vehicle.roles")
def test_anybody_may_take_another_role_once_a_turn() -> None:
    board = declared("dodge", wait=())
    board.play("take-role hax engineer", dice=[])
    with pytest.raises(Refused, match="no role could be taken"):
        board.play("take-role hax gunner", dice=[])
    assert board.actors == ["hax", "eng"]


@pytest.mark.rule("icar.vehicle.roles")
def test_a_vehicle_without_a_pilot_flies_on_until_somebody_takes_the_controls() -> None:
    board = chase(crew=CREW.replace('role = "pilot"\n', ""), begun=False).step(dice=[5])
    stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    assert board.actors == ["hax"]
    board.play("take-role hax pilot", dice=[])  # its place is to come
    assert board.actors == ["hax"]
    board.play("declare hax dodge", dice=[])


def test_two_vehicles_can_have_one_pilot_each() -> None:
    from starfray.engine.errors import BadInput

    with pytest.raises(BadInput, match="two pilots"):
        chase(crew=CREW.replace('role = "gunner"', 'role = "pilot"'), begun=False)


def test_the_agenda_shows_vehicles_and_people() -> None:
    board = chase().play("declare pil dodge", dice=[])
    rows = [(moment.who, moment.what, moment.status) for moment in board.agenda]
    assert rows == [
        ("car", "dodge", "now"),
        ("hax", "hacker", "now"),
        ("eng", "engineer", "next"),
        ("pil", "pilot", "next"),
        ("gun", "gunner", "next"),
        ("van", "turn", "next"),
    ]
    assert "icar.vehicle.turn.order" in rules(board)
