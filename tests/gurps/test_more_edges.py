"""More sentences at their edges: help and rest on the sheet, rites, groups, criticals of a defence, what is told of a blow."""

from __future__ import annotations

from typing import Any

import pytest

import starfray
from starfray.engine.errors import BadInput, Refused
from starfray.rulebooks.gurps.gcs.figures import base_of
from tests.gurps.fights import combatant, duel, gun, said
from tests.gurps.test_at_the_edge import ATTACK, CID, MISS, TWO, events, heavy, refused
from tests.gurps.test_groups import brawl

TEN = [3, 3, 4]
SILENT = 'orders = { "gurps.group-combat.defense" = "no" }'


def do(text: str, dice: list[int] | None = None) -> Any:
    return starfray.do("gurps", text, dice=dice or [])


def told(done: Any, rule: str) -> list[int]:
    return [event.number for event in done.events if event.rule == rule and event.faces is None]


@pytest.mark.rule("gurps.fp.recovery", "gurps.ruling.stun-recovery")
def test_rest_by_tens_of_minutes_and_who_wakes() -> None:
    for words, fp in (("rest 9 3 10", 3), ("rest 10 3 10", 4), ("rest 4 3 10 very-fit=yes", 3), ("rest 5 3 10 very-fit=yes", 4),
                      ("rest 100 3 10", 10)):  # fmt: skip
        done = do(words)
        assert (done.result, told(done, "gurps.fp.recovery")) == ({"fp": fp}, [fp - 3])
    for words, sp, awake in (
        ("sp=0 max-sp=50 hp=1", 5, True),
        ("sp=0 max-sp=50 hp=0", 5, False),
        ("sp=48 max-sp=50 hp=1", 50, True),
    ):
        assert do(f"rest 10 3 10 {words}").result == {"fp": 4, "sp": sp, "awake": awake}
    assert do("rest 9 3 10 sp=0 max-sp=50 hp=1").result["awake"] is False
    for words in ("rest 10 11 10", "rest 10 3 10 sp=6 max-sp=5"):
        with pytest.raises(BadInput, match="above their maximum"):
            do(words)
    assert do("rest 10 10 10 sp=5 max-sp=5").result["fp"] == 10


@pytest.mark.rule("gurps.power-points.recovery", "gurps.ruling.power-recovery")
def test_power_points_come_back_by_their_own_measure_and_stun_points_by_n() -> None:
    assert told(do("rest 10 10 10 sp=0 max-sp=30 power=yes"), "gurps.power-points.recovery") == [3]
    assert do("rest 10 0 0 sp=0 max-sp=3 power=yes").result["sp"] == 3
    plain = do("rest 10 10 10 sp=0 max-sp=30")
    assert (plain.result["sp"], told(plain, "gurps.power-points.recovery")) == (5, [])


@pytest.mark.rule("gurps.fp.collapse", "gurps.fp.unconscious")
def test_rest_wakes_whoever_was_out_for_want_of_fatigue() -> None:
    for fp, hp, minutes, awake in ((-1, 10, 30, True), (-1, 10, 10, False), (0, 10, 10, True), (-1, 0, 30, False)):
        fight = duel({"fp": str(fp), "hp": str(hp), "incapacitated": "true", "unconscious": "true"}, more=CID)
        fight.gm(f'call "rest minutes={minutes} fp={fp} max-fp=10" who=ann')
        assert fight.get("ann.unconscious") is not awake, (fp, hp, minutes)
        assert fight.get("ann.incapacitated") is (fp + minutes // 10 <= 0)
    fit = duel({"fp": "5", "hp": "0", "unconscious": "true"}, more=CID)
    assert fit.gm('call "rest minutes=30 fp=5 max-fp=10" who=ann').get("ann.unconscious") is True


@pytest.mark.rule("gurps.injury.mortal.critical", "gurps.injury.mortal.half-hour", "gurps.injury.mortal.failure")
def test_a_mortal_wound_on_the_sheet() -> None:
    for dice, dead, mortal, helpless in (
        ([1, 1, 1], False, False, True),
        ([5, 5, 5], True, False, False),
        (TEN, False, True, False),
    ):
        fight = duel(None, {"mortal": "true", "hp": "-12"}, more=CID)
        fight.gm('call "mortal-wound 11" who=bob', dice=dice)
        assert (fight.get("bob.dead"), fight.get("bob.mortal"), fight.get("bob.incapacitated")) == (dead, mortal, helpless), (
            dice
        )
    assert do("mortal-wound 11 half-hours=2", [*TEN, *TEN]).result == {"half-hours": 2, "dead": False, "mortally-wounded": True}


@pytest.mark.rule("gurps.injury.bleeding", "gurps.ruling.bleeding", "gurps.injury.bleeding.failure")
def test_minutes_of_bleeding_one_by_one() -> None:
    for hp, dice, left in ((10, [4, 4, 4], 10), (10, [4, 4, 5], 9), (6, [4, 4, 4], 6), (5, [4, 4, 4], 4), (5, [4, 4, 3], 5),
                           (10, [6, 6, 6], 7)):  # fmt: skip
        assert do(f"bleeding 12 {hp} 10", dice).result["hp"] == left, (hp, dice)
    again = do("bleeding 12 10 10 minutes=5", [*TEN, *TEN, 5, 5, 5, *TEN, *TEN])
    assert (again.result["minutes"], again.result["bleeding"], again.result["hp"]) == (5, True, 9)
    assert do("bleeding 12 10 10 minutes=9", [*TEN, *TEN, *TEN]).result["minutes"] == 3


@pytest.mark.rule("gurps.magic.ceremonial", "gurps.order.ceremony", "gurps.magic.ceremonial.energy")
def test_energy_beyond_the_cost_helps_the_roll_and_is_told_by_its_step() -> None:
    parts = "range=moderate duration=moderate effect=moderate"  # costs 6
    for own, bonus in ((6, 0), (7, 0), (8, 1), (9, 2), (10, 3), (11, 3), (12, 4), (17, 4), (18, 5)):
        done = do(f"ceremony 21 {parts} own={own} novices=0", TEN)
        assert (done.result["bonus"], done.result["effective"]) == (bonus, 16 + bonus), own
        tally = next(event.tally for event in done.events if event.rule == "gurps.magic.ceremonial.roll")
        more = [reason.rule for reason in tally.reasons if "energy" in reason.rule]
        assert more == ([f"gurps.magic.ceremonial.energy{'-more' if bonus > 4 else ''}"] if bonus else [])
    for words in ("spectators=6", "mages=6", "skilled=3+3", "novices=3+3"):
        assert do(f"ceremony 21 {parts} {words}", TEN).result["energy"] == 6


@pytest.mark.rule("gurps.ruling.ceremonial-steps", "gurps.magic.ceremonial.spectators")
def test_a_crowd_gives_1_each_and_100_at_most() -> None:
    for crowd, energy in ((1, 1), (99, 99), (100, 100), (101, 100)):
        assert do(f"ceremony 20 own=5 spectators={crowd}", TEN).result["energy"] == 5 + energy
    done = do("ceremony 20 own=5 mages=7", TEN)
    assert [event.rule.rpartition(".")[2] for event in done.events if "skilled" in event.rule or "spect" in event.rule] == [
        "mage-skilled"
    ]
    with pytest.raises(BadInput):
        do("ceremony 20 own=5 mages=many", TEN)


@pytest.mark.rule("gurps.ruling.ceremonial-concentrate", "gurps.magic.ceremonial.pass-out", "gurps.ruling.pass-out")
def test_a_rite_takes_ten_times_its_seconds_and_a_bad_failure_fells_the_leader() -> None:
    for seconds, whole in ((1, 20), (2, 30), (3, 40), (4, 40), (9, 40)):
        assert do(f"ceremony 18 own=3 novices=0 concentrate={seconds}", TEN).result["seconds"] == whole
    for dice, out in (([5, 5, 5], []), ([6, 5, 5], [-5])):
        done = do("ceremony 15 own=1 novices=0 modifier=-5", dice)
        assert told(done, "gurps.magic.ceremonial.pass-out") == out
    for dice, felled in (([6, 5, 5], True), ([5, 5, 5], False)):
        fight = duel(more=CID).gm('call "ceremony 15 own=1 novices=0 modifier=-5" who=ann', dice=dice)
        assert (fight.get("ann.unconscious"), fight.get("ann.fp")) == (felled, 9)


@pytest.mark.rule("gurps.magic.casting-time", "gurps.ruling.magic-failure-cost")
def test_what_a_spell_does_and_costs_outside_a_fight() -> None:
    for dice, fp, points in (([5, 4, 4, 2], 3, 2), ([5, 5, 4], 1, 0), ([6, 6, 6], 3, 0)):
        done = do("cast-spell 14 range=moderate does=damage", dice)  # 13: 2 + 1
        assert (done.result["fp"], done.result["points"], done.result["effective"]) == (fp, points, 13)
    assert do("cast-spell 14 range=moderate concentrate=2", TEN).result["seconds"] == 3


@pytest.mark.rule("gurps.magic.heroic.components", "gurps.magic.heroic")
def test_the_gm_names_the_dice_of_a_heroic_effect() -> None:
    mage = {"skills": "{ thaumatology = 35 }", "weapons": "[]", "thought": "{}", "max-fp": "40"}
    fight = duel(mage, {"hp": "2"}, gap=5).play("cast ann miracle bob", dice=[*TEN, 3], answers=["1"])
    assert fight.get("bob.hp") == 5
    assert [event.rule for event in fight.events if event.rule == "gurps.magic.heroic" and event.faces] == [
        "gurps.magic.heroic"
    ]
    plain = duel({**mage, "skills": "{ thaumatology = 14 }"}, {"hp": "2"}, gap=1)
    plain.play("cast ann burning-touch bob", dice=[4, 4, 4, 1], answers=["no"])
    assert said(plain, "gurps.magic.easy.effect")


@pytest.mark.rule("gurps.ruling.magic-cost-floor")
def test_a_great_skill_pays_nothing_and_never_gets_anything_back() -> None:
    for skill, fp in ((14, 0), (13, 1), (30, 0)):
        done = do(f"spell-cost {skill}")
        assert done.result["fp"] == fp
        tally = next(event.tally for event in done.events if event.rule == "gurps.magic.total" and event.tally)
        assert [reason.amount for reason in tally.reasons if reason.rule == "gurps.ruling.magic-cost-floor"] == (
            [3] if skill == 30 else []
        )


@pytest.mark.rule("gurps.ruling.skull-dr")
def test_the_skull_of_the_living_alone_has_dr_of_its_own() -> None:
    for place, nature, hp, number in (
        ("skull", "living", 60 - 12, [2]),
        ("skull", "unliving", 60 - 20, []),
        ("neck", "living", 55, []),
    ):
        body = {"max-hp": "60", "hp": "60", "nature": f'"{nature}"'}
        fight = duel({**heavy(5), "skills": "{ brawling = 18 }"}, body)
        fight.play(f"attack ann bob location={place}", dice=[*TEN, *([3, 3, 3] if place == "skull" else [])], answers=["no"])
        assert fight.get("bob.hp") == hp
        assert [event.number for event in events(fight, "gurps.ruling.skull-dr")] == number


@pytest.mark.rule("gurps.ruling.wounding-rounding", "gurps.ruling.unlisted-types", "gurps.ruling.other-types")
def test_what_is_rounded_down_is_told_and_what_is_whole_is_not() -> None:
    for kind, points, injury, rounded in (("cut", 3, 4, True), ("cut", 4, 6, False), ("pi-", 1, 1, True), ("pi", 1, 1, False),
                                          ("burn", 3, 3, False), ("cor", 3, 3, False)):  # fmt: skip
        fight = duel(heavy(points, kind)).play("attack ann bob", dice=[*TEN, *(TEN if injury > 5 else [])], answers=["no"])
        assert (10 - fight.get("bob.hp"), said(fight, "gurps.ruling.wounding-rounding")) == (injury, rounded), (kind, points)
    for place, tells in (("left-arm", True), ("torso", False)):
        fight = duel(heavy(2, "pi-")).play(f"attack ann bob location={place}", dice=TEN, answers=["no"])
        assert said(fight, "gurps.ruling.unlisted-types") is tells
    vitals = duel(heavy(2, "pi-")).play("attack ann bob location=vitals", dice=[3, 3, 3, 3, 3, 3], answers=["no"])
    assert said(vitals, "gurps.ruling.unlisted-types")


@pytest.mark.rule("gurps.ruling.stun-overflow", "gurps.stun-points.floor", "gurps.stun-points.loss", "gurps.stun-points.after")
def test_what_an_injury_takes_from_stun_points() -> None:
    ruling = 'stun-points = "5"\nbleeding = "off"'
    for sp, points, left, hp, over, out in ((20, 5, 15, 9, [], False), (5, 5, 0, 9, [], True), (4, 5, 0, 9, [1], True),
                                            (20, 4, 16, 10, [], False)):  # fmt: skip
        fight = duel(heavy(points), {"sp": str(sp)}, rulings=ruling, more=CID).play("attack ann bob", dice=TEN, answers=["no"])
        assert (fight.get("bob.sp"), fight.get("bob.hp"), fight.get("bob.unconscious")) == (left, hp, out), (sp, points)
        assert [event.number for event in events(fight, "gurps.ruling.stun-overflow")] == over
    after = duel(heavy(4), {"sp": "0"}, rulings=ruling, more=CID).play("attack ann bob", dice=TEN, answers=["no"])
    assert (after.get("bob.hp"), after.get("bob.unconscious")) == (6, False)
    asleep = duel(heavy(4), {"sp": "9", "unconscious": "true"}, rulings=ruling, more=CID).play("attack ann bob", dice=TEN)
    assert (asleep.get("bob.hp"), asleep.get("bob.sp")) == (6, 9)
    off = duel(heavy(4), more=CID).play("attack ann bob", dice=TEN, answers=["no"])
    assert (off.get("bob.hp"), off.get("bob.max-sp"), off.get("bob.unconscious")) == (6, 0, False)


@pytest.mark.rule("gurps.stun-points.total", "gurps.stun-points.loss", "gurps.stun-points.thresholds")
def test_stun_points_on_paper_and_what_is_a_major_wound() -> None:
    for words, result in (
        ("10 5 lost=4", {"sp": 46, "hp": 10}),
        ("10 5 lost=5", {"sp": 45, "hp": 9}),
        ("10 5 lost=9 sp=9", {"sp": 0, "hp": 9}),
        ("10 1 lost=3", {"sp": 7, "hp": 7}),
        ("10 5 lost=3 sp=0", {"sp": 0, "hp": 7}),
    ):
        found = do(f"stun-points {words}").result
        assert {key: found[key] for key in result} == result, words
        assert found["unconscious"] is (found["sp"] == 0)
    assert do("stun-points 10 5 sp=50").result["sp"] == 50
    for words in ("0 5", "10 5 sp=51"):
        with pytest.raises(BadInput):
            do(f"stun-points {words}")
    plain = duel(heavy(6)).play("attack ann bob", dice=[*TEN, *TEN], answers=["no"])
    assert (said(plain, "gurps.wound.major"), said(plain, "gurps.stun-points.thresholds")) == (True, False)
    played = duel(heavy(6), rulings='stun-points = "5"').play("attack ann bob", dice=[*TEN, *TEN], answers=["no"])
    assert said(played, "gurps.stun-points.thresholds")


@pytest.mark.rule("gurps.ruling.flat-damage")
def test_what_a_maneuver_adds_to_the_damage() -> None:
    for words, points in (("attack ann bob", 3), ("attack ann bob mighty=yes", 5), ("committed-attack ann bob damage", 4),
                          ("committed-attack ann bob hit", 3), ("committed-attack ann bob damage mighty=yes", 6),
                          ("all-out-attack ann bob strong", 5), ("all-out-attack ann bob determined", 3),
                          ("defensive-attack ann bob parry", 1), ("defensive-attack ann bob parry mighty=yes", 3)):  # fmt: skip
        fight = duel({**heavy(3), "skills": "{ brawling = 10 }"}, {"max-hp": "60", "hp": "60"})
        fight.play(words, dice=TEN, answers=["no"])
        assert 60 - fight.get("bob.hp") == points, words


@pytest.mark.rule("gurps.critical.defense.melee", "gurps.critical.fail.block", "gurps.critical.fail.parry")
def test_only_critical_defences_have_consequences() -> None:
    shield = {"skills": "{ broadsword = 12, shield = 12 }", "shield": '"small-shield"', "encumbrance": "0"}
    for dice, way, dropped, unready, own in (
        ([1, 1, 1, 3, 3, 4], "dodge", True, False, False),
        ([2, 2, 2], "dodge", False, False, False),
        ([6, 6, 6, 1], "block", False, True, False),
        ([6, 5, 5, 1], "block", False, False, False),
        ([6, 6, 6, 3, 3, 4, 1], "parry-broadsword", False, False, True),
        ([6, 5, 5, 1], "parry-broadsword", False, False, False),
    ):
        fight = duel(None, shield).play("attack ann bob", dice=[4, 4, 4, *dice], answers=[way])
        found = (fight.get("ann.weapons.0.dropped"), fight.get("bob.shield.unready"), fight.get("bob.weapons.0.dropped"))
        assert found == (dropped, unready, own), (dice, way)


@pytest.mark.rule("gurps.ruling.catch", "gurps.critical.defense.ranged")
def test_what_is_thrown_is_caught_by_a_critical_defence_with_a_free_hand() -> None:
    axe = {"weapons": '["throwing-axe"]', "skills": "{ thrown-weapon = 12 }", "attributes": "{ st = 11, dx = 12 }"}
    bomb = {"weapons": '["frag-grenade"]', "skills": "{ throwing = 12 }"}
    both = {"weapons": '["spear"]', "skills": "{ spear = 12 }"}
    for ann, bob, dice, answers in ((axe, {}, [1, 1, 1], ["dodge", "yes"]), (axe, {}, [1, 1, 1], ["dodge", "no"]),
                                    (axe, {}, [2, 2, 2], ["dodge"]), (axe, both, [1, 1, 1], ["dodge"]),
                                    (bomb, {}, [1, 1, 1], ["dodge"])):  # fmt: skip
        fight = duel(ann, bob, gap=5).play("attack ann bob", dice=[3, 3, 4, *dice], answers=answers)
        assert (fight.get("ann.weapons") == []) is (answers[-1] == "yes"), (ann, bob, dice)
    shot = duel(gun("auto-pistol"), gap=5).play("attack ann bob", dice=[3, 3, 4, 1, 1, 1], answers=["dodge"])
    assert not said(shot, "gurps.critical.defense.ranged")


@pytest.mark.rule("gurps.option.dodge-and-drop", "gurps.option.retreat", "gurps.effort.rapid-recovery")
def test_every_way_to_defend_is_told_by_its_rule() -> None:
    fight = duel(gun("auto-pistol"), gap=5)
    fight.seats.hand = {"ann", "bob"}
    fight.play("attack ann bob")
    fight.answer(fight.asks[0], [3, 3, 4])
    shown = {option.key: (option.rule, option.tally.total) for option in fight.asks[0].options if option.tally}
    assert shown == {"dodge": ("gurps.core.dodge", 8), "dodge-drop": ("gurps.option.dodge-and-drop", 11)}
    fight = duel(None, {"charged": "true"})
    fight.seats.hand = {"ann", "bob"}
    fight.play("attack ann bob")
    fight.answer(fight.asks[0], [3, 3, 4])
    shown = {option.key: (option.rule, option.tally.total) for option in fight.asks[0].options if option.tally}
    assert shown == {
        "dodge": ("gurps.core.dodge", 8), "parry-broadsword-recovery": ("gurps.effort.rapid-recovery", 9),
        "dodge-retreat": ("gurps.option.retreat", 11), "parry-broadsword-retreat-recovery": ("gurps.effort.rapid-recovery", 10),
    }  # fmt: skip
    paid = duel(None, {"charged": "true"}).play(
        "attack ann bob", dice=[3, 3, 4, 3, 3, 3], answers=["parry-broadsword-recovery"]
    )
    assert [event.number for event in events(paid, "gurps.effort.rapid-recovery")] == [1]
    assert not said(paid, "gurps.effort.feverish-defense")


@pytest.mark.rule("gurps.option.dual-weapon.targets", "gurps.option.dual-weapon.off-hand", "gurps.maneuver.attack.off-hand")
def test_the_rules_of_two_weapons_are_told_where_they_count() -> None:
    eve = combatant("eve", "b", "[1, 1]", {"attributes": "{ st = 10, dx = 9 }"})
    two = duel(TWO, more=eve).play("attack ann bob dual=yes second=eve", dice=MISS * 2)
    left = [event.tally for event in events(two, ATTACK) if event.tally][-1]
    assert [reason.rule for reason in left.reasons if "off-hand" in reason.rule] == ["gurps.option.dual-weapon.off-hand"]
    alone = {"weapons": '[{ key = "broadsword", hand = "left" }]'}
    one = duel(alone).play("attack ann bob", dice=MISS)
    tally = next(event.tally for event in events(one, ATTACK) if event.tally)
    assert [reason.rule for reason in tally.reasons if "off-hand" in reason.rule] == ["gurps.maneuver.attack.off-hand"]


@pytest.mark.rule("gurps.group-combat.single-roll", "gurps.group-combat.size", "gurps.group-combat.all-out-defense")
def test_who_speaks_for_a_group_and_what_it_may_choose() -> None:
    fight = brawl(3, 2)
    with pytest.raises(Refused, match="speaks for it"):
        fight.play("group-attack red-2 blu-1", dice=[])
    with pytest.raises(Refused, match="red-1's turn"):
        fight.play("group-attack blu-1 red-1", dice=[])
    assert refused(brawl(3, 2), "group-defense red-1 parry") == "gurps.group-combat.all-out-defense"
    for option in ("dodge", "double"):
        assert brawl(3, 2).play(f"group-defense red-1 {option}", dice=[]).get("red-3.all-out-defense") == option
    assert refused(brawl(3, 2), "group-wait red-1 attacks target=red-2") == "gurps.group-combat.size"
    brawl(3, 2).play("group-wait red-1 attacks target=blu-1", dice=[])
    brawl(3, 2).play("group-wait red-1 attacks", dice=[])
    assert refused(duel(), "group-attack ann bob") == "gurps.group-combat.size"


@pytest.mark.rule("gurps.order.pick", "gurps.order.group", "gurps.ruling.random-pick")
def test_hits_go_round_and_what_is_left_goes_by_lot() -> None:
    for dice, hits in (([4, 4, 5], [1, 0, 0]), ([4, 4, 4], [1, 0, 0]), ([4, 4, 3], [1, 1, 0]), ([3, 3, 3], [1, 1, 1])):
        count = sum(hits)
        lots = {1: [1], 2: [1, 1], 3: []}[count]  # the first of those still open
        fight = brawl(4, 3, their=SILENT).play("group-attack red-1 blu-1+blu-2+blu-3", dice=[*dice, *lots, *[1] * count])
        assert [10 - fight.get(f"blu-{number}.hp") for number in (1, 2, 3)] == hits, dice


@pytest.mark.rule("gurps.core.pools")
def test_what_a_sheet_left_out_is_worked_out() -> None:
    sheet = {"attributes": "{ st = 11, dx = 13, iq = 12, ht = 10 }", "weapons": "[]"}
    fight = duel(sheet)
    names = ("max-hp", "hp", "max-fp", "fp", "will", "per", "speed", "basic-move", "max-sp", "dr")
    assert [fight.get(f"ann.{name}") for name in names] == [11, 11, 10, 10, 12, 12, 5.75, 5, 0, 0]
    given = {**sheet, "max-hp": "15", "max-fp": "7", "will": "14", "per": "9", "speed": "6", "basic-move": "7"}
    fight = duel(given)
    assert [fight.get(f"ann.{name}") for name in names] == [15, 15, 7, 7, 14, 9, 6.0, 7, 0, 0]
    figures = {"st": (11.0, 11.0), "dx": (13.0, 13.0), "iq": (12.0, 12.0), "ht": (10.0, 10.0)}
    found = [base_of(figures, name) for name in ("hp", "fp", "will", "per", "basic_speed", "basic_move", "luck")]
    assert found == [11, 10, 12, 12, 5.75, 5, 10]
    assert base_of({**figures, "basic_speed": (7.5, 7.5)}, "basic_move") == 7
    with pytest.raises(Refused, match="no FP"):
        duel({"max-fp": "0"}).gm("tire ann 1")


@pytest.mark.rule("gurps.ruling.rof-ends")
def test_the_bonus_of_many_shots_from_end_to_end() -> None:
    spray = '[{ key = "spray", melee = false, damage = "0d+1", type = "pi", max-range = 100, rof = 1000 }]'
    fight = duel({"weapons": spray, "skills": "{ brawling = 12 }"}, gap=3)
    for shots, bonus in (
        (1, 0),
        (2, 0),
        (4, 0),
        (5, 1),
        (9, 2),
        (13, 3),
        (17, 4),
        (25, 5),
        (50, 6),
        (100, 7),
        (200, 8),
        (300, 9),
        (399, 9),
        (400, 10),
        (499, 10),
        (500, 11),
        (1000, 16),
    ):
        tally = fight.preview(f"attack ann bob shots={shots}").tally
        assert tally is not None
        assert tally.total == 12 + bonus, shots
        rules = [reason.rule for reason in tally.reasons if "rof" in reason.rule]
        rule = "gurps.ruling.rof-ends" if shots >= 400 else f"gurps.rof.{min(shots, 300)}"
        assert rules == ([rule] if bonus else [])
