"""The turn: order of roles, small crews, fighters, crews on both sides."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from starfray.rulebooks.icar import BOOK
from tests.icar.build import CREW, fight, rules, stand_by, stn


@pytest.mark.rule("icar.ruling.space-initiative", "icar.combat.enter.announce")
def test_there_is_no_initiative_and_the_players_go_first() -> None:
    text = 'rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "foe"\nside = "pirates"\ncraft = "scout"\n'
    text += '[[combatant]]\nid = "ship"\nside = "crew"\ncraft = "scout"\n'
    text += '[[combatant]]\nid = "gun"\narchetype = "good-gunner"\naboard = "ship"\n'
    board = starfray.loads(text).begin(dice=[])
    assert (board.get("turn"), board.get("space.up"), board.actors) == (1, "ship", ["gun"])


@pytest.mark.rule("icar.ruling.role-order")
def test_roles_act_in_the_order_of_help() -> None:
    board = fight().begin()
    assert board.actors == ["ops"]
    assert stand_by(board, "ops").actors == ["eng", "ops"]  # who may still decide between attack and flight
    assert stand_by(board, "eng").actors == ["pil", "ops"]
    assert stand_by(board, "pil").actors == ["gun"]
    late = fight().begin()
    refused = BOOK.refusal(late.state, late.state.roster["pil"], BOOK.kinds["aggressive"])
    assert refused is not None
    assert refused.legal == ("ops",)


@pytest.mark.rule("icar.space.gunner-last")
def test_nobody_acts_out_of_their_role() -> None:
    with pytest.raises(Refused, match="acts before gunner"):
        fight().play("shoot gun foe", dice=[])


def test_an_empty_role_is_passed_over() -> None:
    board = fight(crew=CREW.replace('archetype = "good-pilot"', 'role = ""')).begin()
    assert stand_by(board, "ops", "eng").actors[0] == "gun"


def test_the_gm_may_take_somebody_who_has_acted_from_their_station() -> None:
    board = stand_by(fight().begin(), "ops").gm('set ops.role ""')
    assert board.actors[0] == "eng"


@pytest.mark.rule("icar.combat.turn-end", "icar.space.stn.base")
def test_the_stn_is_the_base_again_next_turn() -> None:
    board = fight().play("stn ops", dice=[5]).play("engines eng", dice=[4])
    stand_by(board, "pil", "gun").step(dice=[2])
    assert (board.get("turn"), stn(board), board.get("space.helps"), board.actors) == (2, 14, [], ["ops"])
    assert next(event.number for event in board.events if event.rule == "icar.combat.turn-end") == 1


@pytest.mark.rule("fight.turn")
def test_an_action_waits_for_the_enemys_dice() -> None:
    board = stand_by(fight(), "ops", "eng", "pil", "gun")
    with pytest.raises(Refused, match="craft-turn gm foe comes first"):
        board.play("stn ops", dice=[5])


@pytest.mark.rule("icar.space.gunner-last")
def test_gunners_shoot_at_the_end_of_the_turn() -> None:
    second = '[[combatant]]\nid = "gil"\narchetype = "bad-gunner"\naboard = "ship"\n'
    board = fight(crew=PAIR + second).begin()
    assert board.actors == ["pil", "gun", "gil"]  # Operations and engineering are vacant: anybody may take them
    with pytest.raises(Refused, match="pilot acts before gunner"):
        board.play("shoot gun foe", dice=[])


# --- small crews -----------------------------------------------------------------------------------------------

PAIR = """
[[combatant]]
id = "pil"
archetype = "good-pilot"
aboard = "ship"
seat = "cleo"
[[combatant]]
id = "gun"
archetype = "good-gunner"
aboard = "ship"
seat = "dov"
"""


@pytest.mark.rule("icar.space.small-crew.swap", "icar.check.unskilled")
def test_a_vacant_role_may_be_taken_and_is_played_without_the_skill() -> None:
    board = fight(crew=PAIR).play("take-role pil operations", dice=[])
    assert board.actors == ["pil"]
    assert board.get("pil.cluster") == 0
    board.play("stn pil", dice=[9])  # Wit 2 alone
    assert stn(board) == 14
    assert board.actors == ["gun"]


@pytest.mark.rule("icar.space.small-crew.swap")
def test_nobody_takes_two_roles_in_one_turn() -> None:
    board = fight(crew=PAIR)
    with pytest.raises(Refused, match="neither vacant nor to be had"):
        board.play("take-role pil pilot", dice=[])
    board.play("take-role pil engineer", dice=[])
    with pytest.raises(Refused, match="no vacant role"):
        board.play("take-role pil operations", dice=[])


@pytest.mark.rule("icar.space.small-crew.swap")
def test_two_may_change_places_if_both_agree() -> None:
    board = fight(crew=PAIR).play("take-role pil gunner", dice=[], answers=["yes"])
    assert (board.get("pil.role"), board.get("pil.cluster")) == ("gunner", 1)
    assert (board.get("gun.role"), board.get("gun.cluster")) == ("pilot", 0)
    board.play("aggressive gun", dice=[10], answers=[""]).play("shoot pil foe", dice=[2])
    assert board.get("foe.craft.shield-hit") is False  # Battle 3 and no Shooting: 14 - 1 - 6 - 3


@pytest.mark.rule("icar.space.small-crew.swap")
def test_who_is_turned_down_stays_and_does_not_ask_again_this_turn() -> None:
    board = fight(crew=PAIR).play("take-role pil gunner", dice=[], answers=["no"])
    assert (board.get("pil.role"), board.get("gun.role")) == ("pilot", "gunner")
    with pytest.raises(Refused, match="no vacant role"):
        board.play("take-role pil gunner", dice=[])


@pytest.mark.rule("icar.space.small-crew.gunner")
def test_the_last_gunner_stays_at_the_guns() -> None:
    board = stand_by(fight(crew=PAIR), "pil")
    with pytest.raises(Refused, match="must be filled"):
        board.play("take-role gun pilot", dice=[])


FIGHTER = """
rulebook = "icar"
kind = "space"
[[combatant]]
id = "dart"
side = "crew"
craft = "fighter"
[[combatant]]
id = "ace"
archetype = "good-pilot"
aboard = "dart"
seat = "ana"
FOE
[[combatant]]
id = "foe"
side = "pirates"
craft = "scout"
"""


@pytest.mark.rule("icar.space.small-crew.swap", "icar.space.shield.one-hit")
def test_a_fighters_pilot_may_take_the_gun_instead() -> None:
    board = starfray.loads(FIGHTER.replace("FOE", "")).play("take-role ace gunner", dice=[])
    board.play("shoot ace foe", dice=[5])  # base 14 - 6, Battle 3
    assert (board.get("foe.craft.shield-hit"), board.get("ace.cluster")) == (True, 1)


@pytest.mark.rule("icar.space.fighter.one-role")
def test_a_fighter_assumes_one_role_in_a_turn() -> None:
    second = '[[combatant]]\nid = "bo"\narchetype = "good-gunner"\naboard = "dart"'
    board = starfray.loads(FIGHTER.replace("FOE", second))
    assert board.play("aggressive ace", dice=[5]).actors == []  # the gunner does not get to shoot
    board.step(dice=[2])
    board = starfray.loads(FIGHTER.replace("FOE", second))
    assert stand_by(board, "ace").actors == ["bo"]


# --- crews on both sides ---------------------------------------------------------------------------------------

ENEMY_CREW = """
[[combatant]]
id = "hop"
role = "operations"
skills = { spacecraft-ops = 3 }
attributes = { wit = 4 }
aboard = "foe"
[[combatant]]
id = "hap"
archetype = "bad-gunner"
aboard = "foe"
"""


def both_crewed() -> starfray.Fight:
    return starfray.loads(
        'rulebook = "icar"\nkind = "space"\n[[combatant]]\nid = "ship"\nside = "crew"\ncraft = "gaterunner"\n'
        + CREW
        + '[[combatant]]\nid = "foe"\nside = "pirates"\ncraft = "scout"\n'
        + ENEMY_CREW
    )


def test_an_enemy_with_a_crew_has_a_turn_of_the_same_kind() -> None:
    board = stand_by(both_crewed(), "ops", "eng", "pil", "gun").step(dice=[])
    assert (board.get("space.up"), board.actors, stn(board)) == ("foe", ["hop"], 16)
    board.play("stn hop", dice=[5]).play("shoot hap ship", dice=[6])  # 16 - 1 - 6 less Shooting 1 + Battle 2
    assert board.step(dice=[]).get("ship.craft.shields") == 3
    assert board.get("turn") == 2


@pytest.mark.rule("icar.space.crit.ops")
def test_an_enemy_crew_whose_plan_is_read_starts_at_20() -> None:
    board = both_crewed().play("stn ops", dice=[10], answers=["They blink."])
    stand_by(board, "eng", "pil", "gun").step(dice=[])
    assert stn(board) == 20


@pytest.mark.rule("icar.space.crit.pilot")
def test_a_crew_cannot_shoot_where_the_pilot_slipped_away() -> None:
    board = stand_by(both_crewed(), "ops", "eng").play("aggressive pil", dice=[10], answers=["Gone!"])
    stand_by(board, "gun", "hop")
    with pytest.raises(Refused, match="no shot can reach"):
        board.play("shoot hap ship", dice=[])


@pytest.mark.rule("fight.surrender")
def test_a_craft_whose_whole_crew_gives_up_is_out() -> None:
    board = both_crewed().begin()
    board.play("surrender hop").play("surrender hap")
    assert board.over is not None
    assert board.over.winners == ["crew"]


@pytest.mark.rule("icar.space.end.run-away")
def test_the_end_is_told_of_the_side_that_lost_whatever_else_was_wrecked_before() -> None:
    wreck = '[[combatant]]\nid = "hulk"\nside = "pirates"\ncraft = { key = "scout", hull-damage = 16 }\n'
    board = stand_by(fight(ship="away = true", more=wreck), "ops", "eng").play("light-jump pil", dice=[])
    assert board.over is not None
    assert (board.over.winners, board.over.rule) == ([], "icar.space.end.run-away")


def test_the_agenda_shows_craft_and_crew() -> None:
    board = fight().play("stn ops", dice=[5])
    assert [(moment.who, moment.what, moment.status) for moment in board.agenda] == [
        ("ship", "STN 13", "now"),
        ("ops", "stn", "done"),
        ("eng", "engineer", "now"),
        ("pil", "pilot", "next"),
        ("gun", "gunner", "next"),
        ("foe", "turn", "next"),
    ]


def test_forms_show_the_chance_of_every_option_and_why_not_the_rest() -> None:
    board = fight().begin()
    forms = {form.kind: form for form in board.legal("ops")}
    assert forms["stn"].hint == "5+ on the die, 60 %, STN -1"
    assert forms["stn"].fields[0].hint.startswith("wit: 5+ on the die, 60 %")
    assert forms["shoot"].refused is not None
    assert (forms["cajole"].hint, forms["cajole"].fields[0].options[0].note) == (
        "persuade 5+ on the die, 60 %, STN -2 or more", "5+ on the die, 60 %",
    )  # fmt: skip
    stand_by(board, "ops")
    forms = {form.kind: form for form in board.legal("eng")}
    assert forms["engines"].hint == "4+ on the die, 70 %, STN -1, pilot's target number -2"
    assert forms["engines"].fields[0].hint.startswith("wit: 4+ on the die, 70 %")
    assert {option.key: option.note for option in forms["reroute"].fields[-1].options}["meat"] == "6+ on the die, 50 %"
    forms = {form.kind: form for form in stand_by(board, "eng", "pil").legal("gun")}
    assert (forms["shoot"].fields[0].hint, forms["shoot"].fields[0].options[0].note) == ("STN 14 so far", "hull 90 %")
    assert "icar.space.stn.base" in rules(board)
