"""The worked examples of the book, number by number: the check, close combat, fire fights. What the book gets wrong is said."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray import Fight
from tests.icar.street import needed, rolls, said

WORDS = '"into him, and on from there"'


def byrnie(words: str = "", who: str = "byrnie", initiative: int = 12) -> str:
    return person("byrnie", who, "red", initiative, "[0, 0]", words)


def simon(words: str = "", side: str = "blue", initiative: int = 8) -> str:
    return person("simon", "simon", side, initiative, "[1, 0]", words)


def person(archetype: str, who: str, side: str, initiative: int, at: str, words: str) -> str:
    return (
        f'[[combatant]]\nid = "{who}"\narchetype = "{archetype}"\nside = "{side}"\ninitiative = {initiative}\nat = {at}\n'
        + ("" if "hand" in words else 'hand = ""\n')
        + words
        + "\n"
    )


def scene(*people: str, now: str = "turn = 1") -> Fight:
    return starfray.loads(f'rulebook = "icar"\nkind = "ground"\n[now]\n{now}\n' + "".join(people))


@pytest.mark.rule("icar.example.01", "icar.check.core", "icar.check.equipment-bonus", "icar.check.default-tn")
def test_example_1_john_smith_prises_an_airlock_open() -> None:
    assert starfray.do("icar", "check skill=4 attribute=4 bonus=1", dice=[5]).result["passed"] is True  # 14


@pytest.mark.rule("icar.example.02", "icar.check.core")
def test_example_2_something_in_the_crate_wakes_up() -> None:
    assert starfray.do("icar", "check skill=1 attribute=4", dice=[6]).result["passed"] is False  # 11


@pytest.mark.rule("icar.example.03", "icar.check.free-tn", "icar.check.attribute-choice")
def test_example_3_meat_and_a_wrench_because_wit_is_refused() -> None:
    john = person("john-smith", "john", "red", 9, "[0, 0]", "")
    fight = scene(john, simon())
    fight.play('attempt john "hammer the engine" macro-engineering meat', dice=[7], answers=["14", "yes"])
    assert needed(fight) == 7  # 14 - 4 - 2 - 1: a 7 is just enough


@pytest.mark.rule("icar.example.04", "icar.combat.order", "icar.combat.initiative")
def test_example_4_who_wins_the_initiative_strikes_first_and_the_other_does_not() -> None:
    text = (
        'rulebook = "icar"\n'
        + byrnie('combos = [{ name = "x", moves = ["punch", "punch", "punch"] }]')
        + person("bar-regular", "reg", "blue", 0, "[1, 0]", "stun = 3")
    )
    fight = starfray.loads(text).step(dice=[6, 5]).play(f"combo byrnie reg x {WORDS}", dice=[9])
    assert (fight.get("reg.stun"), fight.over is not None) == (-6, True)


@pytest.mark.rule("icar.example.05", "icar.close.once.surprise", "icar.close.once.stun")
def test_example_5_a_punch_without_warning() -> None:
    fight = scene(byrnie(), simon("surprised = true")).play("hit byrnie simon", dice=[9])  # 13: the bracket forgets the die
    assert (needed(fight), fight.get("simon.stun"), fight.get("simon.hp")) == (8, 10, 10)


@pytest.mark.rule("icar.example.06", "icar.close.once.opposed", "icar.close.once.stun")
def test_example_6_both_hit_and_nine_loses_against_ten() -> None:
    fight = scene(byrnie(), simon()).play("hit byrnie simon", dice=[5, 4])
    assert (fight.get("byrnie.stun"), fight.get("simon.stun")) == (7, 13)


@pytest.mark.rule("icar.example.07", "icar.close.once.held-object", "icar.close.once.surprise")
def test_example_7_a_table_leg_over_the_head() -> None:
    fight = scene(byrnie("surprised = true", initiative=3), simon('hand = "table-leg"')).play("hit simon byrnie", dice=[6])
    assert (needed(fight), fight.get("byrnie.stun"), fight.get("byrnie.hp")) == (6, 7, 6)


@pytest.mark.rule("icar.example.08", "icar.close.combo.describe-first")
def test_example_8_no_description_no_combo_whatever_the_die() -> None:
    enforcer = person("star-enforcer", "enforcer", "blue", 3, "[1, 0]", "")
    fight = scene(byrnie(), enforcer).play("combo byrnie enforcer floor", dice=[])
    assert (fight.get("enforcer.stun"), rolls(fight)) == (11, [])


@pytest.mark.rule("icar.example.09", "icar.close.combo.check", "icar.close.combo.npc-tn")
def test_example_9_described_it_may_be_rolled_at_the_difficulty_of_two_the_table_declares() -> None:
    """The book gives Punch, Trip, Stamp 1 here and 2 there; the moves add up to 1 (icar.ruling.pts-difficulty)."""
    declared = 'combos = [{ name = "one", moves = ["punch", "trip", "stamp"], difficulty = 2 }]'
    enforcer = person("star-enforcer", "enforcer", "blue", 3, "[1, 0]", "")
    fight = scene(byrnie(declared), enforcer).play(f"combo byrnie enforcer one {WORDS}", dice=[8])
    assert (needed(fight), fight.get("enforcer.stun")) == (8, 5)


DECLARED = 'combos = [{ name = "barge", moves = ["trip", "stamp", "stamp"], difficulty = 2 }]\nseat = "ana"'
SKULL = 'combos = [{ name = "skull", moves = ["headbutt", "headbutt", "headbutt"] }]\nseat = "ben"'


@pytest.mark.rule("icar.example.10", "icar.close.duel.compare", "icar.close.trip")
def test_example_10_seven_beats_six_and_simon_is_on_the_floor() -> None:
    """Trip, Stamp, Stamp is 1 by its moves (icar.ruling.barge-difficulty); the table declares 2, as told."""
    fight = scene(byrnie(DECLARED), simon(SKULL))
    fight.play(f"combo byrnie simon barge {WORDS}", dice=[5, 3], answers=["skull", "none", "three times"])
    assert (fight.get("simon.prone"), fight.get("simon.stun"), fight.get("byrnie.hp")) == (True, 7, 10)


@pytest.mark.rule("icar.example.11", "icar.close.attribute-swap", "icar.close.duel.compare")
def test_example_11_simon_with_shift_for_battle_still_has_six() -> None:
    fight = scene(byrnie(DECLARED, initiative=3), simon(SKULL))
    fight.play(f"combo simon byrnie skull {WORDS} attribute=shift", dice=[3, 5], answers=["yes", "barge", "none", "barge him"])
    assert needed(fight) == 2 - 3  # Byrnie 1 + 3 - 2, Simon 2 + 4 - 3: 6 against 7
    assert fight.get("simon.prone") is True


@pytest.mark.rule("icar.example.12", "icar.close.aug.damage")
def test_example_12_is_missing_so_the_borg_of_the_lists_stands_in() -> None:
    will = person("williamson", "will", "red", 15, "[0, 0]", "")
    fight = scene(will, person("bar-regular", "reg", "blue", 3, "[1, 0]", ""), person("simon", "s", "blue", 2, "[9, 0]", ""))
    fight.play(f"combo will reg pistons {WORDS} crush=yes", dice=[5], answers=["whole"])
    assert (fight.get("reg.stun"), fight.get("reg.hp")) == (9 - 48, 10 - 48)


@pytest.mark.rule(
    "icar.example.13", "icar.close.swap.difficulty", "icar.close.swap.hold-ends", "icar.close.hold", "icar.close.hold.break"
)
def test_example_13_hold_for_trip_ends_the_combo_at_a_total_of_nine() -> None:
    declared = 'combos = [{ name = "one", moves = ["punch", "trip", "stamp"], difficulty = 2 }]\nseat = "ana"'
    fight = scene(byrnie(declared), simon(SKULL))
    fight.play(f"combo byrnie simon one {WORDS} swap=2:hold", dice=[8, 4], answers=["skull", "none", "again"])  # 9 against 7
    assert (fight.get("simon.held-by"), fight.get("simon.stun"), fight.get("simon.prone")) == ("byrnie", 10, False)
    fight.step(dice=[]).play("stand-by byrnie", dice=[])
    fight.gm("set simon.held-by byrnie").play("escape simon", dice=[5, 6])  # 2 + 4 + 5 against 1 + 3 + 6
    assert fight.get("simon.held-by") == ""


@pytest.mark.rule("icar.example.14", "icar.close.combo.multi-fire")
def test_example_14_the_gun_fires_twice_in_one_turn() -> None:
    fighter = person("gun-fu-fighter", "gun", "red", 15, "[0, 0]", 'hand = "raqax-2e"')
    foe = person("simon", "foe", "blue", 3, "[1, 0]", 'hand = "nelson-h1"\ncombos = []\nmax-hp = 40')
    friend = person("gideon", "friend", "blue", 2, "[1, 1]", "max-hp = 40")
    fight = scene(fighter, foe, friend, now="turn = 1\nground = { acting = true }")
    fight.play(f"combo gun foe puppeteer {WORDS} victim=friend", dice=[9, 5])  # 10 + 7 - 8
    assert (fight.get("friend.hp"), fight.get("foe.hp"), fight.get("foe.weapons.1.apart")) == (34, 34, True)
    first = next(event.tally.total for event in fight.events if event.tally is not None)
    assert first == 9


@pytest.mark.rule(
    "icar.example.15",
    "icar.example.16",
    "icar.example.17",
    "icar.example.18",
    "icar.close.prebuilt.1",
    "icar.close.prebuilt.2",
    "icar.close.prebuilt.3",
    "icar.close.prebuilt.4",
    "icar.close.prebuilt.profile",
)
def test_examples_15_to_18_the_four_combos_given() -> None:
    """The second needs a Headbutt without Stun, whatever the author's own table says (icar.ruling.headbutt-stun)."""
    found: Any = starfray.do("icar", "prebuilt-combos meat=1", dice=[]).result["combos"]
    assert [(row["difficulty"], row["stun"], row["damage"]) for row in found] == [(1, 2, 0), (2, 3, 1), (2, 3, 0), (3, 3, 3)]
    assert [row["prone"] for row in found] == [True, False, True, False]


@pytest.mark.rule("icar.ruling.pts-difficulty", "icar.ruling.barge-difficulty")
def test_what_the_stories_count_as_two_adds_up_to_one() -> None:
    for moves in ("punch+trip+stamp", "trip+stamp+stamp"):
        assert starfray.do("icar", f"combo {moves}", dice=[]).result["difficulty"] == 1


@pytest.mark.rule("icar.example.19", "icar.close.foes.penalty")
@pytest.mark.parametrize(("foes", "penalty"), [(2, 2), (3, 4), (4, 6)])
def test_example_19_two_for_each_foe_beyond_the_first(foes: int, penalty: int) -> None:
    crowd = [person("bar-regular", f"r{n}", "blue", n, f"[{n % 2}, 1]", "") for n in range(4)]
    fight = scene(byrnie(), *crowd)
    fight.play(f"combo byrnie {'+'.join(f'r{n}' for n in range(foes))} fists {WORDS}", dice=[2] * foes)
    assert needed(fight) == 6 + penalty


@pytest.mark.rule("icar.example.20", "icar.close.foes.roll-each", "icar.ruling.example-levels")
def test_example_20_simon_and_gideon_at_once() -> None:
    """Byrnie has Street Fighting 1 and a Kick needs 2: the table has agreed."""
    two = (
        'combos = [{ name = "kicks", moves = ["kick", "kick"], agreed = true }, { name = "punches", '
        'moves = ["punch", "punch"] }]'
    )
    crowd = (simon("combos = []"), person("gideon", "gideon", "blue", 2, "[0, 1]", "combos = []"))
    fight = scene(byrnie(two), *crowd).play(f"combo byrnie simon+gideon kicks+punches {WORDS}", dice=[9, 8])
    assert (fight.get("simon.stun"), fight.get("gideon.stun")) == (13, 3)  # needs 10 and 8
    assert said(fight).count("icar.close.combo.check") == 2


@pytest.mark.rule("icar.example.21", "icar.fire.check", "icar.fire.effect")
def test_example_21_twenty_damage_and_twenty_stun() -> None:
    fight = scene(byrnie('hand = "arms-3"'), simon()).play("fire byrnie simon", dice=[5])
    assert needed(fight) == 5  # 10 - 3 - 3 + 1: only just
    fight.step(dice=[], answers=["whole"], steps=1)
    assert (fight.get("simon.hp"), fight.get("simon.stun")) == (-10, -7)
