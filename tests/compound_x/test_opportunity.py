"""Opportunity attacks: what provokes them, who is alert, what one of them is."""

from __future__ import annotations

import pytest

import starfray
from starfray import Fight
from tests.compound_x.helpers import rules
from tests.compound_x.test_melee import duel

SWORD = 'melee = [{ key = "gs101-sword", in-hand = true }]'
BOTH = ('engaged = ["tor"]', 'engaged = ["ana"]')
STRIKE = {"cx.opportunity.reaction": ["gs101-sword"]}
KIT = 'id = "kit"\nside = "crew"\nat = [0, 9]'


def melee(ana: str = "", tor: str = SWORD, *others: str, head: str = "", **more: str) -> Fight:
    """Ana and Tor in melee, Ana's turn."""
    return duel(f"{BOTH[0]}\n{ana}".strip(), f"{BOTH[1]}\n{tor}".strip(), *others, head=head, **more)


@pytest.mark.rule(
    "cx.opportunity.leave", "cx.opportunity.reaction", "cx.ruling.opportunity-attack", "cx.ruling.opportunity-once"
)
def test_leaving_a_melee_lays_one_open_once() -> None:
    one = melee()
    one.play("run ana -4,0", dice=[5, 2], answers=["gs101-sword"])
    assert one.get("ana.health") == 100 - 54
    assert one.get("tor.reactions") == 2
    assert one.get("ana.at") == [-4, 0]


@pytest.mark.rule("cx.reaction.limit", "cx.ruling.opportunity-alert")
def test_nobody_reacts_who_is_not_alert_or_has_no_reaction_left() -> None:
    for tor in ("reactions = 0", "stunned = 1", 'restrained = "zip-cuffs"', "unconscious = true"):
        one = melee("", f"{SWORD}\n{tor}", 'id = "mo"\nside = "dock"\nat = [9, 9]')
        one.play("run ana -4,0", dice=[])
        assert one.get("ana.at") == [-4, 0]
    alert = melee()
    alert.play("run ana -4,0", dice=[1, 5], answers=["gs101-sword"])
    assert alert.get("tor.reactions") == 2


@pytest.mark.rule("cx.opportunity.weapons", "cx.ruling.opportunity-unarmed", "cx.ruling.melee-end")
def test_a_long_gun_makes_no_opportunity_attack_and_a_short_one_does() -> None:
    melee("", 'weapons = ["ecsc-mk16"]').play("run ana -4,0", dice=[])
    one = melee("", 'weapons = ["g-w-10mm-auto"]')
    one.play("run ana -4,0")
    assert [option.key for option in one.asks[0].options] == ["g-w-10mm-auto", "decline"]


@pytest.mark.rule("cx.opportunity.pass", "cx.ruling.opportunity-pass")
def test_walking_past_somebody_alert_lays_one_open_too() -> None:
    one = duel("at = [-2, 1]", SWORD)
    one.play("run ana 3,1", dice=[1, 5], answers=["gs101-sword"])
    assert one.get("tor.reactions") == 2
    coming = duel("at = [-2, 0]", SWORD)
    coming.play("run ana 0,0", dice=[])
    assert coming.get("tor.reactions") == 3
    wide = duel("at = [-2, 3]", SWORD)
    wide.play("run ana 3,3", dice=[])  # out of his reach all the way
    assert wide.get("tor.reactions") == 3


@pytest.mark.rule("cx.opportunity.shoot-away")
def test_shooting_somebody_further_off_lays_one_open_even_with_a_pistol() -> None:
    far = 'id = "kit"\nside = "dock"\nat = [0, 15]\nstance = "prone"'
    one = melee('weapons = ["g-w-10mm-auto"]', SWORD, far)
    one.play("fire ana kit", dice=[1, 5, 2], answers=["gs101-sword"])
    assert one.get("tor.reactions") == 2


@pytest.mark.rule("cx.opportunity.noncqb", "cx.ruling.cqb-own-melee")
def test_a_long_gun_lays_one_open_even_against_the_one_beside() -> None:
    one = melee('weapons = ["ecsc-mk16"]', SWORD + '\nstance = "prone"')
    one.play("fire ana tor", dice=[1, 5, 2], answers=["gs101-sword"])
    assert one.get("tor.reactions") == 2
    pistol = melee('weapons = ["g-w-10mm-auto"]', SWORD + '\nstance = "prone"')
    pistol.play("fire ana tor", dice=[2])
    assert pistol.get("tor.reactions") == 3


@pytest.mark.rule("cx.ruling.opportunity-throw")
def test_a_throw_lays_one_open_at_any_distance() -> None:
    one = melee('thrown = [{ key = "throwing-knife", in-hand = true }]', SWORD)
    one.play("throw ana tor", dice=[1, 5, 2], answers=["gs101-sword"])
    assert one.get("tor.reactions") == 2


@pytest.mark.rule("cx.opportunity.skill", "cx.ruling.opportunity-timing", "cx.example.oa-medicine")
def test_treating_a_friend_lays_one_open_and_the_act_is_lost_with_its_cost() -> None:
    fallen = 'id = "kit"\nside = "crew"\nat = [0, 1]\nhealth = 0\nstance = "prone"'
    one = melee("health = 40", SWORD, fallen, 'id = "mo"\nside = "crew"\nat = [9, 9]')
    one.legal("ana")
    one.play("stabilise ana kit", dice=[6, 2], answers=["gs101-sword"])
    assert one.get("ana.health") == 0
    assert one.get("kit.health") == 0
    assert one.get("ana.actions") == 0


@pytest.mark.rule("cx.example.oa-kick", "cx.actions.skill")
def test_booting_a_grenade_away_does_not() -> None:
    one = melee()
    one.play("skill ana acrobatics 40", dice=[80])
    assert one.get("tor.reactions") == 3


@pytest.mark.rule("cx.opportunity.skill", "cx.ruling.opportunity-reload")
def test_reloading_and_clearing_a_jam_are_work_for_the_hands() -> None:
    for gun, act in (("rounds = 0", "reload ana"), ("jammed = true", "clear-jam ana")):
        one = melee(f'weapons = [{{ key = "g-w-10mm-auto", {gun} }}]')
        one.play(act, dice=[1, 5, 60], answers=["gs101-sword"])
        assert one.get("tor.reactions") == 2


@pytest.mark.rule("cx.ruling.opportunity-maneuvers", "cx.ruling.melee-action-cost", "cx.maneuver.tie", "cx.maneuver.check")
def test_maneuvers_are_attacks_and_do_not() -> None:
    one = melee()
    one.play("trip ana tor", dice=[2, 90], answers=["athletics"])
    assert one.get("tor.reactions") == 3


@pytest.mark.rule("cx.ruling.opportunity-unarmed")
def test_bare_hands_make_none_unless_the_ruling_says_so() -> None:
    one = melee("", "")
    one.play("run ana -4,0", dice=[])
    assert one.get("tor.reactions") == 3
    fists = melee("", "", head='[rulings]\nopportunity-unarmed = "yes"')
    fists.play("run ana -4,0", dice=[1, 5], answers=["unarmed"])
    assert fists.get("tor.reactions") == 2


@pytest.mark.rule("cx.opportunity.cqb-hip", "cx.hip.penalty", "cx.opportunity.weapons")
def test_a_pistol_fires_one_shot_from_the_hip() -> None:
    one = melee("", 'weapons = ["g-w-10mm-auto"]')
    one.play("run ana -4,0", dice=[7], answers=["g-w-10mm-auto"])  # 4 + 3: a 7 misses
    assert one.get("ana.health") == 100
    assert one.get("tor.weapons.0.rounds") == 10
    aimed = melee("", 'weapons = ["g-w-10mm-auto"]\naim = "ana"')
    aimed.play("run ana -4,0", dice=[5, 20], answers=["g-w-10mm-auto"])
    assert aimed.get("ana.health") == 50


@pytest.mark.rule("cx.opportunity.reaction")
@pytest.mark.parametrize("tor", ["passed-out = true", "reactions = 0", "stunned = 1", 'restrained = "zip-cuffs"'])
def test_whoever_is_not_alert_lets_it_pass(tor: str) -> None:  # cx.ruling.opportunity-alert
    kit = 'id = "kit"\nside = "dock"\nat = [-1, 0]\n' + SWORD
    one = melee("", f"{SWORD}\n{tor}", kit)
    one.play("run ana -4,0", dice=[], answers=["decline"])
    assert one.get("kit.reactions") == 3


def test_whoever_has_no_idea_of_the_mover_makes_none() -> None:
    one = melee('unseen-by = ["tor"]')
    one.legal("ana")
    one.play("run ana -4,0", dice=[])
    assert one.get("tor.reactions") == 3


@pytest.mark.rule("cx.melee.provokes", "cx.combatmod.table", "cx.ruling.drop-decimals", "cx.opportunity.reaction")
def test_striking_somebody_beyond_the_melee_lays_one_open() -> None:
    far = 'id = "kit"\nside = "dock"\nat = [-3, 0]'
    one = melee('stats = { dexterity = 6 }\nmelee = [{ key = "carbon-whip", in-hand = true }]', SWORD, far)
    one.play("strike ana kit", dice=[1, 5, 1, 5], answers=["gs101-sword"])
    assert one.get("tor.reactions") == 2


@pytest.mark.rule("cx.reaction.limit")
def test_three_reactions_a_round_and_no_more() -> None:
    one = melee("", SWORD + "\nreactions = 1")
    one.play("run ana -1,0 actions=1", dice=[1, 5], answers=["gs101-sword"])
    one.play("run ana 0,0 actions=1", dice=[])
    one.play("run ana -1,0 actions=1", dice=[])
    assert one.get("tor.reactions") == 0


def test_several_reactors_come_in_initiative_order_and_stop_when_the_mover_is_down() -> None:
    kit = 'id = "kit"\nside = "dock"\nat = [0, 1]\n' + SWORD
    one = melee("health = 30", SWORD, kit, 'id = "mo"\nside = "crew"\nat = [9, 9]', order="kit ana tor mo")
    one.play("run ana -4,0", dice=[5, 2], answers=["gs101-sword"])
    assert (one.get("kit.reactions"), one.get("tor.reactions")) == (2, 3)
    assert one.get("ana.at") == [0, 0]
    assert "cx.ruling.opportunity-timing" in rules(one)


@pytest.mark.rule("cx.opportunity.leave")
def test_without_a_map_leaving_is_a_distance_above_one_metre() -> None:
    near = """
rulebook = "compound-x"
[now]
round = 1
order = ["ana", "tor"]
up = "ana"
started = true
[[relation]]
kind = "distance"
between = ["ana", "tor"]
value = 1
[[combatant]]
id = "ana"
side = "crew"
actions = 4
engaged = ["tor"]
[[combatant]]
id = "tor"
side = "dock"
engaged = ["ana"]
melee = ["gs101-sword"]
"""
    one = starfray.loads(near)
    one.play("run ana target=tor metres=5", dice=[1, 5], answers=["gs101-sword"])
    assert one.get("tor.reactions") == 2
    assert one.get("ana.engaged") == []
