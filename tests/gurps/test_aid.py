"""Grabs, blinded eyes, help for the wounded, who comes late, the GM by the rules, figures and prompts."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.fight import Fight
from starfray.rulebooks.gurps.dice import by_margin, degrees, successes, yes_or_no
from tests.gurps.fights import combatant, duel, said, total_of

GRAB = "defensive-attack ann bob parry punch grapple=yes"
CLOSE = {"weapons": "[]", "skills": "{ brawling = 12 }"}
CID = combatant("cid", "a", "[0, 1]", {"skills": "{ first-aid = 12 }", "attributes": "{ dx = 9 }"})


def grabbed() -> Fight:
    return duel(CLOSE, gap=0).play(GRAB, dice=[3, 3, 3], answers=["no"])


@pytest.mark.rule("gurps.ruling.grab")
def test_whoever_is_grabbed_cannot_move_and_breaks_free_by_st() -> None:
    fight = grabbed()
    assert fight.get("bob.grabbed") == "ann"
    with pytest.raises(Refused, match="ann holds bob"):
        fight.play("move bob path=3,0", dice=[])
    fight.play("break-free bob", dice=[3, 3, 3, 5, 5, 5])
    assert fight.get("bob.grabbed") == ""


@pytest.mark.rule("gurps.ruling.grab")
def test_a_grab_is_let_go_freely() -> None:
    fight = grabbed().play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("let-go ann", dice=[])
    assert fight.get("bob.grabbed") == ""
    assert fight.actors == ["ann"]
    with pytest.raises(Refused, match="holds nobody"):
        fight.play("let-go ann", dice=[])


@pytest.mark.parametrize("what", ["place bob 9,0", "remove bob", "down bob", "stun ann", "set ann.posture lying"])
@pytest.mark.rule("gurps.ruling.grab")
def test_a_hold_ends_when_either_is_out_of_it(what: str) -> None:
    fight = duel(CLOSE, gap=0, more=combatant("dan", "b", "[9, 9]", {})).play(GRAB, dice=[3, 3, 3], answers=["no"])
    fight.gm(what)
    assert fight.get("bob.grabbed") == ""


@pytest.mark.rule("gurps.ruling.missed-kick", "gurps.maneuver.defensive-attack.kick")
def test_a_defensive_kick_keeps_its_feet_better() -> None:
    fight = duel(CLOSE, rulings='missed-kick = "dx"')
    fight.play("defensive-attack ann bob kick kick", dice=[5, 5, 5, 5, 5, 4])  # DX 12 and 2 more
    assert total_of(fight, "gurps.ruling.missed-kick") == 14
    assert fight.get("ann.posture") == "standing"


@pytest.mark.rule("gurps.ruling.blind")
def test_blinded_eyes_cost() -> None:
    one = duel({"crippled": '["right-eye"]'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(one, "gurps.maneuver.attack") == 12 - 1
    both = duel({"crippled": '["right-eye", "left-eye"]'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(both, "gurps.maneuver.attack") == 12 - 10
    both.play("attack bob ann", dice=[3, 3, 3, 5, 5, 5, 1], answers=["dodge"])
    assert total_of(both, "gurps.core.dodge") == 8 - 4


@pytest.mark.rule("gurps.fp.heart-attack", "gurps.ruling.aid")
def test_cpr_starts_the_heart_again() -> None:
    fight = duel({"heart": "100", "incapacitated": "true"}, more=CID).play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("cpr cid ann", dice=[4, 4, 4])
    assert fight.get("ann.heart") == 0
    with pytest.raises(Refused, match="nobody's heart"):
        duel().play("cpr ann bob", dice=[])


@pytest.mark.rule("gurps.ruling.aid", "gurps.injury.bleeding.stop")
def test_after_the_last_enemy_is_down_a_friend_is_bandaged_in_the_fights_own_clock() -> None:
    fight = duel({"bleeding": "30", "hp": "4"}, more=CID)
    fight.gm("down bob")
    assert fight.over
    fight.gm("go-on")
    fight.play("do-nothing ann", dice=[]).step(dice=[])
    fight.play("bandage cid ann", dice=[4, 4, 4])
    assert fight.get("ann.bleeding") == 0


@pytest.mark.rule("gurps.ruling.late")
def test_who_comes_late_takes_the_place_her_speed_gives() -> None:
    fight = duel()
    fight.gm('add "id = \\"eve\\", side = \\"b\\", at = [9, 9], attributes = { dx = 11 }"')
    fight.step(dice=[])
    assert fight.get("order") == ["ann", "eve", "bob"]
    fight.play("do-nothing ann", dice=[]).step(dice=[])
    assert fight.actors == ["eve"]


@pytest.mark.rule("gurps.ruling.late", "gurps.order.start")
def test_a_late_comer_who_is_level_draws_lots_and_one_who_is_quicker_waits_for_the_next_second() -> None:
    fight = duel().play("do-nothing ann", dice=[]).step(dice=[])
    fight.gm('add "id = \\"eve\\", side = \\"b\\", at = [9, 9], attributes = { dx = 12 }"')
    fight.step(dice=[2])
    assert fight.get("order") == ["eve", "ann", "bob"]
    assert fight.actors == ["bob"]
    fight.play("do-nothing bob", dice=[]).step(dice=[])
    assert fight.get("second") == 2


@pytest.mark.rule("gurps.order.hit", "gurps.wounding.cut")
def test_the_gm_hurts_by_the_rules() -> None:
    mail = {"armour": '[{ key = "mail", dr = { torso = 3 } }]'}
    fight = duel(bob=mail)
    fight.gm("hurt bob 5 cut torso")
    assert fight.get("bob.hp") == 10 - 3  # 2 through, half as much again
    fight.gm("hurt bob 2 cut torso direct=yes")
    assert fight.get("bob.hp") == 4
    assert fight.get("bob.pain") == 6
    fight.gm("heal bob 3")
    assert fight.get("bob.hp") == 7
    fight.gm("tire bob 4")
    assert fight.get("bob.fp") == 6
    fight.gm("stun bob")
    assert fight.get("bob.stunned") == "physical"
    fight.gm("down bob")
    assert fight.get("bob.unconscious") is True
    assert fight.get("bob.weapons.broadsword.dropped") is True


@pytest.mark.parametrize("text", ["hurt bob 0", "hurt bob 5 wet", "hurt bob 5 cut elbow", "heal nobody 3", "stun bob deeply"])
def test_nonsense_from_the_gm_is_refused(text: str) -> None:
    with pytest.raises((BadInput, Refused)):
        duel().gm(text)


@pytest.mark.rule("gurps.core.turn-order")
def test_whose_turn_it_is_not_is_told_the_books_rule() -> None:
    refused = duel().refusal("attack bob ann")
    assert refused is not None
    assert refused.rule == "gurps.core.turn-order"
    out = duel(bob={"unconscious": "true"}, more=combatant("dan", "b", "[9, 9]", {})).refusal("attack bob ann")
    assert out is not None
    assert out.rule == "gurps.hp.collapse"


def test_dodge_parry_block_and_move_can_be_read() -> None:
    fight = duel(bob={"shield": '"small-shield"', "skills": "{ broadsword = 12, shield = 12 }"})
    assert (fight.get("ann.dodge"), fight.get("ann.parry"), fight.get("ann.block"), fight.get("ann.move")) == (8, 9, 0, 5)
    assert fight.get("bob.block") == 9


def test_without_hands_nobody_parries_or_blocks_and_a_thing_has_no_defence() -> None:
    lame = {"crippled": '["left-arm", "right-arm"]', "shield": '"small-shield"', "traits": '["combat-reflexes"]'}
    fight = duel(bob=lame, more=combatant("box", "b", "[4, 4]", {"archetype": '"crate"'}))
    assert (fight.get("bob.parry"), fight.get("bob.block")) == (0, 0)
    assert (fight.get("box.dodge"), fight.get("box.parry"), fight.get("box.block")) == (0, 0, 0)


def test_the_one_who_rolls_is_told_the_target_number() -> None:
    assert degrees(12).goal == yes_or_no(12).goal == successes(12, 1, 1, False).goal == "12 or less"
    assert by_margin(20).goal.startswith("16 or less")


def test_a_caster_who_rolls_is_told_the_target_number_too() -> None:
    fight = duel({"skills": "{ thaumatology = 14 }", "thought": '{ task = "built" }'})
    fight.seats.hand = {"ann"}
    fight.play("cast ann built bob does=status")
    assert fight.asks[0].prompt == "15 or less, by as much as may be"


def test_a_weapon_that_is_not_in_hand_stays_where_it_is() -> None:
    fight = duel({"weapons": '[{ key = "broadsword", hand = "" }]'})
    assert fight.get("ann.weapons.broadsword.hand") == ""
    said_nothing = duel({"weapons": '["broadsword"]'})
    assert said_nothing.get("ann.weapons.broadsword.hand") == "right"


@pytest.mark.rule("gurps.stun-points.after")
def test_at_0_stun_points_an_injury_comes_off_hp_in_full() -> None:
    assert starfray.do("gurps", "stun-points 10 lost=7 sp=0").result == {"sp": 0, "hp": 3, "unconscious": True}


def test_the_n_of_stun_points_is_free() -> None:
    fight = duel(rulings='stun-points = "7"')
    assert fight.get("ann.max-sp") == 70
    assert not said(fight, "gurps.stun-points.loss")


def test_a_skill_that_nothing_here_asks_for_is_noted_on_the_card() -> None:
    fight = duel({"skills": "{ broadsword = 12, broadswrd = 14, physics = 11 }"})
    lines = {line.label: line.value for line in fight.book.describe(fight.state, fight.state.roster["ann"])}
    assert lines["skills without a use here"] == "broadswrd (did you mean broadsword?), physics"
    assert "skills without a use here" not in [
        line.label for line in fight.book.describe(fight.state, fight.state.roster["bob"])
    ]


@pytest.mark.rule("gurps.fp.recovery", "gurps.fp.collapse")
def test_what_a_rest_brings_is_written_on_the_sheet() -> None:
    fight = duel({"fp": "-1", "incapacitated": "true"}, more=CID)
    fight.gm('call "rest minutes=30 fp=-1 max-fp=10" who=ann')
    assert (fight.get("ann.fp"), fight.get("ann.incapacitated")) == (2, False)
    fight.gm('call "hike 5 hours=2" who=bob')
    assert fight.get("bob.fp") == 8


def test_a_hold_in_a_file_has_two_ends() -> None:
    with pytest.raises(BadInput, match="grabbed"):
        duel(bob={"grabbed": '"nobody"'})
