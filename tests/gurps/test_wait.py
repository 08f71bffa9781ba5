"""Wait: its triggers, and acting inside somebody else's act."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused, TapeError
from tests.gurps.fights import combatant, duel, gun, said, total_of

EVE = combatant("eve", "a", "[0, 1]", {"attributes": "{ st = 10, dx = 8 }", "weapons": '["broadsword"]'})
SPEAR = {"skills": "{ spear = 12 }", "weapons": '["spear"]'}


@pytest.mark.rule("gurps.maneuver.wait", "gurps.ruling.wait-list")
def test_who_waits_for_a_foe_to_come_within_reach_strikes_first() -> None:
    fight = duel(SPEAR, gap=5).play("wait ann reach", dice=[])
    fight.play("move bob path=1,0", dice=[4, 4, 4, 1], answers=["act", "no"])  # 1d-2+3 = 2 imp: 4
    assert fight.get("ann.waiting") is None
    assert fight.get("bob.hp") == 6
    assert fight.get("bob.at") == [1.0, 0.0]


def test_the_mover_stops_where_he_was_cut_down() -> None:
    fight = duel(SPEAR, gap=5).play("wait ann reach", dice=[])
    fight.play("move bob path=1,0", dice=[4, 4, 4, 3, 6, 6, 3], answers=["act", "no"])
    assert fight.get("bob.stunned") == "physical"
    assert fight.get("bob.at") == [2.0, 0.0]


def test_one_who_is_not_felled_goes_on() -> None:
    fight = duel(SPEAR, gap=5).play("wait ann reach", dice=[])
    fight.play("move bob path=1,0", dice=[5, 5, 5], answers=["act"])
    assert fight.get("bob.at") == [1.0, 0.0]


def test_holding_keeps_the_wait_and_the_question_comes_once_per_move() -> None:
    fight = duel(SPEAR, gap=5).play("wait ann reach", dice=[])
    fight.play("move bob path=1,0", dice=[], answers=["hold"])
    assert fight.get("ann.waiting.trigger") == "reach"


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_shot_at_the_first_who_comes_within_so_many_yards() -> None:
    fight = duel(gun("auto-pistol"), gap=12).play("wait ann distance yards=10 watching=bob location=right-leg", dice=[])
    fight.play("move bob path=7,0", dice=[3, 3, 2], answers=["act"])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 3 - 2
    assert fight.get("bob.at") == [7.0, 0.0]
    assert ("ann", "attack") in [(event.who, event.note) for event in fight.events if event.whom == "bob"]


def test_the_named_distance_is_crossed_once_and_others_do_not_set_it_off() -> None:
    fight = duel(gun("auto-pistol"), gap=12, more=EVE).play("wait ann distance yards=10 watching=bob", dice=[])
    fight.play("move bob path=11,0", dice=[])
    fight.play("move eve path=2,1", dice=[])
    assert fight.get("ann.waiting") is not None


@pytest.mark.rule("gurps.maneuver.wait")
def test_an_attack_on_anybody_sets_off_who_waits_for_attacks() -> None:
    fight = duel().play("wait ann attacks", dice=[])
    fight.play("attack bob ann", dice=[4, 4, 4, 1, 4, 4, 4, 1], answers=["act", "no", "no"])
    assert fight.get("bob.hp") == 7
    assert fight.get("ann.hp") == 7


@pytest.mark.rule("gurps.core.attack-sequence")
def test_the_attacker_who_is_stunned_by_it_does_not_strike() -> None:
    fight = duel().play("wait ann attacks maneuver=all-out-attack option=strong", dice=[])
    fight.play("attack bob ann", dice=[4, 4, 4, 2, 6, 6, 3], answers=["act", "no"])
    assert fight.get("ann.hp") == 10
    assert fight.get("ann.all-out-attack") is True
    assert said(fight, "gurps.core.attack-sequence")


def test_an_attacker_who_retreats_out_of_reach_cannot_strike() -> None:
    fight = duel().play("wait ann attacks", dice=[])
    fight.play("attack bob ann", dice=[4, 4, 4, 3, 3, 3], answers=["act", "dodge-retreat"])
    assert fight.get("bob.at") == [2.0, 0.0]
    assert fight.get("ann.hp") == 10


@pytest.mark.rule("gurps.maneuver.wait")
def test_the_guard_of_a_named_ally_waits_for_an_attack_on_that_ally_only() -> None:
    fight = duel(more=EVE).play("wait ann attacks-ally ally=eve", dice=[])
    fight.play("attack bob ann", dice=[5, 5, 5])
    assert fight.get("ann.waiting") is not None
    fight = duel(more=EVE).play("wait ann attacks-ally ally=eve", dice=[])
    fight.play("attack bob eve", dice=[5, 5, 5, 5, 5, 5], answers=["act"])
    assert fight.get("ann.waiting") is None


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_trigger_in_words_is_asked_of_the_gm() -> None:
    fight = duel().play('wait ann gm text="he reaches for the lever"', dice=[])
    fight.play("all-out-defense bob parry", dice=[], answers=["no"])
    assert fight.get("ann.waiting") is not None
    fight = duel().play('wait ann gm text="he reaches for the lever"', dice=[])
    fight.play("all-out-defense bob parry", dice=[5, 5, 5], answers=["yes", "act"])
    assert fight.get("ann.waiting") is None


def test_something_may_be_made_ready_on_the_trigger() -> None:
    fight = duel({"weapons": '["broadsword", "large-knife"]'})
    fight.play("wait ann attacks maneuver=ready weapon=large-knife", dice=[])
    fight.play("attack bob ann", dice=[5, 5, 5], answers=["act"])
    assert fight.get("ann.weapons.1.hand") == "left"


def test_waits_nest_and_the_innermost_blow_falls_first() -> None:
    fight = duel(more=EVE).play("wait ann attacks", dice=[])
    fight.play("wait bob attacks-ally ally=bob", dice=[])
    fight.play("attack eve bob path=1,1", dice=[4, 4, 4, 1, 5, 5, 5, 6, 5, 5], answers=["act", "act", "no"])
    blows = [event.who for event in fight.events if event.rule == "gurps.maneuver.attack" and event.faces]
    assert blows == ["ann", "bob", "eve"]
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.ruling.wait-list")
def test_only_attack_all_out_attack_and_ready_may_follow() -> None:
    with pytest.raises(Refused) as refused:
        duel().play("wait ann attacks maneuver=move", dice=[])
    assert refused.value.rule == "gurps.ruling.wait-list"


def test_a_trigger_must_be_one_of_the_list_and_complete() -> None:
    for words in ("sunrise", "distance", "gm", "attacks-ally ally=nobody"):
        with pytest.raises(Refused):
            duel().play(f"wait ann {words}", dice=[])


def test_the_stunned_do_not_cut_in() -> None:
    fight = duel({"weapons": '["broadsword"]'}).play("wait ann attacks", dice=[])
    fight.gm('set ann.stunned "physical"')
    fight.play("attack bob ann", dice=[5, 5, 5])
    with pytest.raises(TapeError):
        duel().play("wait ann attacks", dice=[]).play("attack bob ann", dice=[5, 5, 5])


def test_without_a_map_the_new_distance_sets_it_off() -> None:
    fight = duel(SPEAR, gap=5, on_map=False).play("wait ann reach", dice=[])
    fight.play("move bob target=ann yards=1", dice=[5, 5, 5], answers=["act"])
    assert fight.get("scene.relation.0.value") == 1


@pytest.mark.rule("gurps.maneuver.wait")
def test_waiting_for_an_attack_on_an_ally_needs_the_ally() -> None:
    fight = duel(SPEAR, gap=5)
    with pytest.raises(Refused, match=r"an attack on whom\? \[gurps.maneuver.wait\] Possible: ally=ID"):
        fight.play("wait ann attacks-ally", dice=[])


@pytest.mark.rule("gurps.maneuver.wait", "gurps.maneuver.feint")
def test_a_feint_looks_like_an_attack_to_who_waits_for_one() -> None:
    fight = duel(bob={"orders": '{ "gurps.core.active-defense" = "no" }'}).play("wait ann attacks", dice=[])
    fight.play("feint bob ann", dice=[3, 3, 3, 6, 6, 6, 1], answers=["act"])  # 7 HP and the stun: he feints no more
    assert fight.get("bob.stunned") == "physical"
    assert fight.get("ann.feints") == []


@pytest.mark.rule("gurps.maneuver.wait", "gurps.ruling.magic-delivery")
def test_a_harmful_spell_is_an_attack_to_who_waits_for_one_and_a_healing_one_is_not() -> None:
    mage = {"skills": "{ thaumatology = 20 }", "weapons": "[]", "thought": "{}"}
    fight = duel(bob=mage).play("wait ann attacks", dice=[])
    fight.play("cast bob force-bolt ann", dice=[5, 5, 5, 3, 3, 2, 2, 2, 2], answers=["act", "dodge"])
    assert fight.get("ann.waiting") is None
    fight = duel(bob=mage).play("wait ann attacks", dice=[])
    fight.play("cast bob heal-wounds bob", dice=[3, 3, 2, 1, 1, 1])
    assert fight.get("ann.waiting.trigger") == "attacks"


@pytest.mark.rule("gurps.maneuver.wait")
def test_who_acts_on_a_trigger_moves_as_far_as_that_maneuver_allows() -> None:
    fight = duel(gap=6).play("wait ann distance yards=2", dice=[])
    fight.play("move bob path=2,0", dice=[5, 5, 5], answers=["act"])
    assert fight.get("ann.at") == [1.0, 0.0], "a step, and the sword reaches"
    far = duel(gap=6).play("wait ann distance yards=3", dice=[])
    far.play("move bob path=3,0", dice=[])
    assert far.get("ann.waiting.trigger") == "distance", "two yards are too far for an Attack"
    charge = duel(gap=6).play("wait ann distance yards=3 maneuver=all-out-attack option=determined", dice=[])
    charge.play("move bob path=3,0", dice=[6, 6, 5], answers=["act"])
    assert charge.get("ann.at") == [2.0, 0.0], "half Move is three"
    off = duel(gap=6, on_map=False).play("wait ann distance yards=2", dice=[])
    off.play("move bob target=ann yards=2", dice=[5, 5, 5], answers=["act"])
    assert off.get("scene.relation.0.value") == 1


BATON = {"weapons": '["baton"]', "group": '"x"'}
GANG = combatant("x1", "b", "[1, 0]", {"attributes": "{ dx = 8 }", **BATON}) + combatant(
    "x2", "b", "[0, 1]", {"attributes": "{ dx = 7 }", **BATON}
)


@pytest.mark.rule("gurps.maneuver.wait", "gurps.group-combat.single-roll")
def test_who_waits_for_attacks_strikes_one_of_a_group_before_it_does() -> None:
    fight = duel(SPEAR, {"weapons": "[]"}, gap=9, more=GANG).play("wait ann attacks", dice=[])
    fight.play("do-nothing bob", dice=[])
    # the first of them is stabbed for 7 x 2, is out of it, and the other strikes alone
    fight.play("group-attack x1 ann", dice=[4, 4, 4, 6, 6, 6, 6, 5, 5, 5], answers=["act", "no"])
    assert fight.get("x1.stunned") == "physical"
    assert total_of(fight, "gurps.group-combat.single-roll") == 7 - 5  # one attacker: no bonus


@pytest.mark.rule("gurps.maneuver.wait", "gurps.maneuver.move")
def test_a_group_on_its_way_runs_into_who_waits() -> None:
    gang = GANG.replace("[1, 0]", "[5, 0]").replace("[0, 1]", "[5, 1]")
    fight = duel(SPEAR, {"weapons": "[]"}, gap=9, more=gang).play("wait ann reach", dice=[])
    fight.play("do-nothing bob", dice=[])
    fight.play("group-move x1 path=2,0", dice=[5, 5, 5], answers=["act"])
    assert fight.get("ann.waiting") is None
    assert fight.get("x1.at") == [2.0, 0.0]
    assert fight.get("x2.at") == [2.0, 1.0]


@pytest.mark.rule("gurps.maneuver.wait")
def test_what_is_held_is_refused_by_the_same_rules_as_on_her_own_turn() -> None:
    fight = duel(bob={"weapons": "[]"}).play("wait ann attacks location=weapon", dice=[])
    fight.play("attack bob ann punch path=0,0", dice=[5, 5, 5])  # nobody is asked: an empty hand holds nothing to strike at
    assert fight.get("ann.waiting.location") == "weapon"


def test_who_took_heart_for_the_wait_need_not_do_it_again() -> None:
    fight = duel({"hp": "0"}).play("wait ann attacks", dice=[3, 3, 3])
    fight.play("attack bob ann", dice=[4, 4, 4, 1, 5, 5, 5], answers=["act", "no"])
    assert fight.get("bob.hp") == 7
    assert not said(fight, "gurps.fp.collapse")


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_friends_sign_lets_one_strike_the_foe() -> None:
    fight = duel(more=EVE).play("wait ann sign ally=eve", dice=[])
    fight.play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("signal eve", dice=[4, 4, 4, 2], answers=["act", "no"])
    assert fight.get("bob.hp") < 10
    assert fight.actors == ["eve"]  # the sign is free


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_gm_trigger_that_a_friend_sets_off_asks_which_foe_and_never_strikes_the_friend() -> None:
    second = combatant("cid", "b", "[0, -1]", {"weapons": '["broadsword"]', "attributes": "{ dx = 9 }"})
    fight = duel(more=EVE + second).play('wait ann gm text="Eve moves"', dice=[])
    fight.play("do-nothing bob", dice=[]).step(dice=[])
    fight.play("do-nothing cid", dice=[]).step(dice=[])
    fight.play("move eve path=1,1", dice=[5, 5, 5], answers=["yes", "act", "cid"])
    assert ("ann", "cid") in [(event.who, event.whom) for event in fight.events if event.rule == "gurps.maneuver.attack"]


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_named_target_is_struck_whoever_sets_it_off() -> None:
    second = combatant("cid", "b", "[0, -1]", {"weapons": '["broadsword"]', "attributes": "{ dx = 9 }"})
    fight = duel(more=second).play("wait ann attacks target=cid", dice=[])
    fight.play("attack bob ann", dice=[5, 5, 5, 5, 5, 5], answers=["act"])
    assert ("ann", "cid") in [(event.who, event.whom) for event in fight.events if event.rule == "gurps.maneuver.attack"]


@pytest.mark.rule("gurps.maneuver.wait", "gurps.option.telegraphic-attack")
def test_the_attack_that_was_held_has_its_options() -> None:
    fight = duel().play("wait ann attacks telegraphic=yes location=neck", dice=[])
    fight.play("attack bob ann", dice=[5, 5, 5, 5, 5, 5], answers=["act"])
    tallies = [event.tally for event in fight.events if event.rule == "gurps.maneuver.attack" and event.tally is not None]
    assert tallies[-2].total == 12 + 4 - 5


@pytest.mark.rule("gurps.maneuver.wait", "gurps.option.rapid-strike")
def test_a_held_rapid_strike_is_two_blows() -> None:
    fight = duel({"skills": "{ broadsword = 16 }"}).play("wait ann attacks rapid=yes", dice=[])
    fight.play("attack bob ann", dice=[5, 5, 5, 5, 5, 5, 5, 5, 5], answers=["act"])
    assert said(fight, "gurps.order.several")


WRONG = ("rapid=yes dual=yes", "telegraphic=yes deceptive=1", "second=nobody rapid=yes", "strikes=xyzzy", "target=xyzzy",
         "second-weapon=xyzzy", "flurry=yes")  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_options_that_do_not_go_together_are_refused_when_the_wait_begins(text: str) -> None:
    fight = duel()
    with pytest.raises(Refused):
        fight.play(f"wait ann attacks {text}", dice=[])


@pytest.mark.rule("gurps.ruling.wait-shock", "gurps.injury.shock")
def test_the_shock_of_the_turn_she_waited_in_counts_for_the_blow() -> None:
    fight = duel({"pain": "3"}).play("wait ann attacks", dice=[])
    fight.play("attack bob ann", dice=[5, 5, 5, 5, 5, 5], answers=["act"])
    tallies = [event.tally for event in fight.events if event.rule == "gurps.maneuver.attack" and event.tally is not None]
    assert tallies[-2].total == 12 - 3
    assert fight.get("ann.shock") == 0


@pytest.mark.rule("gurps.maneuver.wait")
def test_a_sign_names_no_foe_who_is_hidden() -> None:
    more = combatant("dan", "a", "[0, 1]", {"attributes": "{ dx = 9 }"}) + combatant(
        "eve", "b", "[1, 1]", {"hidden": "true", "attributes": "{ dx = 8 }"}
    )
    fight = duel(more=more).play("wait ann sign", dice=[]).play("do-nothing bob", dice=[])
    fight.play("signal dan", dice=[6, 5, 5], answers=["act"])  # at Bob: nobody is asked at whom
    assert [event.whom for event in fight.events if event.rule == "gurps.maneuver.attack" and event.whom] == ["bob"]
