"""More rules just inside and just outside: reactions, treatment, what is told and what is not."""

from __future__ import annotations

import pytest

from tests.coriolis.build import duel, refused, tale
from tests.coriolis.test_opportunity import MISS_B, knives
from tests.coriolis.ward import ward

FRIEND = '[[combatant]]\nid = "f"\nside = "red"\nat = [0, 1]\n'


@pytest.mark.rule("coriolis.action.shot")
def test_a_throw_reaches_no_further_than_a_shot_would() -> None:
    hands = 'weapons = ["smoke-grenade"]'
    assert refused(duel(a=hands, gap=500), "throw a b smoke-grenade").startswith("ruling.ranged.beyond")
    duel(a=hands, gap=15).play("throw a b smoke-grenade", dice=[6, 1, 1, 1, 1, 1, 3, 3])


@pytest.mark.rule("coriolis.action.opportunity")
@pytest.mark.parametrize(("ap", "asked"), [(0, False), (1, True)])
def test_one_point_is_enough_for_a_blow_at_whoever_leaves(ap: int, asked: bool) -> None:
    fight = knives(b=f"ap = {ap}")
    fight.play("move a -5,0", dice=MISS_B if asked else [], answers=["knife", "no"] if asked else [])
    assert (fight.get("b.ap"), fight.get("a.at")) == (0, [-5, 0])


@pytest.mark.rule("coriolis.core.darkness.gain", "coriolis.core.darkness.spend")
def test_a_players_prayer_feeds_the_darkness_and_the_gms_takes_from_it() -> None:
    answers = {"coriolis.core.pray": ["yes"]}
    player = duel(a="pc = true", now='turn = 1\nup = "a"\ndarkness = 2').play("shot a b", dice=[1] * 14, answers=answers)
    npc = duel(now='turn = 1\nup = "a"\ndarkness = 2').play("shot a b", dice=[1] * 14, answers=answers)
    assert (player.get("darkness"), npc.get("darkness")) == (3, 1)


@pytest.mark.rule("coriolis.action.full-auto.mounted")
def test_what_is_set_up_is_in_hand() -> None:
    fight = duel(a='weapons = ["knife", { key = "vulcan-machine-gun", in-hand = false }]')
    assert "vulcan-machine-gun" in refused(fight, "set-up a vulcan-machine-gun")
    ready = duel(a='weapons = ["vulcan-machine-gun"]').play("set-up a vulcan-machine-gun", dice=[])
    assert ready.get("a.set-up") is True


@pytest.mark.rule("coriolis.ruling.bonus.order")
def test_nobody_is_stunned_by_a_hit_for_which_no_stun_was_bought() -> None:
    gun = 'weapons = ["stun-gun"]'
    plain = duel(a=gun).play("shot a b", dice=[6, 1, 1, 1, 1, 1, 1])
    bought = duel(a=gun).play("shot a b", dice=[6, 6, 6, 1, 1, 1, 1], answers=["stun:2"])
    assert (plain.get("b.hp"), plain.get("b.stunned"), bought.get("b.stunned")) == (4, 0, 1)


@pytest.mark.rule("coriolis.ruling.first-aid.reach")
def test_whoever_is_too_far_goes_there_and_out_of_a_car_first() -> None:
    far = ward(gap=5)
    assert refused(far, "first-aid m p").endswith("move")
    bus = '[[combatant]]\nid = "bus"\nside = "red"\nat = [0, 0]\ncraft = { key = "groundcar" }\n'
    assert refused(ward('gear = ["medkit"]\naboard = "bus"', gap=5, more=bus), "first-aid m p").endswith("leave")


@pytest.mark.rule("coriolis.heal.first-aid")
def test_first_aid_is_for_living_people() -> None:
    bus = '[[combatant]]\nid = "bus"\nside = "red"\nat = [0, 0]\ncraft = { key = "groundcar", hp = 0 }\n'
    assert refused(ward(patient="hp = 0\ndead = true"), "first-aid m p").startswith("heal.first-aid")
    assert refused(ward(more=bus), "first-aid m bus").startswith("heal.first-aid")
    fight = ward().play("first-aid m p", dice=[6, *[1] * 7])
    assert fight.get("p.hp") == 1


@pytest.mark.rule("coriolis.ruling.dice-order", "coriolis.action.help")
def test_a_comrades_help_counts_for_the_blow_it_was_given_for() -> None:
    fight = duel(gap=1, more=FRIEND, now='turn = 1\nup = "f"\norder = ["f", "a", "b"]')
    fight.play("help f a melee-attack", dice=[]).play("end-turn f", dice=[])
    fight.play("melee-attack a b unarmed", dice=[1] * 7, answers=["no"])  # 4 + 2, and one for the help
    again = knives(a="helps = []")
    again.play("move a -5,0", dice=MISS_B, answers=["knife", "no"])  # nobody has helped b: 3 + 1 + 2


@pytest.mark.rule("coriolis.action.overwatch-fire.no-change", "coriolis.ruling.ap.declared")
@pytest.mark.parametrize(("act", "dice", "hidden"), [("go-prone a", 0, True), ("shot a b", 7, False)])
def test_an_attack_gives_away_who_hides_and_lying_down_does_not(act: str, dice: int, hidden: bool) -> None:
    fight = duel(a="hidden = true").play(act, dice=[1] * dice)
    assert fight.get("a.hidden") is hidden


@pytest.mark.rule("coriolis.ranged.mod.size.large")
@pytest.mark.parametrize(("size", "dice"), [("", 7), ("large", 8)])
def test_the_large_are_easier_to_hit_and_the_ordinary_are_not(size: str, dice: int) -> None:
    duel(b=f'size = "{size}"' if size else "").play("shot a b", dice=[1] * dice)
    duel(b='size = "large"').play("shot a b", dice=[1] * 8)


@pytest.mark.rule("coriolis.ruling.pushing-on.timer", "coriolis.ruling.first-aid.cap")
def test_whoever_is_helped_up_waits_for_nothing_more() -> None:
    patient = "attributes = { strength = 1, agility = 1 }\nhp = 0\nprone = true\nbroken-hours = 4\nunconscious = 2"
    fight = ward(patient=patient).play("first-aid m p", dice=[6, 6, 6, 1, 1, 1, 1, 1])
    assert [fight.get(f"p.{name}") for name in ("hp", "broken-hours", "unconscious")] == [2, 0, 0]


@pytest.mark.rule("coriolis.ruling.sneak.order")
def test_the_order_of_a_sneak_attack_is_told_where_there_are_several() -> None:
    def told(more: str, dice: str) -> bool:
        fight = duel(a='sneaks = "short"\nskills = { infiltration = 2 }', now="turn = 0", more=more)
        return any("[ruling.sneak.order]" in line for line in tale(fight, "due", dice))

    second = FRIEND.replace("at = [0, 1]", 'at = [0, 1]\nsneaks = "short"\nskills = { infiltration = 2 }')
    assert told(second, "611111" + "61111")
    assert not told("", "611111")
