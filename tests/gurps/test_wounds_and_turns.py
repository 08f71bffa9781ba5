"""What a wound, a turn, a body of people and a spell do at their edges."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from tests.gurps.fights import combatant, duel, gun, said, total_of
from tests.gurps.test_at_the_edge import CID, MISS, events, heavy, refused
from tests.gurps.test_groups import ROLL, brawl

TEN = [3, 3, 4]


def do(text: str, dice: list[int] | None = None) -> Any:
    return starfray.do("gurps", text, dice=dice or [])


# --- wounds --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.ruling.death-thresholds", "gurps.hp.death-check")
def test_a_roll_for_each_multiple_reached_and_none_before() -> None:
    for hp, points, dice in ((10, 19, []), (10, 20, [3, 3, 3]), (-10, 9, []), (-10, 10, [3, 3, 3]), (10, 30, [3, 3, 3] * 2)):
        fight = duel(heavy(points), {"hp": str(hp)}, more=CID)
        major = [3, 3, 3] if 2 * points > 10 else []
        fight.play("attack ann bob", dice=[3, 3, 3, *dice, *major], answers=["no"])
        assert fight.get("bob.hp") == hp - points
    dead = duel(heavy(10), {"hp": "-40"}, more=CID).play("attack ann bob", dice=[3, 3, 3], answers=["no"])
    assert dead.get("bob.dead") is True
    alive = duel(heavy(9), {"hp": "-40"}, more=CID).play("attack ann bob", dice=[3, 3, 3, 3, 3, 3], answers=["no"])
    assert alive.get("bob.dead") is False


@pytest.mark.rule("gurps.injury.mortal", "gurps.ruling.auto-result-margin")
def test_a_death_check_missed_by_1_or_2_is_mortal_and_by_3_deadly() -> None:
    for dice, mortal, dead in (([3, 3, 4], False, False), ([3, 4, 4], True, False), ([4, 4, 4], True, False),
                               ([4, 4, 5], False, True)):  # fmt: skip
        fight = duel(heavy(20), more=CID).play(
            "attack ann bob", dice=[3, 3, 3, *dice, *([] if mortal or dead else TEN)], answers=["no"]
        )
        assert (fight.get("bob.mortal"), fight.get("bob.dead")) == (mortal, dead), dice
    tough = {"attributes": "{ st = 10, dx = 10, ht = 16 }", "speed": "5"}
    for dice in ([6, 6, 5], [6, 6, 6]):
        assert duel(heavy(20), tough, more=CID).play("attack ann bob", dice=[3, 3, 3, *dice], answers=["no"]).get("bob.mortal")


@pytest.mark.rule("gurps.knockback.distance", "gurps.knockback.weak", "gurps.knockback.balance-distance")
def test_yards_by_strength_and_the_balance_they_cost() -> None:
    for st, points, yards, rule in ((10, 7, 0, ""), (10, 8, 1, "distance"), (10, 16, 2, "distance"), (4, 2, 1, "distance"),
                                    (3, 2, 2, "weak"), (4, 3, 1, "distance")):  # fmt: skip
        body = {"attributes": f"{{ st = {st}, dx = 10 }}", "max-hp": "60", "hp": "60", "weapons": "[]", "speed": "5"}
        fight = duel(heavy(points, "cr"), body).play(
            "attack ann bob", dice=[3, 3, 3, *([1, 1, 1] if yards else [])], answers=["no"]
        )
        assert fight.get("bob.at") == [1.0 + yards, 0.0], (st, points)
        told = [event.rule for event in fight.events if event.rule in ("gurps.knockback.distance", "gurps.knockback.weak")]
        assert told == ([f"gurps.knockback.{rule}"] if yards else [])
        if yards:
            assert total_of(fight, "gurps.knockback.balance") == 10 - max(0, yards - 1)
    table = [("20 10", 2, "distance", -1), ("7 10", 0, "distance", 0), ("8 10", 1, "distance", 0), ("5 3", 5, "weak", -4),
             ("5 4", 2, "distance", -1), ("40 0 hp=22", 2, "distance", -1)]  # fmt: skip
    for words, yards, rule, balance in table:
        done = do(f"knockback {words}")
        assert done.result == {"yards": yards, "balance": balance}
        assert done.events[-1].rule == f"gurps.knockback.{rule}"


@pytest.mark.rule("gurps.ruling.knockback-hp", "gurps.knockback.no-st")
def test_hp_stand_in_for_st_only_where_nothing_resists() -> None:
    assert [event.rule for event in do("knockback 40 0 hp=22").events] == ["gurps.knockback.no-st", "gurps.knockback.distance"]
    assert [event.rule for event in do("knockback 40 22 hp=9").events] == ["gurps.knockback.distance"]
    asleep = {"unconscious": "true", "max-hp": "20", "hp": "20", "attributes": "{ st = 10 }"}
    fight = duel(heavy(18, "cr"), asleep, more=CID).play("attack ann bob", dice=[3, 3, 3])
    assert fight.get("bob.at") == [2.0, 0.0]
    awake = {"max-hp": "60", "hp": "60"}
    fight = duel(heavy(18, "cr"), awake).play("attack ann bob", dice=[3, 3, 3, 1, 1, 1], answers=["no"])
    assert fight.get("bob.at") == [3.0, 0.0]
    assert not said(fight, "gurps.knockback.no-st")


@pytest.mark.rule("gurps.ruling.limb-excess", "gurps.location.arm", "gurps.location.hand")
def test_a_limb_takes_what_cripples_it_and_no_more() -> None:
    for place, points, injury, crippled in (("left-arm", 5, 5, False), ("left-arm", 6, 6, True), ("left-arm", 9, 6, True),
                                            ("left-hand", 3, 3, False), ("left-hand", 4, 4, True), ("left-foot", 9, 4, True),
                                            ("torso", 9, 9, False)):  # fmt: skip
        fight = duel({**heavy(points), "skills": "{ brawling = 20 }"})
        down = TEN if crippled or 2 * injury > 10 else []
        fight.play(f"attack ann bob location={place}", dice=[3, 3, 3, *down], answers=["no"])
        assert (10 - fight.get("bob.hp"), fight.get("bob.crippled") == [place]) == (injury, crippled), (place, points)
        assert said(fight, "gurps.ruling.limb-excess") is (points > injury)


@pytest.mark.rule("gurps.location.arm", "gurps.location.hand")
def test_neither_a_lost_arm_nor_a_lost_hand_strikes() -> None:
    for part, free in (("right-arm", False), ("right-hand", False), ("left-arm", True)):
        fight = duel().gm(f'set ann.crippled ["{part}"]')
        if free:
            fight.play("attack ann bob", dice=MISS)
        else:
            assert refused(fight, "attack ann bob") == "gurps.maneuver.attack"
    numb = duel().gm("set ann.useless.right-hand 2")
    assert refused(numb, "attack ann bob") == "gurps.maneuver.attack"


@pytest.mark.rule("gurps.ruling.which-side")
def test_one_to_three_is_the_right_side() -> None:
    for die, side in ((1, "right"), (3, "right"), (4, "left"), (6, "left")):
        fight = duel(heavy(4)).play("attack ann bob location=random", dice=[3, 3, 3, 5, 5, 5, die, *TEN], answers=["no"])
        assert fight.get("bob.crippled") == [f"{side}-hand"]


@pytest.mark.rule("gurps.ruling.groin", "gurps.ruling.shock")
def test_the_groin_doubles_pain_and_the_torso_does_not() -> None:
    fight = duel(heavy(3)).play("attack ann bob location=groin", dice=[3, 3, 3], answers=["no"])
    assert (fight.get("bob.pain"), fight.get("bob.pain-limit")) == (6, 8)
    assert [event.number for event in events(fight, "gurps.ruling.groin")] == [6]
    fight = duel(heavy(3)).play("attack ann bob", dice=[3, 3, 3], answers=["no"])
    assert (fight.get("bob.pain"), fight.get("bob.pain-limit"), said(fight, "gurps.ruling.groin")) == (3, 4, False)
    for pain, shock, told in ((4, 4, []), (5, 4, [5])):
        fight = duel(None, {"pain": str(pain)}).play("do-nothing ann", dice=[])
        fight.step()
        assert fight.get("bob.shock") == shock
        assert [event.number for event in events(fight, "gurps.ruling.shock")] == told


@pytest.mark.rule("gurps.injury.shock")
def test_shock_is_told_and_gone_after_the_turn() -> None:
    fight = duel(None, {"pain": "2"}).play("do-nothing ann", dice=[])
    fight.step()
    assert [(event.who, event.number) for event in events(fight, "gurps.injury.shock")] == [("bob", -2)]
    fight.play("do-nothing bob", dice=[])
    fight.step()
    assert fight.get("bob.shock") == 0


@pytest.mark.rule("gurps.critical.fail.dodge")
def test_only_a_fumbled_dodge_ends_on_the_floor() -> None:
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 6, 6, 6, 1], answers=["dodge"])
    assert fight.get("bob.posture") == "lying"
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 5, 5, 5, 1], answers=["dodge"])
    assert (fight.get("bob.posture"), said(fight, "gurps.critical.fail.dodge")) == ("standing", False)
    fight = duel().play("attack ann bob", dice=[4, 4, 4, 6, 6, 6, 3, 3, 4, 1], answers=["parry-broadsword"])
    assert fight.get("bob.posture") == "standing"
    spell = {"skills": "{ thaumatology = 14 }", "weapons": "[]", "thought": '{ task = "force-bolt" }'}
    body = {"max-hp": "30", "hp": "30"}
    for dice, posture in (([6, 6, 6], "lying"), ([5, 5, 5], "standing")):
        fight = duel(spell, body, gap=5).play("cast ann force-bolt bob", dice=[3, 3, 3, *dice, 1, 1, 1], answers=["dodge"])
        assert fight.get("bob.posture") == posture


@pytest.mark.rule("gurps.ruling.weapon-damage")
def test_a_weapon_breaks_at_0_hp_and_wood_stops_2() -> None:
    for points, wooden, left, broken in ((5, "false", 1, False), (6, "false", 0, True), (3, "true", 1, False),
                                         (4, "true", 0, True), (3, "false", 2, False)):  # fmt: skip
        arm = f'[{{ key = "club", hp = 2, wooden = {wooden} }}]'
        fight = duel({**heavy(points), "skills": "{ brawling = 16 }"}, {"weapons": arm})
        fight.play("attack ann bob location=weapon", dice=[3, 3, 3], answers=["no"])
        assert (fight.get("bob.weapons.0.hp"), fight.get("bob.weapons.0.broken")) == (left, broken), (points, wooden)


@pytest.mark.rule("gurps.ruling.effort-limb")
def test_the_limb_of_the_effort_is_the_one_that_strained() -> None:
    left = {"weapons": '[{ key = "broadsword", hand = "left" }]'}
    shield = {"shield": '"small-shield"', "encumbrance": "0"}
    cases: Any = (({}, "parry-broadsword", "right-arm"), (left, "parry-broadsword", "left-arm"), ({}, "dodge", "right-leg"))
    for bob, way, limb in (*cases, (shield, "block", "left-arm")):
        dice = [3, 3, 4, 6, 6, 6, *([3, 3, 4] if way.startswith("parry") else []), 1]
        fight = duel(None, bob).play("attack ann bob", dice=dice, answers=["effort", way])
        assert [event.note for event in events(fight, "gurps.effort.critical-failure")] == [limb]
    plain = duel().play("attack ann bob", dice=[3, 3, 4, 6, 6, 6, 1], answers=["dodge"])
    assert not said(plain, "gurps.effort.critical-failure")


# --- turns ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.core.turn-order")
def test_everybody_is_told_the_place_in_the_order() -> None:
    fight = duel()
    assert [(event.who, event.number) for event in events(fight, "gurps.core.turn-order")] == [("ann", 1), ("bob", 2)]
    for words, text in (("attack bob ann", "ann's turn"),):
        with pytest.raises(Refused, match=text):
            fight.play(words, dice=[])
    fight.play("do-nothing ann", dice=[])
    with pytest.raises(Refused, match="has had the turn"):
        fight.play("attack ann bob", dice=[])


@pytest.mark.rule("gurps.core.turn")
def test_a_step_is_a_yard_and_half_a_yard_more_is_the_next_hex() -> None:
    duel(gap=1.49).play("attack ann bob", dice=MISS)
    assert refused(duel(gap=1.51), "attack ann bob") == "gurps.maneuver.attack"
    duel(gap=2.4).play("attack ann bob path=1,0", dice=MISS)
    assert refused(duel(gap=2.4), "attack ann bob path=1.1,0") == "gurps.maneuver.attack"
    fight = duel().play("do-nothing ann", dice=[]).play("do-nothing bob", dice=[])
    fight.step()
    assert [event.number for event in events(fight, "gurps.core.turn")] == [2]


@pytest.mark.rule("gurps.hp.collapse", "gurps.ruling.consciousness-timing")
def test_whoever_faints_does_not_act() -> None:
    for hp, skill in ((0, 10), (-9, 10), (-10, 9), (-19, 9), (-20, 8)):
        fight = duel({"hp": str(hp)}).play("attack ann bob", dice=[4, 4, 4])
        assert total_of(fight, "gurps.hp.collapse") == skill
        assert (fight.get("ann.unconscious"), said(fight, "gurps.maneuver.attack")) == (True, False)
    fight = duel({"hp": "0"}).play("attack ann bob", dice=[3, 3, 4, *MISS])
    assert fight.get("ann.unconscious") is False
    assert not said(duel({"hp": "1"}).play("attack ann bob", dice=MISS), "gurps.hp.collapse")


@pytest.mark.rule("gurps.order.turn-start", "gurps.fp.collapse", "gurps.ruling.fp-will-timing")
def test_at_0_fp_will_is_rolled_and_at_1_it_is_not() -> None:
    assert not said(duel({"fp": "1"}).play("attack ann bob", dice=MISS), "gurps.fp.collapse")
    fight = duel({"fp": "0"}).play("attack ann bob", dice=[3, 3, 4, *MISS])
    assert (total_of(fight, "gurps.fp.collapse"), fight.get("ann.incapacitated")) == (10, False)
    fight = duel({"fp": "0"}).play("attack ann bob", dice=[4, 4, 4])
    assert (fight.get("ann.incapacitated"), said(fight, "gurps.maneuver.attack")) == (True, False)
    fight = duel({"nature": '"unliving"', "fp": "0", "max-fp": "0"}).play("attack ann bob", dice=MISS)
    assert not said(fight, "gurps.fp.collapse")
    assert duel({"fp": "0"}).play("do-nothing ann", dice=[]).get("ann.incapacitated") is False


@pytest.mark.rule("gurps.core.encumbrance")
def test_what_is_carried_by_multiples_of_basic_lift() -> None:
    for weight, level in ((20, 0), (20.1, 1), (40, 1), (41, 2), (60, 2), (61, 3), (120, 3), (121, 4), (200, 4)):
        sack = {"weapons": "[]", "armour": f'[{{ key = "sack", weight = {weight} }}]', "basic-move": "10"}
        fight = duel(sack, gap=30)
        assert fight.get("ann.encumbrance") == level
        told = [event.number for event in events(fight, "gurps.core.encumbrance") if event.who == "ann"]
        assert told == ([level] if level else [])
        move = (10, 8, 6, 4, 2)[level]
        assert refused(duel(sack, gap=30), f"move ann path={move}.1,0") == "gurps.ruling.move-value"
        fight.play(f"move ann path={move},0", dice=[])
    with pytest.raises(BadInput):
        duel({"weapons": "[]", "armour": '[{ key = "sack", weight = 201 }]'})


@pytest.mark.rule("gurps.posture.crawling", "gurps.posture.kneeling", "gurps.posture.sitting", "gurps.posture.lying")
def test_every_posture_on_attack_and_on_defence() -> None:
    table = {"standing": (0, 0), "crouching": (-2, 0), "kneeling": (-2, -2), "sitting": (-2, -2), "crawling": (-4, -3),
             "lying": (-4, -3), "face-up": (-4, -3)}  # fmt: skip
    for posture, (attack, dodge) in table.items():
        fight = duel({"posture": f'"{posture}"'}).play("attack ann bob", dice=MISS)
        assert total_of(fight, "gurps.maneuver.attack") == 12 + attack
        fight.play("attack bob ann", dice=[4, 4, 4, 5, 5, 5, 1], answers=["dodge"])
        assert total_of(fight, "gurps.core.dodge") == 8 + dodge


@pytest.mark.rule("gurps.posture.lying")
def test_whoever_lies_already_does_not_fall_again() -> None:
    fight = duel({**heavy(6)}, {"posture": '"lying"'}).play("attack ann bob", dice=[3, 3, 3, 5, 5, 5], answers=["no"])
    assert [event.note for event in events(fight, "gurps.posture.lying")] == []
    fight = duel({**heavy(6)}).play("attack ann bob", dice=[3, 3, 3, 5, 5, 5], answers=["no"])
    assert [event.note for event in events(fight, "gurps.posture.lying")] == ["falls"]


# --- bodies of people, spells, procedures --------------------------------------------------------------------------


@pytest.mark.rule("gurps.group-combat.extra-hits", "gurps.ruling.group-hit-cap", "gurps.group-combat.base")
def test_half_the_margin_are_extra_hits_up_to_one_for_each() -> None:
    silent = 'orders = { "gurps.group-combat.defense" = "no" }'
    for dice, hits in (([4, 4, 5], 1), ([4, 4, 4], 1), ([4, 4, 3], 2), ([3, 3, 3], 3), ([2, 3, 2], 4), ([2, 2, 2], 4)):
        fight = brawl(4, 1, their=silent).play("group-attack red-1 blu", dice=[*dice, *[1] * hits])
        assert [(event.whom, event.number) for event in events(fight, "gurps.group-combat.extra-hits")] == [("blu", hits)]
        assert said(fight, "gurps.ruling.group-hit-cap") is (hits == 4)
    missed = brawl(4, 1, their=silent).play("group-attack red-1 blu", dice=[5, 5, 4])
    assert (total_of(missed, ROLL), missed.get("blu.hp")) == (13, 10)


@pytest.mark.rule("gurps.magic.core-skill", "gurps.ruling.magic-failure-cost")
def test_a_casting_costs_all_1_or_all_by_its_degree() -> None:
    spell = {"skills": "{ thaumatology = 12 }", "weapons": "[]", "thought": '{ task = "force-bolt" }'}
    for dice, fp in (([5, 5, 5], 9), ([6, 6, 6], 5)):
        assert duel(spell, gap=5).play("cast ann force-bolt bob", dice=dice).get("ann.fp") == fp
    fight = duel(spell, gap=5).play("cast ann force-bolt bob", dice=[3, 2, 2, 2, 2, 2], answers=["dodge"])
    assert fight.get("ann.fp") == 5
    assert refused(duel({"weapons": "[]", "thought": "{}"}), "cast ann force-bolt bob") == "gurps.magic.core-skill"


@pytest.mark.rule("gurps.magic.casting-time")
def test_thought_of_another_spell_does_not_count() -> None:
    rule = "gurps.magic.casting-time"
    for thought, free in (('{ task = "force-bolt" }', True), ('{ task = "" }', True), ('{ task = "fire-ball" }', False)):
        fight = duel({"skills": "{ thaumatology = 12 }", "weapons": "[]", "thought": thought}, gap=5)
        if free:
            assert fight.play("cast ann force-bolt bob", dice=[5, 5, 5]).get("ann.thought") is None
        else:
            assert refused(fight, "cast ann force-bolt bob") == rule
    shot = duel({"skills": "{ thaumatology = 12 }", "weapons": "[]", "thought": "{}"}, gap=5)
    assert refused(shot, "cast ann force-bolt bob pay=gold") == rule


@pytest.mark.rule("gurps.ruling.magic-scales")
def test_how_far_and_how_many_a_spell_reaches() -> None:
    touch = {"skills": "{ thaumatology = 14 }", "weapons": "[]", "thought": "{}"}
    duel(touch, gap=1.4).play("cast ann burning-touch bob", dice=MISS)
    rule = "gurps.ruling.magic-scales"
    assert refused(duel(touch, gap=1.6), "cast ann burning-touch bob") == rule
    duel(touch, gap=100).play("cast ann force-bolt bob", dice=MISS)
    assert refused(duel(touch, gap=100.5), "cast ann force-bolt bob") == rule
    assert do("spell-cost 14").result["yards"] == 1
    reach = {
        kind: do(f"spell-cost 14 range={kind} duration={kind} target={kind}").result for kind in ("moderate", "very-difficult")
    }
    assert [reach["moderate"][figure] for figure in ("yards", "rounds", "targets")] == [100, 10, 5]
    assert [reach["very-difficult"][figure] for figure in ("yards", "rounds", "targets")] == [1000, 0, 30]


@pytest.mark.rule("gurps.ruling.ceremonial-gate", "gurps.ruling.ceremonial-cost", "gurps.magic.ceremonial.maintain")
def test_a_rite_at_15_and_with_just_enough_energy() -> None:
    assert do("ceremony 15 own=0 novices=1", TEN).result["effective"] == 16
    with pytest.raises(Refused) as found:
        do("ceremony 14 own=1 novices=0", TEN)
    assert found.value.rule == "gurps.ruling.ceremonial-gate"
    assert do("ceremony 18 effect=moderate own=2 novices=0", TEN).result["energy"] == 2
    with pytest.raises(Refused) as found:
        do("ceremony 18 effect=moderate own=1 novices=0", TEN)
    assert found.value.rule == "gurps.ruling.ceremonial-cost"
    kept = "ceremony 15 own=1 novices=0 maintain=2 concentrate=1"
    assert do(kept, [6, 5, 5]).result["spent"] == 1 + 2 * 0  # skill 16: margin 0 keeps it up, at no cost
    paid = "ceremony 18 effect=moderate own=2 novices=0 maintain=2 modifier=-2"
    for dice, spent, told in (([5, 5, 5], 2 + 4, [4]), ([5, 5, 6], 2, [])):
        done = do(paid, dice)
        assert done.result["spent"] == spent
        assert [event.number for event in done.events if event.rule == "gurps.magic.ceremonial.maintain"] == told


@pytest.mark.rule("gurps.object.hp.unliving", "gurps.object.hp.homogenous")
def test_a_thing_is_told_by_the_rule_of_its_nature() -> None:
    for nature, rule, hp in (("unliving", "unliving", 16), ("homogenous", "homogenous", 32), ("diffuse", "homogenous", 32)):
        done = do(f"object-hp 64 {nature}")
        assert (done.events[0].rule, done.events[0].number) == (f"gurps.object.hp.{rule}", hp)


@pytest.mark.rule("gurps.object.dr", "gurps.ruling.material-range")
def test_an_unknown_material_is_refused() -> None:
    with pytest.raises(BadInput, match="cheese"):
        do("object-dr cheese 1")
    assert do("object-dr brick 2 middle").result["dr"] == 13


@pytest.mark.rule("gurps.study.immersion")
def test_days_among_strangers_are_told_where_there_are_any() -> None:
    assert [event.number for event in do("study foreign-days=3").events if event.rule == "gurps.study.immersion"] == [12]
    assert not [event for event in do("study").events if event.rule == "gurps.study.immersion"]


@pytest.mark.rule("gurps.hike.rain", "gurps.ruling.hike-weather", "gurps.hike.snow")
def test_weather_counts_where_there_is_some() -> None:
    cases: Any = (("", 50, []), ("road=yes", 50, []), ("rain=yes", 25, ["rain"]), ("rain=yes road=yes", 50, ["rain"]))
    for words, miles, told in (*cases, ("snow=snow", 25, ["snow"]), ("snow=deep rain=yes", 6.25, ["rain", "snow"])):
        done = do(f"hike 5 {words}")
        assert done.result["miles-a-day"] == miles
        assert [
            event.rule.rpartition(".")[2] for event in done.events if event.rule in ("gurps.hike.rain", "gurps.hike.snow")
        ] == told


@pytest.mark.rule("gurps.core.quick-contest", "gurps.order.contest")
def test_the_margins_of_a_contest_are_both_told() -> None:
    assert do("quick-contest 12 10", [3, 3, 3, 3, 3, 4]).result == {"winner": "first", "victory": 3, "first": 3, "second": 0}
    assert do("quick-contest 12 10", [4, 4, 4, 3, 3, 3]).result == {"winner": "second", "victory": 1, "first": 0, "second": 1}
    done = do("quick-contest 12 10", [3, 3, 3, 3, 2, 2])
    assert (done.result["winner"], done.events[-1].number, done.events[-1].note) == ("nobody", 0, "nobody")


@pytest.mark.rule("gurps.ruling.aid", "gurps.fp.heart-attack")
def test_help_is_given_beside_the_patient() -> None:
    doc = {"skills": "{ first-aid = 12, broadsword = 12 }"}
    for at, free in (("[0, 1.4]", True), ("[0, 1.6]", False)):
        pat = combatant("pat", "a", at, {"heart": "100", "incapacitated": "true", "attributes": "{ dx = 8 }"})
        fight = duel(doc, gap=9, more=pat)
        if free:
            assert fight.play("cpr ann pat", dice=[4, 4, 4]).get("pat.heart") == 0
            assert duel(doc, gap=9, more=pat).play("cpr ann pat", dice=[4, 4, 5]).get("pat.heart") == 100
        else:
            assert refused(fight, "cpr ann pat") == "gurps.ruling.aid"
    assert refused(duel(doc), "cpr ann bob") == "gurps.fp.heart-attack"
    assert refused(duel(doc), "bandage ann bob") == "gurps.ruling.aid"
    self_help = duel({**doc, "bleeding": "30"}).play("bandage ann ann", dice=[4, 4, 4])
    assert self_help.get("ann.bleeding") == 0


@pytest.mark.rule("gurps.maneuver.wait", "gurps.ruling.wait-shock")
def test_a_wait_is_used_up_by_acting_and_shock_ends_with_a_turn_that_does_not_wait() -> None:
    fight = duel({"pain": "2"}).play("wait ann attacks", dice=[])
    fight.step()
    assert fight.get("ann.shock") == 2
    fight.play("attack bob ann", dice=[*MISS, *MISS], answers=["act"])
    assert (total_of(fight, "gurps.maneuver.attack"), fight.get("ann.waiting"), fight.get("ann.shock")) == (12, None, 0)
    idle = duel({"pain": "2"}).play("do-nothing ann", dice=[])
    idle.step()
    assert idle.get("ann.shock") == 0
    assert not events(duel(gun("auto-pistol")), "gurps.maneuver.wait")
