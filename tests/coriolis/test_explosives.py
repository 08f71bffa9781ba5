"""Grenades, rockets, charges; fire; what other features of weapons do."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from tests.coriolis.build import duel
from tests.coriolis.ward import next_turn, refused

GRENADE = 'weapons = [{ key = "frag-grenade", in-hand = true }]'


def crowd(a: str = GRENADE, b: str = "", *, gap: float = 10) -> Fight:
    """c stands 2 m behind b, d 12 m behind."""
    rest = (("c", gap + 2), ("d", gap + 12))
    more = "".join(f'[[combatant]]\nid = "{who}"\nside = "blue"\nat = [{x}, 0]\n' for who, x in rest)
    return duel(a=a, b=b, gap=gap, more=more)


@pytest.mark.rule("coriolis.ruling.dice-order", "coriolis.action.shot", "coriolis.ranged.hit")
def test_a_direct_hit_then_the_blast_on_everybody_within_two_metres() -> None:
    fight = crowd(b='armour = "flight-suit"')
    dice = [6] + [1] * 5  # Agility 4 + skill 2
    dice += [1]  # the direct hit: b's armour
    dice += [6, 6, 1, 1, 1, 1] + [6]  # blast 6 on b, armour stops one
    dice += [6] + [1] * 5  # and on c
    fight.play("throw a b frag-grenade", dice=dice)
    assert [fight.get(f"{who}.hp") for who in "bcd"] == [3, 5, 6]
    assert (fight.get("a.ap"), fight.get("a.weapons.frag-grenade.empty")) == (1, True)


@pytest.mark.rule("coriolis.ruling.dice-order", "coriolis.ranged.bonus.critical-injury")
def test_extra_sixes_of_the_blast_may_become_an_injury() -> None:
    fight = crowd()
    dice = [6] + [1] * 5 + [6, 6, 6, 1, 1, 1] + [1, 1] + [1] * 6
    fight.play("throw a b frag-grenade", dice=dice, answers=["critical-injury:2"])
    assert (fight.get("b.hp"), fight.get("b.injuries.0.number")) == (3, 11)  # 2 direct, 1 blast


@pytest.mark.rule("coriolis.action.quick-shot", "coriolis.action.quick-shot.range")
def test_a_grenade_may_be_thrown_quickly() -> None:
    fight = crowd()
    fight.play("throw a b frag-grenade quick=yes", dice=[6] + [1] * 3 + [1] * 12)
    assert fight.get("a.ap") == 2
    assert refused(crowd(gap=21), "throw a b frag-grenade quick=yes").rule == "coriolis.action.quick-shot.range"


@pytest.mark.rule("coriolis.ruling.dice-order", "coriolis.core.success")
def test_a_miss_lands_some_metres_off_where_the_gm_says() -> None:
    fight = crowd()
    fight.play("throw a b frag-grenade", dice=[1] * 6 + [2] + [6] + [1] * 5 + [1] * 6, answers=["0"])  # 2 m on: at c's feet
    assert [fight.get(f"{who}.hp") for who in "bcd"] == [5, 6, 6]
    fight = crowd()
    fight.play("throw a b frag-grenade", dice=[1] * 6 + [3], answers=["90"])
    assert [fight.get(f"{who}.hp") for who in "bcd"] == [6, 6, 6]


@pytest.mark.rule("coriolis.ruling.hands", "coriolis.ruling.ranged.beyond", "coriolis.ranged.mod.range.beyond")
def test_a_grenade_must_be_in_hand_and_flies_as_far_as_a_short_range_weapon() -> None:
    fight = crowd('weapons = ["vulcan-pistol", "frag-grenade"]')
    assert refused(fight, "throw a b frag-grenade").rule == "coriolis.ruling.hands"
    fight.play("draw a frag-grenade", dice=[])
    fight.play("throw a b frag-grenade", dice=[6] + [1] * 5 + [1] * 12)
    fight.gm("set a.ap 3")
    assert refused(fight, "throw a b frag-grenade").rule == "coriolis.ruling.hands"
    assert refused(crowd(gap=101), "throw a b frag-grenade").rule == "coriolis.ruling.ranged.beyond"
    crowd(gap=50).play("throw a b frag-grenade", dice=[1, 1] + [6], answers=["180"])  # Long -1, beyond -3


@pytest.mark.rule("coriolis.ruling.stress.track")
def test_a_stun_grenade_gives_stress_whatever_the_armour() -> None:
    fight = crowd('weapons = [{ key = "stun-grenade", in-hand = true }]', 'armour = "exo-shell"')
    fight.play("throw a b stun-grenade", dice=[6] + [1] * 5 + [6, 6, 1, 1, 1, 1] + [1] * 6)
    assert (fight.get("b.hp"), fight.get("b.mp")) == (6, 4)


@pytest.mark.rule("coriolis.ruling.dice-order", "coriolis.ruling.illegal", "coriolis.turn.definition")
def test_smoke_blocks_sight_for_two_dice_of_turns() -> None:
    fight = crowd('weapons = [{ key = "smoke-grenade", in-hand = true }, { key = "vulcan-pistol", in-hand = true }]')
    fight.play("throw a b smoke-grenade", dice=[6] + [1] * 5 + [1, 1])
    fight.gm("set a.ap 3")
    assert refused(fight, "shot a d vulcan-pistol").rule == "coriolis.ruling.illegal"
    next_turn(fight)
    assert len(fight.state.scene.zone) == 1
    next_turn(fight)
    assert fight.state.scene.zone == []


@pytest.mark.rule("coriolis.ruling.dice-order")
def test_a_great_blast_reaches_short_range_weaker() -> None:
    fight = crowd('weapons = [{ key = "mining-charge", in-hand = true }]', gap=1)
    fight.play("plant a mining-charge", dice=[])
    assert refused(fight, "plant a mining-charge").rule == "coriolis.ruling.hands"
    fight.gm("place a 0,30")
    # nine dice on b within 2 m; three on c and d within 20 m; a is out of it
    fight.play("detonate a mining-charge", dice=[6] + [1] * 8 + [6, 6, 1] + [6, 1, 1])
    assert [fight.get(f"{who}.hp") for who in "abcd"] == [8, 5, 4, 5]
    assert refused(fight, "detonate a mining-charge").rule == "coriolis.ruling.illegal"


@pytest.mark.rule("coriolis.ruling.dice-order", "coriolis.action.reload.single-shot")
def test_a_rocket_hits_and_goes_off() -> None:
    fight = crowd('weapons = ["rocket-tube"]')
    dice = [6] + [1] * 5 + [6] + [1] * 7 + [1] * 8 + [6, 1]  # b 8 dice, c 8, d within 20 m 2; a too is within 20 m
    fight.play("shot a b", dice=[*dice[:6], 1, 1, *dice[6:]])
    assert [fight.get(f"{who}.hp") for who in "abcd"] == [8, 1, 6, 5]
    assert fight.get("a.weapons.rocket-tube.empty") is True


def test_a_blast_spares_people_in_a_closed_vehicle_but_not_in_an_open_one() -> None:
    for make, dice, hp in (("cargo-hauler", [], 6), ("groundcar", [6, 6] + [1] * 4 + [6, 1], 5)):
        van = f'[[combatant]]\nid = "van"\nside = "blue"\nat = [10, 0]\ncraft = "{make}"\n'
        fight = duel(a=GRENADE, b='aboard = "van"', more=van + '[[combatant]]\nid = "c"\nside = "blue"\nat = [10, 1]\n')
        fight.play("throw a c frag-grenade", dice=[6] + [1] * 5 + dice + [1] * 6)
        assert (fight.get("b.hp"), fight.get("van.hp")) == (hp, 35 if not dice else 18)


def test_without_a_map_a_blast_knows_only_who_stands_near() -> None:
    text = (
        'rulebook = "coriolis"\n[orders]\n"coriolis.core.pray" = "never"\n[now]\nturn = 1\nup = "a"\n'
        + "".join(
            f'[[combatant]]\nid = "{who}"\nside = "{side}"\n{more}\n'
            for who, side, more in (("a", "red", GRENADE), ("b", "blue", ""), ("c", "blue", ""), ("d", "blue", ""))
        )
        + "".join(
            f'[[relation]]\nkind = "distance"\nbetween = ["{one}", "{other}"]\nvalue = {metres}\n'
            for one, other, metres in (("a", "b", 10), ("b", "c", 1))
        )
    )
    fight = starfray.loads(text)
    fight.play("throw a b frag-grenade", dice=[6, 1, 1] + [6] + [1] * 5 + [6] + [1] * 5)
    assert [fight.get(f"{who}.hp") for who in "bcd"] == [3, 5, 6]
    fight = starfray.loads(text)
    fight.play("throw a b frag-grenade", dice=[1, 1, 1] + [2] + [6] + [1] * 5)  # 2 m off b, 3 m from c
    assert [fight.get(f"{who}.hp") for who in "bcd"] == [5, 6, 6]


@pytest.mark.rule("coriolis.ruling.turn-start")
def test_whoever_is_hit_by_fire_burns_until_no_six_shows() -> None:
    fight = duel(a='weapons = ["thermal-carbine"]', b='armour = "flight-suit"')
    fight.play("shot a b", dice=[6] + [1] * 6 + [1])
    assert (fight.get("b.hp"), fight.get("b.burning")) == (3, 3)
    next_turn(fight, [6, 1, 1])
    assert (fight.get("b.hp"), fight.get("b.burning")) == (2, 3), "armour does not help"
    next_turn(fight, [1, 1, 1])
    assert (fight.get("b.hp"), fight.get("b.burning")) == (2, 0)


def test_a_second_fire_does_not_add_up_and_stopped_fire_does_not_burn() -> None:
    fight = duel(a='weapons = ["thermal-pistol"]', b="burning = 3")
    fight.play("shot a b", dice=[6] + [1] * 6)
    assert fight.get("b.burning") == 3
    fight = duel(a='weapons = ["thermal-pistol"]', b='armour = "armour-vest"')
    fight.play("shot a b", dice=[6] + [1] * 6 + [6, 6, 1, 1])
    assert fight.get("b.burning") == 0


@pytest.mark.rule("coriolis.ruling.turn-start", "coriolis.range.close")
def test_a_six_on_dexterity_puts_a_fire_out_ones_own_or_a_comrades() -> None:
    fight = duel(a="burning = 2\nskills = { dexterity = 1 }", b="burning = 2", gap=3)
    assert refused(fight, "douse a b").rule == "coriolis.range.close"
    fight.play("douse a", dice=[1] * 5)
    assert (fight.get("a.burning"), fight.get("a.ap")) == (2, 2)
    fight.play("douse a", dice=[6] + [1] * 4)
    assert fight.get("a.burning") == 0
    assert refused(fight, "douse a").rule == "coriolis.ruling.turn-start"
    fight.gm("place b 1,0")
    fight.play("douse a b", dice=[6] + [1] * 4)
    assert fight.get("b.burning") == 0


@pytest.mark.rule("coriolis.core.armour")
def test_armour_piercing_halves_armour_and_cover_rounded_up() -> None:
    fight = duel(a='weapons = ["accelerator-rifle"]', b='armour = "flight-suit"\ncover = 4')
    fight.play("shot a b", dice=[6] + [1] * 7 + [6, 1, 1])
    assert fight.get("b.hp") == 4


@pytest.mark.rule("coriolis.core.weapon-fields")
def test_a_heavy_weapon_costs_the_weak_a_die() -> None:
    weak = "attributes = { strength = 2, agility = 4 }\nskills = { melee-combat = 2 }\n"
    fight = duel(a=weak + 'weapons = ["axe"]', gap=1)
    fight.play("melee-attack a b", dice=[1] * 3, answers=["no"])
    fight = duel(a=weak + 'weapons = ["thermal-sweeper"]')
    fight.play("shot a b", dice=[1] * 3)


@pytest.mark.rule("coriolis.ruling.crit.needs-damage")
def test_an_injury_of_the_blast_needs_damage_unless_the_table_rules_otherwise() -> None:
    dice = [6] + [1] * 5 + [6, 6] + [1] * 6 + [6, 6, 6, 1, 1, 1] + [6] + [1] * 7  # throw, direct hit stopped, blast, armour
    for word, pair in (("yes", []), ("no", [1, 1])):
        fight = duel(a=GRENADE, b='armour = "combat-armour"')
        fight.gm(f"ruling crit-needs-damage {word}")
        fight.play("throw a b frag-grenade", dice=dice + pair, answers=["critical-injury:2"])
        assert (fight.get("b.hp"), len(fight.state.roster["b"].injuries)) == (6, len(pair) // 2)
