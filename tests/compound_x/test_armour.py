"""Getting hit: coverage, piercing, armour points, half damage in its three readings, Shock, being Downed."""

from __future__ import annotations

import pytest

from starfray import Fight
from tests.compound_x.helpers import fight

PRONE = 'stance = "prone"'


def shot(tor: str, dice: list[int], *, head: str = "", gun: str = "ecsc-mk16") -> Fight:
    """One aimed shot that hits on a 9: 80 damage, APL 3, with the rifle."""
    one = fight(
        f'aim = "tor"\nweapons = ["{gun}"]', f"{PRONE}\n{tor}".strip(), 'id = "kit"\nside = "dock"\nat = [30, 9]', head=head
    )
    return one.play("fire ana tor", dice=[9, *dice])


@pytest.mark.rule("cx.armor.unarmored")
@pytest.mark.parametrize(("face", "health"), [(50, 60), (49, 20), (100, 60), (1, 20)])
def test_without_armour_50_or_more_halves(face: int, health: int) -> None:
    after = [100] if face < 50 else []
    assert shot("", [face, *after]).get("tor.health") == health


@pytest.mark.rule("cx.armor.roll", "cx.armor.half", "cx.ruling.half-on-miss-armor", "cx.stealth.base-damage")
def test_exactly_the_coverage_misses_the_armour_and_does_half() -> None:
    one = shot('armour = "light-chest-l1"', [40])
    assert one.get("tor.health") == 60
    assert one.get("tor.armour-points") == 40


@pytest.mark.rule("cx.armor.roll", "cx.armor.apl-pierce", "cx.armor.ap")
def test_a_pierced_armour_takes_its_points_first() -> None:
    one = shot('armour = "light-chest-l1"', [39])
    assert one.get("tor.armour-points") == 0
    assert one.get("tor.health") == 60


@pytest.mark.rule("cx.armor.apl-block", "cx.armor.coverage")
def test_armour_of_a_higher_level_blocks_everything_and_loses_nothing() -> None:
    one = shot('armour = "heavy-chest-legs-l4"', [1])
    assert one.get("tor.health") == 100
    assert one.get("tor.armour-points") == 90


@pytest.mark.rule("cx.armor.apl-pierce")
def test_equal_levels_pierce() -> None:
    assert shot('armour = "medium-full-l3"', [1]).get("tor.health") == 80


@pytest.mark.rule("cx.armor.unarmored", "cx.ruling.laser-armor")
def test_a_laser_treats_armour_as_absent() -> None:
    one = shot('armour = "heavy-chest-legs-l4"', [49], gun="partix-laser-rifle-la105")
    assert one.get("tor.health") == 35
    assert one.get("tor.armour-points") == 90


@pytest.mark.rule("cx.armor.roll", "cx.ruling.half-on-miss-armor", "cx.ruling.coverage-strict")
@pytest.mark.parametrize(
    ("reading", "face", "health", "points"),
    [
        ("missed-armour", 60, 80, 0), ("literal", 60, 100, 20), ("literal", 50, 80, 0), ("literal", 65, 60, 60),
        ("body-zones", 50, 100, 20), ("body-zones", 49, 80, 0), ("body-zones", 65, 60, 60),
    ],
)  # fmt: skip
def test_when_damage_is_halved_is_a_ruling(reading: str, face: int, health: int, points: int) -> None:
    one = shot('armour = "medium-full-l3"', [face], head=f'[rulings]\nhalf-damage = "{reading}"')
    assert one.get("tor.health") == health
    assert one.get("tor.armour-points") == points


@pytest.mark.rule("cx.armor.roll")
@pytest.mark.parametrize(("reading", "health"), [("literal", 60), ("body-zones", 20)])
def test_thin_armour_that_is_missed_below_50(reading: str, health: int) -> None:
    one = shot(
        'armour = "light-chest-l1"', [45] if reading == "literal" else [45, 100], head=f'[rulings]\nhalf-damage = "{reading}"'
    )
    assert one.get("tor.health") == health


@pytest.mark.rule("cx.shock.trigger", "cx.shock.save", "cx.presumed.saves")
@pytest.mark.parametrize(("face", "out"), [(72, True), (73, False)])
def test_more_than_70_at_once_takes_a_shock_save_against_the_damage(face: int, out: bool) -> None:
    one = shot("", [1, face])
    assert one.get("tor.passed-out") is out
    assert one.get("tor.weapons.0.in-hand") is not out


@pytest.mark.parametrize(("damage", "dice"), [(70, [9, 1]), (71, [9, 1, 100])])
def test_70_exactly_takes_none(damage: int, dice: list[int]) -> None:
    one = fight(f'aim = "tor"\nweapons = [{{ key = "ecsc-mk16", damage = {damage} }}]', PRONE)
    one.play("fire ana tor", dice=dice)
    assert one.get("tor.health") == 100 - damage


@pytest.mark.rule("cx.down.zero-clamp", "cx.down.trigger", "cx.dst.first")
def test_the_blow_that_downs_sets_health_to_exactly_zero_without_shock() -> None:
    one = shot("health = 5", [1])
    assert one.get("tor.health") == 0
    assert one.get("tor.weapons.0.dropped") is True
