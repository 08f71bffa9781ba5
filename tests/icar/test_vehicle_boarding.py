"""Jumping across, dangling, fighting aboard, taking a vehicle over."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.icar.chase import CREW, FOES, declared, last_tally, rules, stand_by

#: a passenger: Acrobatics 2 + Shift 3, Street Fighting 3 + Battle 4, Meat 3
ACE = """
[[combatant]]
id = "ace"
side = "crew"
aboard = "car"
seat = "eli"
attributes = { battle = 4, shift = 3, meat = 3 }
skills = { acrobatics = 2, street-fighting = 3 }
"""
BIKE = """
[[combatant]]
id = "bike"
side = "gang"
vehicle = "cobra"
[[combatant]]
id = "kid"
side = "gang"
aboard = "bike"
"""


def rammed(more: str = "", foes: str = FOES) -> Fight:
    """The car has rammed the van: 3 hit points each."""
    return declared("ram", "van", crew=CREW + ACE, more=more, foes=foes).play("fly pil", dice=[5])


def across(more: str = "") -> Fight:
    """Ace is aboard the van, and it is the van's turn."""
    board = rammed(more).play("jump ace van", dice=[7])
    stand_by(board, "gun").step(dice=[])
    return stand_by(board.play("declare bad dodge", dice=[]), "bad")


@pytest.mark.rule("icar.vehicle.board", "icar.vehicle.pilot.ram.jump")
def test_after_a_ram_anybody_may_jump_across_at_12() -> None:
    board = rammed()
    assert board.actors == ["ace"]
    board.play("jump ace van", dice=[7])
    assert last_tally(board) == 12 - 5
    assert (board.get("ace.aboard"), board.get("ace.dangling")) == ("van", False)
    assert board.actors == ["gun"]


@pytest.mark.rule("icar.vehicle.board.fail")
def test_who_fails_dangles_by_the_fingertips() -> None:
    board = rammed().play("jump ace van", dice=[6])
    assert (board.get("ace.aboard"), board.get("ace.dangling")) == ("van", True)


@pytest.mark.rule("icar.ruling.dangling")
def test_who_dangles_may_climb_in_by_the_same_check_each_turn() -> None:
    board = rammed().play("jump ace van", dice=[6])
    stand_by(board, "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    stand_by(board.play("declare pil dodge", dice=[]), "hax", "eng", "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad")
    with pytest.raises(Refused, match="by the fingers"):
        board.play("hit ace bad", dice=[])
    with pytest.raises(Refused, match="by the fingers"):
        board.play("jump ace car", dice=[])
    board.play("climb ace", dice=[7])
    assert (last_tally(board), board.get("ace.dangling")) == (12 - 5, False)


@pytest.mark.rule("icar.vehicle.board.distance", "icar.ruling.boarding")
@pytest.mark.parametrize(("far", "target_number"), [("alongside", 16), ("farther", 22)])
def test_without_a_ram_the_jump_is_harder_the_further_it_is(far: str, target_number: int) -> None:
    board = stand_by(declared("dodge", crew=CREW + ACE), "pil").play("jump ace van", dice=[9], answers=[far])
    assert last_tally(board) == target_number - 5


@pytest.mark.rule("icar.vehicle.board")
def test_the_rammed_may_jump_as_well() -> None:
    foes = FOES.replace('role = "gunner"\n', "")  # the goon has no role
    board = rammed(foes=foes).play("jump ace van", dice=[7])
    stand_by(board, "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad").play("jump goon car", dice=[9])
    assert last_tally(board) == 12 - 2
    assert board.get("goon.dangling") is True


@pytest.mark.rule("icar.ruling.dice-order")
def test_boarding_has_its_place_between_pilot_and_gunners() -> None:
    board = declared("ram", "van", wait=())
    with pytest.raises(Refused, match="between pilot and gunners"):
        board.play("jump hax van", dice=[])
    board.play("wait hax", dice=[])
    stand_by(board, "eng").play("fly pil", dice=[5])
    assert board.actors == ["hax"]
    board.play("jump hax van", dice=[9])
    assert board.get("hax.aboard") == "van"


@pytest.mark.rule("icar.vehicle.board")
def test_a_gunner_may_jump_instead_of_shooting() -> None:
    board = declared("ram", "van").play("fly pil", dice=[5]).play("jump gun van", dice=[10], answers=["Whee!", "0"])
    assert (board.get("gun.aboard"), board.get("gun.role")) == ("van", "")


@pytest.mark.rule("icar.close.once.opposed", "icar.close.once.stun")
def test_a_boarding_goes_on_as_a_ground_fight_aboard() -> None:
    board = across()
    assert board.actors == ["goon"]  # ace has acted this turn
    stand_by(board, "goon").step(dice=[])
    stand_by(board.play("declare pil dodge", dice=[]), "hax", "eng", "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad").play("hit ace goon", dice=[6, 5])
    assert board.get("goon.stun") == 9 - 3


@pytest.mark.rule("icar.ruling.close-reach")
def test_only_people_aboard_the_same_vehicle_are_within_reach() -> None:
    board = across()
    with pytest.raises(Refused, match="not aboard van"):
        board.play("hit goon hax", dice=[])
    board = stand_by(declared("dodge", crew=CREW + ACE), "pil")
    with pytest.raises(Refused, match="nobody to fight"):
        board.play("hit ace bad", dice=[])


@pytest.mark.rule("icar.ruling.fire-base-tn")
def test_a_gun_may_be_used_on_somebody_aboard() -> None:
    board = across().play("gun goon van ace", dice=[5])
    assert last_tally(board) == 10 - 1 - 4
    assert (board.get("ace.hp"), board.get("ace.stun")) == (10 - 6, 11 - 6)


@pytest.mark.rule("icar.vehicle.gunner.people")
def test_who_hangs_off_the_own_vehicle_is_shot_at_16() -> None:
    board = rammed().play("jump ace van", dice=[6])
    stand_by(board, "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad").play("gun goon van ace", dice=[10], answers=["Boots!"])
    assert (last_tally(board), board.get("ace.hp")) == (16 - 1 - 4, 10 - 6)


@pytest.mark.rule("icar.vehicle.roles", "icar.vehicle.end")
def test_boarders_with_nobody_against_them_take_the_vehicle_over() -> None:
    board = across(more=BIKE).gm("set bad.asleep 9")
    stand_by(board, "goon").step(dice=[])
    stand_by(board, "kid").step(dice=[])
    stand_by(board.play("declare pil dodge", dice=[]), "hax", "eng", "pil", "gun").step(dice=[])
    with pytest.raises(Refused, match="no role could be taken"):
        board.play("take-role ace pilot", dice=[])
    board.gm("set goon.asleep 9").play("take-role ace pilot", dice=[])
    assert (board.get("van.side"), board.get("ace.role"), board.over) == ("crew", "pilot", None)
    board.gm("set kid.asleep 9")
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == (["crew"], "icar.vehicle.end")


@pytest.mark.rule("icar.vehicle.end")
def test_the_fight_goes_on_while_two_sides_are_aboard_one_vehicle() -> None:
    board = across().gm("set car.vehicle.gone crashed")
    assert board.over is None
    board.gm("set bad.asleep 9").gm("set goon.asleep 9")
    assert board.over is not None


def test_a_vehicle_that_escapes_with_a_boarder_aboard_has_not_ended_the_fight() -> None:
    board = across()
    stand_by(board, "goon").step(dice=[])
    stand_by(board.play("declare pil dodge", dice=[]), "hax", "eng", "pil", "gun").step(dice=[])
    board.gm("set van.vehicle.speed 400").play("declare bad escape", dice=[]).play("fly bad", dice=[7])
    assert board.get("van.vehicle.gone") == "escaped"
    assert board.over is None
    assert board.actors == ["ace", "goon"]
    assert "icar.vehicle.end.escaped" in rules(board)


def test_nobody_jumps_to_where_there_is_no_vehicle() -> None:
    board = rammed()
    with pytest.raises(Refused, match="no vehicle here"):
        board.play("jump ace moon", dice=[])
    with pytest.raises(Refused, match="from here"):
        board.play("jump ace car", dice=[])


@pytest.mark.rule("icar.vehicle.board.distance", "icar.ruling.fire-base-tn")
def test_a_boarder_may_jump_back_after_another_has_fired_aboard() -> None:
    pair = '[[combatant]]\nid = "b"\ncount = 2\nside = "crew"\naboard = "van"\nweapons = ["nelson-h1"]\n'
    board = stand_by(declared("dodge", more=pair), "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad").play("gun b-1 van bad", dice=[2])
    assert last_tally(board) == 10 - 2 - 1
    board.play("jump b-2 car", dice=[10], answers=["alongside", "Swan dive."])
    assert board.get("b-2.aboard") == "car"


def test_the_chance_of_a_jump_and_of_a_shot_is_shown_before_it_is_chosen() -> None:
    forms = {form.kind: form for form in rammed(BIKE).legal("ace")}
    notes = {option.key: option.note for option in forms["jump"].fields[0].options}
    assert notes == {"van": "7+ on the die, 40 %", "bike": "10 % alongside, 10 % farther"}
    board = rammed(BIKE)
    forms = {form.kind: form for form in stand_by(board, "ace").legal("gun")}
    notes = {option.key: option.note for option in forms["gun"].fields[0].options}
    assert notes == {"van": "6+ on the die, 50 %", "bike": "6+ on the die, 50 %"}


@pytest.mark.rule("icar.close.duel.choose-order")
@pytest.mark.parametrize(("dice", "asked"), [([3, 5], True), ([2, 6], False), ([2, 5, 2, 6], False)])
def test_two_who_are_in_no_order_throw_for_who_chooses_first(dice: list[int], asked: bool) -> None:
    both = '\ncombos = [{ name = "fists", moves = ["punch", "punch"] }, { name = "one", moves = ["punch"] }]'
    goon = FOES.replace('id = "goon"', 'id = "goon"\ncombos = [{ name = "jab", moves = ["punch", "punch"] }]')
    ace = ACE.replace('aboard = "car"', 'aboard = "van"') + both + "\n"
    board = stand_by(declared("dodge", crew=CREW + ace, foes=goon), "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad")
    again = ["one", "none", "just the one"] if asked else []
    board.play('combo ace goon fists "left and right"', dice=[*dice, 8, 2], answers=["jab", "none", "jab jab", *again])
    throws = [event.who for event in board.events if event.rule == "icar.close.duel.choose-order" and event.faces]
    assert throws == ["ace", "goon"] * (len(dice) // 2)  # 7 and the die against 4 and the die; each the own
    assert board.get("goon.stun") == (9 - 3 if asked else 9 - 6)
