"""Figures a file leaves out, classes of dice against every face, and figures of charges, facing and called-for sums."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product

import pytest

import starfray
from starfray import Refused
from starfray.engine.generator import Generator
from starfray.rulebooks.compound_x.dice import (
    BAD,
    CRITICAL,
    EXTRA,
    FAIL,
    FUMBLED,
    PASS,
    PLAIN,
    UNLUCKY,
    check,
    score,
    stabilise,
)
from starfray.rulebooks.compound_x.items import Armour, Blade, Dart, Grenade, Mode, Shield
from starfray.rulebooks.compound_x.state import Stats
from tests.compound_x.helpers import fight, miss

NOTHING: tuple[object, ...] = (0, 0.0, False, "", None, [], {})


def figures(record: object) -> dict[str, object]:
    """What a record says of itself beside nothing and its key."""
    return {name: value for name, value in asdict(record).items() if value not in NOTHING and name != "key"}  # type: ignore[call-overload]


# --- figures left out ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.meleeweapon.accuracy", "cx.melee.blunt.apl0")
def test_a_melee_weapon_without_figures_reaches_one_metre_pierces_nothing_and_leaves_no_stacks() -> None:
    expected = {"level": 1, "size": "one-handed", "type": "melee", "reach": 1.0}
    assert figures(Blade(key="stick")) == expected
    arms = 'weapons = []\nmelee = [{ key = "stick", base = 30, accuracy = 1, in-hand = true }]'
    one = fight(arms, 'at = [1.5, 0]\nweapons = []\narmour = "light-chest-l1"')
    one.play("strike ana tor", dice=[5, 5, 39])  # one over Guard; struck armour stops it
    assert (one.get("tor.health"), one.get("tor.armour-points"), one.get("tor.conditions")) == (100, 40, [])
    with pytest.raises(Refused, match="out of reach"):
        fight(arms, "at = [1.6, 0]").play("strike ana tor")


@pytest.mark.rule("cx.thrown.accuracy", "cx.order.thrown")
def test_a_throwing_weapon_without_figures_is_one_light_piece_that_slows_reflexes() -> None:
    assert figures(Dart(key="can")) == {
        "level": 1,
        "size": "light",
        "type": "ballistic",
        "reflex": -10,
        "per_place": 1,
        "count": 1,
    }
    one = fight('weapons = []\nthrown = [{ key = "can", base = 10, in-hand = true }]', "at = [5, 0]\nweapons = []")
    assert miss(one, "throw ana tor") == 5
    one.play("throw ana tor", dice=[6, 60])
    assert (one.get("tor.health"), one.get("ana.thrown.0.count")) == (95, 0)
    far = fight('weapons = []\nthrown = [{ key = "can", base = 10, in-hand = true }]', "at = [10, 0]\nweapons = []")
    assert miss(far, "throw ana tor") == 6


@pytest.mark.rule("cx.grenade.reflex", "cx.grenade.cook")
def test_a_grenade_without_figures_is_thrown_ten_metres_and_twice_ones_dex_and_hard_to_dodge() -> None:
    expected = {"level": 1, "miss": 5, "base": 10, "dodge": 110, "type": "ballistic", "reflex": -10, "count": 1}
    assert figures(Grenade(key="bang")) == expected
    one = fight('grenades = [{ key = "bang", in-hand = true }]\nskills = { weapons-explosives = 6 }', "at = [11, 0]")
    with pytest.raises(Refused, match="further than 20 m"):
        one.play("lob ana 20.1,0")
    one.play("cook ana", dice=[])
    one.play("lob ana 10,0", dice=[6])
    assert (one.get("tor.health"), one.get("ana.grenades.0.cooked")) == (100, False)
    wielder = 'weapons = []\ngrenades = [{ key = "bang", in-hand = true }]\nat = [11, 0]'
    frag = 'grenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }'
    two = fight(frag, wielder)
    two.play("lob ana 11,0", dice=[6, 1])
    dodge = next(event for event in two.events if event.rule == "cx.ruling.grenade-dodge")
    assert "-10" in str(dodge.tally)


@pytest.mark.rule("cx.shieldgen.block", "cx.shield.laser")
def test_a_shield_without_figures_holds_100_and_comes_back_with_50_after_a_turn() -> None:
    said = {key: value for key, value in figures(Shield(key="bubble")).items() if key != "strength"}
    assert said == {"level": 1, "hard_points": 1, "capacity": 100, "restart": 1, "recharge": 50}
    one = fight("", 'shield = { key = "bubble" }')
    one.gm("hurt tor 99 laser")
    assert (one.get("tor.shield.strength"), one.get("tor.health")) == (1, 100)
    one.gm("hurt tor 2 laser", dice=[49])
    assert (one.get("tor.shield.strength"), one.get("tor.health")) == (0, 99)


@pytest.mark.rule("cx.armor.concepts", "cx.armor.unarmored")
def test_armour_without_figures_is_none() -> None:
    assert figures(Armour(key="shirt")) == {"standard": True}
    one = fight("", 'armour = { key = "shirt" }')
    one.gm("hurt tor 40", dice=[50])
    assert one.get("tor.health") == 80


@pytest.mark.rule("cx.ruling.firemode-steps", "cx.ranged.firemode-table")
def test_a_mode_without_steps_keeps_its_addition_whatever_the_stat() -> None:
    assert figures(Mode(addition=3, shots=6)) == {"addition": 3, "shots": 6}
    gun = 'weapons = [{ key = "rattle", group = "smg", brackets = [{ to = 50, miss = 2 }], magazine = 30, auto = { %s } }]'
    for mode, stat, total in (
        ("addition = 3, shots = 6", 14, 5),
        ('addition = 4, shots = 6, stat = "strength", start = 8', 7, 6),
        ('addition = 4, shots = 6, stat = "strength", start = 8', 8, 5),
        ('addition = 4, shots = 6, stat = "strength", start = 8', 14, 5),
        ('addition = 4, shots = 6, stat = "strength", every = 4', 7, 5),
        ('addition = 4, shots = 6, stat = "strength", every = 4', 8, 4),
        ('addition = 4, shots = 6, stat = "strength", start = 6, every = 2', 7, 5),
        ('addition = 4, shots = 6, stat = "strength", start = 6, every = 2', 8, 4),
    ):
        one = fight(f'{gun % mode}\naim = "tor"\nstats = {{ strength = {stat} }}')
        assert miss(one, "fire ana tor mode=auto") == total, (mode, stat)


@pytest.mark.rule("cx.presumed.stats", "cx.presumed.health")
def test_stats_that_are_left_out_are_five_each() -> None:
    assert set(asdict(Stats()).values()) == {5}
    found = starfray.do("compound-x", "sheet 5 5 5 5 5 5 5", dice=[]).result
    assert (found["health"], set(found["modifiers"])) == (fight().get("tor.max-health"), {0})


# --- classes of dice ----------------------------------------------------------------------------------------------------


def degree_of(face: int, bonus: int, dc: int, crit: int) -> int:
    """By the book: natural rolls above 100 - range are critical, above 100 - range/2 extra; a natural 1 fails."""
    if crit != PLAIN and face == 1:
        return FAIL
    extra = 0
    if crit >= 0:
        extra = 20 if crit and face > 100 - crit / 2 else 10 if face > 100 - max(1, crit) else 0
    return (EXTRA if extra == 20 else CRITICAL if extra else PASS) if face + bonus + extra > dc else FAIL


@pytest.mark.rule("cx.presumed.advantage", "cx.presumed.skill-crit", "cx.presumed.skill-fumble", "cx.presumed.skill-check")
@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("crit", [PLAIN, UNLUCKY, 0, 10, 14, 22])
def test_every_face_of_a_check_and_every_pair_with_advantage_or_disadvantage(edge: int, crit: int) -> None:
    """Each class has as many ways as there are faces, or pairs, that show it."""
    for bonus, dc in ((0, 50), (24, 80), (-8, 30)):
        shape = check(bonus, dc, crit, edge)
        expected: dict[int, int] = {}
        for pair in product(range(1, 101), repeat=2 if edge else 1):
            face = max(pair) if edge > 0 else min(pair)
            value = degree_of(face, bonus, dc, crit)
            expected[value] = expected.get(value, 0) + 1
        found: dict[int, int] = {}
        for each in shape.classes():
            found[each.value] = found.get(each.value, 0) + each.weight
            assert shape.read(each.faces) == each.value
        assert found == expected
        generator = Generator(3)
        assert {shape.draw(generator) for _ in range(200)} <= set(expected)


@pytest.mark.rule("cx.maneuver.opposed", "cx.ruling.opposed-crits", "cx.presumed.skill-crit")
@pytest.mark.parametrize(("face", "total"), [(1, FUMBLED), (2, 22), (90, 110), (91, 121), (95, 125), (96, 136), (100, 140)])
def test_an_opposed_total_with_luck_five_and_twenty_points(face: int, total: int) -> None:
    assert score(20, 10).read([face]) == total
    assert score(20, 10, 1).read([1, face]) == total
    assert score(20, 10, -1).read([100, face]) == total
    assert score(20, PLAIN).read([face]) == face + 20


@pytest.mark.rule("cx.stabilize.critfail")
@pytest.mark.parametrize(
    ("face", "value"), [(1, BAD), (5, BAD), (6, FAIL), (40, FAIL), (41, PASS), (90, PASS), (91, CRITICAL), (96, EXTRA)]
)
def test_a_stabilisation_with_forty_points(face: int, value: int) -> None:
    assert stabilise(40, 80, 10).read([face]) == value
    assert stabilise(80, 80, 10).read([5]) == PASS + BAD
    assert stabilise(40, 80, 10, 1).read([2, face]) == (value if face >= 2 else BAD)


# --- facing, charges, sums ----------------------------------------------------------------------------------------------


@pytest.mark.rule("cx.ruling.flank-facing", "cx.flank.melee")
def test_one_faces_the_way_one_went_last_and_is_struck_from_behind() -> None:
    sword = 'weapons = []\nmelee = ["gs101-sword"]'
    tor = "at = [4, 0]\nactions = 4\nweapons = []\nstats = { dexterity = 8 }"
    one = fight(f"{sword}\nat = [4, 7]", tor, up="tor")
    one.play("run tor 8,0>8,4", dice=[])
    assert one.get("tor.facing") == 90  # the last piece of the way, north
    one.play("end-turn tor", dice=[]).step(dice=[])
    for at, behind in (("8,3", True), ("7,3", True), ("7,4", False), ("8,5", False)):
        one.gm(f"place ana {at}")
        tally = one.preview("strike ana tor").tally
        assert tally is not None
        assert ("cx.flank.melee" in [reason.rule for reason in tally.reasons]) is behind, at
    one.play("strike ana tor", dice=[1, 10])
    assert one.get("ana.facing") == -90


@pytest.mark.rule("cx.grenade.skill", "cx.actions.skill")
def test_a_charge_takes_one_action_or_three_and_goes_off_from_fifty_metres() -> None:
    charge = 'weapons = []\ngrenades = [{ key = "c10", in-hand = true, count = 2 }]\nskills = { weapons-explosives = 10 }'
    one = fight(charge, "at = [30, 0]")
    with pytest.raises(Refused, match="is set, not thrown"):
        one.play("lob ana 5,0")
    one.play("set-charge ana", dice=[31])  # 41 is over 40
    assert (one.get("ana.actions"), one.get("ana.grenades.0.dropped"), one.get("ana.grenades.0.lies")) == (3, True, [0, 0])
    slow = fight(charge, "at = [30, 0]")
    slow.play("set-charge ana", dice=[30])
    assert slow.get("ana.actions") == 1
    one.gm("place ana 0,50.1")
    with pytest.raises(Refused, match="reaches 50 m"):
        one.play("detonate ana")
    one.gm("place ana 0,50")
    one.play("detonate ana", dice=[])
    assert (one.get("ana.actions"), one.get("ana.grenades.0.count"), one.get("ana.grenades.0.lies")) == (2, 1, None)
    with pytest.raises(Refused, match="has set no charge") as refused:
        one.play("detonate ana")
    assert refused.value.rule == "cx.grenade.skill"
    for skill, rule in ((5, "cx.grenade.skill"), (6, None)):
        thrower = fight(f'grenades = [{{ key = "frag", in-hand = true }}]\nskills = {{ weapons-explosives = {skill} }}')
        found = thrower.refusal("lob ana 10,0")
        assert (found.rule if found is not None else None) == rule
    knife = fight('weapons = []\ngrenades = [{ key = "frag", in-hand = true }]\nskills = { weapons-explosives = 6 }')
    with pytest.raises(Refused, match="not for placing"):
        knife.play("set-charge ana")


@pytest.mark.rule("cx.order.miss-chance", "cx.ranged.miss-chance", "cx.ruling.nat10-nat1")
@pytest.mark.parametrize(
    ("words", "number", "hits"),
    [
        ("30", 4, "on 5 or more"),
        ("30 fire=hip", 7, "on 8 or more"),
        ("30 fire=blind", 10, "never"),
        ("30 cover=partial", 6, "on 7 or more"),
        ("30 cover=full", 8, "on 9 or more"),
        ("30 cover=full stance=hunkered", 10, "never"),
        ("30 stance=crouched", 5, "on 6 or more"),
        ("30 stance=prone", 6, "on 7 or more"),
        ("30 prone=yes", 3, "on 4 or more"),
        ("30 sprinted=yes", 5, "on 6 or more"),
        ("30 perception=15", 1, "on 2 or more"),
        ("5 perception=15 prone=yes", -1, "always"),
    ],
)
def test_the_whole_sum_of_a_miss_chance_outside_a_fight(words: str, number: int, hits: str) -> None:
    found = starfray.do("compound-x", f"miss-chance ecsc-mk16 {words}", dice=[]).result
    assert (found["miss-chance"], found["hits"]) == (number, hits)
