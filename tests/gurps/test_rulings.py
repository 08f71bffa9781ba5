"""Where the book is silent: the defaults, and every choice of every switch."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.rulebooks.gurps import BOOK
from tests.gurps.fights import combatant, duel, gun, said, total_of

ATTACK = "gurps.maneuver.attack"
PIN = {"weapons": '[{ key = "pin", damage = "0d+2", type = "pi" }]', "skills": "{ brawling = 14 }"}


def heavy(points: int, kind: str = "pi") -> dict[str, str]:
    return {"weapons": f'[{{ key = "pike", damage = "0d+{points}", type = "{kind}" }}]', "skills": "{ brawling = 17 }"}


def test_there_are_switches_with_two_choices_or_more() -> None:
    assert len(BOOK.rulings) >= 15
    assert all(len(each.choices) >= 2 and each.rule in BOOK.ledger() for each in BOOK.rulings)
    with pytest.raises(BadInput):
        duel(rulings='bleeding = "perhaps"')


# --- switches --------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.ruling.knockdown-penalty", "gurps.ruling.head-locations", "gurps.location.face")
def test_the_face_costs_5_on_knockdown_for_a_major_wound_or_always() -> None:
    fight = duel(PIN).play("attack ann bob location=face", dice=[2, 2, 3, 3, 3, 4], answers=["no"])
    assert total_of(fight, "gurps.injury.knockdown") == 10
    fight = duel(PIN, rulings='knockdown-penalty = "always"')
    fight.play("attack ann bob location=face", dice=[2, 2, 3, 2, 2, 1], answers=["no"])
    assert total_of(fight, "gurps.injury.knockdown") == 5


@pytest.mark.rule("gurps.ruling.posture-scope")
def test_posture_hinders_shots_only_where_that_is_played() -> None:
    shot = {**gun("auto-pistol"), "posture": '"kneeling"'}
    assert total_of(duel(shot, gap=3).play("attack ann bob", dice=[6, 5, 5]), ATTACK) == 12
    assert total_of(duel(shot, gap=3, rulings='posture-scope = "all"').play("attack ann bob", dice=[6, 5, 5]), ATTACK) == 10


@pytest.mark.rule("gurps.ruling.weapon-penalty")
def test_the_other_reading_of_strikes_at_weapons() -> None:
    knife = {"weapons": '["large-knife"]'}
    fight = duel(None, knife, rulings='weapon-penalty = "large-harder"').play("attack ann bob location=weapon", dice=[6, 5, 5])
    assert total_of(fight, ATTACK) == 9


@pytest.mark.rule("gurps.ruling.fail-by-ten")
def test_missing_by_10_is_a_critical_miss_only_where_that_is_played() -> None:
    clumsy = {"skills": "{ broadsword = 6 }"}
    duel(clumsy).play("attack ann bob", dice=[6, 5, 5])
    fight = duel(clumsy, rulings='fail-by-ten = "yes"').play("attack ann bob", dice=[6, 5, 5, 3, 3, 4])
    assert fight.get("ann.weapons.0.dropped") is True


@pytest.mark.rule("gurps.ruling.knockdown-result")
def test_a_knockdown_failed_by_5_stuns_or_knocks_out() -> None:
    fight = duel(heavy(6)).play("attack ann bob", dice=[3, 3, 3, 5, 5, 5], answers=["no"])
    assert (fight.get("bob.stunned"), fight.get("bob.unconscious")) == ("physical", False)
    fight = duel(heavy(6), rulings='knockdown-result = "faint"').play("attack ann bob", dice=[3, 3, 3, 5, 5, 5], answers=["no"])
    assert fight.get("bob.unconscious") is True


@pytest.mark.rule("gurps.ruling.pain-threshold")
@pytest.mark.parametrize(("trait", "pain"), [("high-pain-threshold", 0), ("low-pain-threshold", 4)])
def test_pain_thresholds_change_shock_where_that_is_played(trait: str, pain: int) -> None:
    body = {"traits": f'["{trait}"]'}
    assert duel(PIN, body).play("attack ann bob", dice=[3, 3, 3], answers=["no"]).get("bob.pain") == 2
    fight = duel(PIN, body, rulings='pain-threshold = "shock"').play("attack ann bob", dice=[3, 3, 3], answers=["no"])
    assert fight.get("bob.pain") == pain


@pytest.mark.rule("gurps.ruling.feint-margin")
@pytest.mark.parametrize(("how", "penalty"), [("mixed", 3), ("own", 5), ("victory", 3)])
def test_three_ways_to_reckon_a_feint(how: str, penalty: int) -> None:
    fight = duel(rulings=f'feint-margin = "{how}"').play("feint ann bob", dice=[2, 2, 3, 3, 3, 4])
    assert fight.get("bob.feints.0.penalty") == penalty
    failed = duel(rulings=f'feint-margin = "{how}"').play("feint ann bob", dice=[3, 3, 4, 5, 5, 5])
    assert failed.get("bob.feints.0.penalty") == (5 if how == "victory" else 2)


@pytest.mark.rule("gurps.ruling.knockback-types")
def test_every_type_of_damage_may_throw_back() -> None:
    assert duel(heavy(8)).play("attack ann bob", dice=[3, 3, 3, 3, 3, 3], answers=["no"]).get("bob.at") == [1.0, 0.0]
    fight = duel(heavy(8), rulings='knockback-types = "every"')
    fight.play("attack ann bob", dice=[3, 3, 3, 3, 3, 3, 3, 3, 3], answers=["no"])
    assert fight.get("bob.at") == [2.0, 0.0]


@pytest.mark.rule("gurps.ruling.telegraphic")
def test_a_telegraphic_attack_may_help_every_defence() -> None:
    fight = duel(rulings='telegraphic = "all"')
    fight.play("attack ann bob telegraphic=yes", dice=[3, 3, 3, 3, 4, 4], answers=["parry-broadsword"])
    assert total_of(fight, "gurps.core.parry") == 11


@pytest.mark.rule("gurps.ruling.flat-damage")
def test_strong_blows_are_flat_or_1_per_die() -> None:
    club = {"weapons": '[{ key = "beam", damage = "3d", type = "pi" }]', "skills": "{ brawling = 12 }"}
    foe = {"max-hp": "50", "hp": "50"}
    fight = duel(club, foe).play("all-out-attack ann bob strong", dice=[3, 3, 3, 1, 1, 1], answers=["no"])
    assert fight.get("bob.hp") == 45
    fight = duel(club, foe, rulings='flat-damage = "per-die"')
    assert fight.play("all-out-attack ann bob strong", dice=[3, 3, 3, 1, 1, 1], answers=["no"]).get("bob.hp") == 44


def test_bleeding_can_be_left_out() -> None:
    fight = duel(PIN, rulings='bleeding = "off"').play("attack ann bob", dice=[3, 3, 3], answers=["no"])
    assert fight.get("bob.bleeding") == 0


@pytest.mark.rule("gurps.magic.improvised")
def test_spells_not_learned_are_at_minus_4_where_that_is_played() -> None:
    mage = {"skills": "{ thaumatology = 14 }", "weapons": "[]", "thought": "{}"}
    fight = duel(mage, rulings='improvised-magic = "-4"').play("cast ann burning-touch bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.magic.core-skill") == 11


@pytest.mark.rule("gurps.magic.campaign")
def test_magic_may_cost_double_or_half() -> None:
    mage = {"skills": "{ thaumatology = 13 }", "weapons": "[]", "thought": "{}"}
    for how, fp in (("double", 0), ("half", 7)):
        fight = duel(mage, gap=3, rulings=f'magic-cost = "{how}"')
        fight.play("cast ann force-bolt bob", dice=[3, 3, 3, 2, 2, 2], answers=["dodge"])
        assert fight.get("ann.fp") == fp


def test_a_spell_may_strike_without_a_dodge() -> None:
    mage = {"skills": "{ thaumatology = 13 }", "weapons": "[]", "thought": "{}"}
    fight = duel(mage, rulings='magic-delivery = "sure"').play("cast ann burning-touch bob", dice=[3, 3, 3, 3])
    assert fight.get("bob.hp") == 7


def test_a_group_may_hit_more_often_than_it_has_heads() -> None:
    more = combatant("eve", "a", "[0, 0]", {"attributes": "{ dx = 9 }", "weapons": '["broadsword"]', "group": '"x"'})
    fight = duel({"group": '"x"'}, {"all-out-attack": "true"}, rulings='group-hit-cap = "none"', more=more)
    fight.play("group-attack ann bob", dice=[1, 1, 3, 1, 1, 1])  # average 8 at 2: 10 by 5: 3 hits of 2
    assert fight.get("bob.hp") == 10 - 3 * 3


# --- defaults --------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.ruling.turn-order", "gurps.core.pools")
def test_equal_speed_and_dx_are_settled_by_a_die() -> None:
    text = 'rulebook = "gurps"\n' + combatant("ann", "a", "[0, 0]", {}) + combatant("bob", "b", "[1, 0]", {})
    assert starfray.loads(text).begin(dice=[2, 2, 1, 5]).get("order") == ["bob", "ann"]


@pytest.mark.rule("gurps.core.encumbrance")
def test_what_is_carried_slows() -> None:
    laden = combatant("ann", "a", "[0, 0]", {"armour": '["mail-hauberk"]', "attributes": "{ dx = 12 }"})
    fight = starfray.loads('rulebook = "gurps"\n' + laden + combatant("bob", "b", "[1, 0]", {})).begin()
    assert fight.get("ann.encumbrance") == 1


@pytest.mark.rule("gurps.mod.all-out-attack", "gurps.posture.standing")
def test_all_out_attacks_are_at_4_in_melee_and_at_1_with_shots() -> None:
    rule = "gurps.maneuver.all-out-attack"
    assert total_of(duel().play("all-out-attack ann bob determined", dice=[6, 6, 5]), rule) == 16
    assert total_of(duel(gun("auto-pistol"), gap=3).play("all-out-attack ann bob ranged", dice=[6, 5, 5]), rule) == 13


@pytest.mark.rule("gurps.location.torso", "gurps.ruling.untargeted")
def test_no_place_named_is_the_torso() -> None:
    fight = duel(PIN).play("attack ann bob", dice=[3, 3, 3], answers=["no"])
    assert [e.note for e in fight.events if e.rule == "gurps.core.injury"] == ["torso"]


@pytest.mark.rule("gurps.ruling.rise-path")
def test_whoever_gets_up_is_on_the_knees_first() -> None:
    assert duel({"posture": '"lying"'}).play("change-posture ann standing", dice=[]).get("ann.posture") == "kneeling"


@pytest.mark.rule("gurps.ruling.brace-bonus")
def test_bracing_gives_nothing_more() -> None:
    fight = duel(gun("assault-rifle"), gap=3).play("aim ann bob braced=yes", dice=[]).play("do-nothing bob", dice=[])
    assert total_of(fight.play("attack ann bob", dice=[6, 6, 6, 3, 3, 4]), ATTACK) == 17


@pytest.mark.rule("gurps.ruling.half-move", "gurps.ruling.move-value")
def test_half_of_move_5_is_3_and_everybody_has_a_move_of_their_own() -> None:
    fight = duel({"basic-move": "5"}, gap=4)
    forms = {form.kind: form for form in fight.legal("ann")}
    path = next(field for field in forms["all-out-attack"].fields if field.name == "path")
    assert path.high == 3
    assert next(field for field in forms["move"].fields if field.name == "path").high == 5
    with pytest.raises(Refused, match=r"3\.5 yards is further than 3"):
        fight.play("all-out-attack ann bob strong path=3.5,0", dice=[])
    with pytest.raises(Refused, match=r"5\.5 yards is further than 5"):
        fight.play("move ann path=-5.5,0", dice=[])
    assert fight.play("all-out-attack ann bob strong path=3,0", dice=[5, 5, 5]).get("ann.at") == [3.0, 0.0]
    assert duel({"basic-move": "7"}, gap=9).play("move ann path=7,0", dice=[]).get("ann.at") == [7.0, 0.0]


@pytest.mark.rule("gurps.ruling.double-defense")
def test_two_defences_against_each_attack_the_second_of_another_kind() -> None:
    fight = duel(None, {"all-out-defense": '"double"'})
    fight.play("attack ann bob", dice=[3, 3, 3, 5, 5, 5, 3, 3, 3], answers=["dodge", "parry-broadsword"])
    assert fight.get("bob.hp") == 10


@pytest.mark.rule("gurps.ruling.unlisted-types", "gurps.ruling.wounding-rounding")
def test_small_piercing_has_its_own_multiplier_even_in_the_vitals() -> None:
    fight = duel(heavy(5, "pi-")).play("attack ann bob location=vitals", dice=[3, 3, 3, 3, 3, 3], answers=["no"])
    assert fight.get("bob.hp") == 8  # 5 halved, rounded down


@pytest.mark.rule("gurps.ruling.groin", "gurps.ruling.shock")
def test_the_groin_doubles_the_shock_of_anybody_up_to_8() -> None:
    fight = duel(heavy(5)).play("attack ann bob location=groin", dice=[3, 3, 3], answers=["no"])
    fight.step(dice=[])
    assert fight.get("bob.shock") == 8


@pytest.mark.rule("gurps.ruling.chinks")
def test_a_chink_costs_8_instead_of_the_place() -> None:
    armour = {"armour": '["steel-corselet"]'}
    fight = duel(heavy(6), armour).play("attack ann bob location=vitals chink=yes", dice=[2, 2, 2, 3, 3, 3], answers=["no"])
    assert total_of(fight, ATTACK) == 9
    assert fight.get("bob.hp") == 10 - 9  # DR 3: 3 x 3


@pytest.mark.rule("gurps.ruling.miss-by-one")
def test_a_starred_place_missed_by_1_is_the_torso_and_may_be_defended() -> None:
    fight = duel(PIN).play("attack ann bob location=skull", dice=[2, 3, 3, 2, 2, 3], answers=["dodge"])
    assert fight.get("bob.hp") == 10
    assert said(fight, "gurps.location.miss-by-one")


@pytest.mark.rule("gurps.ruling.halving-order")
def test_reeling_and_tired_halve_twice_rounding_up() -> None:
    fight = duel(PIN, {"hp": "3", "fp": "3"}).play("attack ann bob", dice=[3, 3, 3, 1, 1, 1, 3, 3, 4], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 2  # 8, 4, 2


@pytest.mark.rule("gurps.ruling.consciousness-timing", "gurps.ruling.fp-will-timing", "gurps.order.turn-start")
def test_heart_is_taken_when_the_maneuver_is_chosen_first_ht_then_will() -> None:
    fight = duel({"hp": "0", "fp": "0"}).play("attack ann bob", dice=[3, 3, 3, 3, 3, 3, 6, 5, 5])
    assert total_of(fight, "gurps.hp.collapse") == 10
    assert total_of(fight, "gurps.fp.collapse") == 10


@pytest.mark.rule("gurps.ruling.death-thresholds")
def test_one_roll_for_each_multiple_newly_reached() -> None:
    fight = duel(heavy(31)).play("attack ann bob", dice=[3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3], answers=["no"])
    assert (fight.get("bob.hp"), fight.get("bob.dead")) == (-21, False)


@pytest.mark.rule("gurps.ruling.stun-timing", "gurps.order.turn-end")
def test_stun_is_not_rolled_off_in_the_turn_it_came() -> None:
    fight = duel({"waiting": '{ trigger = "attacks" }', **heavy(6)}).play("wait ann attacks", dice=[])
    fight.play("attack bob ann", dice=[3, 3, 3, 4, 4, 4], answers=["act", "no"])
    fight.step(dice=[])
    assert fight.get("bob.stunned") == "physical"


@pytest.mark.rule("gurps.order.attack", "gurps.order.hit", "gurps.core.dice-order")
def test_attack_location_side_defence_damage_death_knockdown_in_this_order() -> None:
    fight = duel({"skills": "{ broadsword = 12 }"}, {"hp": "-9"}, more=combatant("cid", "b", "[9, 9]", {}))
    fight.play(
        "attack ann bob location=random",
        dice=[
            3,
            3,
            4,  # hits
            5,
            5,
            5,
            2,  # a hand, the right one
            5,
            5,
            5,  # the dodge of one who reels fails
            2,  # 3 cut: 4, no more than cripples a hand
            3,
            3,
            3,  # -13: a death check
            3,
            3,
            3,
        ],  # a crippling wound: knockdown
        answers=["dodge"],
    )
    assert (fight.get("bob.hp"), fight.get("bob.crippled")) == (-13, ["right-hand"])


# --- bad sheets ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "words"), [
    ({"weapons": '["spear"]', "shield": '"small-shield"'}, "takes two hands"),
    ({"weapons": '[{ key = "spear", hand = "both" }]', "shield": '"small-shield"'}, "takes two hands"),
    ({"armour": '[{ key = "rag", dr = { torso = -1 } }]'}, "torso = -1; expected 0 or more"),
    ({"armour": '[{ key = "rag", dr = { torso = 1 }, versus = { cr = -2 } }]'}, "cr = -2; expected 0 or more"),
    ({"dr": "-3"}, "dr = -3; expected 0 or more"),
    ({"skills": "{ guns = 400 }"}, "0 to 100"),
    ({"attributes": "{ st = -1 }"}, "0 to"),
    ({"attributes": "{ st = 0 }", "weapons": "[]"}, "max-hp: 0; expected 1 to"),
    ({"nature": '"gaseous"'}, "unliving"),
    ({"material": '"cheese"'}, "cheese"),
    ({"weapons": '[{ key = "nothing", damage = "" }]'}, "does nothing"),
    ({"weapons": '[{ key = "gun", melee = false, damage = "1d", rof = 0 }]'}, "rof = 0; expected 1 or more"),
    ({"weapons": '[{ key = "gun", melee = false, damage = "1d", size = "huge" }]'}, "pistol"),
])  # fmt: skip
def test_a_bad_sheet_is_told_with_its_place(fields: dict[str, str], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        duel(fields)


def test_a_machine_has_no_fatigue_and_a_battlesuit_carries_itself() -> None:
    fight = duel({"armour": '["battlesuit", "battlesuit-helmet"]'})
    assert (fight.get("ann.encumbrance"), fight.get("bob.encumbrance")) == (0, 0)
    with pytest.raises(Refused):
        duel({"max-fp": "0"}).play("attack ann bob mighty=yes", dice=[])


@pytest.mark.rule("gurps.critical.hit.no-defense", "gurps.success.critical", "gurps.failure.critical.seventeen")
def test_without_the_tables_a_critical_hit_is_sure_and_a_critical_miss_plain() -> None:
    plain = 'critical-tables = "plain"'
    fight = duel(rulings=plain).play("attack ann bob", dice=[1, 1, 1, 1])  # 1d+1 cut: 2 x 1.5
    assert fight.get("bob.hp") == 7
    fight = duel(rulings=plain).play("attack ann bob", dice=[6, 6, 6])
    assert fight.get("ann.weapons.0.hand") == "right"
    assert not fight.get("ann.off-balance")
