"""Close combat, defending, countering."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused, TapeError
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


@pytest.mark.rule(
    "coriolis.action.defend.effects", "coriolis.melee.defend.decrease-damage", "coriolis.ruling.melee.defence-pool"
)
def test_each_six_of_the_defender_cancels_one_of_the_attacker() -> None:
    fight = duel(**SWORDS)  # type: ignore[arg-type]
    dice = [6, 6, 1, 1, 1, 1, 1] + [6, 6, 1, 1]  # Strength 3 + skill 1 + knife 0
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "decrease-damage:2"])
    assert (fight.get("b.hp"), fight.get("b.ap")) == (6, 2)


@pytest.mark.rule(
    "coriolis.melee.defend.counterattack",
    "coriolis.melee.defend.counterattack.critical",
    "coriolis.melee.defend.counterattack.severity",
)
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


def blades(**more: object) -> Fight:
    return duel(**{**SWORDS, **more})  # type: ignore[arg-type]


@pytest.mark.rule("coriolis.melee.pool", "coriolis.ruling.melee.pool-typo", "coriolis.core.skill-attribute")
def test_the_pool_of_a_blow_is_melee_combat_with_strength() -> None:
    fight = blades(a='weapons = ["sword"]\nskills = { ranged-combat = 5, melee-combat = 1 }')
    fight.legal("a")
    fight.play("melee-attack a b", dice=[1] * 6, answers=["no"])  # Strength 4, skill 1, sword 1


@pytest.mark.rule("coriolis.ruling.melee.unarmed")
def test_bare_hands_do_one_damage_with_crit_three_and_count_as_light() -> None:
    fight = blades(a="weapons = []")
    fight.play("melee-attack a b", dice=[6, 6, 6, 6, 1, 1] + [1, 1], answers=["no", "critical-injury:3"])
    assert (fight.get("b.hp"), fight.get("b.injuries.0.number")) == (5, 11)
    fight.play("quick-melee a b", dice=[1] * 4, answers=[])  # stunned: cannot defend


@pytest.mark.rule("coriolis.action.defend", "coriolis.action.defend.before", "coriolis.ap.reaction")
def test_defending_is_decided_before_the_roll_and_costs_one_point_each_time() -> None:
    fight = blades(a='weapons = ["knife"]')
    fight.play("quick-melee a b", dice=[1] * 4 + [1] * 4, answers=["dura-knife"])
    fight.play("quick-melee a b", dice=[1] * 4 + [1] * 4, answers=["dura-knife"])
    assert fight.get("b.ap") == 1


@pytest.mark.rule("coriolis.ruling.melee.defend-declare")
def test_a_table_may_let_the_defence_wait_for_the_roll() -> None:
    fight = blades()
    fight.gm("ruling defend after")
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 1, 1, 1], answers=["dura-knife", "decrease-damage:1"])
    rules = [event.rule for event in fight.events]
    assert rules.index("coriolis.melee.pool") < rules.index("coriolis.action.defend")
    assert fight.get("b.hp") == 6


@pytest.mark.rule("coriolis.action.defend")
def test_a_defensive_fighter_defends_once_a_turn_for_nothing() -> None:
    fight = blades(a='weapons = ["knife"]', b='weapons = ["knife"]\ntalents = ["defensive"]\nap = 1')
    fight.play("quick-melee a b", dice=[1] * 4 + [1] * 4, answers=["knife"])
    assert fight.get("b.ap") == 1
    fight.play("quick-melee a b", dice=[1] * 4 + [1] * 4, answers=["knife"])
    assert fight.get("b.ap") == 0
    fight.play("quick-melee a b", dice=[1] * 4)  # no point left


@pytest.mark.rule("coriolis.ruling.melee.defend-ranged")
def test_nobody_defends_against_shots() -> None:
    fight = duel()
    fight.legal("a")
    fight.play("shot a b", dice=[1] * 7)  # no question


@pytest.mark.rule("coriolis.melee.hit", "coriolis.ruling.melee.decrease-order", "coriolis.melee.defend.decrease-damage")
def test_the_sixes_are_cancelled_before_the_attacker_spends_them() -> None:
    fight = blades()
    dice = [6, 6, 6, 1, 1, 1, 1] + [6, 1, 1, 1]
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "decrease-damage:1", "increase-damage:1"])
    assert fight.get("b.hp") == 3, "two sixes are left: 2 damage and 1 more"


@pytest.mark.rule("coriolis.ruling.melee.defence-on-miss", "coriolis.melee.defend.counterattack")
def test_defence_sixes_count_although_the_attack_missed() -> None:
    fight = blades()
    fight.play("melee-attack a b", dice=[1] * 7 + [6, 6, 1, 1], answers=["dura-knife", "counterattack:1 disarm:1"])
    assert (fight.get("a.hp"), fight.get("a.weapons.0.dropped")) == (6, True)


@pytest.mark.rule("coriolis.ruling.melee.defend-prone")
def test_the_prone_defend_but_do_not_strike_back() -> None:
    fight = blades(b='weapons = ["dura-knife"]\nprone = true')
    with pytest.raises(TapeError, match="counterattack"):
        fight.play("melee-attack a b", dice=[1] * 7 + [6, 1, 1, 1], answers=["dura-knife", "counterattack:1"])
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 1, 1, 1], answers=["dura-knife", "decrease-damage:1"])
    assert fight.get("b.hp") == 6
    upright = blades(b='weapons = ["dura-knife"]')
    upright.play("melee-attack a b", dice=[1] * 7 + [6, 1, 1, 1], answers=["dura-knife", "counterattack:1"])
    assert upright.get("a.hp") == 6


@pytest.mark.rule("coriolis.melee.defend.list", "coriolis.melee.defend.counterattack.no-extra-damage")
def test_no_six_raises_the_damage_of_a_counterattack() -> None:
    fight = blades()
    fight.legal("a")
    with pytest.raises(TapeError, match="counterattack takes at most 1"):
        fight.play("melee-attack a b", dice=[1] * 7 + [6, 6, 1, 1], answers=["dura-knife", "counterattack:2"])


@pytest.mark.rule("coriolis.ruling.melee.counter-timing", "coriolis.broken", "coriolis.melee.defend.counterattack")
def test_a_counterattack_lands_even_if_the_attack_breaks_the_defender_unless_ruled_otherwise() -> None:
    third = '[[combatant]]\nid = "c"\nside = "blue"\nat = [60, 0]'
    fight = blades(b='weapons = ["dura-knife"]\nhp = 1', more=third)
    dice, answers = [6, 1, 1, 1, 1, 1, 1] + [6, 1, 1, 1], ["dura-knife", "counterattack:1"]
    fight.play("melee-attack a b", dice=dice, answers=answers)
    assert (fight.get("b.hp"), fight.get("a.hp")) == (0, 6)
    fight.undo()
    fight.gm("ruling counter-timing after")
    fight.play("melee-attack a b", dice=dice, answers=answers)
    assert (fight.get("b.hp"), fight.get("a.hp")) == (0, 8)


@pytest.mark.rule("coriolis.ruling.crit.needs-damage")
def test_armour_stops_the_injury_of_a_counterattack_too() -> None:
    fight = blades(a='weapons = ["sword"]\narmour = "armour-vest"')
    dice = [1] * 7 + [6, 6, 6, 1] + [6, 6, 1, 1]
    fight.play("melee-attack a b", dice=dice, answers=["dura-knife", "counterattack:1 counter-injury:2"])
    assert (fight.get("a.hp"), fight.get("a.injuries")) == (8, [])


@pytest.mark.rule("coriolis.melee.defend.disarm", "coriolis.ruling.disarm.where")
def test_the_defender_chooses_what_the_attacker_drops_after_the_attack() -> None:
    fight = blades(a='weapons = [{ key = "sword", in-hand = true }, { key = "knife", in-hand = true }]')
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1] + [6, 1, 1, 1], answers=["dura-knife", "disarm:1", "knife"])
    assert (fight.get("a.weapons.knife.dropped"), fight.get("a.weapons.sword.in-hand"), fight.get("b.hp")) == (True, True, 4)


@pytest.mark.rule(
    "coriolis.melee.bonus.critical-injury",
    "coriolis.melee.bonus.critical-severity",
    "coriolis.melee.bonus.disarm",
    "coriolis.melee.bonus.raise-initiative",
    "coriolis.melee.bonus.purchase",
)
def test_blows_buy_injuries_disarming_and_initiative() -> None:
    fight = blades()
    dice = [6, 6, 6, 6, 6, 6, 1] + [1, 2, 1, 1]
    fight.play("melee-attack a b", dice=dice, answers=["no", "critical-injury:3 disarm:1 raise-initiative:1"])
    assert (fight.get("b.injuries.0.number"), fight.get("b.weapons.0.dropped"), fight.get("a.raises")) == (12, True, 2)


@pytest.mark.rule("coriolis.ruling.melee.defence-pool")
def test_teeth_are_weapons_and_a_firearm_in_hand_is_not() -> None:
    beast = blades(b='weapons = ["bite"]\nhands = 0')
    beast.play("melee-attack a b", dice=[1] * 7 + [1] * 5, answers=["bite"])  # Strength 3, skill 1, bite 1
    gunman = blades(b='weapons = ["vulcan-pistol"]')
    gunman.play("melee-attack a b", dice=[1] * 7 + [1] * 2, answers=["unarmed"])  # 3 + 1 - 2


@pytest.mark.rule("coriolis.ruling.vehicle.occupants")
def test_nobody_strikes_at_or_from_a_vehicle() -> None:
    car = '[[combatant]]\nid = "car"\nside = "blue"\ncraft = "groundcar"\nat = [0, 1]'
    fight = blades(more=car)
    before = fight.hash
    with pytest.raises(Refused) as refused:
        fight.play("melee-attack a car", dice=[])
    assert (refused.value.rule, fight.hash) == ("coriolis.ruling.vehicle.occupants", before)


@pytest.mark.rule("coriolis.action.defend.unarmed", "coriolis.ruling.melee.unarmed")
def test_bare_hands_listed_on_the_sheet_are_still_no_weapon() -> None:
    fight = duel(a='weapons = ["knife"]', b='weapons = ["unarmed"]', gap=1)
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1] + [1, 1], answers=["unarmed"])  # 3 + 1 - 2
    fight = duel(a='weapons = ["unarmed"]', b="weapons = []", gap=1)
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1] + [1, 1, 1, 1], answers=["unarmed"])
    assert fight.get("b.hp") == 5


@pytest.mark.rule("coriolis.action.melee-attack")
@pytest.mark.parametrize("sheet", ["tied = true", 'injuries = [{ number = 52, name = "Broken neck", paralysed = "neck" }]'])
def test_whoever_is_tied_or_paralysed_from_the_neck_down_neither_defends_nor_claims(sheet: str) -> None:
    others = '[[combatant]]\nid = "c"\nside = "blue"\nat = [30, 0]\n'
    fight = duel(a='weapons = ["sword"]', b=f'weapons = ["knife"]\n{sheet}', gap=1, more=others)
    fight.play("melee-attack a b", dice=[6, 1, 1, 1, 1, 1, 1])  # nobody is asked
    assert fight.get("b.hp") == 4
    fight.gm("order b coriolis.initiative.weapon ask")
    for who in "abc":
        fight.play(f"end-turn {who}", dice=[])
    fight.step(dice=[], answers=[])
    assert fight.get("turn") == 2
