"""Full auto, reloading, and the features and talents that bear on a gun."""

from __future__ import annotations

import pytest

from starfray import Refused, TapeError
from tests.coriolis.build import duel

FIRE_ON = {"coriolis.action.full-auto.extra-dice": "yes"}
ROW = """
[[combatant]]
id = "c"
side = "blue"
at = [10, 2]
[[combatant]]
id = "d"
side = "blue"
at = [10, 4]
"""


@pytest.mark.rule(
    "coriolis.action.full-auto.after-rolling",
    "coriolis.action.full-auto.any-number",
    "coriolis.ruling.full-auto.which-one",
    "coriolis.action.full-auto.one",
)
def test_ones_of_the_first_roll_end_nothing_and_the_first_extra_one_does() -> None:
    fight = duel()
    fight.legal("a")
    fight.play("full-auto a b", dice=[1, 1, 1, 1, 1] + [5, 6, 1], answers=FIRE_ON)
    assert (fight.get("b.hp"), fight.get("a.weapons.0.empty")) == (3, True)


@pytest.mark.rule("coriolis.action.full-auto.extra-dice")
def test_no_extra_die_need_be_rolled() -> None:
    fight = duel()
    fight.play("full-auto a b", dice=[6, 1, 1, 1, 1], answers=["no"])
    assert (fight.get("b.hp"), fight.get("a.weapons.0.empty"), fight.get("a.ap")) == (3, False, 0)


@pytest.mark.parametrize(("gun", "talents", "ones"), [
    ("thermal-sweeper", "[]", 1), ("thermal-sweeper", '["machinegunner"]', 2),
    ("vulcan-machine-gun", "[]", 2), ("vulcan-machine-gun", '["machinegunner"]', 3),
])  # fmt: skip
@pytest.mark.rule("coriolis.action.full-auto.extra-dice")
def test_high_capacity_and_machinegunner_shrug_off_a_one_each(gun: str, talents: str, ones: int) -> None:
    fight = duel(a=f'weapons = ["{gun}"]\ntalents = {talents}\nset-up = {str("machine" in gun).lower()}')
    first = 4 + 2 + (1 if gun == "vulcan-machine-gun" else 0) - 2
    fight.play("full-auto a b", dice=[1] * first + [1] * ones, answers=FIRE_ON)
    assert fight.get("a.weapons.0.empty") is (gun == "thermal-sweeper")


@pytest.mark.rule("coriolis.ruling.full-auto.stop", "coriolis.action.full-auto.mounted")
def test_an_ignored_one_is_a_plain_miss_and_the_next_ends_the_burst_of_a_mounted_gun_without_a_reload() -> None:
    fight = duel(a='weapons = ["vulcan-machine-gun"]\nset-up = true')
    fight.play("full-auto a b", dice=[1, 1, 1, 1, 1] + [1, 6, 1], answers=FIRE_ON)
    assert (fight.get("b.hp"), fight.get("a.weapons.0.empty")) == (3, False)


@pytest.mark.rule("coriolis.ruling.full-auto.zero-pool", "coriolis.core.zero-dice")
def test_a_burst_without_dice_starts_in_desperation_and_its_extra_dice_count_as_usual() -> None:
    fight = duel(gap=1, a="attributes = { strength = 4, agility = 2 }\nskills = {}", b="aware = true")
    # 2 + 1 - 3 - 2 dice: two in desperation, worth one six
    fight.play("full-auto a b", dice=[6, 6] + [6], answers=["yes", "no", "increase-damage:1"])
    assert fight.get("b.hp") == 2


@pytest.mark.rule(
    "coriolis.action.full-auto.distribute",
    "coriolis.action.full-auto.new-target.hit",
    "coriolis.action.full-auto.new-target.bonus",
    "coriolis.action.full-auto.new-target.distance",
)
def test_the_first_six_for_a_new_target_is_weapon_damage_and_more_buy_effects() -> None:
    fight = duel(more=ROW)
    answers = ["no", "c", "d", "c:2 d:1", "increase-damage:1"]  # b, the first target, may be given none
    fight.play("full-auto a b", dice=[6, 6, 6, 1, 1], answers=answers)
    assert [fight.get(f"{who}.hp") for who in "bcd"] == [6, 2, 3]


@pytest.mark.rule("coriolis.action.full-auto.new-target.distance")
def test_the_chain_names_each_target_once_and_skips_nobody_out_of_reach() -> None:
    fight = duel(more=ROW)
    with pytest.raises(TapeError, match="'d' is not one of c, stop"):  # d is 4 m from b
        fight.play("full-auto a b", dice=[6, 6, 1, 1, 1], answers=["no", "d"])
    with pytest.raises(TapeError, match="'b' is not one of d, stop"):  # b is in the chain already
        fight.play("full-auto a b", dice=[6, 6, 1, 1, 1], answers=["no", "c", "b"])
    fight.play("full-auto a b", dice=[6, 6, 1, 1, 1], answers=["no", "c", "stop", "c:2", "increase-damage:1"])


def test_the_modifiers_of_a_burst_are_those_of_its_first_target() -> None:
    near = '[[combatant]]\nid = "c"\nside = "blue"\nat = [21, 0]\nprone = true'
    fight = duel(gap=20, more=near)
    fight.play("full-auto a b", dice=[6, 1, 1, 1, 1], answers=["no", "c", "c:1"])
    assert (fight.get("b.hp"), fight.get("c.hp")) == (6, 3)


def test_nobody_hidden_or_shut_in_can_be_named_in_the_chain() -> None:
    more = (
        '[[combatant]]\nid = "h"\nside = "blue"\nat = [10, 1]\nhidden = true\n'
        '[[combatant]]\nid = "van"\nside = "blue"\ncraft = "cargo-hauler"\nat = [10, -1]\n'
        '[[combatant]]\nid = "p"\nside = "blue"\naboard = "van"'
    )
    fight = duel(more=more)
    with pytest.raises(TapeError, match="'h' is not one of van, stop"):
        fight.play("full-auto a b", dice=[6, 6, 1, 1, 1], answers=["no", "h"])


@pytest.mark.rule("coriolis.action.full-auto.mounted")
def test_a_mounted_gun_must_be_set_up_and_holds_its_gunner_in_place() -> None:
    fight = duel(a='weapons = ["vulcan-machine-gun"]')
    with pytest.raises(Refused, match="not set up"):
        fight.play("shot a b", dice=[])
    assert next(form for form in fight.legal("a") if form.kind == "shot").refused is not None
    fight.play("set-up a vulcan-machine-gun", dice=[])
    assert (fight.get("a.ap"), fight.get("a.set-up")) == (1, True)
    fight.gm("set a.ap 3")
    with pytest.raises(Refused, match="set up"):
        fight.play("move a 1,0", dice=[])
    fight.play("shot a b", dice=[1] * 7)
    fight.gm("set a.ap 3")
    fight.play("set-up a vulcan-machine-gun", dice=[]).play("move a 1,0", dice=[])
    with pytest.raises(Refused, match="no Mounted weapon"):
        duel().play("set-up a vulcan-carbine", dice=[])


def test_the_gun_of_a_vehicle_is_always_set_up() -> None:
    car = '[[combatant]]\nid = "car"\nside = "red"\ncraft = "dune-skimmer"\nat = [0, 0]'
    fight = duel(a='aboard = "car"', more=car)
    fight.play("shot a b vulcan-machine-gun", dice=[6, 1, 1, 1, 1, 1, 1])
    assert fight.get("b.hp") == 3


@pytest.mark.rule("coriolis.action.reload", "coriolis.action.reload.no-counting", "coriolis.action.reload.emptied")
def test_reloading_is_normal_and_only_what_is_empty_can_be_reloaded() -> None:
    fight = duel()
    fight.legal("a")
    with pytest.raises(Refused, match="nothing to reload") as refused:
        fight.play("reload a", dice=[])
    assert refused.value.rule == "coriolis.action.reload"
    fight.gm("set a.weapons.0.empty true")
    fight.play("reload a", dice=[])
    assert (fight.get("a.weapons.0.empty"), fight.get("a.ap")) == (False, 1)


@pytest.mark.rule("coriolis.action.reload")
def test_rapid_reload_is_fast_and_grenades_do_not_come_back() -> None:
    fight = duel(a='talents = ["rapid-reload"]\nweapons = [{ key = "vulcan-carbine", empty = true }]')
    fight.play("reload a", dice=[])
    assert fight.get("a.ap") == 2
    spent = 'weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "frag-grenade", empty = true }]'
    with pytest.raises(Refused, match="nothing to reload"):
        duel(a=spent).play("reload a", dice=[])


@pytest.mark.rule("coriolis.action.reload.single-shot", "coriolis.ruling.ammo", "coriolis.action.reload")
def test_a_crossbow_is_reloaded_after_every_shot() -> None:
    fight = duel(a='weapons = ["crossbow"]')
    fight.play("shot a b", dice=[1] * 7)
    fight.gm("set a.ap 3")
    with pytest.raises(Refused) as refused:
        fight.play("quick-shot a b", dice=[])
    assert refused.value.rule == "coriolis.ruling.ammo"
    fight.play("reload a", dice=[]).play("quick-shot a b", dice=[1] * 5)
    assert fight.get("a.weapons.0.empty") is True


@pytest.mark.rule("coriolis.ruling.quick-shot.count", "coriolis.action.quick-shot.three", "coriolis.ruling.ammo")
def test_three_quick_shots_with_the_same_weapon_empty_it_after_the_third() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-pistol", in-hand = true }, { key = "vulcan-cricket", in-hand = true }]')
    for gun in ("vulcan-pistol", "vulcan-pistol", "vulcan-cricket"):
        fight.play(f"quick-shot a b {gun}", dice=[1] * 5)
    assert not fight.get("a.weapons.0.empty")
    fight.gm("set a.ap 3")
    fight.play("quick-shot a b vulcan-pistol", dice=[6, 1, 1, 1, 1])
    assert (fight.get("b.hp"), fight.get("a.weapons.0.empty"), fight.get("a.weapons.1.empty")) == (4, True, False)
    with pytest.raises(Refused, match="empty"):
        fight.play("quick-shot a b vulcan-pistol", dice=[])


@pytest.mark.rule("coriolis.action.reload", "coriolis.action.quick-shot")
def test_a_fresh_magazine_starts_a_new_count() -> None:
    fight = duel(a='weapons = [{ key = "vulcan-carbine", empty = true, quick-shots = 3 }]')
    fight.play("reload a", dice=[]).gm("set a.ap 2")
    fight.play("quick-shot a b", dice=[1] * 5).play("quick-shot a b", dice=[1] * 5)
    assert fight.get("a.weapons.0.empty") is False


@pytest.mark.rule("coriolis.action.quick-shot")
def test_the_count_starts_anew_each_turn() -> None:
    fight = duel()
    fight.play("quick-shot a b", dice=[1] * 5).play("quick-shot a b", dice=[1] * 5)
    fight.play("end-turn a", dice=[]).play("end-turn b", dice=[]).step(dice=[])
    fight.play("quick-shot a b", dice=[1] * 5)
    assert fight.get("a.weapons.0.empty") is False


@pytest.mark.rule("coriolis.action.quick-shot")
def test_bulky_weapons_take_no_quick_shots() -> None:
    fight = duel(a='weapons = ["vulcan-long-rifle"]')
    before = fight.hash
    with pytest.raises(Refused, match="no quick shots"):
        fight.play("quick-shot a b", dice=[])
    assert fight.hash == before


def test_a_grenade_is_not_shot_with() -> None:
    with pytest.raises(Refused, match="no firearm in hand"):
        duel(a='weapons = ["frag-grenade"]').play("shot a b frag-grenade", dice=[])


@pytest.mark.rule("coriolis.core.armour")
def test_anti_vehicle_and_mounted_guns_alone_do_full_damage_to_a_heavy_hull() -> None:
    hull = '[[combatant]]\nid = "van"\nside = "blue"\ncraft = "armoured-carrier"\nat = [0, 9]'
    for gun, loss in (("vulcan-carbine", 1), ("vulcan-machine-gun", 3)):
        fight = duel(a=f'weapons = ["{gun}"]\nset-up = {str("machine" in gun).lower()}', more=hull)
        fight.play("shot a van", dice=[6] + [1] * 7 + [1] * 8)  # large: one die more
        assert fight.get("van.hp") == 45 - loss


def test_more_sixes_than_there_are_cannot_be_shared_out() -> None:
    fight = duel(more=ROW)
    with pytest.raises(TapeError):
        fight.play("full-auto a b", dice=[6, 1, 1, 1, 1], answers=["no", "c", "stop", "b:1 c:1"])
    assert fight.get("a.ap") == 3


def test_the_odds_of_a_burst_fired_until_the_gun_is_empty_come_to_an_end() -> None:
    gun = 'weapons = [{ key = "vulcan-carbine", bonus = 0, crit = 0 }]'
    fight = duel(a=f"attributes = {{ strength = 1, agility = 1 }}\nskills = {{}}\n{gun}")
    fight.gm("order a coriolis.action.full-auto.extra-dice always")
    odds = fight.odds("full-auto a b", budget=1_500)
    assert odds.residual < 1e-3
    assert odds.chance_of("a.weapons.vulcan-carbine.empty", True) == pytest.approx(1, abs=1e-3)
    # two dice of desperation, and a six before the first 1 is as likely as not
    assert odds.chance_of("b.hp", 6) == pytest.approx(35 / 36 / 2, abs=1e-3)
