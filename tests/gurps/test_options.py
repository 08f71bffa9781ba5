"""Attack and defence options: deceptive, telegraphic, two weapons, rapid strikes, ripostes, extra effort."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.gurps.fights import combatant, duel, gun, said, total_of

FENCER = {"skills": "{ broadsword = 16 }"}
EVE = combatant("eve", "b", "[1, 1]", {"attributes": "{ st = 10, dx = 9 }"})
TWO = {
    "weapons": '[{ key = "cutlass", hand = "right" }, { key = "large-knife", hand = "left" }]',
    "skills": "{ shortsword = 14, knife = 14 }",
}
ATTACK = "gurps.maneuver.attack"


def defence_total(fight: object, kind: str) -> int:
    return total_of(fight, f"gurps.core.{kind}")  # type: ignore[arg-type]


@pytest.mark.rule("gurps.option.deceptive-attack")
def test_every_minus_2_on_the_attack_costs_the_foe_1_on_defence() -> None:
    fight = duel(FENCER).play("attack ann bob deceptive=3", dice=[3, 3, 3, 5, 5, 5, 1], answers=["dodge"])
    assert total_of(fight, ATTACK) == 10
    assert defence_total(fight, "dodge") == 8 - 3


@pytest.mark.rule("gurps.ruling.deceptive-floor")
def test_the_skill_that_is_left_may_not_be_below_10() -> None:
    fight = duel(FENCER)
    before = fight.hash
    with pytest.raises(Refused, match="skill of 9") as found:
        duel({"skills": "{ broadsword = 15 }"}).play("attack ann bob deceptive=3", dice=[])
    assert list(found.value.legal) == ["deceptive=2"]
    with pytest.raises(Refused, match="skill of 8"):
        fight.play("attack ann bob deceptive=2 location=right-hand", dice=[])
    assert fight.hash == before


@pytest.mark.rule("gurps.option.telegraphic-attack")
def test_a_telegraphic_attack_is_at_4_and_easier_to_dodge() -> None:
    fight = duel().play("attack ann bob telegraphic=yes", dice=[5, 5, 5, 5, 5, 5, 1], answers=["dodge"])
    assert total_of(fight, ATTACK) == 16
    assert defence_total(fight, "dodge") == 8 + 2
    fight = duel().play("attack ann bob telegraphic=yes", dice=[5, 5, 5, 5, 5, 5, 1], answers=["parry-broadsword"])
    assert defence_total(fight, "parry") == 9


@pytest.mark.rule("gurps.ruling.option-combine")
def test_some_options_exclude_each_other() -> None:
    with pytest.raises(Refused, match="telegraphic or deceptive"):
        duel(FENCER).play("attack ann bob deceptive=1 telegraphic=yes", dice=[])
    with pytest.raises(Refused, match="not both"):
        duel(TWO).play("attack ann bob rapid=yes dual=yes", dice=[])


# --- several attacks -------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.option.dual-weapon", "gurps.option.dual-weapon.off-hand", "gurps.option.dual-weapon.same-foe")
def test_two_weapons_two_attacks_main_hand_first() -> None:
    fight = duel(TWO).play("attack ann bob dual=yes", dice=[4, 4, 4, 3, 2, 2])
    assert [e.tally.total for e in fight.events if e.rule == ATTACK and e.tally] == [10, 6]  # 14 - 4, 14 - 4 - 4
    fight = duel(TWO).play("attack ann bob dual=yes", dice=[3, 3, 4, 3, 2, 2, 6, 5, 5], answers=["dodge"])
    assert defence_total(fight, "dodge") == 8 - 1


def test_the_ambidextrous_pay_nothing_for_the_left_hand() -> None:
    fight = duel({**TWO, "traits": '["ambidexterity"]'}).play("attack ann bob dual=yes", dice=[4, 4, 4, 4, 4, 4])
    assert [e.tally.total for e in fight.events if e.rule == ATTACK and e.tally] == [10, 10]


@pytest.mark.rule("gurps.option.dual-weapon.targets", "gurps.ruling.dual-adjacent")
def test_two_foes_must_stand_side_by_side() -> None:
    fight = duel(TWO, more=EVE).play("attack ann bob dual=yes second=eve", dice=[4, 4, 4, 4, 4, 4])
    assert [e.whom for e in fight.events if e.rule == "gurps.order.several"] == ["eve"]
    far = combatant("eve", "b", "[-1, 0]", {"attributes": "{ st = 10, dx = 9 }"})
    with pytest.raises(Refused, match="side by side"):
        duel(TWO, more=far).play("attack ann bob dual=yes second=eve", dice=[])


def test_two_pistols_may_be_fired_at_two_foes() -> None:
    pistols = {
        "weapons": '[{ key = "auto-pistol", hand = "right" }, { key = "blaster-pistol", hand = "left" }]',
        "skills": "{ guns = 14, beam-weapons = 14 }",
    }
    far = combatant("eve", "b", "[-1, 0]", {"attributes": "{ st = 10, dx = 9 }"})
    fight = duel(pistols, more=far).play("attack ann bob dual=yes second=eve", dice=[4, 4, 4, 4, 4, 4])
    assert fight.get("ann.weapons.1.shots") == 39


def test_it_takes_a_weapon_in_each_hand() -> None:
    with pytest.raises(Refused, match="in each hand"):
        duel().play("attack ann bob dual=yes", dice=[])


@pytest.mark.rule("gurps.option.rapid-strike", "gurps.order.several")
def test_a_rapid_strike_is_two_blows_at_minus_6() -> None:
    fight = duel(FENCER, more=EVE).play("attack ann bob rapid=yes second=eve", dice=[4, 4, 4, 4, 4, 4])
    assert [e.tally.total for e in fight.events if e.rule == ATTACK and e.tally] == [10, 10]


def test_in_an_all_out_attack_it_replaces_one_of_two() -> None:
    fight = duel(FENCER).play("all-out-attack ann bob double rapid=yes", dice=[4, 4, 4, 4, 4, 4, 6, 6, 5])
    rule = "gurps.maneuver.all-out-attack"
    assert [e.tally.total for e in fight.events if e.rule == rule and e.tally] == [10, 10, 16]


@pytest.mark.rule("gurps.ruling.deceptive-floor")
def test_what_several_blows_cost_counts_towards_the_floor_of_a_deceptive_attack() -> None:
    with pytest.raises(Refused, match="skill of 8") as found:
        duel(FENCER).play("attack ann bob rapid=yes deceptive=1", dice=[])  # 16 - 6 - 2
    assert list(found.value.legal) == ["deceptive=0"]
    with pytest.raises(Refused, match="skill of 4"):
        duel(TWO).play("attack ann bob dual=yes deceptive=1", dice=[])  # the left hand: 14 - 4 - 4 - 2
    duel({"skills": "{ broadsword = 18 }"}).play("attack ann bob rapid=yes deceptive=1", dice=[4, 4, 4, 4, 4, 4])


def test_a_pistol_in_the_other_hand_deceives_nobody() -> None:
    both = {
        "weapons": '[{ key = "broadsword", hand = "right" }, { key = "auto-pistol", hand = "left" }]',
        "skills": "{ broadsword = 18, guns = 20 }",
    }
    with pytest.raises(Refused, match="no melee weapon"):
        duel(both).play("attack ann bob dual=yes deceptive=1", dice=[])


@pytest.mark.rule("gurps.option.dual-weapon")
def test_both_fists_or_a_sword_and_a_fist_are_two_attacks_and_the_left_fist_costs_nothing_more() -> None:
    fists = duel({"skills": "{ brawling = 14 }", "weapons": "[]"}, gap=0.4)
    fists.play("attack ann bob punch dual=yes", dice=[4, 4, 4, 4, 4, 4])
    assert [e.tally.total for e in fists.events if e.rule == ATTACK and e.tally] == [10, 10]
    blade = {"skills": "{ broadsword = 14, brawling = 13 }", "weapons": '[{ key = "broadsword", reach = [0, 1] }]'}
    armed = duel(blade, gap=0.4)
    armed.play("attack ann bob dual=yes second-weapon=punch", dice=[4, 4, 4, 4, 4, 4])
    assert [e.tally.total for e in armed.events if e.rule == ATTACK and e.tally] == [10, 9]
    shield = {"shield": '"small-shield"', "skills": "{ broadsword = 14, shield = 12 }"}
    with pytest.raises(Refused, match="in each hand"):
        duel(shield).play("attack ann bob dual=yes second-weapon=punch", dice=[])


# --- riposte ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.option.riposte", "gurps.option.riposte.matching")
def test_a_parry_bent_towards_the_next_blow_costs_the_foe_as_much() -> None:
    fight = duel(None, {"skills": "{ broadsword = 16 }"})
    fight.play("attack ann bob", dice=[3, 3, 4, 3, 3, 3], answers=["riposte", "parry-broadsword", "2"])
    assert defence_total(fight, "parry") == 11 - 2
    assert (fight.get("bob.riposte.penalty"), fight.get("bob.riposte.matching")) == (2, "parry")
    fight.play("attack bob ann", dice=[3, 3, 4, 5, 5, 5, 1], answers=["parry-broadsword"])
    assert defence_total(fight, "parry") == 9 - 2
    assert fight.get("bob.riposte") is None


@pytest.mark.rule("gurps.ruling.riposte-half")
def test_other_defences_suffer_half_of_it_rounded_down() -> None:
    fight = duel(None, {"skills": "{ broadsword = 16 }", "riposte": '{ foe = "ann", weapon = "broadsword", penalty = 3 }'})
    fight.play("do-nothing ann", dice=[]).play("attack bob ann", dice=[3, 3, 4, 5, 5, 5, 1], answers=["dodge"])
    assert defence_total(fight, "dodge") == 8 - 1


@pytest.mark.rule("gurps.option.riposte.matching")
def test_a_kick_that_was_parried_makes_the_dodge_harder() -> None:
    fight = duel({"skills": "{ brawling = 12 }"}, {"skills": "{ broadsword = 16 }"})
    fight.play("attack ann bob kick", dice=[3, 3, 3, 2, 3, 3], answers=["riposte", "parry-broadsword", "3"])
    assert fight.get("bob.riposte.matching") == "dodge"
    fight.play("attack bob ann", dice=[3, 3, 4, 5, 5, 5, 1], answers=["dodge"])
    assert defence_total(fight, "dodge") == 8 - 3


@pytest.mark.rule("gurps.option.riposte.matching")
def test_a_riposte_holds_for_every_use_of_the_thing_that_parried() -> None:
    sword = (
        '[{ key = "cut", item = "sword", skill = "broadsword", parry = -1, hand = "right" }, '
        '{ key = "thrust", item = "sword", skill = "broadsword", type = "imp", hand = "right" }]'
    )
    bob = {"skills": "{ broadsword = 16 }", "weapons": sword, "riposte": '{ foe = "ann", weapon = "thrust", penalty = 2 }'}
    fight = duel(None, bob).play("do-nothing ann", dice=[])
    fight.play("attack bob ann cut", dice=[3, 3, 4, 5, 5, 5, 1], answers=["parry-broadsword"])
    assert defence_total(fight, "parry") == 9 - 2


@pytest.mark.rule("gurps.option.riposte", "gurps.effort.feverish-defense")
def test_an_effort_may_go_into_a_parry_that_is_bent() -> None:
    fight = duel(None, {"skills": "{ broadsword = 16 }"})
    fight.play("attack ann bob", dice=[3, 3, 4, 3, 4, 4], answers=["riposte-effort", "parry-broadsword", "2"])
    assert defence_total(fight, "parry") == 11 + 2 - 2
    assert (fight.get("bob.riposte.penalty"), fight.get("bob.fp")) == (2, 9)


def test_a_parry_of_8_has_nothing_to_give() -> None:
    fight = duel(None, {"skills": "{ broadsword = 11 }"})
    fight.seats.hand = {"ann", "bob"}
    fight.play("attack ann bob")
    fight.answer(fight.asks[0], [3, 3, 4])
    assert "riposte" not in [option.key for option in fight.asks[0].options]


# --- extra effort ----------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.effort.flurry")
def test_a_flurry_of_blows_halves_the_price_for_2_fp() -> None:
    fight = duel(FENCER).play("attack ann bob rapid=yes flurry=yes", dice=[5, 5, 5, 5, 5, 5])
    assert [e.tally.total for e in fight.events if e.rule == ATTACK and e.tally] == [13, 13]
    assert fight.get("ann.fp") == 8


@pytest.mark.rule("gurps.effort.mighty-blow")
def test_a_mighty_blow_does_2_more_for_1_fp_and_keeps_the_guard() -> None:
    fight = duel().play("attack ann bob mighty=yes", dice=[3, 3, 4, 1, 3, 3, 4], answers=["no"])
    assert fight.get("bob.hp") == 10 - 6  # 1 + 1 + 2 = 4 cut
    assert (fight.get("ann.fp"), fight.get("ann.all-out-attack")) == (9, False)


@pytest.mark.rule("gurps.effort.heroic-charge")
def test_a_heroic_charge_ignores_the_penalty_and_the_cap() -> None:
    fight = duel(FENCER, gap=4).play("move-and-attack ann bob path=3,0 heroic=yes", dice=[6, 6, 5])
    assert total_of(fight, "gurps.maneuver.move-and-attack") == 16
    assert fight.get("ann.fp") == 9


@pytest.mark.rule("gurps.effort.feverish-defense")
def test_a_feverish_defence_is_at_2_for_1_fp() -> None:
    fight = duel().play("attack ann bob", dice=[3, 3, 4, 3, 3, 4], answers=["effort", "dodge"])
    assert defence_total(fight, "dodge") == 10
    assert (fight.get("bob.hp"), fight.get("bob.fp")) == (10, 9)


@pytest.mark.rule("gurps.effort.rapid-recovery")
def test_rapid_recovery_parries_with_an_axe_that_has_struck() -> None:
    axe = {"weapons": '["axe"]', "skills": "{ axe-mace = 12 }", "attributes": "{ st = 11, dx = 12 }"}
    fight = duel(axe).play("attack ann bob", dice=[5, 5, 5])
    fight.play("attack bob ann", dice=[3, 3, 4, 3, 3, 3], answers=["parry-axe-recovery"])
    assert (fight.get("ann.hp"), fight.get("ann.fp")) == (11, 9)


@pytest.mark.rule("gurps.effort.rapid-recovery", "gurps.core.parry-after-attack")
def test_and_with_any_weapon_after_a_move_and_attack() -> None:
    fight = duel(gap=4).play("move-and-attack ann bob path=3,0", dice=[5, 5, 5])
    fight.play("attack bob ann", dice=[3, 3, 4, 3, 3, 3], answers=["parry-broadsword-recovery"])
    assert fight.get("ann.fp") == 9


@pytest.mark.rule("gurps.effort.critical-failure", "gurps.ruling.effort-limb")
def test_a_critical_failure_of_an_effort_hurts_the_limb_through_all_armour() -> None:
    armour = {"armour": '[{ key = "plate", dr = { arm = 9 } }]'}
    fight = duel(armour).play("attack ann bob mighty=yes", dice=[6, 6, 6, 3, 3, 4])
    assert fight.get("ann.hp") == 9
    fight = duel(gap=4).play("move-and-attack ann bob path=3,0 heroic=yes", dice=[6, 6, 6, 3, 3, 4])
    assert [e.note for e in fight.events if e.rule == "gurps.effort.critical-failure"] == ["right-leg"]
    fight = duel().play("attack ann bob", dice=[3, 3, 4, 6, 6, 6, 1], answers=["effort", "dodge"])
    assert [e.note for e in fight.events if e.rule == "gurps.effort.critical-failure"] == ["right-leg"]


@pytest.mark.rule("gurps.ruling.effort-combine")
def test_one_effort_for_each_attack_and_none_without_fatigue() -> None:
    with pytest.raises(Refused, match="one effort"):
        duel().play("attack ann bob mighty=yes rapid=yes flurry=yes", dice=[])
    with pytest.raises(Refused, match="1 FP, 2 are needed"):
        duel({"fp": "1"}).play("attack ann bob rapid=yes flurry=yes", dice=[])
    with pytest.raises(Refused, match="guard kept"):
        duel(gun("auto-pistol")).play("attack ann bob mighty=yes", dice=[])


def test_robots_have_no_fatigue_to_spend() -> None:
    with pytest.raises(Refused, match="0 FP"):
        duel({"nature": '"unliving"'}).play("attack ann bob mighty=yes", dice=[])


@pytest.mark.rule("gurps.ruling.once-per-turn")
def test_a_second_retreat_before_the_own_turn_is_not_offered() -> None:
    fight = duel(None, {"retreated": "true"})
    fight.seats.hand = {"ann", "bob"}
    fight.play("attack ann bob")
    fight.answer(fight.asks[0], [3, 3, 4])
    assert not any(option.key.endswith("-retreat") for option in fight.asks[0].options)


def test_the_options_are_refused_before_anything_is_spent() -> None:
    fight = duel(TWO)
    before = fight.hash
    for words in ("rapid=yes dual=yes", "mighty=yes rapid=yes flurry=yes", "second=bob", "disarm=yes", "shots=2", "flurry=yes"):
        with pytest.raises(Refused):
            fight.play(f"attack ann bob {words}", dice=[])
        assert fight.hash == before
    assert not said(fight, ATTACK)


@pytest.mark.rule("gurps.option.dual-weapon", "gurps.option.dual-weapon.targets", "gurps.core.dodge")
def test_two_foes_struck_with_a_blade_each_defend_as_usual() -> None:
    fight = duel({**TWO, "skills": "{ shortsword = 18, knife = 18 }"}, more=EVE)
    fight.play("attack ann bob dual=yes second=eve", dice=[3, 3, 4, 3, 2, 2, 3, 3, 4, 2, 2, 2], answers=["dodge", "dodge"])
    dodges = [event.tally.total for event in fight.events if event.rule == "gurps.core.dodge" and event.tally is not None]
    assert dodges == [8, 7]


@pytest.mark.rule("gurps.maneuver.committed-attack.defense")
def test_after_a_committed_kick_a_two_handed_weapon_still_parries() -> None:
    staff = {"weapons": '["quarterstaff"]', "skills": "{ staff = 14 }"}
    fight = duel(staff).play("committed-attack ann bob hit weapon=kick", dice=[5, 5, 5])
    assert fight.get("ann.committed") == "kick"
    fight.play("attack bob ann", dice=[3, 3, 3, 2, 2, 2], answers=["parry-quarterstaff"])
    assert total_of(fight, "gurps.core.parry") == 14 // 2 + 3 + 2 - 2


@pytest.mark.rule("gurps.effort.mighty-blow")
def test_two_mighty_blows_cost_a_point_each() -> None:
    with pytest.raises(Refused, match="2 are needed"):
        duel({**FENCER, "fp": "1"}).play("attack ann bob rapid=yes mighty=yes", dice=[])
    fight = duel(FENCER).play("attack ann bob rapid=yes mighty=yes", dice=[5, 5, 5, 5, 5, 5])
    assert fight.get("ann.fp") == 8
