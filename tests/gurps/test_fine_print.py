"""More of the small print: procedures, fatigue and death, forms, what is told."""

from __future__ import annotations

import pytest

import starfray
from starfray.engine.errors import BadInput
from tests.gurps.fights import ANN, combatant, duel, said, total_of
from tests.gurps.test_groups import brawl


@pytest.mark.rule("gurps.hike.speed")
@pytest.mark.parametrize(("move", "load", "miles"), [(0, "none", 0), (1, "extra-heavy", 10), (5, "light", 40), (5, "none", 50)])
def test_whoever_cannot_move_marches_nowhere_and_a_load_leaves_a_point_of_move(move: int, load: str, miles: int) -> None:
    assert starfray.do("gurps", f"hike {move} load={load}").result["miles-a-day"] == miles


@pytest.mark.rule("gurps.ruling.defaults")
@pytest.mark.parametrize("levels", ["12+abc", "-4", "1.5", "²"])
def test_related_skills_are_given_by_their_levels(levels: str) -> None:
    with pytest.raises(BadInput, match="levels, as"):
        starfray.do("gurps", f"default 12 related={levels}")


@pytest.mark.rule("gurps.hp.death-check", "gurps.injury.mortal.further")
def test_by_which_check_somebody_died_is_told() -> None:
    dead = duel(bob={"hp": "-9"}).gm("hurt bob 1 cr", dice=[5, 5, 3])  # HT 10 failed by 3
    assert (dead.get("bob.dead"), said(dead, "gurps.injury.mortal.further")) == (True, False)
    twice = duel(bob={"hp": "-9"}).gm("hurt bob 11 cr", dice=[5, 5, 1, 5, 5, 1])  # failed by 1, and at -20 again
    assert (twice.get("bob.dead"), said(twice, "gurps.injury.mortal.further")) == (True, True)


@pytest.mark.rule("gurps.ruling.legal-types")
@pytest.mark.parametrize(
    ("weapon", "vitals", "eyes"), [("broadsword", True, False), ("mace", True, False), ("rapier", True, True)]
)
def test_a_form_offers_the_places_one_of_the_weapons_may_be_aimed_at(weapon: str, vitals: bool, eyes: bool) -> None:
    fight = duel({"weapons": f'["{weapon}"]'})  # fists and feet crush, and may strike at the vitals
    places = [
        option.key for field in fight.form("ann", "attack").fields if field.name == "location" for option in field.options
    ]
    assert ("vitals" in places, "right-eye" in places) == (vitals, eyes)
    fault = fight.refusal("attack ann bob kick location=right-eye")
    assert fault is not None
    assert fault.rule == "gurps.ruling.legal-types"


@pytest.mark.rule("gurps.fp.hp-loss", "gurps.fp.overflow", "gurps.fp.unconscious")
def test_fatigue_that_costs_hp_leads_to_death_checks() -> None:
    fight = duel(bob={"hp": "-8", "fp": "0"})
    fight.gm("tire bob 2", dice=[3, 3, 3])  # HP -10: HT 10, lives
    assert (fight.get("bob.hp"), fight.get("bob.dead"), fight.get("bob.mortal")) == (-10, False, False)
    easy = duel(bob={"fp": "3"}).gm("tire bob 3", dice=[])
    assert (easy.get("bob.fp"), easy.get("bob.hp")) == (0, 10)


@pytest.mark.rule("gurps.core.pools")
def test_a_thing_carries_whatever_is_on_it() -> None:
    rack = combatant("rack", "b", "[5, 5]", {"archetype": '"crate"', "weapons": '[{ key = "hmg", hand = "" }]'})
    assert duel(more=rack).get("rack.encumbrance") == 0


@pytest.mark.rule("gurps.maneuver.do-nothing", "gurps.maneuver.do-nothing.stunned")
def test_to_do_nothing_is_told_apart_from_being_stunned() -> None:
    free = duel().play("do-nothing ann", dice=[])
    assert (said(free, "gurps.maneuver.do-nothing"), said(free, "gurps.maneuver.do-nothing.stunned")) == (True, False)
    stunned = duel({"stunned": '"physical"'}).play("do-nothing ann", dice=[])
    assert (said(stunned, "gurps.maneuver.do-nothing"), said(stunned, "gurps.maneuver.do-nothing.stunned")) == (False, True)


@pytest.mark.rule("gurps.magic.easy", "gurps.magic.total")
@pytest.mark.parametrize(
    ("kind", "skill", "cost"), [("easy", 15, 0), ("moderate", 13, 3), ("very-difficult", 12, 4), ("heroic", 10, 6)]
)
def test_what_one_part_of_each_class_costs(kind: str, skill: int, cost: int) -> None:
    for part in ("range", "duration", "target", "effect"):
        found = starfray.do("gurps", f"spell-cost 14 {part}={kind}").result  # a second of thought gives 1
        assert (found["effective"], found["fp"]) == (skill, cost)


@pytest.mark.rule("gurps.group-combat.all-out-defense", "gurps.ruling.group-defense")
def test_of_a_group_those_parry_who_can() -> None:
    fight = brawl(4, 2).play("do-nothing red-1", dice=[]).play("group-defense blu-1 double", dice=[])
    fight.gm('set blu-2.crippled ["right-arm","left-arm"]')
    fight.play("group-attack red-1 blu-1+blu-2", dice=[3, 3, 3, 5, 5, 5, 2, 2, 2], answers=["dodge", "parry"])
    assert (fight.get("blu-1.hp"), fight.get("blu-2.hp")) == (10, 10)  # parry 8 of the one who can, by 2: all three


@pytest.mark.rule("gurps.critical.hit.table", "gurps.ruling.head-locations")
def test_a_critical_thrust_at_one_eye_does_not_find_the_other() -> None:
    fight = duel({"weapons": '["rapier"]', "skills": "{ rapier = 20 }"}, {"max-hp": "99", "hp": "99"})
    fight.play("attack ann bob location=left-eye", dice=[1, 1, 1, 2, 2, 3, 6, 3, 3, 3])  # row 7; 1d+1 impaling x4; HT
    assert fight.get("bob.crippled") == ["left-eye"]


@pytest.mark.rule("gurps.magic.heroic.components")
def test_the_gm_may_give_a_heroic_spell_twenty_dice() -> None:
    fight = duel({"skills": "{ thaumatology = 30 }", "thought": "{ seconds = 1 }"}, {"max-hp": "99", "hp": "99"})
    fight.play("cast ann built bob effect=heroic", dice=[3, 3, 4, *[1] * 20], answers=["no", "20"])
    assert fight.get("bob.hp") == 79


@pytest.mark.rule("gurps.ruling.evaluate-loss", "gurps.maneuver.wait")
def test_a_held_blow_needs_no_second_roll_to_stay_awake() -> None:
    fight = duel({"hp": "0"})
    fight.play("wait ann attacks", dice=[3, 3, 3], steps=True)  # HT 10
    fight.play("attack bob ann", dice=[6, 5, 5, 6, 5, 5], answers=["act"])  # she misses, he misses: no HT between
    assert fight.get("ann.unconscious") is False


@pytest.mark.rule("gurps.ruling.multiple-defenses")
def test_one_blow_is_blocked_between_two_turns_and_no_more() -> None:
    shield = {"shield": '"small-shield"', "skills": "{ broadsword = 12, shield = 14 }"}
    eve = combatant("eve", "a", "[1, 1]", {**ANN, "speed": "5.2"})
    fight = duel(bob=shield, more=eve)
    fight.play("attack ann bob", dice=[3, 3, 3, 3, 3, 3], answers=["block"], steps=True)
    fight.play("attack eve bob")
    assert "block" not in [option.key for option in fight.asks[0].options]


@pytest.mark.rule("gurps.critical.hit.no-defense", "gurps.group-combat.defense")
def test_only_a_critical_hit_of_a_group_goes_past_the_guard() -> None:
    plain = brawl(2, 1).play("group-attack red-1 blu", dice=[4, 4, 4, 1, 2, 2], answers=["dodge"])
    assert (plain.get("blu.hp"), said(plain, "gurps.critical.hit.no-defense")) == (10, False)
    sure = brawl(1, 1).play("group-attack red blu", dice=[1, 1, 1, 3, 3, 4, 1])
    assert (sure.get("blu.hp"), said(sure, "gurps.critical.hit.no-defense")) == (9, True)


@pytest.mark.rule("gurps.stun-points.after", "gurps.stun-points.loss")
def test_stun_points_are_spoken_of_where_they_are_played_with() -> None:
    for rulings, spoken in (("", False), ('stun-points = "5"', True)):
        fight = duel(bob={"unconscious": "true"}, rulings=rulings).gm("hurt bob 2 cr")
        assert (fight.get("bob.hp"), said(fight, "gurps.stun-points.after")) == (8, spoken)


@pytest.mark.rule("gurps.ruling.stun-timing", "gurps.injury.stunned.recovery")
def test_a_turn_that_ends_leaves_no_traces_on_the_sound() -> None:
    fight = duel({"stunned": '"physical"'})
    fight.play("do-nothing ann", dice=[]).step(dice=[3, 3, 3])  # HT 10 at the end of it
    fight.play("do-nothing bob", dice=[], steps=True)
    assert [fight.get(f"ann.{each}") for each in ("strain", "guard-down", "shock")] == [0, 0, 0]
    fight.play("attack ann bob", dice=[5, 5, 5])
    assert total_of(fight, "gurps.maneuver.attack") == 12
