"""Rapid fire, afflictions, explosions, thrown weapons, strikes at weapons."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.gurps.fights import combatant, duel, gun, said, total_of

ATTACK = "gurps.maneuver.attack"


def spray(rof: int, rcl: int = 1) -> dict[str, str]:
    weapon = f'{{ key = "spray", melee = false, damage = "0d+1", type = "pi", max-range = 100, rof = {rof}, rcl = {rcl} }}'
    return {"weapons": f"[{weapon}]", "skills": "{ brawling = 12 }"}


@pytest.mark.parametrize(("shots", "bonus"), [
    pytest.param(shots, bonus, marks=pytest.mark.rule(rule)) for shots, bonus, rule in [
        (4, 0, "gurps.ruling.rof-ends"), (5, 1, "gurps.rof.5"), (8, 1, "gurps.rof.5"), (9, 2, "gurps.rof.9"),
        (12, 2, "gurps.rof.9"), (13, 3, "gurps.rof.13"), (16, 3, "gurps.rof.13"), (17, 4, "gurps.rof.17"),
        (24, 4, "gurps.rof.17"), (25, 5, "gurps.rof.25"), (49, 5, "gurps.rof.25"), (50, 6, "gurps.rof.50"),
        (99, 6, "gurps.rof.50"), (100, 7, "gurps.rof.100"), (199, 7, "gurps.rof.100"), (200, 8, "gurps.rof.200"),
        (299, 8, "gurps.rof.200"), (300, 9, "gurps.rof.300"), (399, 9, "gurps.rof.300"), (400, 10, "gurps.ruling.rof-ends"),
        (1, 0, "gurps.ruling.rof-ends"), (2, 0, "gurps.ruling.rof-ends"), (750, 13, "gurps.ruling.rof-ends"),
    ]
])  # fmt: skip
def test_many_shots_are_easier(shots: int, bonus: int) -> None:
    tally = duel(spray(1000), gap=3).preview(f"attack ann bob shots={shots}").tally
    assert tally is not None
    assert tally.total == 12 + bonus


@pytest.mark.rule("gurps.core.rapid-fire-hits")
@pytest.mark.parametrize(("rcl", "hp"), [(1, 6), (2, 8), (3, 8)])
def test_one_hit_and_one_more_for_every_recoil_of_margin(rcl: int, hp: int) -> None:
    fight = duel(spray(8, rcl), {"all-out-attack": "true"}, gap=3).play("attack ann bob shots=4", dice=[3, 3, 3])  # margin 3
    assert fight.get("bob.hp") == hp


@pytest.mark.rule("gurps.core.rapid-fire-defense")
def test_a_defence_avoids_one_and_one_more_for_each_point_of_margin() -> None:
    fight = duel(spray(8), gap=3).play("attack ann bob shots=8", dice=[3, 3, 3, 2, 2, 3], answers=["dodge"])
    assert fight.get("bob.hp") == 10 - 3  # margin 4: 5 hits; Dodge 8 by 1: 2 avoided


def test_never_more_hits_than_shots_and_the_magazine_empties() -> None:
    fight = duel(gun("auto-pistol", level=20), {"all-out-attack": "true", "max-hp": "100", "hp": "100"}, gap=3)
    fight.play("attack ann bob shots=3", dice=[3, 3, 3, 1, 1, 1, 1, 1, 1])
    assert fight.get("bob.hp") == 100 - 3 * 4
    assert fight.get("ann.weapons.0.shots") == 13
    with pytest.raises(Refused, match="1 to 3"):
        duel(gun("auto-pistol"), gap=3).play("attack ann bob shots=4", dice=[])


def test_a_shell_of_nine_pellets_counts_as_nine_shots() -> None:
    tally = duel(gun("pump-shotgun"), gap=3).preview("attack ann bob shots=2").tally
    assert tally is not None
    assert tally.total == 16


@pytest.mark.rule("gurps.ruling.rapid-fire-critical")
def test_after_a_critical_hit_the_table_counts_for_the_first_hit_only() -> None:
    fight = duel(spray(8), gap=3).play("attack ann bob shots=3", dice=[1, 1, 1, 1, 1, 1])  # x3
    assert fight.get("bob.hp") == 10 - 3 - 1 - 1


# --- afflictions and explosions --------------------------------------------------------------------------------

SONIC = gun("sonic-stun-pistol", "beam-weapons")


@pytest.mark.rule("gurps.ruling.affliction")
def test_a_stun_pistol_asks_for_ht_less_3_and_a_fifth_of_the_dr() -> None:
    coat = {"armour": '[{ key = "coat", dr = { torso = 12 } }]'}
    fight = duel(SONIC, coat, gap=3).play("attack ann bob", dice=[3, 3, 4, 4, 3, 3], answers=["no"])
    assert total_of(fight, "gurps.ruling.affliction") == 10 - 3 + 2
    assert (fight.get("bob.stunned"), fight.get("bob.hp")) == ("physical", 10)


@pytest.mark.rule("gurps.ruling.affliction")
def test_linked_damage_is_rolled_first() -> None:
    fight = duel(gun("electrolaser", "beam-weapons"), gap=3)
    fight.play("attack ann bob", dice=[3, 3, 4, 6, 3, 2, 1], answers=["no"])  # 1d-3 = 3 burn; HT 6 made
    assert (fight.get("bob.hp"), fight.get("bob.stunned")) == (7, "")


@pytest.mark.rule("gurps.core.basic-damage")
def test_an_explosion_reaches_others_by_a_third_of_it_per_yard() -> None:
    eve = combatant("eve", "b", "[4, 2]", {"attributes": "{ st = 10, dx = 9 }"})
    bomb = {
        "weapons": '[{ key = "bomb", melee = false, damage = "0d+24", type = "burn", max-range = 50, explosive = true }]',
        "skills": "{ brawling = 12 }",
    }
    fight = duel(bomb, {"dr": "30"}, gap=4, more=eve).play("attack ann bob", dice=[3, 3, 4], answers=["no"])
    assert fight.get("eve.hp") == 6  # 2 yards away: 24 / 6
    assert fight.get("ann.hp") == 8  # 4 yards: 24 / 12


# --- thrown weapons --------------------------------------------------------------------------------------------

AXE = {"weapons": '["throwing-axe"]', "skills": "{ thrown-weapon = 12 }", "attributes": "{ st = 11, dx = 12 }"}


def test_a_thrown_weapon_leaves_the_hand_and_flies_by_st() -> None:
    fight = duel(AXE, gap=5).play("attack ann bob", dice=[6, 5, 5])
    assert (fight.get("ann.weapons.0.dropped"), fight.get("ann.weapons.0.lies")) == (True, [5.0, 0.0])
    assert fight.get("ann.weapons.0.max-range") == 16
    with pytest.raises(Refused, match="beyond"):
        duel(AXE, gap=17).play("attack ann bob", dice=[])


@pytest.mark.rule("gurps.critical.defense.ranged", "gurps.ruling.catch")
def test_a_thrown_weapon_can_be_caught_with_a_free_hand() -> None:
    fight = duel(AXE, gap=5).play("attack ann bob", dice=[3, 3, 4, 1, 1, 1], answers=["dodge", "yes"])
    assert fight.get("bob.weapons.1.key") == "throwing-axe"
    assert fight.get("bob.weapons.1.hand") == "left"
    assert fight.get("ann.weapons") == []


def test_a_grenade_is_gone_once_thrown() -> None:
    bomb = {"weapons": '["frag-grenade"]', "skills": "{ throwing = 12 }"}
    fight = duel(bomb, gap=20).play("attack ann bob", dice=[6, 5, 5])
    assert fight.get("ann.weapons.0.broken") is True


# --- strikes at weapons ----------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.aim-at.weapon", "gurps.location.weapon", "gurps.ruling.weapon-penalty")
def test_a_strike_at_a_weapon_of_reach_1_is_at_minus_4_and_meets_dr_4() -> None:
    fight = duel({"skills": "{ broadsword = 16 }"})
    fight.play("attack ann bob location=weapon", dice=[3, 3, 4, 6], answers=["no"])
    assert total_of(fight, ATTACK) == 12
    assert (fight.get("bob.hp"), fight.get("bob.weapons.0.hp")) == (10, 6 - 3)  # 3 lb: 4 x 1.44 = 6; 7 - 4


@pytest.mark.parametrize(("weapon", "penalty"), [("large-knife", -5), ("auto-pistol", -5), ("smg", -4), ("assault-rifle", -3),
                                                 ("spear", -3), ("cutlass", -4)])  # fmt: skip
@pytest.mark.rule("gurps.aim-at.weapon")
def test_small_weapons_are_harder_to_strike(weapon: str, penalty: int) -> None:
    fight = duel(None, {"weapons": f'["{weapon}"]'}).play("attack ann bob location=weapon", dice=[6, 5, 5])
    assert total_of(fight, ATTACK) == 12 + penalty


@pytest.mark.rule("gurps.ruling.weapon-damage")
def test_at_0_hp_it_breaks() -> None:
    mace = {"weapons": '["mace"]', "skills": "{ axe-mace = 16 }", "attributes": "{ st = 16, dx = 12 }"}
    fight = duel(mace).play("attack ann bob location=weapon", dice=[3, 3, 4, 6, 6], answers=["no"])
    assert (fight.get("bob.weapons.0.broken"), fight.get("bob.hp")) == (True, 10)


@pytest.mark.rule("gurps.aim-at.disarm", "gurps.ruling.disarm", "gurps.order.contest")
def test_disarming_costs_2_more_and_is_a_contest_of_skills() -> None:
    fight = duel({"skills": "{ broadsword = 16 }"})
    fight.play("attack ann bob location=weapon disarm=yes", dice=[3, 3, 4, 3, 3, 4, 3, 3, 4], answers=["no"])
    assert total_of(fight, ATTACK) == 10
    assert fight.get("bob.weapons.0.dropped") is True
    fight = duel().play("attack ann bob location=weapon disarm=yes", dice=[1, 2, 3, 3, 3, 4, 3, 3, 4], answers=["no"])
    assert fight.get("bob.weapons.0.dropped") is False  # a tie


def test_there_must_be_a_weapon_to_strike_at() -> None:
    with pytest.raises(Refused, match="holds no weapon"):
        duel(None, {"weapons": "[]"}).play("attack ann bob location=weapon", dice=[])
    assert not said(duel(), "gurps.ruling.disarm")
