"""The chances behind the dice: exact odds of single shots, so that every die has its right number of sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.compound_x.helpers import BO, fight, miss

PRONE = 'stance = "prone"'
WAYS = [("east", [32, 0]), ("west", [28, 0]), ("north", [30, 2]), ("south", [30, -2]), ("here", [30, 0])]


def test_one_shot_in_fifty_jams() -> None:
    odds = fight('aim = "tor"', PRONE).odds("fire ana tor")
    assert odds.chance_of("ana.weapons.ecsc-mk16.jammed", True) == pytest.approx(0.02)


def test_without_armour_51_hits_in_a_hundred_are_halved() -> None:
    one = fight('aim = "tor"\nstats = { luck = 3 }', f"{PRONE}\nstats = {{ fortitude = 10 }}")
    odds = one.odds("fire ana tor")
    plain = 0.3 + 0.1 * 0.5  # a 7, 8 or 9; a 10 of little luck is critical on a second die of 6 to 10 only
    assert odds.chance_of("tor.health", 110) == pytest.approx(plain * 0.51)
    assert odds.chance_of("tor.health", 70) == pytest.approx(plain * 0.49)
    assert odds.chance_of("tor.health", 100) == pytest.approx(0.05 * 0.51)
    assert odds.chance_of("tor.health", 50) == pytest.approx(0.05 * 0.49)


@pytest.mark.parametrize(("coverage", "struck"), [(40, 39), (100, 99), (150, 99)])
def test_armour_is_struck_under_its_coverage_and_never_surely(coverage: int, struck: int) -> None:
    armour = f'armour = {{ key = "x", coverage = {coverage}, apl = 9, points = 10 }}'
    odds = fight('aim = "tor"', f"{PRONE}\n{armour}").odds("fire ana tor")
    assert odds.chance_of("tor.health", lambda now: now < 100) == pytest.approx(0.4 * (100 - struck) / 100)


@pytest.mark.parametrize("reading", ["literal", "body-zones"])
def test_the_other_readings_of_half_damage_add_up_too(reading: str) -> None:
    one = fight(
        'aim = "tor"\nstats = { luck = 3 }',
        f'{PRONE}\narmour = "medium-full-l3"\nstats = {{ fortitude = 10 }}',
        head=f'[rulings]\nhalf-damage = "{reading}"',
    )
    odds = one.odds("fire ana tor")
    whole_to = 50 if reading == "literal" else 49
    plain = 0.35
    assert odds.chance_of("tor.health", 130) == pytest.approx((plain * whole_to) / 100)  # 80 less 60 armour points
    assert odds.chance_of("tor.armour-points", 20) == pytest.approx(plain * (64 - whole_to) / 100)  # half of 80 stays in it


@pytest.mark.rule("cx.crit.luck-1-3", "cx.crit.sources")
def test_luck_three_is_little_luck() -> None:
    one = fight('aim = "tor"\nstats = { luck = 3 }', PRONE)
    one.play("fire ana tor", dice=[10, 1, 50])
    assert one.get("tor.health") == 60


@pytest.mark.rule("cx.crit.luck-4-6", "cx.crit.damage")
def test_luck_four_is_not() -> None:
    one = fight('aim = "tor"\nstats = { luck = 4 }', PRONE)
    one.play("fire ana tor", dice=[10, 1, 50])
    assert one.get("tor.health") == 50


@pytest.mark.rule("cx.suppression.no-roll", "cx.ruling.suppress-area", "cx.actions.suppress")
@pytest.mark.parametrize(("level", "rounds"), [("light", 3), ("medium", 6), ("heavy", 10)])
def test_each_level_of_suppression_has_its_rounds(level: str, rounds: int) -> None:
    one = fight("", "", BO + "\nactions = 1", up="bo", order="bo tor ana")
    one.play(f"suppress bo tor level={level}", dice=[])
    assert one.get("bo.weapons.0.rounds") == 100 - rounds


@pytest.mark.rule("cx.dirt.effect", "cx.dirt.cost")
@pytest.mark.parametrize(("way", "at"), WAYS)
def test_a_dive_is_two_metres_at_most_in_the_way_chosen(way: str, at: list[int]) -> None:
    one = fight('aim = "tor"')
    one.play("fire ana tor", dice=[2], answers=[way])
    assert one.get("tor.at") == at


@pytest.mark.rule("cx.held.use", "cx.stance.crouch", "cx.held.declare")
def test_crouching_in_a_plan_costs_none_of_the_held_actions() -> None:
    one = fight("actions = 1")
    one.play("hold ana moves semi+crouch", dice=[])
    one.step(dice=[])
    one.play("run tor 30,4", dice=[2], answers=["semi+crouch", "here"])
    assert one.get("ana.stance") == "crouched"


@pytest.mark.rule("cx.hip.penalty")
def test_lasers_never_turn_the_hip_penalty_into_a_bonus(tmp_path: Path) -> None:
    (pack := tmp_path / "dots").mkdir()
    (pack / "pack.toml").write_text('rulebook = "compound-x"\nname = "Dots"\n')
    (pack / "attachments.toml").write_text('[laser-broad]\nname = "Broad laser"\nkind = "laser"\nhip = 5\nhip-reach = 20\n')
    gun = 'weapons = [{ key = "ecsc-mk16", attachments = ["laser-broad"] }]'
    one = fight(gun, "at = [15, 0]\n" + PRONE, head=f'packs = ["{pack}"]')
    assert miss(one, "fire ana tor") == 3 + 0 + 2
