"""The attack roll: criticals at every boundary, and the modifiers."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import Refused
from tests.gurps.fights import duel, gun, said, total_of


def degree(skill: int, faces: list[int]) -> str:
    """How Ann's blow goes: the word of what followed. Forced dice behind it fit that outcome only."""
    fight = duel({"skills": f"{{ broadsword = {skill} }}"})
    total = sum(faces)
    if total <= 6 and total <= (6 if skill >= 16 else 5 if skill == 15 else 4):
        fight.play("attack ann bob", dice=[*faces, 3, 3, 4, 1])  # table 10: normal; damage 2 cut: 3
        return "critical hit"
    if said_critical_miss(skill, total):
        fight.play("attack ann bob", dice=[*faces, 3, 3, 4])  # table 10: dropped
        return "critical miss"
    answers = ["no"] if total <= min(skill, 16) else []
    fight.play("attack ann bob", dice=[*faces, 1] if answers else faces, answers=answers)
    return "hit" if answers else "miss"


def said_critical_miss(skill: int, total: int) -> bool:
    return total == 18 or (total == 17 and skill <= 15)


@pytest.mark.rule("gurps.success.critical", "gurps.success.critical.five", "gurps.success.critical.six")
def test_how_far_a_critical_success_reaches() -> None:
    for skill, faces, expected in (
        (2, [1, 1, 1], "critical hit"), (2, [1, 1, 2], "critical hit"), (14, [1, 2, 2], "hit"), (15, [1, 2, 2], "critical hit"),
        (15, [2, 2, 2], "hit"), (16, [2, 2, 2], "critical hit"), (20, [2, 2, 3], "hit"), (17, [1, 2, 2], "critical hit"),
    ):  # fmt: skip
        assert degree(skill, faces) == expected, (skill, faces)


@pytest.mark.rule("gurps.failure.critical", "gurps.failure.critical.seventeen", "gurps.core.success-roll")
def test_what_misses_and_what_misses_critically() -> None:
    for skill, faces, expected in (
        (12, [4, 4, 4], "hit"), (12, [4, 4, 5], "miss"), (20, [6, 5, 5], "hit"), (15, [6, 6, 5], "critical miss"),
        (16, [6, 6, 5], "miss"), (17, [6, 6, 5], "miss"), (20, [6, 6, 6], "critical miss"), (16, [6, 6, 6], "critical miss"),
        (15, [6, 6, 4], "miss"), (3, [1, 1, 2], "critical hit"), (3, [1, 2, 2], "miss"), (15, [6, 6, 6], "critical miss"),
    ):  # fmt: skip
        assert degree(skill, faces) == expected, (skill, faces)


@pytest.mark.rule("gurps.success.critical", "gurps.failure.critical", "gurps.failure.critical.seventeen")
def test_the_rule_a_critical_roll_is_told_by() -> None:
    table = [3, 3, 4]  # a plain row
    for skill, dice, rule, number in (
        (14, [1, 1, 2, *table, 1], "gurps.success.critical", 4), (15, [1, 1, 2, *table, 1], "gurps.success.critical.five", 5),
        (16, [1, 1, 2, *table, 1], "gurps.success.critical.six", 6),
        (15, [6, 6, 6, *table], "gurps.failure.critical.seventeen", 0), (16, [6, 6, 6, *table], "gurps.failure.critical", 0),
        (14, [5, 5, 5], "", 0),
    ):  # fmt: skip
        fight = duel({"skills": f"{{ broadsword = {skill} }}"}).play("attack ann bob", dice=dice)
        told = [
            (event.rule, event.number) for event in fight.events if event.rule.startswith(("gurps.success.", "gurps.failure."))
        ]
        assert told == ([(rule, number)] if rule else [])


@pytest.mark.rule("gurps.success.critical", "gurps.critical.hit.no-defense", "gurps.critical.hit.table")
def test_a_3_is_a_critical_hit_that_nobody_defends_against() -> None:
    fight = duel().play("attack ann bob", dice=[1, 1, 1, 3, 3, 4, 1])
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.success.critical.five")
def test_a_5_is_critical_from_skill_15() -> None:
    duel({"skills": "{ broadsword = 15 }"}).play("attack ann bob", dice=[1, 1, 3, 3, 3, 4, 1])


@pytest.mark.rule("gurps.success.critical.six")
def test_a_6_is_critical_from_skill_16() -> None:
    duel({"skills": "{ broadsword = 16 }"}).play("attack ann bob", dice=[2, 2, 2, 3, 3, 4, 1])


@pytest.mark.rule("gurps.failure.critical.seventeen", "gurps.critical.miss.attack")
def test_a_17_is_a_critical_miss_up_to_skill_15() -> None:
    fight = duel({"skills": "{ broadsword = 15 }"}).play("attack ann bob", dice=[6, 6, 5, 3, 3, 4])
    assert fight.get("ann.weapons.0.dropped") is True


@pytest.mark.rule("gurps.failure.critical")
def test_an_18_is_a_critical_miss_at_any_skill() -> None:
    fight = duel({"skills": "{ broadsword = 16 }"}).play("attack ann bob", dice=[6, 6, 6, 3, 3, 4])
    assert not said(fight, "gurps.failure.critical.seventeen")


@pytest.mark.rule("gurps.core.success-roll")
def test_one_over_the_skill_misses() -> None:
    fight = duel().play("attack ann bob", dice=[5, 4, 4])
    assert fight.get("bob.hp") == 10


@pytest.mark.parametrize(("gap", "band", "modifier"), [
    (5, "close", 0), (5.5, "short", -3), (6, "short", -3), (20, "short", -3), (21, "medium", -7), (100, "medium", -7),
    (101, "long", -11), (500, "long", -11), (501, "extreme", -15),
])  # fmt: skip
@pytest.mark.rule("gurps.core.effective-skill")
def test_range_bands(gap: float, band: str, modifier: int) -> None:
    fight = duel(gun("auto-pistol", level=20), gap=gap)
    tally = fight.preview("attack ann bob").tally
    assert tally is not None
    assert tally.total == 20 + modifier
    bands = [reason.rule for reason in tally.reasons if reason.rule.startswith("gurps.range.")]
    assert bands == ([f"gurps.range.{band}"] if modifier else [])


@pytest.mark.rule("gurps.ruling.half-damage-range")
def test_beyond_half_damage_range_the_roll_is_halved_and_beyond_the_maximum_refused() -> None:
    fight = duel(gun("auto-pistol", level=25), gap=151)
    fight.play("attack ann bob", dice=[3, 3, 3, 4, 5], answers=["no"])  # 2d+2 = 11, half 5
    assert fight.get("bob.hp") == 5
    with pytest.raises(Refused):
        duel(gun("auto-pistol", level=25), gap=1851).play("attack ann bob", dice=[])


@pytest.mark.rule("gurps.ruling.range-bands")
def test_size_counts_for_shots() -> None:
    fight = duel(gun("auto-pistol"), {"size": "2"}, gap=10).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 3 + 2


@pytest.mark.rule("gurps.maneuver.aim", "gurps.mod.aim")
def test_aim_gives_acc_then_1_then_2_more_and_is_gone_with_the_shot() -> None:
    for seconds, bonus in ((1, 2), (2, 3), (3, 4), (4, 4)):
        fight = duel(gun("auto-pistol"), gap=5)
        for _ in range(seconds):
            fight.play("aim ann bob", dice=[])
            fight.play("do-nothing bob", dice=[])
        fight.play("attack ann bob", dice=[6, 6, 5] if bonus == 4 else [5, 5, 6])
        assert total_of(fight, "gurps.maneuver.attack") == 12 + bonus
        assert fight.get("ann.aim") is None


def test_the_aim_is_kept_through_a_wait_and_used_by_the_shot_it_leads_to() -> None:
    fight = duel(gun("auto-pistol"), gap=5).play("aim ann bob", dice=[])
    fight.play("do-nothing bob", dice=[])
    fight.play("wait ann distance yards=5", dice=[])
    fight.play("move bob path=4,0", dice=[5, 5, 5], answers=["act"])
    assert total_of(fight, "gurps.maneuver.attack") == 14
    fight = duel(gun("auto-pistol"), gap=5).play("aim ann bob", dice=[])
    fight.play("do-nothing bob", dice=[])
    fight.play("move ann path=0,3", dice=[])
    assert fight.get("ann.aim") is None


@pytest.mark.rule("gurps.maneuver.aim.braced")
def test_no_step_while_aiming_a_braced_rifle() -> None:
    fight = duel(gun("assault-rifle"), gap=30)
    with pytest.raises(Refused):
        fight.play("aim ann bob braced=yes path=1,0", dice=[])
    fight.play("aim ann bob braced=yes", dice=[])


@pytest.mark.rule("gurps.ruling.aim-loss")
def test_an_injury_shakes_the_aim_unless_will_holds() -> None:
    aiming = {**gun("auto-pistol"), "aim": '{ target = "ann", weapon = "auto-pistol" }'}
    fight = duel(bob=aiming).play("attack ann bob", dice=[3, 3, 3, 1, 5, 5, 1], answers=["no"])
    assert fight.get("bob.aim") is None
    fight = duel(bob=aiming).play("attack ann bob", dice=[3, 3, 3, 1, 5, 4, 1], answers=["no"])
    assert fight.get("bob.aim") is not None
    fight = duel(bob=aiming).play("attack ann bob", dice=[3, 3, 3, 2, 2, 3], answers=["dodge"])
    assert fight.get("bob.aim") is None


@pytest.mark.parametrize(
    ("posture", "attack", "dodge"),
    [
        pytest.param("crouching", -2, 0, marks=pytest.mark.rule("gurps.posture.crouching")),
        pytest.param("kneeling", -2, -2, marks=pytest.mark.rule("gurps.posture.kneeling")),
        pytest.param("sitting", -2, -2, marks=pytest.mark.rule("gurps.posture.sitting")),
        pytest.param("crawling", -4, -3, marks=pytest.mark.rule("gurps.posture.crawling")),
        pytest.param("lying", -4, -3, marks=pytest.mark.rule("gurps.posture.lying")),
    ],
)
def test_each_posture_costs_on_attack_and_defence(posture: str, attack: int, dodge: int) -> None:
    fight = duel({"posture": f'"{posture}"'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12 + attack
    fight.play("attack bob ann", dice=[4, 4, 4, 5, 5, 5, 1], answers=["dodge"])
    assert total_of(fight, "gurps.core.dodge") == 8 + dodge


@pytest.mark.rule("gurps.posture.kneeling")
def test_posture_costs_in_melee_but_not_at_the_trigger() -> None:
    fight = duel({"posture": '"kneeling"'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 10
    fight = duel({**gun("auto-pistol"), "posture": '"kneeling"'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12


@pytest.mark.rule("gurps.posture.lying")
def test_lying_costs_4_for_shots_too_if_the_table_rules_so() -> None:
    fight = duel({**gun("auto-pistol"), "posture": '"lying"'}, rulings='posture-scope = "all"')
    fight.play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 8


@pytest.mark.rule("gurps.maneuver.attack.off-hand")
def test_the_off_hand_costs_4_unless_one_has_two_right_hands() -> None:
    left = {"weapons": '[{ key = "broadsword", hand = "left" }]'}
    fight = duel(left).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 8
    fight = duel({**left, "traits": '["ambidexterity"]'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12


@pytest.mark.rule("gurps.default.attribute")
def test_untrained_is_dx_minus_5() -> None:
    fight = duel({"skills": "{}"}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12 - 5


def test_a_kick_is_at_minus_2_and_too_little_st_costs_1_a_point() -> None:
    fight = duel({"skills": "{ brawling = 13 }"}).play("attack ann bob kick", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 11
    fight = duel({"skills": "{ axe-mace = 13 }", "weapons": '["mace"]'}).play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 13 - 2


@pytest.mark.rule("gurps.maneuver.attack")
def test_out_of_reach_is_refused_and_a_step_of_one_yard_is_allowed() -> None:
    fight = duel(gap=2)
    with pytest.raises(Refused) as refused:
        fight.play("attack ann bob", dice=[])
    assert refused.value.rule == "gurps.maneuver.attack"
    with pytest.raises(Refused):
        fight.play("attack ann bob path=2,1", dice=[])
    fight.play("attack ann bob path=1,0", dice=[5, 5, 5])
    assert fight.get("ann.at") == [1.0, 0.0]


def test_without_a_map_the_gm_is_asked_for_the_distance_once() -> None:
    fight = starfray.loads("""
        rulebook = "gurps"
        [[combatant]]
        id = "ann"
        side = "a"
        archetype = "smuggler"
        [[combatant]]
        id = "bob"
        side = "b"
        archetype = "dock-guard"
    """).begin()
    fight.play("attack ann bob", dice=[6, 5, 5], answers={"scene.distance": ["30"]})
    assert total_of(fight, "gurps.maneuver.attack") == 16 - 7
    fight.play("attack bob ann", dice=[6, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 11 - 7


@pytest.mark.rule("gurps.maneuver.all-out-attack.determined", "gurps.maneuver.all-out-attack.no-defense")
def test_all_out_attack_determined_has_4_more_and_no_defence() -> None:
    fight = duel().play("all-out-attack ann bob determined", dice=[5, 6, 5, 1], answers=["no"])
    assert total_of(fight, "gurps.maneuver.all-out-attack") == 16
    fight.play("attack bob ann", dice=[2, 3, 3, 1])
    assert fight.get("ann.hp") == 7


@pytest.mark.rule("gurps.maneuver.all-out-attack.strong")
def test_all_out_attack_strong_does_2_more() -> None:
    fight = duel().play("all-out-attack ann bob strong", dice=[4, 4, 4, 1, 3, 3, 3], answers=["no"])
    assert fight.get("bob.hp") == 10 - 6  # 2 + 2 cut


@pytest.mark.rule("gurps.maneuver.all-out-attack.ranged")
def test_all_out_attack_with_a_gun_is_at_plus_1() -> None:
    fight = duel(gun("auto-pistol"), gap=5).play("all-out-attack ann bob ranged", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.all-out-attack") == 13


@pytest.mark.rule("gurps.maneuver.all-out-attack.double", "gurps.order.several")
def test_two_blows_each_with_everything_that_follows() -> None:
    answers = ["no", "parry-broadsword"]
    fight = duel().play("all-out-attack ann bob double", dice=[4, 4, 4, 1, 4, 4, 4, 6, 5, 4, 1], answers=answers)
    assert fight.get("bob.hp") == 4


@pytest.mark.rule("gurps.maneuver.all-out-attack")
def test_an_option_must_go_with_the_weapon() -> None:
    with pytest.raises(Refused):
        duel().play("all-out-attack ann bob ranged", dice=[])
    fight = duel(gap=4).play("all-out-attack ann bob strong path=3,0", dice=[5, 5, 5])
    assert fight.get("ann.at") == [3.0, 0.0]


def test_the_magazine_empties_and_is_refilled_in_three_turns() -> None:
    fight = duel({"skills": "{ guns = 12 }", "weapons": '[{ key = "auto-pistol", shots = 1 }]'}, gap=5)
    fight.play("attack ann bob", dice=[5, 5, 5])
    fight.play("do-nothing bob", dice=[])
    with pytest.raises(Refused):
        fight.play("attack ann bob", dice=[])
    for _ in range(3):
        fight.play("ready ann auto-pistol", dice=[])
        fight.play("do-nothing bob", dice=[])
    assert fight.get("ann.weapons.0.shots") == 16
    assert said(fight, "gurps.maneuver.ready")
