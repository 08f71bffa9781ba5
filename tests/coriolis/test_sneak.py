"""Surprise, sneak attacks, ambushes."""

from __future__ import annotations

import pytest

from starfray import Fight, Refused
from tests.coriolis.build import duel

NIGHT = 'weapons = [{ key = "knife", in-hand = true }, "vulcan-pistol"]\nskills = { infiltration = 1, melee-combat = 2 }\n'


def dark(band: str = "close", *, gap: float = 1, more: str = "", extra: str = "", b: str = "") -> Fight:
    """Before the fight: a sneaks up on b. Agility 4 + Infiltration 1."""
    return duel(a=f'{NIGHT}sneaks = "{band}"\n{extra}', b=b, gap=gap, now="turn = 0", more=more)


def refused(fight: Fight, action: str) -> Refused:
    before = fight.hash
    with pytest.raises(Refused) as caught:
        fight.play(action, dice=[])
    assert fight.hash == before
    return caught.value


@pytest.mark.rule("coriolis.surprise", "coriolis.initiative.surprise")
def test_surprise_is_the_gms_word_and_is_spent_with_the_first_turn() -> None:
    fight = duel(now="turn = 0")
    fight.gm("set b.surprise true")
    fight.begin(dice=[5, 4])
    assert fight.get("order") == ["b", "a"]
    fight.play("end-turn b", dice=[])
    fight.play("end-turn a", dice=[])
    fight.step(dice=[])
    assert fight.get("order") == ["a", "b"]


@pytest.mark.rule(
    "coriolis.sneak.definition",
    "coriolis.sneak.test",
    "coriolis.sneak.mod.close",
    "coriolis.sneak.fail",
    "coriolis.initiative.roll",
)
def test_who_fails_is_spotted_and_initiative_is_rolled_as_ever() -> None:
    fight = dark()
    fight.step(dice=[5, 5, 5] + [2, 6])  # 5 dice - 2 for getting to Close
    assert (fight.get("turn"), fight.get("order"), fight.get("b.aware")) == (1, ["b", "a"], True)


@pytest.mark.parametrize(
    ("band", "gap", "dice"),
    [
        pytest.param("short", 15, 5, marks=pytest.mark.rule("coriolis.sneak.mod.short")),
        pytest.param("long", 80, 7, marks=pytest.mark.rule("coriolis.sneak.mod.long")),
        pytest.param("extreme", 900, 9, marks=pytest.mark.rule("coriolis.sneak.mod.extreme")),
    ],
)
def test_the_further_away_the_easier(band: str, gap: float, dice: int) -> None:
    fight = dark(band, gap=gap)
    fight.step(dice=[6] + [1] * (dice - 1), steps=1)
    assert fight.get("free-actions") == ["a"]


@pytest.mark.rule("coriolis.ambush", "coriolis.ambush.bonus", "coriolis.sneak.mod.short")
def test_lying_in_wait_is_two_dice_easier() -> None:
    fight = dark("short", gap=15, extra="ambush = true")
    fight.step(dice=[6] + [1] * 6, steps=1)
    assert fight.get("free-actions") == ["a"]


@pytest.mark.rule(
    "coriolis.sneak.success",
    "coriolis.ruling.sneak.target",
    "coriolis.ruling.sneak.surprise",
    "coriolis.ruling.sneak.free-action",
)
def test_success_is_one_normal_action_before_initiative_against_somebody_who_cannot_react() -> None:
    fight = dark()
    fight.step(dice=[6, 1, 1], steps=1)
    assert (fight.actors, fight.get("b.aware"), fight.get("turn")) == (["a"], False, 0)
    fight.play("melee-attack a b knife", dice=[6] + [1] * 5)  # b is not even asked to defend
    assert (fight.get("b.hp"), fight.get("a.ap")) == (4, 3)
    fight.step(dice=[3, 3] + [2, 5])  # no surprise for it; the tie is rolled off
    assert (fight.get("turn"), fight.get("b.aware"), fight.get("order"), fight.get("b.ap")) == (1, True, ["b", "a"], 3)


@pytest.mark.rule("coriolis.ranged.mod.range.close-helpless", "coriolis.ruling.sneak.free-action")
def test_a_shot_out_of_the_dark_at_close_range_has_three_more_dice() -> None:
    fight = dark()
    fight.gm("set a.weapons.vulcan-pistol.in-hand true")
    fight.step(dice=[6, 1, 1], steps=1)
    assert refused(fight, "aimed-shot a b vulcan-pistol").rule == "coriolis.ruling.sneak.free-action"
    fight.play("shot a b vulcan-pistol", dice=[6] + [1] * 7)  # Agility 4 + pistol 1 + 3
    assert fight.get("b.hp") == 4


@pytest.mark.rule("coriolis.sneak.success.not-two-fast", "coriolis.example.not-two-fast", "coriolis.ruling.sneak.free-action")
def test_a_fast_action_uses_the_free_one_up() -> None:
    fight = dark()
    fight.step(dice=[6, 1, 1], steps=1)
    for action in ("shout a now", "delay a b", "overwatch a"):
        with pytest.raises(Refused):
            fight.play(action, dice=[])
    fight.play("quick-melee a b knife", dice=[1] * 4)
    assert fight.actors == []
    with pytest.raises(Refused, match="begin"):
        fight.play("quick-melee a b knife", dice=[])


@pytest.mark.rule("coriolis.ruling.sneak.free-action")
def test_the_free_action_may_be_let_pass() -> None:
    fight = dark()
    fight.step(dice=[6, 1, 1], steps=1)
    fight.play("end-turn a", dice=[])
    fight.step(dice=[4, 2])
    assert fight.get("turn") == 1


def pair() -> Fight:
    second = '[[combatant]]\nid = "c"\nside = "red"\nat = [-9, 0]\nsneaks = "short"\nweapons = ["knife"]\n'
    return dark(more=second)


@pytest.mark.rule("coriolis.sneak.joint", "coriolis.ruling.sneak.order", "coriolis.sneak.success")
def test_in_a_joint_sneak_attack_each_rolls_and_each_acts_in_roster_order() -> None:
    fight = pair()
    fight.step(dice=[6, 1, 1] + [6, 1, 1], steps=1)  # a at Close 5 - 2, c at Short 3
    assert fight.get("free-actions") == ["a", "c"]
    fight.play("melee-attack a b knife", dice=[1] * 6)
    assert (fight.actors, fight.get("b.aware")) == (["c"], False)


@pytest.mark.rule("coriolis.sneak.joint", "coriolis.sneak.joint.one-fails", "coriolis.sneak.fail")
def test_if_one_fails_all_fail_and_all_have_rolled() -> None:
    fight = pair()
    fight.step(dice=[1, 1, 1] + [6, 6, 6], steps=1)
    assert (fight.get("free-actions"), fight.get("b.aware")) == ([], True)


@pytest.mark.rule("coriolis.ruling.sneak.opposed")
def test_a_table_may_set_the_sharpest_eyes_against_it() -> None:
    fight = dark(b="skills = { observation = 1 }")
    fight.gm("ruling sneak opposed")
    fight.step(dice=[6, 1, 1] + [6, 1, 1, 1], steps=1)  # Wits 3 + Observation 1; a tie is not enough
    assert fight.get("free-actions") == []
    fight = dark(b="skills = { observation = 1 }")
    fight.gm("ruling sneak opposed")
    fight.step(dice=[6, 6, 1] + [6, 1, 1, 1], steps=1)
    assert fight.get("free-actions") == ["a"]


@pytest.mark.rule("coriolis.ruling.crit.stunned", "coriolis.ruling.turn-start")
def test_whoever_is_stunned_or_set_alight_from_the_dark_suffers_in_the_first_turn() -> None:
    fight = dark("short", gap=10, b="attributes = { strength = 5, agility = 5 }")
    fight.gm("set a.weapons.vulcan-pistol.fire 2")
    fight.gm("set a.weapons.vulcan-pistol.in-hand true")
    fight.step(dice=[6] + [1] * 4, steps=1)
    fight.play("shot a b vulcan-pistol", dice=[6, 6, 6, 1, 1] + [1, 1], answers=["critical-injury:2"])  # stunned 1 turn
    assert (fight.get("b.stunned"), fight.get("b.burning"), fight.get("b.hp")) == (2, 2, 8)
    fight.step(dice=[6, 1] + [5, 2])  # the fire, then initiative
    assert (fight.get("b.hp"), fight.get("b.ap"), fight.get("b.stunned")) == (7, 0, 1)


@pytest.mark.rule("coriolis.sneak.test", "coriolis.core.pray")
def test_a_sneaking_character_may_pray() -> None:
    fight = dark(extra='pc = true\norders = { "coriolis.core.pray" = "always" }')
    fight.step(dice=[1, 1, 1] + [6, 1, 1], steps=1)
    assert (fight.get("free-actions"), fight.get("darkness")) == (["a"], 1)


@pytest.mark.rule(
    "coriolis.ranged.bonus.raise-initiative", "coriolis.ruling.initiative.raise-lasts", "coriolis.ruling.turn-start"
)
def test_initiative_bought_with_the_free_action_counts_from_the_first_turn() -> None:
    fight = dark("short", gap=10, b="burning = 1")
    fight.gm("set a.weapons.vulcan-pistol.in-hand true")
    fight.step(dice=[6] + [1] * 4, steps=1)
    fight.play("shot a b vulcan-pistol", dice=[6, 6, 1, 1, 1], answers=["raise-initiative:1"])
    fight.step(dice=[1] + [3, 4])  # the fire goes out; initiative
    assert (fight.get("a.initiative"), fight.get("a.raises"), fight.get("order")) == (5, 0, ["a", "b"])


@pytest.mark.shown("coriolis.ruling.sneak.free-action")
def test_the_forms_of_a_free_action_are_normal_or_fast() -> None:
    fight = dark("short", gap=10)
    fight.gm("set a.weapons.vulcan-pistol.in-hand true")
    fight.step(dice=[6] + [1] * 4, steps=1)
    forms = {form.kind: form for form in fight.legal("a")}
    for kind in ("aimed-shot", "tinker", "shout"):
        why = forms[kind].refused
        assert why is not None
        assert why.rule == "coriolis.ruling.sneak.free-action"
    assert [forms[kind].refused for kind in ("shot", "quick-shot", "move", "end-turn")] == [None] * 4
