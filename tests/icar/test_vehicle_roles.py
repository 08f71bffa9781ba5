"""Vehicle combat: pilot, engineer and hacker with each of their options."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.icar.chase import chase, declared, last_tally, rules, stand_by

# --- pilot -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.vehicle.pilot.check", "icar.vehicle.pilot.firing-position", "icar.ruling.firing-position")
def test_a_firing_position_gives_2_to_every_gunner_of_the_vehicle_this_turn() -> None:
    board = declared("firing-position").play("fly pil", dice=[5])
    assert last_tally(board) == 12 - 7
    board.play("gun gun van", dice=[3])
    assert last_tally(board) == 14 - 2 - 1 - 7
    board.step(dice=[])
    board.play("declare bad dodge", dice=[]).play("fly bad", dice=[2])
    stand_by(board, "goon").step(dice=[])
    assert board.get("car.vehicle.firing-position") is False


@pytest.mark.rule("icar.vehicle.pilot.dodge", "icar.ruling.dodge")
def test_dodging_puts_all_shots_from_it_and_at_it_to_16() -> None:
    board = declared("dodge").play("fly pil", dice=[5]).play("gun gun van", dice=[2])
    assert last_tally(board) == 16 - 1 - 7
    board.step(dice=[])
    board.play("declare bad firing-position", dice=[]).play("fly bad", dice=[7]).play("gun goon car", dice=[2])
    assert last_tally(board) == 16 - 2 - 1 - 4  # the bonus still counts


@pytest.mark.rule("icar.ruling.dodge")
def test_dodging_lasts_until_the_vehicles_next_turn() -> None:
    board = declared("dodge").play("fly pil", dice=[5])
    stand_by(board, "gun").step(dice=[])
    assert board.get("car.vehicle.dodging") is True  # while the others have theirs
    stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    assert (board.actors, board.get("car.vehicle.dodging")) == (["pil"], False)


@pytest.mark.rule("icar.vehicle.pilot.escape")
def test_only_the_faster_vehicle_escapes() -> None:
    board = chase(van="speed = 200")
    with pytest.raises(Refused, match="speed 140 against 200"):
        board.play("declare pil escape", dice=[])


@pytest.mark.rule("icar.ruling.escape-equal")
def test_equal_speed_is_not_faster_and_every_pursuer_counts() -> None:
    with pytest.raises(Refused, match="no more than theirs"):
        chase(van="speed = 140").play("declare pil escape", dice=[])
    third = '[[combatant]]\nid = "bike"\nside = "gang"\nvehicle = "cobra"\n'
    third += '[[combatant]]\nid = "biker"\nside = "gang"\naboard = "bike"\n'
    with pytest.raises(Refused, match="140 against 200"):
        chase(more=third).play("declare pil escape", dice=[])


@pytest.mark.rule("icar.vehicle.pilot.escape", "icar.vehicle.end.escaped", "icar.vehicle.end.invisible")
def test_an_escape_ends_the_chase_and_a_hacker_may_wipe_the_traces() -> None:
    board = declared("escape").play("fly pil", dice=[5, 4], answers=["yes"])
    assert last_tally(board) == 12 - 8  # the hacker's
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == ([], "icar.vehicle.end.escaped")


@pytest.mark.rule("icar.vehicle.end.escaped")
def test_without_the_hack_an_escaped_vehicle_is_away_all_the_same() -> None:
    board = declared("escape").play("fly pil", dice=[5], answers=["no"])
    assert board.get("car.vehicle.gone") == "escaped"


@pytest.mark.rule("icar.vehicle.pilot.escape")
def test_a_failed_escape_changes_nothing() -> None:
    board = declared("escape").play("fly pil", dice=[4])
    assert (board.get("car.vehicle.gone"), board.over) == ("", None)


@pytest.mark.rule("icar.vehicle.pilot.ram", "icar.vehicle.pilot.ram.damage", "icar.ruling.ram-basis")
def test_a_ram_costs_both_a_tenth_of_the_rammers_full_hit_points() -> None:
    board = declared("ram", "van", car="hp = 9", van="max-shields = 1, shield-hp = 20").play("fly pil", dice=[5])
    assert (board.get("car.vehicle.hp"), board.get("van.vehicle.hp"), board.get("van.vehicle.soaked")) == (6, 17, 0)


@pytest.mark.rule("icar.ruling.ram-basis")
def test_by_ruling_a_ram_does_a_tenth_of_what_is_left() -> None:
    board = declared("ram", "van", car="hp = 19", head='[rulings]\nram-basis = "current"').play("fly pil", dice=[5])
    assert (board.get("car.vehicle.hp"), board.get("van.vehicle.hp")) == (18, 19)


@pytest.mark.rule("icar.ruling.ram-fail")
def test_a_failed_ram_is_no_contact() -> None:
    board = declared("ram", "van").play("fly pil", dice=[4])
    assert (board.get("van.vehicle.hp"), board.get("car.vehicle.contact")) == (20, [])


@pytest.mark.rule("icar.vehicle.pilot.ram")
def test_only_an_enemy_vehicle_is_rammed() -> None:
    with pytest.raises(Refused, match="no enemy vehicle"):
        chase().play("declare pil ram car", dice=[])
    with pytest.raises(Refused, match="say which vehicle to ram"):
        chase().play("declare pil ram", dice=[])


@pytest.mark.rule("icar.vehicle.pilot.final-say")
def test_the_pilot_has_the_final_say() -> None:
    board = declared("firing-position").play("fly pil dodge", dice=[5])
    assert (board.get("car.vehicle.dodging"), board.get("car.vehicle.firing-position")) == (True, False)
    with pytest.raises(Refused, match="said by the pilot"):
        chase().play("declare pil dodge", dice=[]).play("declare hax escape", dice=[])


@pytest.mark.rule("icar.vehicle.pilot.final-say")
def test_something_else_is_as_hard_as_the_gm_says() -> None:
    board = chase()
    with pytest.raises(Refused, match="say what it is"):
        board.play("declare pil other", dice=[])
    board.play('declare pil other words="Under the bridge!"', dice=[])
    stand_by(board, "hax", "eng").play("fly pil", dice=[9], answers=["16"])
    assert last_tally(board) == 16 - 7


# --- engineer --------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.vehicle.engineer.check", "icar.vehicle.engineer.engine")
def test_power_to_the_engine_helps_an_escape_and_nothing_else() -> None:
    board = declared("escape", wait=("hax",)).play("engine-power eng", dice=[4])
    assert last_tally(board) == 12 - 8
    assert last_tally(board.play("fly pil", dice=[2])) == 12 - 7 - 2
    board = declared("dodge", wait=("hax",)).play("engine-power eng", dice=[3])
    assert last_tally(board.play("fly pil", dice=[2])) == 12 - 7


@pytest.mark.rule("icar.vehicle.engineer.plates")
def test_power_to_the_grav_plates_helps_into_a_firing_position() -> None:
    board = declared("firing-position", wait=("hax",)).play("plates-power eng", dice=[4]).play("fly pil", dice=[3])
    assert (last_tally(board), board.get("car.vehicle.firing-position")) == (12 - 7 - 2, True)


@pytest.mark.rule("icar.vehicle.engineer.shield", "icar.ruling.vehicle-shields")
def test_a_mended_shield_is_back_with_the_next_turn() -> None:
    shields = "max-shields = 2, shield-hp = 20, shields = 0"
    board = declared("dodge", wait=("hax",), car=shields).play("mend-shield eng", dice=[4])
    assert (board.get("car.vehicle.shields"), board.get("car.vehicle.mending")) == (0, 1)
    stand_by(board, "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    assert (board.get("car.vehicle.shields"), board.get("turn")) == (1, 2)


@pytest.mark.rule("icar.vehicle.engineer.shield")
def test_there_is_nothing_to_mend_where_no_shield_is_down() -> None:
    with pytest.raises(Refused, match="no shield is down"):
        declared("dodge", wait=("hax",)).play("mend-shield eng", dice=[])


@pytest.mark.rule("icar.vehicle.engineer.check")
def test_an_engineer_who_fails_is_of_no_use_this_turn() -> None:
    board = declared("escape", wait=("hax",)).play("engine-power eng", dice=[3])
    assert board.get("chase.boosts") == []


# --- hacker ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.vehicle.hacker.check", "icar.vehicle.hacker.traffic", "icar.ruling.vehicle-hacker-bonus")
@pytest.mark.parametrize("goal", ["escape", "dodge"])
def test_rerouted_traffic_gives_the_pilot_2(goal: str) -> None:
    board = declared(goal, wait=()).play("traffic hax", dice=[4])
    assert last_tally(board) == 12 - 8
    stand_by(board, "eng").play("fly pil", dice=[2])
    assert last_tally(board) == 12 - 7 - 2


@pytest.mark.rule("icar.vehicle.hacker.doors", "icar.ruling.vehicle-hacker-bonus")
def test_doorways_are_short_cuts() -> None:
    board = declared("escape", wait=()).play("short-cut hax", dice=[4]).play("engine-power eng", dice=[4])
    assert last_tally(board.play("fly pil", dice=[2], answers=["no"])) == 12 - 7 - 2 - 2


@pytest.mark.rule("icar.vehicle.hacker.enemy", "icar.ruling.vehicle-hack-effect", "icar.ruling.vehicle-tn")
def test_an_enemy_out_of_control_fails_its_next_check_without_a_die() -> None:
    board = declared("dodge", wait=()).play("hack-enemy hax van control", dice=[8])
    assert last_tally(board) == 16 - 8
    stand_by(board, "eng", "pil", "gun").step(dice=[])
    board.play("declare bad ram car", dice=[]).play("fly bad", dice=[])
    assert (board.get("van.vehicle.lost-control"), board.get("car.vehicle.hp")) == (False, 30)


@pytest.mark.rule("icar.vehicle.hacker.enemy", "icar.ruling.vehicle-hack-effect")
def test_an_enemy_without_power_has_no_speed_and_no_mounted_weapons_next_turn() -> None:
    board = declared("dodge", wait=(), van='speed = 400, mounted = ["astraripper-2e"]')
    board.play("hack-enemy hax van power", dice=[8])
    stand_by(board, "eng", "pil", "gun").step(dice=[])
    board.play("declare bad dodge", dice=[]).play("fly bad", dice=[2]).play("gun goon car weapon=astraripper-2e", dice=[2])
    board.step(dice=[])
    board.play("declare pil escape", dice=[])  # 400 counts as nothing now
    stand_by(board, "hax", "eng", "pil", "gun").step(dice=[])
    board.play("declare bad dodge", dice=[]).play("fly bad", dice=[2])
    with pytest.raises(Refused, match="no gun at hand"):
        board.play("gun goon car weapon=astraripper-2e", dice=[])
    stand_by(board, "goon").step(dice=[])
    assert board.get("van.vehicle.lost-power") is False


@pytest.mark.rule("icar.ruling.vehicle-hack-effect")
def test_the_effect_is_chosen_before_the_die() -> None:
    with pytest.raises(Refused, match="before the die"):
        declared("dodge", wait=()).play("hack-enemy hax van brakes", dice=[])


@pytest.mark.rule("icar.vehicle.hacker.imagination")
def test_the_list_of_a_hacker_is_open() -> None:
    board = declared("dodge", wait=()).play('improvise hax "Billboards in their faces"', dice=[6], answers=["14", "gunner"])
    assert last_tally(board) == 14 - 8
    stand_by(board, "eng", "pil").play("gun gun van", dice=[4])
    assert last_tally(board) == 14 - 2 - 1 - 7
    with pytest.raises(Refused, match="has to be told"):
        declared("dodge", wait=()).play('improvise hax " "', dice=[])


@pytest.mark.rule("icar.ruling.vehicle-hack-two-ways", "icar.hack.vehicle.entry", "icar.hack.vehicle.system")
def test_a_full_hack_goes_through_security_and_takes_as_many_rolls_as_shift() -> None:
    board = declared("dodge", wait=())
    board.play("hack hax van", dice=[4]).play("hack hax van", dice=[4]).play("hack hax van driving", dice=[4])
    assert board.actors == ["eng"]  # Shift 3
    stand_by(board, "eng", "pil", "gun").step(dice=[])
    stand_by(board.play("declare bad dodge", dice=[]), "bad", "goon").step(dice=[])
    board.play("declare pil dodge", dice=[])
    stand_by(board, "hax", "eng", "pil", "gun").step(dice=[])
    board.play("declare bad dodge", dice=[]).play("fly bad", dice=[])  # no driving, no die
    assert board.get("van.vehicle.dodging") is False


def test_a_hacker_may_stop_in_the_middle_of_a_hack() -> None:
    board = declared("dodge", wait=()).play("hack hax van", dice=[4])
    assert board.actors == ["hax"]
    assert stand_by(board, "hax").actors == ["eng"]


@pytest.mark.shown("icar.vehicle.turn.tn")
def test_forms_say_that_roles_help_each_other_and_show_every_chance() -> None:
    board = declared("escape", wait=())
    forms = {form.kind: form for form in board.legal("hax")}
    assert forms["traffic"].hints == ["icar.vehicle.turn.tn"]
    assert forms["traffic"].fields[0].hint.startswith("wit: 4+ on the die, 70 %")
    assert forms["hack-enemy"].fields[2].hint.startswith("wit: 8+ on the die, 30 %")
    assert forms["fly"].refused is not None
    board.play("traffic hax", dice=[4])
    stand_by(board, "eng")
    goals = next(form for form in board.legal("pil") if form.kind == "fly").fields[0].options
    assert {option.key: option.note for option in goals} == {
        "escape": "3+ on the die, 80 %",
        "dodge": "3+ on the die, 80 %",
        "firing-position": "5+ on the die, 60 %",
        "ram": "5+ on the die, 60 %",
    }


# --- autopilot -------------------------------------------------------------------------------------------------


@pytest.mark.rule("icar.vehicle.autopilot", "icar.ruling.autopilot")
def test_an_autopilot_stops_somewhere_safe_at_the_first_danger() -> None:
    board = chase().play("autopilot pil", dice=[]).play("take-role pil gunner", dice=[])
    stand_by(board, "hax", "eng", "pil", "gun").step(dice=[])
    assert board.get("car.vehicle.gone") == "parked"
    assert board.over is not None


@pytest.mark.rule("icar.vehicle.autopilot.hack", "icar.ruling.autopilot")
def test_a_hacked_autopilot_flies_straight_on() -> None:
    board = chase().play("autopilot pil", dice=[]).play("hack-autopilot hax", dice=[4])
    assert last_tally(board) == 12 - 8
    stand_by(board, "eng", "pil", "gun").step(dice=[])
    assert (board.get("car.vehicle.gone"), board.actors) == ("", ["bad"])
    assert "icar.vehicle.autopilot" not in rules(board)
