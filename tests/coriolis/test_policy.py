"""What the default policy does where it is plain what a sensible person would do."""

from __future__ import annotations

from itertools import product

import pytest

from starfray import Fight
from starfray.engine.actions import Action, to_text
from starfray.engine.generator import Generator
from starfray.engine.policy import Policies
from starfray.engine.values import Ask, Option
from starfray.rulebooks.coriolis.policy_estimates import harm
from tests.coriolis.build import duel

STANDING = "attributes = { strength = 3, agility = 3 }"


def choice(fight: Fight, who: str = "a") -> str:
    """What `who` does now, in words."""
    action: Action | None = Policies(fight.book.policy()).act(fight.book, fight.state, who, Generator(1))
    assert action is not None
    return to_text(action)


def third(who: str, side: str, at: str, more: str = "") -> str:
    return f'[[combatant]]\nid = "{who}"\nside = "{side}"\nat = {at}\n{STANDING}\n{more}\n'


def test_the_gun_is_drawn_instead_of_charging_with_a_knife() -> None:
    fight = duel(a='weapons = [{ key = "knife", in-hand = true }, "vulcan-carbine"]', gap=15)
    assert choice(fight).startswith("draw a vulcan-carbine")


def test_the_gun_that_lies_at_the_feet_is_picked_up() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-carbine", dropped = true }]', gap=15)
    assert choice(fight) == "pick-up a vulcan-carbine"


def test_a_weapon_that_lies_out_of_reach_is_left_there() -> None:
    fight = duel(a='weapons = [{ key = "sword", dropped = true, lies-at = [0, 9] }]', gap=8)
    assert choice(fight).startswith("move a ")


def test_a_grenade_goes_to_the_heap() -> None:
    both = third("c", "blue", "[16, 1]")
    fight = duel(a='weapons = [{ key = "frag-grenade", in-hand = true }, "vulcan-carbine"]', gap=15, more=both)
    assert choice(fight).startswith("throw a ")


def test_no_grenade_among_friends() -> None:
    mixed = third("c", "blue", "[16, 1]") + third("d", "red", "[15, 1]")
    fight = duel(
        a='weapons = [{ key = "frag-grenade", in-hand = true }, { key = "vulcan-pistol", in-hand = true }]', gap=15, more=mixed
    )
    assert choice(fight).startswith("shot a ")


def test_a_broken_comrade_six_metres_away_is_gone_to_and_treated() -> None:
    medic = "skills = { medicurgy = 3, ranged-combat = 1 }"
    fallen = third("c", "red", "[0, 6]", "hp = 0")
    comrade = third("d", "red", "[0, -20]")
    fight = duel(a=medic, gap=30, more=fallen + comrade)
    assert choice(fight).startswith("move a 0,")
    fight = duel(a=f"{medic}\nprone = false", gap=30, more=third("c", "red", "[0, 1]", "hp = 0") + comrade)
    assert choice(fight).startswith("first-aid a c")


def test_beyond_the_range_of_quick_shots_time_is_spent_on_aiming() -> None:
    assert choice(duel(gap=60)).startswith("aimed-shot a b")


def test_people_in_a_closed_vehicle_are_shot_at_through_it() -> None:
    car = '[[combatant]]\nid = "car"\nside = "blue"\ncraft = "armoured-carrier"\nat = [15, 0]\n'
    fight = duel(b='aboard = "car"', gap=15, more=car)
    assert choice(fight).startswith("shot a car")


def test_out_of_a_closed_vehicle_without_a_gun_of_its_own_nobody_shoots() -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "cargo-hauler"\nat = [0, 0]\n'
    assert not choice(duel(a='aboard = "car"', gap=15, more=car)).startswith("shot")


def test_who_can_only_wait_for_a_blade_waits_until_it_has_come() -> None:
    blades = 'weapons = [{ key = "sword", in-hand = true }]'
    now = 'turn = 1\nup = "a"\norder = ["a", "b"]'
    assert choice(duel(a=blades, b=blades, gap=16, now=now)) == "delay a b"


def test_who_has_nothing_to_do_helps_a_comrade_who_has() -> None:
    gunner = third("c", "red", "[0, 1]", 'weapons = ["vulcan-carbine"]')
    now = 'turn = 1\nup = "a"\norder = ["a", "c", "b"]'
    fight = duel(a="weapons = []\nmovement = 0", gap=15, more=gunner, now=now)
    assert choice(fight) == "help a c shot"


def test_smoke_that_hides_the_foe_is_walked_into() -> None:
    smoke = '[[zone]]\nname = "smoke"\nkind = "smoke"\nat = [8, 0]\nradius = 3\n'
    assert choice(duel(gap=15, more=smoke)).startswith("move a ")


def test_in_water_one_goes_half_as_far() -> None:
    water = '[[zone]]\nname = "pool"\nkind = "water"\nat = [4, 0]\nradius = 3\n'
    fight = duel(a='weapons = [{ key = "sword", in-hand = true }]', gap=18, more=water)
    assert choice(fight).startswith("move a 4.98,0")


# --- what so many points do most with --------------------------------------------------------------------------
def test_two_points_are_two_quick_shots_where_the_dice_are_many() -> None:
    assert choice(duel(a="ap = 2", gap=10)).startswith("quick-shot a b")  # two of 5 dice, not one of 7
    weak = "ap = 2\nattributes = { strength = 4, agility = 1 }\nskills = { ranged-combat = 1 }"
    assert choice(duel(a=weak, gap=10)).startswith("shot a b")  # one of 3 dice, not two of 1


def test_no_third_quick_shot_empties_the_gun() -> None:
    spent = 'ap = 1\nweapons = [{ key = "vulcan-carbine", in-hand = true, quick-shots = 2 }]'
    assert not choice(duel(a=spent, gap=10)).startswith("quick-shot")


def test_no_burst_at_people_who_stand_apart_but_one_from_a_machine_gun_that_needs_no_magazine() -> None:
    far = third("c", "blue", "[10, 9]")
    assert choice(duel(gap=10, more=far)).startswith("shot a b")
    gunner = 'weapons = ["vulcan-machine-gun"]\nset-up = true\ntalents = ["machinegunner"]'
    assert choice(duel(a=gunner, gap=10, more=far)).startswith("full-auto a ")


def test_a_burst_goes_on_while_a_one_costs_nothing_or_nothing_is_hit() -> None:
    asked = ("coriolis.action.full-auto.extra-dice", "a")
    for facts, answer in (
        ({"sixes": 2, "extra": 9, "free": 1}, "yes"),
        ({"sixes": 0, "extra": 1, "free": 0}, "yes"),
        ({"sixes": 0, "extra": 4, "free": 0}, "no"),
        ({"sixes": 1, "extra": 0, "free": 0}, "no"),
    ):
        fight = duel()
        ask = Ask("choose", *asked, options=[Option("yes"), Option("no")], facts={"damage": 3, **facts})
        assert fight.book.policy().answer(fight.book, None, ask, Generator(1)) == answer


def test_no_grenade_where_the_gun_does_more() -> None:
    pair = third("c", "blue", "[16, 1]")
    armed = 'weapons = [{ key = "vulcan-pistol", in-hand = true }, "frag-grenade"]'
    assert choice(duel(a=armed, gap=15, more=pair)).startswith(("shot a", "quick-shot a"))
    crowd = pair + third("d", "blue", "[15, 1]") + third("e", "blue", "[16, 0]") + third("f", "blue", "[14, 0]")
    assert choice(duel(a=armed, gap=15, more=crowd)).startswith("draw a frag-grenade")


def test_a_rifle_is_not_let_fall_for_a_knife() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-carbine", in-hand = true }, "knife"]', b='weapons = ["sword"]', gap=1)
    assert choice(fight).startswith(("shot a b", "quick-shot a b"))


def test_a_good_blade_is_carried_to_the_foe_though_a_pistol_is_in_the_other_hand() -> None:
    knives = 'weapons = [{ key = "mercurium-knife", in-hand = true }, { key = "vulcan-cricket", in-hand = true }]'
    fencer = f"attributes = {{ strength = 5, agility = 2 }}\nskills = {{ melee-combat = 4 }}\n{knives}"
    assert choice(duel(a=fencer, gap=8)).startswith("move a ")
    assert choice(duel(a=fencer, gap=1)) == "quick-melee a b mercurium-knife"


def test_a_heavy_blade_strikes_once() -> None:
    assert choice(duel(a='weapons = ["sword"]', gap=1)) == "melee-attack a b sword"


def test_on_the_ground_one_shoots_and_gets_up_only_to_strike_or_walk() -> None:
    assert choice(duel(a="prone = true", gap=15)).startswith(("shot a b", "quick-shot a b"))
    assert choice(duel(a='prone = true\nweapons = ["sword"]', gap=15)) == "get-up a"
    assert choice(duel(a="prone = true", gap=150)) == "get-up a"


def test_whoever_can_shoot_at_nobody_out_of_a_closed_vehicle_gets_out() -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "cargo-hauler"\nat = [0, 0]\n'
    assert choice(duel(a='aboard = "car"', b='weapons = ["spear"]', gap=1.5, more=car)) == "leave a"


def test_who_sees_nobody_and_cannot_walk_lies_in_wait() -> None:
    smoke = '[[zone]]\nname = "smoke"\nkind = "smoke"\nat = [8, 0]\nradius = 3\n'
    assert choice(duel(a="movement = 0", gap=15, more=smoke)).startswith("overwatch a 15,0")


def test_a_good_commander_without_a_target_of_her_own_tells_others_what_to_do() -> None:
    gunner = third("c", "red", "[0, 1]", 'weapons = ["vulcan-carbine"]')
    officer = "weapons = []\nmovement = 0\nattributes = { strength = 3, agility = 3, empathy = 5 }\nskills = { command = 3 }"
    now = 'turn = 1\nup = "a"\norder = ["a", "c", "b"]'
    assert choice(duel(a=officer, gap=15, more=gunner, now=now)) == "command a c shot"


def test_the_foe_a_shot_comes_nearest_to_bringing_down_is_shot_at() -> None:
    hurt = third("c", "blue", "[14, 5]", "hp = 2")
    assert choice(duel(gap=10, more=hurt)).startswith("shot a c")
    covered = third("c", "blue", "[14, 5]", 'hp = 4\narmour = "combat-armour"')
    assert choice(duel(gap=10, more=covered)).startswith("shot a b")


def test_harm_is_what_the_dice_give_on_average() -> None:
    for dice in range(1, 7):
        sixes = [sum(face == 6 for face in faces) for faces in product(range(1, 7), repeat=dice)]
        points = [3 + count - 1 if count else 0 for count in sixes]
        assert harm(dice, 3, 0, 0) == pytest.approx(sum(points) / len(points))
        injured = sum(count >= 3 for count in sixes) / len(sixes)
        assert harm(dice, 3, 2, 0) == pytest.approx(sum(points) / len(points) + 2 * injured)
