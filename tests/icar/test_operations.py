"""Operations: the list, the criticals, the final say."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused, TapeError
from starfray.rulebooks.icar import BOOK
from tests.icar.build import CREW, fight, last_tally, rules, stand_by, stn

SECOND_ENGINEER = '[[combatant]]\nid = "eng2"\narchetype = "john-smith"\naboard = "ship"\nkit = []\n'


@pytest.mark.rule("icar.space.ops.stn", "icar.ruling.tn-unstated", "icar.space.stn.base", "icar.space.stn")
def test_operations_takes_1_off_the_stn_at_the_unstated_target_number_12() -> None:
    board = fight().play("stn ops", dice=[5])
    assert board.get("space.stn") == [
        {"amount": 14, "rule": "icar.space.stn.base", "by": "ship"},
        {"amount": -1, "rule": "icar.space.ops.stn", "by": "ops"},
    ]


@pytest.mark.rule("icar.space.stn.check")
def test_a_failed_check_has_no_effect_this_turn() -> None:
    board = fight().play("stn ops", dice=[4])
    assert stn(board) == 14
    assert board.get("space.acted") == {"ops": "stn"}


@pytest.mark.rule("icar.space.ops.skill")
def test_operations_takes_one_option_a_turn() -> None:
    board = fight().play("stn ops", dice=[5])
    with pytest.raises(Refused, match="has taken an option"):
        board.play("cajole ops persuade Yield!", dice=[5])


@pytest.mark.rule("icar.space.ops.investigate")
def test_investigating_shows_weapons_damage_and_stn_to_the_own_side() -> None:
    board = fight(more="")
    for path in ("stn", "craft.clusters", "gunner"):
        board.gm(f"hide foe {path}")
    board.gm("set foe.stn 18")
    assert board.view("player:ana").roster["foe"].stn == 16  # what is printed for a Scout
    board.play("investigate ops foe", dice=[5])
    assert board.get("foe.secret") == ["gunner"]
    assert board.view("player:ana").roster["foe"].stn == 18
    told = next(event for event in board.events if event.rule == "icar.space.ops.investigate" and event.faces is None)
    assert (told.number, told.only) == (18, "crew")


@pytest.mark.rule("icar.space.ops.investigate")
def test_the_own_craft_cannot_be_investigated() -> None:
    with pytest.raises(Refused, match="no enemy"):
        fight().play("investigate ops ship", dice=[])


@pytest.mark.rule("icar.space.ops.help-eng")
def test_helping_takes_2_off_the_named_engineers_target_number() -> None:
    board = fight(more=SECOND_ENGINEER).play("help-eng ops eng2", dice=[5])
    board.play("reroute eng", dice=[4])
    assert last_tally(board) == 4
    board.play("dump-web eng2", dice=[4])
    assert last_tally(board) == 14 - 8 - 2
    assert board.get("space.helps.0") == {
        "amount": -2,
        "rule": "icar.space.ops.help-eng",
        "by": "ops",
        "on": "eng2",
        "role": "engineer",
    }


@pytest.mark.rule("icar.ruling.ops-help")
def test_help_goes_to_an_engineer() -> None:
    with pytest.raises(Refused, match="no engineer"):
        fight().play("help-eng ops pil", dice=[])


@pytest.mark.rule("icar.space.ops.cajole")
def test_a_speech_and_a_talking_skill_take_2_off_the_stn() -> None:
    board = fight().play('cajole ops persuade "Turn back."', dice=[5], answers=["2"])  # Persuade 3 + Soul 4
    assert (last_tally(board), stn(board)) == (5, 12)


@pytest.mark.rule("icar.space.ops.cajole")
def test_an_entertaining_speech_is_worth_more() -> None:
    assert stn(fight().play('cajole ops intimidate "Boo!"', dice=[8], answers=["4"])) == 10  # Intimidate 2 + Meat 2


@pytest.mark.rule("icar.space.ops.cajole")
def test_cajoling_wants_words_and_a_talking_skill() -> None:
    with pytest.raises(Refused, match="speech"):
        fight().play('cajole ops persuade " "', dice=[])
    with pytest.raises(Refused, match="talking skill"):
        fight().play("cajole ops shooting Boo!", dice=[])


def test_a_speech_is_worth_6_at_most() -> None:
    assert stn(fight().play("cajole ops persuade Yield!", dice=[5], answers=["6"])) == 8
    with pytest.raises(TapeError, match="from 2 to 6"):
        fight().play("cajole ops persuade Yield!", dice=[5], answers=["7"])


def test_a_failed_speech_asks_the_gm_nothing() -> None:
    assert stn(fight().play("cajole ops impersonate Hello!", dice=[7])) == 14  # Impersonation 0 + Wit 4


@pytest.mark.rule("icar.space.crit.ops", "icar.space.crit.narrative")
def test_a_critical_pass_makes_the_enemy_shoot_at_stn_20() -> None:
    board = fight().play("stn ops", dice=[10], answers=["They always break left."])
    stand_by(board, "eng", "pil", "gun").step(dice=[9])  # 6 + 9 reach 15, not 20
    assert board.get("ship.craft.shields") == 4
    assert not board.state.roster["ship"].craft.foreseen  # over with the crew's next turn


@pytest.mark.rule("icar.space.crit.narrative")
def test_without_a_description_a_critical_brings_no_bonus() -> None:
    board = fight().play("stn ops", dice=[10], answers=[""])
    assert stn(board) == 13
    stand_by(board, "eng", "pil", "gun").step(dice=[9])
    assert board.get("ship.craft.shields") == 3


@pytest.mark.rule("icar.space.ops.final-say")
def test_operations_may_forbid_running_away() -> None:
    board = fight().play("decide ops attack", dice=[])
    stand_by(board, "ops", "eng")
    with pytest.raises(Refused, match="says attack"):
        board.play("run-away pil", dice=[])


@pytest.mark.rule("icar.space.ops.final-say")
def test_operations_may_order_flight_after_investigating() -> None:
    board = fight().play("investigate ops foe", dice=[5])
    board.play("decide ops flee", dice=[])
    stand_by(board, "eng")
    with pytest.raises(Refused, match="says flee"):
        board.play("aggressive pil", dice=[])
    assert stn(board.play("run-away pil", dice=[5])) == 20


@pytest.mark.rule("icar.space.ops.final-say")
def test_the_final_say_is_said_once_a_turn_and_by_operations() -> None:
    board = fight().play("decide ops flee", dice=[])
    with pytest.raises(Refused, match="once a turn"):
        board.play("decide ops attack", dice=[])


@pytest.mark.rule("icar.space.strategy")
def test_a_good_case_is_worth_up_to_2_in_the_first_turn() -> None:
    board = fight().play('strategy ops "We lay in wait behind the moon."', dice=[], answers=["-2"])
    assert stn(board) == 12
    with pytest.raises(Refused, match="only once"):
        board.play("strategy ops Again!", dice=[])


@pytest.mark.rule("icar.space.strategy")
def test_each_craft_of_the_players_makes_a_case_of_its_own() -> None:
    second = '[[combatant]]\nid = "wing"\nside = "crew"\ncraft = "scout"\n'
    second += '[[combatant]]\nid = "ace"\narchetype = "good-gunner"\naboard = "wing"\n'
    board = fight(more=second).play('strategy ops "We lay in wait."', dice=[], answers=["-2"])
    stand_by(board, "ops", "eng", "pil", "gun")
    board.play('strategy ace "So did we."', dice=[], answers=["-1"])
    assert stn(board) == 16 - 1


@pytest.mark.rule("icar.space.strategy")
def test_there_is_no_strategy_bonus_after_the_first_turn() -> None:
    board = stand_by(fight(), "ops", "eng", "pil", "gun").step(dice=[2])
    with pytest.raises(Refused, match="first turn"):
        board.play("strategy ops Surprise!", dice=[])


@pytest.mark.rule("icar.space.end.peace")
def test_peace_granted_ends_the_fight() -> None:
    board = fight().play("sue-for-peace ops", dice=[], answers=["yes"])
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == (["pirates"], "icar.space.end.peace")


@pytest.mark.rule("icar.space.end.peace")
def test_peace_may_be_refused_and_is_offered_once_a_turn() -> None:
    board = fight().play("sue-for-peace ops", dice=[], answers=["no"])
    assert board.over is None
    with pytest.raises(Refused, match="already"):
        board.play("sue-for-peace ops", dice=[])


@pytest.mark.rule("icar.space.system.generators")
def test_without_generators_operations_does_nothing_for_the_stn() -> None:
    board = fight(ship='inoperable = ["generators"]')
    for text in ("stn ops", "cajole ops persuade Please!"):
        with pytest.raises(Refused, match="main power"):
            board.play(text, dice=[])
    assert "icar.space.ops.investigate" in rules(board.play("investigate ops foe", dice=[5]))


@pytest.mark.rule("icar.space.roles.assign")
def test_roles_have_lists_of_their_own() -> None:
    board = fight(crew=CREW + '[[combatant]]\nid = "guest"\naboard = "ship"\n')
    assert board.begin().actors == ["ops"]
    refused = BOOK.refusal(board.state, board.state.roster["guest"], BOOK.kinds["stn"])
    assert refused is not None
