"""The critical tables, row by row."""

from __future__ import annotations

import pytest

from starfray.fight import Fight
from tests.gurps.fights import duel, gun

CRITICAL = [1, 1, 1]
MISS = [6, 6, 6]
HARDY = {"max-hp": "60", "hp": "60"}
ARMOURED = {**HARDY, "armour": '[{ key = "plate", dr = { torso = 3, face = 3 } }]'}


def sum_as(total: int) -> list[int]:
    """Three dice that add up to it."""
    faces = [1, 1, 1]
    for place in range(3):
        more = min(5, total - sum(faces))
        faces[place] += more
    return faces


@pytest.mark.parametrize(("row", "damage", "injury"), [
    (3, [3], 12 - 3), (4, [3], 4 - 1), (5, [3], 8 - 3), (6, [], 7 - 3), (7, [3, 3, 3, 3], 4 - 3), (8, [3], 4 - 3),
    (9, [3], 4 - 3), (10, [3], 1), (11, [3], 1), (12, [3], 1), (13, [3, 3, 3, 3], 1), (14, [3, 3, 3, 3], 1), (15, [], 4),
    (16, [3], 5),
    (17, [3], 3), (18, [3], 9),
])  # fmt: skip
@pytest.mark.rule("gurps.critical.hit.table")
def test_critical_hit_rows(row: int, damage: list[int], injury: int) -> None:
    fight = duel(bob=ARMOURED).play("attack ann bob", dice=[*CRITICAL, *sum_as(row), *damage])
    assert 60 - fight.get("bob.hp") == injury * 3 // 2
    assert bool(fight.get("bob.weapons.0.dropped")) == (row == 12)
    assert fight.get("bob.pain-limit") == (8 if row == 8 else 4)


@pytest.mark.rule("gurps.critical.hit.table")
def test_row_8_numbs_a_limb_for_16_less_ht_seconds() -> None:
    fight = duel({"skills": "{ broadsword = 20 }"}, HARDY)
    fight.play("attack ann bob location=right-arm", dice=[*CRITICAL, *sum_as(8), 1])
    assert fight.get("bob.useless") == {"right-arm": 6}
    assert fight.get("bob.pain") == 6


@pytest.mark.rule("gurps.critical.hit.table", "gurps.ruling.head-locations")
@pytest.mark.parametrize(("row", "damage", "injury"), [
    (3, [], 7), (4, [3], 2), (5, [3], 2), (6, [3], 2), (8, [3], 1), (9, [3], 1), (12, [3], 1), (14, [3], 1), (15, [], 4),
    (16, [3], 5), (17, [3], 2), (18, [3], 9),
])  # fmt: skip
def test_critical_head_blow_rows_with_a_blade_that_cannot_find_the_eye(row: int, damage: list[int], injury: int) -> None:
    fight = duel({"skills": "{ broadsword = 20 }"}, ARMOURED)
    fight.play("attack ann bob location=face", dice=[*CRITICAL, *sum_as(row), *damage, 1, 1, 1])
    assert 60 - fight.get("bob.hp") == injury * 3 // 2
    assert fight.get("bob.dazed") is (row == 8)
    assert bool(fight.get("bob.weapons.0.dropped")) == (row == 14)
    assert fight.get("bob.marks") == (["scarred"] if row == 12 else [])


@pytest.mark.rule("gurps.critical.hit.table", "gurps.ruling.head-locations")
def test_a_point_finds_the_eye() -> None:
    fight = duel({"skills": "{ rapier = 20 }", "weapons": '["rapier"]'}, HARDY)
    fight.play("attack ann bob location=face", dice=[*CRITICAL, *sum_as(7), 3, 3, 3, 3])  # 2 x4 at the eye
    assert 60 - fight.get("bob.hp") == 8


@pytest.mark.rule("gurps.order.tables", "gurps.critical.hit.table")
def test_one_of_two_held_weapons_is_dropped_by_a_die() -> None:
    two = {**HARDY, "weapons": '[{ key = "broadsword", hand = "right" }, { key = "large-knife", hand = "left" }]'}
    for die, right in ((3, True), (4, False)):
        fight = duel({"skills": "{ broadsword = 20 }"}, two)
        fight.play("attack ann bob location=face", dice=[*CRITICAL, *sum_as(14), die, 1, 3, 3, 3])
        assert fight.get("bob.weapons.0.dropped") is right
        assert fight.get("bob.weapons.1.dropped") is not right


def fumble(row: int, more: list[int], ann: dict[str, str] | None = None) -> Fight:
    return duel(ann).play("attack ann bob", dice=[*MISS, *sum_as(row), *more])


@pytest.mark.rule("gurps.critical.miss.attack")
@pytest.mark.parametrize("row", [3, 4, 17, 18])
def test_the_weapon_breaks(row: int) -> None:
    assert fumble(row, []).get("ann.weapons.0.broken") is True


@pytest.mark.rule("gurps.critical.miss.attack")
def test_a_sturdy_weapon_or_gun_breaks_only_on_a_second_break() -> None:
    mace = {"skills": "{ axe-mace = 12 }", "weapons": '["mace"]', "attributes": "{ st = 12, dx = 12 }"}
    assert fumble(4, [3, 3, 3], mace).get("ann.weapons.0.broken") is False
    assert fumble(4, [6, 6, 6], mace).get("ann.weapons.0.broken") is True
    shot = duel(gun("auto-pistol")).play("attack ann bob", dice=[*MISS, 1, 1, 1, 5, 5, 5])
    assert shot.get("ann.weapons.0.dropped") is True


@pytest.mark.rule("gurps.order.tables")
def test_a_blade_finds_the_own_limb_by_a_die() -> None:
    fight = fumble(5, [3, 2])  # the arm: 3 cut, 4 injury
    assert fight.get("ann.hp") == 6
    fight = fumble(6, [4, 3])  # the leg, half of 4
    assert fight.get("ann.hp") == 7
    padded = {"armour": '[{ key = "sleeves", dr = { arm = 9 } }]'}
    assert [fumble(5, [die, 2], padded).get("ann.hp") for die in (3, 4)] == [10, 6]


@pytest.mark.rule("gurps.critical.miss.attack")
def test_a_point_rolls_again_instead() -> None:
    fight = fumble(5, [3, 3, 3], {"skills": "{ rapier = 12 }", "weapons": '["rapier"]'})
    assert fight.get("ann.hp") == 10
    assert fight.get("ann.weapons.0.dropped") is True


@pytest.mark.rule("gurps.critical.miss.attack")
def test_a_gun_that_rolls_again_for_the_limb_and_then_breaks_rolls_for_the_break_too() -> None:
    shot = duel(gun("auto-pistol")).play("attack ann bob", dice=[*MISS, 1, 2, 2, 1, 1, 1, 5, 5, 5])
    assert (shot.get("ann.weapons.0.broken"), shot.get("ann.weapons.0.dropped")) == (False, True)
    shot = duel(gun("auto-pistol")).play("attack ann bob", dice=[*MISS, 1, 2, 2, 1, 1, 1, 6, 6, 6])
    assert shot.get("ann.weapons.0.broken") is True


@pytest.mark.rule("gurps.critical.miss.attack")
def test_balance_is_lost_until_the_next_turn() -> None:
    fight = fumble(7, [])
    assert fight.get("ann.off-balance") == 2
    fight.play("attack bob ann", dice=[4, 4, 4, 2, 2, 3, 1], answers=["dodge"])  # Dodge 8 - 2
    assert fight.get("ann.hp") == 7
    fight.step()
    assert fight.get("ann.off-balance") == 0


@pytest.mark.rule("gurps.critical.miss.attack")
def test_a_turned_weapon_takes_a_ready() -> None:
    fight = fumble(12, [])
    assert fight.get("ann.weapons.0.unready") is True
    fight.play("do-nothing bob", dice=[])
    fight.play("ready ann broadsword", dice=[])
    assert fight.get("ann.weapons.0.unready") is False


@pytest.mark.rule("gurps.order.tables", "gurps.critical.miss.attack")
def test_a_swung_weapon_flies_forward_or_back() -> None:
    assert fumble(14, [4, 4]).get("ann.weapons.0.lies") == [-4.0, 0.0]
    assert fumble(14, [4, 3]).get("ann.weapons.0.lies") == [4.0, 0.0]
    assert fumble(14, [], {"skills": "{ rapier = 12 }", "weapons": '["rapier"]'}).get("ann.weapons.0.lies") == [0.0, 0.0]


@pytest.mark.rule("gurps.critical.miss.attack")
def test_a_strained_arm_is_useless_for_half_an_hour() -> None:
    assert fumble(15, []).get("ann.useless") == {"right-arm": 1800}


@pytest.mark.rule("gurps.critical.miss.attack")
def test_a_fall() -> None:
    assert fumble(16, []).get("ann.posture") == "lying"


KICKER = {"skills": "{ brawling = 14 }", "weapons": "[]"}


@pytest.mark.rule("gurps.critical.miss.attack")
@pytest.mark.parametrize(("row", "more", "path", "value"), [
    (3, [], "unconscious", True), (4, [], "hp", 9), (5, [6], "hp", 6), (6, [6], "hp", 8), (7, [], "at", [2.0, 0.0]),
    (8, [], "posture", "lying"), (9, [], "off-balance", 2),
    pytest.param(12, [3, 3, 2], "posture", "standing", marks=pytest.mark.rule("gurps.order.tables")),
    pytest.param(12, [3, 3, 3], "posture", "lying", marks=pytest.mark.rule("gurps.order.tables")),
    (13, [], "off-balance", 2), (14, [], "at", [2.0, 0.0]),
    pytest.param(15, [5], "hp", 8, marks=pytest.mark.rule("gurps.order.tables")),
    pytest.param(15, [2], "strain", 2, marks=pytest.mark.rule("gurps.order.tables")),
    pytest.param(15, [3], "hp", 10, marks=pytest.mark.rule("gurps.order.tables")), (16, [6], "hp", 6),
    (17, [], "hp", 9), (18, [], "unconscious", True),
])  # fmt: skip
def test_unarmed_rows_for_a_kick(row: int, more: list[int], path: str, value: object) -> None:
    fight = duel(KICKER).play("attack ann bob kick", dice=[*MISS, *sum_as(row), *more])
    assert fight.get(f"ann.{path}") == value


@pytest.mark.rule("gurps.critical.fail.parry")
def test_a_hand_that_parries_and_stumbles_falls() -> None:
    fight = duel(bob=KICKER).play("attack ann bob", dice=[4, 4, 4, *MISS, *sum_as(7), 1], answers=["parry-hand"])
    assert fight.get("bob.posture") == "lying"
