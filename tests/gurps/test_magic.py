"""Spells in a fight: thought, casting, dodging, resisting, lasting."""

from __future__ import annotations

from pathlib import Path

import pytest

import starfray
from starfray.engine.errors import Refused
from tests.gurps.fights import combatant, duel, said, total_of

CAST = "gurps.magic.core-skill"


def mage(spell: str, level: int = 14, **more: str) -> dict[str, str]:
    fields = {"skills": f"{{ thaumatology = {level} }}", "weapons": "[]", "thought": f'{{ task = "{spell}", seconds = 1 }}'}
    return {**fields, **more}


@pytest.mark.rule("gurps.magic.casting-time", "gurps.magic.core-skill")
def test_first_a_second_of_thought_then_the_spell() -> None:
    fight = duel({"skills": "{ thaumatology = 12 }", "weapons": "[]"})
    before = fight.hash
    with pytest.raises(Refused, match="has not concentrated"):
        fight.play("cast ann burning-touch bob", dice=[])
    assert fight.hash == before
    fight.play("concentrate ann burning-touch", dice=[]).play("do-nothing bob", dice=[])
    fight.play("cast ann burning-touch bob", dice=[3, 3, 3, 5, 5, 5, 4], answers=["dodge"])
    assert total_of(fight, CAST) == 13
    assert (fight.get("bob.hp"), fight.get("ann.fp"), fight.get("ann.thought")) == (6, 9, None)
    assert fight.legal("ann")


@pytest.mark.rule("gurps.order.magic", "gurps.ruling.magic-delivery", "gurps.magic.moderate.effect", "gurps.magic.total")
def test_a_fire_ball_every_target_dodges_then_the_dice_fall_once() -> None:
    eve = combatant("eve", "b", "[6, 1]", {"attributes": "{ st = 12, dx = 9 }"})
    fight = duel(mage("fire-ball"), {"max-hp": "20", "hp": "20"}, gap=5, more=eve)
    fight.play("cast ann fire-ball bob+eve", dice=[3, 3, 3, 5, 5, 5, 2, 2, 2, 2, 3, 4], answers=["dodge", "dodge"])
    assert total_of(fight, CAST) == 14 - 6 + 1
    assert (fight.get("bob.hp"), fight.get("eve.hp"), fight.get("ann.fp")) == (11, 12, 3)


@pytest.mark.rule("gurps.core.active-defense")
def test_nobody_dodges_a_spell_from_behind() -> None:
    fight = duel(mage("force-bolt"), {"max-hp": "30", "hp": "30", "facing": "0"}, gap=5)
    fight.play("cast ann force-bolt bob", dice=[3, 3, 3, 1, 1, 1])
    assert fight.get("bob.hp") == 27


def test_nobody_dodges_a_critical_casting() -> None:
    fight = duel(mage("force-bolt"), {"max-hp": "30", "hp": "30"}, gap=5)
    fight.play("cast ann force-bolt bob", dice=[1, 1, 1, 1, 1, 1])
    assert fight.get("bob.hp") == 27


@pytest.mark.rule("gurps.magic.easy.effect")
def test_knockback_dice_throw_and_do_not_hurt() -> None:
    fight = duel(mage("shove")).play("cast ann shove bob", dice=[3, 3, 3, 6, 4, 5, 5, 4], answers=["no"])
    assert (fight.get("bob.hp"), fight.get("bob.at"), fight.get("bob.posture")) == (10, [2.0, 0.0], "lying")


@pytest.mark.rule("gurps.magic.very-difficult.effect", "gurps.magic.very-difficult")
def test_an_earthquake_has_five_dice() -> None:
    fight = duel(mage("earthquake", 20), {"max-hp": "60", "hp": "60", "attributes": "{ st = 30 }"}, gap=5)
    fight.play("cast ann earthquake bob", dice=[3, 3, 3, 1, 1, 1, 1, 2], answers=["no"])
    assert fight.get("bob.hp") == 54


@pytest.mark.rule("gurps.magic.heroic.components")
def test_how_much_a_heroic_effect_does_is_the_gms_word() -> None:
    fight = duel(mage("miracle", 35, **{"max-fp": "40"}), {"hp": "2"}, gap=5)
    fight.play("cast ann miracle bob", dice=[3, 3, 3, 2, 2], answers=["2"])
    assert fight.get("bob.hp") == 6


@pytest.mark.rule("gurps.ruling.magic-effects")
def test_healing_gives_back_hp_by_the_damage_dice() -> None:
    fight = duel(mage("heal-wounds", 14, hp="2")).play("cast ann heal-wounds ann", dice=[3, 3, 3, 2, 2, 1])
    assert fight.get("ann.hp") == 7


@pytest.mark.rule("gurps.ruling.magic-effects")
def test_a_minor_status_costs_2_on_dx_rolls_and_is_resisted_by_a_contest() -> None:
    fight = duel(mage("dizzy-touch")).play("cast ann dizzy-touch bob", dice=[3, 3, 3, 2, 2, 2])  # by 6 against HT by 4
    assert fight.get("bob.spells.0.spell") == "dizzy-touch"
    fight.play("attack bob ann", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 10
    fight = duel(mage("dizzy-touch")).play("cast ann dizzy-touch bob", dice=[4, 4, 4, 2, 2, 3])  # by 3 against 3: ties resist
    assert fight.get("bob.spells") == []


def test_a_medium_status_stuns_and_a_major_one_binds_for_as_long_as_it_lasts() -> None:
    fight = duel(mage("charm-people", 20), gap=5).play("cast ann charm-people bob", dice=[3, 3, 3, 5, 5, 5])
    assert (fight.get("bob.stunned"), fight.get("bob.spells.0.left")) == ("spell", 10)
    fight = duel(mage("paralyse", 20), gap=5).play("cast ann paralyse bob", dice=[3, 3, 3, 5, 5, 5])
    assert fight.get("bob.bound") is True
    assert fight.over is not None


@pytest.mark.rule("gurps.injury.stunned.recovery")
def test_a_spell_and_a_blow_stun_each_on_its_own() -> None:
    charm = '[{ by = "ann", spell = "charm-people", strength = "moderate", every = 10, left = 9 }]'
    fight = duel(None, {"stunned": '"physical"', "spells": charm}).play("do-nothing ann", dice=[])
    fight.play("do-nothing bob", dice=[]).step(dice=[3, 3, 3], steps=1)
    assert fight.get("bob.stunned") == "spell", "the body is well, the spell holds"
    hurt = duel({"skills": "{ broadsword = 12 }"}, {"stunned": '"spell"', "spells": charm})
    hurt.play("attack ann bob", dice=[4, 4, 4, 6, 6, 6, 6], answers=["no"])
    assert hurt.get("bob.stunned") == "physical", "a major wound"


@pytest.mark.rule("gurps.ruling.magic-maintain", "gurps.magic.cost.maintain")
def test_at_the_end_of_its_duration_a_spell_may_be_paid_for_again() -> None:
    fight = duel(mage("dizzy-touch")).play("cast ann dizzy-touch bob", dice=[3, 3, 3, 2, 2, 2]).play("do-nothing bob", dice=[])
    assert fight.get("ann.fp") == 10  # skill 15: the one point is saved
    fight.step(dice=[], answers=["yes"])
    assert fight.get("bob.spells.0.left") == 1
    fight.play("do-nothing ann", dice=[]).play("do-nothing bob", dice=[]).step(dice=[], answers=["no"])
    assert fight.get("bob.spells") == []


@pytest.mark.rule("gurps.ruling.magic-failure-cost")
def test_a_failed_casting_costs_1() -> None:
    fight = duel(mage("fire-ball"), gap=5).play("cast ann fire-ball bob", dice=[5, 5, 5])
    assert (fight.get("ann.fp"), fight.get("bob.hp")) == (9, 10)


@pytest.mark.rule("gurps.ruling.magic-scales")
def test_touch_is_a_yard_and_one_target_is_one() -> None:
    eve = combatant("eve", "b", "[1, 1]", {})
    with pytest.raises(Refused, match="3 yards away"):
        duel(mage("burning-touch"), gap=3).play("cast ann burning-touch bob", dice=[])
    with pytest.raises(Refused, match="2 targets"):
        duel(mage("burning-touch"), more=eve).play("cast ann burning-touch bob+eve", dice=[])


@pytest.mark.rule("gurps.magic.concentrate")
def test_three_seconds_of_thought_give_3() -> None:
    fight = duel(mage("burning-touch", 11, thought='{ task = "burning-touch", seconds = 5 }'))
    fight.play("cast ann burning-touch bob", dice=[5, 5, 5])
    assert total_of(fight, CAST) == 14


@pytest.mark.rule("gurps.power-points")
def test_power_points_may_pay_for_it() -> None:
    rulings = 'stun-points = "5"\npower-points = "on"'
    fight = duel(mage("force-bolt"), gap=5, rulings=rulings)
    fight.play("cast ann force-bolt bob pay=power", dice=[3, 3, 3, 2, 2, 2], answers=["dodge"])
    assert (fight.get("ann.fp"), fight.get("ann.sp")) == (10, 45)
    with pytest.raises(Refused, match="Power Points"):
        duel(mage("force-bolt"), gap=5).play("cast ann force-bolt bob pay=power", dice=[])


def test_what_any_other_spell_does_is_asked_of_the_gm() -> None:
    fight = duel(mage("see-auras")).play("cast ann see-auras bob", dice=[3, 3, 3], answers=["a red one"])
    assert [e.note for e in fight.events if e.rule == "gurps.ruling.magic-effects" and e.note][-1] == "a red one"
    assert not said(fight, "gurps.core.injury")


def test_spells_of_a_pack_are_offered_and_a_spell_learned_alone_needs_no_core_skill(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "pack.toml").write_text('rulebook = "gurps"\ntitle = "More"\n', encoding="utf-8")
    (tmp_path / "more" / "spells.toml").write_text('[frost]\nname = "Frost"\ndoes = "damage"\n', encoding="utf-8")
    text = 'rulebook = "gurps"\npacks = ["more"]\n'
    text += combatant("ann", "a", "[0, 0]", {"skills": "{ frost = 14 }", "attributes": "{ dx = 12 }", "thought": "{}"})
    fight = starfray.loads(text + combatant("bob", "b", "[1, 0]", {}), folder=tmp_path).begin()
    form = next(each for each in fight.legal("ann") if each.kind == "cast")
    assert form.refused is None
    assert [option.key for option in form.fields[0].options] == ["frost"]
    fight.play("cast ann frost bob", dice=[3, 3, 3, 2], answers=["no"])
    assert fight.get("bob.hp") == 8


@pytest.mark.rule("gurps.effort.feverish-defense", "gurps.ruling.magic-delivery")
def test_a_spell_that_is_dodged_may_be_dodged_with_an_effort() -> None:
    fight = duel(mage("force-bolt"), {"max-hp": "30", "hp": "30"}, gap=5)
    fight.play("cast ann force-bolt bob", dice=[3, 3, 3, 3, 3, 4], answers=["effort", "dodge"])
    assert total_of(fight, "gurps.core.dodge") == 8 + 2
    assert (fight.get("bob.fp"), fight.get("bob.hp")) == (9, 30)


@pytest.mark.rule("gurps.option.dodge-and-drop", "gurps.ruling.magic-delivery")
def test_one_may_drop_before_a_spell() -> None:
    fight = duel(mage("force-bolt"), {"max-hp": "30", "hp": "30"}, gap=5)
    fight.play("cast ann force-bolt bob", dice=[3, 3, 3, 3, 4, 4], answers=["dodge-drop"])
    assert total_of(fight, "gurps.core.dodge") == 8 + 3
    assert (fight.get("bob.posture"), fight.get("bob.hp")) == ("lying", 30)


@pytest.mark.rule("gurps.magic.total", "gurps.magic.moderate")
def test_a_spell_is_built_from_its_parts_in_the_fight() -> None:
    fight = duel(mage("built", 18), {"max-hp": "30", "hp": "30"}, gap=5)
    text = "cast ann built bob range=moderate effect=moderate does=damage type=cr"
    fight.play(text, dice=[3, 3, 3, 5, 5, 5, 1, 2, 3], answers=["dodge"])  # 3d
    assert total_of(fight, CAST) == 18 + 1 - 4
    assert (fight.get("bob.hp"), fight.get("ann.fp")) == (24, 10 - 4)  # 1 + 2 + 2, one less at 15
    with pytest.raises(Refused, match="has parts to choose"):
        duel(mage("force-bolt"), gap=5).play("cast ann force-bolt bob effect=moderate", dice=[])


@pytest.mark.rule("gurps.ruling.power-maintain", "gurps.power-points")
def test_power_points_keep_up_what_they_paid_for() -> None:
    spell = '[{ by = "ann", spell = "daze", strength = "easy", cost = 2, left = 2, pay = "power" }]'
    fight = duel(mage("daze"), {"spells": spell}, rulings='stun-points = "5"\npower-points = "on"')
    fight.play("do-nothing ann", dice=[]).play("do-nothing bob", dice=[], answers=[]).step(dice=[], answers=["yes"])
    assert (fight.get("ann.sp"), fight.get("ann.fp")) == (48, 10)
