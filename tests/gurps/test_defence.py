"""Active defences: scores, retreat, repeated parries, double defences, and their criticals."""

from __future__ import annotations

import pytest

from starfray.engine.codec import clone, freeze
from starfray.engine.errors import Refused, TapeError
from starfray.engine.policy import Policies
from starfray.engine.tables.random import Generators, RandomTable
from starfray.fight import Fight
from starfray.rulebooks.gurps import BOOK
from tests.gurps.fights import duel, gun, said, total_of

SHIELD = {"skills": "{ broadsword = 12, shield = 12 }", "shield": '"small-shield"', "encumbrance": "0"}


def scores(fight: Fight, action: str, dice: list[int]) -> dict[str, int]:
    """What the defender is offered, with the score of each option."""
    fight.seats.hand = {"ann", "bob"}
    fight.play(action)
    fight.answer(fight.asks[0], dice)
    ask = fight.asks[0]
    assert ask.rule == "gurps.core.active-defense"
    assert ask.options[-1].key == "no"
    return {option.key: option.tally.total for option in ask.options if option.tally is not None}


def test_the_defender_is_asked_with_the_score_of_every_defence() -> None:
    assert scores(duel(bob=SHIELD), "attack ann bob", [4, 4, 4]) == {
        "dodge": 9, "parry-broadsword": 10, "block": 10, "dodge-retreat": 12, "parry-broadsword-retreat": 11,
        "block-retreat": 11,
    }  # fmt: skip


@pytest.mark.rule("gurps.core.active-defense", "gurps.core.dodge")
def test_dodge_is_speed_plus_3_less_encumbrance() -> None:
    fight = duel(bob={"encumbrance": "2"}).play("attack ann bob", dice=[4, 4, 4, 2, 2, 2], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 5 + 3 - 2
    assert fight.get("bob.hp") == 10


@pytest.mark.rule("gurps.core.parry")
def test_parry_is_half_the_skill_plus_3() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 3, 3, 3], answers=["parry-broadsword"])
    assert total_of(fight, "gurps.core.parry") == 9
    assert fight.get("bob.hp") == 10


@pytest.mark.rule("gurps.core.block")
def test_block_is_half_of_shield_plus_3_and_the_shield_itself() -> None:
    fight = duel(bob=SHIELD).play("attack ann bob", dice=[4, 4, 4, 3, 3, 4], answers=["block"])
    assert total_of(fight, "gurps.core.block") == 9 + 1


@pytest.mark.rule("gurps.option.retreat", "gurps.option.retreat.dodge")
def test_retreat_adds_3_to_dodge_and_moves_a_yard_away() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 3, 4, 4], answers=["dodge-retreat"])
    assert total_of(fight, "gurps.core.dodge") == 8 + 3
    assert fight.get("bob.at") == [2.0, 0.0]
    assert fight.get("bob.retreated") is True


@pytest.mark.rule("gurps.option.retreat.other")
def test_retreat_adds_1_to_a_heavy_parry() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 3, 3, 4], answers=["parry-broadsword-retreat"])
    assert total_of(fight, "gurps.core.parry") == 9 + 1


@pytest.mark.rule("gurps.option.retreat.light-parry")
def test_retreat_adds_3_to_a_fencing_parry() -> None:
    fight = duel(bob={"skills": "{ rapier = 12 }", "weapons": '["rapier"]'})
    fight.play("attack ann bob", dice=[4, 4, 4, 4, 4, 4], answers=["parry-rapier-retreat"])
    assert total_of(fight, "gurps.core.parry") == 9 + 3


@pytest.mark.rule("gurps.option.retreat.light-parry")
@pytest.mark.parametrize("art", ["boxing", "judo", "karate"])
def test_an_empty_hand_parries_with_the_art_that_serves_best_and_retreats_lightly(art: str) -> None:
    bob = {"skills": f"{{ {art} = 14, brawling = 15 }}", "weapons": "[]"}
    assert scores(duel(bob=bob), "attack ann bob", [4, 4, 4])["parry-hand"] == 10
    assert scores(duel(bob=bob), "attack ann bob", [4, 4, 4])["parry-hand-retreat"] == 10 + 3
    fight = duel(bob={**bob, "skills": f"{{ {art} = 16 }}"})
    fight.play("attack ann bob", dice=[4, 4, 4, 4, 5, 5], answers=["parry-hand-retreat"])
    assert total_of(fight, "gurps.core.parry") == 11 + 3
    better = duel(bob={**bob, "skills": f"{{ {art} = 10, brawling = 16 }}"})
    assert scores(better, "attack ann bob", [4, 4, 4])["parry-hand-retreat"] == 11 + 1


def test_retreat_is_offered_once_between_own_turns() -> None:
    fight = duel(bob={"retreated": "true"})
    assert not [key for key in scores(fight, "attack ann bob", [4, 4, 4]) if "retreat" in key]


def test_a_fumbled_retreat_still_gives_ground() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 5, 5, 5, 1], answers=["dodge-retreat"])
    assert fight.get("bob.at") == [2.0, 0.0]
    assert fight.get("bob.hp") == 7


def test_the_second_of_two_blows_is_lost_on_one_who_has_stepped_out_of_reach() -> None:
    fight = duel().play("all-out-attack ann bob double", dice=[4, 4, 4, 4, 4, 3], answers=["dodge-retreat"])
    assert fight.get("bob.hp") == 10


def test_without_a_map_a_retreat_adds_a_yard_to_the_distance() -> None:
    fight = duel(on_map=False)
    fight.play("attack ann bob", dice=[4, 4, 4, 3, 4, 4], answers=["dodge-retreat"])
    assert fight.get("scene.relation.0.value") == 2


@pytest.mark.rule("gurps.ruling.multiple-defenses")
def test_each_further_parry_with_a_hand_costs_4_and_with_a_fencing_weapon_2() -> None:
    dice = [4, 4, 4, 3, 3, 3, 4, 4, 4, 2, 2, 1]
    fight = duel().play("all-out-attack ann bob double", dice=dice, answers=["parry-broadsword"] * 2)
    assert total_of(fight, "gurps.core.parry") == 9 - 4
    fight = duel(bob={"skills": "{ rapier = 12 }", "weapons": '["rapier"]', "parried": "{ right = 2 }"})
    fight.play("attack ann bob", dice=[4, 4, 4, 2, 2, 1], answers=["parry-rapier"])
    assert total_of(fight, "gurps.core.parry") == 9 - 4


def test_parries_and_blocks_start_anew_with_the_own_turn() -> None:
    fight = duel(bob={**SHIELD, "parried": "{ right = 1 }", "blocked": "true"})
    fight.play("do-nothing ann", dice=[])
    fight.step()
    assert fight.get("bob.parried") == {}
    assert fight.get("bob.blocked") is False


def test_only_one_block_between_own_turns() -> None:
    assert "block" not in scores(duel(bob={**SHIELD, "blocked": "true"}), "attack ann bob", [4, 4, 4])


@pytest.mark.rule("gurps.core.parry-after-attack")
def test_an_unbalanced_weapon_that_attacked_cannot_parry() -> None:
    axe = {"skills": "{ axe-mace = 12 }", "weapons": '["axe"]', "attributes": "{ st = 11, dx = 12 }"}
    fight = duel(axe).play("attack ann bob", dice=[5, 5, 5])
    fight.play("attack bob ann", dice=[4, 4, 4, 1], answers=["no"])
    assert said(fight, "gurps.core.parry-after-attack")
    fight = duel(axe).play("attack ann bob", dice=[5, 5, 5])
    with pytest.raises(TapeError):
        fight.play("attack bob ann", dice=[4, 4, 4], answers=["parry-axe"])


def test_a_bare_hand_parries_with_brawling_or_dx() -> None:
    fight = duel(bob={"skills": "{ brawling = 14 }", "weapons": "[]"})
    assert scores(fight, "attack ann bob", [4, 4, 4])["parry-hand"] == 10


@pytest.mark.rule("gurps.maneuver.all-out-defense", "gurps.maneuver.all-out-defense.increased")
def test_all_out_defense_adds_2_to_one_defence_until_the_next_turn() -> None:
    fight = duel().play("all-out-defense ann parry", dice=[])
    fight.play("attack bob ann", dice=[4, 4, 4, 4, 4, 3], answers=["parry-broadsword"])
    assert total_of(fight, "gurps.core.parry") == 11
    fight.step()
    assert fight.get("ann.all-out-defense") == ""


@pytest.mark.rule("gurps.maneuver.all-out-defense.double")
def test_a_double_defence_tries_another_kind_when_the_first_fails() -> None:
    fight = duel().play("all-out-defense ann double", dice=[])
    fight.play("attack bob ann", dice=[4, 4, 4, 5, 5, 5, 2, 2, 2], answers=["parry-broadsword", "dodge"])
    assert fight.get("ann.hp") == 10
    fight = duel().play("all-out-defense ann double", dice=[])
    with pytest.raises(TapeError):
        fight.play("attack bob ann", dice=[4, 4, 4, 5, 5, 5, 2, 2, 2], answers=["parry-broadsword", "parry-broadsword"])


@pytest.mark.rule("gurps.maneuver.all-out-defense.increased-dodge-move")
def test_a_better_dodge_allows_half_move() -> None:
    fight = duel()
    with pytest.raises(Refused) as refused:
        fight.play("all-out-defense ann parry path=-2,0", dice=[])
    assert refused.value.rule == "gurps.maneuver.all-out-defense"
    with pytest.raises(Refused):
        fight.play("all-out-defense ann dodge path=-4,0", dice=[])
    fight.play("all-out-defense ann dodge path=-3,0", dice=[])
    assert fight.get("ann.at") == [-3.0, 0.0]


@pytest.mark.rule("gurps.option.dodge-and-drop")
def test_dropping_prone_adds_3_against_a_shot_and_the_posture_counts_afterwards() -> None:
    fight = duel(gun("auto-pistol"), gap=5).play("attack ann bob", dice=[4, 4, 4, 3, 4, 4], answers=["dodge-drop"])
    assert total_of(fight, "gurps.core.dodge") == 8 + 3
    assert fight.get("bob.posture") == "lying"


def test_shots_can_only_be_dodged() -> None:
    fight = duel(gun("auto-pistol"), SHIELD, gap=5)
    assert set(scores(fight, "attack ann bob", [4, 4, 4])) == {"dodge", "dodge-drop"}


@pytest.mark.rule("gurps.injury.stunned")
def test_the_stunned_defend_at_minus_4_and_cannot_retreat() -> None:
    fight = duel(bob={"stunned": '"physical"'})
    with pytest.raises(TapeError):
        fight.play("attack ann bob", dice=[4, 4, 4, 2, 2, 2], answers=["dodge-retreat"])
    fight.play("attack ann bob", dice=[4, 4, 4, 2, 2, 2, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 4
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.injury.shock.exempt")
def test_shock_does_not_touch_defences() -> None:
    fight = duel({"pain": "4"}, bob={"waiting": '{ trigger = "attacks" }'})
    fight.play("attack ann bob", dice=[4, 4, 4, 2, 3, 3, 5, 5, 5], answers=["act", "dodge"])
    assert total_of(fight, "gurps.core.dodge") == 8


@pytest.mark.rule("gurps.posture.crawling")
def test_low_postures_cost_3_on_defences() -> None:
    fight = duel(bob={"posture": '"crawling"'}).play("attack ann bob", dice=[4, 4, 4, 2, 2, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 8 - 3


@pytest.mark.rule("gurps.hp.reeling", "gurps.fp.tired")
def test_reeling_and_tired_halve_dodge_each_rounding_up() -> None:
    fight = duel(bob={"hp": "3", "fp": "3"}).play("attack ann bob", dice=[4, 4, 4, 3, 3, 3, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 2


@pytest.mark.rule("gurps.critical.defense.melee")
def test_a_critical_defence_sends_the_attacker_to_the_miss_table() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 1, 1, 1, 3, 3, 4], answers=["dodge"])
    assert fight.get("ann.weapons.0.dropped") is True


@pytest.mark.rule("gurps.critical.fail.dodge")
def test_a_fumbled_dodge_ends_on_the_floor_and_the_hit_lands() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 6, 6, 6, 1], answers=["dodge"])
    assert fight.get("bob.posture") == "lying"
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.critical.fail.parry")
def test_a_fumbled_parry_sends_the_defender_to_the_miss_table_before_the_damage() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 6, 6, 6, 3, 3, 4, 1], answers=["parry-broadsword"])
    assert fight.get("bob.weapons.0.dropped") is True
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.critical.fail.block")
def test_a_fumbled_block_knocks_the_shield_aside() -> None:
    fight = duel(bob=SHIELD).play("attack ann bob", dice=[4, 4, 4, 6, 6, 6, 1], answers=["block"])
    assert fight.get("bob.shield.unready") is True
    fight.play("ready bob shield", dice=[])
    assert fight.get("bob.shield.unready") is False


@pytest.mark.rule("gurps.core.parry-after-attack")
def test_why_a_weapon_cannot_parry_is_said_once_though_there_is_a_retreat() -> None:
    fight = duel(bob={"skills": "{ axe-mace = 12 }", "weapons": '[{ key = "axe", attacked = true }]', "fp": "0"})
    fight.play("attack ann bob", dice=[3, 3, 3, 2, 2, 2], answers=["dodge-retreat"])
    assert len([event for event in fight.events if event.rule == "gurps.core.parry-after-attack"]) == 1


ORDERS = (
    "dodge", "dodge-retreat", "parry-broadsword", "parry-broadsword-retreat", "block", "block-retreat", "parry-hand", "no",
    "never", "effort", "riposte", "parry-broadsword-recovery", "dodge-drop",
)  # fmt: skip


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "foe", [{}, SHIELD, {"charged": "true"}, {"stunned": '"physical"'}, {"all-out-defense": '"double"', **SHIELD}]
)
def test_a_standing_order_is_followed_unseen_as_it_is_when_asked(order: str, foe: dict[str, str]) -> None:
    """A run that nobody watches takes its order before the ways are scored: the same dice must come to the same."""
    bob = {**foe, "orders": f'{{ "gurps.core.active-defense" = "{order}" }}'}
    ends = []
    for explains in (False, True):
        fight = duel({"skills": "{ broadsword = 16 }"}, bob)
        generators = Generators(7)
        for _ in range(12):
            state = clone(fight.state)
            table = RandomTable(BOOK, state, generators, Policies(BOOK.policy()), explains=explains, content=fight.content)
            BOOK.play(state, table, fight.parse("attack ann bob"))
            ends.append((explains, freeze(state), generators.states()))
    assert [end[1:] for end in ends[:12]] == [end[1:] for end in ends[12:]]


@pytest.mark.rule("gurps.core.active-defense")
@pytest.mark.parametrize(("facing", "bonus"), [("180", 1), ("60", 1 - 2), ("-60", -2)])
def test_a_shield_helps_against_the_front_and_its_own_side(facing: str, bonus: int) -> None:
    """Ann stands west of Bob; turned to the north-east he has her on his left, where the shield is."""
    fight = duel(bob={**SHIELD, "facing": facing})
    fight.play("attack ann bob", dice=[4, 4, 4, 6, 5, 5, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 8 + bonus


@pytest.mark.rule("gurps.hp.reeling", "gurps.core.dodge")
def test_what_a_trait_adds_to_the_dodge_is_halved_with_it() -> None:
    fight = duel({"speed": "7"}, {"traits": '["combat-reflexes"]', "speed": "6", "max-hp": "20", "hp": "6"})
    fight.play("attack ann bob", dice=[4, 4, 4, 6, 5, 5, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 5, "6 + 3 + 1, halved"


@pytest.mark.rule("gurps.option.riposte")
def test_what_a_trait_adds_to_the_parry_may_go_into_a_riposte() -> None:
    fight = duel(bob={"skills": "{ broadsword = 11 }", "traits": '["combat-reflexes"]'})
    fight.play("attack ann bob", dice=[4, 4, 4, 2, 3, 3], answers=["riposte", "parry-broadsword", "1"])
    assert total_of(fight, "gurps.core.parry") == 9 - 1
