"""Each rule with what it takes and without: the figures on both sides of a line, one table for each chapter."""

from __future__ import annotations

import pytest

from tests.compound_x.helpers import fight, miss

AIMED = 'aim = "tor"'
GUARD = 'id = "kit"\nside = "dock"\nat = [33, 9]'
PLATE = 'armour = { key = "x", coverage = 40, apl = 2, points = 10 }'


# --- getting hit ------------------------------------------------------------------------------------------------------
SHIELDED = [  # type, amount, dice, what the shield of 30 has left, health
    ("laser", 20, [], 10, 100),
    ("electric", 20, [], 10, 100),
    ("plasma", 21, [10], 20, 89),  # it takes 10, the larger half passes
    ("ballistic", 20, [10], 30, 80),
    ("laser", 50, [10], 0, 80),
    ("plasma", 80, [10], 0, 50),
]


def check_shield() -> None:
    for kind, amount, dice, left, health in SHIELDED:
        one = fight("", 'shield = { key = "a-class", strength = 30 }')
        one.gm(f"hurt tor {amount} {kind}", dice=dice)
        assert (one.get("tor.shield.strength"), one.get("tor.health")) == (left, health), (kind, amount)


@pytest.mark.rule("cx.shield.laser", "cx.shield.plasma", "cx.shield.other", "cx.ruling.shield-rounding")
def test_a_shield_takes_all_of_a_laser_half_of_plasma_and_nothing_else() -> None:
    check_shield()


@pytest.mark.rule("cx.shieldgen.block", "cx.shield.overflow", "cx.shieldgen.break", "cx.shield.restart-reset")
def test_what_a_shield_cannot_take_passes_and_breaks_it() -> None:
    check_shield()
    for wait, hit in ((1, 3), (3, 3)):
        one = fight("", f'shield = {{ key = "a-class", strength = 0, restart = 3, wait = {wait} }}')
        one.gm("hurt tor 20 laser", dice=[10])
        assert (one.get("tor.shield.wait"), one.get("tor.health")) == (hit, 80)


ARMOURED = [  # amount, level, dice, health, armour points left
    (50, 1, [39], 100, 10),
    (50, 2, [39], 60, 0),
    (50, 3, [39], 60, 0),
    (50, 2, [40], 75, 10),
    (5, 2, [39], 100, 5),
    (51, 2, [100], 75, 10),
]


def check_armour() -> None:
    for amount, level, dice, health, points in ARMOURED:
        one = fight("", PLATE)
        one.gm(f"hurt tor {amount} apl={level}", dice=dice)
        assert (one.get("tor.health"), one.get("tor.armour-points")) == (health, points), (amount, level, dice)


@pytest.mark.rule("cx.armor.apl-block", "cx.armor.apl-pierce", "cx.armor.ap", "cx.armor.coverage")
def test_armour_blocks_below_its_level_and_its_points_go_first() -> None:
    check_armour()


@pytest.mark.rule("cx.armor.roll", "cx.armor.half", "cx.ruling.half-on-miss-armor", "cx.ruling.ap-as")
def test_what_misses_the_armour_is_halved_and_what_strikes_it_is_not() -> None:
    check_armour()


@pytest.mark.rule("cx.ruling.laser-armor", "cx.presumed.damage-types", "cx.armor.unarmored", "cx.ruling.half-at-50")
def test_some_damage_goes_past_armour() -> None:
    machine = f"{PLATE}\nmechanical = true"
    for tor, kind, dice, health in (
        (PLATE, "laser", [49], 70), (PLATE, "laser", [50], 85), ("", "laser", [49], 70), ("", "ballistic", [50], 85),
        (PLATE, "explosive", [], 70), (PLATE, "internal", [], 70), (PLATE, "electric", [49], 70),
        (machine, "electric", [49], 55), (machine, "laser", [49], 70),
    ):  # fmt: skip
        one = fight("", tor)
        one.gm(f"hurt tor 30 {kind}", dice=dice)
        assert one.get("tor.health") == health, (tor, kind, dice)


@pytest.mark.rule("cx.shock.trigger", "cx.shock.save", "cx.ruling.shock-damage-basis", "cx.ruling.unconscious")
def test_more_than_70_in_one_hit_may_knock_one_out() -> None:
    for amount, dice, out in ((70, [], False), (71, [63], True), (71, [64], False), (99, [100], False)):
        one = fight("", "", GUARD)
        one.gm(f"hurt tor {amount} direct=yes", dice=dice)
        assert (one.get("tor.passed-out"), one.get("tor.health")) == (out, 100 - amount), (amount, dice)
        assert one.get("tor.weapons.0.dropped") is out


@pytest.mark.rule("cx.down.zero-clamp", "cx.down.negative", "cx.ruling.negative-health", "cx.down.trigger")
def test_the_blow_that_downs_stops_at_0_and_the_next_goes_below() -> None:
    one = fight("", "health = 30", GUARD)
    one.gm("hurt tor 29 direct=yes", dice=[])
    assert (one.get("tor.health"), one.get("tor.stance")) == (1, "standing")
    one.gm("hurt tor 90 direct=yes", dice=[])
    assert (one.get("tor.health"), one.get("tor.stance")) == (0, "prone")
    one.gm("hurt tor 7 direct=yes", dice=[])
    assert one.get("tor.health") == -7


@pytest.mark.rule("cx.dst.per-turn", "cx.dst.success", "cx.ruling.dst-allowance", "cx.dst.fail3")
def test_as_many_failed_saves_as_one_has_kill() -> None:
    for allowance, failed, face, dead in (
        (3, 0, 50, False),
        (3, 2, 50, True),
        (3, 2, 51, False),
        (2, 1, 1, True),
        (1, 0, 50, True),
    ):
        state = f'health = 0\nstance = "prone"\ndst-allowance = {allowance}\ndst-failures = {failed}'
        one = fight("", state, GUARD)
        one.play("end-turn ana", dice=[]).step(dice=[face])
        assert one.get("tor.dead") is dead, (allowance, failed, face)
        assert one.get("tor.dst-failures") == failed + (face <= 50)


# --- luck -------------------------------------------------------------------------------------------------------------
LUCKY = [  # LUC, the accuracy die, the second die (0: none), the bonus
    (2, 10, 5, 0), (3, 10, 6, 20), (4, 10, 5, 20), (4, 10, 6, 30), (6, 9, 0, 0), (6, 10, 6, 30), (7, 9, 6, 30), (7, 8, 0, 0),
    (10, 9, 5, 20), (10, 8, 0, 0), (11, 8, 6, 30), (11, 7, 0, 0), (11, 10, 5, 20),
]  # fmt: skip


def check_luck() -> None:
    for luck, face, second, bonus in LUCKY:
        one = fight(f"{AIMED}\nstats = {{ luck = {luck} }}", 'stance = "prone"')
        one.play("fire ana tor", dice=[face, *([second] if second else []), 60])
        assert one.get("tor.health") == 100 - (80 + bonus) // 2, (luck, face, second)


@pytest.mark.rule("cx.crit.activate", "cx.crit.sources", "cx.crit.damage", "cx.ruling.crit-natural")
def test_luck_widens_the_band_and_the_second_die_tells_how_good_it_is() -> None:
    check_luck()


@pytest.mark.rule("cx.crit.luck-1-3", "cx.crit.luck-4-6", "cx.crit.luck-7-10", "cx.crit.luck-11")
def test_each_band_of_luck() -> None:
    check_luck()


@pytest.mark.rule("cx.crit.when", "cx.ruling.crit-needs-hit", "cx.firerate.semi", "cx.firerate.burst")
def test_luck_is_for_single_shots_that_hit() -> None:
    lucky = f"{AIMED}\nstats = {{ luck = 11 }}"
    single, burst, behind = fight(lucky, 'stance = "prone"'), fight(lucky, 'stance = "prone"'), fight(lucky, 'cover = "full"')
    single.play("fire ana tor", dice=[8, 6, 60])
    burst.play("fire ana tor mode=burst", dice=[9, 60, 8, 2])
    behind.play("fire ana tor", dice=[8])
    assert [each.get("tor.health") for each in (single, burst, behind)] == [45, 60, 100]


# --- the miss chance --------------------------------------------------------------------------------------------------
COVERED = [  # what Tor does, the miss chance of an aimed rifle; 4 at 30 m, 3 at 15 m
    ("", 4), ('cover = "partial"', 6), ('cover = "full"', 8),
    ('stance = "prone"', 6), ('stance = "prone"\ncover = "partial"', 8),
    ('stance = "prone"\ncover = "full"', 8), ('stance = "crouched"', 5), ('stance = "crouched"\ncover = "partial"', 7),
    ("hunkered = true", 6), ('hunkered = true\nstance = "prone"', 6), ('hunkered = true\ncover = "full"', 10),
    ('at = [5, 0]\nstance = "prone"', 3), ('at = [6, 0]\nstance = "prone"', 5),
    ('at = [5, 0]\nstance = "prone"\ncover = "partial"', 7),
]  # fmt: skip


def check_cover() -> None:
    for tor, number in COVERED:
        assert miss(fight(AIMED, tor), "fire ana tor") == number, tor
    bare = '[[relation]]\nkind = "no-cover"\nbetween = ["ana", "tor"]\nvalue = 1'
    assert miss(fight(AIMED, 'cover = "full"', scene=bare), "fire ana tor") == 4


@pytest.mark.rule("cx.cover.partial", "cx.cover.full", "cx.ranged.cover-add", "cx.ruling.cover-stack")
def test_cover_adds_two_or_four() -> None:
    check_cover()


@pytest.mark.rule("cx.stance.prone-bonus", "cx.stance.prone-close", "cx.ruling.prone-full-cover", "cx.cover.none")
def test_lying_down_helps_from_a_distance_and_not_behind_full_cover() -> None:
    check_cover()


@pytest.mark.rule("cx.stance.hunker-bonus", "cx.stance.crouch-bonus")
def test_curling_up_adds_two_and_crouching_one() -> None:
    check_cover()


FIRED = [  # what Ana does, how she fires, the miss chance
    (AIMED, "", 4), ("", "", 7), (AIMED, " blind=yes", 10), ("", " blind=yes", 10), (f'{AIMED}\nstance = "prone"', "", 3),
    ('stance = "prone"', "", 6), (f"{AIMED}\nhidden = true", "", 3), ("hidden = true", "", 7), (f"{AIMED}\nwinded = 1", "", 5),
    (f"{AIMED}\nkits = {{ gas-mask = 1 }}", "", 5), (f"{AIMED}\nstats = {{ perception = 8 }}", "", 3),
    (f"{AIMED}\nstats = {{ luck = 8 }}", "", 4), ("stats = { luck = 8 }", " blind=yes", 9),
]  # fmt: skip


def check_fire() -> None:
    for ana, how, number in FIRED:
        assert miss(fight(ana, ""), f"fire ana tor{how}") == number, (ana, how)
    assert miss(fight(AIMED, "", head='[rulings]\nhip-blind = "both"'), "fire ana tor blind=yes") == 13


@pytest.mark.rule("cx.hip.penalty", "cx.blind.penalty", "cx.ruling.hip-blind", "cx.blind.composition")
def test_hip_fire_adds_three_and_blind_fire_six() -> None:
    check_fire()


@pytest.mark.rule("cx.stance.prone-aim", "cx.stealth.ranged-miss", "cx.ruling.stealth-aim", "cx.move.sprint-penalty")
def test_what_the_shooter_does_counts_once() -> None:
    check_fire()


@pytest.mark.rule("cx.combatmod.subtract", "cx.ruling.floor-scope", "cx.order.modifier-scope", "cx.ranged.hip-default")
def test_perception_helps_and_luck_only_blind() -> None:
    check_fire()
    fight("", 'stance = "prone"').play("fire ana tor", dice=[2])
