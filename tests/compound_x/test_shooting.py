"""Firing: the attack roll, jams, luck, bursts shot by shot, hitting the dirt, pump and bolt guns."""

from __future__ import annotations

import pytest

from starfray import Refused, TapeError
from tests.compound_x.helpers import fight, rules

PRONE = 'stance = "prone"'


@pytest.mark.rule("cx.ranged.attack-roll", "cx.firerate.semi")
@pytest.mark.parametrize(("face", "health"), [(6, 100), (7, 20)])
def test_a_shot_hits_over_the_miss_chance_of_six(face: int, health: int) -> None:
    one = fight('aim = "tor"', PRONE)  # R2: 4, prone target +2
    one.play("fire ana tor", dice=[face] if face == 6 else [face, 49, 100])  # 80 at once also takes a Shock save
    assert one.get("tor.health") == health
    assert one.get("ana.weapons.0.rounds") == 29
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.jam.trigger", "cx.jam.confirm", "cx.ruling.jam-shot")
def test_a_natural_one_and_then_a_two_jams_the_gun() -> None:
    one = fight('aim = "tor"', PRONE)
    one.play("fire ana tor", dice=[1, 2])
    assert one.get("ana.weapons.0.jammed") is True
    with pytest.raises(Refused, match="jammed"):
        one.play("fire ana tor", dice=[5])


@pytest.mark.rule("cx.jam.trigger", "cx.jam.confirm")
def test_a_three_does_not_jam() -> None:
    one = fight('aim = "tor"', PRONE)
    one.play("fire ana tor", dice=[1, 3])
    assert one.get("ana.weapons.0.jammed") is False


@pytest.mark.rule("cx.jam.confirm")
def test_the_jam_die_comes_before_the_damage_of_a_one_that_hits() -> None:
    one = fight('aim = "tor"\nstats = { perception = 15 }\nstance = "prone"', 'at = [4, 0]\nstance = "prone"')
    one.gm("modify ana 3")
    one.play("fire ana tor", dice=[1, 2, 50])
    assert one.get("tor.health") == 60
    assert one.get("ana.weapons.0.jammed") is True


@pytest.mark.rule("cx.ruling.jam-shot", "cx.firerate.burst", "cx.jam.trigger", "cx.jam.confirm")
def test_a_jam_ends_the_burst_and_keeps_the_rounds_that_were_not_fired() -> None:
    one = fight('aim = "tor"', PRONE)
    one.play("fire ana tor mode=burst", dice=[4, 1, 1])
    assert one.get("ana.weapons.0.rounds") == 28


@pytest.mark.rule("cx.firerate.burst")
def test_a_burst_is_three_shots_each_with_its_own_armour_roll_and_no_luck() -> None:
    one = fight('aim = "tor"', f'{PRONE}\narmour = "light-chest-l1"\nstats = {{ fortitude = 10 }}')
    one.play("fire ana tor mode=burst", dice=[10, 40, 10, 39, 10, 100])  # missed: half; struck: 40 on the armour; missed
    assert one.get("tor.health") == 150 - 40 - 40 - 40
    assert one.get("tor.armour-points") == 0
    assert one.get("ana.weapons.0.rounds") == 27
    assert "cx.crit.activate" not in rules(one)


@pytest.mark.rule("cx.firerate.auto", "cx.down.negative", "cx.ruling.negative-health")
def test_automatic_fire_goes_on_at_a_target_that_falls() -> None:
    one = fight('aim = "tor"', f"{PRONE}\nhealth = 30", 'id = "kit"\nside = "dock"\nat = [30, 5]')
    one.play("fire ana tor mode=auto", dice=[10, 50, 10, 50, 2, 2, 2, 2])
    assert one.get("tor.health") == -40


@pytest.mark.rule("cx.firerate.auto", "cx.reload.need", "cx.ruling.multi-shot-short")
def test_a_short_magazine_fires_what_is_left() -> None:
    one = fight('aim = "tor"\nweapons = [{ key = "ecsc-mk16", rounds = 2 }]', PRONE)
    one.play("fire ana tor mode=auto", dice=[2, 2])
    assert one.get("ana.weapons.0.rounds") == 0
    with pytest.raises(Refused, match="empty"):
        one.play("fire ana tor", dice=[2])


@pytest.mark.rule("cx.crit.activate", "cx.crit.damage", "cx.crit.luck-4-6")
@pytest.mark.parametrize(("second", "damage"), [(5, 100), (6, 110)])
def test_a_natural_ten_of_average_luck_is_critical_or_better(second: int, damage: int) -> None:
    one = fight('aim = "tor"', f"{PRONE}\nstats = {{ fortitude = 10 }}")
    one.play("fire ana tor", dice=[10, second, 49, 100])
    assert one.get("tor.health") == 150 - damage


@pytest.mark.rule("cx.crit.luck-1-3")
@pytest.mark.parametrize(("second", "damage"), [(5, 80), (6, 100)])
def test_little_luck_needs_a_second_die_of_six(second: int, damage: int) -> None:
    one = fight('aim = "tor"\nstats = { luck = 3 }', f"{PRONE}\nstats = {{ fortitude = 10 }}")
    one.play("fire ana tor", dice=[10, second, 49, 100])
    assert one.get("tor.health") == 150 - damage


@pytest.mark.rule("cx.crit.luck-7-10")
def test_a_nine_is_enough_for_luck_seven() -> None:
    one = fight('aim = "tor"\nstats = { luck = 7 }', f"{PRONE}\nstats = {{ fortitude = 10 }}")
    one.play("fire ana tor", dice=[9, 1, 50])
    assert one.get("tor.health") == 100


@pytest.mark.rule("cx.crit.luck-11")
def test_an_eight_is_enough_for_luck_eleven() -> None:
    one = fight('aim = "tor"\nstats = { luck = 11 }', f"{PRONE}\nstats = {{ fortitude = 10 }}")
    one.play("fire ana tor", dice=[8, 1, 50])
    assert one.get("tor.health") == 100


@pytest.mark.rule("cx.dirt.trigger", "cx.dirt.effect", "cx.dirt.cost")
def test_whoever_stands_in_the_open_hits_the_dirt_even_when_missed() -> None:
    one = fight('aim = "tor"')
    one.play("fire ana tor", dice=[2], answers=["north"])
    assert one.get("tor.stance") == "prone"
    assert one.get("tor.owed") == 1
    assert one.get("tor.at") == [30, 2]


@pytest.mark.parametrize("tor", ['cover = "partial"', 'stance = "crouched"'])
def test_nobody_dives_out_of_cover_or_from_a_crouch(tor: str) -> None:
    one = fight('aim = "tor"', tor)
    one.play("fire ana tor", dice=[2])
    assert "cx.dirt.trigger" not in rules(one)


@pytest.mark.rule("cx.ruling.out-of-range", "cx.dirt.trigger", "cx.dirt.cost", "cx.dirt.effect")
def test_out_of_range_no_die_falls_but_rounds_and_action_are_gone() -> None:
    one = fight('aim = "tor"', "at = [86, 0]")
    one.play("fire ana tor mode=burst", dice=[], answers=["here"])
    assert one.get("ana.weapons.0.rounds") == 27
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.firerate.pump-bolt")
def test_a_pump_gun_must_be_rechambered_between_shots() -> None:
    one = fight('aim = "tor"\nweapons = ["anvil-arms-hunting-shotgun"]', f"at = [20, 0]\n{PRONE}")
    one.play("fire ana tor", dice=[2])
    with pytest.raises(Refused, match="rechambered"):
        one.play("fire ana tor", dice=[2])
    one.play("rechamber ana", dice=[])
    assert one.get("ana.actions") == 2
    one.play("fire ana tor", dice=[9, 50])
    assert one.get("tor.health") == 100 - 55  # buckshot does 110 in the second bracket, half of it here


@pytest.mark.rule("cx.firerate.modes")
def test_a_mode_the_gun_does_not_have_is_refused() -> None:
    one = fight('weapons = ["matthews-11-35-carbine"]')
    with pytest.raises(Refused) as refused:
        one.play("fire ana tor mode=auto", dice=[])
    assert refused.value.legal == ("semi",)


@pytest.mark.rule("cx.stance.hunker", "cx.blind.hunkered", "cx.blind.safe")
def test_a_hunkered_shooter_has_blind_fire_only() -> None:
    one = fight("hunkered = true", PRONE)
    with pytest.raises(Refused, match="hunkered"):
        one.play("fire ana tor", dice=[9])
    one.play("fire ana tor blind=yes", dice=[9])


def test_a_die_too_many_is_an_error_and_changes_nothing() -> None:
    one = fight('aim = "tor"', PRONE)
    before = one.hash
    with pytest.raises(TapeError, match="left over"):
        one.play("fire ana tor", dice=[2, 3])
    assert one.hash == before
