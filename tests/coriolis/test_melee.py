"""Close combat, defending, countering."""

from __future__ import annotations

import pytest

from starfray import Refused
from tests.coriolis.build import duel

SWORDS = {"a": 'weapons = ["sword"]', "b": 'weapons = ["dura-knife"]', "gap": 1.0}


@pytest.mark.rule("coriolis.action.melee-attack", "coriolis.melee.pool", "coriolis.melee.hit", "coriolis.action.defend")
def test_the_target_is_asked_to_defend_before_the_attack_is_rolled() -> None:
    fight = duel(**SWORDS)  # type: ignore[arg-type]
    fight.play("melee-attack a b")
    assert [(ask.who, ask.rule) for ask in fight.asks] == [("b", "coriolis.action.defend")]
    assert [option.key for option in fight.asks[0].options] == ["dura-knife", "no"]
    assert not any(event.faces for event in fight.events)
    fight.undo()
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1], answers=["no"])  # Strength 4 + skill 2 + sword 1
    assert (fight.get("a.ap"), fight.get("b.ap"), fight.get("b.hp")) == (1, 3, 4)


@pytest.mark.rule("coriolis.action.defend.effects", "coriolis.melee.defend.decrease-damage",
                  "coriolis.ruling.melee.defence-pool")
def test_each_six_of_the_defender_cancels_one_of_the_attacker() -> None:
    fight = duel(**SWORDS)  # type: ignore[arg-type]
    dice = [6, 6, 1, 1, 1, 1, 1] + [6, 6, 1, 1]  # Strength 3 + skill 1 + knife 0
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "decrease-damage:2"])
    assert (fight.get("b.hp"), fight.get("b.ap")) == (6, 2)


@pytest.mark.rule("coriolis.melee.defend.counterattack", "coriolis.melee.defend.counterattack.critical",
                  "coriolis.melee.defend.counterattack.severity")
def test_a_counterattack_deals_weapon_damage_and_may_injure_at_one_more_than_the_rating() -> None:
    fight = duel(**{**SWORDS, "b": 'weapons = ["dura-knife"]\nskills = { melee-combat = 3 }'})  # type: ignore[arg-type]
    dice = [1] * 7 + [6, 6, 6, 6, 1, 1] + [1, 4, 2, 1] + [5]  # dura knife: crit 1, so 2 sixes and one for severity
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "counterattack:1 counter-injury:3"])
    assert fight.get("a.hp") == 6
    assert fight.get("a.injuries.0.number") == 21
    assert fight.get("a.injuries.0.healing-days") == 5


@pytest.mark.rule("coriolis.melee.defend.disarm", "coriolis.melee.defend.raise-initiative", "coriolis.initiative.ties")
def test_a_defender_may_disarm_and_rise_at_once_if_her_slot_is_still_to_come() -> None:
    third = '[[combatant]]\nid = "c"\nside = "red"\nat = [50, 0]\ninitiative = 2'
    now = 'turn = 1\nup = "a"\norder = ["a", "c", "b"]'
    fight = duel(**{**SWORDS, "a": 'weapons = ["sword"]\ninitiative = 3', "more": third, "now": now})  # type: ignore[arg-type]
    dice = [6, 1, 1, 1, 1, 1, 1] + [6, 6, 1, 1] + [4, 2]  # she rises from 0 to 2: a tie with c, b 4 and c 2
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "disarm:1 raise-initiative:1"])
    assert fight.get("a.weapons.sword.dropped") is True
    assert fight.get("b.hp") == 4, "the attack is resolved as normal first"
    assert fight.get("order") == ["a", "b", "c"]


@pytest.mark.rule("coriolis.action.defend.unarmed")
def test_bare_hands_against_a_weapon_defend_with_two_dice_less() -> None:
    fight = duel(**{**SWORDS, "b": 'weapons = ["vulcan-pistol"]'})  # type: ignore[arg-type]
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1] + [1, 1], answers=["unarmed"])
    assert fight.get("b.hp") == 4


@pytest.mark.rule("coriolis.action.quick-melee", "coriolis.action.quick-melee.light-only")
def test_a_quick_blow_takes_a_light_weapon() -> None:
    fight = duel(**SWORDS)  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        fight.play("quick-melee a b sword", dice=[])
    assert refused.value.rule == "coriolis.action.quick-melee.light-only"
    fight.play("quick-melee a b unarmed", dice=[6, 1, 1, 1], answers=["no"])
    assert (fight.get("a.ap"), fight.get("b.hp")) == (2, 5)


@pytest.mark.rule("coriolis.action.melee-attack.on-feet", "coriolis.range.close", "coriolis.action.get-up")
def test_one_must_stand_and_be_near() -> None:
    fight = duel(**{**SWORDS, "a": 'weapons = ["sword"]\nprone = true'})  # type: ignore[arg-type]
    with pytest.raises(Refused, match="prone"):
        fight.play("melee-attack a b", dice=[])
    fight.play("get-up a", dice=[])
    fight.gm("place b 3,0")
    with pytest.raises(Refused, match="Close Range"):
        fight.play("melee-attack a b", dice=[])


@pytest.mark.rule("coriolis.melee.bonus.purchase", "coriolis.melee.bonus.strike-fear", "coriolis.melee.bonus.increase-damage")
def test_melee_sixes_buy_fear_and_damage() -> None:
    fight = duel(**SWORDS)  # type: ignore[arg-type]
    fight.play("melee-attack a b", dice=[6, 6, 6, 1, 1, 1, 1], answers=["no", "increase-damage:1 strike-fear:1"])
    assert (fight.get("b.hp"), fight.get("b.mp")) == (3, 5)
