"""Movement, jumps, hands, lights, words: the rest of a turn; and the switches of turn order."""

from __future__ import annotations

import pytest

import starfray
from starfray import Refused
from tests.compound_x.helpers import fight, rules


@pytest.mark.rule("cx.actions.move", "cx.ruling.move-dex-vs-speed", "cx.presumed.movement-speed", "cx.ruling.move-single")
def test_a_run_goes_by_movement_speed() -> None:
    one = fight("stats = { dexterity = 7 }")
    with pytest.raises(Refused, match="further than 7 m"):
        one.play("run ana 8,0")
    with pytest.raises(Refused, match="further than 3 m"):
        one.play("run ana 4,0 actions=1")
    one.play("run ana 3,0 actions=1", dice=[])
    assert (one.get("ana.at"), one.get("ana.actions")) == ([3, 0], 3)


@pytest.mark.rule("cx.presumed.carry", "cx.ruling.move-carry", "cx.move.penalty-round")
def test_what_one_carries_slows_one_down() -> None:
    one = fight('stats = { dexterity = 7 }\narmour = { key = "x", coverage = 10, penalty = 7.5 }')
    with pytest.raises(Refused, match="further than 4 m"):
        one.play("run ana 5,0")  # 7 - 3: 2.5 more than Carry Ability, rounded up
    one.play("run ana 4,0", dice=[])
    assert one.get("ana.at") == [4, 0]


@pytest.mark.rule("cx.ruling.move-stances", "cx.stance.prone-move")
@pytest.mark.parametrize(("stance", "single", "double"), [("prone", 2, 4), ("crouched", 3, 7)])
def test_low_stances_are_slow(stance: str, single: int, double: int) -> None:
    for actions, metres in ((1, single), (2, double)):
        one = fight(f'stats = {{ dexterity = 9 }}\nstance = "{stance}"')
        with pytest.raises(Refused):
            one.play(f"run ana {metres + 1},0 actions={actions}")
        one.play(f"run ana {metres},0 actions={actions}", dice=[])
    fight('stance = "prone"').play("run ana 1,0 actions=1", dice=[])


@pytest.mark.rule("cx.ruling.sprint-window", "cx.ruling.sprint-consecutive", "cx.move.sprint", "cx.aim.effect")
def test_a_sprint_spoils_the_aim_for_two_actions_of_ones_own() -> None:
    one = fight()
    one.play("run ana 6,0 sprint=yes", dice=[])
    assert (one.get("ana.winded"), one.get("ana.sprinted")) == (2, 2)
    one.play("aim ana tor", dice=[])
    assert (one.get("ana.winded"), one.get("ana.sprinted")) == (1, 0)


@pytest.mark.rule("cx.move.jump-h", "cx.ruling.jump")
def test_a_run_up_of_three_metres_adds_one_to_a_jump() -> None:
    one = fight("stats = { dexterity = 7 }")
    with pytest.raises(Refused, match="jumps 3 m"):
        one.play("jump ana to=4,0")
    one.play("run ana 3,0 actions=1", dice=[]).play("jump ana to=7,0", dice=[])
    assert (one.get("ana.at"), one.get("ana.actions")) == ([7, 0], 3)


@pytest.mark.rule("cx.move.jump-v", "cx.ruling.jump")
def test_a_jump_up_is_a_third_of_strength() -> None:
    one = fight("stats = { strength = 8 }")
    one.play("jump ana up=2", dice=[])
    assert one.get("ana.actions") == 3
    with pytest.raises(Refused, match="2 m high"):
        one.play("jump ana up=3")


@pytest.mark.rule("cx.actions.hunker", "cx.stance.hunker")
def test_hunkering_takes_an_action() -> None:
    one = fight()
    one.play("hunker ana", dice=[])
    assert one.get("ana.actions") == 3


@pytest.mark.rule("cx.actions.talk", "cx.free.def", "cx.actions.bearings", "cx.free.limit")
def test_words_and_glances_are_free_and_as_many_as_the_gm_bears() -> None:
    one = fight()
    one.legal("ana")
    one.play('free ana talk text="down!"').play("free ana bearings").play("free ana glance")
    assert one.get("ana.actions") == 4
    with pytest.raises(Refused, match="no free action"):
        one.play("free ana dance")


@pytest.mark.rule("cx.actions.flashlight", "cx.ruling.flashlight")
def test_a_light_in_the_hand_takes_an_action_and_one_on_the_gun_none() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", attachments = ["flashlight"] }]')
    one.play("flashlight ana", dice=[])
    assert (one.get("ana.actions"), one.get("ana.light-on")) == (3, True)
    one.play("free ana weapon-light")
    assert (one.get("ana.actions"), one.get("ana.light-on")) == (3, False)


@pytest.mark.rule("cx.actions.spell")
def test_an_ability_takes_an_action_and_says_what_it_does() -> None:
    one = fight()
    one.play('use-ability ana "a wall of light"', dice=[])
    assert one.get("ana.actions") == 3


@pytest.mark.shown("cx.actions.unlisted", "cx.reaction.def", "cx.reaction.kinds")
def test_forms_say_what_the_list_of_tasks_leaves_out() -> None:
    forms = {form.kind: form for form in fight().legal("ana")}
    assert forms["end-turn"].hints == ["cx.actions.unlisted"]
    assert {"cx.reaction.def", "cx.reaction.kinds"} <= set(forms["hold"].hints)


@pytest.mark.rule("cx.ruling.held-content", "cx.held.use", "cx.held.reserve", "cx.stance.prone-cost")
def test_what_was_held_is_decided_when_it_is_used() -> None:
    one = fight("actions = 1")
    one.play("hold ana moves semi", dice=[]).step(dice=[])
    one.play("run tor 30,4", dice=[], answers=["prone"])
    assert one.get("ana.stance") == "prone"


@pytest.mark.rule("cx.ruling.surprise", "cx.order.initiative", "cx.presumed.round", "cx.combat.start")
def test_there_is_no_surprise_round_and_ties_go_by_the_ruling() -> None:
    text = (
        'rulebook = "compound-x"\n[rulings]\ninitiative-ties = "dexterity"\n'
        '[[combatant]]\nid = "a"\nside = "x"\nat = [0, 0]\n'
        '[[combatant]]\nid = "b"\nside = "y"\nat = [9, 0]\nstats = { dexterity = 6 }'
    )
    one = starfray.loads(text).step(dice=[50, 50])
    assert one.get("order") == ["b", "a"]
    one.step(dice=[]).play("end-turn b", dice=[])


def test_reactions_may_come_back_with_ones_own_turn() -> None:
    one = fight("", "reactions = 0", head='[rulings]\nreactions-reset = "turn"')
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert one.get("tor.reactions") == 3


def test_both_hands_may_be_filled_but_not_with_three_hands_worth() -> None:
    arms = 'weapons = ["g-w-10mm-auto"]\nmelee = ["g1-knife", "vae-saw"]'
    one = fight(arms)
    one.play("draw ana g1-knife keep=yes", dice=[])
    assert one.get("ana.weapons.0.in-hand") is True
    with pytest.raises(Refused, match="two hands"):
        one.play("draw ana vae-saw keep=yes")
    one.play("draw ana vae-saw", dice=[])
    assert one.get("ana.melee.0.in-hand") is False


def test_a_sling_makes_drawing_free() -> None:
    one = fight('weapons = [{ key = "ecsc-mk16", attachments = ["sling1"] }, { key = "g-w-10mm-auto", in-hand = true }]')
    one.play("draw ana ecsc-mk16", dice=[])
    assert one.get("ana.actions") == 4


def test_whoever_is_stunned_loses_a_turn() -> None:
    one = fight("", "stunned = 1")
    one.play("end-turn ana", dice=[]).step(dice=[])
    assert one.get("tor.stunned") == 0
    assert one.get("up") == "ana"


@pytest.mark.rule("cx.presumed.conditions", "cx.ruling.opportunity-timing", "cx.order.turn-start")
def test_whoever_is_stunned_in_the_middle_of_a_turn_has_no_more_of_it() -> None:
    fist = 'at = [1, 0]\nengaged = ["ana"]\nmelee = ["power-fist"]\nweapons = []'
    one = fight('at = [0, 0]\nengaged = ["tor"]\nstats = { fortitude = 15 }', fist)
    # Tor's fist lands just where it was meant; 10 is not enough to keep one's senses (FORT +40, over 50)
    one.play("run ana -4,0", dice=[9, 1, 10], answers=["power-fist"])
    with pytest.raises(Refused, match="ana is stunned"):
        one.play("aim ana tor")
    assert (one.get("ana.at"), one.get("ana.actions"), one.get("up")) == ([0, 0], 0, "tor")
    assert one.get("ana.stunned") == 1
    one.play("end-turn tor", dice=[]).step(dice=[])
    assert (one.get("ana.stunned"), one.get("up")) == (0, "tor")  # the whole next turn


def test_shut_eyes_aim_at_nothing() -> None:
    one = fight()
    one.play("free ana shut-eyes", dice=[])
    with pytest.raises(Refused, match="blind"):
        one.play("fire ana tor")
    with pytest.raises(Refused):
        one.play("aim ana tor")
    one.play("free ana open-eyes", dice=[])
    one.play("aim ana tor", dice=[])


@pytest.mark.rule("cx.ruling.frail")
def test_weak_legs_carry_two_metres_unless_ruled_out() -> None:
    with pytest.raises(Refused, match="further than 2 m"):
        fight("stats = { strength = 1 }\ncarry = 5").play("run ana 3,0")
    fight("stats = { strength = 1 }\ncarry = 5").play("run ana 2,0", dice=[])
    fight("stats = { strength = 1 }\ncarry = 5", head='[rulings]\nfrail = "off"').play("run ana 5,0", dice=[])


@pytest.mark.rule("cx.suppression.open", "cx.order.reactions")
@pytest.mark.shown("cx.eva.movement")
def test_a_suit_is_clumsy_for_the_story_only() -> None:
    zone = (
        'zones = [{ by = "tor", target = "ana", weapon = "matthews-11-35-carbine", level = "light", radius = 1, at = [0, 0] }]'
    )
    one = fight('suit = "flight-suit"', "", now=zone)
    assert "cx.eva.movement" in next(form for form in one.legal("ana") if form.kind == "run").hints
    one.play("run ana 5,0", dice=[2])
    assert "cx.move.run" in rules(one)


@pytest.mark.rule("cx.presumed.nanites", "cx.actions.draw")
def test_a_nanite_pack_gives_two_dice_and_twenty() -> None:
    one = fight('profession = "soldier"\nstats = { strength = 9 }\nnanites = 40\nkits = { nanite-pack = 2 }')
    one.play("use-kit ana", dice=[5, 6])
    assert (one.get("ana.nanites"), one.get("ana.actions"), one.get("ana.kits.nanite-pack")) == (71, 3, 1)
    one.play("use-kit ana", dice=[9, 9])
    assert one.get("ana.nanites") == 90
    one.gm("set ana.kits.nanite-pack 1")
    with pytest.raises(Refused, match="room for"):
        one.play("use-kit ana")
    with pytest.raises(Refused, match="no nanite pack"):
        fight("kits = { medkit = 1 }").play("use-kit ana medkit")
    with pytest.raises(Refused, match="no 'medkit' to use up"):
        fight("max-nanites = 9\nnanites = 0\nkits = { medkit = 1, nanite-pack = 1 }").play("use-kit ana medkit")
