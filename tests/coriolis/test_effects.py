"""What sixes beyond the first buy, and what becomes of it."""

from __future__ import annotations

import pytest

from starfray import Refused, TapeError
from starfray.engine.values import Option
from starfray.rulebooks.coriolis.defence import default_defence
from starfray.rulebooks.coriolis.effects import default_purchase
from tests.coriolis.build import duel

TWO_HANDED = 'weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "knife", in-hand = true }]'


def sixes(count: int, dice: int = 7) -> list[int]:
    return [6] * count + [1] * (dice - count)


@pytest.mark.rule("coriolis.ruling.bonus.order", "coriolis.ranged.bonus.purchase")
def test_effects_are_chosen_after_the_dice_and_before_armour() -> None:
    fight = duel(b='armour = "armour-vest"')
    fight.legal("a")
    fight.play("shot a b", dice=sixes(2) + [1, 1, 1, 1], answers=["increase-damage:1"])
    order = ["coriolis.ranged.pool", "coriolis.ranged.bonus.purchase", "coriolis.core.armour"]
    rules = [event.rule for event in fight.events]
    assert sorted(order, key=rules.index) == order


@pytest.mark.rule("coriolis.ruling.bonus.unspent")
def test_sixes_that_are_not_spent_are_lost() -> None:
    fight = duel()
    fight.play("shot a b", dice=sixes(3), answers=["increase-damage:1"])
    assert fight.get("b.hp") == 2


def test_an_undecided_attacker_takes_an_injury_if_affordable_and_damage_for_the_rest() -> None:
    slots = [Option("increase-damage"), Option("critical-injury", least=2), Option("raise-initiative")]
    assert default_purchase(slots, 3, 2) == "increase-damage:1 critical-injury:2"
    assert default_purchase(slots, 2, 2) == "critical-injury:2"
    assert default_purchase(slots, 1, 2) == "increase-damage:1"


def test_an_undecided_defender_cancels_the_attack_then_strikes_back_then_rises() -> None:
    slots = [
        Option("decrease-damage", most=2),
        Option("counterattack", most=1),
        Option("counter-injury", least=2),
        Option("disarm", most=1),
        Option("raise-initiative"),
    ]
    assert default_defence(slots, 1, 2) == "decrease-damage:1"
    assert default_defence(slots, 3, 2) == "decrease-damage:2 counterattack:1"
    assert default_defence(slots, 5, 2) == "decrease-damage:2 counterattack:1 raise-initiative:2"


def test_an_undecided_attacker_spends_everything_on_the_damage_of_a_vehicle() -> None:
    fight = duel(more='[[combatant]]\nid = "van"\nside = "blue"\ncraft = "cargo-hauler"\nat = [0, 9]')
    assert fight.odds("shot a van").chance_of("a.raises", 0) == pytest.approx(1)


@pytest.mark.rule("coriolis.ruling.bonus.once")
@pytest.mark.parametrize("twice", ["disarm:2", "critical-injury:2 critical-injury:2"])
def test_what_is_not_called_repeatable_is_bought_once(twice: str) -> None:
    fight = duel()
    with pytest.raises(TapeError):
        fight.play("shot a b", dice=sixes(5), answers=[twice])


@pytest.mark.rule("coriolis.ruling.crit.needs-damage")
def test_an_injury_needs_a_point_through_the_armour_unless_the_table_rules_otherwise() -> None:
    fight = duel(b='armour = "armour-vest"')
    fight.play("shot a b", dice=sixes(3) + [6, 6, 6, 1], answers=["critical-injury:2"])
    assert fight.get("b.injuries") == []
    fight.undo()
    fight.gm("ruling crit-needs-damage no")
    fight.play("shot a b", dice=sixes(3) + [6, 6, 6, 1] + [1, 1], answers=["critical-injury:2"])
    assert fight.get("b.injuries.0.number") == 11


@pytest.mark.rule(
    "coriolis.ranged.bonus.suppressive-fire", "coriolis.ranged.bonus.disarm", "coriolis.ranged.bonus.raise-initiative"
)
def test_the_other_effects_stand_whatever_the_armour_stops() -> None:
    fight = duel(b='armour = "armour-vest"')
    fight.play("shot a b", dice=sixes(4) + [6, 6, 6, 1], answers=["suppressive-fire:1 disarm:1 raise-initiative:1"])
    assert (fight.get("b.hp"), fight.get("b.mp"), fight.get("b.weapons.0.dropped"), fight.get("a.raises")) == (6, 5, True, 2)


@pytest.mark.rule("coriolis.ruling.crit.severity", "coriolis.ranged.bonus.critical-severity")
def test_further_sixes_roll_more_pairs_and_the_highest_counts_or_raise_the_tens() -> None:
    fight = duel()
    fight.play("shot a b", dice=sixes(5) + [2, 1, 1, 1, 1, 2] + [3], answers=["critical-injury:4"])
    assert fight.get("b.injuries.0.number") == 21
    fight.undo()
    fight.gm("ruling severity tens")
    fight.play("shot a b", dice=sixes(5) + [1, 2] + [3, 3, 3], answers=["critical-injury:4"])
    assert fight.get("b.injuries.0.number") == 32


@pytest.mark.rule("coriolis.ruling.crit.severity")
def test_an_executioner_rolls_one_pair_more() -> None:
    fight = duel(a='talents = ["executioner"]')
    fight.play("shot a b", dice=sixes(3) + [1, 1, 1, 2], answers=["critical-injury:2"])
    assert fight.get("b.injuries.0.number") == 12


@pytest.mark.rule("coriolis.ruling.crit.custom", "coriolis.ruling.crit.stunned")
def test_a_stun_weapon_inflicts_no_injury_but_stuns_for_two_sixes() -> None:
    fight = duel(a='weapons = ["stun-gun"]')
    with pytest.raises(TapeError):
        fight.play("shot a b", dice=sixes(3), answers=["critical-injury:2"])
    fight.play("shot a b", dice=sixes(3), answers=["stun:2"])
    assert (fight.get("b.stunned"), fight.get("b.ap"), fight.get("b.hp")) == (1, 0, 4)


@pytest.mark.rule("coriolis.ruling.bonus.unspent", "coriolis.melee.bonus.critical-injury")
def test_with_a_crit_rating_a_stun_weapon_stuns_or_injures_not_both() -> None:
    fight = duel(gap=1, a='weapons = ["energy-stick"]')
    dice = sixes(6, 8) + [1, 3] + [2]  # Strength 4, skill 2, stick 2; a sprained wrist, two days
    fight.play("melee-attack a b", dice=dice, answers=["no", "critical-injury:3 stun:2"])
    assert (fight.get("b.stunned"), fight.get("b.injuries.0.number")) == (0, 13)


@pytest.mark.rule("coriolis.ranged.bonus.purchase")
def test_a_vehicle_takes_damage_and_nothing_else() -> None:
    fight = duel(more='[[combatant]]\nid = "van"\nside = "blue"\ncraft = "cargo-hauler"\nat = [0, 9]')
    for effect in ("critical-injury:2", "suppressive-fire:1", "disarm:1"):
        with pytest.raises(TapeError):
            fight.play("shot a van", dice=sixes(3, 8), answers=[effect])
    fight.play("shot a van", dice=sixes(3, 8) + [1] * 4, answers=["increase-damage:1 raise-initiative:1"])
    assert fight.get("van.hp") == 35 - 4


def test_a_stun_that_armour_stops_does_nothing() -> None:
    fight = duel(a='weapons = ["stun-gun"]', b='armour = "armour-vest"')
    fight.play("shot a b", dice=sixes(3) + [6, 6, 1, 1], answers=["stun:2"])
    assert fight.get("b.stunned") == 0


@pytest.mark.rule("coriolis.ranged.bonus.suppressive-fire.full-auto", "coriolis.ruling.suppress.full-auto")
def test_in_full_auto_each_purchase_is_two_stress_or_one_more_in_all() -> None:
    fight = duel()
    fight.play("full-auto a b", dice=sixes(3, 5), answers=["no", "suppressive-fire:2"])
    assert fight.get("b.mp") == 2
    fight.undo()
    fight.gm("ruling suppressive-fire once")
    fight.play("full-auto a b", dice=sixes(3, 5), answers=["no", "suppressive-fire:2"])
    assert fight.get("b.mp") == 3


@pytest.mark.rule("coriolis.ruling.stress.track")
def test_stress_takes_mind_points_and_armour_does_not_help() -> None:
    fight = duel(b='armour = "armour-vest"')
    fight.play("shot a b", dice=sixes(3) + [6, 6, 6, 6], answers=["suppressive-fire:2"])
    assert (fight.get("b.mp"), fight.get("b.hp")) == (4, 6)


@pytest.mark.rule("coriolis.ruling.stress.zero")
def test_without_mind_points_she_is_broken_by_stress_and_further_stress_changes_nothing() -> None:
    fight = duel(b="mp = 2\ncover = 0", more='[[combatant]]\nid = "c"\nside = "blue"\nat = [0, 60]')
    fight.play("shot a b", dice=sixes(4), answers=["suppressive-fire:3"])
    assert (fight.get("b.mp"), fight.get("b.hp"), fight.get("b.prone")) == (0, 3, True)
    fight.play("end-turn a", dice=[])
    assert fight.get("up") == "c", "she can do nothing"


@pytest.mark.rule("coriolis.ranged.bonus.disarm", "coriolis.ruling.disarm.where")
def test_the_attacker_chooses_which_item_is_dropped() -> None:
    fight = duel(b=TWO_HANDED)
    fight.play("shot a b", dice=sixes(2), answers=["disarm:1", "knife"])
    assert (fight.get("b.weapons.knife.dropped"), fight.get("b.weapons.vulcan-pistol.in-hand")) == (True, True)
    assert fight.get("b.weapons.knife.lies-at") == [10, 0]


@pytest.mark.rule("coriolis.ruling.disarm.where", "coriolis.action.pick-up")
def test_what_was_dropped_is_picked_up_by_anyone_within_two_metres() -> None:
    fight = duel(gap=8, a='weapons = ["vulcan-cricket"]', b='weapons = ["knife"]')
    fight.play("shot a b", dice=sixes(2), answers=["disarm:1"])
    fight.play("end-turn a", dice=[]).play("move b 18,0", dice=[])
    with pytest.raises(Refused, match="within reach"):
        fight.play("pick-up b knife", dice=[])  # she has left it behind
    fight.play("end-turn b", dice=[]).step(dice=[])
    fight.play("move a 7,0", dice=[]).play("pick-up a knife", dice=[])
    assert fight.get("a.weapons.knife.in-hand") is True
    assert [weapon["key"] for weapon in fight.get("b.weapons")] == []


@pytest.mark.rule("coriolis.ranged.bonus.purchase")
def test_teeth_and_claws_cannot_be_struck_from_the_hand() -> None:
    fight = duel(b='weapons = ["bite"]\nhands = 0')
    with pytest.raises(TapeError):
        fight.play("shot a b", dice=sixes(2), answers=["disarm:1"])
    fight.play("shot a b", dice=sixes(2), answers=["increase-damage:1"])


@pytest.mark.rule("coriolis.ruling.crit.needs-damage", "coriolis.ruling.crit.stunned")
def test_a_stun_needs_damage_too_unless_the_table_rules_otherwise() -> None:
    for word, stunned in (("yes", 0), ("no", 1)):
        fight = duel(a='weapons = ["stun-gun"]', b='armour = "light-armour-vest"')
        fight.gm(f"ruling crit-needs-damage {word}")
        fight.play("shot a b", dice=sixes(3) + [6, 6], answers=["stun:2"])
        assert (fight.get("b.stunned"), fight.get("b.hp")) == (stunned, 6)
