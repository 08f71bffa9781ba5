"""Hit locations: the price, the random table, wounding, DR."""

from __future__ import annotations

import pytest

from starfray.engine.errors import Refused
from tests.gurps.fights import duel, gun, total_of

HARDY = {"max-hp": "60", "hp": "60"}


@pytest.mark.rule("gurps.aim-at.chink-torso", "gurps.location.chinks")
def test_a_chink_in_the_torso_costs_8_and_halves_dr_rounded_down() -> None:
    fight = duel(gun("auto-pistol", level=20), {**HARDY, "armour": '[{ key = "plate", dr = { torso = 5 } }]'})
    fight.play("attack ann bob chink=yes", dice=[4, 4, 4, 3, 3], answers=["no"])  # 8 through DR 2
    assert total_of(fight, "gurps.maneuver.attack") == 20 - 8
    assert fight.get("bob.hp") == 54


@pytest.mark.rule("gurps.aim-at.chink-other")
def test_a_chink_elsewhere_costs_10_in_place_of_the_location() -> None:
    gorget = {"armour": '[{ key = "gorget", dr = { neck = 4 } }]'}
    fight = duel(gun("auto-pistol"), gorget).play("attack ann bob location=neck chink=yes", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 2


@pytest.mark.rule("gurps.ruling.legal-types")
def test_a_blade_that_cuts_cannot_be_aimed_at_eye_or_vitals() -> None:
    for place in ("right-eye", "vitals"):
        with pytest.raises(Refused):
            duel().play(f"attack ann bob location={place}", dice=[])


@pytest.mark.parametrize(("faces", "side", "location"), [
    ([1, 1, 1], [], "skull"), ([1, 1, 2], [], "skull"), ([1, 2, 2], [], "face"), ([2, 2, 2], [], "right-leg"),
    ([2, 2, 3], [], "right-leg"), ([2, 3, 3], [], "right-arm"), ([3, 3, 3], [], "torso"), ([3, 3, 4], [], "torso"),
    ([3, 4, 4], [], "groin"), ([4, 4, 4], [], "left-arm"), ([4, 4, 5], [], "left-leg"), ([4, 5, 5], [], "left-leg"),
    ([5, 5, 5], [3], "right-hand"), ([5, 5, 5], [4], "left-hand"), ([5, 5, 6], [1], "right-foot"),
    ([5, 5, 6], [6], "left-foot"),
    ([5, 6, 6], [], "neck"), ([6, 6, 6], [], "neck"),
])  # fmt: skip
@pytest.mark.rule("gurps.location.random")
def test_the_random_table_and_the_side_of_hand_and_foot(faces: list[int], side: list[int], location: str) -> None:
    everywhere = ", ".join(f"{part} = 20" for part in ("torso", "skull", "face", "neck", "groin", "arm", "leg", "hand", "foot"))
    fight = duel(bob={"armour": f'[{{ key = "box", dr = {{ {everywhere} }} }}]'})
    fight.play("attack ann bob location=random", dice=[4, 4, 4, *faces, *side, 1], answers=["no"])
    event = next(event for event in fight.events if event.rule == "gurps.core.penetration")
    assert event.note == location


@pytest.mark.rule("gurps.ruling.which-side")
def test_one_die_after_the_location_settles_the_side() -> None:
    fight = duel().play("attack ann bob location=random", dice=[4, 4, 4, 5, 5, 5, 4, 1], answers=["no"])
    assert fight.get("bob.hp") == 7


@pytest.mark.rule("gurps.location.miss-by-one")
@pytest.mark.parametrize("place", ["skull", "face", "groin", "neck"])
def test_a_miss_by_one_at_a_starred_place_strikes_the_torso_and_may_be_defended(place: str) -> None:
    price = {"skull": 7, "face": 5, "groin": 3, "neck": 5}[place]
    fight = duel({"skills": f"{{ broadsword = {11 + price} }}"})
    fight.play(f"attack ann bob location={place}", dice=[4, 4, 4, 1], answers=["no"])
    assert fight.get("bob.hp") == 7


def test_a_miss_by_two_or_at_an_arm_is_a_miss() -> None:
    assert duel({"skills": "{ broadsword = 16 }"}).play("attack ann bob location=neck", dice=[4, 4, 5]).get("bob.hp") == 10
    assert duel({"skills": "{ broadsword = 13 }"}).play("attack ann bob location=right-arm", dice=[4, 4, 4]).get("bob.hp") == 10


# --- wounding --------------------------------------------------------------------------------------------------


def wounded(kind: str, location: str, points: int, *, beam: bool = False) -> int:
    """The injury `points` of penetrating damage of a type do at a place, to somebody with 60 HP."""
    weapon = f'[{{ key = "probe", name = "Probe", damage = "1d+{points - 1}", type = "{kind}", beam = {str(beam).lower()} }}]'
    fight = duel(
        {"weapons": weapon, "skills": "{ brawling = 25 }"},
        {**HARDY, "attributes": "{ st = 30, dx = 10 }"},
        rulings='skull-dr = "0"',
    )
    knockdown = [3, 3, 3] if location in ("skull", "face", "vitals", "right-eye") else []
    fight.play(f"attack ann bob location={location}", dice=[3, 3, 4, 1, *knockdown], answers=["no"])
    return 60 - int(fight.get("bob.hp"))


@pytest.mark.parametrize(("kind", "location", "points", "injury"), [
    pytest.param(kind, place, points, injury, marks=pytest.mark.rule(f"gurps.location.{place.rpartition('-')[2]}"))
    for kind, place, points, injury in [
        ("pi-", "torso", 5, 2), ("cr", "torso", 5, 5), ("pi", "torso", 5, 5), ("cut", "torso", 5, 7), ("pi+", "torso", 5, 7),
        ("imp", "torso", 5, 10), ("pi++", "torso", 5, 10), ("burn", "torso", 5, 5), ("pi-", "torso", 1, 1),
        ("cut", "right-arm", 5, 7), ("imp", "right-arm", 5, 5), ("pi+", "left-leg", 5, 5), ("pi++", "right-hand", 5, 5),
        ("pi-", "left-foot", 5, 2), ("cr", "skull", 5, 20), ("pi-", "skull", 5, 20), ("cut", "face", 5, 7),
        ("imp", "face", 5, 10), ("cr", "neck", 5, 7), ("cut", "neck", 5, 10), ("imp", "neck", 5, 10), ("pi", "neck", 5, 5),
        ("imp", "vitals", 5, 15), ("pi", "vitals", 5, 15), ("pi-", "vitals", 5, 2), ("cr", "vitals", 5, 5),
        ("imp", "groin", 5, 10), ("imp", "right-eye", 1, 4), ("pi", "left-arm", 5, 5), ("imp", "left-foot", 5, 5),
    ]
])  # fmt: skip
def test_wounding_by_type_and_place(kind: str, location: str, points: int, injury: int) -> None:
    assert wounded(kind, location, points) == injury


@pytest.mark.rule("gurps.ruling.other-types")
def test_a_beam_is_doubled_in_the_vitals() -> None:
    assert wounded("burn", "vitals", 5, beam=True) == 10


@pytest.mark.rule("gurps.wounding.cut", "gurps.core.injury")
def test_cutting_is_half_as_much_again() -> None:
    assert wounded("cut", "torso", 4) == 6


@pytest.mark.rule("gurps.wounding.pi-small", "gurps.core.basic-damage")
def test_small_piercing_is_halved() -> None:
    assert wounded("pi-", "torso", 4) == 2


@pytest.mark.rule("gurps.wounding.cr")
def test_crushing_is_plain() -> None:
    assert wounded("cr", "torso", 4) == 4


@pytest.mark.rule("gurps.wounding.pi")
def test_piercing_is_plain() -> None:
    assert wounded("pi", "torso", 4) == 4


@pytest.mark.rule("gurps.wounding.pi-large")
def test_large_piercing_is_half_as_much_again() -> None:
    assert wounded("pi+", "torso", 4) == 6


@pytest.mark.rule("gurps.wounding.imp")
def test_impaling_is_doubled() -> None:
    assert wounded("imp", "torso", 4) == 8


@pytest.mark.rule("gurps.wounding.pi-huge")
def test_huge_piercing_is_doubled() -> None:
    assert wounded("pi++", "torso", 4) == 8


@pytest.mark.rule("gurps.location.skull")
def test_the_skull_is_times_4() -> None:
    assert wounded("cr", "skull", 3) == 12


@pytest.mark.rule("gurps.location.neck")
def test_the_neck_takes_cuts_twice() -> None:
    assert wounded("cut", "neck", 3) == 6


@pytest.mark.rule("gurps.location.vitals")
def test_the_vitals_are_times_3() -> None:
    assert wounded("pi", "vitals", 3) == 9


# --- armour ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.core.penetration")
def test_layers_add_up_and_the_figure_for_the_damage_type_counts() -> None:
    fight = duel(bob={**HARDY, "armour": '["mail-hauberk", "leather-jacket"]', "encumbrance": "0"})
    fight.play("attack ann bob", dice=[4, 4, 4, 6], answers=["no"])  # 7 - 4 - 1 = 2, cut: 3
    assert fight.get("bob.hp") == 57
    baton = {"skills": "{ shortsword = 12 }", "weapons": '["baton"]'}
    fight = duel(baton, {**HARDY, "armour": '["mail-hauberk"]', "encumbrance": "0"})
    fight.play("attack ann bob", dice=[4, 4, 4, 6], answers=["no"])  # 6 - 2 crushing
    assert fight.get("bob.hp") == 56


def test_the_armour_divisor_divides_dr_first() -> None:
    fight = duel(gun("laser-pistol", "beam-weapons"), {**HARDY, "armour": '["vacc-suit"]', "encumbrance": "0"}, gap=3)
    fight.play("attack ann bob", dice=[4, 4, 4, 3, 3, 3], answers=["no"])  # 9 - 9 // 2
    assert fight.get("bob.hp") == 55


@pytest.mark.rule("gurps.ruling.skull-dr")
def test_the_skull_has_2_dr_of_its_own() -> None:
    fight = duel({"skills": "{ broadsword = 20 }"}, HARDY)
    fight.play("attack ann bob location=skull", dice=[4, 4, 4, 2, 3, 3, 3], answers=["no"])  # 3 - 2 = 1, x4
    assert fight.get("bob.hp") == 56
