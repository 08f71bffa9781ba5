"""Poison and narcotics, on weapons and in people."""

from __future__ import annotations

import pytest

from starfray import BadInput, Fight
from tests.coriolis.build import duel
from tests.coriolis.ward import refused


def stab(dose: str = '"poison-4"', *, b: str = "") -> Fight:
    """a's knife is poisoned; strength 4 against b's Strength 3."""
    return duel(a=f'weapons = ["knife"]\ngear = [{dose}]\npoisoned = {{ knife = "poison-4" }}', b=b, gap=1)


@pytest.mark.rule("coriolis.medtech.poison", "coriolis.ruling.hands")
def test_poison_goes_on_a_weapon_in_hand_for_an_action_point() -> None:
    fight = duel(a='weapons = ["knife", "sword"]\ngear = ["poison-4"]', gap=1)
    assert refused(fight, "poison-weapon a knife poison-5").rule == "coriolis.medtech.poison"
    assert refused(fight, "poison-weapon a sword poison-4").rule == "coriolis.ruling.hands"
    fight.play("poison-weapon a knife poison-4", dice=[])
    assert (fight.get("a.poisoned.knife"), fight.get("a.ap"), fight.get("a.gear.0.count")) == ("poison-4", 2, 0)


@pytest.mark.rule("coriolis.medtech.poison.test", "coriolis.medtech.poison.fail", "coriolis.ruling.med.poison")
def test_the_poison_needs_more_sixes_and_then_does_its_strength_in_damage() -> None:
    fight = stab(b='armour = "flight-suit"')
    dice = [6] + [1] * 5 + [1] + [6, 1, 1, 1] + [1, 1, 1]  # the blow, armour, poison, victim
    fight.play("melee-attack a b", dice=dice, answers=["no"])
    assert (fight.get("b.hp"), fight.get("a.poisoned")) == (0, {})


@pytest.mark.rule("coriolis.medtech.poison.win", "coriolis.medtech.poison.test")
def test_who_resists_is_only_weakened_for_some_hours() -> None:
    fight = stab()
    fight.play("melee-attack a b", dice=[6] + [1] * 5 + [6, 1, 1, 1] + [6, 1, 1] + [5], answers=["no"])  # a tie does not take
    assert fight.get("b.hp") == 4
    assert (fight.get("b.weakened.0.attribute"), fight.get("b.weakened.0.hours")) == ("strength", 5)
    fight.play("end-turn a", dice=[])
    fight.play("melee-attack b a unarmed", dice=[1] * 3, answers=["no"])  # Strength 3 - 1 + Melee Combat 1
    assert fight.get("b.max-hp") == 6


@pytest.mark.rule("coriolis.ruling.med.poison", "coriolis.ruling.stress.track")
def test_the_dose_says_what_it_tests_and_what_it_does() -> None:
    mind = '{ key = "poison-4", attribute = "wits", effect = "stress" }'
    fight = stab(mind, b="attributes = { strength = 3, agility = 3, wits = 2 }")
    fight.play("melee-attack a b", dice=[6] + [1] * 5 + [6, 1, 1, 1] + [1, 1], answers=["no"])
    assert (fight.get("b.hp"), fight.get("b.mp")) == (4, 1)


def test_a_hit_that_armour_stops_or_a_miss_leaves_the_poison_on_the_blade() -> None:
    fight = stab(b='armour = "armour-vest"')
    fight.play("melee-attack a b", dice=[6] + [1] * 5 + [6, 6, 1, 1], answers=["no"])
    assert fight.get("a.poisoned.knife") == "poison-4"


@pytest.mark.rule("coriolis.medtech.poison.test", "coriolis.core.pray")
def test_the_victim_may_pray_the_poison_may_not() -> None:
    fight = stab(b='pc = true\norders = { "coriolis.core.pray" = "always" }')
    dice = [6] + [1] * 5 + [6, 1, 1, 1] + [1, 1, 1] + [6, 6, 1] + [3]
    fight.play("melee-attack a b", dice=dice, answers=["no"])
    assert (fight.get("b.hp"), fight.get("b.weakened.0.hours"), fight.get("darkness")) == (4, 3, 1)


def test_no_poison_is_stronger_than_eight() -> None:
    for wrong in ("strength = 9", 'attribute = "luck"', 'attribute = ""', 'effect = "x"'):
        with pytest.raises(BadInput, match=r"gear\.0"):
            duel(a=f'gear = [{{ key = "poison-8", {wrong} }}]')


@pytest.mark.rule("coriolis.medtech.narcotics", "coriolis.ruling.med.narcotics", "coriolis.core.attributes")
def test_narcotics_raise_one_attribute_and_not_twice() -> None:
    fight = duel(a='gear = [{ key = "narcotics", count = 2 }]')
    assert refused(fight, "take-drug a luck").rule == "coriolis.core.attributes"
    fight.play("take-drug a agility", dice=[4])
    assert (fight.get("a.ap"), fight.get("a.drug-hours"), fight.get("a.max-hp"), fight.get("a.gear.0.count")) == (2, 4, 8, 1)
    assert refused(fight, "take-drug a wits").rule == "coriolis.ruling.med.narcotics"
    fight.play("shot a b", dice=[1] * 8)  # Agility 4 + 1, skill 2, carbine 1
    assert refused(duel(), "take-drug a wits").rule == "coriolis.medtech.narcotics"


@pytest.mark.rule("coriolis.action.pick-up", "coriolis.ruling.med.poison", "coriolis.medtech.poison.test")
def test_poison_stays_on_a_blade_that_somebody_else_picks_up() -> None:
    dose = '{ key = "venom", name = "Venom", strength = 2, attribute = "agility", effect = "stress", count = 1 }'
    fight = duel(
        a="weapons = []",
        gap=1,
        b=f'weapons = [{{ key = "knife", dropped = true }}]\ngear = [{dose}]\npoisoned = {{ knife = "venom" }}',
    )
    fight.play("pick-up a knife", dice=[])
    assert (fight.get("a.poisoned"), fight.get("b.poisoned")) == ({"knife": "venom"}, {})
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1] + [6, 1] + [1, 1, 1], answers=["no"])  # venom 2, Agility 3
    assert (fight.get("b.mp"), fight.get("a.poisoned")) == (4, {})


@pytest.mark.rule("coriolis.medtech.poison.test")
def test_who_gave_the_poison_throws_its_dice() -> None:
    fight = duel(a='weapons = ["knife"]\npoisoned = { knife = "poison-3" }', gap=1, b="ap = 0")
    fight.play("melee-attack a b", dice=[6] + [1] * 5 + [6, 1, 1] + [1, 1, 1])
    asked = [each.who for each in fight.journal.entries[-1].tape if each.rule == "coriolis.medtech.poison.test"]
    assert asked == ["a", "b"]
    (told,) = [event for event in fight.events if event.against is not None]
    assert (told.rule, told.who, str(told.against)) == ("coriolis.medtech.poison.fail", "b", "sixes 0 against 1")


@pytest.mark.rule("coriolis.medtech.poison.win")
def test_who_resists_the_poison_hears_by_how_much() -> None:
    fight = duel(a='weapons = ["knife"]\npoisoned = { knife = "poison-3" }', gap=1, b="ap = 0")
    fight.play("melee-attack a b", dice=[6] + [1] * 5 + [6, 1, 1] + [6, 6, 1] + [2])
    (told,) = [event for event in fight.events if event.against is not None]
    assert (told.rule, str(told.against)) == ("coriolis.medtech.poison.win", "sixes 2 against 1")


@pytest.mark.rule("coriolis.core.zero-dice")
def test_a_dice_question_says_what_is_needed() -> None:
    for sheet, goal in (("", "every 6 counts"), ("skills = {}\nattributes = { strength = 3, agility = 0 }", "both must be 6")):
        fight = duel(a=f'{sheet}\nseat = "ana"', gap=90)
        fight.seats.hand.add("a")
        fight.play("shot a b")
        assert [ask.prompt for ask in fight.asks] == [goal]
