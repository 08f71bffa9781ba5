"""Feint, Evaluate, Concentrate, Committed and Defensive Attack, Move and Attack, facing."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.gurps.fights import combatant, duel, gun, said, total_of

ATTACK = "gurps.maneuver.attack"


@pytest.mark.rule("gurps.maneuver.feint", "gurps.ruling.feint-choice", "gurps.ruling.feint-margin", "gurps.order.contest")
def test_a_feint_the_foe_fails_against_lowers_his_defence_by_the_margin() -> None:
    fight = duel().play("feint ann bob", dice=[3, 3, 3, 5, 5, 5])
    assert fight.get("bob.feints.0.penalty") == 3
    fight.play("do-nothing bob", dice=[]).play("attack ann bob", dice=[3, 3, 4, 3, 2, 1, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 8 - 3
    assert fight.get("bob.feints") == []


def test_if_both_succeed_the_difference_counts_and_ties_gain_nothing() -> None:
    assert duel().play("feint ann bob", dice=[2, 2, 3, 3, 3, 4]).get("bob.feints.0.penalty") == 3
    assert duel().play("feint ann bob", dice=[3, 3, 4, 3, 3, 4]).get("bob.feints") == []
    assert duel().play("feint ann bob", dice=[5, 5, 5, 6, 6, 5]).get("bob.feints") == []


def test_a_feint_may_lower_the_next_attack_instead() -> None:
    fight = duel().play("feint ann bob lowers=attack", dice=[3, 3, 3, 5, 5, 5])
    fight.play("attack bob ann", dice=[5, 4, 4])
    assert total_of(fight, ATTACK) == 12 - 3
    assert fight.get("bob.feints") == []


@pytest.mark.rule("gurps.maneuver.feint")
def test_a_feint_lowers_the_first_defence_roll_and_no_other() -> None:
    feinted = {"feints": '[{ by = "ann", penalty = 3 }]'}
    twice = duel({"skills": "{ broadsword = 18 }"}, feinted)
    dice = [4, 4, 4, 1, 4, 4, 4, 4, 4, 4, 1]
    twice.play("attack ann bob rapid=yes", dice=dice, answers=["no", "dodge"])
    assert total_of(twice, "gurps.core.dodge") == 8 - 3, "there was no roll against the first blow"
    assert twice.get("bob.feints") == []
    double = duel(None, {**feinted, "all-out-defense": '"double"'})
    double.play("attack ann bob", dice=[4, 4, 4, 4, 4, 4, 4, 4, 4, 1], answers=["dodge", "parry-broadsword"])
    assert (total_of(double, "gurps.core.dodge"), total_of(double, "gurps.core.parry")) == (5, 9)


def test_what_a_feint_has_won_is_gone_at_the_end_of_the_feinters_next_turn() -> None:
    fight = duel().play("feint ann bob", dice=[3, 3, 3, 5, 5, 5])
    fight.play("do-nothing bob", dice=[]).play("do-nothing ann", dice=[]).play("do-nothing bob", dice=[])
    assert fight.get("bob.feints") == []


@pytest.mark.rule("gurps.maneuver.all-out-attack.feint")
def test_a_feint_and_a_blow_in_one_all_out_attack() -> None:
    dice = [3, 3, 3, 5, 5, 5, 3, 3, 4, 3, 3, 3, 1]
    fight = duel().play("all-out-attack ann bob feint", dice=dice, answers=["parry-broadsword"])
    assert total_of(fight, "gurps.core.parry") == 9 - 3
    assert fight.get("ann.all-out-attack") is True


@pytest.mark.rule("gurps.maneuver.wait", "gurps.maneuver.feint")
def test_a_feint_may_follow_a_wait() -> None:
    fight = duel().play("wait ann attacks maneuver=feint lowers=attack", dice=[])
    fight.play("attack bob ann", dice=[3, 3, 3, 5, 5, 5, 4, 4, 4], answers=["act"])
    assert total_of(fight, ATTACK) == 9


@pytest.mark.rule("gurps.maneuver.evaluate", "gurps.mod.evaluate")
def test_each_turn_of_watching_gives_1_up_to_3() -> None:
    fight = duel(gap=1)
    for turns in (1, 2, 3, 3):
        fight.play("evaluate ann bob", dice=[]).play("do-nothing bob", dice=[])
        assert fight.get("ann.study.turns") == turns
    assert total_of(fight.play("attack ann bob", dice=[6, 5, 5]), ATTACK) == 15


@pytest.mark.rule("gurps.ruling.evaluate-loss")
def test_what_was_learned_is_lost_on_striking_on_turning_away_and_on_idling() -> None:
    eve = combatant("eve", "b", "[1, 1]", {"attributes": "{ st = 10, dx = 9 }"})
    studied = {"study": '{ target = "bob", turns = 2 }'}
    assert duel(studied, more=eve).play("attack ann bob", dice=[6, 5, 5]).get("ann.study") is None
    assert duel(studied, more=eve).play("do-nothing ann", dice=[]).get("ann.study") is None
    fight = duel(studied, more=eve).play("evaluate ann eve", dice=[])
    assert (fight.get("ann.study.target"), fight.get("ann.study.turns")) == ("eve", 1)
    assert said(fight, "gurps.ruling.evaluate-loss")


def test_a_guard_that_is_down_makes_both_count_double() -> None:
    studied = {"study": '{ target = "bob", turns = 2 }'}
    tally = duel(studied, {"guard-down": "2"}).preview("attack ann bob").tally
    assert tally is not None
    assert tally.total == 16
    assert duel(None, {"guard-down": "2"}).play("feint ann bob", dice=[3, 3, 3, 5, 5, 5]).get("bob.feints.0.penalty") == 6


# --- Concentrate -----------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.maneuver.concentrate")
def test_a_task_of_the_mind_second_by_second() -> None:
    fight = duel().play("concentrate ann task=lock", dice=[]).play("do-nothing bob", dice=[])
    fight.play("concentrate ann task=lock", dice=[])
    assert (fight.get("ann.thought.task"), fight.get("ann.thought.seconds")) == ("lock", 2)
    assert fight.play("do-nothing bob", dice=[]).play("move ann path=-1,0", dice=[]).get("ann.thought") is None


@pytest.mark.rule("gurps.maneuver.concentrate.distraction", "gurps.ruling.concentrate-events")
def test_a_defence_and_an_injury_each_ask_for_will_less_3() -> None:
    fight = duel(None, {"thought": "{}", "will": "14"})
    fight.play("attack ann bob", dice=[3, 3, 4, 5, 5, 5, 1, 4, 4, 3, 4, 4, 3], answers=["dodge"])  # Will - 3 = 11, twice
    assert fight.get("bob.thought") is not None
    fight = duel(None, {"thought": "{}", "will": "14"})
    fight.play("attack ann bob", dice=[3, 3, 4, 5, 5, 5, 1, 4, 4, 4], answers=["dodge"])
    assert fight.get("bob.thought") is None


# --- Committed and Defensive Attack ----------------------------------------------------------------------------


@pytest.mark.rule("gurps.maneuver.committed-attack", "gurps.mod.committed-attack")
def test_a_committed_attack_is_at_2() -> None:
    fight = duel().play("committed-attack ann bob hit", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.committed-attack") == 14


def test_or_does_1_more() -> None:
    fight = duel().play("committed-attack ann bob damage", dice=[3, 3, 4, 1], answers=["no"])
    assert fight.get("bob.hp") == 10 - 4  # 1 + 1 + 1 = 3 cut


@pytest.mark.rule("gurps.maneuver.committed-attack.defense", "gurps.ruling.until-next-turn")
def test_it_costs_the_guard_until_the_next_turn() -> None:
    fight = duel().play("committed-attack ann bob hit", dice=[6, 5, 5])
    fight.seats.hand = {"bob", "ann"}
    fight.play("attack bob ann")
    fight.answer(fight.asks[0], [3, 3, 4])
    keys = [option.key for option in fight.asks[0].options]
    assert keys == ["dodge", "parry-hand", "effort", "riposte", "riposte-effort", "no"]  # no retreat, nor the hand that struck
    assert fight.asks[0].facts["dodge"] == 8 - 2
    fight.answer(fight.asks[0], "no")
    fight.answer(fight.asks[0], [1])
    assert fight.get("ann.committed") == ""


@pytest.mark.rule("gurps.maneuver.committed-attack.defense")
def test_whoever_kicked_cannot_dodge() -> None:
    fight = duel({"weapons": "[]"}).play("committed-attack ann bob hit kick", dice=[6, 5, 5])
    fight.play("attack bob ann", dice=[3, 3, 4, 5, 5, 5, 1], answers=["parry-hand"])
    assert fight.get("ann.hp") == 7


@pytest.mark.rule("gurps.maneuver.committed-attack.two-hexes")
def test_two_yards_cost_2() -> None:
    fight = duel(gap=3).play("committed-attack ann bob hit path=2,0", dice=[6, 5, 5])
    assert total_of(fight, "gurps.maneuver.committed-attack") == 12


@pytest.mark.rule(
    "gurps.maneuver.defensive-attack", "gurps.maneuver.defensive-attack.guard", "gurps.ruling.defensive-attack-choice"
)
def test_a_defensive_attack_does_2_less_and_guards_one_way() -> None:
    fight = duel({"attributes": "{ st = 10, dx = 12, iq = 10, ht = 10 }"})
    fight.play("defensive-attack ann bob parry", dice=[3, 3, 4, 3], answers=["no"])
    assert fight.get("bob.hp") == 10 - 3  # 3 + 1 - 2 = 2 cut
    fight.play("attack bob ann", dice=[3, 3, 3, 3, 3, 4], answers=["parry-broadsword"])
    assert total_of(fight, "gurps.core.parry") == 10
    with pytest.raises(Refused, match="one gain named"):
        duel().play("defensive-attack ann bob dodge", dice=[])


@pytest.mark.rule("gurps.maneuver.defensive-attack.kick")
def test_a_careful_kick_gives_surer_feet() -> None:
    shove = {"weapons": '[{ key = "pole", damage = "0d+8", type = "cr" }]', "skills": "{ brawling = 12 }"}
    fight = duel({"weapons": "[]"}, shove).play("defensive-attack ann bob kick kick", dice=[6, 5, 5, 3, 3, 3])
    fight.play("attack bob ann", dice=[3, 3, 4, 3, 3, 3, 4, 5, 5], answers=["no"])
    assert total_of(fight, "gurps.knockback.balance") == 14


@pytest.mark.rule("gurps.maneuver.defensive-attack.grapple")
def test_a_careful_grab_is_easier_to_ward_off_and_only_holds() -> None:
    fight = duel({"weapons": "[]"}, gap=0)
    fight.play("defensive-attack ann bob parry punch grapple=yes", dice=[3, 3, 4, 4, 4, 4], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 9
    assert (fight.get("bob.hp"), fight.get("bob.grabbed")) == (10, "ann")


# --- Move and Attack -------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.maneuver.move-and-attack", "gurps.mod.move-and-attack.melee", "gurps.ruling.caps-last")
def test_a_blow_on_the_run_is_at_4_and_never_better_than_9() -> None:
    fight = duel({"skills": "{ broadsword = 18 }"}, gap=5).play("move-and-attack ann bob path=4,0", dice=[4, 4, 4])
    assert total_of(fight, "gurps.maneuver.move-and-attack") == 9
    fight = duel(gap=5).play("move-and-attack ann bob path=4,0", dice=[4, 4, 4])
    assert total_of(fight, "gurps.maneuver.move-and-attack") == 8


@pytest.mark.rule("gurps.mod.move-and-attack.ranged")
@pytest.mark.parametrize(("key", "total"), [("auto-pistol", 10), ("assault-rifle", 8)])
def test_a_shot_on_the_run_costs_2_or_the_bulk(key: str, total: int) -> None:
    fight = duel(gun(key), gap=9).play("move-and-attack ann bob path=5,0", dice=[6, 5, 5])
    assert total_of(fight, "gurps.maneuver.move-and-attack") == total


@pytest.mark.rule("gurps.maneuver.move-and-attack.balance")
def test_who_runs_falls_more_easily() -> None:
    shove = {"weapons": '[{ key = "pole", damage = "0d+8", type = "cr" }]', "skills": "{ brawling = 12 }"}
    fight = duel(None, shove, gap=4).play("move-and-attack ann bob path=3,0", dice=[5, 5, 5])
    fight.play("attack bob ann", dice=[3, 3, 4, 3, 3, 3, 4, 4, 3], answers=["no"])
    assert total_of(fight, "gurps.knockback.balance") == 10
    assert fight.get("ann.posture") == "lying"


# --- facing ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.core.active-defense")
def test_a_blow_from_behind_cannot_be_defended_and_one_from_the_side_only_at_minus_2() -> None:
    fight = duel(None, {"facing": "0"}).play("attack ann bob", dice=[3, 3, 4, 1])  # bob looks away from ann
    assert fight.get("bob.hp") == 7
    fight = duel(None, {"facing": "60"}).play("attack ann bob", dice=[3, 3, 4, 5, 5, 5, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 6


@pytest.mark.rule("gurps.aim-at.skull-behind")
def test_the_skull_is_easier_from_behind() -> None:
    fight = duel(None, {"facing": "0"}).play("attack ann bob location=skull", dice=[6, 5, 5])
    assert total_of(fight, ATTACK) == 7


@pytest.mark.rule("gurps.aim-at.face-behind")
def test_and_the_face_harder() -> None:
    fight = duel(None, {"facing": "0"}).play("attack ann bob location=face", dice=[6, 5, 5])
    assert total_of(fight, ATTACK) == 5


def test_who_turns_strikes_or_walks_looks_that_way() -> None:
    fight = duel(None, {"facing": "0"}).play("do-nothing ann", dice=[]).play("face bob ann", dice=[])
    assert fight.get("bob.facing") == 180
    fight.play("move bob path=1,3", dice=[])
    assert fight.get("bob.facing") == 90


def test_without_a_map_a_relation_says_who_is_behind_whom() -> None:
    behind = '[[relation]]\nkind = "behind"\nbetween = ["ann", "bob"]\nvalue = 1\n'
    fight = duel(on_map=False, more=behind).play("attack ann bob", dice=[3, 3, 4, 1])
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.maneuver.feint")
def test_bare_hands_count_among_the_combat_skills_a_feint_is_seen_through_with() -> None:
    rolls = [3, 3, 3, 5, 5, 5]  # Ann by 3; Bob's 15 is enough for Karate 16, by 1
    assert duel(bob={"skills": "{ karate = 16 }"}).play("feint ann bob", dice=rolls).get("bob.feints.0.penalty") == 2
    assert duel(bob={"skills": "{ piloting = 16 }"}).play("feint ann bob", dice=rolls).get("bob.feints.0.penalty") == 3


def test_after_a_committed_blow_with_the_shield_the_sword_parries_and_the_shield_does_not_block() -> None:
    rim = '{ key = "rim", item = "shield", skill = "shield", damage = "thr" }'
    ann = {
        "skills": "{ broadsword = 12, shield = 14 }",
        "shield": '"small-shield"',
        "weapons": f'["broadsword", {rim}]',
        "encumbrance": "0",
    }
    fight = duel(ann).play("committed-attack ann bob hit weapon=rim", dice=[6, 6, 5])
    fight.seats.hand = {"ann", "bob"}
    fight.play("attack bob ann")
    fight.answer(fight.asks[0], [4, 4, 4])
    offered = [option.key for option in fight.asks[0].options]
    assert "parry-broadsword" in offered
    assert "block" not in offered


def test_a_committed_bite_leaves_both_hands_to_parry_with() -> None:
    ann = {
        "skills": "{ brawling = 14, broadsword = 12 }",
        "weapons": '["broadsword", { key = "bite", natural = true, parries = false, reach = [0, 1] }]',
    }
    fight = duel(ann).play("committed-attack ann bob hit weapon=bite", dice=[6, 6, 5])
    fight.seats.hand = {"ann", "bob"}
    fight.play("attack bob ann")
    fight.answer(fight.asks[0], [4, 4, 4])
    assert {"parry-broadsword", "parry-hand"} <= {option.key for option in fight.asks[0].options}
