"""Sentences of the book at their edges: the last case that still counts, and the first that no longer does."""

from __future__ import annotations

from typing import Any

import pytest

from starfray.engine.errors import Refused
from starfray.fight import Fight
from tests.gurps.fights import combatant, duel, gun, said, total_of

ATTACK = "gurps.maneuver.attack"
MISS = [6, 5, 5]
TWO = {
    "weapons": '[{ key = "cutlass", hand = "right" }, { key = "large-knife", hand = "left" }]',
    "skills": "{ shortsword = 14, knife = 14 }",
}
EVE = combatant("eve", "b", "[1, 1]", {"attributes": "{ st = 10, dx = 9 }"})
CID = combatant("cid", "b", "[9, 9]", {})


def heavy(points: int, kind: str = "pi") -> dict[str, str]:
    """A weapon that always does so much."""
    return {"weapons": f'[{{ key = "probe", damage = "0d+{points}", type = "{kind}" }}]', "skills": "{ brawling = 12 }"}


def refused(fight: Fight, words: str) -> str:
    """The rule that forbids it."""
    with pytest.raises(Refused) as found:
        fight.play(words, dice=[])
    return found.value.rule


def events(fight: Fight, rule: str) -> list[Any]:
    return [event for event in fight.events if event.rule == rule]


# --- what may be declared ----------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.effort.mighty-blow")
def test_a_mighty_blow_is_struck_in_melee_and_not_all_out() -> None:
    assert refused(duel(gun("auto-pistol")), "attack ann bob mighty=yes") == "gurps.effort.mighty-blow"
    duel().play("attack ann bob mighty=yes", dice=MISS)
    assert refused(duel({"fp": "0"}), "attack ann bob mighty=yes") == "gurps.effort.mighty-blow"
    waiting = "wait ann attacks maneuver=all-out-attack option=strong mighty=yes"
    assert refused(duel(), waiting) == "gurps.effort.mighty-blow"


@pytest.mark.rule("gurps.effort.flurry")
def test_a_flurry_is_a_rapid_strike_and_takes_2_fp() -> None:
    assert refused(duel(), "attack ann bob flurry=yes") == "gurps.effort.flurry"
    assert refused(duel({"fp": "1"}), "attack ann bob rapid=yes flurry=yes") == "gurps.effort.flurry"
    fight = duel({"fp": "2"}).play("attack ann bob rapid=yes flurry=yes", dice=MISS * 2)
    assert [event.number for event in events(fight, "gurps.effort.flurry")] == [1, 1]


@pytest.mark.rule("gurps.effort.heroic-charge")
def test_a_heroic_charge_takes_1_fp() -> None:
    assert refused(duel({"fp": "0"}), "move-and-attack ann bob heroic=yes") == "gurps.effort.heroic-charge"
    fight = duel({"fp": "1"}).play("move-and-attack ann bob heroic=yes", dice=MISS)
    assert len(events(fight, "gurps.effort.heroic-charge")) == 1
    assert not said(duel().play("move-and-attack ann bob", dice=MISS), "gurps.effort.heroic-charge")


@pytest.mark.rule("gurps.ruling.effort-combine")
def test_one_effort_for_each_attack() -> None:
    assert refused(duel(), "move-and-attack ann bob heroic=yes mighty=yes") == "gurps.ruling.effort-combine"
    assert refused(duel({"fp": "1"}), "attack ann bob rapid=yes mighty=yes") == "gurps.effort.mighty-blow"
    fight = duel({"fp": "4"}).play("attack ann bob rapid=yes mighty=yes", dice=MISS * 2)
    assert fight.get("ann.fp") == 2
    assert duel({"fp": "4"}).play("attack ann bob", dice=MISS).get("ann.fp") == 4


@pytest.mark.rule("gurps.option.deceptive-attack", "gurps.option.telegraphic-attack")
def test_only_blows_in_melee_deceive_or_are_telegraphed() -> None:
    shot = {**gun("auto-pistol", level=20)}
    assert refused(duel(shot), "attack ann bob deceptive=1") == "gurps.option.deceptive-attack"
    assert refused(duel(shot), "attack ann bob telegraphic=yes") == "gurps.option.telegraphic-attack"
    both = {
        "weapons": '[{ key = "cutlass", hand = "right" }, { key = "auto-pistol", hand = "left" }]',
        "skills": "{ shortsword = 20, guns = 20 }",
    }
    with pytest.raises(Refused, match="pistol") as found:
        duel(both).play("attack ann bob dual=yes telegraphic=yes", dice=[])
    assert found.value.rule == "gurps.option.telegraphic-attack"
    fight = duel(both).play("attack ann bob telegraphic=yes", dice=[6, 6, 6, 3, 3, 4])
    assert total_of(fight, ATTACK) == 24
    assert refused(duel(both), "attack ann bob dual=yes deceptive=1") == "gurps.option.deceptive-attack"
    fight = duel(both).play("attack ann bob deceptive=2", dice=[6, 6, 6, 3, 3, 4])
    assert total_of(fight, ATTACK) == 16
    assert total_of(duel(TWO).play("attack ann bob dual=yes telegraphic=yes", dice=MISS * 2), ATTACK) == 10


@pytest.mark.rule("gurps.ruling.deceptive-floor")
def test_a_deceptive_attack_may_leave_a_skill_of_10_and_no_less() -> None:
    rule = "gurps.ruling.deceptive-floor"
    assert total_of(duel().play("attack ann bob deceptive=1", dice=MISS), ATTACK) == 10
    with pytest.raises(Refused) as found:
        duel().play("attack ann bob deceptive=2", dice=[])
    assert (found.value.rule, list(found.value.legal)) == (rule, ["deceptive=1"])
    assert refused(duel({"skills": "{ broadsword = 11 }"}), "attack ann bob deceptive=1") == rule
    assert refused(duel({"skills": "{ broadsword = 20 }"}), "attack ann bob deceptive=-1") == rule
    with pytest.raises(Refused) as found:
        duel({"skills": "{ broadsword = 9 }"}).play("attack ann bob deceptive=1", dice=[])
    assert list(found.value.legal) == ["deceptive=0"]
    eve = combatant("eve", "b", "[1, 1]", {"attributes": "{ st = 10, dx = 9 }"})
    skilled = {**TWO, "skills": "{ shortsword = 16, knife = 20 }"}
    fight = duel(skilled, more=eve).play("attack ann bob dual=yes second=eve deceptive=1", dice=MISS * 2)
    assert [event.tally.total for event in events(fight, ATTACK) if event.tally] == [10, 10]


@pytest.mark.rule("gurps.option.rapid-strike")
def test_a_rapid_strike_is_struck_in_melee_and_a_second_foe_takes_one() -> None:
    assert refused(duel(gun("auto-pistol")), "attack ann bob rapid=yes") == "gurps.option.rapid-strike"
    assert refused(duel(more=EVE), "attack ann bob second=eve") == "gurps.option.rapid-strike"
    duel(more=EVE).play("attack ann bob rapid=yes second=eve", dice=MISS * 2)
    duel(TWO, more=EVE).play("attack ann bob dual=yes second=eve", dice=MISS * 2)


@pytest.mark.rule("gurps.ruling.option-combine")
def test_rapid_or_dual_and_telegraphic_or_deceptive() -> None:
    sharp = {**TWO, "skills": "{ shortsword = 20, knife = 20 }"}
    rule = "gurps.ruling.option-combine"
    assert refused(duel(sharp), "attack ann bob rapid=yes dual=yes") == rule
    assert refused(duel(sharp), "attack ann bob deceptive=1 telegraphic=yes") == rule
    for words, blows in (("rapid=yes", 2), ("dual=yes", 2), ("telegraphic=yes", 1)):
        duel({**TWO, "skills": "{ shortsword = 14, knife = 14 }"}).play(
            f"attack ann bob {words}", dice=[6, 6, 5] if blows == 1 else MISS * 2
        )


@pytest.mark.rule("gurps.option.dual-weapon")
def test_both_weapons_are_ready_loaded_whole_and_in_two_hands() -> None:
    rule = "gurps.option.dual-weapon"
    pistols = "{{ key = 'auto-pistol', hand = 'right' }}, {{ key = 'laser-pistol', hand = 'left', {} }}"
    skills = {"skills": "{ guns = 12, beam-weapons = 12 }"}
    for broken in ("unready = true", "broken = true", "shots = 0"):
        assert refused(duel({**skills, "weapons": f"[{pistols.format(broken)}]"}), "wait ann attacks dual=yes") == rule
    duel({**skills, "weapons": f"[{pistols.format('shots = 1')}]"}).play("attack ann bob dual=yes", dice=MISS * 2)
    assert refused(duel(), "attack ann bob second-weapon=spoon") == rule
    assert refused(duel({"shield": '"small-shield"'}), "attack ann bob dual=yes second-weapon=punch") == rule
    assert refused(duel({**TWO, "weapons": '["spear"]'}), "attack ann bob dual=yes") == rule
    far = combatant("eve", "b", "[2, 0]", {"attributes": "{ dx = 9 }"})
    assert refused(duel(TWO, more=far), "attack ann bob dual=yes second=eve") == ATTACK
    fight = duel(TWO).play("attack ann bob dual=yes", dice=MISS * 2)
    assert [event.tally.total for event in events(fight, ATTACK) if event.tally] == [10, 6]


@pytest.mark.rule("gurps.ruling.dual-adjacent")
def test_the_two_foes_of_two_blades_stand_a_yard_apart() -> None:
    rule = "gurps.ruling.dual-adjacent"
    long = {**TWO, "weapons": TWO["weapons"].replace('hand = "left"', 'hand = "left", reach = [1, 2]')}
    for at, free in (("[1, 1]", True), ("[1, 1.4]", True), ("[1, 1.6]", False), ("[-1, 0]", False)):
        fight = duel(long, more=combatant("eve", "b", at, {"attributes": "{ dx = 9 }"}))
        if free:
            fight.play("attack ann bob dual=yes second=eve", dice=MISS * 2)
        else:
            assert refused(fight, "attack ann bob dual=yes second=eve") == rule
    mixed = {
        "weapons": '[{ key = "cutlass", hand = "right" }, { key = "auto-pistol", hand = "left" }]',
        "skills": "{ shortsword = 12, guns = 12 }",
    }
    shots = {**mixed, "weapons": mixed["weapons"].replace("cutlass", "laser-pistol"), "skills": "{ guns = 12 }"}
    behind = combatant("eve", "b", "[-1, 0]", {"attributes": "{ dx = 9 }"})
    assert refused(duel(mixed, more=behind), "attack ann bob dual=yes second=eve") == rule
    duel(shots, more=behind).play("attack ann bob dual=yes second=eve", dice=MISS * 2)
    duel(mixed, more=behind).play("attack ann bob dual=yes", dice=MISS * 2)


@pytest.mark.rule("gurps.ruling.legal-types")
def test_what_may_be_aimed_at_the_eye_and_the_vitals() -> None:
    table = {"imp": (True, True), "pi": (True, True), "pi-": (True, True), "cut": (False, False), "cr": (False, True),
             "burn": (False, False)}  # fmt: skip
    for kind, (eye, vitals) in table.items():
        for place, free in (("left-eye", eye), ("vitals", vitals), ("face", True)):
            fight = duel(heavy(1, kind))
            if free:
                fight.play(f"attack ann bob location={place}", dice=MISS)
            else:
                assert refused(fight, f"attack ann bob location={place}") == "gurps.ruling.legal-types"
    beam = {"weapons": '[{ key = "ray", damage = "1d", type = "burn", beam = true }]', "skills": "{ brawling = 12 }"}
    for place in ("left-eye", "vitals"):
        duel(beam).play(f"attack ann bob location={place}", dice=MISS)


@pytest.mark.rule("gurps.maneuver.committed-attack")
def test_a_committed_attack_is_struck_in_melee_and_gains_one_thing() -> None:
    rule = "gurps.maneuver.committed-attack"
    assert refused(duel(), "committed-attack ann bob strong") == rule
    assert refused(duel(gun("auto-pistol")), "committed-attack ann bob hit") == rule
    fight = duel(gap=2).play("committed-attack ann bob hit path=1,0", dice=MISS)
    assert total_of(fight, rule) == 14
    assert total_of(duel(gap=2.5).play("committed-attack ann bob hit path=1.5,0", dice=MISS), rule) == 12


@pytest.mark.rule("gurps.maneuver.defensive-attack", "gurps.ruling.defensive-attack-choice")
def test_a_defensive_attack_names_one_gain_and_a_kick_may_stand_surer() -> None:
    rule = "gurps.ruling.defensive-attack-choice"
    with pytest.raises(Refused) as found:
        duel().play("defensive-attack ann bob kick", dice=[])
    assert (found.value.rule, list(found.value.legal)) == (rule, ["parry", "block"])
    with pytest.raises(Refused) as found:
        duel().play("defensive-attack ann bob dodge kick", dice=[])
    assert list(found.value.legal) == ["parry", "block", "kick"]
    assert refused(duel(gun("auto-pistol")), "defensive-attack ann bob parry") == rule
    fight = duel().play("defensive-attack ann bob kick kick", dice=[*MISS, 3, 3, 3])
    assert fight.get("ann.guard") == "kick"
    fight = duel().play("defensive-attack ann bob parry", dice=[4, 4, 4, 3], answers=["no"])
    assert (fight.get("bob.hp"), fight.get("ann.guard")) == (10 - 3, "parry")  # 4 - 2 = 2 cut


@pytest.mark.rule("gurps.maneuver.defensive-attack.grapple")
def test_grabbing_takes_an_empty_hand_and_does_not_hurt() -> None:
    rule = "gurps.maneuver.defensive-attack.grapple"
    assert refused(duel(), "defensive-attack ann bob parry grapple=yes") == rule
    bare = {"weapons": "[]", "skills": "{ brawling = 12 }"}
    fight = duel(bare, gap=0.4).play("defensive-attack ann bob parry punch grapple=yes", dice=[4, 4, 4], answers=["no"])
    assert (fight.get("bob.grabbed"), fight.get("bob.hp")) == ("ann", 10)
    fight = duel(bare, gap=0.4).play("defensive-attack ann bob parry punch", dice=[4, 4, 4, 6], answers=["no"])
    assert fight.get("bob.grabbed") == ""


@pytest.mark.rule("gurps.maneuver.all-out-attack")
def test_nobody_feints_a_sleeper_all_out_and_options_go_with_weapons() -> None:
    rule = "gurps.maneuver.all-out-attack"
    asleep = duel(None, {"unconscious": "true"}, more=CID)
    assert refused(asleep, "all-out-attack ann bob feint") == "gurps.maneuver.feint"
    asleep.play("all-out-attack ann bob strong", dice=MISS)
    assert refused(duel(), "all-out-attack ann bob ranged") == rule
    assert refused(duel(gun("auto-pistol")), "all-out-attack ann bob strong") == rule
    duel(gun("auto-pistol")).play("all-out-attack ann bob ranged", dice=MISS)
    assert refused(duel(), "wait ann attacks option=wild") == rule


@pytest.mark.rule("gurps.maneuver.feint")
def test_a_feint_is_made_with_a_melee_weapon_at_somebody_awake() -> None:
    assert refused(duel(gun("auto-pistol")), "feint ann bob") == "gurps.maneuver.feint"
    assert refused(duel(None, {"unconscious": "true"}, more=CID), "feint ann bob") == "gurps.maneuver.feint"
    assert refused(duel(gun("auto-pistol")), "wait ann attacks maneuver=feint") == "gurps.maneuver.feint"
    fight = duel().play("feint ann bob", dice=[4, 4, 4, 4, 4, 4])
    assert fight.get("bob.feints") == []
    fight = duel().play("feint ann bob", dice=[4, 4, 3, 4, 4, 4])
    assert [(each.number, each.note) for each in events(fight, "gurps.ruling.feint-choice")] == [(1, "defence")]
    assert fight.get("bob.feints.0.turns") == 2  # ends of her turns: of this one and the next


@pytest.mark.rule("gurps.maneuver.feint", "gurps.order.contest", "gurps.ruling.feint-choice")
def test_a_feint_against_a_guard_that_is_down_counts_double_and_replaces_the_last() -> None:
    fight = duel(None, {"guard-down": "2"}).play("feint ann bob", dice=[4, 3, 3, 4, 4, 4])
    assert fight.get("bob.feints.0.penalty") == 4
    again = '[{ by = "ann", penalty = 5, turns = 2 }, { by = "ann", lowers = "attack", penalty = 1, turns = 2 }]'
    fight = duel(None, {"feints": again}).play("feint ann bob", dice=[4, 3, 3, 4, 4, 4])
    assert [fight.get(f"bob.feints.{place}.penalty") for place in (0, 1)] == [1, 2]
    assert fight.get("bob.feints.1.lowers") == "defence"
    assert refused(duel(), "feint ann bob lowers=morale") == "gurps.ruling.feint-choice"
    duel().play("feint ann bob lowers=attack", dice=[4, 4, 4, 4, 4, 4])


@pytest.mark.rule("gurps.maneuver.aim.braced")
def test_a_braced_rifle_allows_no_step_and_a_pistol_does() -> None:
    rule = "gurps.maneuver.aim.braced"
    assert refused(duel(gun("assault-rifle"), gap=9), "aim ann bob braced=yes path=1,0") == rule
    assert refused(duel(gun("assault-rifle"), gap=9, on_map=False), "aim ann bob braced=yes yards=8") == rule
    assert refused(duel(gun("assault-rifle"), gap=0.5, on_map=False), "aim ann bob braced=yes yards=0") == rule
    duel(gun("assault-rifle"), gap=9).play("aim ann bob path=1,0", dice=[])
    duel(gun("assault-rifle"), gap=9).play("aim ann bob braced=yes", dice=[])
    duel(gun("auto-pistol"), gap=9).play("aim ann bob braced=yes path=1,0", dice=[])
    assert refused(duel(), "aim ann bob") == "gurps.maneuver.aim"


@pytest.mark.rule("gurps.maneuver.aim", "gurps.ruling.brace-bonus")
def test_aim_grows_to_three_seconds_on_one_target_with_one_weapon() -> None:
    for old, seconds in ((1, 2), (2, 3), (3, 3)):
        aiming = f'{{ target = "bob", weapon = "auto-pistol", seconds = {old} }}'
        fight = duel({**gun("auto-pistol"), "aim": aiming}, gap=5).play("aim ann bob", dice=[])
        assert fight.get("ann.aim.seconds") == seconds
        assert not said(fight, "gurps.ruling.brace-bonus")
    for aiming in ('{ target = "cid", weapon = "auto-pistol" }', '{ target = "bob", weapon = "laser-rifle" }'):
        fight = duel({**gun("auto-pistol"), "aim": aiming}, gap=5, more=CID).play("aim ann bob braced=yes", dice=[])
        assert fight.get("ann.aim.seconds") == 1
    fight = duel({**gun("auto-pistol"), "facing": "90"}, gap=5).play("aim ann bob", dice=[])
    assert fight.get("ann.facing") == 0


@pytest.mark.rule("gurps.maneuver.evaluate", "gurps.ruling.evaluate-loss")
def test_watching_grows_to_three_turns_on_one_foe() -> None:
    for old, turns in ((1, 2), (2, 3), (3, 3)):
        study = f'{{ target = "bob", turns = {old} }}'
        fight = duel({"study": study}).play("evaluate ann bob", dice=[])
        assert fight.get("ann.study.turns") == turns
        assert not said(fight, "gurps.ruling.evaluate-loss")
    fight = duel({"study": '{ target = "cid", turns = 3 }'}, more=CID).play("evaluate ann bob", dice=[])
    assert fight.get("ann.study.turns") == 1
    assert [event.whom for event in events(fight, "gurps.ruling.evaluate-loss")] == ["cid"]
    assert refused(duel(None, {"unconscious": "true"}, more=CID), "evaluate ann bob") == "gurps.maneuver.evaluate"
    assert refused(duel(), "evaluate ann ann") == "gurps.maneuver.evaluate"


@pytest.mark.rule("gurps.maneuver.concentrate")
def test_thought_goes_on_with_the_same_task_and_begins_anew_with_another() -> None:
    for old, seconds in (("x", 4), ("y", 1)):
        thought = f'{{ task = "{old}", seconds = 3 }}'
        fight = duel({"thought": thought}).play("concentrate ann x", dice=[])
        assert (fight.get("ann.thought.task"), fight.get("ann.thought.seconds")) == ("x", seconds)
    assert duel().play("concentrate ann x", dice=[]).get("ann.thought.seconds") == 1
    long = duel({"thought": '{ task = "x", seconds = 3600 }'}).play("concentrate ann x", dice=[])
    assert long.get("ann.thought.seconds") == 3600


@pytest.mark.rule("gurps.maneuver.all-out-defense", "gurps.maneuver.all-out-defense.increased-dodge-move")
def test_all_out_defense_has_four_options_and_a_dodger_half_of_move() -> None:
    assert refused(duel(), "all-out-defense ann flight") == "gurps.maneuver.all-out-defense"
    for option in ("dodge", "parry", "block", "double"):
        assert duel().play(f"all-out-defense ann {option}", dice=[]).get("ann.all-out-defense") == option
    assert duel().play("all-out-defense ann dodge path=-3,0", dice=[]).get("ann.at") == [-3.0, 0.0]
    rule = "gurps.maneuver.all-out-defense"
    assert refused(duel(), "all-out-defense ann dodge path=-3.1,0") == f"{rule}.increased-dodge-move"
    assert refused(duel(), "all-out-defense ann parry path=-1.1,0") == rule
    duel().play("all-out-defense ann parry path=-1,0", dice=[])


@pytest.mark.rule("gurps.maneuver.move", "gurps.maneuver.move.run", "gurps.ruling.move-value")
def test_a_whole_turn_of_running_gives_a_yard_more_and_a_stroll_does_not() -> None:
    fight = duel(gap=30).play("move ann path=5,0", dice=[])
    assert [event.number for event in events(fight, "gurps.maneuver.move")] == [5]
    assert fight.get("ann.ran") is True
    fight.play("do-nothing bob", dice=[])
    assert refused(fight, "move ann path=11.1,0") == "gurps.ruling.move-value"
    fight.play("move ann path=11,0", dice=[])
    assert [event.number for event in events(fight, "gurps.maneuver.move.run")] == [6]
    assert duel(gap=30).play("move ann path=4,0", dice=[]).get("ann.ran") is False
    assert duel({"posture": '"crouching"'}, gap=30).play("move ann path=3,0", dice=[]).get("ann.ran") is False
    assert refused(duel(), "move ann") == "gurps.maneuver.move"
    assert refused(duel(gap=30), "move ann path=5.1,0") == "gurps.ruling.move-value"
    off = duel(gap=9, on_map=False).play("move ann target=bob yards=4", dice=[])
    assert off.get("ann.ran") is True
    near = duel(gap=3, on_map=False).play("move ann target=bob yards=0", dice=[])
    assert near.get("scene.relation.0.value") == 0


@pytest.mark.rule("gurps.ruling.crouch-free")
def test_crouching_and_getting_up_again_is_free() -> None:
    fight = duel().play("crouch ann", dice=[])
    assert fight.get("ann.posture") == "crouching"
    assert fight.play("crouch ann", dice=[]).get("ann.posture") == "standing"
    assert refused(duel({"posture": '"kneeling"'}), "crouch ann") == "gurps.ruling.crouch-free"


@pytest.mark.rule("gurps.maneuver.change-posture", "gurps.ruling.rise-path")
def test_one_changes_to_another_posture_but_crouches_for_free() -> None:
    rule = "gurps.maneuver.change-posture"
    assert refused(duel(), "change-posture ann standing") == rule
    assert refused(duel(), "change-posture ann crouching") == rule
    assert refused(duel(), "change-posture ann hovering") == rule
    for before, wish, after in (("standing", "kneeling", "kneeling"), ("kneeling", "standing", "standing"),
                                ("lying", "standing", "kneeling"), ("face-up", "standing", "kneeling"),
                                ("lying", "crawling", "crawling"), ("crouching", "standing", "standing"),
                                ("standing", "prone", "lying")):  # fmt: skip
        fight = duel({"posture": f'"{before}"'}).play(f"change-posture ann {wish}", dice=[])
        assert fight.get("ann.posture") == after
        assert said(fight, f"{rule}.two-turns") is (wish == "standing" and after == "kneeling")


@pytest.mark.rule("gurps.location.leg")
def test_nobody_gets_up_on_a_leg_or_foot_that_is_lost() -> None:
    for part, stands in (("left-leg", False), ("right-foot", False), ("left-arm", True)):
        fight = duel({"posture": '"kneeling"', "crippled": f'["{part}"]', "weapons": "[]"})
        if stands:
            assert fight.play("change-posture ann standing", dice=[]).get("ann.posture") == "standing"
        else:
            assert refused(fight, "change-posture ann standing") == "gurps.location.leg"
            fight.play("change-posture ann sitting", dice=[])


# --- the blow itself ---------------------------------------------------------------------------------------------


@pytest.mark.rule("gurps.order.several")
def test_after_a_first_blow_that_fells_the_attacker_there_is_no_second() -> None:
    eve = combatant("eve", "b", "[1, 1]", {"attributes": "{ dx = 9 }"})
    fight = duel(more=eve).play("attack ann bob rapid=yes second=eve", dice=[*MISS, *MISS])
    assert [(event.whom, event.number) for event in events(fight, "gurps.order.several")] == [("eve", 2)]
    off = duel().play("attack ann bob rapid=yes", dice=[6, 6, 6, 2, 2, 3])  # the table: off balance
    assert not said(off, "gurps.order.several")
    assert events(off, "gurps.core.attack-sequence")[-1].note == "cannot strike any more"
    gone = duel({"skills": "{ broadsword = 20 }"}, more=eve).play(
        "attack ann bob rapid=yes second=eve", dice=[4, 4, 4, 3, 4, 4, *MISS], answers=["dodge-retreat"]
    )
    assert [event.whom for event in events(gone, "gurps.order.several")] == ["eve"]
    quick = duel({"traits": '[{ key = "quick", attacks = 1 }]'}).play("attack ann bob", dice=[*MISS, *MISS])
    assert [event.number for event in events(quick, "gurps.order.several")] == [2]


@pytest.mark.rule("gurps.core.attack-sequence")
def test_a_blow_at_a_weapon_finds_none_if_it_was_dropped_on_the_way() -> None:
    two = duel({"skills": "{ broadsword = 25 }"}, {"weapons": '[{ key = "broadsword", hp = 1 }]'})
    dice = [3, 3, 4, 6]
    two.play("attack ann bob location=weapon rapid=yes", dice=dice, answers=["no"])
    assert [event.note for event in events(two, "gurps.core.attack-sequence")] == ["finds no weapon to strike at"]
    plain = duel({"skills": "{ broadsword = 25 }"}, {"weapons": "[]"}).play("attack ann bob", dice=[6, 6, 5])
    assert events(plain, "gurps.core.attack-sequence") == []


@pytest.mark.rule("gurps.core.basic-damage")
def test_damage_is_at_least_1_unless_it_crushes_and_an_explosion_ends() -> None:
    for kind, hp in (("cr", 10), ("cut", 9), ("pi", 9)):
        blade = {"weapons": f'[{{ key = "x", damage = "1d-3", type = "{kind}" }}]', "skills": "{ brawling = 12 }"}
        assert duel(blade).play("attack ann bob", dice=[4, 4, 4, 1], answers=["no"]).get("bob.hp") == hp
    far = combatant("far", "b", "[17, 0]", {"attributes": "{ dx = 9 }"})
    near = combatant("near", "b", "[8, 0]", {"attributes": "{ dx = 9 }"})
    bomb = {
        "weapons": '[{ key = "bomb", melee = false, damage = "0d+13", type = "burn", max-range = 50, explosive = true }]',
        "skills": "{ brawling = 12 }",
    }
    fight = duel(bomb, {"dr": "30"}, gap=4, more=far + near).play("attack ann bob", dice=[3, 3, 4], answers=["no"])
    hurt = [event.whom for event in events(fight, "gurps.core.basic-damage") if event.note == "explosion"]
    assert (hurt, fight.get("near.hp"), fight.get("far.hp")) == (["ann", "near"], 9, 10)  # 13 / 12, and 13 / 39


@pytest.mark.rule("gurps.core.penetration")
def test_the_critical_rows_halve_dr_down_or_up() -> None:
    for place, row, dr, injury in (("torso", [1, 1, 2], 3, 4), ("torso", [1, 1, 2], 4, 3), ("torso", [3, 3, 4], 3, 2),
                                   ("face", [1, 1, 2], 3, 3), ("face", [1, 1, 2], 4, 3)):  # fmt: skip
        armour = {"max-hp": "60", "hp": "60", "armour": f'[{{ key = "plate", dr = {{ {place} = {dr} }} }}]'}
        knockdown = [3, 3, 3] if place == "face" else []
        fight = duel(heavy(5), armour).play(f"attack ann bob location={place}", dice=[1, 1, 1, *row, *knockdown])
        assert fight.get("bob.hp") == 60 - injury, (place, row, dr)


@pytest.mark.rule("gurps.core.injury", "gurps.wounding.pi-small")
def test_what_gets_through_hurts_by_1_at_least() -> None:
    assert duel(heavy(1, "pi-")).play("attack ann bob", dice=[3, 3, 3], answers=["no"]).get("bob.hp") == 9
    assert duel(heavy(3, "pi-")).play("attack ann bob", dice=[3, 3, 3], answers=["no"]).get("bob.hp") == 9
    assert duel(heavy(2, "pi-"), {"dr": "2"}).play("attack ann bob", dice=[3, 3, 3], answers=["no"]).get("bob.hp") == 10


@pytest.mark.rule("gurps.core.rapid-fire-defense")
def test_hits_avoided_are_told_where_there_were_several() -> None:
    spray = '[{ key = "spray", melee = false, damage = "0d+1", type = "pi", max-range = 100, rof = 8 }]'
    ann = {"weapons": spray, "skills": "{ brawling = 12 }"}
    for dice, hits, avoided in (([3, 4, 4, 2, 3, 3], 2, 1), ([4, 4, 4, 2, 3, 3], 1, 0)):
        fight = duel(ann, gap=3).play("attack ann bob shots=4", dice=dice, answers=["dodge"])
        assert [event.number for event in events(fight, "gurps.core.rapid-fire-defense")] == ([avoided] if hits > 1 else [])
        assert fight.get("bob.hp") == 10 - (hits - 1 if hits > 1 else 0)
    one = duel(ann, gap=3).play("attack ann bob shots=4", dice=[3, 4, 4, 2, 3, 2], answers=["dodge"])
    assert (events(one, "gurps.core.rapid-fire-defense")[0].number, one.get("bob.hp")) == (2, 10)


@pytest.mark.rule("gurps.core.rapid-fire-hits")
def test_one_hit_without_a_margin_and_never_more_than_shots() -> None:
    spray = '[{ key = "spray", melee = false, damage = "0d+1", type = "pi", max-range = 100, rof = 8, rcl = 2 }]'
    ann = {"weapons": spray, "skills": "{ brawling = 12 }"}
    open_guard = {"all-out-attack": "true"}
    for dice, shots, hits in (([4, 4, 4], 3, 1), ([4, 4, 3], 3, 1), ([4, 3, 3], 3, 2), ([3, 3, 2], 3, 3), ([2, 2, 2], 3, 3),
                              ([2, 2, 2], 1, 1)):  # fmt: skip
        fight = duel(ann, open_guard, gap=3).play(f"attack ann bob shots={shots}", dice=dice)
        assert fight.get("bob.hp") == 10 - hits
        assert [event.number for event in events(fight, "gurps.core.rapid-fire-hits")] == ([hits] if hits > 1 else [])
    few = duel({**ann, "skills": "{ brawling = 2 }"}, open_guard, gap=3).play("attack ann bob shots=3", dice=[1, 1, 2, 3, 3, 4])
    assert few.get("bob.hp") == 9  # a 4 hits at any skill, by nothing
    assert refused(duel(ann, gap=3), "attack ann bob shots=9") == "gurps.core.rapid-fire-hits"
    assert refused(duel(ann, gap=3), "attack ann bob shots=0") == "gurps.core.rapid-fire-hits"
